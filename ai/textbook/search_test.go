package textbook

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/rules"
	games "boardstudio/rules/all"
)

func build(t testing.TB, game string, over rules.Params) rules.Rules {
	t.Helper()
	r, err := games.Games.Build(game, over)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// somewhere returns a request after some random moves of an unfinished game.
func somewhere(t *testing.T, r rules.Rules, rnd *rand.Rand, plies int) ai.Request {
	t.Helper()
	for {
		q := ai.Request{Rules: r, Start: r.Start(), Seed: rnd.Uint64()}
		p := q.Start
		for range plies {
			if p.Turn() == rules.NoPlayer {
				break
			}
			moves := slices.Collect(p.Moves())
			m := moves[rnd.IntN(len(moves))]
			q.Moves = append(q.Moves, m)
			p, _ = p.Play(m)
		}
		if p.Turn() != rules.NoPlayer {
			return q
		}
	}
}

func think(t *testing.T, k *ai.Kind, q ai.Request, depth string) ai.Info {
	t.Helper()
	e, err := k.New(q.Rules, rules.Params{"depth": depth})
	if err != nil {
		t.Fatal(err)
	}
	i, err := e.Think(context.Background(), q, nil)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// TestSearches checks that minimax and negamax visit the same positions, alpha-beta fewer, and that
// all three find the same move and score.
func TestSearches(t *testing.T) {
	for _, x := range []struct {
		game, depth string
		params      rules.Params
	}{
		{"tictactoe", "5", nil},
		{"gomoku", "2", rules.Params{"rows": "6", "cols": "7"}},
		{"connect4", "4", nil},
		{"renju", "2", nil},
		{"gomoku-captures", "2", rules.Params{"rows": "7", "cols": "7"}},
		{"othello", "3", nil},
		{"awale", "4", nil},
		{"hex", "2", rules.Params{"size": "5"}},
	} {
		t.Run(x.game, func(t *testing.T) {
			r := build(t, x.game, x.params)
			rnd := rand.New(rand.NewPCG(1, 2))
			var all, some uint64
			for range 6 {
				q := somewhere(t, r, rnd, 2+rnd.IntN(4))
				a, b, c := think(t, Minimax(nil), q, x.depth), think(t, Negamax(nil), q, x.depth), think(t, AlphaBeta(nil), q, x.depth)
				ma, _ := a.Move()
				mb, _ := b.Move()
				mc, _ := c.Move()
				if ma != mb || ma != mc || a.Best.Score.String() != b.Best.Score.String() || a.Best.Score.String() != c.Best.Score.String() {
					t.Errorf("minimax %v %v, negamax %v %v, alpha-beta %v %v", ma, a.Best.Score, mb, b.Best.Score, mc, c.Best.Score)
				}
				if a.Nodes != b.Nodes || c.Nodes > a.Nodes {
					t.Errorf("%d, %d and %d nodes", a.Nodes, b.Nodes, c.Nodes)
				}
				all += a.Nodes
				some += c.Nodes
			}
			if some >= all {
				t.Errorf("alpha-beta left nothing out of %d", all)
			}
		})
	}
}

// worth returns the value of p for the player to move: 1, 0 or -1. It searches the whole tree.
func worth(p rules.Position) int {
	if r := p.Result(); r.Over {
		if r.Winners == 0 {
			return 0
		}
		return -1 // the player who moved last has won
	}
	best := -1
	for m := range p.Moves() {
		next, _ := p.Play(m)
		best = max(best, -worth(next))
	}
	return best
}

// TestPerfect checks that with enough depth the searches find a best move and its value, compared
// with brute force.
func TestPerfect(t *testing.T) {
	r := build(t, "tictactoe", nil)
	rnd := rand.New(rand.NewPCG(3, 4))
	seen := map[float64]int{}
	for range 60 {
		q := somewhere(t, r, rnd, 2+rnd.IntN(5))
		p, _ := q.Position()
		want := worth(p)
		for _, k := range []*ai.Kind{Minimax(nil), Negamax(nil), AlphaBeta(nil)} {
			i := think(t, k, q, "9")
			m, _ := i.Move()
			next, _ := p.Play(m)
			if got := -worth(next); got != want {
				t.Errorf("%s plays %s in %s: %d instead of %d", k.Name, r.FormatMove(m), p, got, want)
			}
			if s := i.Best.Score; want != 0 && (!s.Proved || s.Value != float64(want)) {
				t.Errorf("%s in %s: %v instead of %d", k.Name, p, s, want)
			}
		}
		seen[float64(want)]++
	}
	if len(seen) != 3 {
		t.Errorf("not all results were met: %v", seen)
	}
}

// TestLines checks that the requested lines are the legal moves with their own scores, best first.
func TestLines(t *testing.T) {
	r := build(t, "connect4", nil)
	q := somewhere(t, r, rand.New(rand.NewPCG(5, 6)), 7)
	p, _ := q.Position()
	moves := slices.Collect(p.Moves())
	for _, k := range []*ai.Kind{Minimax(nil), AlphaBeta(nil), &Greedy} {
		t.Run(k.Name, func(t *testing.T) {
			e, err := k.New(r, rules.Params{"depth": "3"})
			if err != nil {
				t.Fatal(err)
			}
			lines, err := e.(ai.Adviser).Advise(context.Background(), q)
			if err != nil || len(lines) != len(moves) {
				t.Fatalf("%d lines of %d moves, %v", len(lines), len(moves), err)
			}
			for i, l := range lines {
				if !slices.Contains(moves, l.Moves[0]) {
					t.Error(l)
				}
				if i > 0 && !l.Score.Proved && !lines[i-1].Score.Proved && l.Score.Value > lines[i-1].Score.Value {
					t.Errorf("%v stands behind %v", l.Score, lines[i-1].Score)
				}
			}
		})
	}
}

// TestBounds checks that limits of nodes and time stop a very long search. It must still return a
// move.
func TestBounds(t *testing.T) {
	r := build(t, "gomoku", nil)
	for _, l := range []ai.Limit{{Nodes: 500}, {Time: 20 * time.Millisecond}, {Nodes: 5}} {
		for _, k := range []*ai.Kind{Minimax(nil), Negamax(nil), AlphaBeta(nil)} {
			e, _ := k.New(r, rules.Params{"depth": "40"})
			i, err := e.Think(context.Background(), ai.Request{Rules: r, Start: r.Start(), Limit: l}, nil)
			m, ok := i.Move()
			if err != nil || !ok || !rules.Legal(r.Start(), m) || l.Nodes > 0 && i.Nodes > l.Nodes {
				t.Errorf("%s, %+v: %v, %d nodes, %v", k.Name, l, m, i.Nodes, err)
			}
		}
	}
}

// wins returns the cells that would complete a row for player who, in a game of three players.
func wins(r rules.Rules, p rules.Position, who rules.Player) []rules.Move {
	s := rules.SetupOf(r, p)
	s.Turn = who
	q, err := r.SetUp(s)
	if err != nil {
		return nil
	}
	var ms []rules.Move
	for m := range q.Moves() {
		if next, err := q.Play(m); err == nil && next.Result().Winners.Has(who) {
			ms = append(ms, m)
		}
	}
	return ms
}

// TestThree checks that max^n and paranoid take a win with three players, and prevent a win of the
// next player.
func TestThree(t *testing.T) {
	r := build(t, "morpion", rules.Params{"rows": "5", "cols": "4", "k": "3", "players": "3"})
	rnd := rand.New(rand.NewPCG(7, 8))
	won, blocked := 0, 0
	for range 300 {
		q := somewhere(t, r, rnd, 6+rnd.IntN(6))
		p, _ := q.Position()
		if p.Result().Known() {
			continue
		}
		mine, next := wins(r, p, p.Turn()), wins(r, p, (p.Turn()+1)%3)
		if len(mine) == 0 && len(next) != 1 {
			continue
		}
		for _, k := range []*ai.Kind{MaxN(), Paranoid()} {
			m, _ := think(t, k, q, "2").Move()
			switch {
			case len(mine) > 0 && !slices.Contains(mine, m):
				t.Errorf("%s plays %s and not a win in %s", k.Name, r.FormatMove(m), p)
			case len(mine) > 0:
				won++
			case m != next[0]:
				t.Errorf("%s plays %s and not %s, where the next player wins, in %s", k.Name, r.FormatMove(m), r.FormatMove(next[0]), p)
			default:
				blocked++
			}
		}
	}
	if won < 20 || blocked < 20 {
		t.Errorf("%d won, %d blocked", won, blocked)
	}
	for _, k := range []*ai.Kind{Minimax(nil), Negamax(nil), AlphaBeta(nil)} {
		if k.Plays(r) == nil {
			t.Errorf("%s plays a game of three", k.Name)
		}
	}
	if MaxN().Plays(build(t, "tictactoe", nil)) == nil {
		t.Error("max^n plays a game of two")
	}
}
