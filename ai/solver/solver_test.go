package solver

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/rules/line"
)

func build(t testing.TB, rows, cols, k, topology string) rules.Rules {
	t.Helper()
	full, err := rules.Resolve(line.Game.Params, rules.Params{"rows": rows, "cols": cols, "k": k, "topology": topology})
	if err != nil {
		t.Fatal(err)
	}
	r, err := line.Game.New(full)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func engine(t testing.TB, r rules.Rules) *Engine {
	t.Helper()
	e, err := Kind.New(r, rules.Params{"hash": "16"})
	if err != nil {
		t.Fatal(err)
	}
	return e.(*Engine)
}

// brute solves positions by playing all moves with the rules.
type brute map[uint64]ai.Score

func (b brute) solve(p rules.Position) ai.Score {
	if s, ok := b[p.Hash()]; ok {
		return s
	}
	best := ai.Score{Proved: true, Value: -2}
	for m := range p.Moves() {
		next, _ := p.Play(m)
		if s := b.after(next, p.Turn()); over(s, best) {
			best = s
		}
	}
	b[p.Hash()] = best
	return best
}

// after returns the value of p for the player who has just moved.
func (b brute) after(p rules.Position, mover rules.Player) ai.Score {
	if r := p.Result(); r.Over {
		if r.Draw() {
			return ai.Score{Proved: true}
		}
		return ai.Score{Proved: true, Value: 1, Plies: 1}
	}
	s := b.solve(p).Opposite()
	if s.Value != 0 {
		s.Plies++
	}
	return s
}

func over(a, b ai.Score) bool {
	if a.Value != b.Value {
		return a.Value > b.Value
	}
	return a.Value > 0 && a.Plies < b.Plies || a.Value < 0 && a.Plies > b.Plies
}

// bruteCases are the cases of TestBrute.
var bruteCases = []struct {
	rows, cols, k, topology string
	plies                   int
}{
	{"3", "3", "3", "plane", 0},
	{"3", "4", "3", "plane", 0},
	{"3", "4", "3", "cylinder", 3},
	{"3", "3", "3", "torus", 0},
	{"4", "4", "3", "plane", 5},
	{"4", "4", "4", "plane", 5},
	{"4", "4", "4", "torus", 5},
	{"4", "4", "4", "sphere", 5},
	{"4", "5", "4", "mobius", 9},
	{"4", "5", "4", "plane", 9},
	{"5", "5", "4", "torus", 14},
	{"5", "5", "4", "plane", 13},
	{"4", "6", "3", "mobius", 14},
}

// TestBrute compares the proved values of all moves with brute force, and plays the lines.
func TestBrute(t *testing.T) {
	for _, x := range bruteCases {
		t.Run(x.cols+"×"+x.rows+", "+x.k+" in a row, "+x.topology, func(t *testing.T) {
			r := build(t, x.rows, x.cols, x.k, x.topology)
			e, rnd := engine(t, r), rand.New(rand.NewPCG(4, 7))
			known := brute{}
			games := 20
			if testing.Short() {
				games = 4
			}
			won, drawn, lost := 0, 0, 0
			for range games {
				p := r.Start()
				var played []rules.Move
				for len(played) < x.plies+rnd.IntN(3) && !p.Result().Over {
					m := slices.Collect(p.Moves())
					played = append(played, m[rnd.IntN(len(m))])
					p, _ = p.Play(played[len(played)-1])
				}
				if p.Result().Over {
					continue
				}
				q := ai.Request{Rules: r, Start: r.Start(), Moves: played, Limit: ai.Limit{Depth: maxCells}, Seed: rnd.Uint64()}
				lines, err := e.Advise(context.Background(), q)
				if err != nil {
					t.Fatal(err)
				}
				best := known.solve(p)
				for i, l := range lines {
					next, err := p.Play(l.Moves[0])
					if err != nil {
						t.Fatal(err)
					}
					want := known.after(next, p.Turn())
					if s := l.Score; !s.Proved || s.Value != want.Value || s.Plies != want.Plies || i == 0 && over(best, s) {
						t.Fatalf("%s: %s is %+v, in truth %+v", p, r.FormatMove(l.Moves[0]), s, want)
					}
					if len(l.Moves) != max(l.Score.Plies, 1) {
						t.Fatalf("%s: the line %v of %s", p, l.Moves, l.Score)
					}
					for _, m := range l.Moves[1:] {
						if next, err = next.Play(m); err != nil {
							t.Fatal(err)
						}
					}
					if l.Score.Value != 0 && !next.Result().Over {
						t.Fatalf("%s: the line %v does not end", p, l.Moves)
					}
				}
				info, err := e.Think(context.Background(), q, nil)
				if s := info.Best.Score; err != nil || !s.Proved || s.Value != best.Value || s.Plies != best.Plies {
					t.Fatalf("%s: %+v, in truth %+v (%v)", p, s, best, err)
				}
				n := 1 + rnd.IntN(9)
				wins, sure, err := e.Wins(context.Background(), q, n)
				if err != nil || !sure {
					t.Fatalf("%v, sure %v", err, sure)
				}
				for _, l := range lines {
					found := slices.ContainsFunc(wins, func(w ai.Line) bool { return w.Moves[0] == l.Moves[0] && w.Score.Plies == l.Score.Plies })
					if s := l.Score; found != (s.Value > 0 && s.Plies <= n) {
						t.Fatalf("%s: %s, %v, found within %d: %v", p, r.FormatMove(l.Moves[0]), s, n, found)
					}
				}
				switch {
				case best.Value > 0:
					won++
				case best.Value < 0:
					lost++
				default:
					drawn++
				}
			}
			t.Logf("%+v: %d won, %d drawn, %d lost", x, won, drawn, lost)
		})
	}
}

// TestKnownBoards checks the solved values of empty boards (Uiterwijk and van den Herik 2000).
func TestKnownBoards(t *testing.T) {
	for _, x := range []struct {
		rows, cols, k string
		value         float64
		plies         int
	}{
		{"3", "3", "3", 0, 0},
		{"3", "4", "3", 1, 7},
		{"4", "4", "3", 1, 5},
		{"4", "4", "4", 0, 0},
		{"5", "6", "4", 1, 11},
		{"4", "5", "4", 0, 0},
		{"4", "6", "4", 0, 0},
		{"4", "7", "4", 0, 0},
		{"5", "5", "4", 0, 0},
		{"6", "6", "5", 0, 0},
	} {
		r := build(t, x.rows, x.cols, x.k, "plane")
		info, err := engine(t, r).Think(context.Background(), ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Depth: maxCells}}, nil)
		if s := info.Best.Score; err != nil || !s.Proved || s.Value != x.value || s.Plies != x.plies {
			t.Errorf("%+v: %v, %v", x, s, err)
		}
	}
}

// TestLimits checks that a move without a proof is returned if there are few nodes, and that equal
// requests have equal results.
func TestLimits(t *testing.T) {
	r := build(t, "5", "6", "4", "plane")
	e := engine(t, r)
	for _, n := range []uint64{1, 10, 1000, 300_000} {
		q := ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Nodes: n}, Seed: n}
		a, err := e.Think(context.Background(), q, nil)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := e.Think(context.Background(), q, nil)
		if a.Best.Moves[0] != b.Best.Moves[0] || a.Nodes != b.Nodes || a.Best.Score.Proved != (n == 300_000) || a.Nodes > n+lineNodes+1 {
			t.Errorf("%d nodes: %+v, then %+v", n, a, b)
		}
	}
	ctx := &countdownContext{Context: t.Context()}
	ctx.left.Store(20)
	r = build(t, "8", "8", "5", "plane")
	if info, err := engine(t, r).Think(ctx, ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Time: time.Hour}}, nil); err != nil || len(info.Best.Moves) == 0 {
		t.Errorf("%+v, %v", info, err)
	}
}

// TestPlays checks that only games in which an additional stone never hurts are accepted.
func TestPlays(t *testing.T) {
	for _, p := range []rules.Params{{"players": "3"}, {"misere": "on"}, {"rows": "9", "cols": "9"}, {"rows": "4", "cols": "4", "drop": "on"}} {
		full, err := rules.Resolve(line.Game.Params, p)
		if err != nil {
			t.Fatal(err)
		}
		r, err := line.Game.New(full)
		if err != nil {
			t.Fatal(err)
		}
		if plays(r) == nil {
			t.Errorf("%v is played", p)
		}
	}
}

// countdownContext is a context that is cancelled after a given number of calls of Err.
type countdownContext struct {
	context.Context
	left atomic.Int64
}

func (c *countdownContext) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}
