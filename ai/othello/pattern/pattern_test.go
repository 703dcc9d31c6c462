package pattern_test

import (
	"bytes"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"boardstudio/ai/othello/bitboard"
	"boardstudio/ai/othello/pattern"
)

// positions calls each with the positions of random games. It passes the side to move, and the last
// cell played with the discs that this flipped.
func positions(seed uint64, n int, each func(b bitboard.Board, side, cell int, turned uint64)) {
	rng := rand.New(rand.NewPCG(seed, 1))
	for range n {
		b, side, cell, turned := bitboard.Start, pattern.Black, bitboard.None, uint64(0)
		for passed := false; ; {
			each(b, side, cell, turned)
			moves := b.Moves()
			if moves == 0 {
				if passed {
					break
				}
				passed, cell, turned = true, bitboard.None, 0
				b, side = b.Pass(), 1-side
				continue
			}
			passed = false
			for range rng.IntN(bits.OnesCount64(moves)) {
				moves &= moves - 1
			}
			cell = bits.TrailingZeros64(moves)
			turned = b.Turned(cell)
			b, side = b.After(cell, turned), 1-side
		}
	}
}

// TestPlay checks that contents updated by moves equal the contents of the new position.
func TestPlay(t *testing.T) {
	var now pattern.Contents
	positions(1, 100, func(b bitboard.Board, side, cell int, turned uint64) {
		switch {
		case b == bitboard.Start:
			now = pattern.Of(b, side)
		case cell != bitboard.None:
			before := now
			now.Play(&before, 1-side, cell, turned)
		}
		if want := pattern.Of(b, side); now != want {
			t.Fatalf("%x %x: %v, want %v", b.Own, b.Other, now, want)
		}
	})
}

// mirrored returns all rotations and reflections of a position.
func mirrored(b bitboard.Board) (all []bitboard.Board) {
	turn := func(x uint64) (y uint64) { // by 90°
		for c := range 64 {
			y |= x >> c & 1 << (c&7<<3 | 7 - c>>3)
		}
		return y
	}
	for range 4 {
		b = bitboard.Board{Own: turn(b.Own), Other: turn(b.Other)}
		all = append(all, b, bitboard.Board{Own: bits.ReverseBytes64(b.Own), Other: bits.ReverseBytes64(b.Other)})
	}
	return all
}

// TestWeights checks that all symmetric images of a position have the same value, also with
// exchanged colours, and that reading returns the weights that were written.
func TestWeights(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	phases := make([][]int16, pattern.Phases)
	for i := range phases {
		for range pattern.Size() {
			phases[i] = append(phases[i], int16(rng.IntN(300)-150))
		}
	}
	var file bytes.Buffer
	if err := pattern.Write(&file, phases, pattern.Deviation{3, -0.5, 0.25, 1}); err != nil {
		t.Fatal(err)
	}
	data := file.Bytes()
	w, again, err := pattern.Read(&file)
	if err != nil {
		t.Fatal(err)
	}
	if d := w.Deviation; d != (pattern.Deviation{3, -0.5, 0.25, 1}) || d.Between(2, 4, 1) != 4 {
		t.Errorf("the deviation is read as %v", d)
	}
	if !slices.EqualFunc(again, phases, slices.Equal[[]int16]) {
		t.Error("other weights are read than were written")
	}
	positions(2, 6, func(b bitboard.Board, side, _ int, _ uint64) {
		want := pattern.Numbers(nil, b)
		slices.Sort(want)
		empty := bits.OnesCount64(b.Empty())
		by := phases[pattern.Phase(empty)]
		sum := 0
		for _, n := range want {
			sum += int(by[n])
		}
		for _, m := range mirrored(b) {
			numbers := pattern.Numbers(nil, m)
			slices.Sort(numbers)
			if !slices.Equal(numbers, want) {
				t.Fatalf("%x %x: %v, want %v", m.Own, m.Other, numbers, want)
			}
			for side := range 2 {
				x := pattern.Of(m, side)
				if v := w.Value(&x, side, empty); v != sum {
					t.Fatalf("%x %x: side %d has %d, want %d", m.Own, m.Other, side, v, sum)
				}
			}
		}
	})
	for _, n := range []int{0, 5, 30, len(data) / 2} {
		if _, _, err := pattern.Read(bytes.NewReader(data[:n])); err == nil {
			t.Errorf("%d bytes are read as weights", n)
		}
	}
}

func TestLearnt(t *testing.T) { pattern.Learnt() }

func BenchmarkValue(b *testing.B) {
	w := pattern.Learnt()
	x := pattern.Of(bitboard.Start, pattern.Black)
	for b.Loop() {
		var y pattern.Contents
		y.Play(&x, pattern.Black, 19, 1<<27)
		w.Value(&y, pattern.White, 59)
	}
}

// FuzzRead checks that invalid data are rejected.
func FuzzRead(f *testing.F) {
	f.Add([]byte("othello weights 2\n"))
	f.Add([]byte("othello weights 2\n0123456789abcdef\x03\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		w, phases, err := pattern.Read(bytes.NewReader(data))
		if err == nil && (w == nil || len(phases) != pattern.Phases) {
			t.Errorf("%d phases are read", len(phases))
		}
	})
}
