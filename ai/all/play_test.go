package all

import (
	"context"
	"os"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"

	"boardstudio/ai"
	"boardstudio/ai/lua/luatest"
	"boardstudio/ai/match"
	"boardstudio/ai/search"
	"boardstudio/rules"
)

func TestMain(m *testing.M) {
	os.Exit(luatest.Main(m.Run, func() error { return goleak.Find() }))
}

// plainEngine is the expert without boards of its own.
func plainEngine(t *testing.T, r rules.Rules) ai.Engine {
	t.Helper()
	e, err := search.Kind().New(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// ending returns the moves of a random game without its last few.
func ending(t *testing.T, r rules.Rules, seed uint64) []rules.Move {
	t.Helper()
	e, err := New("random", r)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := match.Play(context.Background(), match.Config{Rules: r, Engines: []ai.Engine{e, e}, Seed: seed})
	if err != nil || rec.Failure != nil {
		t.Fatal(err, rec.Failure)
	}
	return rec.Moves[:max(0, len(rec.Moves)-8)]
}

// TestAllPlay: every engine plays a whole game of everything that it says it plays.
func TestAllPlay(t *testing.T) {
	for _, game := range []string{"tictactoe", "renju", "ninuki", "gomoku-captures", "connect4", "infinite", "othello10", "anti-othello", "awale", "awale-abapa"} {
		r := build(t, game, nil)
		other, err := New("random", r)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range For(r) {
			if k.Name == "lua" { // needs a script; its own package plays them
				continue
			}
			e, err := New(k.Name, r)
			if err != nil {
				t.Fatal(err)
			}
			rec, err := match.Play(context.Background(), match.Config{
				Rules: r, Engines: []ai.Engine{e, other}, Limits: []ai.Limit{{Nodes: 150}}, MaxPlies: 60, Seed: 4,
			})
			if err != nil || rec.Failure != nil || !rec.Cut && !rec.Result.Over {
				t.Errorf("%s plays %s: %v, %v", k.Name, game, err, rec.Failure)
			}
		}
	}
}

// TestManyPlayers: the engines for any number of players.
func TestManyPlayers(t *testing.T) {
	r := build(t, "morpion", rules.Params{"players": "5", "k": "4", "topology": "torus"})
	var es []ai.Engine
	for _, spec := range []string{"alphabeta", "ktuple", "random", "ktuple", "computer:2"} {
		e, err := New(spec, r)
		if err != nil {
			t.Fatal(err)
		}
		es = append(es, e)
	}
	st, err := match.Match(context.Background(), match.Series{
		Config: match.Config{Rules: r, Engines: es, Limits: []ai.Limit{{Nodes: 400}}}, Games: 5,
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range st {
		if s.Faults > 0 || s.Played != 5 {
			t.Errorf("engine %d: %+v", i, s)
		}
	}
}

// TestCancel: Think returns soon after its context is done, with a legal move,
// on the fastest and the slowest boards.
func TestCancel(t *testing.T) {
	for _, game := range []string{"connect4", "gomoku", "renju", "infinite", "othello10", "awale"} {
		r := build(t, game, nil)
		e := expert(t, r)
		ctx, cancel := context.WithTimeout(context.Background(), 40*time.Millisecond)
		start := time.Now()
		info, err := e.Think(ctx, ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Time: time.Hour}}, nil)
		cancel()
		m, ok := info.Move()
		if err != nil || !ok || !rules.Legal(r.Start(), m) {
			t.Errorf("%s: %v, %v", game, m, err)
		}
		if d := time.Since(start); d > 20*time.Second {
			t.Errorf("%s: returned after %v", game, d)
		}
	}
}

// TestSeed: the same request gets the same answer; another seed chooses
// otherwise among equals.
func TestSeed(t *testing.T) {
	r := build(t, "othello", nil)
	e := expert(t, r)
	think := func(seed uint64) rules.Move {
		info, err := e.Think(context.Background(), ai.Request{Rules: r, Start: r.Start(), Seed: seed, Limit: ai.Limit{Nodes: 3000}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		m, _ := info.Move()
		return m
	}
	var first []rules.Move
	for seed := range uint64(12) {
		m := think(seed)
		if again := think(seed); again != m {
			t.Errorf("seed %d: %v, then %v", seed, m, again)
		}
		if !slices.Contains(first, m) {
			first = append(first, m)
		}
	}
	if len(first) < 2 {
		t.Error("the four first moves of Othello are equal, but only one is played")
	}
}

// against plays games that begin with some random moves, and returns what the
// first engine achieved. It stops when that one has won more games than enough.
func against(t *testing.T, r rules.Rules, a, b string, games, begin, enough int, limit ai.Limit) match.Standing {
	t.Helper()
	var es []ai.Engine
	for _, spec := range []string{a, b} {
		e, err := New(spec, r)
		if err != nil {
			t.Fatal(err)
		}
		es = append(es, e)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	won := 0
	st, err := match.Match(ctx, match.Series{
		Config: match.Config{Rules: r, Engines: es, Seed: 1, MaxPlies: 500, Limits: []ai.Limit{limit}}, Games: games,
		Opening: func(_ int, seed uint64) []rules.Move {
			moves := ending(t, r, seed)
			return moves[:min(begin, len(moves))]
		},
		Done: func(_ int, seats []int, rec match.Record) {
			if rec.Result.Winners.Has(rules.Player(slices.Index(seats, 0))) {
				won++
			}
			if won > enough {
				cancel()
			}
		},
	})
	if err != nil && won <= enough {
		t.Fatal(err)
	}
	t.Logf("%s: %s against %s: won %d, drawn %d, lost %d of %d", r.Spec().Game, a, b, st[0].Won, st[0].Drawn, st[0].Lost, st[0].Played)
	return st[0]
}

// TestNeverLosesToChance plays with a small part of the expert's usual second.
func TestNeverLosesToChance(t *testing.T) {
	if testing.Short() {
		t.Skip("20 games of each kind take a while")
	}
	for _, game := range []string{
		"tictactoe", "gomoku", "gomoku-captures", "ninuki", "pente", "renju", "connect4", "infinite",
		"othello", "othello10", "anti-othello", "awale", "awale-abapa",
	} {
		t.Run(game, func(t *testing.T) {
			if st := against(t, build(t, game, nil), "alphabeta", "random", 20, 0, 20, ai.Limit{Nodes: 2000}); st.Lost > 0 || st.Faults > 0 {
				t.Errorf("%+v", st)
			}
		})
	}
}
