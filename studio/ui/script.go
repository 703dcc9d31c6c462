package ui

import (
	"slices"
	"time"

	"boardstudio/studio/app/newgame"
	uinewgame "boardstudio/studio/ui/newgame"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/app/command"
	"boardstudio/studio/app/scripts"
	"boardstudio/studio/app/tutorial"
	"boardstudio/studio/ui/gtkx"
	uiscripts "boardstudio/studio/ui/scripts"
	"boardstudio/text/locale"
)

// scripting implements scriptwin.Host and manages the script window, which works on the document in
// front.
type scripting struct {
	d      *desk
	lists  gtkx.Lists
	editor *uiscripts.Window // nil while closed
	// known is set once scripts may be queried, which is after the first window has appeared.
	known bool
}

// Session implements scriptwin.Host.
func (x *scripting) Session() *app.Session { return x.d.front().cur.s }

// Run implements scriptwin.Host.
func (x *scripting) Run(kind string, g scripts.TestGame) {
	w := x.d.front().cur
	if !w.s.InTestGame() {
		w = w.table()
	}
	w.s.RunScript(kind, g)
}

// Opponents implements scriptwin.Host.
func (x *scripting) Opponents(r rules.Rules) []uiscripts.Opponent {
	return slices.DeleteFunc(uinewgame.Opponents(r, x.d.front().cur.s.Scripts()), func(o uiscripts.Opponent) bool { return o.Kind == newgame.AnyScript })
}

// Levels implements scriptwin.Host.
func (x *scripting) Levels() []string { return newgame.LevelTitles() }

// Present implements scriptwin.Host.
func (x *scripting) Present() { x.d.front().win.Present() }

// AskOptions implements scriptwin.Host.
func (x *scripting) AskOptions(parent gtk.IWindow, title string, options []rules.Param, now map[string]string, done func(map[string]string)) {
	uinewgame.AskOptions(parent, title, options, now, func(values map[string]string) error {
		done(values)
		return nil
	})
}

// Help implements scriptwin.Host.
func (x *scripting) Help(parent gtk.IWindow, then func()) {
	x.d.front().cur.helpAt(scriptPage, parent, then)
}

// show opens the script window or brings it to the front.
func (x *scripting) show() {
	defer func() { x.d.front().cur.happened(tutorial.ScriptsShown) }()
	if x.editor != nil {
		x.editor.Present()
		return
	}
	w := x.d.front()
	x.lists = gtkx.Lists{Parent: w.win, Ahead: &w.ahead, Key: w.runKey}
	x.editor = uiscripts.Open(x, &x.lists, x.d.shade.Dark, func() { x.editor = nil })
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
		x.d.changed(app.TopicScripts)
		list := x.d.front().cur.s.Scripts().List()
		if i := slices.IndexFunc(list, func(s scripts.Script) bool { return s.Draft }); i >= 0 {
			x.d.front().cur.say(app.Note, locale.T("The script “%s” has unsaved text: open the window of scripts to save it", list[i].Name))
		}
	})
}

// changed updates the script window.
func (x *scripting) changed(t app.Topic) {
	if x.editor != nil {
		x.editor.Changed(t&app.TopicScripts != 0, x.d.shade.Dark)
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
	if l := x.d.front().cur.lesson; l != nil && !l.run.Over() && len(l.run.Step().InScripts) > 0 {
		text = l.says()
	}
	x.editor.Hint(text)
}

// fillScripts fills the menus of scripts for the game in front, if these may have changed.
func (w *window) fillScripts(t app.Topic) {
	if t&app.TopicScripts == 0 && w.cur.s.View.Tree() == w.scriptsOf || !w.d.scripts.known {
		return
	}
	w.scriptsOf = w.cur.s.View.Tree()
	list := w.Scripts().For(w.cur.s.View.Rules())
	fill(w.scriptMenu, len(list), locale.T("No script plays this game"), func(i int) (text, tip string, do func()) {
		return list[i].Title(), "", func() { w.playScript(list[i].Path) }
	})
	tools := w.tools()
	fill(w.toolMenu, len(tools), locale.T("No script has commands for this game"), func(i int) (text, tip string, do func()) {
		return tools[i].Title(), tools[i].Script.Title(), func() { w.runTool(tools[i]) }
	})
}

// tools returns the commands of scripts for the game in front. It returns nil before scripts may be
// queried.
func (w *window) tools() []scripts.Tool {
	if !w.d.scripts.known {
		return nil
	}
	return w.Scripts().Tools(w.cur.s.View.Rules())
}

// runTool runs a command of a script on the document in front, if its conditions are met.
func (w *window) runTool(t scripts.Tool) {
	if w.conditions().Allows(command.RunTool) {
		w.cur.messages().Acted()
		w.cur.s.RunTool(t)
	}
}

// playScript starts a new game with the rules of the game in front. The user plays first, against a
// script.
func (w *window) playScript(path string) {
	r := w.cur.s.View.Rules()
	p := w.table()
	p.s.RunScript(scripts.Kind(path, nil), scripts.TestGame{Rules: r, Seat: 1, Against: model.Player{Kind: app.Human}})
	p.toBoard()
}
