package rules

import (
	"math"
	"slices"
)

// Orientation is the way a board is shown. Mirror flips it top to bottom; Turn then turns it
// clockwise by that number of steps. A step is a quarter turn for squares, a sixth for hexagons and
// a half for pits. An Orientation changes where cells are drawn, but not their names or the rules.
type Orientation struct {
	Turn   int
	Mirror bool
}

// turns returns the number of steps in a full turn of b.
func (b *Board) turns() int {
	switch len(b.Step) {
	case 0:
		return 2
	case 8:
		return 4
	}
	return len(b.Step)
}

// Allows reports whether b may be shown in orientation o. Pieces must fall downwards, and boards of
// piles must not be mirrored, because that would reverse the direction in which players distribute them.
func (b *Board) Allows(o Orientation) bool {
	o = b.Fit(o)
	switch {
	case b.Drops():
		return o == Orientation{} || o == b.Mirrored(Orientation{})
	case b.Piles:
		return !o.Mirror
	}
	return true
}

// Fit returns o with Turn reduced to less than a full turn.
func (b *Board) Fit(o Orientation) Orientation {
	n := b.turns()
	o.Turn = ((o.Turn % n) + n) % n
	return o
}

// Rotated returns o turned clockwise by one more step.
func (b *Board) Rotated(o Orientation) Orientation {
	o.Turn++
	return b.Fit(o)
}

// Mirrored returns o with left and right exchanged.
func (b *Board) Mirrored(o Orientation) Orientation {
	return b.Fit(Orientation{Turn: b.turns()/2 - o.Turn, Mirror: !o.Mirror})
}

// Oriented returns b as shown in orientation o. Centres, outlines, steps and the size are transformed;
// all else is shared with b. It returns b itself if o is the default orientation or is not allowed.
// The cost is proportional to the number of links, so callers should cache the result.
func (b *Board) Oriented(o Orientation) *Board {
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
		slices.Reverse(seen.Outline) // restore the clockwise order
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

// Toward returns the neighbour of c in the direction (dx, dy), which must be parallel to an axis
// and of length 1. If no cell is straight ahead, it returns the cell that deviates least. It
// returns c at the rim.
func (b *Board) Toward(c Cell, dx, dy float64) Cell {
	best, least := c, math.Inf(1)
	from := b.Cells[c]
	for i := range b.Cells {
		to := &b.Cells[i]
		x, y := to.Centre.X-from.Centre.X, to.Centre.Y-from.Centre.Y
		along, sideways := x*dx+y*dy, math.Abs(x*dy-y*dx)
		if along < 0.3 || along > 1.5 || sideways > 0.6 {
			continue
		}
		penalty := along + 3*sideways
		if to.Col != from.Col && to.Row != from.Row {
			penalty += 0.01 // prefer the one along a named line of two equally near cells
		} else if to.Col == from.Col {
			penalty -= 0.01
		}
		if penalty < least-1e-6 {
			best, least = Cell(i), penalty
		}
	}
	return best
}
