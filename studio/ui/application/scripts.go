package application

import (
	"slices"
	"time"

	"boardstudio/studio/ui/page"

	"boardstudio/studio/app/newgame"
	uinewgame "boardstudio/studio/ui/newgame"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/app/scripts"
	"boardstudio/studio/app/tutorial"
	"boardstudio/studio/ui/gtkx"
	uiscripts "boardstudio/studio/ui/scripts"
	"boardstudio/text/locale"
)

// scripting implements scriptwin.Host and manages the script window, which works on the document in
// front.
type scripting struct {
	d      *Application
	lists  gtkx.Lists
	editor *uiscripts.Window // nil while closed
	// known is set once scripts may be queried, which is after the first window has appeared.
	known bool
}

// Session implements scriptwin.Host.
func (x *scripting) Session() *app.Session { return x.d.front().Current.Session }

// Run implements scriptwin.Host.
func (x *scripting) Run(kind string, g scripts.TestGame) {
	w := x.d.front().Current
	if !w.Session.InTestGame() {
		w = w.Table()
	}
	w.Session.RunScript(kind, g)
}

// Opponents implements scriptwin.Host.
func (x *scripting) Opponents(r rules.Rules) []uiscripts.Opponent {
	return slices.DeleteFunc(uinewgame.Opponents(x.d.app.Engines, r, x.d.front().Current.Session.Scripts()), func(o uiscripts.Opponent) bool { return o.Kind == newgame.AnyScript })
}

// Levels implements scriptwin.Host.
func (x *scripting) Levels() []string { return newgame.LevelTitles() }

// Present implements scriptwin.Host.
func (x *scripting) Present() { x.d.front().Win.Present() }

// AskOptions implements scriptwin.Host.
func (x *scripting) AskOptions(parent gtk.IWindow, title string, options []rules.Param, now map[string]string, done func(map[string]string)) {
	uinewgame.AskOptions(parent, title, options, now, func(values map[string]string) error {
		done(values)
		return nil
	})
}

// Help implements scriptwin.Host.
func (x *scripting) Help(parent gtk.IWindow, then func()) {
	x.d.front().Current.HelpAt(page.ScriptPage, parent, then)
}

// show opens the script window or brings it to the front.
func (x *scripting) show() {
	defer func() { x.d.front().Current.Happened(tutorial.ScriptsShown) }()
	if x.editor != nil {
		x.editor.Present()
		return
	}
	w := x.d.front()
	x.lists = gtkx.Lists{Parent: w.Win, Ahead: &w.Ahead, Key: w.Keys.RunKey}
	x.editor = uiscripts.Open(x, &x.lists, x.d.program.Shade.Dark, func() { x.editor = nil })
}

// renew reopens the script window after a change of the language.
func (x *scripting) renew() {
	if x.editor != nil {
		x.editor.CloseThen(x.show)
	}
}

// unlessUnsaved closes the script window, after asking about unsaved text, and calls then().
func (x *scripting) unlessUnsaved(then func()) {
	if x.editor == nil {
		then()
		return
	}
	x.editor.CloseThen(then)
}

// begin queries the descriptions of scripts, shortly after the start, for the lists of players. It
// also shows a message if a script has unsaved text.
func (x *scripting) begin() {
	gtkx.Loop{}.After(400*time.Millisecond, func() {
		if len(x.d.windows) == 0 {
			return
		}
		x.known = true
		x.d.changedAll(app.TopicScripts)
		list := x.d.front().Current.Session.Scripts().List()
		if i := slices.IndexFunc(list, func(s scripts.Script) bool { return s.Draft }); i >= 0 {
			x.d.front().Current.Say(app.Note, locale.T("The script “%s” has unsaved text: open the window of scripts to save it", list[i].Name))
		}
	})
}

// changed updates the script window.
func (x *scripting) changed(t app.Topic) {
	if x.editor != nil {
		x.editor.Changed(t&app.TopicScripts != 0, x.d.program.Shade.Dark)
		x.hint()
	}
}

// hint shows the instruction of the current lesson in the script window, if the step takes place
// there.
func (x *scripting) hint() {
	if x.editor == nil || len(x.d.windows) == 0 {
		return
	}
	text := ""
	if l := x.d.front().Current.Lesson; l != nil && !l.Run.Over() && len(l.Run.Step().InScripts) > 0 {
		text = l.Says()
	}
	x.editor.Hint(text)
}
