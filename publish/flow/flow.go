// Package flow lays out text, pictures and tables as pages with one or more columns. Content that
// is added to a Flow fills the columns from the top. Related content is kept together, and no line
// of a paragraph is separated from all others. Lines are ragged on the right, so hyphens are
// unnecessary: only a word longer than a line is broken. The columns of the last page end at about
// the same height.
package flow

import (
	"context"

	"boardstudio/draw"
	"boardstudio/io/pdf"
)

// Sheet is the format of all pages. Lengths are in points.
type Sheet struct {
	Size              draw.Point
	Top, Bottom, Side float64 // top and bottom margins; left and right margin
	Columns           int
	Gap               float64 // space between columns
	Text              float64 // default text size
	Lead              float64 // line height relative to the text size; 0 means 1.35
	// Furnish draws the margins, such as headers and footers. It may be nil.
	Furnish func(c draw.Canvas, p Place)
}

// Place is the information that Furnish can show in the margins of a page.
type Place struct {
	Number, Of int    // page number, counted from 1, and number of pages
	Head       string // text set by the last call of Flow.Head
}

// Flow lays out pages.
type Flow struct {
	sheet   Sheet
	ctx     context.Context
	pages   []*page
	columns int
	column  int     // index of the current column on the last page
	y       float64 // top of the free area
	fresh   bool    // the column is still empty
	after   float64 // space required below the last piece
	pending []piece // pieces not yet placed, because they must be kept with the next one
	floats  []piece // pieces for the top of the next column
	marks   []mark  // marks for the next piece
	head    string
	log     []logEntry // content of the last page, used to balance its columns
	limit   float64    // end of columns during balancing, 0 for the bottom margin
	over    bool       // the content does not fit within limit
}

// page is a page under construction.
type page struct {
	items []placed
	marks []pdf.Mark
	links []link
	head  string
	bare  bool
}

// placed is an item with the position of its upper left corner.
type placed struct {
	at draw.Point
	it item
}

// item is something to draw.
type item interface {
	draw(c draw.Canvas, at draw.Point)
}

// Anchor is a target of links. Its position is known after the next piece was laid out.
type Anchor struct {
	flow *Flow
	page int
	y    float64
}

// Page returns the number of the page in its Flow, counted from 0.
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

// piece is a piece of content.
type piece interface {
	// heights returns the height of the piece, and the minimum height that must be kept together at
	// its beginning.
	heights() (all, least float64)
	// spaces returns the space required above and below the piece. Between two pieces the larger
	// space applies. At the top of a column, space is omitted.
	spaces() (before, after float64)
	// keep reports whether the piece must be in the same column as the beginning of the next piece.
	keep() bool
	// put places as much of the piece as fits into room. It returns the height used and the
	// remaining piece, if any. With force it places at least something.
	put(p *page, at draw.Point, room float64, force bool) (used float64, rest piece)
}

// New returns an empty Flow. Layout stops when ctx ends.
func New(ctx context.Context, s Sheet) *Flow {
	if s.Lead == 0 {
		s.Lead = 1.35
	}
	f := &Flow{sheet: s, ctx: ctx, columns: max(s.Columns, 1)}
	f.newPage()
	return f
}

// Err returns the error of the context.
func (f *Flow) Err() error { return f.ctx.Err() }

// Width returns the width of a column.
func (f *Flow) Width() float64 {
	n := float64(f.columns)
	return (f.sheet.Size.X - 2*f.sheet.Side - (n-1)*f.sheet.Gap) / n
}

// Height returns the height of a column.
func (f *Flow) Height() float64 { return f.sheet.Size.Y - f.sheet.Top - f.sheet.Bottom }

// Size returns the default text size.
func (f *Flow) Size() float64 { return f.sheet.Text }

// Room returns the free height in the current column.
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

func (f *Flow) newPage() {
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

// next begins the next column and places waiting floats there.
func (f *Flow) next() {
	same := false
	if f.column++; f.column < f.columns {
		same = true
		f.top()
	} else {
		f.newPage()
	}
	list := f.floats
	f.floats = nil
	for _, p := range list {
		n := len(f.log)
		f.place(p)
		if same && len(f.log) > n { // already in the log
			f.log = append(f.log[:n], f.log[n+1:]...)
		}
	}
}

// settle places all waiting pieces. Floats go to the next column.
func (f *Flow) settle() {
	f.flush()
	if len(f.floats) > 0 {
		f.next()
	}
}

// empty reports whether the last page is empty.
func (f *Flow) empty() bool { return len(f.last().items) == 0 }

// Break begins a new page with the given number of columns, 0 for the sheet's default. If the last
// page is empty, Break uses it.
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
	f.newPage()
}

// logEntry is a logged piece of content or a request for space.
type logEntry struct {
	piece
	room func(*Flow)
}

// note logs content of the last page.
func (f *Flow) note(e logEntry) {
	if f.limit == 0 && f.columns > 1 {
		f.log = append(f.log, e)
	}
}

// bisections is the number of bisection steps used to balance columns.
const bisections = 12

// finish places all waiting pieces and balances the columns of the last page.
func (f *Flow) finish() {
	f.settle()
	full := f.Height()
	if f.ctx.Err() != nil || len(f.log) == 0 || full <= 0 {
		return
	}
	end := f.y
	low, high := 0.0, full
	for range bisections {
		if mid := (low + high) / 2; f.layoutAgain(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	if high < full {
		f.layoutAgain(high)
	} else {
		f.layoutAgain(full) // restore the original layout
	}
	f.limit, f.over, f.log = 0, false, nil
	if f.column == 0 {
		f.y = max(f.y, end)
	}
}

// layoutAgain lays out the last page again with columns of the given height. It reports whether
// everything fits.
func (f *Flow) layoutAgain(height float64) bool {
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

// Need begins a new column unless the current one has at least height free. It first places waiting
// pieces.
func (f *Flow) Need(height float64) {
	f.settle()
	f.note(logEntry{room: func(f *Flow) { f.Need(height) }})
	if !f.fresh && f.y+f.after+height > f.bottom() {
		f.next()
	}
}

// Skip leaves vertical space, except at the top of a column.
func (f *Flow) Skip(height float64) {
	f.flush()
	f.note(logEntry{room: func(f *Flow) { f.Skip(height) }})
	f.after = max(f.after, height)
}

// Drop leaves vertical space, also at the top of a column.
func (f *Flow) Drop(height float64) {
	f.flush()
	f.note(logEntry{room: func(f *Flow) { f.Drop(height) }})
	f.y += f.after + height
	f.after, f.fresh = 0, true
}

// Head sets the text for the margins, starting with the current page if that is empty or has no
// text.
func (f *Flow) Head(text string) {
	f.flush()
	if f.head = text; f.empty() || f.last().head == "" {
		f.last().head = text
	}
}

// ClearMargins leaves the margins of the last page empty.
func (f *Flow) ClearMargins() { f.last().bare = true }

// Mark adds the next piece of content to the outline of the file and returns its position. If title
// is "", Mark only returns the position.
func (f *Flow) Mark(title string, level int) *Anchor {
	f.flushWhole()
	a := &Anchor{flow: f}
	f.marks = append(f.marks, mark{title, level, a})
	return a
}

// flushWhole places pending pieces unless they must be kept with the next one.
func (f *Flow) flushWhole() {
	if n := len(f.pending); n > 0 && !f.pending[n-1].keep() {
		f.flush()
	}
}

// add appends a piece, and attaches the pending marks to it.
func (f *Flow) add(p piece) {
	if len(f.marks) > 0 {
		p = &marked{p, f.marks}
		f.marks = nil
	}
	if f.pending = append(f.pending, p); !p.keep() {
		f.flush()
	}
}

// marked is a piece with marks.
type marked struct {
	piece
	marks []mark
}

// flush places the pending pieces.
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

// place places a piece, over several columns if necessary.
func (f *Flow) place(p piece) {
	f.note(logEntry{piece: p})
	whole := p
	var marks []mark
	if m, ok := p.(*marked); ok {
		p, marks = m.piece, m.marks
	}
	next := func() {
		turned := len(f.pages)
		if f.next(); len(f.pages) > turned {
			if len(marks) > 0 {
				f.note(logEntry{piece: &marked{p, marks}})
			} else {
				f.note(logEntry{piece: p})
			}
		}
	}
	if floating(p) && !f.fresh {
		r := p.(*row)
		if len(f.floats) > 0 { // keep the order of floats
			next()
		}
		if !f.fresh && f.y+max(r.space, f.after)+r.height > f.bottom()+0.01 {
			for _, m := range marks {
				m.at.page = len(f.pages) // an estimate
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
		at := draw.Point{X: f.sheet.Side + float64(f.column)*(f.Width()+f.sheet.Gap), Y: y}
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

// Len returns the number of pages.
func (f *Flow) Len() int {
	f.settle()
	if f.empty() && len(f.pages) > 1 {
		return len(f.pages) - 1
	}
	return len(f.pages)
}

// Pages returns the pages of several flows, one after the other. All flows must have the same page
// size.
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
