package mcts

import (
	"context"
	"testing"

	"boardstudio/ai"
	"boardstudio/rules"
	games "boardstudio/rules/all"
)

func build(t testing.TB, game string, over rules.Params) rules.Rules {
	t.Helper()
	r, err := games.Build(game, over)
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

// TestTactics: it takes wins, prevents them, and knows what they are worth.
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
		if x.game == "connect4" { // moves are named by the top cell of a column
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

// TestShares: the shares of two players make one, that of the mover is its score; all moves have lines when asked for.
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

// TestLimits: the engine's own number of games holds where the request has no limit.
func TestLimits(t *testing.T) {
	r := build(t, "tictactoe", nil)
	few, err := engineOf(t, r, rules.Params{"playouts": "10"}).Think(context.Background(), request(t, r), nil)
	if err != nil || few.Nodes < 50 || few.Nodes > 90 { // each ends after five to nine moves
		t.Errorf("%d nodes, %v", few.Nodes, err)
	}
	q := request(t, r)
	q.Limit.Nodes = 1000
	more, err := engineOf(t, r, rules.Params{"playouts": "10"}).Think(context.Background(), q, nil)
	if err != nil || more.Nodes < 1000 || more.Nodes > 1010 {
		t.Errorf("%d nodes, %v", more.Nodes, err)
	}
}

// TestLargeTree: a tree that has its largest size is still searched.
func TestLargeTree(t *testing.T) {
	r := build(t, "tictactoe", nil)
	u := &uct{rnd: rnd(1), longest: 100, points: make([]float64, 2), listed: maxListed, exploration: 1}
	root := &node{by: rules.NoPlayer}
	u.grow(root, r.Start())
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
