package othello

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"boardstudio/ai/othello/deep"
	"boardstudio/ai/othello/pattern"
)

var small = generation{games: 120, depth: 0, solve: 8, label: 2}

// TestPlayTwice checks that games and scores depend only on the seed, not on the number of
// processors.
func TestPlayTwice(t *testing.T) {
	weights := &pattern.Weights{}
	by := make([]int16, pattern.Size())
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range by {
		by[i] = int16(rng.IntN(2*pattern.Unit) - pattern.Unit)
	}
	for p := range pattern.Phases {
		weights.Fill(p, by)
	}
	var runs [2][]sample
	for i := range runs {
		before := runtime.GOMAXPROCS(1 + 2*i)
		runs[i] = small.play(7, nil)
		var all []*sample
		for j := range runs[i] {
			if x := &runs[i][j]; x.known != solved {
				all = append(all, x)
			}
		}
		small.setScores(all, weights)
		runtime.GOMAXPROCS(before)
	}
	if !slices.Equal(runs[0], runs[1]) {
		t.Error("three processors play or judge otherwise than one")
	}
	if other := small.play(8, nil); slices.Equal(runs[0], other) {
		t.Error("another seed gives the same games")
	}
}

// TestScores checks that samples near the end have exact scores, and earlier ones the score of the
// game for the side to move.
func TestScores(t *testing.T) {
	s := deep.NewSearcher(1, nil)
	count := map[knowledge]int{}
	for _, x := range small.play(3, nil) {
		count[x.known]++
		if x.known != solved {
			continue
		}
		if v, _ := s.Solve(x.board); float32(v) != x.score {
			t.Fatalf("%x %x is worth %v, not %d", x.board.Own, x.board.Other, x.score, v)
		}
	}
	for _, k := range []knowledge{open, ended, solved} {
		if count[k] < 300 {
			t.Errorf("%d samples of knowledge %d", count[k], k)
		}
	}
}

// TestFit checks that fitting recovers the weights that produced the scores.
func TestFit(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	truth := make([]float32, pattern.Size())
	for i := range truth {
		truth[i] = float32(rng.NormFloat64())
	}
	var all []*sample
	for _, x := range small.play(5, nil) {
		if p := pattern.Phase(x.empty()); p == 12 {
			x.score = 0
			for _, k := range pattern.Numbers(nil, x.board) {
				x.score += truth[k]
			}
			all = append(all, &x)
		}
	}
	_, before := errors(all, make([]int16, pattern.Size()))
	after, _ := errors(all, round(fit(all, make([]float32, pattern.Size()), 6)))
	if after > before/5 {
		t.Errorf("the error falls from %.2f to %.2f", before, after)
	}
}
