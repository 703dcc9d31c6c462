package all

import (
	"context"
	"os"
	"slices"
	"testing"

	"go.uber.org/goleak"

	"boardstudio/ai"
	"boardstudio/ai/lua/luatest"
	"boardstudio/ai/match"
	"boardstudio/ai/search"
	"boardstudio/internal/effort"
	"boardstudio/rules"
)

func TestMain(m *testing.M) {
	os.Exit(luatest.Main(m.Run, func() error { return goleak.Find() }))
}

// plainEngine returns the search engine without special boards.
func plainEngine(t *testing.T, r rules.Rules) ai.Engine {
	t.Helper()
	e, err := search.Kind(nil).New(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// ending returns the moves of a random game without the last eight.
func ending(t *testing.T, r rules.Rules, seed uint64) []rules.Move {
	t.Helper()
	e, err := Engines.New("random", r)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := match.Play(context.Background(), match.Config{Rules: r, Engines: []ai.Engine{e, e}, Seed: seed})
	if err != nil || rec.Failure != nil {
		t.Fatal(err, rec.Failure)
	}
	return rec.Moves[:max(0, len(rec.Moves)-8)]
}

// TestAllPlay checks that every engine plays a whole game of everything it claims to play.
func TestAllPlay(t *testing.T) {
	for _, game := range []string{"tictactoe", "renju", "ninuki", "gomoku-captures", "connect4", "infinite", "othello10", "anti-othello", "awale", "awale-abapa"} {
		t.Run(game, func(t *testing.T) {
			r := build(t, game, nil)
			other, err := Engines.New("random", r)
			if err != nil {
				t.Fatal(err)
			}
			for _, k := range Engines.For(r) {
				if k.Name == "lua" { // needs a script; tested in its own package
					continue
				}
				e, err := Engines.New(k.Name, r)
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
		})
	}
}

// TestManyPlayers tests the engines for any number of players.
func TestManyPlayers(t *testing.T) {
	r := build(t, "morpion", rules.Params{"players": "5", "k": "4", "topology": "torus"})
	var es []ai.Engine
	for _, spec := range []string{"alphabeta", "ktuple", "random", "ktuple", "computer:2"} {
		e, err := Engines.New(spec, r)
		if err != nil {
			t.Fatal(err)
		}
		es = append(es, e)
	}
	for i, s := range playMatch(t, match.Config{Rules: r, Engines: es, Limits: []ai.Limit{{Nodes: 400}}}, 5, nil, nil) {
		if s.faults > 0 || s.played != 5 {
			t.Errorf("engine %d: %+v", i, s)
		}
	}
}

// TestSeed checks that equal requests have equal answers, and that another seed may choose another
// of equal moves.
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

// score is the result of an engine in several games.
type score struct{ played, won, drawn, lost, faults int }

// points returns the points in games for two.
func (s score) points() float64 { return float64(s.won) + float64(s.drawn)/2 }

// playMatch plays games with rotating seats and returns the score of each engine. opening, which
// may be nil, returns the initial moves for a round of seats. The match stops early if enough,
// which may be nil, returns true.
func playMatch(t *testing.T, c match.Config, games int, opening func(seed uint64) []rules.Move, enough func([]score) bool) []score {
	t.Helper()
	engines, limits, players := c.Engines, c.Limits, len(c.Engines)
	scores := make([]score, players)
	for game := range games {
		c.Engines, c.Limits, c.Seed = nil, nil, match.Seed(1, game)
		if opening != nil {
			c.Moves = opening(match.Seed(2, game/players))
		}
		for seat := range players {
			who := (seat + game) % players
			c.Engines, c.Limits = append(c.Engines, engines[who]), append(c.Limits, limits[who%len(limits)])
		}
		rec, err := match.Play(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		winners := rec.Result.Winners
		if rec.Cut {
			winners = 0
		}
		for seat := range rules.Player(players) {
			s := &scores[(int(seat)+game)%players]
			s.played++
			switch {
			case winners == 0:
				s.drawn++
			case winners.Has(seat):
				s.won++
			default:
				s.lost++
			}
			if rec.Culprit == seat {
				s.faults++
			}
		}
		if enough != nil && enough(scores) {
			break
		}
	}
	return scores
}

// against plays games that start with some random moves and returns the score of the first engine.
// It stops when that engine has won more than enough games.
func against(t *testing.T, r rules.Rules, a, b string, games, begin, enough int, limit ai.Limit) score {
	t.Helper()
	var es []ai.Engine
	for _, spec := range []string{a, b} {
		e, err := Engines.New(spec, r)
		if err != nil {
			t.Fatal(err)
		}
		es = append(es, e)
	}
	st := playMatch(t, match.Config{Rules: r, Engines: es, MaxPlies: 500, Limits: []ai.Limit{limit}}, games, func(seed uint64) []rules.Move {
		moves := ending(t, r, seed)
		return moves[:min(begin, len(moves))]
	}, func(s []score) bool { return s[0].won > enough })
	t.Logf("%s: %s against %s: %+v", r.Spec().Game, a, b, st[0])
	return st[0]
}

// TestNeverLosesToChance checks that alphabeta with 2,000 nodes a move does not lose to random
// moves.
func TestNeverLosesToChance(t *testing.T) {
	n := effort.ShortAmount(testing.Short(), 20, 2, 0)
	if n == 0 {
		t.Skip("games of each kind take a while")
	}
	for _, game := range []string{
		"tictactoe", "gomoku", "gomoku-captures", "ninuki", "pente", "renju", "connect4", "infinite",
		"othello", "othello10", "anti-othello", "awale", "awale-abapa",
	} {
		t.Run(game, func(t *testing.T) {
			if st := against(t, build(t, game, nil), "alphabeta", "random", n, 0, n, ai.Limit{Nodes: 2000}); st.lost > 0 || st.faults > 0 {
				t.Errorf("%+v", st)
			}
		})
	}
}
