package scriptwin

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gotk3/gotk3/cairo"
	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/io/draw"
	"boardstudio/locale"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/scripts"
)

// view is the text of a script: highlighted, with numbers beside its lines.
type view struct {
	box    *gtk.Box
	view   *gtk.TextView
	buf    *gtk.TextBuffer
	scroll *gtk.ScrolledWindow
	gutter *gtk.DrawingArea
	text   *scripts.Text // nil while none is open
	lua    scripts.Highlighter
	past   scripts.History
	// changed is called after each edit, moved when the cursor is somewhere else.
	changed, moved func()

	filling bool // the buffer is changed by the program
	acting  int  // GTK's own actions under way: they change the buffer more than once
	dirty   bool // and have
	dark    bool
	styled  []bool // which lines have their looks
	partner [2]int // brackets that are shown, -1 for none
	error   int    // the line with a mistake, from 1, 0 for none
	stop    int    // the line at which the script stands
	costs   map[int]float64
	height  int // of the view
}

// tags are the tags of the text with their colours, light and dark; those made later
// win over those before.
var tags = []struct{ name, property, light, dark string }{
	{"current", "paragraph-background", "#eef3fb", "#2a303c"},
	{"wrong", "paragraph-background", "#fde4e1", "#4d2a2b"},
	{"stop", "paragraph-background", "#fff1bf", "#4a4220"},
	{"keyword", "foreground", "#7a2e9d", "#d2a8ff"},
	{"string", "foreground", "#1a6e32", "#8fd694"},
	{"number", "foreground", "#a04a00", "#ffb066"},
	{"comment", "foreground", "#62697a", "#98a1b0"},
	{"call", "foreground", "#0b57b0", "#82bdff"},
	{"pair", "background", "#c9dcf7", "#3f557a"},
}

var looks = map[scripts.LuaKind]string{
	scripts.LuaKeyword: "keyword", scripts.LuaString: "string", scripts.LuaNumber: "number", scripts.LuaComment: "comment", scripts.LuaCall: "call",
}

func newView() *view {
	v := &view{partner: [2]int{-1, -1}}
	v.view, _ = gtk.TextViewNew()
	v.view.SetMonospace(true)
	v.view.SetLeftMargin(8)
	v.view.SetRightMargin(8)
	v.view.SetTopMargin(6)
	v.view.SetBottomMargin(6)
	gtkx.AddClass(v.view, "comment")
	gtkx.SetName(v.view, locale.T("Script text"))
	v.buf, _ = v.view.GetBuffer()
	for _, t := range tags {
		v.buf.CreateTag(t.name, map[string]any{t.property: t.light})
	}
	v.scroll, _ = gtk.ScrolledWindowNew(nil, nil)
	v.scroll.Add(v.view)
	v.gutter, _ = gtk.DrawingAreaNew()
	v.gutter.SetSizeRequest(52, -1)
	v.gutter.Connect("draw", func(_ *gtk.DrawingArea, cr *cairo.Context) bool { v.draw(cr); return true })
	v.box = gtkx.HBox(0)
	v.box.PackStart(v.gutter, false, false, 0)
	v.box.PackStart(v.scroll, true, true, 0)

	v.buf.Connect("changed", func() {
		switch {
		case v.filling:
		case v.acting > 0:
			v.dirty = true
		default:
			v.typed()
		}
	})
	v.buf.Connect("begin-user-action", func() { v.acting++ })
	v.buf.Connect("end-user-action", func() {
		if v.acting--; v.acting == 0 && v.dirty {
			v.dirty = false
			v.typed()
		}
	})
	v.buf.Connect("notify::cursor-position", func() {
		if !v.filling && v.acting == 0 {
			v.cursorMoved()
		}
	})
	adj := v.scroll.GetVAdjustment()
	adj.Connect("value-changed", v.scrolled)
	adj.Connect("changed", v.scrolled)
	v.view.Connect("size-allocate", func() { v.resized(); gtkx.Idle(v.scrolled) })
	return v
}

// resized keeps the cursor in view when what stands below the text, such as a mistake, takes room from it.
func (v *view) resized() {
	was := v.height
	v.height = v.view.GetAllocatedHeight()
	if v.height >= was || v.text == nil {
		return
	}
	at := v.view.GetIterLocation(v.buf.GetIterAtMark(v.buf.GetInsert()))
	_, top := v.view.WindowToBufferCoords(gtk.TEXT_WINDOW_WIDGET, 0, 0)
	if y := at.GetY() - top; y >= 0 && y < was && y+at.GetHeight() > v.height {
		gtkx.Idle(func() { v.view.ScrollToMark(v.buf.GetInsert(), 0.05, false, 0, 0) })
	}
}

// open shows a script.
func (v *view) open(t *scripts.Text) {
	v.text, v.styled, v.costs, v.error, v.stop = t, nil, nil, 0, 0
	v.past = scripts.History{}
	if t.Drafted {
		v.past.Did(scripts.Differ(t.Saved(), t.Text()))
	}
	v.lua.Update(t.Text())
	v.fill(func() { v.buf.SetText(t.Text()) })
	v.styled = make([]bool, v.lua.Len())
	v.view.SetEditable(t.Own())
	v.place(0)
	gtkx.Idle(v.scrolled)
}

// fill changes the buffer as the program, not the person.
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

// cursor returns the character at which the cursor stands.
func (v *view) cursor() int { return v.buf.GetIterAtMark(v.buf.GetInsert()).GetOffset() }

// place puts the cursor at a character and brings it into view.
func (v *view) place(at int) {
	v.buf.PlaceCursor(v.buf.GetIterAtOffset(at))
	v.view.ScrollToMark(v.buf.GetInsert(), 0.1, false, 0, 0)
	v.cursorMoved()
}

// goTo puts the cursor into a line, counted from 1.
func (v *view) goTo(line int) {
	if v.text == nil {
		return
	}
	l := &v.lua
	i := min(max(line-1, 0), l.Len()-1)
	indent := len(l.Line(i)) - len(strings.TrimLeft(l.Line(i), " \t"))
	v.place(l.Start(i) + indent)
}

// typed learns what the person changed.
func (v *view) typed() {
	if v.text == nil {
		return
	}
	old := v.lua.Len()
	v.learn(old, true)
	l := &v.lua
	i := l.LineAt(v.cursor())
	if n := l.Outdent(i); n > 0 && l.Len() == old {
		v.edit(func() {
			v.buf.Delete(v.buf.GetIterAtOffset(l.Start(i)), v.buf.GetIterAtOffset(l.Start(i)+n))
		})
	}
}

// learn takes in the text of the buffer, which had old lines, and puts the looks on what changed. step
// says that the change can be undone.
func (v *view) learn(old int, step bool) {
	text := v.content()
	if step {
		v.past.Did(scripts.Differ(v.text.Text(), text))
	}
	from, to := v.lua.Update(text)
	v.text.Change(text)
	lines := v.lua.Len()
	styled := make([]bool, lines)
	copy(styled[:min(from, len(v.styled))], v.styled)
	for i := to; i < lines; i++ {
		if was := i + old - lines; was >= 0 && was < len(v.styled) {
			styled[i] = v.styled[was]
		}
	}
	v.styled, v.costs, v.stop = styled, nil, 0
	v.cursorMoved()
	v.scrolled()
	v.changed()
}

// edit changes the buffer by f, as one step of undo.
func (v *view) edit(f func()) {
	if v.text == nil || !v.text.Own() {
		return
	}
	v.fill(f)
	v.learn(v.lua.Len(), true)
}

// replace puts text in place of the characters from from to to, and the cursor behind it.
func (v *view) replace(from, to int, text string) {
	v.edit(func() {
		v.buf.Delete(v.buf.GetIterAtOffset(from), v.buf.GetIterAtOffset(to))
		v.buf.Insert(v.buf.GetIterAtOffset(from), text)
	})
	v.place(from + utf8.RuneCountInString(text))
}

// undo takes the last step back, or makes it again.
func (v *view) undo(next func() (scripts.Edit, bool)) {
	e, ok := next()
	if !ok {
		return
	}
	old := v.lua.Len()
	v.fill(func() {
		v.buf.Delete(v.buf.GetIterAtOffset(e.At), v.buf.GetIterAtOffset(e.At+utf8.RuneCountInString(e.Out)))
		v.buf.Insert(v.buf.GetIterAtOffset(e.At), e.In)
	})
	v.learn(old, false)
	v.place(e.At + utf8.RuneCountInString(e.In))
}

// selected returns the lines that the selection touches.
func (v *view) selected() (from, to int, several bool) {
	l := &v.lua
	a := v.cursor()
	b := a
	if s, e, ok := v.buf.GetSelectionBounds(); ok {
		a, b = s.GetOffset(), e.GetOffset()
	}
	from, to = l.LineAt(a), l.LineAt(b)
	if to > from && b == l.Start(to) { // its end stands before the line
		to--
	}
	return from, to, a != b && l.LineAt(b) > from
}

// lines puts the text that f makes of the selected lines in their place.
func (v *view) lines(f func(from, to int) string) {
	if v.text == nil || !v.text.Own() {
		return
	}
	l := &v.lua
	from, to, several := v.selected()
	line, col := l.LineAt(v.cursor()), v.cursor()-l.Start(l.LineAt(v.cursor()))
	width := utf8.RuneCountInString(l.Line(line))
	fresh := f(from, to)
	a, b := l.Start(from), l.Start(to)+utf8.RuneCountInString(l.Line(to))
	v.replace(a, b, fresh)
	if several {
		end := l.Start(to) + utf8.RuneCountInString(l.Line(to))
		v.buf.SelectRange(v.buf.GetIterAtOffset(a), v.buf.GetIterAtOffset(end))
		return
	}
	v.place(l.Start(line) + max(col+utf8.RuneCountInString(l.Line(line))-width, 0))
}

// key does what a key means in the text.
func (v *view) key(k gtkx.Key) bool {
	if v.text == nil || !v.text.Own() || !v.view.HasFocus() {
		return false
	}
	l := &v.lua
	switch k {
	case gtkx.Key{Val: gdk.KEY_Return}:
		at := v.cursor()
		a, b := at, at
		if s, e, ok := v.buf.GetSelectionBounds(); ok {
			a, b = s.GetOffset(), e.GetOffset()
		}
		i := l.LineAt(a)
		indent := l.IndentAfter(i)
		if col := a - l.Start(i); col < len(indent) { // in front of the text
			indent = indent[:col]
		}
		v.replace(a, b, "\n"+indent)
	case gtkx.Key{Val: gdk.KEY_Tab}:
		if _, _, several := v.selected(); several {
			v.lines(func(from, to int) string { return l.Shift(from, to, false) })
			break
		}
		at := v.cursor()
		v.replace(at, at, strings.Repeat(" ", 2-(at-l.Start(l.LineAt(at)))%2))
	case gtkx.Key{Val: gdk.KEY_ISO_Left_Tab, Mods: gdk.SHIFT_MASK}, gtkx.Key{Val: gdk.KEY_Tab, Mods: gdk.SHIFT_MASK}:
		v.lines(func(from, to int) string { return l.Shift(from, to, true) })
	default:
		return false
	}
	return true
}

// mark puts a tag on one line, counted from 1, and on no other; 0 for none.
func (v *view) mark(tag string, line int) {
	start, end := v.buf.GetBounds()
	v.buf.RemoveTagByName(tag, start, end)
	if line > 0 && line <= v.buf.GetLineCount() {
		a := v.buf.GetIterAtLine(line - 1)
		b := v.buf.GetIterAtLine(line - 1)
		b.ForwardLine()
		v.buf.ApplyTagByName(tag, a, b)
	}
}

// showError marks the line with a mistake, showStop that at which the script stands.
func (v *view) showError(line int) {
	v.error = line
	v.fill(func() { v.mark("wrong", line) })
	v.gutter.QueueDraw()
}

func (v *view) showStop(line int) {
	v.stop = line
	v.fill(func() { v.mark("stop", line) })
	v.gutter.QueueDraw()
}

// showCosts colours the numbers of lines by their share of the time.
func (v *view) showCosts(shares map[int]float64) {
	v.costs = shares
	v.gutter.QueueDraw()
}

// cursorMoved marks the line of the cursor, and the bracket that belongs to that at it.
func (v *view) cursorMoved() {
	if v.text == nil {
		return
	}
	l := &v.lua
	at := v.cursor()
	v.fill(func() {
		v.mark("current", l.LineAt(at)+1)
		for _, p := range v.partner {
			if p >= 0 && p < v.buf.GetCharCount() {
				v.buf.RemoveTagByName("pair", v.buf.GetIterAtOffset(p), v.buf.GetIterAtOffset(p+1))
			}
		}
		v.partner = [2]int{-1, -1}
		for _, own := range []int{at - 1, at} { // the one that was just typed comes first
			if own < 0 {
				continue
			}
			if other, ok := l.Partner(own); ok {
				v.partner = [2]int{own, other}
				for _, p := range v.partner {
					v.buf.ApplyTagByName("pair", v.buf.GetIterAtOffset(p), v.buf.GetIterAtOffset(p+1))
				}
				break
			}
		}
	})
	v.gutter.QueueDraw()
	if v.moved != nil {
		v.moved()
	}
}

// scrolled puts their looks on the lines in view that have none yet.
func (v *view) scrolled() {
	v.gutter.QueueDraw()
	if v.text == nil || len(v.styled) != v.lua.Len() {
		return
	}
	first, last := v.inView()
	l := &v.lua
	var spans []scripts.Span
	v.fill(func() {
		for i := max(first-10, 0); i <= min(last+10, l.Len()-1); i++ {
			if v.styled[i] {
				continue
			}
			v.styled[i] = true
			from := l.Start(i)
			a, b := v.buf.GetIterAtOffset(from), v.buf.GetIterAtOffset(from+utf8.RuneCountInString(l.Line(i)))
			for _, t := range looks {
				v.buf.RemoveTagByName(t, a, b)
			}
			spans = l.Spans(i, spans[:0])
			for _, s := range spans {
				v.buf.ApplyTagByName(looks[s.Kind], v.buf.GetIterAtOffset(from+s.From), v.buf.GetIterAtOffset(from+s.To))
			}
		}
	})
}

// inView returns the first and the last line in view.
func (v *view) inView() (first, last int) {
	_, y := v.view.WindowToBufferCoords(gtk.TEXT_WINDOW_WIDGET, 0, 0)
	a := v.view.GetIterAtLocation(0, max(y, 0)) // gotk3's GetLineAtY returns an iterator that is none
	b := v.view.GetIterAtLocation(0, max(y, 0)+v.view.GetAllocatedHeight())
	return a.GetLine(), b.GetLine()
}

// paint takes the colours of the light or the dark theme.
func (v *view) paint(dark bool) {
	v.dark = dark
	table, err := v.buf.GetTagTable()
	if err != nil {
		return
	}
	for _, t := range tags {
		if tag, err := table.Lookup(t.name); err == nil {
			colour := t.light
			if dark {
				colour = t.dark
			}
			_ = tag.SetProperty(t.property, colour)
		}
	}
	v.gutter.QueueDraw()
}

// draw draws the numbers of the lines, and what is to be said of some.
func (v *view) draw(cr *cairo.Context) {
	width, height := float64(v.gutter.GetAllocatedWidth()), float64(v.gutter.GetAllocatedHeight())
	c := gtkx.Canvas{Cairo: cr}
	back, ink, now := draw.RGB(0xf3f4f6), draw.RGB(0x6b7280), draw.RGB(0x111827)
	if v.dark {
		back, ink, now = draw.RGB(0x23262d), draw.RGB(0x8b93a1), draw.RGB(0xf3f4f6)
	}
	c.Path(draw.Box(draw.Rect{W: width, H: height}), draw.Style{Fill: back})
	if v.text == nil {
		return
	}
	first, last := v.inView()
	current := v.lua.LineAt(v.cursor())
	cr.SelectFontFace("monospace", cairo.FONT_SLANT_NORMAL, cairo.FONT_WEIGHT_NORMAL)
	cr.SetFontSize(12)
	for i := first; i <= last; i++ {
		y, h := v.view.GetLineYrange(v.buf.GetIterAtLine(i))
		_, top := v.view.BufferToWindowCoords(gtk.TEXT_WINDOW_WIDGET, 0, y)
		at := float64(top)
		if share := v.costs[i+1]; share > 0 {
			c.Path(draw.Box(draw.Rect{X: 0, Y: at, W: width * math.Sqrt(share), H: float64(h)}), draw.Style{Fill: draw.RGB(0xe06c3a).Alpha(.45)})
		}
		switch i + 1 {
		case v.error:
			c.Path(draw.Circle(draw.Point{X: 9, Y: at + float64(h)/2}, 4.5), draw.Style{Fill: draw.RGB(0xd93025)})
		case v.stop:
			m := at + float64(h)/2
			c.Path(draw.Polygon(draw.Point{X: 4, Y: m - 5}, draw.Point{X: 13, Y: m}, draw.Point{X: 4, Y: m + 5}), draw.Style{Fill: draw.RGB(0xd29b00)})
		}
		k := ink
		if i == current {
			k = now
		}
		text := strconv.Itoa(i + 1)
		cr.SetSourceRGB(k.R, k.G, k.B)
		cr.MoveTo(width-8-cr.TextExtents(text).XAdvance, at+float64(h)*.74)
		cr.ShowText(text)
	}
}
