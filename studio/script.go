package studio

import (
	"slices"
	"time"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/scripts"
	"boardstudio/studio/scriptwin"
	"boardstudio/studio/settings"
)

// scripting is what the window has to do with scripts: their window, and their menu.
type scripting struct {
	scripted
	w      scriptsHost
	lists  *gtkx.Lists
	st     *settings.Settings
	menu   *gtk.Menu
	editor *scriptwin.Window // nil while the window of scripts is closed
	// known says that scripts may be asked for: not before the window stands.
	known bool
	of    *model.Tree // whose game the scripts in the menu play
}

// scripted is what scripts play in: a session.
type scripted interface {
	scriptwin.Session
	Tree() *model.Tree
}

// scriptsHost is the window about the scripts.
type scriptsHost interface {
	unlessUnsaved(then func())
	say(app.Level, string)
	changed(app.Topic)
	toBoard()
	helpAt(page string, parent gtk.IWindow, then func())
}

// Opponents implements scriptwin.Host.
func (x *scripting) Opponents(r rules.Rules) []scriptwin.Opponent {
	return slices.DeleteFunc(opponents(r, x.Scripts()), func(o scriptwin.Opponent) bool { return o.Kind == anyScript })
}

// Levels implements scriptwin.Host.
func (x *scripting) Levels() []string { return levelTitles() }

// Present implements scriptwin.Host.
func (x *scripting) Present() { x.lists.Parent.Present() }

// UnlessUnsaved implements scriptwin.Host.
func (x *scripting) UnlessUnsaved(then func()) { x.w.unlessUnsaved(then) }

// AskOptions implements scriptwin.Host.
func (x *scripting) AskOptions(parent gtk.IWindow, title string, options []rules.Param, now map[string]string, done func(map[string]string)) {
	askOptions(parent, title, options, now, done)
}

// Help implements scriptwin.Host.
func (x *scripting) Help(parent gtk.IWindow, then func()) { x.w.helpAt(scriptPage, parent, then) }

// show shows the window of scripts, or brings it to the front.
func (x *scripting) show() {
	if x.editor != nil {
		x.editor.Present()
		return
	}
	x.editor = scriptwin.Open(x, x.lists, x.st.Dark, func() { x.editor = nil })
}

// unlessUnsaved runs then, after asking for unsaved text of a script.
func (x *scripting) unlessUnsaved(then func()) {
	if x.editor == nil {
		then()
		return
	}
	x.editor.CloseThen(then)
}

// begin has scripts asked what they play, so that lists of players show them, and says when they have text that
// was not saved.
func (x *scripting) begin() {
	gtkx.Loop{}.After(400*time.Millisecond, func() {
		x.known = true
		x.w.changed(app.TopicScripts)
		list := x.Scripts().List()
		if i := slices.IndexFunc(list, func(s scripts.Script) bool { return s.Draft }); i >= 0 {
			x.w.say(app.Note, locale.T("The script “%s” has text that was not saved: it is there in the window of scripts", list[i].Name))
		}
	})
}

// changed shows what changed in the window of scripts, and lists the scripts that play the open game in their
// menu, when these may be others now.
func (x *scripting) changed(t app.Topic) {
	if x.editor != nil {
		x.editor.Changed(t&app.TopicScripts != 0, x.st.Dark)
	}
	if t&app.TopicScripts == 0 && x.Tree() == x.of || !x.known {
		return
	}
	x.of = x.Tree()
	var items []*gtk.MenuItem
	for _, s := range x.Scripts().For(x.Rules()) {
		item, _ := gtk.MenuItemNewWithLabel(s.Title())
		item.Connect("activate", func() { x.play(s.Path) })
		items = append(items, item)
	}
	fillMenu(x.menu, items, locale.T("No script plays this game"))
}

// play begins the open game anew: the person against a script, which moves second.
func (x *scripting) play(path string) {
	x.w.unlessUnsaved(func() {
		x.RunScript(scripts.Kind(path, nil), scripts.TestGame{Rules: x.Rules(), Seat: 1, Against: model.Player{Kind: app.Human}})
		x.w.toBoard()
	})
}
