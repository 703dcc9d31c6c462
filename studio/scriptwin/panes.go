package scriptwin

import (
	"strconv"
	"strings"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/ai/lua/script"
	"boardstudio/ai/lua/stdlib"
	"boardstudio/locale"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/scripts"
)

// problem says below the text what is wrong with it: each line that it names is a
// button that goes there.
type problem struct {
	e     *Window
	box   *gtk.Box
	kind  string // "check" while typing, "run" of a call, "" for others
	fault *script.Fault
	text  string
}

func newProblem(e *Window) *problem {
	p := &problem{e: e, box: gtkx.VBox(0)}
	gtkx.AddClass(p.box, "edge-top")
	return p
}

// line returns the line with the mistake, 0 for none.
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

// show shows an error, none for nil.
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

// frameName is how a function is called for people.
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

// row adds a line, which goes to a line of the text.
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

// say shows something that is not a mistake.
func (p *problem) say(text string) {
	p.show(nil, "")
	p.text = text
	p.row(text, 0, "name")
	p.box.ShowAll()
}

// again forgets what a call ended with, since another one begins.
func (p *problem) again() {
	if p.kind == "run" {
		p.show(nil, "")
	}
}

// saved forgets what was said of a text before.
func (p *problem) saved() {
	if p.kind != "check" {
		p.show(nil, "")
	}
}

// finder looks for words in the text.
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

// typed selects the first match from the cursor on.
func (f *finder) typed() {
	text, _ := f.entry.GetText()
	f.e.ed.Search(text)
	f.look(0, false)
}

// next goes to the next match, or to the previous one.
func (f *finder) next(back bool) {
	text, _ := f.entry.GetText()
	if text == "" {
		f.show()
		return
	}
	f.e.ed.Search(text)
	f.look(1, back)
}

// look selects the match at the cursor or, with step 1, another one.
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

// showCount says which match is selected, as soon as all are known.
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

// log shows what scripts log, move by move.
type log struct {
	e     *Window
	box   *gtk.ScrolledWindow
	view  *gtk.TextView
	buf   *gtk.TextBuffer
	end   *gtk.TextMark
	shown int
	last  scripts.Entry // the last shown
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

// fill adds what is new, or writes all when what is shown is of another game.
func (l *log) fill() {
	logs := l.e.host.Session().ScriptLog()
	if l.shown > 0 && (len(logs) < l.shown || logs[l.shown-1] != l.last) {
		l.shown = 0
	}
	if l.shown == 0 {
		l.buf.SetText("")
	}
	if len(logs) == 0 {
		l.buf.SetText(locale.T("What scripts log in a game stands here, move by move. Run starts one."))
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
	l.view.ScrollToMark(l.end, 0, false, 0, 0) // an iterator would be brought into view as long as nothing is laid out
}

// logText is what is shown of a move.
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

// failed shows why the open script ended in a game.
func (e *Window) failed(x scripts.Entry) {
	if f := scripts.FaultOf(x.Err); f != nil && e.text != nil && f.Script == e.text.Name()+".lua" {
		e.problem.show(x.Err, "run")
	}
}
