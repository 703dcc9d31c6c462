package flow

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"boardstudio/draw"
	"boardstudio/draw/font"
)

// Ink is the default text colour.
var Ink = draw.RGB(0x1a1a1c)

// Run is a part of a paragraph in one style.
type Run struct {
	Text         string
	Bold, Italic bool
	Sans         bool
	Size         float64 // relative to the size of the paragraph; 0 means 1
	Color        draw.Color
	// Figure draws a symbol instead of the text, as high as it is wide.
	Figure func(c draw.Canvas, box draw.Rect)
}

// Paragraph is a text of any length, set flush left.
type Paragraph struct {
	Runs          []Run
	Size          float64 // 0 for the default of the sheet
	Indent        float64 // indent of all lines
	First         float64 // additional indent of the first line
	Before, After float64
	Centre        bool // centre lines in the column
	KeepWithNext  bool // keep with the next piece
	Whole         bool // do not split between columns
}

// Text appends a paragraph. A paragraph without visible text is omitted.
func (f *Flow) Text(p Paragraph) {
	if t := f.set(&p, f.Width()); t != nil {
		f.add(t)
	}
}

// set breaks a paragraph into lines. It returns nil if it has no visible text.
func (f *Flow) set(p *Paragraph, width float64) *text {
	size := p.Size
	if size == 0 {
		size = f.sheet.Text
	}
	t := &text{step: size * f.sheet.Lead, above: p.Before, below: p.After, stays: p.KeepWithNext, whole: p.Whole}
	b := breaker{width: width - p.Indent, size: size, first: p.First}
	for i := range p.Runs {
		b.run(&p.Runs[i])
	}
	t.lines = b.end()
	if len(t.lines) == 0 {
		return nil
	}
	for i := range t.lines {
		shift := p.Indent
		if p.Centre {
			shift += (b.width - t.lines[i].wide()) / 2
		} else if b.right {
			shift += b.width - t.lines[i].wide()
		}
		for k := range t.lines[i] {
			t.lines[i][k].x += shift
		}
	}
	return t
}

// part is a text in one style with its position in a line.
type part struct {
	x, w   float64
	text   string
	style  draw.TextStyle
	figure func(c draw.Canvas, box draw.Rect)
}

// line is the parts of a line, from left to right.
type line []part

func (l line) wide() float64 {
	if len(l) == 0 {
		return 0
	}
	return l[len(l)-1].x + l[len(l)-1].w
}

// breaker breaks runs into lines.
type breaker struct {
	width, size, first float64
	right              bool // base direction is right to left

	lines []line
	now   line
	x     float64
	space float64 // width of the space before the next word, negative for no space
	gap   draw.TextStyle
	word  []part // parts without spaces between them
	begun bool
	known bool // right has been set
	bidi  bool // there is right-to-left text
}

// run adds the words of a run.
func (b *breaker) run(r *Run) {
	st := draw.TextStyle{Size: b.size, Bold: r.Bold, Italic: r.Italic, Serif: !r.Sans, Color: r.Color, Align: draw.Left}
	if r.Size > 0 {
		st.Size *= r.Size
	}
	if st.Color.A == 0 {
		st.Color = Ink
	}
	if r.Figure != nil {
		b.word = append(b.word, part{w: 0.95 * st.Size, style: st, figure: r.Figure})
		return
	}
	for i, l := range strings.Split(r.Text, "\n") {
		if i > 0 {
			b.endWord()
			b.endLine()
		}
		b.words(font.Plain(l), st)
	}
}

// words adds the words of a text without line breaks.
func (b *breaker) words(s string, st draw.TextStyle) {
	if strings.ContainsFunc(s, rightToLeft) {
		b.bidi = true
		s = shapeArabic(s)
	}
	if !b.known {
		if i := strings.IndexFunc(s, unicode.IsLetter); i >= 0 {
			r, _ := utf8.DecodeRuneInString(s[i:])
			b.right, b.known = rightToLeft(r), true
		}
	}
	for s != "" {
		n := strings.IndexByte(s, ' ')
		switch n {
		case 0:
			b.endWord()
			s = strings.TrimLeft(s, " ")
			if b.space < 0 && b.begun {
				b.space, b.gap = font.Width(" ", st), st
			}
			continue
		case -1:
			n = len(s)
		}
		b.word = append(b.word, part{w: font.Width(s[:n], st), text: s[:n], style: st})
		s = s[n:]
	}
}

// endWord adds the current word to the line, or to a new line if it does not fit.
func (b *breaker) endWord() {
	if len(b.word) == 0 {
		return
	}
	wide := 0.0
	for _, p := range b.word {
		wide += p.w
	}
	if !b.begun {
		b.begin()
	}
	if len(b.now) > 0 && b.x+max(b.space, 0)+wide > b.width+0.01 {
		b.endLine()
		b.begin()
	}
	if b.space > 0 && len(b.now) > 0 {
		b.put(part{w: b.space, text: " ", style: b.gap})
	}
	b.space = -1
	for _, p := range b.word {
		for p.text != "" && b.x+p.w > b.width+0.01 { // break a word that is longer than a line at any character
			n, w := fitting(p.text, p.style, b.width-b.x)
			if n == 0 && len(b.now) == 0 {
				_, n = utf8.DecodeRuneInString(p.text)
				w = font.Width(p.text[:n], p.style)
			}
			if n > 0 {
				b.put(part{w: w, text: p.text[:n], style: p.style})
				p.text, p.w = p.text[n:], p.w-w
			}
			if p.text != "" {
				b.endLine()
				b.begin()
			}
		}
		if p.text != "" || p.figure != nil {
			b.put(p)
		}
	}
	b.word = b.word[:0]
}

// fitting returns the length of the longest prefix of s that fits into room, and its width.
func fitting(s string, st draw.TextStyle, room float64) (n int, wide float64) {
	for i, r := range s {
		w := font.Width(string(r), st)
		if wide+w > room {
			return i, wide
		}
		wide += w
	}
	return len(s), wide
}

// begin starts a line, indented by b.first if it is the first one.
func (b *breaker) begin() {
	b.x, b.space, b.begun = 0, -1, true
	if len(b.lines) == 0 {
		b.x = b.first
	}
}

// put appends a part. It extends the previous part if the style is the same.
func (b *breaker) put(p part) {
	if n := len(b.now) - 1; n >= 0 && p.figure == nil && b.now[n].figure == nil && b.now[n].style == p.style {
		b.now[n].text += p.text
		b.now[n].w += p.w
	} else {
		p.x = b.x
		b.now = append(b.now, p)
	}
	b.x += p.w
}

func (b *breaker) endLine() {
	if b.bidi {
		b.now = visual(b.now, b.right)
	}
	b.lines = append(b.lines, b.now)
	b.now, b.begun = nil, false
}

// end returns the lines, without empty lines at the beginning and end.
func (b *breaker) end() []line {
	if b.endWord(); len(b.now) > 0 {
		b.endLine()
	}
	for len(b.lines) > 0 && len(b.lines[0]) == 0 {
		b.lines = b.lines[1:]
	}
	for n := len(b.lines); n > 0 && len(b.lines[n-1]) == 0; n-- {
		b.lines = b.lines[:n-1]
	}
	return b.lines
}

// text is a paragraph broken into lines.
type text struct {
	lines        []line
	step         float64
	above, below float64
	stays, whole bool
}

func (t *text) spaces() (before, after float64) { return t.above, t.below }

func (t *text) keep() bool { return t.stays }

func (t *text) heights() (all, least float64) {
	all = float64(len(t.lines)) * t.step
	if t.whole || len(t.lines) < 4 {
		return all, all
	}
	return all, 2 * t.step
}

func (t *text) put(p *page, at draw.Point, room float64, force bool) (used float64, rest piece) {
	n := len(t.lines)
	if k := int((room + 0.01) / t.step); k < n {
		if n = k; len(t.lines)-n == 1 { // do not leave a single line for the next column
			n--
		}
		if n < 2 && !force {
			n = 0
		}
		if force {
			n = max(n, 1)
		}
	}
	for i, l := range t.lines[:n] {
		p.items = append(p.items, placed{draw.Point{X: at.X, Y: at.Y + (float64(i)+0.5)*t.step}, l})
	}
	if n == len(t.lines) {
		return float64(n) * t.step, nil
	}
	left := *t
	left.lines, left.above = t.lines[n:], 0
	return float64(n) * t.step, &left
}

// draw draws a line. at is its left end, at the middle of a capital letter.
func (l line) draw(c draw.Canvas, at draw.Point) {
	for _, p := range l {
		if p.figure != nil {
			side := 0.86 * p.style.Size
			p.figure(c, draw.Rect{X: at.X + p.x, Y: at.Y - side/2, W: side, H: side})
			continue
		}
		c.Text(draw.Point{X: at.X + p.x, Y: at.Y}, p.text, p.style)
	}
}

// Cut returns s in visual order, shortened with an ellipsis to fit into room. It is for text drawn
// without a Flow.
func Cut(s string, room float64, st draw.TextStyle) string {
	s = font.Plain(s)
	right := strings.ContainsFunc(s, rightToLeft)
	if right {
		s = shapeArabic(s)
	}
	if font.Width(s, st) > room {
		n, _ := fitting(s, st, room-font.Width("…", st))
		s = s[:n] + "…"
	}
	if right {
		s = visualText(s)
	}
	return s
}
