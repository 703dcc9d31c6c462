package find

import (
	"context"
	"math"
	"slices"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Pattern is an arrangement of pieces on a part of the board.
type Pattern struct {
	Cells []Want
	// Turned also matches rotations and reflections, and shifts along joined edges.
	Turned bool
	// Anywhere also matches at other places on the board. It has no effect on boards with pits.
	Anywhere bool
	// Swapped also matches with the players exchanged.
	Swapped bool
	// Anew matches only if the move created the pattern.
	Anew bool
}

// Want is the required content of a cell: Content, or anything except an empty cell if Any is set.
// Cells that do not matter are left out of a pattern.
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

func (s spot) holds(c content) bool { return c == s.want || s.any && c != emptyCell }

// maxSpots is the maximum number of cells in all shapes of a pattern together.
const maxSpots = 1 << 21

// shapes has all placements of a pattern on a board and the number of mismatches of each at the
// current position. If a cell changes, only the shapes that contain it are updated.
type shapes struct {
	all       [][]spot
	misses    []int32
	uses      [][]use // by cell
	present   []int32 // the shapes without mismatches
	presentAt []int32 // index in present of each shape
	newOnly   bool
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
	s := &shapes{newOnly: p.Anew, uses: make([][]use, len(b.Cells))}
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
		return nil, msg.Errorf("the pattern fits on this board in too many ways")
	}
	s.misses, s.presentAt = make([]int32, len(s.all)), make([]int32, len(s.all))
	for i, shape := range s.all {
		for _, x := range shape {
			s.uses[x.cell] = append(s.uses[x.cell], use{int32(i), x.any, x.want})
			if !x.holds(emptyCell) {
				s.misses[i]++
			}
		}
		if s.misses[i] == 0 {
			s.enter(int32(i))
		}
	}
	return s, nil
}

// exchanges returns the permutations of n players.
func exchanges(n int, swapped bool) [][]rules.Player {
	names := make([]rules.Player, n)
	for i := range names {
		names[i] = rules.Player(i)
	}
	all := [][]rules.Player{names}
	if !swapped {
		return all
	}
	if n > 4 { // too many permutations: rotate the order of play only
		for i := 1; i < n; i++ {
			all = append(all, append(slices.Clone(names[i:]), names[:i]...))
		}
		return all
	}
	for at := range n { // swap each place with each later one
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

// south is the direction of falling pieces.
const south = 2

// leg is a number of steps in one direction.
type leg struct {
	dir   uint8
	steps int
}

// legs returns a shortest path between two cells that crosses no joined edge. It uses two adjacent
// directions. From any start and in any orientation, it therefore stays in the rectangle or rhombus
// between its ends.
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

// anywhere adds the shapes whose first cell is at each cell of the board. The other cells are found
// by following paths on the board.
func (s *shapes) anywhere(b *rules.Board, sym *rules.Symmetries, spots []spot, turned bool, add func([]spot) bool) {
	frames := []rules.Frame{0}
	for f := rules.Frame(1); turned && f < sym.Frames(); f++ {
		if !b.Drops() || sym.Dir(f, south) == south { // pieces must still fall down
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
					continue next // wraps onto itself on a small board
				}
				shape[i].cell = at
			}
			if !add(shape) {
				return
			}
		}
	}
}

// changed updates the shapes after the content of cell c changed.
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
	s.presentAt[i] = int32(len(s.present))
	s.present = append(s.present, i)
}

func (s *shapes) leave(i int32) {
	last := s.present[len(s.present)-1]
	s.present[s.presentAt[i]], s.presentAt[last] = last, s.presentAt[i]
	s.present = s.present[:len(s.present)-1]
}

// here returns the cells of the first shape that is present. If newOnly is set, shapes that were
// already present at before are skipped.
func (s *shapes) here(before rules.Position) ([]rules.Cell, bool) {
	least := int32(-1) // lowest shape, for reproducible results
	for _, i := range s.present {
		if (least < 0 || i < least) && !(s.newOnly && before != nil && s.matches(before, i)) {
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

// matches reports whether shape i is present at p.
func (s *shapes) matches(p rules.Position, i int32) bool {
	for _, x := range s.all[i] {
		if !x.holds(pack(p.At(x.cell))) {
			return false
		}
	}
	return true
}
