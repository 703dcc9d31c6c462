package othello

import (
	"math/bits"
	"math/rand/v2"

	"boardstudio/ai/othello/bitboard"
	"boardstudio/ai/othello/deep"
)

// sample is a position with the score that the side to move reaches, as far as it is known.
type sample struct {
	board bitboard.Board
	score float32
	known knowledge
}

// knowledge says where the score of a sample comes from.
type knowledge uint8

const (
	open   knowledge = iota // it is not known yet
	ended                   // of a game that went on from here as the search plays
	solved                  // exact
)

func (s *sample) empty() int { return bits.OnesCount64(s.board.Empty()) }

// generation says how games are played: the first knows nothing, the later ones what was learnt before.
type generation struct {
	games int
	depth int // of the search for moves; 0 for the move that leaves the fewest replies
	solve int // with so many empty cells the game is played exactly
	label int // depth of the search that judges positions before
	// numbers says which random numbers are used.
	numbers uint64
	// ridge is what it costs to move a weight: as if it were seen so often in a position that says it should stay.
	ridge float32
	// refines says that weights stay near those of the generation before; else the fit begins near those of the next phase.
	refines bool
}

// game plays a game: random moves at first, then those that the search finds, and exact ones at the end. It appends each position, those
// after the random moves with the score of the game, and about half as many again after moves that the search would not make, so that
// the evaluation learns what they cost.
func (g generation) game(s *deep.Searcher, rng *rand.Rand, to []sample) []sample {
	b := bitboard.Start
	random := 4 + rng.IntN(1+rng.IntN(24)) // plies
	from := len(to)
	sign := int8(1)
	var signs []int8
	add := func(b bitboard.Board, by int8, k knowledge) {
		to, signs = append(to, sample{board: b, known: k}), append(signs, by)
	}
	for ply := 0; bits.OnesCount64(b.Empty()) > g.solve; ply++ {
		moves := b.Moves()
		if moves == 0 {
			if b.Pass().Moves() == 0 {
				return to[:from] // it ended too early to be like any other
			}
			b, sign = b.Pass(), -sign
			continue
		}
		if ply == random && g.depth > 0 && rng.IntN(4) > 0 {
			if v, _ := s.Search(b, g.depth); max(v, -v) > 20 {
				return to[:from] // few games are so one-sided so early
			}
		}
		c, k := 0, ended
		switch {
		case ply < random:
			c = pick(moves, rng)
			if ply < random-1 {
				k = open
			}
		case g.depth == 0:
			c = few(b, moves, rng)
		default:
			_, c = s.Search(b, g.depth)
		}
		if other := moves &^ (1 << c); other != 0 && ply >= random && rng.IntN(2) == 0 {
			add(b.Play(pick(other, rng)), -sign, open)
		}
		b, sign = b.Play(c), -sign
		add(b, sign, k)
	}
	score, best := s.Solve(b)
	for i := range signs {
		if x := &to[from+i]; x.known == ended {
			x.score = float32(score) * float32(sign*signs[i])
		}
	}
	for bits.OnesCount64(b.Empty()) > 1 {
		moves := b.Moves()
		if moves == 0 {
			if b.Pass().Moves() == 0 {
				break
			}
			b, score = b.Pass(), -score
			_, best = s.Solve(b)
			continue
		}
		// Beside the best move one that is not, which shows what it costs.
		if other := moves &^ (1 << best); other != 0 && rng.IntN(2) == 0 {
			side := b.Play(pick(other, rng))
			v, _ := s.Solve(side)
			to = append(to, sample{side, float32(v), solved})
			if rng.IntN(3) == 0 {
				b, score = side, v
				_, best = s.Solve(b)
				continue
			}
		}
		b = b.Play(best)
		score, best = s.Solve(b)
		to = append(to, sample{b, float32(score), solved})
	}
	return to
}

// pick returns one of the moves by chance.
func pick(moves uint64, rng *rand.Rand) int {
	for range rng.IntN(bits.OnesCount64(moves)) {
		moves &= moves - 1
	}
	return bits.TrailingZeros64(moves)
}

// few returns the move that leaves the fewest replies, roughly.
func few(b bitboard.Board, moves uint64, rng *rand.Rand) (best int) {
	least := 1 << 30
	for ; moves != 0; moves &= moves - 1 {
		c := bits.TrailingZeros64(moves)
		next := b.Play(c)
		replies := next.Moves()
		n := 4*bits.OnesCount64(replies) + 12*bits.OnesCount64(replies&bitboard.Corners) - 8*bitboard.CornerStable(next.Other) + rng.IntN(8)
		if n < least {
			least, best = n, c
		}
	}
	return best
}
