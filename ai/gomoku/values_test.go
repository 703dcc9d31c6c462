package gomoku

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"testing"

	"boardstudio/internal/effort"
	"boardstudio/rules"
)

// TestValue compares the evaluation with a direct computation in random games, on the usual and on
// the largest board.
func TestValue(t *testing.T) {
	rnd := rand.New(rand.NewPCG(41, 42))
	for _, v := range []struct {
		game string
		over rules.Params
	}{
		{"gomoku", nil},
		{"gomoku", rules.Params{"rows": "22", "cols": "22"}},
		{"renju", nil},
		{"pente", nil},
		{"ninuki", nil},
	} {
		r := build(t, v.game, v.over)
		e := engine(t, r)
		k := kindOf(optionsOf(r))
		for range 20 {
			b := e.board
			p, err := randomRequest(t, r, rnd, 2+rnd.IntN(60)).Position()
			if err != nil {
				t.Fatal(err)
			}
			b.setUp(p)
			of := valuesFor(k, int(b.turn))
			var sum [lanes]int
			for i := range sum {
				sum[i] = int(of.threat[b.threats()][i])
			}
			if b.opt.Captures > 0 {
				for q := range of.hold {
					var mine, open int
					for c, stone := range b.cell {
						if stone == 0 {
							mine += b.takes(point(c), q^int(b.turn))
						}
						for _, w := range steps { // a pair of the colour with both ends empty
							at := func(i int) int { return int(b.cell[(c+i*w)&(squares-1)]) }
							if own := (q ^ int(b.turn)) + 1; at(0) == own && at(1) == own && at(-1) == 0 && at(2) == 0 {
								open++
							}
						}
					}
					n := int(b.held[q^int(b.turn)]) * 10 / b.opt.Captures
					for i := range sum {
						sum[i] += int(of.hold[q][n*catchSteps+min(mine, catchSteps-1)][i]) + int(of.hold[q][pairSteps*catchSteps+min(open, openSteps-1)][i])
					}
				}
			}
			for c, stone := range b.cell {
				for q := range of.cell {
					if stone != 0 {
						continue
					}
					for i, x := range of.cell[q][b.comboAt(point(c), q^int(b.turn)).number] {
						sum[i] += int(x)
					}
				}
			}
			want := sum[0] << weightBits
			for i := 1; i < lanes; i++ {
				want += max(sum[i], 0) * int(of.weight[i])
			}
			want >>= weightBits
			if got := (&searcher{b: b}).eval(); got != min(max(want, -maxEstimate), maxEstimate) {
				t.Errorf("%v: value %d, counted %d; sums %v\n%s", r.Spec(), got, want, sum, p)
			}
		}
	}
}

// TestEncode checks that encoding decoded values gives the original bytes.
func TestEncode(t *testing.T) {
	if data := encode([]*values{readValues(learntValues, renjuFirst)}); !bytes.Equal(data, learntValues[renjuFirst*valueBytes:][:valueBytes]) || len(learntValues) != valueSets*valueBytes {
		t.Error("the values that are read are not those in the file")
	}
}

// TestLearn checks that equal lessons give equal bytes and other seeds give others, and that
// families that are not learned keep their values.
func TestLearn(t *testing.T) {
	l := Lesson{Games: effort.Amount(60, 20), Nodes: 40, Seed: 7, Only: "renju", Log: io.Discard}
	var all [3][]byte
	for i, seed := range []uint64{7, 7, 8} {
		l.Seed = seed
		data, err := Learn(context.Background(), l)
		if err != nil {
			t.Fatal(err)
		}
		all[i] = data
	}
	if !bytes.Equal(all[0], all[1]) || bytes.Equal(all[0], all[2]) {
		t.Error("the seed does not decide what is learnt")
	}
	from, to := renjuFirst*valueBytes, captureRules*valueBytes
	if !bytes.Equal(all[0][:from], learntValues[:from]) || !bytes.Equal(all[0][to:], learntValues[to:]) || bytes.Equal(all[0][from:to], learntValues[from:to]) {
		t.Error("learning one game changed others, or not its own")
	}
}
