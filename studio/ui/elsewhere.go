package ui

import (
	"github.com/gotk3/gotk3/gtk"

	aiall "boardstudio/ai/all"
	"boardstudio/rules"
	rulesall "boardstudio/rules/all"
	"boardstudio/studio/app"
	"boardstudio/studio/ui/externs"
	"boardstudio/studio/ui/newgame"
)

// elsewhere implements externwin.Host and manages its window.
type elsewhere struct {
	d   *desk
	win *externs.Window // nil while closed
}

// show opens the window or brings it to the front.
func (x *elsewhere) show() {
	if x.win != nil {
		x.win.Present()
		return
	}
	front := x.d.front()
	parent := front.win
	if x.d.prefs.win != nil {
		parent = x.d.prefs.win
	}
	x.win = externs.Open(rulesall.Games, aiall.Engines.Protocols, x, parent, &front.ahead, func() { x.win = nil })
}

// renew reopens the window after a change of the language.
func (x *elsewhere) renew() {
	if x.win != nil {
		x.win.Close()
		x.show()
	}
}

// AskOptions implements externwin.Host.
func (x *elsewhere) AskOptions(parent gtk.IWindow, title string, options []rules.Param, now map[string]string, done func(map[string]string) error) {
	newgame.AskOptions(parent, title, options, now, done)
}

// Added implements externwin.Host.
func (x *elsewhere) Added() { x.d.changed(app.TopicPlayers) }

// Help implements externwin.Host.
func (x *elsewhere) Help(parent gtk.IWindow, then func()) {
	x.d.front().cur.helpAt(externalPage, parent, then)
}
