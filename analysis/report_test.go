package analysis

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"boardstudio/model"
	"boardstudio/rules"
)

// TestMoveAccuracy compares with values computed by hand from the published formula.
func TestMoveAccuracy(t *testing.T) {
	for loss, want := range map[float64]float64{0: 100, 10: 64.58, 25: 32.57, 50: 9.53, 100: 0} {
		if got := moveAccuracy(loss); math.Abs(got-want) > 0.02 {
			t.Errorf("a loss of %v %% is accurate to %v, want %v", loss, got, want)
		}
	}
}

// TestPublishedAccuracy compares accuracy with the published algorithm in its original form, on
// random games. That form uses a list of windows over the winning chances, with the first window
// repeated. The deviation in each window is the weight of the move at its end.
func TestPublishedAccuracy(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	// In percent, for the first player, beginning before the player's first move.
	published := func(course []float64, first bool) float64 {
		moves := len(course) - 1
		size := min(max(moves/10, 2), 8)
		var windows [][]float64
		for range min(size, len(course)) - 2 {
			windows = append(windows, course[:size])
		}
		for from := 0; from+size <= len(course); from++ {
			windows = append(windows, course[from:from+size])
		}
		var weighted, weights, inverse, n float64
		for i := range moves {
			before, after := course[i], course[i+1]
			if i%2 == 0 != first {
				continue
			}
			if !first {
				before, after = 100-before, 100-after
			}
			accuracy := 100.0
			if after < before {
				accuracy = min(max(103.1668100711649*math.Exp(-0.04354415386753951*(before-after))-3.166924740191411+1, 0), 100)
			}
			mean, square := 0.0, 0.0
			for _, x := range windows[i] {
				mean += x
				square += x * x
			}
			mean /= float64(size)
			weight := min(max(math.Sqrt(max(square/float64(size)-mean*mean, 0)), 0.5), 12)
			weighted, weights = weighted+accuracy*weight, weights+weight
			inverse, n = inverse+1/max(accuracy, 1), n+1
		}
		return (weighted/weights + n/inverse) / 2
	}
	for _, moves := range []int{2, 3, 9, 19, 20, 33, 60, 81, 200} {
		course := []float64{50}
		var list []EvaluatedMove
		for i := range moves {
			was := course[i]
			is := min(max(was+rng.NormFloat64()*8, 0), 100)
			course = append(course, is)
			list = append(list, EvaluatedMove{
				Node: &model.Node{}, Ply: i + 1, Player: rules.Player(i % 2),
				Was: []float64{was / 100, 1 - was/100}, Is: []float64{is / 100, 1 - is/100},
			})
		}
		r := NewReport(2, list, Marking{})
		for p, s := range r.Sides {
			if want := published(course, p == 0); math.Abs(s.Accuracy-want) > 1e-6 {
				t.Errorf("of %d moves player %d has %v, want %v", moves, p, s.Accuracy, want)
			}
		}
	}
}

// TestAccuracy checks that a player without losses has full accuracy, and that accuracy decreases
// with the losses.
func TestAccuracy(t *testing.T) {
	game := func(loss float64) []EvaluatedMove {
		var list []EvaluatedMove
		share := 0.5
		for ply := range 40 {
			p := rules.Player(ply % 2)
			was := []float64{share, 1 - share}
			if p == 1 {
				share = math.Min(share+loss, 1)
			}
			list = append(list, EvaluatedMove{Node: &model.Node{}, Ply: ply + 1, Player: p, Was: was, Is: []float64{share, 1 - share}})
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

// TestTurning checks that a loss of a lead or of an even position is a turning point, but not a
// smaller lead.
func TestTurning(t *testing.T) {
	game := func(shares ...float64) (list []EvaluatedMove) {
		for i, is := range shares[1:] {
			was := shares[i]
			list = append(list, EvaluatedMove{
				Node: &model.Node{}, Ply: i + 1, Player: rules.Player(i % 2), Was: []float64{was, 1 - was}, Is: []float64{is, 1 - is},
			})
		}
		return list
	}
	for _, x := range []struct {
		shares []float64 // winning chances of the first player
		want   []int
	}{
		{[]float64{0.5, 0.2}, []int{0}},
		{[]float64{0.5 + 1e-14, 0.5 - 1e-14}, nil},
		{[]float64{1, 0.5}, []int{0}},
		{[]float64{0.5, 0.5, 0.7}, []int{1}},
		{[]float64{0.9, 0.6}, nil},
		{[]float64{0.3, 0.1}, nil},
		{[]float64{1, 0.5, 1}, []int{0, 1}},
		{[]float64{0.6, 0.45, 0.9}, []int{1, 0}},
	} {
		r := NewReport(2, game(x.shares...), Marking{})
		if !slices.Equal(r.Turning, x.want) {
			t.Errorf("%v turns at %v, want %v", x.shares, r.Turning, x.want)
		}
	}
	third := 1.0 / 3
	three := []EvaluatedMove{{Node: &model.Node{}, Ply: 1, Was: []float64{1, 0, 0}, Is: []float64{third + 1e-14, third, third}}}
	if r := NewReport(3, three, Marking{}); len(r.Turning) != 1 {
		t.Errorf("with three players it turns at %v", r.Turning)
	}
}
