package rules

import (
	"iter"
	"slices"
)

// Perm is a permutation of the cells of a board. It moves the content of c to p[c].
type Perm []Cell

// Identity returns the identity permutation of n cells.
func Identity(n int) Perm {
	p := make(Perm, n)
	for c := range p {
		p[c] = Cell(c)
	}
	return p
}

// Then returns the permutation p followed by q.
func (p Perm) Then(q Perm) Perm {
	r := make(Perm, len(p))
	for c, to := range p {
		r[c] = q[to]
	}
	return r
}

// Inverse returns the inverse of p.
func (p Perm) Inverse() Perm {
	r := make(Perm, len(p))
	for c, to := range p {
		r[to] = Cell(c)
	}
	return r
}

// Cell returns the image of c. The image of NoCell is NoCell.
func (p Perm) Cell(c Cell) Cell {
	if c < 0 || int(c) >= len(p) {
		return c
	}
	return p[c]
}

// Move returns the image of the move m.
func (p Perm) Move(m Move) Move {
	return Move{From: p.Cell(m.From), To: p.Cell(m.To), Aux: m.Aux}
}

// Setup returns the image of s.
func (p Perm) Setup(s Setup) Setup {
	cells := make([]Content, len(s.Cells))
	for c, x := range s.Cells {
		cells[p[c]] = x
	}
	s.Cells, s.Held = cells, slices.Clone(s.Held)
	return s
}

// Frame is one of the orientations that preserve the shape of a cell: a turn, or a mirroring
// followed by a turn. Turns are by quarters for squares and by sixths for hexagons. The zero Frame
// is the identity. The first half of the frames are the turns, the second half the mirrorings.
type Frame uint8

// frames contains the frames of boards with a given number of directions.
type frames struct {
	n     Frame
	dir   [12][8]uint8  // dir[f][d] is the image of direction d
	after [12][12]Frame // after[f][g] is g followed by f
	back  [12]Frame     // back[f] is the inverse of f
}

// framesOf returns the frames for n directions, where n is 0, 6 or 8.
func framesOf(n int) *frames {
	t := &frames{n: 1}
	if n == 0 {
		return t
	}
	unit := 1 // directions per step of a turn
	if n == 8 {
		unit = 2 // straight lines must not become diagonals
	}
	turns := n / unit
	t.n = Frame(2 * turns)
	for f := range 2 * turns {
		turn, sign := f%turns, 1
		if f >= turns {
			sign = -1
		}
		for d := range n {
			t.dir[f][d] = uint8((unit*turn + sign*d + n) % n)
		}
		for g := range 2 * turns {
			t.after[f][g] = Frame((turn+sign*(g%turns)+turns)%turns + (f/turns+g/turns)%2*turns)
			if t.after[f][g] == 0 {
				t.back[f] = Frame(g)
			}
		}
	}
	return t
}

// Symmetries are the permutations of a board's cells that preserve its lines: turns, mirrorings and
// shifts along joined edges. They also preserve the direction in which pieces fall and the owners
// of the sides. They are symmetries of positions: an opening rule, for example about the centre,
// can still distinguish cells that a symmetry exchanges. A board without directions, such as one of
// pits, has only the identity, because turning it would exchange the players. Symmetries are
// immutable.
type Symmetries struct {
	board  *Board
	frames *frames
	sides  []uint64   // the board's sides at each cell, as a bit set
	carry  [8][]Frame // carry[d][c] is the change of frame caused by a step from c in direction d
	// Each cell except the first is reached by a step from an earlier one, and base is the frame of
	// its arrival.
	paths []path
	base  []Frame
	// A symmetry is determined by the image of cell 0 and its frame. Each is one of fixed, which
	// leave cell 0 in place, followed by one of moved.
	fixed []Frame
	moved []image
}

type path struct {
	to, from Cell
	dir      uint8
}

type image struct {
	cell  Cell
	frame Frame
}

// SymmetriesOf returns the symmetries of b. The cost is proportional to the number of links, a
// fraction of a second for some thousand cells. Callers should cache the result.
func SymmetriesOf(b *Board) *Symmetries {
	s := &Symmetries{board: b, frames: framesOf(len(b.Step)), fixed: []Frame{0}, moved: []image{{}}}
	if len(b.Step) == 0 || len(b.Cells) == 0 {
		return s
	}
	s.sides = make([]uint64, len(b.Cells))
	for i, side := range b.Sides {
		for _, c := range side.Cells {
			s.sides[c] |= 1 << i
		}
	}
	s.carries()
	s.connect()
	if len(s.paths)+1 == len(b.Cells) {
		s.generate()
	}
	return s
}

// Len returns the number of symmetries, which is at least 1.
func (s *Symmetries) Len() int { return len(s.fixed) * len(s.moved) }

// At returns symmetry i. Symmetry 0 is the identity. The cost is proportional to the number of
// cells.
func (s *Symmetries) At(i int) Perm {
	if i == 0 || len(s.board.Step) == 0 {
		return Identity(len(s.board.Cells))
	}
	at := s.moved[i/len(s.fixed)]
	cells, _ := s.place(image{at.cell, s.frames.after[at.frame][s.fixed[i%len(s.fixed)]]})
	return cells
}

// All iterates over the symmetries, starting with the identity. Each is computed when it is needed.
func (s *Symmetries) All() iter.Seq[Perm] {
	return func(yield func(Perm) bool) {
		for i := range s.Len() {
			if !yield(s.At(i)) {
				return
			}
		}
	}
}

// Taking iterates over the symmetries that map one cell to another. On a board without edges it
// computes only those; otherwise it tries all symmetries.
func (s *Symmetries) Taking(from, to Cell) iter.Seq[Perm] {
	index := func(c Cell) int {
		return slices.IndexFunc(s.moved, func(m image) bool { return m.cell == c })
	}
	return func(yield func(Perm) bool) {
		a, b := index(from), index(to)
		if a < 0 {
			for p := range s.All() {
				if p[from] == to && !yield(p) {
					return
				}
			}
			return
		}
		if b < 0 {
			return
		}
		back := s.At(a * len(s.fixed)).Inverse()
		for i := range s.fixed {
			if !yield(back.Then(s.At(b*len(s.fixed) + i))) {
				return
			}
		}
	}
}

// Frames returns the number of frames.
func (s *Symmetries) Frames() Frame { return s.frames.n }

// Dir returns the image of direction d in frame f.
func (s *Symmetries) Dir(f Frame, d uint8) uint8 { return s.frames.dir[f][d] }

// Step moves from c, seen in frame f, in direction d. It returns the cell reached and its frame, or
// NoCell and f at an edge.
func (s *Symmetries) Step(c Cell, f Frame, d uint8) (Cell, Frame) {
	d = s.frames.dir[f][d]
	to := s.board.Step[d][c].Cell
	if to == NoCell {
		return NoCell, f
	}
	return to, s.frames.after[s.carry[d][c]][f]
}

// carries computes the change of frame for each step. The direction after the step leaves two
// possibilities, a turn and a mirroring. The cells on both sides of the step decide between them.
func (s *Symmetries) carries() {
	step := s.board.Step
	n := uint8(len(step))
	for d := range n {
		s.carry[d] = make([]Frame, len(s.board.Cells))
		side := uint8(2) // direction from the next cell to a cell next to the line
		if s.board.Diagonal(d) {
			side = 3
		}
		for c, l := range step[d] {
			if l.Cell == NoCell {
				continue
			}
			turn := Frame(slices.IndexFunc(s.frames.dir[:], func(dir [8]uint8) bool { return dir[d] == l.Dir }))
			flip := s.frames.n/2 + Frame(slices.IndexFunc(s.frames.dir[s.frames.n/2:], func(dir [8]uint8) bool { return dir[d] == l.Dir }))
			// misses counts the cells next to the line that are not where frame f would put them.
			misses := func(f Frame) (count int) {
				for _, sign := range [2]uint8{1, n - 1} {
					x := step[(d+sign)%n][c].Cell
					if x != NoCell && step[s.frames.dir[f][(d+sign*side)%n]][l.Cell].Cell != x {
						count++
					}
				}
				return count
			}
			t, f := misses(turn), misses(flip)
			if f < t || f == t && turn != 0 {
				s.carry[d][c] = flip
			} else {
				s.carry[d][c] = turn
			}
		}
	}
}

// connect finds a path from cell 0 to each other cell.
func (s *Symmetries) connect() {
	s.base = make([]Frame, len(s.board.Cells))
	seen := make([]bool, len(s.board.Cells))
	seen[0] = true
	queue := []Cell{0}
	for len(queue) > 0 {
		from := queue[0]
		queue = queue[1:]
		for d := range uint8(len(s.board.Step)) {
			if to, f := s.Step(from, s.base[from], d); to != NoCell && !seen[to] {
				seen[to], s.base[to] = true, f
				s.paths = append(s.paths, path{to, from, d})
				queue = append(queue, to)
			}
		}
	}
}

// place returns the image and the frame of each cell, if at is the image of cell 0. It returns nil if
// a path crosses an edge.
func (s *Symmetries) place(at image) ([]Cell, []Frame) {
	cells, frames := make([]Cell, len(s.base)), make([]Frame, len(s.base))
	cells[0], frames[0] = at.cell, at.frame
	for _, p := range s.paths {
		if cells[p.to], frames[p.to] = s.Step(cells[p.from], frames[p.from], p.dir); cells[p.to] == NoCell {
			return nil, nil
		}
	}
	return cells, frames
}

// symmetry returns the cells found by place and the turn of each cell. The result ok reports
// whether they form a symmetry of the board.
func (s *Symmetries) symmetry(at image) (cells []Cell, turns []Frame, ok bool) {
	b := s.board
	cells, turns = s.place(at)
	if cells == nil {
		return nil, nil, false
	}
	hit := make([]bool, len(cells))
	for c, to := range cells {
		if hit[to] || b.Home != nil && b.Home[c] != b.Home[to] || b.Named(to) != cells[b.Named(Cell(c))] {
			return nil, nil, false
		}
		hit[to] = true
		turns[c] = s.frames.after[turns[c]][s.frames.back[s.base[c]]]
	}
	if !s.keepsSides(cells) {
		return nil, nil, false
	}
	for d := range b.Step {
		for c, l := range b.Step[d] {
			image := b.Step[s.frames.dir[turns[c]][d]][cells[c]]
			if (l.Cell == NoCell) != (image.Cell == NoCell) {
				return nil, nil, false
			}
			if l.Cell != NoCell && (cells[l.Cell] != image.Cell || s.frames.dir[turns[l.Cell]][l.Dir] != image.Dir) {
				return nil, nil, false
			}
		}
	}
	return cells, turns, true
}

// keepsSides reports whether each side of the board maps to a side of the same player.
func (s *Symmetries) keepsSides(cells []Cell) bool {
	for _, side := range s.board.Sides {
		on := ^uint64(0)
		for _, c := range side.Cells {
			on &= s.sides[cells[c]]
		}
		ok := false
		for i, other := range s.board.Sides {
			ok = ok || on>>i&1 != 0 && other.Owner == side.Owner && len(other.Cells) == len(side.Cells)
		}
		if !ok {
			return false
		}
	}
	return true
}

// generate computes fixed and moved. It does not test cells that known symmetries already reach.
func (s *Symmetries) generate() {
	type generator struct {
		cells []Cell
		turns []Frame
	}
	var known []generator
	for f := Frame(1); f < s.frames.n; f++ {
		cells, turns, ok := s.symmetry(image{0, f})
		// On a strip, different frames can give the same permutation.
		same := func(g generator) bool { return slices.Equal(g.cells, cells) }
		if ok && !slices.ContainsFunc(known, same) && !slices.Equal(cells, Identity(len(cells))) {
			known = append(known, generator{cells, turns})
			s.fixed = append(s.fixed, f)
		}
	}
	reached := make([]bool, len(s.base))
	reached[0] = true
	edges := s.edges(0)
	for c := range Cell(len(s.base)) {
		if reached[c] || s.edges(c) != edges {
			continue
		}
		for f := range s.frames.n {
			cells, turns, ok := s.symmetry(image{c, f})
			if !ok {
				continue
			}
			known = append(known, generator{cells, turns})
			for i := 0; i < len(s.moved); i++ {
				from := s.moved[i]
				for _, g := range known {
					if to := g.cells[from.cell]; !reached[to] {
						reached[to] = true
						s.moved = append(s.moved, image{to, s.frames.after[g.turns[from.cell]][from.frame]})
					}
				}
			}
			break
		}
	}
}

// edges returns the number of directions without a neighbour of c.
func (s *Symmetries) edges(c Cell) (n int) {
	for d := range s.board.Step {
		if s.board.Step[d][c].Cell == NoCell {
			n++
		}
	}
	return n
}
