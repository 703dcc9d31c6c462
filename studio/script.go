package studio

import (
	"time"

	"github.com/gotk3/gotk3/gtk"

	aiall "boardstudio/ai/all"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/scripts"
	"boardstudio/studio/scriptwin"
)

// scriptHost is the window as that of scripts sees it.
type scriptHost struct {
	*app.Session
	w *window
}

// Opponents implements scriptwin.Host.
func (h scriptHost) Opponents(r rules.Rules) []scriptwin.Opponent {
	list := []scriptwin.Opponent{{Title: locale.T("Person"), Kind: app.Human}}
	for _, k := range aiall.For(r) {
		if k.Name != "lua" {
			list = append(list, scriptwin.Opponent{Title: locale.T(k.Title), Kind: k.Name, Levels: hasLevel(k.Name)})
		}
	}
	for _, s := range h.Scripts().For(r) {
		list = append(list, scriptwin.Opponent{Title: locale.T("Script: %s", s.Title()), Kind: scripts.Kind(s.Path, nil)})
	}
	return list
}

// Levels implements scriptwin.Host.
func (h scriptHost) Levels() []string { return levelTitles() }

// Present implements scriptwin.Host.
func (h scriptHost) Present() { h.w.win.Present() }

// UnlessUnsaved implements scriptwin.Host.
func (h scriptHost) UnlessUnsaved(then func()) { h.w.unlessUnsaved(then) }

// AskOptions implements scriptwin.Host.
func (h scriptHost) AskOptions(parent gtk.IWindow, title string, options []rules.Param, now map[string]string, done func(map[string]string)) {
	askOptions(parent, title, options, now, done)
}

// Help implements scriptwin.Host.
func (h scriptHost) Help(parent gtk.IWindow, then func()) { h.w.helpAt(scriptPage, parent, then) }

// scripts shows the window of scripts, or brings it to the front.
func (w *window) scripts() {
	if w.editor != nil {
		w.editor.Present()
		return
	}
	w.editor = scriptwin.Open(scriptHost{w.s, w}, &w.lists, w.st.Dark, func() { w.editor = nil })
}

// unlessScript runs then, after asking for unsaved text of a script.
func (w *window) unlessScript(then func()) {
	if w.editor == nil {
		then()
		return
	}
	w.editor.CloseThen(then)
}

// warnOfDrafts says when scripts have text that was not saved.
func (w *window) warnOfDrafts() {
	for _, s := range w.s.Scripts().List() {
		if s.Draft {
			w.say(app.Note, locale.T("The script “%s” has text that was not saved: it is there in the window of scripts", s.Name))
			return
		}
	}
}

// describeScripts has scripts asked what they play, so that lists of players show them.
func (w *window) describeScripts() {
	gtkx.Loop{}.After(400*time.Millisecond, func() {
		w.scriptsKnown = true
		w.changed(app.TopicScripts)
		w.warnOfDrafts()
	})
}

// fillScripts lists the scripts that play the open game in their menu, when these may
// be others now.
func (w *window) fillScripts(t app.Topic) {
	if t&app.TopicScripts == 0 && w.s.Tree() == w.scriptsOf || !w.scriptsKnown {
		return
	}
	w.scriptsOf = w.s.Tree()
	w.scriptMenu.GetChildren().Foreach(func(v any) {
		if x, ok := v.(*gtk.Widget); ok {
			x.Destroy()
		}
	})
	list := w.s.Scripts().For(w.s.Rules())
	for _, s := range list {
		item, _ := gtk.MenuItemNewWithLabel(s.Title())
		item.Connect("activate", func() { w.playScript(s.Path) })
		w.scriptMenu.Append(item)
	}
	if len(list) == 0 {
		item, _ := gtk.MenuItemNewWithLabel(locale.T("No script plays this game"))
		item.SetSensitive(false)
		w.scriptMenu.Append(item)
	}
	w.scriptMenu.ShowAll()
}

// playScript begins the open game anew: the person against a script, which moves second.
func (w *window) playScript(path string) {
	w.unlessUnsaved(func() {
		w.s.RunScript(scripts.Kind(path, nil), scripts.TestGame{Rules: w.s.Rules(), Seat: 1, Against: model.Player{Kind: app.Human}})
		w.board.area.GrabFocus()
	})
}
