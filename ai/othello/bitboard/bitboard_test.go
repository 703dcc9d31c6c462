package bitboard_test

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"boardstudio/ai/othello/bitboard"
)

// TestPerft compares the counts with the counts of rules.Perft and of published tables.
func TestPerft(t *testing.T) {
	for i, want := range []uint64{1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571056, 212258216} {
		if i == 11 && testing.Short() {
			break
		}
		if n := bitboard.Start.Perft(i); n != want {
			t.Errorf("%d sequences of %d plies, want %d", n, i, want)
		}
	}
}

func BenchmarkPerft10(b *testing.B) {
	for b.Loop() {
		bitboard.Start.Perft(10)
	}
}

// turned computes the discs that a move flips cell by cell.
func turned(own, other uint64, c int) (all uint64) {
	for dr := -1; dr <= 1; dr++ {
		for dc := -1; dc <= 1; dc++ {
			var run uint64
			for r, f := c/8+dr, c%8+dc; (dr != 0 || dc != 0) && r >= 0 && r < 8 && f >= 0 && f < 8; r, f = r+dr, f+dc {
				at := uint64(1) << (8*r + f)
				if own&at != 0 {
					all |= run
				}
				if other&at == 0 {
					break
				}
				run |= at
			}
		}
	}
	return all
}

// TestTurned checks the moves and flipped discs of random sets of discs.
func TestTurned(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20_000 {
		own, other := rng.Uint64(), rng.Uint64()
		for range rng.IntN(3) {
			own &= rng.Uint64()
		}
		for range rng.IntN(3) {
			other |= rng.Uint64()
		}
		other &^= own
		b := bitboard.Board{Own: own, Other: other}
		var moves uint64
		for c := range 64 {
			if b.Empty()>>c&1 == 0 {
				continue
			}
			want := turned(own, other, c)
			if got := b.Turned(c); got != want {
				t.Fatalf("%x %x: a disc on %d turns %x, want %x", own, other, c, got, want)
			}
			if want != 0 {
				moves |= 1 << c
			}
		}
		if got := b.Moves(); got != moves {
			t.Fatalf("%x %x: moves %x, want %x", own, other, got, moves)
		}
		c := rng.IntN(64)
		other = ^own &^ (1 << c)
		if got, want := bitboard.LastTurned(own&^(1<<c), c), bits.OnesCount64(turned(own&^(1<<c), other, c)); got != want {
			t.Fatalf("%x: the last disc on %d turns %d, want %d", own, c, got, want)
		}
	}
}

// TestStable checks that stable discs are never flipped in continuations of the game.
func TestStable(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	found := 0
	for range 3000 {
		b := bitboard.Start
		var safe [2]uint64 // stable discs of the side to move and of the other side
		for passed := false; ; {
			moves := b.Moves()
			if moves == 0 {
				if passed {
					break
				}
				passed = true
				b, safe = b.Pass(), [2]uint64{safe[1], safe[0]}
				continue
			}
			passed = false
			for range rng.IntN(bits.OnesCount64(moves)) {
				moves &= moves - 1
			}
			b, safe = b.Play(bits.TrailingZeros64(moves)), [2]uint64{safe[1], safe[0]}
			if safe[0]&^b.Own != 0 || safe[1]&^b.Other != 0 {
				t.Fatalf("%x %x: stable discs were turned: %x %x", b.Own, b.Other, safe[0]&^b.Own, safe[1]&^b.Other)
			}
			safe[0] |= bitboard.Stable(b.Own, b.Other)
			safe[1] |= bitboard.Stable(b.Other, b.Own)
		}
		if all := bits.OnesCount64(safe[0] | safe[1]); b.Empty() == 0 && all != 64 {
			t.Fatalf("%x %x: %d discs of a full board are stable", b.Own, b.Other, all)
		}
		found += bits.OnesCount64(safe[0] | safe[1])
	}
	if found == 0 {
		t.Error("nothing was stable")
	}
}
