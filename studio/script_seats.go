package studio

import (
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
)

// index returns the place of a kind in the list of who can play: 0 for a person, then the
// kinds, then the scripts.
func (l *playerList) index(kind string) int {
	if path := app.ScriptPath(kind); path != "" {
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
	path := app.ScriptPath(kind)
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
	name(b, locale.T("Options of the script")+who)
	b.SetTooltipText(locale.T("Options of the script"))
	b.Connect("clicked", func() {
		var parent gtk.IWindow = l.w.win
		if top, err := b.GetToplevel(); err == nil {
			if win, ok := top.(gtk.IWindow); ok {
				parent = win
			}
		}
		path := app.ScriptPath(p.Kind)
		l.w.askOptions(parent, app.ScriptTitle(p.Kind), l.options(p.Kind), app.ScriptValues(p.Kind), func(values map[string]string) {
			p.Kind = app.ScriptKind(path, values)
			tell()
		})
	})
	return b
}
