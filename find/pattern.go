package find

import (
	"context"
	"math"
	"slices"

	"boardstudio/msg"
	"boardstudio/rules"
)

// Pattern is what lies on a part of the board.
type Pattern struct {
	Cells []Want
	// Turned lets it lie turned and mirrored, and shifted along joined edges.
	Turned bool
	// Anywhere lets it lie anywhere on the board. On boards of pits it does nothing.
	Anywhere bool
	// Swapped lets the players be exchanged.
	Swapped bool
	// Anew finds the pattern only where the move brought it about.
	Anew bool
}

// Want is what a cell of a pattern has to hold: Content, or with Any anything but
// an empty cell. Cells that do not matter are left out of a pattern.
type Want struct {
	Cell    rules.Cell
	Content rules.Content
	Any     bool
}

// spot is a cell of a shape.
type spot struct {
	cell rules.Cell
	want content
	any  bool
}

func (s spot) holds(c content) bool { return c == s.want || s.any && c != nothing }

// maxSpots is how many cells the shapes of a pattern have together, at most.
const maxSpots = 1 << 21

// shapes are all the ways in which a pattern can lie on a board, and how many
// cells each misses on the position at hand. A cell that changes touches only the
// shapes that have it.
type shapes struct {
	all    [][]spot
	misses []int32
	uses   [][]use // by cell
	there  []int32 // the shapes that miss nothing
	place  []int32 // of each shape in there
	anew   bool
}

type use struct {
	shape int32
	any   bool
	want  content
}

func newShapes(ctx context.Context, r rules.Rules, sym *rules.Symmetries, p *Pattern) (*shapes, error) {
	b := r.Board()
	var spots []spot
	for _, w := range p.Cells {
		if w.Cell < 0 || int(w.Cell) >= len(b.Cells) {
			return nil, msg.Errorf("the pattern belongs to another board")
		}
		if slices.ContainsFunc(spots, func(s spot) bool { return s.cell == w.Cell }) {
			return nil, msg.Errorf("the pattern has the cell %s twice", b.Cells[w.Cell].Label)
		}
		x := spot{w.Cell, pack(w.Content), w.Any}
		if w.Any {
			x.want = ^content(0)
		}
		spots = append(spots, x)
	}
	if len(spots) == 0 {
		return nil, msg.Errorf("the pattern has no cell")
	}
	s := &shapes{anew: p.Anew, uses: make([][]use, len(b.Cells))}
	seen := map[string]bool{}
	full := false
	var id []byte
	add := func(shape []spot) bool {
		for _, names := range exchanges(r.Players(), p.Swapped) {
			x := slices.Clone(shape)
			for i := range x {
				if owner := int8(uint8(x[i].want)); owner >= 0 {
					x[i].want = x[i].want&^0xff | content(uint8(names[owner]))
				}
			}
			slices.SortFunc(x, func(a, b spot) int { return int(a.cell) - int(b.cell) })
			id = id[:0]
			for _, y := range x {
				id = append(id, byte(y.cell>>8), byte(y.cell), byte(y.want>>24), byte(y.want>>16), byte(y.want>>8), byte(y.want))
			}
			if !seen[string(id)] {
				seen[string(id)] = true
				s.all = append(s.all, x)
			}
			full = len(s.all)*len(spots) > maxSpots
		}
		return !full && ctx.Err() == nil
	}
	switch {
	case p.Anywhere && len(b.Step) > 0:
		s.anywhere(b, sym, spots, p.Turned, add)
	case p.Turned:
		for perm := range sym.All() {
			shape := slices.Clone(spots)
			for i := range shape {
				shape[i].cell = perm[shape[i].cell]
			}
			if !add(shape) {
				break
			}
		}
	default:
		add(spots)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if full {
		return nil, msg.Errorf("the pattern can lie in too many ways on this board")
	}
	s.misses, s.place = make([]int32, len(s.all)), make([]int32, len(s.all))
	for i, shape := range s.all {
		for _, x := range shape {
			s.uses[x.cell] = append(s.uses[x.cell], use{int32(i), x.any, x.want})
			if !x.holds(nothing) {
				s.misses[i]++
			}
		}
		if s.misses[i] == 0 {
			s.enter(int32(i))
		}
	}
	return s, nil
}

// exchanges returns the ways in which players can be renamed.
func exchanges(n int, swapped bool) [][]rules.Player {
	names := make([]rules.Player, n)
	for i := range names {
		names[i] = rules.Player(i)
	}
	all := [][]rules.Player{names}
	if !swapped {
		return all
	}
	if n > 4 { // too many to try them all: the turn order goes on
		for i := 1; i < n; i++ {
			all = append(all, append(slices.Clone(names[i:]), names[:i]...))
		}
		return all
	}
	for at := range n { // each place exchanged with those behind it
		for _, x := range slices.Clone(all) {
			for j := at + 1; j < n; j++ {
				y := slices.Clone(x)
				y[at], y[j] = y[j], y[at]
				all = append(all, y)
			}
		}
	}
	return all
}

// south is the direction in which pieces fall.
const south = 2

// leg is a way along the board: so many steps in one direction.
type leg struct {
	dir   uint8
	steps int
}

// legs returns a shortest way from cell to cell that crosses no joined edge. It leads in two
// directions beside each other, so wherever it begins and however it is turned, it
// leaves no rectangle and no rhombus in which both ends lie.
func legs(b *rules.Board, from, to rules.Cell) [2]leg {
	const almost = 1e-6
	x, y := b.Cells[to].Centre.X-b.Cells[from].Centre.X, b.Cells[to].Centre.Y-b.Cells[from].Centre.Y
	for d := range uint8(len(b.Step)) {
		e := (d + 1) % uint8(len(b.Step))
		v, w := b.Way(d), b.Way(e)
		det := v.X*w.Y - v.Y*w.X
		m, n := (x*w.Y-y*w.X)/det, (v.X*y-v.Y*x)/det
		if m > -almost && n > -almost {
			return [2]leg{{d, int(math.Round(m))}, {e, int(math.Round(n))}}
		}
	}
	return [2]leg{}
}

// anywhere adds the shapes with the first cell on each cell of the board. The others
// are found by going along lines of cells.
func (s *shapes) anywhere(b *rules.Board, sym *rules.Symmetries, spots []spot, turned bool, add func([]spot) bool) {
	frames := []rules.Frame{0}
	for f := rules.Frame(1); turned && f < sym.Frames(); f++ {
		if !b.Drops() || sym.Dir(f, south) == south { // falling pieces fall still
			frames = append(frames, f)
		}
	}
	ways := make([][2]leg, len(spots))
	for i := range spots {
		ways[i] = legs(b, spots[0].cell, spots[i].cell)
	}
	for c := range b.Cells {
	next:
		for _, f := range frames {
			shape := slices.Clone(spots)
			for i, way := range ways {
				at, g := rules.Cell(c), f
				for _, leg := range way {
					for range leg.steps {
						if at, g = sym.Step(at, g, leg.dir); at == rules.NoCell {
							continue next
						}
					}
				}
				if slices.ContainsFunc(shape[:i], func(s spot) bool { return s.cell == at }) {
					continue next // round a small board onto itself
				}
				shape[i].cell = at
			}
			if !add(shape) {
				return
			}
		}
	}
}

// changed takes in that c holds something else.
func (s *shapes) changed(c rules.Cell, was, is content) {
	for _, u := range s.uses[c] {
		x := spot{want: u.want, any: u.any}
		a, b := x.holds(was), x.holds(is)
		switch {
		case a == b:
		case a:
			if s.misses[u.shape]++; s.misses[u.shape] == 1 {
				s.leave(u.shape)
			}
		default:
			if s.misses[u.shape]--; s.misses[u.shape] == 0 {
				s.enter(u.shape)
			}
		}
	}
}

func (s *shapes) enter(i int32) {
	s.place[i] = int32(len(s.there))
	s.there = append(s.there, i)
}

func (s *shapes) leave(i int32) {
	last := s.there[len(s.there)-1]
	s.there[s.place[i]], s.place[last] = last, s.place[i]
	s.there = s.there[:len(s.there)-1]
}

// here returns the cells of a shape that is there, and was not before if that
// is asked for.
func (s *shapes) here(before rules.Position) ([]rules.Cell, bool) {
	least := int32(-1) // the first in the order of shapes, so that it is always the same
	for _, i := range s.there {
		if (least < 0 || i < least) && !(s.anew && before != nil && s.was(before, i)) {
			least = i
		}
	}
	if least < 0 {
		return nil, false
	}
	var cells []rules.Cell
	for _, x := range s.all[least] {
		cells = append(cells, x.cell)
	}
	return cells, true
}

// was reports whether shape i was there on the board of p.
func (s *shapes) was(p rules.Position, i int32) bool {
	for _, x := range s.all[i] {
		if !x.holds(pack(p.At(x.cell))) {
			return false
		}
	}
	return true
}
