package studio

import (
	"slices"
	"time"

	"boardstudio/studio/newgame"
	"boardstudio/studio/newgamewin"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/command"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/scripts"
	"boardstudio/studio/scriptwin"
	"boardstudio/studio/tutorial"
)

// scripting is what the studio has to do with scripts: their window, which works on the document in front.
type scripting struct {
	d      *desk
	lists  gtkx.Lists
	editor *scriptwin.Window // nil while the window of scripts is closed
	// known says that scripts may be asked for: not before a window stands.
	known bool
}

// Session implements scriptwin.Host.
func (x *scripting) Session() scriptwin.Session { return x.d.front().cur.s }

// Run implements scriptwin.Host.
func (x *scripting) Run(kind string, g scripts.TestGame) {
	w := x.d.front().cur
	if !w.s.InTestGame() {
		w = w.table()
	}
	w.s.RunScript(kind, g)
}

// Opponents implements scriptwin.Host.
func (x *scripting) Opponents(r rules.Rules) []scriptwin.Opponent {
	return slices.DeleteFunc(newgamewin.Opponents(r, x.d.front().cur.s.Scripts()), func(o scriptwin.Opponent) bool { return o.Kind == newgame.AnyScript })
}

// Levels implements scriptwin.Host.
func (x *scripting) Levels() []string { return newgame.LevelTitles() }

// Present implements scriptwin.Host.
func (x *scripting) Present() { x.d.front().win.Present() }

// AskOptions implements scriptwin.Host.
func (x *scripting) AskOptions(parent gtk.IWindow, title string, options []rules.Param, now map[string]string, done func(map[string]string)) {
	newgamewin.AskOptions(parent, title, options, now, func(values map[string]string) error {
		done(values)
		return nil
	})
}

// Help implements scriptwin.Host.
func (x *scripting) Help(parent gtk.IWindow, then func()) {
	x.d.front().cur.helpAt(scriptPage, parent, then)
}

// show shows the window of scripts, or brings it to the front.
func (x *scripting) show() {
	defer func() { x.d.front().cur.happened(tutorial.ScriptsShown) }()
	if x.editor != nil {
		x.editor.Present()
		return
	}
	w := x.d.front()
	x.lists = gtkx.Lists{Parent: w.win, Ahead: &w.ahead, Key: w.runKey}
	x.editor = scriptwin.Open(x, &x.lists, x.d.shade.Dark, func() { x.editor = nil })
}

// renew shows the window of scripts in another language.
func (x *scripting) renew() {
	if x.editor != nil {
		x.editor.CloseThen(x.show)
	}
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
		if len(x.d.windows) == 0 {
			return
		}
		x.known = true
		x.d.changed(app.TopicScripts)
		list := x.d.front().cur.s.Scripts().List()
		if i := slices.IndexFunc(list, func(s scripts.Script) bool { return s.Draft }); i >= 0 {
			x.d.front().cur.say(app.Note, locale.T("The script “%s” has text that was not saved: it is there in the window of scripts", list[i].Name))
		}
	})
}

// changed shows what changed in the window of scripts.
func (x *scripting) changed(t app.Topic) {
	if x.editor != nil {
		x.editor.Changed(t&app.TopicScripts != 0, x.d.shade.Dark)
		x.hint()
	}
}

// hint has the window of scripts say what the lesson in front asks for there.
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

// fillScripts lists the scripts that play the game in front in their menu, when these may
// be others now.
func (w *window) fillScripts(t app.Topic) {
	if t&app.TopicScripts == 0 && w.cur.s.Tree() == w.scriptsOf || !w.d.scripts.known {
		return
	}
	w.scriptsOf = w.cur.s.Tree()
	list := w.Scripts().For(w.cur.s.Rules())
	fill(w.scriptMenu, len(list), locale.T("No script plays this game"), func(i int) (text, tip string, do func()) {
		return list[i].Title(), "", func() { w.playScript(list[i].Path) }
	})
	tools := w.tools()
	fill(w.toolMenu, len(tools), locale.T("No script has commands for this game"), func(i int) (text, tip string, do func()) {
		return tools[i].Title(), tools[i].Script.Title(), func() { w.runTool(tools[i]) }
	})
}

// tools returns the commands of scripts for the game in front, none before scripts may be asked for.
func (w *window) tools() []scripts.Tool {
	if !w.d.scripts.known {
		return nil
	}
	return w.Scripts().Tools(w.cur.s.Rules())
}

// runTool has a command of a script work on the document in front, if that makes sense now.
func (w *window) runTool(t scripts.Tool) {
	if w.conditions().Allows(command.RunTool) {
		w.cur.messages().Acted()
		w.cur.s.RunTool(t)
	}
}

// playScript begins the game in front anew: the person against a script, which moves second.
func (w *window) playScript(path string) {
	r := w.cur.s.Rules()
	p := w.table()
	p.s.RunScript(scripts.Kind(path, nil), scripts.TestGame{Rules: r, Seat: 1, Against: model.Player{Kind: app.Human}})
	p.toBoard()
}
