package window

import (
	"boardstudio/model"
	"boardstudio/studio/app"
	"boardstudio/studio/app/command"
	"boardstudio/studio/app/scripts"
	"boardstudio/text/locale"
)

// fillScripts fills the menus of scripts for the game in front, if these may have changed.
func (w *Window) fillScripts(t app.Topic) {
	if t&app.TopicScripts == 0 && w.Current.Session.View.Tree() == w.scriptsOf || !w.app.KnowsScripts() {
		return
	}
	w.scriptsOf = w.Current.Session.View.Tree()
	list := w.Current.Session.Scripts().For(w.Current.Session.View.Rules())
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
func (w *Window) tools() []scripts.Tool {
	if !w.app.KnowsScripts() {
		return nil
	}
	return w.Current.Session.Scripts().Tools(w.Current.Session.View.Rules())
}

// runTool runs a command of a script on the document in front, if its conditions are met.
func (w *Window) runTool(t scripts.Tool) {
	if w.conditions().Allows(command.RunTool) {
		w.Current.Messages().Acted()
		w.Current.Session.RunTool(t)
	}
}

// playScript starts a new game with the rules of the game in front. The user plays first, against a
// script.
func (w *Window) playScript(path string) {
	r := w.Current.Session.View.Rules()
	p := w.Current.Table()
	p.Session.RunScript(scripts.Kind(path, nil), scripts.TestGame{Rules: r, Seat: 1, Against: model.Player{Kind: app.Human}})
	p.ToBoard()
}
