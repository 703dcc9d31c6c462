package scripts

import (
	"embed"
	"io/fs"
	"strings"
	"unicode/utf8"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/studio/app/scripts"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// looks contains the language definition and the colour schemes, as files of GtkSourceView.
//
//go:embed look
var looks embed.FS

// view is the editor for the text of a script.
type view struct {
	*gtkx.SourceView
	buf    *gtk.TextBuffer
	scroll *gtk.ScrolledWindow
	text   *scripts.Text // nil if no script is open
	lua    lines
	// changed is called after each edit, moved after each move of the cursor.
	changed, moved func()

	filling bool // the program, not the user, changes the buffer
	acting  int  // depth of GTK's user actions, which may change the buffer several times
	dirty   bool // the buffer changed during a user action
	dark    bool
	height  int // height of the view
}

// Categories of marked lines: a line with an error, and the line at which the script has stopped.
const (
	markWrong = "wrong"
	markStop  = "stop"
)

// newView returns an editor. It writes the language definition and the colour schemes to dir;
// without them, the text is not highlighted.
func newView(dir string) *view {
	if files, err := fs.Sub(looks, "look"); err == nil {
		_ = scripts.WriteFiles(files, dir)
	}
	v := &view{SourceView: gtkx.NewSourceView("studio-lua", dir)}
	v.lua.hidden = v.Hidden
	v.lua.update("")
	v.SetMonospace(true)
	v.SetLeftMargin(8)
	v.SetRightMargin(8)
	v.SetTopMargin(6)
	v.SetBottomMargin(6)
	gtkx.SetName(v, locale.T("Script text"))
	v.buf = v.Buffer
	v.scroll, _ = gtk.ScrolledWindowNew(nil, nil)
	v.scroll.Add(v)

	gtkx.While(v, v.buf.Object, "changed", func() {
		switch {
		case v.filling:
		case v.acting > 0:
			v.dirty = true
		default:
			v.typed()
		}
	})
	gtkx.While(v, v.buf.Object, "begin-user-action", func() { v.acting++ })
	gtkx.While(v, v.buf.Object, "end-user-action", func() { v.acted() })
	gtkx.While(v, v.buf.Object, "notify::cursor-position", func() {
		if !v.filling && v.acting == 0 {
			v.cursorMoved()
		}
	})
	v.Connect("size-allocate", v.resized)
	return v
}

// acted handles the end of a user action.
func (v *view) acted() {
	if v.acting--; v.acting == 0 && v.dirty {
		v.dirty = false
		v.typed()
	}
}

// resized keeps the cursor in view when a widget below the text, such as an error, takes space.
func (v *view) resized() {
	was := v.height
	v.height = v.GetAllocatedHeight()
	if v.height >= was || v.text == nil {
		return
	}
	at := v.GetIterLocation(v.buf.GetIterAtMark(v.buf.GetInsert()))
	_, top := v.WindowToBufferCoords(gtk.TEXT_WINDOW_WIDGET, 0, 0)
	if y := at.GetY() - top; y >= 0 && y < was && y+at.GetHeight() > v.height {
		gtkx.Idle(func() { v.ScrollToMark(v.buf.GetInsert(), 0.05, false, 0, 0) })
	}
}

// open shows a script. Undoing all changes of a draft restores the saved text.
func (v *view) open(t *scripts.Text) {
	v.text = t
	v.fill(func() {
		v.Load(t.Saved())
		if t.Drafted {
			v.buf.BeginUserAction()
			v.buf.SetText(t.Text())
			v.buf.EndUserAction()
		}
	})
	v.lua.update(t.Text())
	v.showError(0)
	v.showStop(0)
	v.ShowShares(nil)
	v.SetEditable(t.Own())
	v.place(0)
}

// fill runs f, which changes the buffer on behalf of the program.
func (v *view) fill(f func()) {
	was := v.filling
	v.filling = true
	f()
	v.filling = was
}

func (v *view) content() string {
	start, end := v.buf.GetBounds()
	text, _ := v.buf.GetText(start, end, true)
	return text
}

// cursor returns the offset of the cursor, in characters.
func (v *view) cursor() int { return v.buf.GetIterAtMark(v.buf.GetInsert()).GetOffset() }

// place moves the cursor to an offset and scrolls to it.
func (v *view) place(at int) {
	v.buf.PlaceCursor(v.buf.GetIterAtOffset(at))
	v.ScrollToMark(v.buf.GetInsert(), 0.1, false, 0, 0)
	v.cursorMoved()
}

// goTo moves the cursor to a line, counted from 1.
func (v *view) goTo(line int) {
	if v.text == nil {
		return
	}
	l := &v.lua
	i := min(max(line-1, 0), l.len()-1)
	indent := len(l.line(i)) - len(strings.TrimLeft(l.line(i), " \t"))
	v.place(l.start(i) + indent)
}

// typed handles an edit by the user.
func (v *view) typed() {
	if v.text == nil {
		return
	}
	old := v.lua.len()
	v.sync()
	l := &v.lua
	i := l.lineAt(v.cursor())
	if n := l.outdent(i); n > 0 && l.len() == old {
		v.edit(func() {
			v.buf.Delete(v.buf.GetIterAtOffset(l.start(i)), v.buf.GetIterAtOffset(l.start(i)+n))
		})
	}
}

// sync updates the script after a change of the buffer.
func (v *view) sync() {
	text := v.content()
	v.lua.update(text)
	v.text.Change(text)
	v.ShowShares(nil)
	v.cursorMoved()
	v.changed()
}

// edit runs f, which changes the buffer, as a single undo step.
func (v *view) edit(f func()) {
	if v.text == nil || !v.text.Own() {
		return
	}
	v.fill(func() {
		v.buf.BeginUserAction()
		f()
		v.buf.EndUserAction()
	})
	v.sync()
}

// replace replaces the characters [from, to) with text, and moves the cursor to the end of text.
func (v *view) replace(from, to int, text string) {
	v.edit(func() {
		v.buf.Delete(v.buf.GetIterAtOffset(from), v.buf.GetIterAtOffset(to))
		v.buf.Insert(v.buf.GetIterAtOffset(from), text)
	})
	v.place(from + utf8.RuneCountInString(text))
}

// undo runs step, an undo or redo of the buffer.
func (v *view) undo(step func()) {
	v.fill(step)
	v.sync()
	v.ScrollToMark(v.buf.GetInsert(), 0.1, false, 0, 0)
}

// selection returns the start and end of the selection. Both are the cursor if the selection is
// empty.
func (v *view) selection() (from, to int) {
	if a, b, ok := v.buf.GetSelectionBounds(); ok {
		return a.GetOffset(), b.GetOffset()
	}
	return v.cursor(), v.cursor()
}

// selected returns the range of lines that the selection touches.
func (v *view) selected() (from, to int, several bool) {
	l := &v.lua
	a, b := v.selection()
	from, to = l.lineAt(a), l.lineAt(b)
	if to > from && b == l.start(to) { // the end is at the start of the next line
		to--
	}
	return from, to, a != b && l.lineAt(b) > from
}

// change replaces the selected lines with the text returned by f.
func (v *view) change(f func(from, to int) string) {
	if v.text == nil || !v.text.Own() {
		return
	}
	l := &v.lua
	from, to, several := v.selected()
	line, col := l.lineAt(v.cursor()), v.cursor()-l.start(l.lineAt(v.cursor()))
	width := utf8.RuneCountInString(l.line(line))
	fresh := f(from, to)
	a, b := l.start(from), l.start(to)+utf8.RuneCountInString(l.line(to))
	v.replace(a, b, fresh)
	if several {
		end := l.start(to) + utf8.RuneCountInString(l.line(to))
		v.buf.SelectRange(v.buf.GetIterAtOffset(a), v.buf.GetIterAtOffset(end))
		return
	}
	v.place(l.start(line) + max(col+utf8.RuneCountInString(l.line(line))-width, 0))
}

// key handles Enter: it starts a line with the indentation of the code. GtkSourceView handles all
// other keys.
func (v *view) key(k gtkx.Key) bool {
	if k != (gtkx.Key{Val: gdk.KEY_Return}) || v.text == nil || !v.text.Own() || !v.HasFocus() {
		return false
	}
	l := &v.lua
	a, b := v.selection()
	i := l.lineAt(a)
	indent := l.indentAfter(i)
	if col := a - l.start(i); col < len(indent) { // the cursor is within the indentation
		indent = indent[:col]
	}
	v.replace(a, b, "\n"+indent)
	return true
}

// showError marks the line with an error, showStop the line at which the script has stopped. Line 0
// removes the mark.
func (v *view) showError(line int) { v.Mark(markWrong, line) }

func (v *view) showStop(line int) { v.Mark(markStop, line) }

func (v *view) cursorMoved() {
	if v.text != nil && v.moved != nil {
		v.moved()
	}
}

// paint applies the colours of the light or the dark theme.
func (v *view) paint(dark bool) {
	v.dark = dark
	scheme, wrong, stop := "studio-light", "#fde4e1", "#fff1bf"
	if dark {
		scheme, wrong, stop = "studio-dark", "#4d2a2b", "#4a4220"
	}
	v.SetScheme(scheme)
	v.LookOfMark(markWrong, "media-record-symbolic", "#d93025", wrong, 1)
	v.LookOfMark(markStop, "media-playback-start-symbolic", "#d29b00", stop, 2)
}
