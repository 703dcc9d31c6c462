package gtkx

import (
	"cmp"
	"unicode/utf8"

	"github.com/gotk3/gotk3/gdk"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/locale"
)

// ListSpec is what a list window is made from.
type ListSpec struct {
	Title   string
	Hint    string // what stands in the empty text field
	Columns []Column
	// Rows returns the rows that fit what was typed.
	Rows func(filter string) Rows
	// Live are the changes, as bits, after which Rows is asked again.
	Live uint
	// Stays says that the window stays open when a row is activated.
	Stays bool
	// Empty is shown when no row fits.
	Empty string
	// Head stands between the text field and the list, Foot below it, if they are not nil.
	Head, Foot gtk.IWidget
	// Chosen is told which row is chosen, -1 for none; it may be nil.
	Chosen func(i int)
	// Parent is the window beside which the list stands, nil for that of the lists.
	Parent *gtk.Window
	// Key is asked before the list itself what a key does; it may be nil.
	Key func(k Key) bool

	Width, Height int
}

// Lists are the list windows that belong to a window.
type Lists struct {
	// Parent is the window, Ahead passes on the keys that still come to it.
	Parent *gtk.Window
	Ahead  *Ahead
	// Key runs the command of a key that the list itself does not need; false for none.
	Key   func(*gdk.EventKey) bool
	shown map[string]*List // by their titles
}

// List is an open list window: rows to search and to choose from, beside another
// window. The text field keeps the focus: typing filters, Up, Down, Page Up and
// Page Down choose, Enter or a double click activates, Escape closes.
type List struct {
	// Win is its window, Find the text field in it.
	Win  *gtk.Window
	Find *gtk.Entry

	*LongList
	of     *Lists
	spec   ListSpec
	filter string
}

// Changed shows anew what the changes concern.
func (ls *Lists) Changed(changes uint) {
	for _, l := range ls.shown {
		l.changed(changes)
	}
}

// Show shows the open list windows, or hides them while their document is not in front.
func (ls *Lists) Show(on bool) {
	for _, l := range ls.shown {
		l.Win.SetVisible(on)
	}
}

// Close closes the open list windows.
func (ls *Lists) Close() {
	for _, l := range ls.shown {
		l.Win.Destroy()
	}
}

// Drop closes the open list window with a title, if there is one.
func (ls *Lists) Drop(title string) {
	if l := ls.shown[title]; l != nil {
		l.Win.Destroy()
	}
}

// Open shows a list window, or brings the open one with that title to the front.
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

// takeKey does what a key would do that had come to the list window.
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

// passKey gives a key to the list window, or else to what has the focus in it.
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

// search shows the rows that fit.
func (l *List) search(filter string) {
	l.filter = filter
	rows := l.spec.Rows(filter)
	l.Show(rows, rows.Now, l.empty(rows))
}

// changed asks for the rows again when they may have changed.
func (l *List) changed(changes uint) {
	if changes&l.spec.Live == 0 {
		return
	}
	at, was := l.At, l.rows.Now
	rows := l.spec.Rows(l.filter)
	if rows.Now != was { // the choice follows what happened
		at = rows.Now
	}
	l.Show(rows, at, l.empty(rows))
}

// SayEmpty sets the text that an empty list shows, instead of its own.
func (l *List) SayEmpty(text string) {
	l.rows.None = text
	l.LongList.SayEmpty(l.empty(l.rows))
}

// Refill asks for the rows that fit what is typed once more.
func (l *List) Refill() { l.search(l.filter) }

func (l *List) empty(rows Rows) string { return cmp.Or(rows.None, l.spec.Empty) }

// describe says to screen readers which row is chosen: the focus stays in the text field.
func (l *List) describe() {
	if l.spec.Chosen != nil {
		l.spec.Chosen(l.At)
	}
	Describe(l.Find, l.Text(l.empty(l.rows)))
}

// activate does what the chosen row stands for.
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

// Close closes the window.
func (l *List) Close() { l.Win.Destroy() }

// keyPressed moves the choice; the commands of the window beside work here too.
func (l *List) keyPressed(e *gdk.EventKey) bool {
	k := PlainKey(e)
	if k.Val == gdk.KEY_Escape {
		l.Close()
		return true
	}
	if l.spec.Key != nil && l.spec.Key(k) {
		return true
	}
	if l.Find.IsFocus() { // also while the window itself does not have it yet
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
