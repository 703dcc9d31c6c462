package othello

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"boardstudio/rules"
	"boardstudio/rules/rulestest"
)

// randomOccasions returns at least n moves of random games on boards of three sizes.
func randomOccasions(t testing.TB, n int) (list []*rulestest.Occasion) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(3, 9))
	for len(list) < n {
		for _, size := range []string{"4", "6", "8"} {
			list = append(list, rulestest.Playout(rulestest.Build(t, &Game, "", rules.Params{"size": size}), rnd, 100)...)
		}
	}
	return list
}

// TestFlipNotes checks the number of discs reported for each move, and the rings if the pointer is
// on the move.
func TestFlipNotes(t *testing.T) {
	for _, o := range randomOccasions(t, 200) {
		counts := map[rules.Cell]string{}
		for _, n := range rules.Overlay(o.Rules, "flips", o.Position, rules.NoCell) {
			counts[n.Cells[0]] += n.Label
		}
		moves := 0
		for m := range o.Position.Moves() {
			if m == rules.Pass {
				continue
			}
			moves++
			q, err := o.Position.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			cells := turned(&rulestest.Occasion{Rules: o.Rules, Position: o.Position, Move: m, After: q})
			if counts[m.To] != strconv.Itoa(len(cells)) {
				t.Errorf("%s: %q, want %d", o, counts[m.To], len(cells))
			}
			notes := rules.Overlay(o.Rules, "flips", o.Position, m.To)
			if len(notes) != 2 || notes[1].Draw != rules.Ring || !slices.Equal(slices.Sorted(slices.Values(notes[1].Cells)), cells) {
				t.Errorf("%s: pointed at %s: %v, want %v", o, o.Rules.FormatMove(m), notes, cells)
			}
		}
		if moves != len(counts) {
			t.Errorf("%s: %d numbers for %d moves", o, len(counts), moves)
		}
	}
}

// TestMobilityNotes checks that dots mark the moves of the side to move, and rings those of the
// other side.
func TestMobilityNotes(t *testing.T) {
	rings := 0
	for _, o := range randomOccasions(t, 200) {
		got := map[rules.Drawing][]rules.Cell{}
		for _, n := range rules.Overlay(o.Rules, "mobility", o.Position, rules.NoCell) {
			got[n.Draw] = append(got[n.Draw], n.Cells...)
		}
		if want := replies(o.Position); !slices.Equal(got[rules.Dot], want) {
			t.Errorf("%s: %v, want %v", o, got[rules.Dot], want)
		}
		if at := rulestest.InTurn(o.Rules, o.Position, opponent(o)); at != nil {
			rings++
			if want := replies(at); !slices.Equal(got[rules.Ring], want) {
				t.Errorf("%s: of the other %v, want %v", o, got[rules.Ring], want)
			}
		}
	}
	if rings < 50 {
		t.Errorf("only %d positions", rings)
	}
}

// TestStableNotes checks by exhaustive play, in positions with few empty cells, that discs marked
// as stable are never flipped.
func TestStableNotes(t *testing.T) {
	discs := 0
	for _, o := range randomOccasions(t, 400) {
		left := 0
		for c := range o.Rules.Board().Cells {
			if o.Position.At(rules.Cell(c)).Owner == rules.NoPlayer {
				left++
			}
		}
		if left > 6 {
			continue
		}
		for _, n := range rules.Overlay(o.Rules, "stable", o.Position, rules.NoCell) {
			discs += len(n.Cells)
			for _, c := range n.Cells {
				if o.Position.At(c).Owner != n.Who {
					t.Errorf("%s: %s is not of player %d", o, o.Rules.Board().Cells[c].Label, n.Who)
				}
			}
			if turnable(o.Position, n.Cells, n.Who, map[uint64]bool{}) {
				t.Errorf("%s: one of %v can be turned over", o, n.Cells)
			}
		}
	}
	if discs < 500 {
		t.Errorf("only %d discs", discs)
	}
}

func BenchmarkOverlay(b *testing.B) {
	r := rulestest.Build(b, &Game, "", rules.Params{"size": "16"})
	list := rulestest.Playout(r, rand.New(rand.NewPCG(1, 2)), 150)
	for _, k := range rules.Overlays(r) {
		b.Run(k.Name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				rules.Overlay(r, k.Name, list[i%len(list)].Position, rules.NoCell)
			}
		})
	}
}
