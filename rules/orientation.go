package rules

import (
	"math"
	"slices"
)

// Orientation says how a board lies before the person who looks at it: mirrored top to bottom, if so, and
// then turned clockwise in steps, by quarters if it is of squares, by sixths if of hexagons, by halves if
// of pits. It changes where cells are drawn, and neither their names nor the rules.
type Orientation struct {
	Turn   int
	Mirror bool
}

// turns returns how many steps make a full turn of b.
func (b *Board) turns() int {
	switch len(b.Step) {
	case 0:
		return 2
	case 8:
		return 4
	}
	return len(b.Step)
}

// Allows reports whether b can be looked at so: pieces must still fall down, and players of pits
// sow in the direction that they know.
func (b *Board) Allows(o Orientation) bool {
	o = b.Fit(o)
	switch {
	case b.Drops():
		return o == Orientation{} || o == b.Mirrored(Orientation{})
	case b.Style == Pits:
		return !o.Mirror
	}
	return true
}

// Fit returns o with less than a full turn.
func (b *Board) Fit(o Orientation) Orientation {
	n := b.turns()
	o.Turn = ((o.Turn % n) + n) % n
	return o
}

// Rotated returns o after one more step clockwise.
func (b *Board) Rotated(o Orientation) Orientation {
	o.Turn++
	return b.Fit(o)
}

// Mirrored returns o with left and right exchanged.
func (b *Board) Mirrored(o Orientation) Orientation {
	return b.Fit(Orientation{Turn: b.turns()/2 - o.Turn, Mirror: !o.Mirror})
}

// Seen returns b as it looks in an orientation: centres, outlines, steps and the extent are those on the
// screen, all else is b's. It returns b itself where the board lies as the rules say, or cannot lie so.
// It costs a step for each cell and each of its neighbours; callers keep it.
func (b *Board) Seen(o Orientation) *Board {
	if o = b.Fit(o); o == (Orientation{}) || !b.Allows(o) {
		return b
	}
	n := b.turns()
	sin, cos := math.Sincos(2 * math.Pi * float64(o.Turn) / float64(n))
	if n != 6 {
		sin, cos = math.Round(sin), math.Round(cos)
	}
	turn := func(p Point) Point {
		if o.Mirror {
			p.Y = -p.Y
		}
		return Point{p.X*cos - p.Y*sin, p.X*sin + p.Y*cos}
	}
	seen := *b
	seen.Outline = make([]Point, len(b.Outline))
	half := Point{0.5, 0.5}
	for i, p := range b.Outline {
		seen.Outline[i] = turn(p)
		if i == 0 {
			half = Point{}
		}
		half = Point{max(half.X, seen.Outline[i].X), max(half.Y, seen.Outline[i].Y)}
	}
	if len(b.Outline) == 0 {
		seen.Outline = nil
	}
	if o.Mirror {
		slices.Reverse(seen.Outline) // clockwise still
	}
	seen.Cells = slices.Clone(b.Cells)
	low, high := Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for c := range seen.Cells {
		p := turn(b.Cells[c].Centre)
		seen.Cells[c].Centre = p
		low, high = Point{min(low.X, p.X), min(low.Y, p.Y)}, Point{max(high.X, p.X), max(high.Y, p.Y)}
	}
	low = Point{low.X - half.X, low.Y - half.Y}
	for c := range seen.Cells {
		p := &seen.Cells[c].Centre
		*p = Point{p.X - low.X, p.Y - low.Y}
	}
	seen.Size = Point{high.X + half.X - low.X, high.Y + half.Y - low.Y}
	dirs := len(b.Step)
	dir := func(d uint8) uint8 {
		if o.Mirror {
			d = uint8(dirs) - d
		}
		return uint8((int(d) + o.Turn*dirs/n) % dirs)
	}
	seen.Step = make([][]Link, dirs)
	for d, links := range b.Step {
		to := slices.Clone(links)
		for c := range to {
			to[c].Dir = dir(to[c].Dir)
		}
		seen.Step[dir(uint8(d))] = to
	}
	return &seen
}

// Toward returns the cell next to c on the way of dx and dy, of which one is 0 and the other 1 or -1: straight on where
// there is one, else as little to the side as can be. It stays on c at the rim.
func (b *Board) Toward(c Cell, dx, dy float64) Cell {
	best, least := c, math.Inf(1)
	from := b.Cells[c]
	for i := range b.Cells {
		to := &b.Cells[i]
		x, y := to.Centre.X-from.Centre.X, to.Centre.Y-from.Centre.Y
		along, aside := x*dx+y*dy, math.Abs(x*dy-y*dx)
		if along < 0.3 || along > 1.5 || aside > 0.6 {
			continue
		}
		far := along + 3*aside
		if to.Col != from.Col && to.Row != from.Row {
			far += 0.01 // of two that are as near, along a line that has a name
		} else if to.Col == from.Col {
			far -= 0.01
		}
		if far < least-1e-6 {
			best, least = Cell(i), far
		}
	}
	return best
}
