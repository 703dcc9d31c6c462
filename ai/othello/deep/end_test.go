package deep

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"boardstudio/ai/othello/bitboard"
	"boardstudio/ai/othello/pattern"
	"boardstudio/internal/race"
)

// randomGame plays a random game and calls each with every position until it returns false.
func randomGame(rng *rand.Rand, each func(b bitboard.Board, side int) bool) {
	b, side := bitboard.Start, pattern.Black
	for passed := false; each(b, side); side = 1 - side {
		moves := b.Moves()
		if moves == 0 {
			if passed {
				return
			}
			passed = true
			b = b.Pass()
			continue
		}
		passed = false
		for range rng.IntN(bits.OnesCount64(moves)) {
			moves &= moves - 1
		}
		b = b.Play(bits.TrailingZeros64(moves))
	}
}

// brute returns the final score of a position by exhaustive search.
func brute(b bitboard.Board, passed bool) int {
	moves := b.Moves()
	if moves == 0 {
		if passed {
			return b.Final()
		}
		return -brute(b.Pass(), true)
	}
	best := -maxScore
	for ; moves != 0; moves &= moves - 1 {
		best = max(best, -brute(b.Play(bits.TrailingZeros64(moves)), false))
	}
	return best
}

// solved returns the result of a root search to the end of the game.
func solved(w *worker, b bitboard.Board, side int) *choice {
	w.reset()
	r := &root{w: w}
	var cells []int
	for m := b.Moves(); m != 0; m &= m - 1 {
		cells = append(cells, bits.TrailingZeros64(m))
	}
	r.set(b, side, cells)
	r.run(maxPlies, 1)
	return &r.choices[0]
}

// TestBrute compares the endgame search with an exhaustive search, for every window, and checks
// that the lines lead to their scores.
func TestBrute(t *testing.T) {
	race.Skip(t)
	rng := rand.New(rand.NewPCG(1, 2))
	w := &worker{table: newTable(1), weights: pattern.Learnt()}
	for range 300 {
		until := 1 + rng.IntN(9)
		randomGame(rng, func(b bitboard.Board, side int) bool {
			n := bits.OnesCount64(b.Empty())
			if n > until {
				return true
			}
			want := brute(b, false)
			w.reset()
			for alpha := -maxScore; alpha < maxScore; alpha++ {
				if v := w.end(b, alpha, n, parity(b.Empty())); v > alpha != (want > alpha) || v > alpha && v > want || v <= alpha && v < want {
					t.Fatalf("%x %x, %d empty: %d beside %d, want %d", b.Own, b.Other, n, v, alpha, want)
				}
			}
			if b.Moves() == 0 {
				return true
			}
			c := solved(w, b, side)
			if c.value != want || !c.proved(n) {
				t.Fatalf("%x %x, %d empty: %d, want %d", b.Own, b.Other, n, c.value, want)
			}
			if v := -brute(b.Play(c.cell), false); v != want {
				t.Fatalf("%x %x: the best move is worth %d, want %d", b.Own, b.Other, v, want)
			}
			return false
		})
	}
}

// TestFForum checks the known scores of positions with about 20 empty cells or more.
func TestFForum(t *testing.T) {
	race.Skip(t)
	last := 32
	if testing.Short() {
		last = 23
	}
	if err := check(t, 1, last); err != nil {
		t.Error(err)
	}
}

func check(t *testing.T, from, to int) error {
	n, err := solveEndings(from, to)(t.Context(), standard(t))
	t.Logf("%d to %d: %d positions visited", from, to, n)
	return err
}

// TestPolls checks that at most 50,000 positions, which take about 2 ms, are searched between two
// calls of shouldStop.
func TestPolls(t *testing.T) {
	w := &worker{table: newTable(16), weights: pattern.Learnt()}
	for _, text := range []string{ffo(24, 24)[0].text, parsed(t, ffo(59, 59)[0].text).String()} {
		b, side := Of(parsed(t, text))
		last, most := uint64(0), uint64(0)
		w.shouldStop = func(n uint64) bool {
			most, last = max(most, n-last), n
			return n > 3_000_000
		}
		solved(w, b, side)
		w.shouldStop = nil
		if most > 50_000 {
			t.Errorf("%s: %d positions without looking whether to stop", text, most)
		}
	}
}

// TestTable checks that stored results can be found again until a result that took more work
// replaces them, also in a shared table.
func TestTable(t *testing.T) {
	for _, shared := range []bool{false, true} {
		table := newTable(1)
		table.shared = shared
		rng := rand.New(rand.NewPCG(1, 3))
		var all []bitboard.Board
		seen := map[bitboard.Board]bool{}
		for range 200 {
			randomGame(rng, func(b bitboard.Board, _ int) bool {
				if !seen[b] {
					seen[b], all = true, append(all, b)
				}
				return true
			})
		}
		found := 0
		for i, b := range all {
			table.store(b, i%60, full, 3, 5, i%7, i%64, uint64(i))
			k, ok := table.find(b)
			if !ok {
				t.Fatalf("what was kept last is not found")
			}
			if k.lower > int8(i%7) || k.upper < int8(i%7) {
				t.Fatalf("%d is kept as %+v", i%7, k)
			}
		}
		for _, b := range all {
			if _, ok := table.find(b); ok {
				found++
			}
		}
		if found < len(all)*9/10 {
			t.Errorf("%d of %d positions are found", found, len(all))
		}
	}
	k := known{-64, 64, 60, full, 40, 255, 63, bitboard.None}
	if got := unpack(k.pack()); got != k {
		t.Errorf("%+v is read as %+v", k, got)
	}
}
