package tournament

import (
	"math"
	"strings"
	"testing"

	"boardstudio"
	aiall "boardstudio/ai/all"
)

// TestBoundsOfDescriptions checks that values at the limits are accepted and values above them
// refused.
func TestBoundsOfDescriptions(t *testing.T) {
	engines := func(n int) string { return strings.Repeat("engine random\n", n) }
	for _, x := range []struct {
		text string
		want string
	}{
		{"game tictactoe\nformat swiss\nrounds 10000\n" + engines(2), ""},
		{"game tictactoe\nformat swiss\nrounds 10001\n" + engines(2), "rounds"},
		{"game tictactoe\nformat swiss\nrounds 0\n" + engines(2), "rounds"},
		{"game tictactoe\nformat swiss\nrounds 1\n" + engines(2), ""},
		{"game tictactoe\ngames 1000000000\n" + engines(2), ""},
		{"game tictactoe\ngames 1000000001\n" + engines(2), "games"},
		{"game tictactoe\ngames 0\n" + engines(2), "games"},
		{"game tictactoe\ngames 1\n" + engines(2), ""},
		{"game tictactoe\n" + engines(141), ""}, // 9870 pairs
		{"game tictactoe\n" + engines(142), "more than 10000 sets"},
		{"game tictactoe\nformat gauntlet\n" + engines(MaxEntrants), ""},
		{"game tictactoe\nformat swiss\nrounds 1\n" + engines(MaxEntrants+1), "more than 200 engines"},
		{"game tictactoe\n" + engines(1), "there are 1 engines"},
		{"game tictactoe\nparam players=3\n" + engines(3), ""},
		{"game tictactoe\nparam players=3\nsprt 0 10\n" + engines(3), "two hypotheses"},
		{"game tictactoe\nsprt 0 10\n" + engines(3), "two hypotheses"},
		{"game tictactoe\nsprt 0 10\n" + engines(2), ""},
	} {
		_, err := Parse(boardstudio.Games, aiall.Engines, []byte(x.text), "t")
		if x.want == "" && err != nil || x.want != "" && (err == nil || !strings.Contains(err.Error(), x.want)) {
			t.Errorf("%.60q: %v, want %q", x.text, err, x.want)
		}
	}
	d := Description{Game: "tictactoe", Format: RoundRobin}
	for n, want := range map[int]int{2: 1, 3: 3, 10: 45, 141: 9870, 142: MaxEncounters + 1} {
		d.Entrants = make([]Entrant, n)
		if got := d.encounters(2); got != want {
			t.Errorf("%d engines: %d encounters, want %d", n, got, want)
		}
	}
}

// TestDecideAtBounds checks that a test decides exactly at its bounds.
func TestDecideAtBounds(t *testing.T) {
	s := SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}
	var p Pairs
	p[4], p[2], p[0] = 40, 60, 20
	llr := s.LLR(p)
	if llr <= 0 {
		t.Fatal("the pairs do not speak for the second hypothesis")
	}
	low, high := s.Bounds()
	if low != -high || math.Abs(high-math.Log(19)) > 1e-12 {
		t.Errorf("bounds %v and %v", low, high)
	}
	wide, narrow := s, s // bounds beyond and within the ratio of the pairs
	wide.Alpha = 1 / (1 + math.Exp(llr)) / 2
	narrow.Alpha = min(1/(1+math.Exp(llr))*2, 0.49)
	wide.Beta, narrow.Beta = wide.Alpha, narrow.Alpha
	if wide.Decide(p) != Undecided || narrow.Decide(p) != Accept1 {
		t.Errorf("decided %v and %v", wide.Decide(p), narrow.Decide(p))
	}
	p[4], p[0] = p[0], p[4]
	if wide.Decide(p) == Accept1 || s.LLR(p) >= 0 {
		t.Errorf("lost pairs decide %v", wide.Decide(p))
	}
}

// TestDerive compares the gradient and the information with numerical derivatives, with and without
// the prior.
func TestDerive(t *testing.T) {
	m := NewMeeting([]int{0, 1})
	m.Add(2, []float64{1.5, 0.5})
	m.Add(2, []float64{0, 2})
	other := NewMeeting([]int{1, 2})
	other.Add(2, []float64{1, 1})
	meetings := []*Meeting{m, other}
	likelihood := func(r []float64, prior float64) (sum float64) {
		for _, m := range meetings {
			total := 0.0
			for _, w := range m.Who {
				total += math.Exp(r[w])
			}
			for i, w := range m.Who {
				sum += m.Points[i] * (r[w] - math.Log(total))
			}
		}
		for _, x := range r { // a game drawn against the mean
			p := 1 / (1 + math.Exp(-x))
			sum += prior * (math.Log(p) + math.Log(1-p)) / 2
		}
		return sum
	}
	r := []float64{0.3, -0.5, 1.1}
	for _, prior := range []float64{0, 0.7, 2} {
		gradient, information, scatter := derive(r, meetings, prior)
		const h = 1e-4
		moved := func(i, j int, a, b float64) float64 {
			x := append([]float64(nil), r...)
			x[i] += a
			x[j] += b
			return likelihood(x, prior)
		}
		for i := range r {
			want := (moved(i, i, h, 0) - moved(i, i, -h, 0)) / (2 * h)
			if math.Abs(gradient[i]-want) > 1e-5 {
				t.Errorf("prior %v: gradient %d is %v instead of %v", prior, i, gradient[i], want)
			}
			for j := range r {
				want := 1.0/3 - (moved(i, j, h, h)-moved(i, j, h, -h)-moved(i, j, -h, h)+moved(i, j, -h, -h))/(4*h*h)
				if math.Abs(information[i][j]-want) > 1e-4 {
					t.Errorf("prior %v: information %d, %d is %v instead of %v", prior, i, j, information[i][j], want)
				}
			}
		}
		none := make([]float64, len(r)*len(r))
		_, _, plain := derive(r, meetings, 0)
		for i := range r {
			for j := range r {
				none[i*len(r)+j] = scatter[i][j] - plain[i][j]
				want := 0.0
				if p := 1 / (1 + math.Exp(-r[i])); i == j {
					want = prior * p * (1 - p)
				}
				if math.Abs(none[i*len(r)+j]-want) > 1e-12 {
					t.Errorf("prior %v: scatter %d, %d grows by %v instead of %v", prior, i, j, none[i*len(r)+j], want)
				}
			}
		}
	}
}

// TestPairs checks that the two games of a pair count together.
func TestPairs(t *testing.T) {
	d, err := Parse(boardstudio.Games, aiall.Engines, []byte("game tictactoe\ngames 2\nengine random\nengine first\n"), "t")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name, first, second string // winning seats; the entrants change seats
		pair                int
	}{{"two wins", "A", "B", 4}, {"win and draw", "A", "", 3}, {"two draws", "", "", 2}, {"win and loss", "A", "A", 2}, {"draw and loss", "", "A", 1}, {"two losses", "B", "A", 0}} {
		t.Run(x.name, func(t *testing.T) {
			tn, err := New(t.Context(), aiall.Engines, boardstudio.Documents, *d)
			if err != nil {
				t.Fatal(err)
			}
			s := tn.state
			s.current()
			s.add(&Game{Seats: []int{0, 1}, Winners: x.first})
			s.add(&Game{Seats: []int{1, 0}, Winners: x.second})
			var want Pairs
			if want[x.pair] = 1; s.pairs != want {
				t.Errorf("%q, %q: pairs %v, want one at %d", x.first, x.second, s.pairs, x.pair)
			}
		})
	}
}
