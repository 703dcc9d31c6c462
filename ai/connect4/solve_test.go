package connect4

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"boardstudio/rules"
	games "boardstudio/rules/all"
)

func build(t testing.TB, over rules.Params) rules.Rules {
	t.Helper()
	r, err := games.Build("connect4", over)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// truth finds the value of a position by playing all moves by the rules, with so many empty cells.
type truth map[uint64]int

func (k truth) value(p rules.Position, left int) int {
	if v, ok := k[p.Hash()]; ok {
		return v
	}
	best := -1 << 20
	for m := range p.Moves() {
		next, err := p.Play(m)
		if err != nil {
			panic(err)
		}
		v := 0
		switch r := next.Result(); {
		case !r.Over:
			v = -k.value(next, left-1)
		case !r.Draw():
			v = (left + 1) / 2
		}
		best = max(best, v)
	}
	k[p.Hash()] = best
	return best
}

// boards are boards of many sizes, and how many cells stay empty when they are solved by playing all moves.
var boards = []struct {
	rows, cols, k int
	topology      string
	left          int
}{
	{4, 4, 4, "plane", 13},
	{4, 5, 4, "plane", 13},
	{5, 4, 4, "plane", 13},
	{5, 5, 4, "plane", 13},
	{6, 7, 4, "plane", 12},
	{7, 6, 4, "plane", 12},
	{7, 8, 4, "plane", 12},
	{8, 7, 4, "plane", 12},
	{4, 4, 3, "plane", 14},
	{6, 5, 5, "plane", 12},
	{3, 6, 3, "plane", 13},
	{15, 4, 4, "plane", 12},
	{2, 16, 4, "plane", 11},
	{4, 5, 4, "cylinder", 13},
	{4, 4, 4, "cylinder", 13},
	{6, 3, 4, "cylinder", 13},
	{5, 3, 3, "cylinder", 13},
	{6, 7, 4, "cylinder", 11},
	{7, 8, 4, "cylinder", 11},
	{5, 6, 5, "cylinder", 12},
}

// middle plays random moves until so many cells are empty; nil when the game ends before.
func middle(r rules.Rules, left int, rnd *rand.Rand) rules.Position {
	p := r.Start()
	for range len(r.Board().Cells) - left {
		var all []rules.Move
		for m := range p.Moves() {
			if next, err := p.Play(m); err == nil && !next.Result().Over {
				all = append(all, m)
			}
		}
		if all == nil {
			return nil
		}
		p, _ = p.Play(all[rnd.IntN(len(all))])
	}
	return p
}

// TestValues: the solver finds what playing all moves by the rules finds, on boards of all kinds, in one window after the other.
func TestValues(t *testing.T) {
	games := 60
	if testing.Short() {
		games = 8
	}
	for _, x := range boards {
		t.Run(fmt.Sprint(x), func(t *testing.T) {
			r := build(t, rules.Params{"rows": fmt.Sprint(x.rows), "cols": fmt.Sprint(x.cols), "k": fmt.Sprint(x.k), "topology": x.topology})
			rnd := rand.New(rand.NewPCG(1, uint64(x.rows*100+x.cols)))
			s := newSeeker(optionsOf(r))
			s.begin(newTable(leastHash), firstSize, nil)
			known := truth{}
			done, seen := 0, map[int]bool{}
			for n := 0; n < 4*games && done < games; n++ {
				left := x.left - rnd.IntN(6)
				p := middle(r, left, rnd)
				if p == nil {
					continue
				}
				done++
				want := known.value(p, left)
				seen[want] = true
				at, ok := s.place(p)
				if !ok {
					t.Fatal(p)
				}
				b := everything(left)
				s.narrow(at, &b)
				if b.lo != want || b.hi != want {
					t.Fatalf("%s: %+v, in truth %d", p, b, want)
				}
				for alpha := -left / 2; alpha < left/2; alpha++ {
					if v := s.window(at, alpha); (v > alpha) != (want > alpha) || v > alpha && v > want || v <= alpha && v < want {
						t.Fatalf("%s: more than %d? %d, in truth %d", p, alpha, v, want)
					}
				}
			}
			if done < games/2 || len(seen) < 2 && !testing.Short() {
				t.Errorf("%d positions with %d values", done, len(seen))
			}
		})
	}
}
