package othello

import (
	"math/bits"
	"math/rand/v2"

	"boardstudio/ai/othello/bitboard"
	"boardstudio/ai/othello/deep"
)

// sample is a position with the final score for the side to move, if it is known.
type sample struct {
	board bitboard.Board
	score float32
	known knowledge
}

// knowledge is the origin of a sample's score.
type knowledge uint8

const (
	open   knowledge = iota // not known
	ended                   // the result of a game continued by the search
	solved                  // exact
)

func (s *sample) empty() int { return bits.OnesCount64(s.board.Empty()) }

// generation describes how games are played. The first generation uses no weights, later ones use
// the weights of the previous generation.
type generation struct {
	games int
	depth int // depth of the search for moves; 0 chooses the move with the fewest replies
	solve int // the game is solved from this number of empty cells on
	label int // depth of the search that evaluates earlier positions
	// numbers selects the sequence of random numbers.
	numbers uint64
	// ridge is the weight of the start value in the fit, in occurrences.
	ridge float32
	// refines starts the fit from the weights of the previous generation, instead of the next
	// phase.
	refines bool
}

// game plays a game: random moves, then moves of the search, then exact moves. It appends each
// position to the slice. Positions after the random moves have the score of the game. After about
// every second move, it also appends the position after another move. These positions teach the
// evaluation the cost of bad moves.
func (g generation) game(s *deep.Searcher, rng *rand.Rand, to []sample) []sample {
	b := bitboard.Start
	random := 4 + rng.IntN(1+rng.IntN(24)) // number of random plies
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
				return to[:from] // too short to be typical
			}
			b, sign = b.Pass(), -sign
			continue
		}
		if ply == random && g.depth > 0 && rng.IntN(4) > 0 {
			if v, _ := s.Search(b, g.depth); max(v, -v) > 20 {
				return to[:from] // unusually one-sided
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
		// Also add a random other move, to learn its cost.
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

func pick(moves uint64, rng *rand.Rand) int {
	for range rng.IntN(bits.OnesCount64(moves)) {
		moves &= moves - 1
	}
	return bits.TrailingZeros64(moves)
}

// few returns a move that leaves about the fewest replies.
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
