package othello

import (
	"math/bits"
	"math/rand/v2"

	"boardstudio/ai/othello/bitboard"
	"boardstudio/ai/othello/deep"
)

// sample is a position with the score that the side to move reaches.
type sample struct {
	board bitboard.Board
	score int8
}

// generation says how games are played: the first knows nothing, the later ones what was learnt before.
type generation struct {
	games int
	depth int // of the search for moves; 0 for the move that leaves the fewest replies
	solve int // with so many empty cells the game is played exactly
}

// game plays a game: random moves at first, then those that the search finds, and exact ones at the end. It appends each position
// from which no random move follows, with the score of the game; of the last ones also some beside the game, each solved.
func (g generation) game(s *deep.Searcher, rng *rand.Rand, to []sample) []sample {
	b := bitboard.Start
	random := 4 + rng.IntN(1+rng.IntN(24)) // plies
	from := len(to)
	sign := int8(1)
	var signs []int8
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
		c := 0
		switch {
		case ply < random:
			c = pick(moves, rng)
			to, signs = to[:from], signs[:0]
		case g.depth == 0:
			c = few(b, moves, rng)
		default:
			_, c = s.Search(b, g.depth)
		}
		b, sign = b.Play(c), -sign
		to, signs = append(to, sample{board: b}), append(signs, sign)
	}
	score, best := s.Solve(b)
	for i := range signs {
		to[from+i].score = int8(score) * sign * signs[i]
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
			to = append(to, sample{side, int8(v)})
			if rng.IntN(3) == 0 {
				b, score = side, v
				_, best = s.Solve(b)
				continue
			}
		}
		b = b.Play(best)
		score, best = s.Solve(b)
		to = append(to, sample{b, int8(score)})
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
