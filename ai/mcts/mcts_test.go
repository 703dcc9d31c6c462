package mcts

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

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

func request(t testing.TB, r rules.Rules, moves ...string) ai.Request {
	t.Helper()
	q := ai.Request{Rules: r, Start: r.Start()}
	for _, text := range moves {
		m, err := r.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		q.Moves = append(q.Moves, m)
	}
	if _, err := q.Position(); err != nil {
		t.Fatal(err)
	}
	return q
}

func engineOf(t testing.TB, r rules.Rules, over rules.Params) ai.Engine {
	t.Helper()
	p, err := rules.Resolve(Kind.Params, over)
	if err != nil {
		t.Fatal(err)
	}
	e, err := Kind.New(r, p)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestTactics checks that the engine finds wins, prevents the opponent's wins, and evaluates them.
func TestTactics(t *testing.T) {
	for _, x := range []struct {
		game  string
		moves []string
		want  string
		least float64
	}{
		{"tictactoe", []string{"a1", "b2", "a2", "c1"}, "a3", 0.95},
		{"tictactoe", []string{"a1", "b2", "a2"}, "a3", 0.3},
		{"connect4", []string{"a6", "g6", "b6", "g5", "c6", "f6"}, "d", 0.95},
		{"gomoku", []string{"h8", "a1", "i8", "a3", "j8", "c1", "k8", "e1"}, "", 0.9},
	} {
		r := build(t, x.game, nil)
		if x.game == "connect4" { // moves are named after the top cell of a column
			for i, m := range x.moves {
				x.moves[i] = m[:1] + "6"
			}
		}
		q := request(t, r, x.moves...)
		q.Limit.Nodes = 60_000
		info, err := engineOf(t, r, nil).Think(context.Background(), q, nil)
		m, _ := info.Move()
		if err != nil || x.want != "" && r.FormatMove(m) != x.want || info.Best.Score.Value < x.least {
			t.Errorf("%s %v: %s at %v, %v", x.game, x.moves, r.FormatMove(m), info.Best.Score, err)
		}
		p, _ := q.Position()
		next, _ := p.Play(m)
		if x.least > 0.5 && !next.Result().Over {
			t.Errorf("%s %v: %s does not win", x.game, x.moves, r.FormatMove(m))
		}
	}
}

// TestShares checks the lines of Advise. It must return all moves, the shares of two players must
// add up to one, and the score must be the share of the mover.
func TestShares(t *testing.T) {
	r := build(t, "othello", nil)
	for _, moves := range [][]string{nil, {"d3"}} {
		q := request(t, r, moves...)
		q.Limit.Nodes = 3000
		lines, err := engineOf(t, r, nil).(ai.Adviser).Advise(context.Background(), q)
		p, _ := q.Position()
		n := 0
		for range p.Moves() {
			n++
		}
		if err != nil || len(lines) != n {
			t.Fatalf("%d lines of %d moves, %v", len(lines), n, err)
		}
		for _, l := range lines {
			s := l.Score
			if len(s.Shares) != 2 || s.Shares[0]+s.Shares[1] != 1 || s.Shares[p.Turn()] != s.Value || s.Value <= 0 || s.Value >= 1 {
				t.Errorf("%+v", s)
			}
		}
	}
}

// TestFewGames checks that a few random games prove nothing.
func TestFewGames(t *testing.T) {
	for _, x := range []struct {
		game string
		over rules.Params
	}{{"hex", nil}, {"gomoku", nil}, {"tictactoe", rules.Params{"players": "3"}}} {
		t.Run(x.game, func(t *testing.T) {
			r := build(t, x.game, x.over)
			even := 1 / float64(r.Players())
			for _, playouts := range []string{"1", "2", "20"} {
				q := request(t, r)
				q.Lines = 1000
				info, err := engineOf(t, r, rules.Params{"playouts": playouts}).Think(context.Background(), q, nil)
				if err != nil {
					t.Fatal(err)
				}
				for _, l := range info.Lines {
					if v := l.Score.Value; l.Score.Proved || v < even-0.2 || v > even+0.2 {
						t.Errorf("%s games: %s is worth %v", playouts, r.FormatMove(l.Moves[0]), l.Score)
					}
					for _, s := range l.Score.Shares {
						if s < 0.1 || s > 0.7 {
							t.Errorf("%s games: shares %v", playouts, l.Score.Shares)
						}
					}
				}
			}
		})
	}
}

// TestBounds checks that an unproved share is never 0 % or 100 %, even after many games.
func TestBounds(t *testing.T) {
	u := &uct{points: make([]float64, 2)}
	root := &node{visits: 1e6, ownPoints: 1e6}
	for points, want := range map[float64]float64{0: 0.01, 9e5: 0.99, 3e5: 1.0 / 3} {
		if got := u.share(root, &node{visits: 9e5, points: points}); got < want-0.001 || got > want+0.001 {
			t.Errorf("%v points: %v instead of %v", points, got, want)
		}
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

// TestProved checks that proved results are correct, and that most are found in small positions.
func TestProved(t *testing.T) {
	r := build(t, "tictactoe", nil)
	rng := rnd(7)
	counts := map[string]int{}
	for range 60 {
		q := request(t, r)
		p := q.Start
		for range 2 + rng.IntN(4) {
			if p.Result().Over {
				break
			}
			moves := slices.Collect(p.Moves())
			m := moves[rng.IntN(len(moves))]
			q.Moves = append(q.Moves, m)
			p, _ = p.Play(m)
		}
		if p.Result().Over {
			continue
		}
		lines, err := engineOf(t, r, rules.Params{"playouts": "3000"}).(ai.Adviser).Advise(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		for i, l := range lines {
			next, _ := p.Play(l.Moves[0])
			want := -worth(next)
			switch s := l.Score; {
			case s.Proved && (s.Value != float64(want) || s.Plies == 0 || s.AtMost != (s.Plies > 1)):
				t.Errorf("%s, %s: %v instead of %d", p, r.FormatMove(l.Moves[0]), s, want)
			case s.Proved:
				counts["proved"]++
				if s.Shares[p.Turn()] != (s.Value+1)/2 || s.Shares[0]+s.Shares[1] != 1 {
					t.Errorf("%v: shares %v", s, s.Shares)
				}
			case want != 0:
				counts["missed"]++
			}
			if i > 0 && l.Score.Proved && l.Score.Value > 0 && !(lines[i-1].Score.Proved && lines[i-1].Score.Value > 0) {
				t.Errorf("%s: a proved win stands behind %v", p, lines[i-1].Score)
			}
		}
	}
	if counts["proved"] < 60 || counts["missed"] > counts["proved"]/10 {
		t.Errorf("%v", counts)
	}
}

// TestSettled checks that a search stops when a win is proved, and a search for all moves when each
// move is proved.
func TestSettled(t *testing.T) {
	r := build(t, "tictactoe", nil)
	q := request(t, r, "a1", "b2", "a2", "c1")
	q.Limit.Nodes = 1_000_000
	info, err := engineOf(t, r, nil).Think(context.Background(), q, nil)
	if s := info.Best.Score; err != nil || info.Nodes > 100 || !s.Proved || s.Plies != 1 || s.AtMost {
		t.Errorf("%d nodes, %v, %v", info.Nodes, s, err)
	}
	q = request(t, r, "a1", "b1", "a2", "b2", "c3")
	q.Lines, q.Limit.Nodes = 100, 1_000_000
	info, err = engineOf(t, r, nil).Think(context.Background(), q, nil)
	if err != nil || info.Nodes > 10_000 || len(info.Lines) != 4 {
		t.Fatalf("%d nodes, %d lines, %v", info.Nodes, len(info.Lines), err)
	}
	p, _ := q.Position()
	for _, l := range info.Lines {
		next, _ := p.Play(l.Moves[0])
		if want := -worth(next); want != 0 && (!l.Score.Proved || l.Score.Value != float64(want)) {
			t.Errorf("%s: %v instead of %d", r.FormatMove(l.Moves[0]), l.Score, want)
		}
	}
}

// TestUrgency checks that a good move is visited again before all other moves have been tried.
func TestUrgency(t *testing.T) {
	r := build(t, "hex", nil)
	u := newUCT(r, 1, 1)
	root := &node{by: rules.NoPlayer, turn: 0}
	for range 100 {
		if err := u.game(context.Background(), root, r.Start()); err != nil {
			t.Fatal(err)
		}
	}
	most := 0.0
	for _, c := range root.children {
		most = max(most, c.visits)
	}
	if most < 2 || len(root.untried) == 0 || root.visits != 100 {
		t.Errorf("a move was tried %v times, %d moves never", most, len(root.untried))
	}
}

// TestLimits checks that the number of games of the engine applies if the request has no limit.
func TestLimits(t *testing.T) {
	r := build(t, "tictactoe", nil)
	few, err := engineOf(t, r, rules.Params{"playouts": "10"}).Think(context.Background(), request(t, r), nil)
	if err != nil || few.Nodes < 50 || few.Nodes > 90 { // each game ends after five to nine moves
		t.Errorf("%d nodes, %v", few.Nodes, err)
	}
	q := request(t, r)
	q.Limit.Nodes = 1000
	more, err := engineOf(t, r, rules.Params{"playouts": "10"}).Think(context.Background(), q, nil)
	if err != nil || more.Nodes < 1000 || more.Nodes > 1010 {
		t.Errorf("%d nodes, %v", more.Nodes, err)
	}
}

// TestLargeTree checks that a tree of maximum size can still be searched.
func TestLargeTree(t *testing.T) {
	r := build(t, "tictactoe", nil)
	u := &uct{rnd: rnd(1), maxPlies: 100, points: make([]float64, 2), listed: maxListed, exploration: 1}
	root := &node{by: rules.NoPlayer}
	u.expand(root, r.Start())
	for range 500 {
		if err := u.game(context.Background(), root, r.Start()); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range root.children {
		if len(c.children) > 0 {
			t.Error("the tree has grown")
		}
	}
	if root.visits != 500 || len(root.children) != 9 {
		t.Errorf("%v visits, %d children", root.visits, len(root.children))
	}
}

func BenchmarkPlayouts(b *testing.B) {
	for _, game := range []string{"tictactoe", "connect4", "gomoku", "othello", "awale"} {
		b.Run(game, func(b *testing.B) {
			r := build(b, game, nil)
			for b.Loop() {
				q := request(b, r)
				q.Limit.Nodes = 100_000
				if _, err := engineOf(b, r, nil).Think(context.Background(), q, nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/100_000, "ns/node")
		})
	}
}

// TestKnownWinner checks that a search within a limit of nodes ends if the winner is known before the game is over.
func TestKnownWinner(t *testing.T) {
	r := build(t, "awale-abapa", nil)
	for seed := range uint64(100) {
		rnd := rand.New(rand.NewPCG(seed, 5))
		p := r.Start()
		for !p.Result().Known() {
			moves := slices.Collect(p.Moves())
			var err error
			if p, err = p.Play(moves[rnd.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
		if p.Result().Over {
			continue
		}
		i, err := engineOf(t, r, nil).Think(t.Context(), ai.Request{Rules: r, Start: p, Limit: ai.Limit{Nodes: 100}}, nil)
		if _, ok := i.Move(); err != nil || !ok || i.Nodes == 0 || i.Nodes > 1000 {
			t.Errorf("after %d nodes: %v, %v", i.Nodes, i.Best, err)
		}
		return
	}
	t.Fatal("no game had a winner before its end")
}
