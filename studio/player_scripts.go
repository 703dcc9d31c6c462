package studio

import (
	"maps"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/locale"
	"boardstudio/rules"
	"boardstudio/studio/gtkx"
)

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
