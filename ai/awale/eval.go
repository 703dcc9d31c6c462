package awale

import "boardstudio/rules"

// terms are the properties of a position in the evaluation, each as the difference between the side
// to move and the other side.
type terms [7]int

// Indices of terms.
const (
	stores    = iota
	side      // seeds in the pits of a side
	choice    // pits with seeds
	exposed   // uncovered pits, with one or two seeds
	prey      // maximum number of seeds that one move would capture
	fullRound // pits with seeds for a full round
	tempo     // 1 for the side to move
)

// Weights in hundredths of a seed. fedWeights are for games with the duty to feed an opponent
// without seeds, and starvedWeights for the other games. They were fitted to the results of games
// between engines, which started with random moves.
var (
	fedWeights     = terms{100, -6, 140, -53, 38, 155, 0}
	starvedWeights = terms{100, 11, 233, -23, 52, 246, -42}
)

// Eval returns an estimate of the margin by which p will win, in hundredths of a seed.
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

// features returns the terms for the side to move.
func (b *Board) features() terms {
	s := &b.now
	t := terms{tempo: 1}
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
			t[fullRound] += sign
		}
		t[choice] += sign
		best[owner] = max(best[owner], b.captureValue(i))
	}
	t[stores] = int(s.stores[s.side]) - int(s.stores[1-s.side])
	t[prey] = best[s.side] - best[1-s.side]
	return t
}
