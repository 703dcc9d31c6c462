package application

import (
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/ai/extern"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/ui/externs"
	"boardstudio/studio/ui/newgame"
	"boardstudio/studio/ui/page"
)

// externalEngines implements externwin.Host and manages its window.
type externalEngines struct {
	d    *Application
	logs *extern.Logs
	win  *externs.Window // nil while closed
}

// show opens the window or brings it to the front.
func (x *externalEngines) show() {
	if x.win != nil {
		x.win.Present()
		return
	}
	front := x.d.front()
	parent := front.Win
	if x.d.prefs.win != nil {
		parent = x.d.prefs.win
	}
	x.win = externs.Open(x.d.app.Games, x.d.app.Engines.Protocols, x.logs, x, parent, &front.Ahead, func() { x.win = nil })
}

// renew reopens the window after a change of the language.
func (x *externalEngines) renew() {
	if x.win != nil {
		x.win.Close()
		x.show()
	}
}

// AskOptions implements externwin.Host.
func (x *externalEngines) AskOptions(parent gtk.IWindow, title string, options []rules.Param, now map[string]string, done func(map[string]string) error) {
	newgame.AskOptions(parent, title, options, now, done)
}

// Added implements externwin.Host.
func (x *externalEngines) Added() { x.d.changedAll(app.TopicPlayers) }

// Help implements externwin.Host.
func (x *externalEngines) Help(parent gtk.IWindow, then func()) {
	x.d.front().Current.HelpAt(page.ExternalPage, parent, then)
}
