package connect4

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"boardstudio/ai"
	"boardstudio/internal/race"
	"boardstudio/rules"
	games "boardstudio/rules/all"
)

func build(t testing.TB, over rules.Params) rules.Rules {
	t.Helper()
	r, err := games.Games.Build("connect4", over)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// bruteForce computes values by playing all moves with the rules.
type bruteForce map[uint64]int

func (k bruteForce) value(p rules.Position, left int) int {
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

// boards lists boards of various sizes, with the number of empty cells for solving by brute force.
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
	{8, 8, 4, "plane", 11},
	{7, 9, 4, "plane", 11},
	{9, 8, 5, "cylinder", 10},
	{6, 18, 5, "plane", 9},
	{2, 32, 3, "cylinder", 8},
	{12, 9, 6, "cylinder", 10},
}

// randomPosition plays random moves until left cells are empty. It returns nil if the game ends
// before that.
func randomPosition(r rules.Rules, left int, rnd *rand.Rand) rules.Position {
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

// TestValues compares the solver with brute force on all boards, for each window.
func TestValues(t *testing.T) {
	race.Skip(t)
	games := 60
	if testing.Short() {
		games = 8
	}
	for _, x := range boards {
		t.Run(fmt.Sprint(x), func(t *testing.T) {
			r := build(t, rules.Params{"rows": fmt.Sprint(x.rows), "cols": fmt.Sprint(x.cols), "k": fmt.Sprint(x.k), "topology": x.topology})
			rnd := rand.New(rand.NewPCG(1, uint64(x.rows*100+x.cols)))
			s := newSearcher(optionsOf(r))
			s.begin(newTable(ai.LeastHash), firstSize, nil)
			known := bruteForce{}
			done, seen := 0, map[int]bool{}
			for n := 0; n < 4*games && done < games; n++ {
				left := x.left - rnd.IntN(6)
				p := randomPosition(r, left, rnd)
				if p == nil {
					continue
				}
				done++
				want := known.value(p, left)
				seen[want] = true
				at, ok := s.geometry().fromRules(p)
				if !ok {
					t.Fatal(p)
				}
				b := fullBounds(left)
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

// checkGame plays a game on the grid and with the rules. It checks that legal moves, wins and
// results agree.
func checkGame(t *testing.T, r rules.Rules, choose func(n int) int) {
	s := newSearcher(optionsOf(r))
	g := s.geometry()
	p := r.Start()
	at, ok := g.fromRules(p)
	for ply := 0; ok && !p.Result().Over; ply++ {
		if left := g.left(at); left != g.cells-ply {
			t.Fatalf("%s: %d empty cells after %d moves", p, left, ply)
		}
		var legal []rules.Move
		for m := range p.Moves() {
			legal = append(legal, m)
		}
		n, winning := 0, false
		for col := range g.cols {
			after, ok := g.play(at, col)
			m := rules.Place(rules.Cell(col))
			if ok != rules.Legal(p, m) {
				t.Fatalf("%s: column %d", p, col)
			}
			if !ok {
				continue
			}
			n++
			next, err := p.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			res := next.Result()
			wins := res.Over && !res.Draw()
			winning = winning || wins
			if s.wins(at, col) != wins || !res.Over && after != placed(t, g, next) {
				t.Fatalf("%s, column %d: wins %v, by the rules %v", p, col, s.wins(at, col), wins)
			}
		}
		if n != len(legal) || s.canWin(at) != winning {
			t.Fatalf("%s: %d moves of %d, wins %v", p, n, len(legal), winning)
		}
		m := legal[choose(len(legal))]
		p, _ = p.Play(m)
		at, _ = g.play(at, int(m.To))
	}
}

func placed(t *testing.T, g *grid, p rules.Position) position {
	t.Helper()
	at, ok := g.fromRules(p)
	if !ok {
		t.Fatalf("%s hangs in the air", p)
	}
	return at
}

// TestBoard checks random games on all boards.
func TestBoard(t *testing.T) {
	for _, x := range boards {
		t.Run(fmt.Sprintf("%d×%d, %d in a row, %s", x.cols, x.rows, x.k, x.topology), func(t *testing.T) {
			r := build(t, rules.Params{"rows": fmt.Sprint(x.rows), "cols": fmt.Sprint(x.cols), "k": fmt.Sprint(x.k), "topology": x.topology})
			rnd := rand.New(rand.NewPCG(8, uint64(x.rows*100+x.cols)))
			for range 5 {
				checkGame(t, r, rnd.IntN)
			}
		})
	}
}

// FuzzBoard checks games chosen by bytes.
func FuzzBoard(f *testing.F) {
	for i := range boards {
		f.Add(uint8(i), []byte("\x03\x03\x02\x01\x00\x04\x05\x06\x01\x01"))
	}
	f.Fuzz(func(t *testing.T, board uint8, choices []byte) {
		x := boards[int(board)%len(boards)]
		r := build(t, rules.Params{"rows": fmt.Sprint(x.rows), "cols": fmt.Sprint(x.cols), "k": fmt.Sprint(x.k), "topology": x.topology})
		checkGame(t, r, func(n int) int {
			if len(choices) == 0 {
				return 0
			}
			c := int(choices[0])
			choices = choices[1:]
			return c % n
		})
	})
}
