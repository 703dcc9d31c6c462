// Package numbering computes the move numbers to show on stones. They are not part of a position.
// The package walks back from a node until every stone has a number, and caches the counts of
// earlier moves.
package numbering

import (
	"errors"

	"boardstudio/model"
	"boardstudio/rules"
)

// Mode selects the stones that show their move numbers. The values are stored in the settings.
type Mode string

// The modes, in the order of the menu.
const (
	Off       Mode = ""
	All       Mode = "all"
	Last      Mode = "last"      // the last ten moves
	Variation Mode = "variation" // from 1, starting at the first move off the main line
)

// Modes are the modes in order. It must not be modified.
var Modes = []Mode{Off, All, Last, Variation}

// lastNumbers is the number of moves that Last numbers.
const lastNumbers = 10

// checkpoint is the distance, in nodes, between cached counts of a long walk.
const checkpoint = 1024

// maxCached is the maximum number of cached counts.
const maxCached = 1 << 16

// Numbers computes the move numbers shown on a tree's stones. Moves are counted from the root or
// the last set-up. Passes do not count. A node with an explicit number restarts the count, and
// earlier stones have no number. Counts are cached; Heard must be called for changes of the tree.
type Numbers struct {
	tree    *model.Tree
	counts  map[*model.Node]int
	markers map[*model.Node]bool // nodes with explicit numbers that counts depend on
	forks   map[*model.Node]*model.Node

	last model.Cache[question, map[rules.Cell]int]
}

// question has the arguments of Of.
type question struct {
	at   *model.Node
	mode Mode
}

// New returns the numbers of a tree's stones.
func New(t *model.Tree) *Numbers {
	x := &Numbers{tree: t}
	x.reset()
	return x
}

func (x *Numbers) reset() {
	x.counts, x.markers, x.forks = map[*model.Node]int{}, map[*model.Node]bool{}, map[*model.Node]*model.Node{}
	x.last = model.Cache[question, map[rules.Cell]int]{}
}

// Heard drops the cached values that a change invalidates.
func (x *Numbers) Heard(c model.Change) {
	switch {
	case c.Kind == model.Edited && c.Node != nil && c.Node.Number() == 0 && !x.markers[c.Node]:
	case c.Kind == model.Meta:
	case c.Kind == model.Inserted && c.Node != nil && c.Node.Next() == nil: // no other node moves
	case c.Kind == model.Removed && c.Gone != nil && c.Gone.First() == nil && c.Parent.First() == nil:
		// A leaf without siblings, such as a move taken back. The leaf may be inserted elsewhere.
		delete(x.counts, c.Gone)
		delete(x.forks, c.Gone)
	default:
		x.reset()
	}
}

// Of returns the numbers of the stones on the board at n, or at the last legal node above it. It
// returns nil if no stone has a number. It examines at most 4 plies per cell of the board, once the
// earlier moves are counted.
func (x *Numbers) Of(n *model.Node, mode Mode) map[rules.Cell]int {
	r := x.tree.Rules()
	if mode == Off || r.Board().Piles {
		return nil
	}
	return x.last.Get(x.tree, question{n, mode}, func() map[rules.Cell]int { return x.find(n, mode) })
}

// find computes the numbers at n.
func (x *Numbers) find(n *model.Node, mode Mode) map[rules.Cell]int {
	pos, err := x.tree.Position(n)
	if bad := (*model.NodeError)(nil); errors.As(err, &bad) && bad.Node != nil {
		if n = bad.Node.Parent(); n != nil {
			pos, err = x.tree.Position(n)
		}
	}
	if err != nil || n == nil {
		return nil
	}
	return x.stones(n, pos, mode)
}

// stones walks back from n until each stone of pos has its number.
func (x *Numbers) stones(n *model.Node, pos rules.Position, mode Mode) map[rules.Cell]int {
	b := x.tree.Rules().Board()
	left := 0
	for c := range b.Cells {
		if pos.At(rules.Cell(c)).Owner != rules.NoPlayer {
			left++
		}
	}
	most := 4 * len(b.Cells)
	if mode == Last {
		most = lastNumbers
	}
	var fork *model.Node
	if mode == Variation {
		fork = x.fork(n)
	}
	cells := map[rules.Cell]int{}
	for k := x.count(n, fork); left > 0 && most > 0 && moves(n); most-- {
		if c := x.landing(b, n); c != rules.NoCell && pos.At(c).Owner != rules.NoPlayer {
			if _, has := cells[c]; !has {
				cells[c] = k
				left--
			}
		}
		if n == fork || n.Number() != 0 { // earlier stones have no numbers, so numbers are unique
			break
		}
		if counts(n) {
			k--
		}
		n = n.Parent()
	}
	return cells
}

// moves reports whether n is a move, readable or not.
func moves(n *model.Node) bool { return n.Parent() != nil && n.Setup() == "" }

// counts reports whether n is a move with a number.
func counts(n *model.Node) bool {
	m, ok := n.Move()
	return moves(n) && (!ok || m != rules.Pass)
}

// landing returns the cell that the move of n filled, or NoCell.
func (x *Numbers) landing(b *rules.Board, n *model.Node) rules.Cell {
	m, ok := n.Move()
	if !ok || m != rules.Swap && (m.To == rules.NoCell || !b.Drops()) {
		return m.To
	}
	before, err := x.tree.Position(n.Parent())
	if err != nil {
		return rules.NoCell
	}
	after, err := before.Play(m)
	if err != nil {
		return rules.NoCell
	}
	return rules.Landing(b, before, after, m)
}

// count returns the number of n's move, or of the previous move if n has no number. If fork is not
// nil, it counts from 1 at fork.
func (x *Numbers) count(n, fork *model.Node) int {
	k, steps := 0, 0
	type point struct {
		node  *model.Node
		below int // moves from node down to n
	}
	var long []point
	for m := n; ; m = m.Parent() {
		if v := m.Number(); v != 0 {
			x.markers[m] = true
			if k += v; !counts(m) {
				k--
			}
			break
		}
		if v, known := x.counts[m]; known && fork == nil {
			k += v
			break
		}
		if steps++; steps%checkpoint == 0 {
			long = append(long, point{m, k})
		}
		if counts(m) {
			k++
		}
		if !moves(m) || m == fork {
			break
		}
	}
	if fork != nil {
		return k
	}
	if len(x.counts) > maxCached || len(x.forks) > maxCached {
		x.counts, x.forks = map[*model.Node]int{}, map[*model.Node]*model.Node{}
	}
	x.counts[n] = k
	for _, p := range long {
		x.counts[p.node] = k - p.below
	}
	return k
}

// fork returns the node at which the line to n leaves the main line, or nil if n is on the main
// line.
func (x *Numbers) fork(n *model.Node) (fork *model.Node) {
	steps, found := 0, 0 // found is the step at which fork was found
	var long []*model.Node
	for m := n; m != nil; m = m.Parent() {
		steps++
		if f, known := x.forks[m]; known {
			if f != nil {
				fork, found = f, steps
			}
			break
		}
		if m.Prev() != nil {
			fork, found = m, steps
		}
		if steps%checkpoint == 0 {
			long = append(long, m)
		}
	}
	x.forks[n] = fork
	for i, c := range long {
		x.forks[c] = nil
		if found >= (i+1)*checkpoint { // the fork is c or above c
			x.forks[c] = fork
		}
	}
	return fork
}
