package scripts

import (
	"strconv"
	"strings"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/ai/lua/script"
	"boardstudio/ai/lua/stdlib"
	"boardstudio/studio/app/scripts"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// problem shows an error below the text. Each line number in it is a button that goes to the line.
type problem struct {
	e     *Window
	box   *gtk.Box
	kind  string // "check" while typing, "run" for a call, "" otherwise
	fault *script.Fault
	text  string
}

func newProblem(e *Window) *problem {
	p := &problem{e: e, box: gtkx.VBox(0)}
	gtkx.AddClass(p.box, "edge-top")
	return p
}

// line returns the line of the error, or 0 if it is unknown.
func (p *problem) line() int {
	if p.fault == nil {
		return 0
	}
	return p.fault.Line
}

func (p *problem) goTo() {
	if n := p.line(); n > 0 {
		p.e.ed.goTo(n)
		p.e.ed.GrabFocus()
	}
}

// show shows an error, or hides it if err is nil.
func (p *problem) show(err error, kind string) {
	text := ""
	if err != nil {
		text = locale.Err(err)
	}
	if text == p.text && kind == p.kind && err != nil {
		return
	}
	p.text, p.kind, p.fault = text, kind, scripts.FaultOf(err)
	gtkx.Empty(&p.box.Container)
	p.e.ed.showError(p.line())
	if err == nil {
		p.kind = ""
		p.box.SetVisible(false)
		return
	}
	first := locale.Err(err)
	if p.fault != nil {
		first = locale.Err(p.fault.Why)
		if n := p.line(); n > 0 {
			first = locale.T("Line %d: %s", n, first)
		}
	}
	p.row(first, p.line(), "bad")
	if p.fault != nil && len(p.fault.Stack) > 1 {
		for _, f := range p.fault.Stack {
			p.row(locale.T("in %s, line %d", frameName(f), f.Line), f.Line, "hint")
		}
	}
	p.box.ShowAll()
}

// frameName returns a readable name of a function.
func frameName(f stdlib.Frame) string {
	_, line, ok := strings.Cut(strings.TrimSuffix(f.Function, ">"), ".lua:")
	switch {
	case ok && strings.HasPrefix(f.Function, "<"):
		return locale.T("the function of line %s", line)
	case f.Function == "" || f.Function == "?":
		return locale.T("a function without a name")
	}
	return f.Function
}

// row adds a text, as a button if it refers to a line.
func (p *problem) row(text string, line int, class string) {
	l := gtkx.Wrapped(text, 110)
	gtkx.SetID(l, "Problem")
	gtkx.AddClass(l, class)
	if line <= 0 {
		gtkx.Margins(l, 12, 5)
		p.box.PackStart(l, false, false, 0)
		return
	}
	b, _ := gtk.ButtonNew()
	b.Add(l)
	b.SetRelief(gtk.RELIEF_NONE)
	gtkx.SetName(b, text)
	b.Connect("clicked", func() { p.e.ed.goTo(line); p.e.ed.GrabFocus() })
	p.box.PackStart(b, false, false, 0)
}

// say shows a message that is not an error.
func (p *problem) say(text string) {
	p.show(nil, "")
	p.text = text
	p.row(text, 0, "name")
	p.box.ShowAll()
}

// again hides the error of the previous call, because a new call starts.
func (p *problem) again() {
	if p.kind == "run" {
		p.show(nil, "")
	}
}

// saved hides errors about the previous version of the text.
func (p *problem) saved() {
	if p.kind != "check" {
		p.show(nil, "")
	}
}

// finder is the search bar of the editor.
type finder struct {
	e     *Window
	box   *gtk.Revealer
	entry *gtk.Entry
	count *gtk.Label
}

func newFinder(e *Window) *finder {
	f := &finder{e: e}
	f.box, _ = gtk.RevealerNew()
	row := gtkx.HBox(8)
	gtkx.Margins(row, 10, 4)
	f.entry = gtkx.Field(locale.T("Find in the script"), "", locale.T("Find in the script"), func(string) { f.typed() })
	e.ed.OnSearched(f.showCount)
	f.count = gtkx.Styled("hint", "")
	row.PackStart(f.entry, true, true, 0)
	row.PackStart(f.count, false, false, 0)
	f.box.Add(row)
	return f
}

func (f *finder) show() {
	f.box.SetRevealChild(true)
	if a, b, ok := f.e.ed.buf.GetSelectionBounds(); ok && a.GetLine() == b.GetLine() {
		text, _ := f.e.ed.buf.GetText(a, b, false)
		f.entry.SetText(text)
	}
	text, _ := f.entry.GetText()
	f.e.ed.Search(text)
	f.entry.GrabFocus()
	f.entry.SelectRegion(0, -1)
}

func (f *finder) key(k gtkx.Key) bool {
	if !f.entry.HasFocus() {
		return false
	}
	switch k {
	case gtkx.Key{Val: gdk.KEY_Escape}:
		f.box.SetRevealChild(false)
		f.e.ed.Search("")
		f.e.ed.GrabFocus()
	case gtkx.Key{Val: gdk.KEY_Return}:
		f.next(false)
	case gtkx.Key{Val: gdk.KEY_Return, Mods: gdk.SHIFT_MASK}:
		f.next(true)
	default:
		return false
	}
	return true
}

// typed selects the first match at or after the start of the selection.
func (f *finder) typed() {
	text, _ := f.entry.GetText()
	f.e.ed.Search(text)
	f.look(0, false)
}

// next selects the next match, or the previous one if back is set.
func (f *finder) next(back bool) {
	text, _ := f.entry.GetText()
	if text == "" {
		f.show()
		return
	}
	f.e.ed.Search(text)
	f.look(1, back)
}

// look selects the match at the start of the selection, or another one if step is 1 or back is set.
func (f *finder) look(step int, back bool) {
	ed := f.e.ed
	at, _ := ed.selection()
	if back {
		step = 0
	}
	if from, to, ok := ed.Next(at+step, back); ok {
		ed.buf.SelectRange(ed.buf.GetIterAtOffset(from), ed.buf.GetIterAtOffset(to))
		ed.ScrollToMark(ed.buf.GetInsert(), 0.1, false, 0, 0)
	}
	f.showCount()
}

// showCount shows the number of the selected match once all matches are known.
func (f *finder) showCount() {
	text, _ := f.entry.GetText()
	place, places := f.e.ed.Found()
	switch {
	case text == "" || f.e.text == nil || place < 0 || places < 0:
		f.count.SetText("")
	case places == 0:
		f.count.SetText(locale.T("not found"))
	default:
		f.count.SetText(locale.T("%d of %d", place, places))
	}
}

// log shows the log of scripts, move by move.
type log struct {
	e     *Window
	box   *gtk.ScrolledWindow
	view  *gtk.TextView
	buf   *gtk.TextBuffer
	end   *gtk.TextMark
	shown int
	last  scripts.Entry // last entry shown
}

func newLog(e *Window) *log {
	l := &log{e: e}
	l.view, l.box = gtkx.OutputText(locale.T("Log"))
	l.buf, _ = l.view.GetBuffer()
	l.end = l.buf.CreateMark("end", l.buf.GetEndIter(), false)
	l.fill()
	return l
}

func (l *log) clear() { l.e.host.Session().ClearScriptLog() }

// fill appends new entries. If the log belongs to another game, it shows the log from the start.
func (l *log) fill() {
	logs := l.e.host.Session().ScriptLog()
	if l.shown > 0 && (len(logs) < l.shown || logs[l.shown-1] != l.last) {
		l.shown = 0
	}
	if l.shown == 0 {
		l.buf.SetText("")
	}
	if len(logs) == 0 {
		l.buf.SetText(locale.T("The log of scripts appears here, move by move. Choose Run to start a game."))
		return
	}
	for _, x := range logs[l.shown:] {
		l.buf.Insert(l.buf.GetEndIter(), logText(x))
	}
	if fresh := logs[len(logs)-1]; l.shown < len(logs) {
		l.e.failed(fresh)
		l.last = fresh
	}
	l.shown = len(logs)
	l.view.ScrollToMark(l.end, 0, false, 0, 0) // scrolling to an iterator has no effect before the layout
}

// logText returns the log text of a move.
func logText(x scripts.Entry) string {
	text := strconv.Itoa(x.Ply) + ". "
	switch {
	case x.Move != "":
		text += x.Move
	case x.End:
		text += locale.T("the game is over")
	case x.Err != nil:
		text += locale.T("no move")
	}
	text += "  (" + x.Who + ")\n"
	for _, line := range strings.Split(x.Text, "\n") {
		if line != "" {
			text += "    " + line + "\n"
		}
	}
	if x.Err != nil {
		text += "    " + locale.Err(x.Err) + "\n"
	}
	return text
}

// failed shows why the open script failed in a game.
func (e *Window) failed(x scripts.Entry) {
	if f := scripts.FaultOf(x.Err); f != nil && e.text != nil && f.Script == e.text.Name()+".lua" {
		e.problem.show(x.Err, "run")
	}
}
