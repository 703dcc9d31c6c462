package othello

import (
	"math/bits"

	"boardstudio/rules"
)

// terms are the properties of a position in the evaluation, each as the difference between the side
// to move and the other side.
type terms [8]int

// Indices of terms.
const (
	mobility = iota // legal moves
	frontier        // empty cells next to discs of the opponent, which are potential moves
	corners
	diagonal // discs diagonally next to an empty corner
	adjacent // discs on an edge next to an empty corner
	edges    // other discs on edges
	discs
	tempo // 1 for the side to move
)

// weights contains the weights in hundredths of a disc, with one row for each sixth of the game.
// They were fitted to the results of games between engines, which started with random moves.
type weights [6]terms

// value returns the estimate for the side to move with the given number of empty cells.
func (t *terms) value(w *weights, empty, size int) int {
	// The weights are interpolated between the centres of two phases.
	const unit = 64
	at := (len(w)-1)*unit - empty*(len(w)-1)*unit/(size*size-4)
	at = min(max(at, 0), (len(w)-1)*unit)
	i, part := at/unit, at%unit
	next := min(i+1, len(w)-1)
	v := 0
	for k, n := range t {
		v += n * (w[i][k]*(unit-part) + w[next][k]*part)
	}
	return v / unit
}

func weightsFor(fewest bool) *weights {
	if fewest {
		return &fewestWeights
	}
	return &mostWeights
}

// cellSets contains the special cells of a board of up to 8×8 cells.
type cellSets struct {
	corners, edges uint64
	beside         []besideCorner
}

type besideCorner struct{ corner, diagonal, adjacent uint64 }

func newCellSets(n int) *cellSets {
	m := &cellSets{}
	at := func(r, c int) uint64 { return 1 << (8*r + c) }
	last := n - 1
	for i := range n {
		m.edges |= at(0, i) | at(last, i) | at(i, 0) | at(i, last)
	}
	for _, r := range []int{0, last} {
		for _, c := range []int{0, last} {
			m.corners |= at(r, c)
			ri, ci := max(1, min(r, last-1)), max(1, min(c, last-1))
			m.beside = append(m.beside, besideCorner{at(r, c), at(ri, ci), at(r, ci) | at(ri, c)})
		}
	}
	return m
}

// features returns the terms for the side to move.
func (b *Board) features() terms {
	own, other, empty := b.now.discs[b.now.side], b.now.discs[1-b.now.side], b.empty()
	count := bits.OnesCount64
	t := terms{
		mobility: count(b.now.moves) - count(flippingCells(other, own)&empty),
		frontier: count(withNeighbours(other)&empty) - count(withNeighbours(own)&empty),
		corners:  count(own&b.cellSets.corners) - count(other&b.cellSets.corners),
		discs:    count(own) - count(other),
		tempo:    1,
	}
	special := b.cellSets.corners
	for _, m := range b.cellSets.beside {
		if m.corner&empty != 0 {
			t[diagonal] += count(own&m.diagonal) - count(other&m.diagonal)
			t[adjacent] += count(own&m.adjacent) - count(other&m.adjacent)
			special |= m.adjacent
		}
	}
	edge := b.cellSets.edges &^ special
	t[edges] = count(own&edge) - count(other&edge)
	return t
}

// withNeighbours returns the cells of x and all adjacent cells.
func withNeighbours(x uint64) uint64 {
	x |= x&notLast<<1 | x&notFirst>>1
	return x | x<<8 | x>>8
}

// grid is a board of any size for estimates.
type grid struct {
	size  int
	board *rules.Board
	cells []rules.Player
}

// Estimate returns a function that evaluates positions of the rules in the same way as Board.Eval.
// It is used for boards that are too large for Board.
func Estimate(r rules.Rules) func(rules.Position, rules.Player) int {
	if plays(r) != nil {
		return nil
	}
	w := weightsFor(r.Spec().Params["goal"] == "fewest")
	n := r.Spec().Params.Int("size")
	return func(p rules.Position, seat rules.Player) int {
		g := grid{n, r.Board(), make([]rules.Player, n*n)}
		empty := 0
		for c := range g.cells {
			if g.cells[c] = p.At(rules.Cell(c)).Owner; g.cells[c] == rules.NoPlayer {
				empty++
			}
		}
		turn := p.Turn()
		if turn == rules.NoPlayer {
			turn = seat
		}
		t := g.features(turn)
		v := t.value(w, empty, n)
		if turn != seat {
			return -v
		}
		return v
	}
}

// features returns the terms for seat s.
func (g *grid) features(s rules.Player) terms {
	t := terms{tempo: 1}
	add := func(term int, owner rules.Player, n int) {
		switch owner {
		case s:
			t[term] += n
		case 1 - s:
			t[term] -= n
		}
	}
	last := g.size - 1
	inner := func(i int) int { return max(1, min(i, last-1)) }
	for c, owner := range g.cells {
		row, col := c/g.size, c%g.size
		add(discs, owner, 1)
		onRow, onCol := row == 0 || row == last, col == 0 || col == last
		switch {
		case onRow && onCol:
			add(corners, owner, 1)
		case onRow || onCol:
			// Find the adjacent corner, if any.
			near, r, k := false, row, col
			if onRow && (col == 1 || col == last-1) {
				near, k = true, edgeOf(col, last)
			} else if onCol && (row == 1 || row == last-1) {
				near, r = true, edgeOf(row, last)
			}
			if near && g.cells[r*g.size+k] == rules.NoPlayer {
				add(adjacent, owner, 1)
			} else {
				add(edges, owner, 1)
			}
		}
		if owner == rules.NoPlayer {
			g.empty(c, s, &t)
		}
	}
	for _, r := range []int{0, last} {
		for _, c := range []int{0, last} {
			if g.cells[r*g.size+c] == rules.NoPlayer {
				add(diagonal, g.cells[inner(r)*g.size+inner(c)], 1)
			}
		}
	}
	return t
}

// edgeOf returns the end of the row next to i.
func edgeOf(i, last int) int {
	if i == 1 {
		return 0
	}
	return last
}

// empty adds the terms of the empty cell c: the players who can move there, and the players with
// discs next to it.
func (g *grid) empty(c int, s rules.Player, t *terms) {
	var canMove, beside [2]bool
	for d := range g.board.Step {
		l := g.board.Step[d][c]
		if l.Cell == rules.NoCell || g.cells[l.Cell] == rules.NoPlayer {
			continue
		}
		next := g.cells[l.Cell]
		beside[next] = true
		for l.Cell != rules.NoCell && g.cells[l.Cell] == next {
			l = g.board.Step[d][l.Cell]
		}
		if l.Cell != rules.NoCell && g.cells[l.Cell] == 1-next {
			canMove[1-next] = true
		}
	}
	for p := range rules.Player(2) {
		sign := 1
		if p != s {
			sign = -1
		}
		if canMove[p] {
			t[mobility] += sign
		}
		if beside[1-p] {
			t[frontier] += sign
		}
	}
}
