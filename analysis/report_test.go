package analysis

import (
	"math"
	"testing"

	"boardstudio/model"
	"boardstudio/rules"
)

// TestMoveAccuracy compares with values worked out by hand from the published formula.
func TestMoveAccuracy(t *testing.T) {
	for loss, want := range map[float64]float64{0: 100, 10: 64.58, 25: 32.57, 50: 9.53, 100: 0} {
		if got := moveAccuracy(loss); math.Abs(got-want) > 0.02 {
			t.Errorf("a loss of %v %% is accurate to %v, want %v", loss, got, want)
		}
	}
}

// TestAccuracy: who gives nothing away is accurate, and who gives more away is less so.
func TestAccuracy(t *testing.T) {
	game := func(loss float64) []Judged {
		var list []Judged
		share := 0.5
		for ply := range 40 {
			p := rules.Player(ply % 2)
			was := []float64{share, 1 - share}
			if p == 1 {
				share = math.Min(share+loss, 1)
			}
			list = append(list, Judged{Node: &model.Node{}, Ply: ply + 1, Player: p, Was: was, Is: []float64{share, 1 - share}})
		}
		return list
	}
	last := 101.0
	for _, loss := range []float64{0, 0.01, 0.02, 0.025} {
		r := NewReport(2, game(loss), Marking{})
		if r.Sides[0].Accuracy != 100 || r.Sides[1].Accuracy >= last {
			t.Errorf("with a loss of %v a move: %+v", loss, r.Sides)
		}
		last = r.Sides[1].Accuracy
	}
	if r := NewReport(3, nil, Marking{}); len(r.Sides) != 3 || r.Sides[0].Moves != 0 {
		t.Errorf("nothing is %+v", r)
	}
}
