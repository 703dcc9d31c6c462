package gtkx

import (
	"slices"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/glib"
	"github.com/gotk3/gotk3/gtk"
)

// VBox returns a vertical box, with a gap between its widgets.
func VBox(gap int) *gtk.Box { b, _ := gtk.BoxNew(gtk.ORIENTATION_VERTICAL, gap); return b }

// HBox returns a horizontal box, with a gap between its widgets.
func HBox(gap int) *gtk.Box { b, _ := gtk.BoxNew(gtk.ORIENTATION_HORIZONTAL, gap); return b }

// Linked returns a box for buttons without gaps between them.
func Linked() *gtk.Box {
	b := HBox(0)
	AddClass(b, "linked")
	return b
}

// Pack appends widgets to a box, each at its natural size.
func Pack(b *gtk.Box, widgets ...gtk.IWidget) {
	for _, w := range widgets {
		b.PackStart(w, false, false, 0)
	}
}

// Scrolled returns w in a scrolled window, with a vertical scroll bar if needed.
func Scrolled(w gtk.IWidget) *gtk.ScrolledWindow {
	s, _ := gtk.ScrolledWindowNew(nil, nil)
	s.SetPolicy(gtk.POLICY_NEVER, gtk.POLICY_AUTOMATIC)
	s.Add(w)
	EndWith(s, w)
	return s
}

// ScrolledText is like Scrolled, for a wrapped text. The text can become narrower than its current
// lines.
func ScrolledText(v *gtk.TextView) *gtk.ScrolledWindow {
	s := Scrolled(v)
	s.SetPolicy(policyExternal, gtk.POLICY_AUTOMATIC)
	return s
}

// ScrollTo scrolls a text view so that the line with the character at offset at is at the top. It
// scrolls twice, because GTK measures pictures above that line later, but before idle functions of
// low priority.
func ScrollTo(v *gtk.TextView, at int) {
	buf, _ := v.GetBuffer()
	mark := buf.CreateMark("", buf.GetIterAtOffset(at), true)
	scroll := func() {
		v.ScrollToMark(mark, 0, true, 0, 0)
		if a, _ := v.GetProperty("vadjustment"); at == 0 && a != nil {
			_ = a.(interface{ SetProperty(string, any) error }).SetProperty("value", 0.0) // with the margin above the first line
		}
	}
	scroll()
	closed := false
	v.Connect("destroy", func() { closed = true })
	WhenIdle(glib.PRIORITY_LOW, func() bool {
		if !closed && !mark.GetDeleted() {
			scroll()
		}
		return false
	})
}

// EndWith destroys w together with owner, in cases where GTK does not. A scrolled window removes
// its child from the viewport before it destroys that. A popover outlives the widget it points to.
func EndWith(owner, w gtk.IWidget) { owner.ToWidget().Connect("destroy", w.ToWidget().Destroy) }

// While connects f to a signal of an object that is not a widget, such as an adjustment or a text
// buffer, until owner is destroyed. GTK disconnects signals of a widget when it is destroyed. A
// signal of another object would keep everything that f uses in memory.
func While(owner gtk.IWidget, of *glib.Object, signal string, f any) {
	h := of.Connect(signal, f)
	owner.ToWidget().Connect("destroy", func() { of.HandlerDisconnect(h) })
}

// AddClass adds a style class to w.
func AddClass(w gtk.IWidget, class string) {
	if c, err := w.ToWidget().GetStyleContext(); err == nil {
		c.AddClass(class)
	}
}

// SetClass adds a style class to w or removes it.
func SetClass(w gtk.IWidget, class string, on bool) {
	if c, err := w.ToWidget().GetStyleContext(); err == nil {
		if on {
			c.AddClass(class)
		} else {
			c.RemoveClass(class)
		}
	}
}

// Margins sets the horizontal and vertical margins of w.
func Margins(w gtk.IWidget, x, y int) {
	v := w.ToWidget()
	v.SetMarginStart(x)
	v.SetMarginEnd(x)
	v.SetMarginTop(y)
	v.SetMarginBottom(y)
}

// Label returns a left-aligned label.
func Label(text string) *gtk.Label {
	l, _ := gtk.LabelNew(text)
	l.SetXAlign(0)
	return l
}

// Styled returns a left-aligned label with a style class.
func Styled(class, text string) *gtk.Label {
	l := Label(text)
	AddClass(l, class)
	return l
}

// Button returns a button that calls do.
func Button(title string, do func()) *gtk.Button {
	b, _ := gtk.ButtonNewWithLabel(title)
	b.Connect("clicked", do)
	return b
}

// Wrapped returns a label that wraps at width characters.
func Wrapped(text string, width int) *gtk.Label {
	l := Label(text)
	l.SetLineWrap(true)
	l.SetMaxWidthChars(width)
	return l
}

// OneStop makes a list a single stop for Tab, instead of one for each row. Tab calls next,
// Shift+Tab calls previous; they should move the focus.
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

// Combo returns a combo box. It calls changed, unless nil, with the index of the selected item,
// also when items are added later.
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

// Pick returns a combo box of values, shown by their titles. At first, it selects now, or the first
// value if now is not among them. It calls changed with the selected value.
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

// Spin returns a spin button for integers from lo to hi.
func Spin(title string, lo, hi, value int, changed func(int)) *gtk.SpinButton {
	s, _ := gtk.SpinButtonNewWithRange(float64(lo), float64(hi), 1)
	s.SetValue(float64(value))
	SetName(s, title)
	if changed != nil {
		s.Connect("value-changed", func() { changed(s.GetValueAsInt()) })
	}
	return s
}

// Check returns a check button.
func Check(title string, on bool, changed func(bool)) *gtk.CheckButton {
	c, _ := gtk.CheckButtonNewWithLabel(title)
	c.SetActive(on)
	SetName(c, title)
	if changed != nil {
		c.Connect("toggled", func() { changed(c.GetActive()) })
	}
	return c
}

// Field returns a text entry. The text hint is its placeholder.
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

// form is a grid with two columns: titles and widgets.
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

// Row adds a row with a title and a widget. It returns the label of the title, which has a
// mnemonic.
func (f *form) Row(title string, w gtk.IWidget) *gtk.Label {
	l := rowTitle(title, w)
	f.Attach(l, 0, f.rows, 1, 1)
	f.Wide(w, 1, 1)
	return l
}

// Beside adds a title and a widget at the end of the last row.
func (f *form) Beside(title string, w gtk.IWidget) {
	f.Attach(rowTitle(title, w), 2, f.rows-1, 1, 1)
	f.Attach(w, 3, f.rows-1, 1, 1)
}

// rowTitle returns the label for a widget, right-aligned.
func rowTitle(title string, w gtk.IWidget) *gtk.Label {
	l, _ := gtk.LabelNewWithMnemonic(title)
	l.SetXAlign(1)
	l.SetMnemonicWidget(w)
	AddClass(l, "dim-label")
	return l
}

// Wide adds a row with a widget that starts at column col and spans span columns.
func (f *form) Wide(w gtk.IWidget, col, span int) {
	f.Attach(w, col, f.rows, span, 1)
	f.rows++
}

// Counts returns a grid of titles, each followed by a number.
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

// AddRow adds a widget to a list, in a row with an accessible name.
func AddRow(list *gtk.ListBox, name string, w gtk.IWidget) {
	row, _ := gtk.ListBoxRowNew()
	row.Add(w)
	SetName(row, name)
	list.Add(row)
}

// Empty destroys all widgets in a container.
func Empty(c *gtk.Container) {
	c.GetChildren().Foreach(func(v any) {
		if x, ok := v.(gtk.IWidget); ok {
			x.ToWidget().Destroy()
		}
	})
}

// TextView returns an empty text view with horizontal margins x and vertical margins y.
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

// OutputText returns a read-only text view in a scrolled window. Its text can be copied.
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

// Into scrolls so that v is at least margin away from both ends of the page.
func Into(a *gtk.Adjustment, v, margin float64) {
	lo, page := a.GetValue(), a.GetPageSize()
	if v-margin < lo {
		a.SetValue(v - margin)
	} else if v+margin > lo+page {
		a.SetValue(v + margin - page)
	}
}

// frameMargin is the space reserved for the window manager's decorations, in pixels.
const frameMargin = 44

// SizeOn returns the preferred size of a window, limited to the size of the monitor that shows
// parent.
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
	return max(min(width, room.GetWidth()-frameMargin/4), 1), max(min(height, room.GetHeight()-frameMargin), 1) // GTK refuses negative sizes
}

// Secondary reports whether an event is a press of the secondary mouse button.
func Secondary(ev *gdk.Event) bool {
	e := gdk.EventButtonNewFromEvent(ev)
	return e.Type() == gdk.EVENT_BUTTON_PRESS && e.Button() == gdk.BUTTON_SECONDARY
}
