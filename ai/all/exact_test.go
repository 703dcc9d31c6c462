package all

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"boardstudio/ai"
	"boardstudio/ai/level"
	"boardstudio/ai/line/multiplayer"
	"boardstudio/ai/player"
	"boardstudio/internal/effort"
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

// A distanceCase is a small board on which proofs are compared with an exhaustive search.
type distanceCase struct {
	game    string
	over    rules.Params
	plies   int // random moves before the engine is asked, or few
	counted bool
}

var distanceCases = []distanceCase{
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
	{"othello", nil, 54, true},
	{"awale", rules.Params{"pits": "3", "seeds": "2"}, few, true},
	{"awale-abapa", rules.Params{"pits": "3", "seeds": "2"}, few, true},
	{"awale-abapa", rules.Params{"pits": "4", "seeds": "2", "grandSlam": "noCapture"}, few, true},
}

// TestDistances compares the proofs of all engines on small boards with an exhaustive search: the
// result, the distance to the end or its upper bound, and the margin in games that count. The
// search that plays every game must prove everything when it has searched the whole tree.
func TestDistances(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	proofs := map[string]int{} // by engine: proofs with a distance or a margin, as the game requires
	games := effort.ShortAmount(testing.Short(), 40, 12, 10)
	for _, x := range distanceCases {
		t.Run(caseName(x.game, x.over), func(t *testing.T) {
			r := build(t, x.game, x.over)
			d := distanceTest{T: t, distanceCase: x, r: r, rnd: rand.New(rand.NewPCG(3, 9)), proofs: proofs}
			d.search = &exhaustive{map[[2]uint64]outcome{}, x.counted, 0}
			fast, slow := expert(t, r), plainEngine(t, r)
			others := map[string]ai.Engine{}
			for _, k := range Engines.For(r) {
				if !player.NeedsName(k) && k.Name != level.Name && k != general {
					others[k.Name] = newEngine(t, k, r, rules.Params{"hash": "16", "depth": "9"})
				}
			}
			for range games {
				if !d.randomPosition() {
					continue
				}
				d.check("all", ask(t, fast, r, r.Start(), d.played, 1_000_000).Best.Score, d.truth)
				d.checkInterrupted(fast)
				d.checkInterrupted(slow)
				for name, e := range others {
					d.checkOther(name, e)
				}
				d.checkAdvice(fast.(ai.Adviser))
			}
			t.Logf("%d exact, %d at most, %d without a distance, %d open; %d positions", d.exact, d.atMost, d.unknown, d.open, len(d.search.known))
			if d.exact < 10 {
				t.Errorf("only %d exact proofs", d.exact)
			}
			for _, e := range others {
				ai.Close(e)
			}
		})
	}
	t.Log(proofs)
	for _, k := range engines {
		if sized(k) && proofs[k.Name] < 5 && k != &multiplayer.Kind { // for several players; compared in ai/line/multiplayer
			t.Errorf("%s proved only %d results exactly", k.Name, proofs[k.Name])
		}
	}
}

// A distanceTest compares scores in random positions of one game with an exhaustive search.
type distanceTest struct {
	*testing.T
	distanceCase
	r      rules.Rules
	rnd    *rand.Rand
	search *exhaustive
	proofs map[string]int

	played []rules.Move
	p      rules.Position
	truth  outcome

	exact, atMost, unknown, open int // scores checked
}

// randomPosition plays random moves and solves the position. It reports whether the game is not
// over and the search was complete.
func (d *distanceTest) randomPosition() bool {
	d.p, d.played = d.r.Start(), nil
	for (len(d.played) < d.plies+d.rnd.IntN(3) || d.plies == few && seeds(d.r, d.p) > 4) && !d.p.Result().Over {
		all := slices.Collect(d.p.Moves())
		m := all[d.rnd.IntN(len(all))]
		d.played = append(d.played, m)
		d.p, _ = d.p.Play(m)
	}
	if d.p.Result().Over {
		return false
	}
	d.search.left = 60_000
	d.truth = d.search.solve(d.p)
	return d.search.left >= 0
}

// check compares a score with an outcome. A score of “all” must be exact.
func (d *distanceTest) check(what string, sc ai.Score, o outcome) {
	d.Helper()
	switch {
	case !sc.Proved:
		d.open++
		return
	case int(sc.Value) != o.sign, sc.AtMost && sc.Plies < o.plies, !sc.AtMost && sc.Plies != 0 && sc.Plies != o.plies,
		sc.Margin != 0 && sc.Margin != o.sign*o.margin:
		d.Fatalf("after %v, %s: %v, in truth %+v", d.played, what, sc, o)
	case sc.AtMost:
		d.atMost++
	case sc.Plies == 0 && sc.Value != 0:
		d.unknown++
	default:
		d.exact++
	}
	if what == "all" && (sc.AtMost || sc.Plies == 0 && sc.Value != 0 || sc.Margin != o.sign*o.margin) {
		d.Fatalf("after %v: %v although all was searched", d.played, sc)
	}
}

// checkInterrupted checks searches with a random limit of nodes or depth.
func (d *distanceTest) checkInterrupted(e ai.Engine) {
	d.Helper()
	for range 4 {
		q := ai.Request{Rules: d.r, Start: d.r.Start(), Moves: d.played, Seed: d.rnd.Uint64()}
		what := "some nodes"
		if d.rnd.IntN(2) == 0 {
			q.Limit.Nodes = 1 + uint64(d.rnd.IntN(1+d.rnd.IntN(2000)))
		} else {
			what, q.Limit.Depth = "some depth", 1+d.rnd.IntN(4)
		}
		info, err := e.Think(context.Background(), q, func(i ai.Info) { d.check(what, i.Best.Score, d.truth) })
		if err != nil {
			d.Fatal(err)
		}
		d.check(what, info.Best.Score, d.truth)
	}
}

// checkOther checks two searches of another engine, and counts its proofs.
func (d *distanceTest) checkOther(name string, e ai.Engine) {
	d.Helper()
	for _, nodes := range []uint64{300, 20_000} {
		s := ask(d.T, e, d.r, d.r.Start(), d.played, nodes).Best.Score
		if d.check(name, s, d.truth); s.Proved && s.Value != 0 && !s.AtMost && (s.Plies != 0 && !d.counted || s.Margin != 0 && d.counted) {
			d.proofs[name]++
		}
	}
}

// checkAdvice checks the scores of all moves.
func (d *distanceTest) checkAdvice(e ai.Adviser) {
	d.Helper()
	q := ai.Request{Rules: d.r, Start: d.r.Start(), Moves: d.played, Limit: ai.Limit{Nodes: 5000}}
	lines, err := e.Advise(context.Background(), q)
	if err != nil {
		d.Fatal(err)
	}
	for _, l := range lines {
		next, _ := d.p.Play(l.Moves[0])
		d.check("advice", l.Score, d.search.after(next, d.p.Turn()))
	}
}
