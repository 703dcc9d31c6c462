package newgame

import (
	"maps"
	"slices"
	"strconv"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/rules"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// paramWidget returns a widget for a parameter.
func paramWidget(d rules.Param, value string, changed func(string)) gtk.IWidget {
	title := locale.T(d.Title)
	switch d.Kind {
	case rules.Int:
		v := rules.Params{"": value}.Int("")
		s := gtkx.Spin(title, d.Min, d.Max, v, func(n int) { changed(strconv.Itoa(n)) })
		s.SetActivatesDefault(true)
		s.SetHAlign(gtk.ALIGN_START)
		return s
	case rules.Switch:
		s, _ := gtk.SwitchNew()
		s.SetActive(value == "on")
		s.SetHAlign(gtk.ALIGN_START)
		gtkx.SetName(s, title)
		s.Connect("notify::active", func() {
			if s.GetActive() {
				changed("on")
			} else {
				changed("off")
			}
		})
		return s
	case rules.Choice:
		at := slices.IndexFunc(d.Options, func(o rules.Option) bool { return o.Name == value })
		c := gtkx.Pick(title, d.Options, func(o rules.Option) string { return locale.T(o.Title) }, d.Options[max(at, 0)], func(o rules.Option) { changed(o.Name) })
		c.SetHAlign(gtk.ALIGN_START)
		return c
	}
	e := gtkx.Field(title, value, "", changed)
	e.SetActivatesDefault(true)
	return e
}

// AskOptions shows a dialog for the options of an engine or script. It calls done with the values
// that differ from the defaults. If done returns an error, the dialog shows it and stays open.
func AskOptions(parent gtk.IWindow, title string, options []rules.Param, now map[string]string, done func(map[string]string) error) {
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
		f.Row(locale.T(d.Title), paramWidget(d, value, func(v string) {
			if values[d.Name] = v; v == d.Default {
				delete(values, d.Name)
			}
		}))
	}
	all, bad := gtkx.VBox(8), gtkx.Styled("bad", "")
	bad.SetNoShowAll(true)
	bad.SetLineWrap(true)
	bad.SetMaxWidthChars(48)
	all.SetSizeRequest(320, -1) // minimum width for the title
	gtkx.Pack(all, f, bad)
	gtkx.Ask(parent, locale.T("Options of %s", title), all, locale.T("Apply"), func() bool {
		err := done(values)
		if err != nil {
			bad.SetText(gtkx.Sentence(locale.Err(err)))
			bad.Show()
		}
		return err == nil
	}, nil)
}
