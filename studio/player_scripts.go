package studio

import (
	"maps"
	"slices"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/scripts"
	"boardstudio/studio/scriptwin"
)

// index returns the place of a kind in the list of who can play: that of a person for one that is not there.
func (l *playerList) index(kind string) int {
	path := scripts.Path(kind)
	i := slices.IndexFunc(l.who, func(o scriptwin.Opponent) bool { return path != "" && scripts.Path(o.Kind) == path })
	if i < 0 {
		i = slices.IndexFunc(l.who, func(o scriptwin.Opponent) bool { return o.Kind == kindName(kind) })
	}
	return max(i, 0)
}

// options returns the options of the script in a kind, nil where they are not known.
func (l *playerList) options(kind string) []rules.Param {
	path := scripts.Path(kind)
	if path == "" {
		return nil
	}
	if s, ok := l.library().Find(path); ok && s.About != nil {
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
		var parent gtk.IWindow = l.parent
		if top, err := b.GetToplevel(); err == nil {
			if win, ok := top.(gtk.IWindow); ok {
				parent = win
			}
		}
		path := scripts.Path(p.Kind)
		askOptions(parent, scripts.Title(p.Kind), l.options(p.Kind), scripts.Values(p.Kind), func(values map[string]string) {
			p.Kind = scripts.Kind(path, values)
			tell()
		})
	})
	return b
}

// askOptions asks for the values of a script's options; done is given those that differ
// from what the script says.
func askOptions(parent gtk.IWindow, title string, options []rules.Param, now map[string]string, done func(map[string]string)) {
	values := maps.Clone(now)
	if values == nil {
		values = map[string]string{}
	}
	f := gtkx.NewForm()
	for _, d := range options {
		value, err := d.Check(values[d.Name])
		if err != nil || values[d.Name] == "" {
			value = d.Default
			delete(values, d.Name)
		}
		f.Row(string(d.Title), paramWidget(d, value, func(v string) {
			if values[d.Name] = v; v == d.Default {
				delete(values, d.Name)
			}
		}))
	}
	gtkx.Ask(parent, locale.T("Options of %s", title), f, locale.T("Apply"), func() bool {
		done(values)
		return true
	}, nil)
}
