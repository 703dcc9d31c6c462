package studio

import (
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/externwin"
	"boardstudio/studio/newgamewin"
)

// elsewhere is what the studio has to do with the window of engines from elsewhere.
type elsewhere struct {
	d   *desk
	win *externwin.Window // nil while it is closed
}

// show shows the window, or brings it to the front.
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
	x.win = externwin.Open(x, parent, &front.ahead, func() { x.win = nil })
}

// renew shows the window in another language.
func (x *elsewhere) renew() {
	if x.win != nil {
		x.win.Close()
		x.show()
	}
}

// AskOptions implements externwin.Host.
func (x *elsewhere) AskOptions(parent gtk.IWindow, title string, options []rules.Param, now map[string]string, done func(map[string]string) error) {
	newgamewin.AskOptions(parent, title, options, now, done)
}

// Added implements externwin.Host.
func (x *elsewhere) Added() { x.d.changed(app.TopicPlayers) }

// Help implements externwin.Host.
func (x *elsewhere) Help(parent gtk.IWindow, then func()) {
	x.d.front().cur.helpAt(computersPage, parent, then)
}
