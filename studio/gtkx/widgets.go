package gtkx

import (
	"slices"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/glib"
	"github.com/gotk3/gotk3/gtk"
)

// VBox returns a box whose widgets stand one below the other, with a gap between them.
func VBox(gap int) *gtk.Box { b, _ := gtk.BoxNew(gtk.ORIENTATION_VERTICAL, gap); return b }

// HBox returns a box whose widgets stand one beside the other, with a gap between them.
func HBox(gap int) *gtk.Box { b, _ := gtk.BoxNew(gtk.ORIENTATION_HORIZONTAL, gap); return b }

// Linked returns a box whose buttons touch.
func Linked() *gtk.Box {
	b := HBox(0)
	AddClass(b, "linked")
	return b
}

// Pack puts widgets one behind the other into a box, with no more room than they need.
func Pack(b *gtk.Box, widgets ...gtk.IWidget) {
	for _, w := range widgets {
		b.PackStart(w, false, false, 0)
	}
}

// Scrolled returns a widget with a scroll bar at its right where it is too high.
func Scrolled(w gtk.IWidget) *gtk.ScrolledWindow {
	s, _ := gtk.ScrolledWindowNew(nil, nil)
	s.SetPolicy(gtk.POLICY_NEVER, gtk.POLICY_AUTOMATIC)
	s.Add(w)
	EndWith(s, w)
	return s
}

// ScrolledText is Scrolled for a text that wraps: it can become narrower than its lines are now.
func ScrolledText(v *gtk.TextView) *gtk.ScrolledWindow {
	s := Scrolled(v)
	s.SetPolicy(policyExternal, gtk.POLICY_AUTOMATIC)
	return s
}

// EndWith has w destroyed with owner where GTK leaves it alive: what a scrolled window puts into a viewport is taken out
// of that before it is destroyed, and a popover outlives what it points to.
func EndWith(owner, w gtk.IWidget) { owner.ToWidget().Connect("destroy", w.ToWidget().Destroy) }

// While connects f to a signal of what is no widget, as an adjustment or a text buffer, until owner is destroyed.
// The signals of a widget end with it; those of anything else would keep all that f uses for good.
func While(owner gtk.IWidget, of *glib.Object, signal string, f any) {
	h := of.Connect(signal, f)
	owner.ToWidget().Connect("destroy", func() { of.HandlerDisconnect(h) })
}

// AddClass gives w a class of the style sheet.
func AddClass(w gtk.IWidget, class string) {
	if c, err := w.ToWidget().GetStyleContext(); err == nil {
		c.AddClass(class)
	}
}

// SetClass gives w a class of the style sheet, or takes it away.
func SetClass(w gtk.IWidget, class string, on bool) {
	if c, err := w.ToWidget().GetStyleContext(); err == nil {
		if on {
			c.AddClass(class)
		} else {
			c.RemoveClass(class)
		}
	}
}

// Margins leaves room at the left and right of w, and above and below it.
func Margins(w gtk.IWidget, x, y int) {
	v := w.ToWidget()
	v.SetMarginStart(x)
	v.SetMarginEnd(x)
	v.SetMarginTop(y)
	v.SetMarginBottom(y)
}

// Label returns a text; left aligned.
func Label(text string) *gtk.Label {
	l, _ := gtk.LabelNew(text)
	l.SetXAlign(0)
	return l
}

// Styled returns a text with a class of the style sheet.
func Styled(class, text string) *gtk.Label {
	l := Label(text)
	AddClass(l, class)
	return l
}

// Button returns a button that does something.
func Button(title string, do func()) *gtk.Button {
	b, _ := gtk.ButtonNewWithLabel(title)
	b.Connect("clicked", do)
	return b
}

// Wrapped returns a text of several lines.
func Wrapped(text string, width int) *gtk.Label {
	l := Label(text)
	l.SetLineWrap(true)
	l.SetMaxWidthChars(width)
	return l
}

// OneStop makes a list one stop for Tab, which would else go from row to row: next has the focus after it, or previous
// with Shift.
func OneStop(list *gtk.ListBox, next, previous func()) {
	list.Connect("key-press-event", func(_ *gtk.ListBox, ev *gdk.Event) bool {
		switch k := gdk.EventKeyNewFromEvent(ev); {
		case k.KeyVal() == gdk.KEY_ISO_Left_Tab:
			previous()
		case k.KeyVal() == gdk.KEY_Tab && gdk.ModifierType(k.State())&gdk.CONTROL_MASK == 0:
			next()
		default:
			return false
		}
		return true
	})
}

// Combo returns a list to choose one of; changed gets the index, also when it
// is filled.
func Combo(title string, items []string, active int, changed func(int)) *gtk.ComboBoxText {
	c, _ := gtk.ComboBoxTextNew()
	for _, it := range items {
		c.AppendText(it)
	}
	c.SetActive(active)
	SetName(c, title)
	if changed != nil {
		c.Connect("changed", func() { changed(c.GetActive()) })
	}
	return c
}

// Pick returns a list to choose one of the values by its title; changed gets it. Before that, now is chosen or
// else the first.
func Pick[T comparable](title string, values []T, titleOf func(T) string, now T, changed func(T)) *gtk.ComboBoxText {
	titles := make([]string, len(values))
	for i, v := range values {
		titles[i] = titleOf(v)
	}
	return Combo(title, titles, max(slices.Index(values, now), 0), func(i int) {
		if i >= 0 {
			changed(values[i])
		}
	})
}

// Spin returns a number to choose.
func Spin(title string, lo, hi, value int, changed func(int)) *gtk.SpinButton {
	s, _ := gtk.SpinButtonNewWithRange(float64(lo), float64(hi), 1)
	s.SetValue(float64(value))
	SetName(s, title)
	if changed != nil {
		s.Connect("value-changed", func() { changed(s.GetValueAsInt()) })
	}
	return s
}

// Check returns a switch with a title.
func Check(title string, on bool, changed func(bool)) *gtk.CheckButton {
	c, _ := gtk.CheckButtonNewWithLabel(title)
	c.SetActive(on)
	SetName(c, title)
	if changed != nil {
		c.Connect("toggled", func() { changed(c.GetActive()) })
	}
	return c
}

// Field returns a line of text.
func Field(title, value, hint string, changed func(string)) *gtk.Entry {
	e, _ := gtk.EntryNew()
	e.SetText(value)
	e.SetPlaceholderText(hint)
	SetName(e, title)
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

// NewForm returns an empty form.
func NewForm() *form {
	g, _ := gtk.GridNew()
	g.SetRowSpacing(8)
	g.SetColumnSpacing(12)
	return &form{Grid: g}
}

// Row puts a title and a widget into the next row, and returns the title, which has a mnemonic.
func (f *form) Row(title string, w gtk.IWidget) *gtk.Label {
	l := rowTitle(title, w)
	f.Attach(l, 0, f.rows, 1, 1)
	f.Wide(w, 1, 1)
	return l
}

// Beside puts a title and a widget into the last row, behind what is there.
func (f *form) Beside(title string, w gtk.IWidget) {
	f.Attach(rowTitle(title, w), 2, f.rows-1, 1, 1)
	f.Attach(w, 3, f.rows-1, 1, 1)
}

// rowTitle returns the title before a widget.
func rowTitle(title string, w gtk.IWidget) *gtk.Label {
	l, _ := gtk.LabelNewWithMnemonic(title)
	l.SetXAlign(1)
	l.SetMnemonicWidget(w)
	AddClass(l, "dim-label")
	return l
}

// Wide puts a widget into the next row, from a column over some columns.
func (f *form) Wide(w gtk.IWidget, col, span int) {
	f.Attach(w, col, f.rows, span, 1)
	f.rows++
}

// Counts returns a table of texts with a number behind each.
func Counts(titles []string, count func(i int) string) *gtk.Grid {
	g, _ := gtk.GridNew()
	g.SetColumnSpacing(40)
	g.SetRowSpacing(8)
	for i, t := range titles {
		what, n := Label(t), Styled("name", count(i))
		what.SetHExpand(true)
		n.SetXAlign(1)
		g.Attach(what, 0, i, 1, 1)
		g.Attach(n, 1, i, 1, 1)
	}
	return g
}

// AddRow puts a widget into a list, as a row with a name for screen readers.
func AddRow(list *gtk.ListBox, name string, w gtk.IWidget) {
	row, _ := gtk.ListBoxRowNew()
	row.Add(w)
	SetName(row, name)
	list.Add(row)
}

// Empty takes all widgets out of a container.
func Empty(c *gtk.Container) {
	c.GetChildren().Foreach(func(v any) {
		if x, ok := v.(gtk.IWidget); ok {
			x.ToWidget().Destroy()
		}
	})
}

// TextView returns an empty text, with some room at the left and right of it, and above and below it.
func TextView(title string, wrap gtk.WrapMode, x, y int) *gtk.TextView {
	v, _ := gtk.TextViewNew()
	v.SetWrapMode(wrap)
	v.SetLeftMargin(x)
	v.SetRightMargin(x)
	v.SetTopMargin(y)
	v.SetBottomMargin(y)
	SetName(v, title)
	return v
}

// OutputText returns a text that can be read and copied only.
func OutputText(title string) (*gtk.TextView, *gtk.ScrolledWindow) {
	v := TextView(title, gtk.WRAP_WORD_CHAR, 10, 6)
	v.SetEditable(false)
	v.SetMonospace(true)
	v.SetAcceptsTab(false)
	s, _ := gtk.ScrolledWindowNew(nil, nil)
	s.SetSizeRequest(-1, 120)
	s.Add(v)
	return v, s
}

// Into scrolls so that v stands at least margin from the ends of the page.
func Into(a *gtk.Adjustment, v, margin float64) {
	lo, page := a.GetValue(), a.GetPageSize()
	if v-margin < lo {
		a.SetValue(v - margin)
	} else if v+margin > lo+page {
		a.SetValue(v + margin - page)
	}
}

// around is the room that is left for what a window manager puts around a window.
const around = 44

// SizeOn returns the size of a window that is best so large: no more than the screen of parent has room for.
func SizeOn(parent *gtk.Window, width, height int) (int, int) {
	screen, err := gdk.DisplayGetDefault()
	if err != nil {
		return width, height
	}
	at, err := parent.GetWindow()
	if err != nil || at == nil {
		return width, height
	}
	m, err := screen.GetMonitorAtWindow(at)
	if err != nil {
		return width, height
	}
	room := m.GetWorkarea()
	return min(width, room.GetWidth()-around/4), min(height, room.GetHeight()-around)
}

// Secondary reports whether an event is a press of the secondary button.
func Secondary(ev *gdk.Event) bool {
	e := gdk.EventButtonNewFromEvent(ev)
	return e.Type() == gdk.EVENT_BUTTON_PRESS && e.Button() == gdk.BUTTON_SECONDARY
}
