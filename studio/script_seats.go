package studio

import (
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/scripts"
)

// index returns the place of a kind in the list of who can play: 0 for a person, then the
// kinds, then the scripts.
func (l *playerList) index(kind string) int {
	if path := scripts.Path(kind); path != "" {
		for i, s := range l.scripts {
			if s.Path == path {
				return len(l.kinds) + 1 + i
			}
		}
	}
	return kindIndex(l.kinds, kind)
}

// options returns the options of the script in a kind, nil where they are not known.
func (l *playerList) options(kind string) []rules.Param {
	path := scripts.Path(kind)
	if path == "" {
		return nil
	}
	if s, ok := l.w.s.Scripts().Find(path); ok && s.About != nil {
		return s.About.Options
	}
	return nil
}

// optionsButton asks for the values of a script's options.
func (l *playerList) optionsButton(p *model.Player, who string, tell func()) *gtk.Button {
	b, _ := gtk.ButtonNewFromIconName("emblem-system-symbolic", gtk.ICON_SIZE_BUTTON)
	gtkx.SetName(b, locale.T("Options of the script")+who)
	b.SetTooltipText(locale.T("Options of the script"))
	b.Connect("clicked", func() {
		var parent gtk.IWindow = l.w.win
		if top, err := b.GetToplevel(); err == nil {
			if win, ok := top.(gtk.IWindow); ok {
				parent = win
			}
		}
		path := scripts.Path(p.Kind)
		l.w.askOptions(parent, scripts.Title(p.Kind), l.options(p.Kind), scripts.Values(p.Kind), func(values map[string]string) {
			p.Kind = scripts.Kind(path, values)
			tell()
		})
	})
	return b
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
