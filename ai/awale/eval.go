package awale

import "boardstudio/rules"

// terms are what tells good positions from bad ones, each for the side to move
// minus the same for the other.
type terms [7]int

// The terms.
const (
	stores   = iota
	side     // seeds in the pits of a side
	choice   // pits that hold seeds
	exposed  // uncovered pits, which hold one or two seeds
	prey     // most seeds that one move would take
	hoard    // 1 for a pit with seeds for a whole round
	initiate // 1: it is a move
)

// The weights, in hundredths of a seed, for games in which an opponent without
// seeds must be fed, and for those in which one can starve it. They were fitted to
// the results of games that the engine played against itself from random beginnings.
var (
	fedWeights     = terms{100, -6, 140, -53, 38, 155, 0}
	starvedWeights = terms{100, 11, 233, -23, 52, 246, -42}
)

// Eval estimates by how many hundredths of a seed p will win.
func (b *Board) Eval(p rules.Player) int {
	t := b.features()
	v := 0
	for i, n := range t {
		v += n * b.weights[i]
	}
	if p != rules.Player(b.now.side) {
		return -v
	}
	return v
}

// features are the terms for the side to move.
func (b *Board) features() terms {
	s := &b.now
	t := terms{initiate: 1}
	var best [2]int
	for i, n := range s.pits[:2*b.half] {
		owner, sign := 0, 1
		if i >= b.half {
			owner = 1
		}
		if uint8(owner) != s.side {
			sign = -1
		}
		t[side] += sign * int(n)
		switch {
		case n == 0:
			continue
		case n <= 2:
			t[exposed] += sign
		case int(n) >= 2*b.half:
			t[hoard] += sign
		}
		t[choice] += sign
		best[owner] = max(best[owner], b.reach(i))
	}
	t[stores] = int(s.stores[s.side]) - int(s.stores[1-s.side])
	t[prey] = best[s.side] - best[1-s.side]
	return t
}
