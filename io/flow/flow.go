// Package flow lays texts, pictures and tables out as pages of one column or more. What is put into a Flow goes down the columns; what
// belongs together stays together, and of no paragraph is a line left alone. Lines are ragged at the right, so that they need no hyphens: only a
// word longer than a line is broken. The columns of a last page end at about the same height.
package flow

import (
	"context"

	"boardstudio/io/draw"
	"boardstudio/io/pdf"
)

// Sheet is what all pages have in common. Lengths are in points.
type Sheet struct {
	Size                draw.Point
	Top, Bottom, Beside float64 // the margins
	Columns             int
	Gap                 float64 // between columns
	Text                float64 // the size of texts that have none of their own
	Lead                float64 // from line to line, as a multiple of the size; 0 stands for 1.35
	// Furnish draws what stands in the margins; nil for nothing.
	Furnish func(c draw.Canvas, p Place)
}

// Place is what the margins of a page tell.
type Place struct {
	Number, Of int    // counted from 1
	Head       string // what Flow.Head said last
}

// Flow lays pages out.
type Flow struct {
	sheet   Sheet
	ctx     context.Context
	pages   []*page
	columns int
	column  int     // of the last page
	y       float64 // where it is free
	fresh   bool    // nothing stands in the column yet
	after   float64 // the room that the last piece wants below it
	pending []piece // until it is known what stands behind them
	floats  []piece // for the top of the next column
	marks   []mark  // of the next piece
	head    string
	log     []entered // what stands on the last page, to balance its columns
	limit   float64   // where columns end while they are balanced, 0 for the margin
	over    bool      // what was balanced needs more room
}

// page is a page in the making.
type page struct {
	items []placed
	marks []pdf.Mark
	links []link
	head  string
	bare  bool
}

// placed is an item with its upper left corner.
type placed struct {
	at draw.Point
	it item
}

// item is something drawn.
type item interface {
	draw(c draw.Canvas, at draw.Point)
}

// Anchor is a place that links lead to. It is known when what follows was laid out.
type Anchor struct {
	flow *Flow
	page int
	y    float64
}

// Page returns the number of the page, counted from 0 in its Flow.
func (a *Anchor) Page() int { return a.page }

type link struct {
	box draw.Rect
	to  *Anchor
}

type mark struct {
	title string
	level int
	at    *Anchor
}

// piece is what a Flow is filled with.
type piece interface {
	// heights returns how high it is, and how much of that must stand together at its beginning.
	heights() (all, least float64)
	// spaces returns the room it wants above and below it. It counts once between two pieces, and not at the top of a column.
	spaces() (before, after float64)
	// keep reports whether it stays with the next piece.
	keep() bool
	// put puts as much as has room onto a page and returns how high that is, and what is left over. With force something is put in any case.
	put(p *page, at draw.Point, room float64, force bool) (used float64, rest piece)
}

// New returns an empty Flow.
func New(ctx context.Context, s Sheet) *Flow {
	if s.Lead == 0 {
		s.Lead = 1.35
	}
	f := &Flow{sheet: s, ctx: ctx, columns: max(s.Columns, 1)}
	f.turn()
	return f
}

// Err returns the error of the context.
func (f *Flow) Err() error { return f.ctx.Err() }

// Width returns how wide a column is.
func (f *Flow) Width() float64 {
	n := float64(f.columns)
	return (f.sheet.Size.X - 2*f.sheet.Beside - (n-1)*f.sheet.Gap) / n
}

// Height returns how high a column is.
func (f *Flow) Height() float64 { return f.sheet.Size.Y - f.sheet.Top - f.sheet.Bottom }

// Size returns the size of texts.
func (f *Flow) Size() float64 { return f.sheet.Text }

// Room returns how much of the column is free.
func (f *Flow) Room() float64 {
	f.flush()
	return f.bottom() - f.y
}

func (f *Flow) bottom() float64 {
	if f.limit > 0 {
		return f.limit
	}
	return f.sheet.Size.Y - f.sheet.Bottom
}

func (f *Flow) turn() {
	if f.limit > 0 {
		f.over = true
		f.top()
		return
	}
	f.log = nil
	f.pages = append(f.pages, &page{head: f.head})
	f.column = 0
	f.top()
}

func (f *Flow) top() { f.y, f.fresh, f.after = f.sheet.Top, true, 0 }

func (f *Flow) last() *page { return f.pages[len(f.pages)-1] }

// next begins the next column.
func (f *Flow) next() {
	same := false
	if f.column++; f.column < f.columns {
		same = true
		f.top()
	} else {
		f.turn()
	}
	list := f.floats
	f.floats = nil
	for _, p := range list {
		n := len(f.log)
		f.place(p)
		if same && len(f.log) > n { // it is known already
			f.log = append(f.log[:n], f.log[n+1:]...)
		}
	}
}

// settle puts what waits for the next column there.
func (f *Flow) settle() {
	f.flush()
	if len(f.floats) > 0 {
		f.next()
	}
}

// empty reports whether nothing stands on the last page.
func (f *Flow) empty() bool { return len(f.last().items) == 0 }

// Break begins a new page with so many columns, 0 for as many as the sheet has, unless the last one is empty.
func (f *Flow) Break(columns int) {
	f.finish()
	if columns == 0 {
		columns = max(f.sheet.Columns, 1)
	}
	if f.columns = columns; f.empty() {
		f.column = 0
		f.log = nil
		f.top()
		return
	}
	f.turn()
}

// entered is something that was put onto a page: a piece, or room.
type entered struct {
	piece
	room func(*Flow)
}

// note keeps what was put onto the last page.
func (f *Flow) note(e entered) {
	if f.limit == 0 && f.columns > 1 {
		f.log = append(f.log, e)
	}
}

// trials is how often a length of balanced columns is tried; each halves the range.
const trials = 12

// finish puts what waits onto pages, and makes the columns of the last page as long as each other.
func (f *Flow) finish() {
	f.settle()
	full := f.Height()
	if f.ctx.Err() != nil || len(f.log) == 0 || full <= 0 {
		return
	}
	end := f.y
	low, high := 0.0, full
	for range trials {
		if mid := (low + high) / 2; f.again(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	if high < full {
		f.again(high)
	} else {
		f.again(full) // as it was
	}
	f.limit, f.over, f.log = 0, false, nil
	if f.column == 0 {
		f.y = max(f.y, end)
	}
}

// again lays the last page out anew with columns of a height, and reports whether everything has room on it.
func (f *Flow) again(height float64) bool {
	p := f.last()
	p.items, p.marks, p.links = nil, nil, nil
	f.column, f.pending, f.floats = 0, nil, nil
	f.limit, f.over = f.sheet.Top+height, false
	f.top()
	for _, e := range f.log {
		switch {
		case f.over:
			return false
		case e.room != nil:
			f.flush()
			e.room(f)
			continue
		}
		if f.pending = append(f.pending, e.piece); !e.keep() {
			f.flush()
		}
	}
	f.settle()
	return !f.over
}

// Need begins a new column unless so much of the last one is free, and nothing waits for the next one.
func (f *Flow) Need(height float64) {
	f.settle()
	f.note(entered{room: func(f *Flow) { f.Need(height) }})
	if !f.fresh && f.y+f.after+height > f.bottom() {
		f.next()
	}
}

// Skip leaves room, but not at the top of a column.
func (f *Flow) Skip(height float64) {
	f.flush()
	f.note(entered{room: func(f *Flow) { f.Skip(height) }})
	f.after = max(f.after, height)
}

// Drop leaves room also at the top of a column.
func (f *Flow) Drop(height float64) {
	f.flush()
	f.note(entered{room: func(f *Flow) { f.Drop(height) }})
	f.y += f.after + height
	f.after, f.fresh = 0, true
}

// Head sets what the margins of pages tell from here on.
func (f *Flow) Head(text string) {
	f.flush()
	if f.head = text; f.empty() || f.last().head == "" {
		f.last().head = text
	}
}

// Bare leaves the margins of the last page empty.
func (f *Flow) Bare() { f.last().bare = true }

// Mark has what comes next in the outline of the file; a title of "" only returns where it is.
func (f *Flow) Mark(title string, level int) *Anchor {
	f.flushWhole()
	a := &Anchor{flow: f}
	f.marks = append(f.marks, mark{title, level, a})
	return a
}

// flushWhole lays out what is pending unless that has to stay with what comes next.
func (f *Flow) flushWhole() {
	if n := len(f.pending); n > 0 && !f.pending[n-1].keep() {
		f.flush()
	}
}

// add puts a piece behind the others.
func (f *Flow) add(p piece) {
	if len(f.marks) > 0 {
		p = &marked{p, f.marks}
		f.marks = nil
	}
	if f.pending = append(f.pending, p); !p.keep() {
		f.flush()
	}
}

// marked is a piece that has marks.
type marked struct {
	piece
	marks []mark
}

// flush puts what is pending onto pages.
func (f *Flow) flush() {
	list := f.pending
	if len(list) == 0 || f.ctx.Err() != nil {
		f.pending = nil
		return
	}
	f.pending = nil
	if floating(list[0]) {
		f.place(list[0])
		return
	}
	need, after := 0.0, f.after
	for i, p := range list {
		all, least := p.heights()
		above, below := p.spaces()
		need += max(above, after)
		after = below
		if i+1 < len(list) {
			need += all
		} else {
			need += least
		}
	}
	if !f.fresh && f.y+need > f.bottom() && need <= f.Height() {
		f.next()
	}
	for _, p := range list {
		f.place(p)
	}
}

// floating reports whether a piece may wait for the next column.
func floating(p piece) bool {
	if m, ok := p.(*marked); ok {
		p = m.piece
	}
	r, ok := p.(*row)
	return ok && r.floats && !r.stays
}

// place puts a piece into as many columns as it takes.
func (f *Flow) place(p piece) {
	f.note(entered{piece: p})
	whole := p
	var marks []mark
	if m, ok := p.(*marked); ok {
		p, marks = m.piece, m.marks
	}
	next := func() {
		turned := len(f.pages)
		if f.next(); len(f.pages) > turned {
			if len(marks) > 0 {
				f.note(entered{piece: &marked{p, marks}})
			} else {
				f.note(entered{piece: p})
			}
		}
	}
	if floating(p) && !f.fresh {
		r := p.(*row)
		if len(f.floats) > 0 { // none overtakes another
			next()
		}
		if !f.fresh && f.y+max(r.space, f.after)+r.height > f.bottom()+0.01 {
			for _, m := range marks {
				m.at.page = len(f.pages) // about there
			}
			f.floats = append(f.floats, whole)
			return
		}
	}
	for p != nil {
		above, below := p.spaces()
		y := f.y
		if !f.fresh {
			y += max(above, f.after)
		}
		room := f.bottom() - y
		_, least := p.heights()
		if !f.fresh && least > room+0.01 {
			next()
			continue
		}
		at := draw.Point{X: f.sheet.Beside + float64(f.column)*(f.Width()+f.sheet.Gap), Y: y}
		page := f.last()
		used, rest := p.put(page, at, room, f.fresh)
		if used > 0 || rest == nil {
			for _, m := range marks {
				m.at.page, m.at.y = len(f.pages)-1, y
				if m.title != "" {
					page.marks = append(page.marks, pdf.Mark{Title: m.title, Level: m.level, Y: max(y-6, 0)})
				}
			}
			marks = nil
		}
		if used > 0 {
			f.y, f.fresh, f.after = y+used, false, below
		}
		if p = rest; p != nil {
			next()
		}
	}
}

// Len returns how many pages there are.
func (f *Flow) Len() int {
	f.settle()
	if f.empty() && len(f.pages) > 1 {
		return len(f.pages) - 1
	}
	return len(f.pages)
}

// Pages returns the pages of several flows one behind the other. They have to be on the same paper.
func Pages(flows ...*Flow) []pdf.Page {
	first := map[*Flow]int{}
	n := 0
	for _, f := range flows {
		f.finish()
		first[f] = n
		n += f.Len()
	}
	pages := make([]pdf.Page, 0, n)
	for _, f := range flows {
		for _, p := range f.pages[:f.Len()] {
			place := Place{Number: len(pages) + 1, Of: n, Head: p.head}
			out := pdf.Page{Size: f.sheet.Size, Marks: p.marks, Draw: func(c draw.Canvas) {
				for _, x := range p.items {
					x.it.draw(c, x.at)
				}
				if f.sheet.Furnish != nil && !p.bare {
					f.sheet.Furnish(c, place)
				}
			}}
			for _, l := range p.links {
				if at, ok := first[l.to.flow]; ok {
					out.Links = append(out.Links, pdf.Link{Box: l.box, Page: at + l.to.page, Y: max(l.to.y-6, 0)})
				}
			}
			pages = append(pages, out)
		}
	}
	return pages
}
