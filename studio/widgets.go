package studio

import (
	"strconv"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/locale"
	"boardstudio/studio/app"
)

// Small helpers, so that what a dialog holds can be read off its code.

func itoa(n int) string { return strconv.Itoa(n) }

func vbox(gap int) *gtk.Box { b, _ := gtk.BoxNew(gtk.ORIENTATION_VERTICAL, gap); return b }
func hbox(gap int) *gtk.Box { b, _ := gtk.BoxNew(gtk.ORIENTATION_HORIZONTAL, gap); return b }

// linked returns a box whose buttons touch.
func linked() *gtk.Box {
	b := hbox(0)
	addClass(b, "linked")
	return b
}

func addClass(w gtk.IWidget, class string) {
	if c, err := w.ToWidget().GetStyleContext(); err == nil {
		c.AddClass(class)
	}
}

func setClass(w gtk.IWidget, class string, on bool) {
	if c, err := w.ToWidget().GetStyleContext(); err == nil {
		if on {
			c.AddClass(class)
		} else {
			c.RemoveClass(class)
		}
	}
}

func margins(w gtk.IWidget, x, y int) {
	v := w.ToWidget()
	v.SetMarginStart(x)
	v.SetMarginEnd(x)
	v.SetMarginTop(y)
	v.SetMarginBottom(y)
}

// label returns a text; left aligned.
func label(text string) *gtk.Label {
	l, _ := gtk.LabelNew(text)
	l.SetXAlign(0)
	return l
}

// wrapped returns a text of several lines.
func wrapped(text string, width int) *gtk.Label {
	l := label(text)
	l.SetLineWrap(true)
	l.SetMaxWidthChars(width)
	return l
}

// iconButton returns a flat button with a picture, which is called and tipped
// as the command.
func (w *window) iconButton(icon, id string) *gtk.Button {
	b, _ := gtk.ButtonNewFromIconName(icon, gtk.ICON_SIZE_BUTTON)
	c := app.CommandByID(id)
	w.tip(b, c)
	b.SetFocusOnClick(false)
	name(b, locale.T(c.Title))
	b.Connect("clicked", func() { w.run(id) })
	return b
}

// combo returns a list to choose one of; changed gets the index, also when it
// is filled.
func combo(title string, items []string, active int, changed func(int)) *gtk.ComboBoxText {
	c, _ := gtk.ComboBoxTextNew()
	for _, it := range items {
		c.AppendText(it)
	}
	c.SetActive(active)
	name(c, title)
	if changed != nil {
		c.Connect("changed", func() { changed(c.GetActive()) })
	}
	return c
}

// spin returns a number to choose.
func spin(title string, lo, hi, value int, changed func(int)) *gtk.SpinButton {
	s, _ := gtk.SpinButtonNewWithRange(float64(lo), float64(hi), 1)
	s.SetValue(float64(value))
	name(s, title)
	if changed != nil {
		s.Connect("value-changed", func() { changed(s.GetValueAsInt()) })
	}
	return s
}

// check returns a switch with a title.
func check(title string, on bool, changed func(bool)) *gtk.CheckButton {
	c, _ := gtk.CheckButtonNewWithLabel(title)
	c.SetActive(on)
	name(c, title)
	if changed != nil {
		c.Connect("toggled", func() { changed(c.GetActive()) })
	}
	return c
}

// field returns a line of text.
func field(title, value, hint string, changed func(string)) *gtk.Entry {
	e, _ := gtk.EntryNew()
	e.SetText(value)
	e.SetPlaceholderText(hint)
	name(e, title)
	if changed != nil {
		e.Connect("changed", func() {
			text, _ := e.GetText()
			changed(text)
		})
	}
	return e
}

// form returns a grid of titles with a widget behind each.
type form struct {
	*gtk.Grid
	rows int
}

func newForm() *form {
	g, _ := gtk.GridNew()
	g.SetRowSpacing(8)
	g.SetColumnSpacing(12)
	return &form{Grid: g}
}

func (f *form) row(title string, w gtk.IWidget) {
	l, _ := gtk.LabelNewWithMnemonic(title)
	l.SetXAlign(1)
	l.SetMnemonicWidget(w)
	addClass(l, "dim-label")
	f.Attach(l, 0, f.rows, 1, 1)
	f.wide(w, 1, 1)
}

// wide puts a widget into the next row, from a column over some columns.
func (f *form) wide(w gtk.IWidget, col, span int) {
	f.Attach(w, col, f.rows, span, 1)
	f.rows++
}

// clear takes all widgets out of a container.
func clear(c *gtk.Container) {
	c.GetChildren().Foreach(func(v any) {
		if x, ok := v.(gtk.IWidget); ok {
			x.ToWidget().Destroy()
		}
	})
}
