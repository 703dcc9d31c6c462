package all

import (
	"context"
	"math/rand/v2"
	"testing"

	"boardstudio/ai/player"

	"boardstudio/ai"
	"boardstudio/ai/level"
	"boardstudio/ai/line/crowd"
	"boardstudio/rules"
)

// outcome is the result of a position with best play of both sides: the winner, the margin, and the
// number of moves. A loss is the negative of a win.
type outcome struct {
	sign, margin, plies int
}

func (o outcome) over(x outcome) bool {
	switch {
	case o.sign != x.sign:
		return o.sign > x.sign
	case o.sign == 0:
		return false
	case o.margin != x.margin:
		return (o.margin > x.margin) == (o.sign > 0)
	}
	return o.plies != x.plies && (o.plies < x.plies) == (o.sign > 0)
}

// exhaustive computes the outcome of positions by searching all moves with the rules.
type exhaustive struct {
	known   map[[2]uint64]outcome
	counted bool // the game is played for a margin
	left    int  // positions that may still be visited; negative after giving up
}

func (s *exhaustive) solve(p rules.Position) outcome {
	key := [2]uint64{p.Hash()}
	if h, ok := p.(rules.Historian); ok {
		key[1] = h.History()
	}
	if o, ok := s.known[key]; ok {
		return o
	}
	if s.left--; s.left < 0 {
		return outcome{}
	}
	best := outcome{sign: -2}
	for m := range p.Moves() {
		next, err := p.Play(m)
		if err != nil {
			continue
		}
		if o := s.after(next, p.Turn()); o.over(best) {
			best = o
		}
	}
	if s.left >= 0 {
		s.known[key] = best
	}
	return best
}

// after returns the outcome of p for the player who has just moved.
func (s *exhaustive) after(p rules.Position, mover rules.Player) outcome {
	r := p.Result()
	if !r.Over {
		o := s.solve(p)
		if p.Turn() != mover {
			o.sign = -o.sign
		}
		if o.sign != 0 {
			o.plies++
		}
		return o
	}
	o := outcome{plies: 1}
	switch {
	case r.Draw():
		return outcome{}
	case r.Winners.Has(mover):
		o.sign = 1
	default:
		o.sign = -1
	}
	if s.counted {
		o.margin = max(r.Final[0]-r.Final[1], r.Final[1]-r.Final[0])
	}
	return o
}

// seeds returns the number of seeds in the pits.
func seeds(r rules.Rules, p rules.Position) int {
	n := 0
	for c := range r.Board().Cells {
		n += int(p.At(rules.Cell(c)).Count)
	}
	return n
}

// TestDistances compares the proofs of all engines on small boards with an exhaustive search: the
// result, the distance to the end or its upper bound, and the margin in games that count. The
// search that plays every game must prove everything when it has searched the whole tree.
func TestDistances(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	proofs := map[string]int{} // by engine: proofs with a distance or a margin, as the game requires
	const few = -3             // random moves until four seeds are left
	const nearly = 54
	for _, x := range []struct {
		game    string
		over    rules.Params
		plies   int // random moves before the engine is asked
		counted bool
	}{
		{"tictactoe", nil, 0, false},
		{"tictactoe", rules.Params{"misere": "on"}, 1, false},
		{"tictactoe", rules.Params{"rows": "4", "cols": "4"}, 6, false},
		{"tictactoe", rules.Params{"rows": "4", "cols": "4", "k": "4"}, 6, false},
		{"tictactoe", rules.Params{"rows": "3", "cols": "5", "topology": "torus"}, 6, false},
		{"gomoku", rules.Params{"rows": "4", "cols": "5", "k": "4"}, 10, false},
		{"gomoku-standard", rules.Params{"rows": "5", "cols": "4", "k": "3"}, 10, false},
		{"renju", rules.Params{"rows": "6", "cols": "6"}, 26, false},
		{"pente", rules.Params{"rows": "5", "cols": "5", "k": "4", "captures": "1"}, 17, false},
		{"gomoku", rules.Params{"rows": "5", "cols": "5"}, 16, false},
		{"gomoku-standard", rules.Params{"rows": "5", "cols": "5"}, 16, false},
		{"connect4", rules.Params{"rows": "4", "cols": "4"}, 3, false},
		{"connect4", rules.Params{"rows": "4", "cols": "5", "topology": "cylinder"}, 8, false},
		{"connect4", rules.Params{"rows": "4", "cols": "4", "k": "3", "misere": "on"}, 5, false},
		{"othello", rules.Params{"size": "4"}, 0, true},
		{"othello", rules.Params{"size": "4", "goal": "fewest"}, 2, true},
		{"othello", nil, nearly, true},
		{"awale", rules.Params{"pits": "3", "seeds": "2"}, few, true},
		{"awale-abapa", rules.Params{"pits": "3", "seeds": "2"}, few, true},
		{"awale-abapa", rules.Params{"pits": "4", "seeds": "2", "grandSlam": "noCapture"}, few, true},
	} {
		r := build(t, x.game, x.over)
		s := &exhaustive{map[[2]uint64]outcome{}, x.counted, 0}
		fast, slow := expert(t, r), plainEngine(t, r)
		others := map[string]ai.Engine{}
		for _, k := range Engines.For(r) {
			if !player.NeedsName(k) && k.Name != level.Name && k != general {
				others[k.Name] = newEngine(t, k, r, rules.Params{"hash": "16", "depth": "9"})
			}
		}
		rnd := rand.New(rand.NewPCG(3, 9))
		exact, atMost, unknown, open := 0, 0, 0, 0
		games := 40
		if testing.Short() {
			games = 10
		}
		for range games {
			p := r.Start()
			var played []rules.Move
			for (len(played) < x.plies+rnd.IntN(3) || x.plies == few && seeds(r, p) > 4) && !p.Result().Over {
				var all []rules.Move
				for m := range p.Moves() {
					all = append(all, m)
				}
				m := all[rnd.IntN(len(all))]
				played = append(played, m)
				p, _ = p.Play(m)
			}
			if p.Result().Over {
				continue
			}
			check := func(what string, sc ai.Score, o outcome) {
				switch {
				case !sc.Proved:
					open++
					return
				case int(sc.Value) != o.sign, sc.AtMost && sc.Plies < o.plies, !sc.AtMost && sc.Plies != 0 && sc.Plies != o.plies,
					sc.Margin != 0 && sc.Margin != o.sign*o.margin:
					t.Fatalf("%s %v after %v, %s: %v, in truth %+v", x.game, x.over, played, what, sc, o)
				case sc.AtMost:
					atMost++
				case sc.Plies == 0 && sc.Value != 0:
					unknown++
				default:
					exact++
				}
				if what == "all" && (sc.AtMost || sc.Plies == 0 && sc.Value != 0 || sc.Margin != o.sign*o.margin) {
					t.Fatalf("%s %v after %v: %v although all was searched", x.game, x.over, played, sc)
				}
			}
			s.left = 60_000
			o := s.solve(p)
			if s.left < 0 {
				continue
			}
			for _, e := range []ai.Engine{fast, slow} {
				if e == fast {
					check("all", ask(t, e, r, r.Start(), played, 1_000_000).Best.Score, o)
				}
				for range 4 {
					q := ai.Request{Rules: r, Start: r.Start(), Moves: played, Seed: rnd.Uint64()}
					what := "some nodes"
					if rnd.IntN(2) == 0 {
						q.Limit.Nodes = 1 + uint64(rnd.IntN(1+rnd.IntN(2000)))
					} else {
						what, q.Limit.Depth = "some depth", 1+rnd.IntN(4)
					}
					info, err := e.Think(context.Background(), q, func(i ai.Info) { check(what, i.Best.Score, o) })
					if err != nil {
						t.Fatal(err)
					}
					check(what, info.Best.Score, o)
				}
			}
			for name, e := range others {
				for _, nodes := range []uint64{300, 20_000} {
					s := ask(t, e, r, r.Start(), played, nodes).Best.Score
					if check(name, s, o); s.Proved && s.Value != 0 && !s.AtMost && (s.Plies != 0 && !x.counted || s.Margin != 0 && x.counted) {
						proofs[name]++
					}
				}
			}
			q := ai.Request{Rules: r, Start: r.Start(), Moves: played, Limit: ai.Limit{Nodes: 5000}}
			lines, err := fast.(ai.Adviser).Advise(context.Background(), q)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range lines {
				next, _ := p.Play(l.Moves[0])
				check("advice", l.Score, s.after(next, p.Turn()))
			}
		}
		t.Logf("%s %v: %d exact, %d at most, %d without a distance, %d open; %d positions", x.game, x.over, exact, atMost, unknown, open, len(s.known))
		if exact < 10 {
			t.Errorf("%s %v: only %d", x.game, x.over, exact)
		}
		for _, e := range others {
			ai.Close(e)
		}
	}
	t.Log(proofs)
	for _, k := range engines {
		if sized(k) && proofs[k.Name] < 5 && k != &crowd.Kind { // for several players; compared in ai/line/crowd
			t.Errorf("%s proved only %d results exactly", k.Name, proofs[k.Name])
		}
	}
}
