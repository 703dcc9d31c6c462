package flow

import (
	"boardstudio/draw"
	"boardstudio/draw/font"
)

// Column is a column of a table.
type Column struct {
	Width float64 // relative to the width of the table
	Right bool    // align texts at the right
}

// Cell is a cell of a table: an optional small drawing followed by a text. The text is shortened to
// the available width.
type Cell struct {
	Text   string
	Figure func(c draw.Canvas, box draw.Rect)
}

// Row is a row of a table.
type Row struct {
	Cells []Cell
	Bold  bool
}

// Texts returns cells with the given texts.
func Texts(texts ...string) []Cell {
	cells := make([]Cell, len(texts))
	for i, s := range texts {
		cells[i].Text = s
	}
	return cells
}

// Table is rows with a row of titles, which is repeated in each column of a page. Size is the text
// size.
type Table struct {
	Columns []Column
	Titles  []string
	Rows    []Row
	Size    float64
	After   float64
}

// Faint is the colour of titles, Rule the colour of lines.
var (
	Faint = draw.RGB(0x606065)
	Rule  = draw.RGB(0xb8b8bc)
)

// Table appends a table. A table without rows is omitted.
func (f *Flow) Table(t Table) {
	if len(t.Rows) > 0 {
		f.add(&table{Table: t, width: f.Width(), step: 1.55 * t.Size})
	}
}

type table struct {
	Table
	width, step float64
}

func (t *table) heights() (all, least float64) {
	n := len(t.Rows)
	return float64(n+1)*t.step + t.head(), float64(min(n, 2)+1)*t.step + t.head()
}

// head returns the space for the line below the titles.
func (t *table) head() float64 { return 0.3 * t.step }

func (t *table) spaces() (before, after float64) { return 0, t.After }
func (t *table) keep() bool                      { return false }

func (t *table) put(p *page, at draw.Point, room float64, force bool) (used float64, rest piece) {
	n := min(len(t.Rows), int((room-t.step-t.head()+0.01)/t.step))
	if force {
		n = max(n, 1)
	}
	if n < 1 {
		return 0, t
	}
	y := at.Y
	row := func(r Row, st draw.TextStyle) {
		x := at.X
		for i, c := range t.Columns {
			if i < len(r.Cells) {
				p.items = append(p.items, placed{draw.Point{X: x, Y: y + t.step/2}, cell{r.Cells[i], c.Width*t.width - 0.8*t.Size, c.Right, st}})
			}
			x += c.Width * t.width
		}
		y += t.step
	}
	row(Row{Cells: Texts(t.Titles...)}, draw.TextStyle{Size: 0.9 * t.Size, Bold: true, Color: Faint})
	p.items = append(p.items, placed{draw.Point{X: at.X, Y: y + 0.1*t.step}, stroke{t.width}})
	y += t.head()
	for _, r := range t.Rows[:n] {
		row(r, draw.TextStyle{Size: t.Size, Bold: r.Bold, Color: Ink})
	}
	if n == len(t.Rows) {
		return y - at.Y, nil
	}
	left := *t
	left.Rows = t.Rows[n:]
	return y - at.Y, &left
}

// cell is a cell with its width and style.
type cell struct {
	Cell
	room  float64
	right bool
	style draw.TextStyle
}

func (x cell) draw(c draw.Canvas, at draw.Point) {
	room := x.room
	if x.Figure != nil {
		side := x.style.Size
		x.Figure(c, draw.Rect{X: at.X, Y: at.Y - side/2, W: side, H: side})
		at.X += 1.5 * side
		room -= 1.5 * side
	}
	if x.style.Align = draw.Left; x.right {
		x.style.Align = draw.Right
		at.X += room
	}
	if s := Cut(x.Text, room, x.style); s != "" {
		c.Text(at, s, x.style)
	}
}

// stroke is a thin horizontal line.
type stroke struct{ w float64 }

func (s stroke) draw(c draw.Canvas, at draw.Point) {
	c.Path(draw.Segment(at, draw.Point{X: at.X + s.w, Y: at.Y}), draw.Style{Stroke: Rule, Width: 0.6})
}

// Line appends a thin line. It is omitted at the top of a column.
func (f *Flow) Line(before, after float64, keep bool) {
	f.add(&ruled{width: f.Width(), before: before, after: after, stays: keep})
}

type ruled struct {
	width, before, after float64
	stays                bool
}

func (r *ruled) heights() (all, least float64)   { return 1, 1 }
func (r *ruled) spaces() (before, after float64) { return r.before, r.after }
func (r *ruled) keep() bool                      { return r.stays }

func (r *ruled) put(p *page, at draw.Point, _ float64, top bool) (used float64, rest piece) {
	if top {
		return 0, nil
	}
	p.items = append(p.items, placed{draw.Point{X: at.X, Y: at.Y + 0.5}, stroke{r.width}})
	return 1, nil
}

// Entry appends a line of a table of contents: a title, dots, and the number of the page it links
// to.
func (f *Flow) Entry(title, number string, to *Anchor) {
	st := draw.TextStyle{Size: f.sheet.Text, Serif: true, Color: Ink, Align: draw.Left}
	f.add(&entry{title: title, number: number, to: to, width: f.Width(), step: 1.5 * f.sheet.Text, style: st})
}

type entry struct {
	title, number string
	to            *Anchor
	width, step   float64
	style         draw.TextStyle
}

func (e *entry) heights() (all, least float64)   { return e.step, e.step }
func (e *entry) spaces() (before, after float64) { return 0, 0 }
func (e *entry) keep() bool                      { return false }

func (e *entry) put(p *page, at draw.Point, _ float64, _ bool) (used float64, rest piece) {
	p.items = append(p.items, placed{draw.Point{X: at.X, Y: at.Y + e.step/2}, e})
	p.links = append(p.links, link{draw.Rect{X: at.X, Y: at.Y, W: e.width, H: e.step}, e.to})
	return e.step, nil
}

func (e *entry) draw(c draw.Canvas, at draw.Point) {
	title := Cut(e.title, e.width-5*e.style.Size, e.style)
	c.Text(at, title, e.style)
	right := e.style
	right.Align = draw.Right
	end := draw.Point{X: at.X + e.width, Y: at.Y}
	c.Text(end, e.number, right)
	from, to := at.X+font.Width(title, e.style)+0.6*e.style.Size, end.X-font.Width(e.number, e.style)-0.6*e.style.Size
	if to > from {
		y := at.Y + draw.CapHeight*e.style.Size - 0.4
		c.Path(draw.Segment(draw.Point{X: to, Y: y}, draw.Point{X: from, Y: y}), draw.Style{Stroke: Faint, Width: 0.7, Dash: []float64{0.7, 3}})
	}
}
