package gtkx

import (
	"cmp"
	"unicode/utf8"

	"github.com/gotk3/gotk3/gdk"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/text/locale"
)

// ListSpec describes a list window.
type ListSpec struct {
	Title   string
	Hint    string // placeholder of the text field
	Columns []Column
	// Rows returns the rows that match the typed text.
	Rows func(filter string) Rows
	// Live is a bit set of the changes after which Rows is called again.
	Live uint
	// Stays keeps the window open when a row is activated.
	Stays bool
	// Empty is shown if no row matches.
	Empty string
	// Head is shown between the text field and the list, Foot below the list. Both may be nil.
	Head, Foot gtk.IWidget
	// Chosen is called with the selected row, or -1 if no row is selected. It may be nil.
	Chosen func(i int)
	// Parent is the window the list belongs to. If it is nil, Lists.Parent is used.
	Parent *gtk.Window
	// Key is called with each key before the list handles it. It reports whether it handled the
	// key. It may be nil.
	Key func(k Key) bool

	Width, Height int
}

// Lists are the list windows of a window.
type Lists struct {
	// Parent is the window. Ahead redirects keys from it to a list window that has just opened.
	Parent *gtk.Window
	Ahead  *Ahead
	// Key runs the command of a key that the list does not handle itself. It returns false if the
	// key has no command.
	Key   func(*gdk.EventKey) bool
	shown map[string]*List // by title
}

// A List is an open list window with rows to search and select. The text field keeps the focus:
// typing filters, Up, Down, Page Up and Page Down select, Enter and a double click activate, and
// Escape closes the window.
type List struct {
	// Win is the window, Find its text field.
	Win  *gtk.Window
	Find *gtk.Entry

	*LongList
	of     *Lists
	spec   ListSpec
	filter string
}

// Changed updates the open lists that depend on any of the changes.
func (ls *Lists) Changed(changes uint) {
	for _, l := range ls.shown {
		l.changed(changes)
	}
}

// Show shows or hides the open list windows. They are hidden while their document is in the
// background.
func (ls *Lists) Show(on bool) {
	for _, l := range ls.shown {
		l.Win.SetVisible(on)
	}
}

// Close closes all open list windows.
func (ls *Lists) Close() {
	for _, l := range ls.shown {
		l.Win.Destroy()
	}
}

// Drop closes the list window with a title, if one is open.
func (ls *Lists) Drop(title string) {
	if l := ls.shown[title]; l != nil {
		l.Win.Destroy()
	}
}

// Open shows a list window. If one with that title is already open, Open brings it to the front.
func (ls *Lists) Open(spec ListSpec) *List {
	if l := ls.shown[spec.Title]; l != nil {
		l.Win.Present()
		ls.Ahead.await(l.Win, l.takeKey)
		return l
	}
	l := &List{of: ls, spec: spec}
	l.Win, _ = gtk.WindowNew(gtk.WINDOW_TOPLEVEL)
	l.Win.SetTitle(spec.Title)
	l.Win.SetTransientFor(cmp.Or(spec.Parent, ls.Parent))
	l.Win.SetDestroyWithParent(true)
	l.Win.SetTypeHint(gdk.WINDOW_TYPE_HINT_DIALOG)
	l.Win.SetPosition(gtk.WIN_POS_CENTER_ON_PARENT)
	l.Win.SetDefaultSize(spec.Width, spec.Height)
	l.build()
	if ls.shown == nil {
		ls.shown = map[string]*List{}
	}
	ls.shown[spec.Title] = l
	l.Win.Connect("destroy", func() { delete(ls.shown, spec.Title); Tidy() })
	ls.Ahead.Expect(l.Win)
	l.Win.Connect("key-press-event", func(_ *gtk.Window, ev *gdk.Event) bool {
		return l.keyPressed(gdk.EventKeyNewFromEvent(ev))
	})
	l.search("")
	l.Win.ShowAll()
	l.Find.GrabFocus()
	ls.Ahead.await(l.Win, l.takeKey)
	return l
}

// takeKey handles a key as if the list window had received it.
func (l *List) takeKey(e *gdk.EventKey) {
	k := PlainKey(e)
	r := rune(gdk.KeyvalToUnicode(e.KeyVal()))
	switch {
	case !l.Find.IsFocus():
		l.passKey(e)
	case k.Mods&^gdk.SHIFT_MASK == 0 && r >= ' ' && r != 0x7f:
		text, _ := l.Find.GetText()
		l.Find.SetText(text + string(r))
		l.Find.SetPosition(-1)
	case k.Val == gdk.KEY_BackSpace:
		if text, _ := l.Find.GetText(); text != "" {
			_, size := utf8.DecodeLastRuneInString(text)
			l.Find.SetText(text[:len(text)-size])
			l.Find.SetPosition(-1)
		}
	default:
		l.passKey(e)
	}
}

// passKey passes a key to the list window, or to its focused widget if the window does not handle
// it.
func (l *List) passKey(e *gdk.EventKey) {
	if !l.keyPressed(e) && !l.Win.ActivateKey(e) {
		l.Win.PropagateKeyEvent(e)
	}
}

func (l *List) build() {
	all := VBox(8)
	Margins(all, 10, 10)
	l.Find, _ = gtk.EntryNew()
	l.Find.SetPlaceholderText(l.spec.Hint)
	l.Find.SetIconFromIconName(gtk.ENTRY_ICON_PRIMARY, "edit-find-symbolic")
	SetName(l.Find, locale.T("Search"))
	l.Find.Connect("changed", func() {
		text, _ := l.Find.GetText()
		l.search(text)
	})
	all.PackStart(l.Find, false, false, 0)
	if l.spec.Head != nil {
		all.PackStart(l.spec.Head, false, false, 0)
	}

	l.LongList = NewLongList(l.spec.Title, l.spec.Columns)
	l.Activated, l.Told = l.activate, l.describe
	all.PackStart(l.Box, true, true, 0)
	if l.spec.Foot != nil {
		all.PackStart(l.spec.Foot, false, false, 0)
	}
	l.Win.Add(all)
}

// search shows the rows that match a filter.
func (l *List) search(filter string) {
	l.filter = filter
	rows := l.spec.Rows(filter)
	l.Show(rows, rows.Now, l.empty(rows))
}

// changed updates the rows if any of the changes concerns the list.
func (l *List) changed(changes uint) {
	if changes&l.spec.Live == 0 {
		return
	}
	at, was := l.At, l.rows.Now
	rows := l.spec.Rows(l.filter)
	if rows.Now != was { // the selection follows the change
		at = rows.Now
	}
	l.Show(rows, at, l.empty(rows))
}

// SayEmpty replaces the text shown when the list is empty.
func (l *List) SayEmpty(text string) {
	l.rows.None = text
	l.LongList.SayEmpty(l.empty(l.rows))
}

// Refill updates the rows for the current filter.
func (l *List) Refill() { l.search(l.filter) }

func (l *List) empty(rows Rows) string { return cmp.Or(rows.None, l.spec.Empty) }

// describe describes the selected row to screen readers, because the focus stays in the text field.
func (l *List) describe() {
	if l.spec.Chosen != nil {
		l.spec.Chosen(l.At)
	}
	Describe(l.Find, l.Text(l.empty(l.rows)))
}

// activate activates the selected row, unless it is off.
func (l *List) activate() {
	if l.At < 0 || l.rows.At(l.At).Off {
		return
	}
	do, i := l.rows.Do, l.At
	if !l.spec.Stays {
		l.Close()
	}
	do(i)
}

// Close closes the list window.
func (l *List) Close() { l.Win.Destroy() }

// keyPressed handles keys of the list. Other keys run the commands of the parent window. It reports
// whether it handled the key.
func (l *List) keyPressed(e *gdk.EventKey) bool {
	k := PlainKey(e)
	if k.Val == gdk.KEY_Escape {
		l.Close()
		return true
	}
	if l.spec.Key != nil && l.spec.Key(k) {
		return true
	}
	if l.Find.IsFocus() { // true even before the window itself gets the focus
		if k == (Key{gdk.KEY_Return, 0}) {
			l.activate()
			return true
		}
		if l.Key(k) {
			return true
		}
	}
	return !ForText(e.KeyVal(), k) && l.of.Key(e)
}
