package match_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"boardstudio/ai"
	"boardstudio/ai/match"
	"boardstudio/ai/random"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func build(t *testing.T, name string, over rules.Params) rules.Rules {
	t.Helper()
	r, err := all.Build(name, over)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func chance(t *testing.T, r rules.Rules) ai.Engine {
	t.Helper()
	e, err := random.Kind.New(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// thinker is an engine made of a function.
type thinker func(ctx context.Context, q ai.Request) (ai.Info, error)

func (f thinker) Think(ctx context.Context, q ai.Request, _ func(ai.Info)) (ai.Info, error) {
	return f(ctx, q)
}

func playing(m rules.Move) thinker {
	return func(context.Context, ai.Request) (ai.Info, error) {
		return ai.Info{Best: ai.Line{Moves: []rules.Move{m}}}, nil
	}
}

// first plays the first legal move.
var first = thinker(func(_ context.Context, q ai.Request) (ai.Info, error) {
	p, err := q.Position()
	if err != nil {
		return ai.Info{}, err
	}
	for m := range p.Moves() {
		return ai.Info{Best: ai.Line{Moves: []rules.Move{m}}}, nil
	}
	return ai.Info{}, nil
})

func TestPlay(t *testing.T) {
	r := build(t, "tictactoe", nil)
	var plies []match.Ply
	rec, err := match.Play(context.Background(), match.Config{
		Rules: r, Engines: []ai.Engine{first, first}, Moves: []rules.Move{rules.Place(8)},
		Report: func(p match.Ply) { plies = append(plies, p) },
	})
	if err != nil {
		t.Fatal(err)
	}
	// X took the last corner; from O on the others follow in order, until O has c1, b2 and a3.
	want := []rules.Move{rules.Place(8), rules.Place(0), rules.Place(1), rules.Place(2), rules.Place(3), rules.Place(4), rules.Place(5), rules.Place(6)}
	if !reflect.DeepEqual(rec.Moves, want) {
		t.Errorf("moves %v", rec.Moves)
	}
	if rec.Result.Winners != rules.Of(1) || rec.Result.Reason != rules.Row || rec.Culprit != rules.NoPlayer || rec.Failure != nil || rec.Cut {
		t.Errorf("%+v", rec)
	}
	if len(plies) != 7 || plies[0].Seat != 1 || plies[6].After != rec.Last || len(rec.Times) != 7 {
		t.Errorf("%d reports, %d times", len(plies), len(rec.Times))
	}
}

// TestFaults: whatever an engine does wrong, it loses and the others win.
func TestFaults(t *testing.T) {
	r := build(t, "morpion", rules.Params{"players": "3"})
	for name, bad := range map[string]struct {
		engine thinker
		want   string
	}{
		"fails": {
			func(context.Context, ai.Request) (ai.Info, error) { return ai.Info{}, errors.New("no idea") },
			"player B, move 2: no idea",
		},
		"gives no move": {
			func(context.Context, ai.Request) (ai.Info, error) { return ai.Info{}, nil },
			"player B, move 2: the engine gives no move",
		},
		"plays an occupied cell": {playing(rules.Place(0)), "player B, move 2: a1 is illegal"},
		"plays off the board":    {playing(rules.Place(4000)), "player B, move 2: ? is illegal"},
	} {
		rec, err := match.Play(context.Background(), match.Config{Rules: r, Engines: []ai.Engine{first, bad.engine, first}})
		if err != nil {
			t.Fatal(err)
		}
		if rec.Culprit != 1 || rec.Result.Winners != rules.Of(0, 2) || !rec.Result.Over || rec.Result.Reason != match.Fault ||
			rec.Failure == nil || !strings.HasPrefix(rec.Failure.Error(), bad.want) || len(rec.Moves) != 1 {
			t.Errorf("%s: %+v", name, rec)
		}
	}
}

func TestWrongConfig(t *testing.T) {
	r := build(t, "tictactoe", nil)
	for name, c := range map[string]match.Config{
		"an engine too few": {Rules: r, Engines: []ai.Engine{first}},
		"limits for three":  {Rules: r, Engines: []ai.Engine{first, first}, Limits: make([]ai.Limit, 3)},
		"an illegal begin":  {Rules: r, Engines: []ai.Engine{first, first}, Moves: []rules.Move{rules.Place(0), rules.Place(0)}},
	} {
		if _, err := match.Play(context.Background(), c); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

func TestMaxPlies(t *testing.T) {
	r := build(t, "gomoku", nil)
	e := chance(t, r)
	st, err := match.Match(context.Background(), match.Series{
		Config: match.Config{Rules: r, Engines: []ai.Engine{e, e}, MaxPlies: 5}, Games: 4,
		Done: func(_ int, _ []int, rec match.Record) {
			if !rec.Cut || len(rec.Moves) != 5 || rec.Result.Over {
				t.Errorf("%+v", rec)
			}
		},
	})
	want := match.Standing{Played: 4, Drawn: 4, Cut: 4, Points: 2}
	if err != nil || st[0] != want || st[1] != want {
		t.Errorf("%+v, %v", st, err)
	}
}

// TestMatch: seats rotate, all games are counted, and the same seed plays the
// same games.
func TestMatch(t *testing.T) {
	r := build(t, "morpion", rules.Params{"players": "3", "rows": "4", "cols": "4", "k": "3"})
	run := func(seed uint64) ([]match.Standing, [][]rules.Move) {
		var games [][]rules.Move
		e := chance(t, r)
		bad := playing(rules.Place(99))
		st, err := match.Match(context.Background(), match.Series{
			Config: match.Config{Rules: r, Engines: []ai.Engine{e, bad, e}, Seed: seed}, Games: 9,
			Done: func(game int, seats []int, rec match.Record) {
				games = append(games, rec.Moves)
				for seat, engine := range seats {
					if engine != (seat+game)%3 {
						t.Errorf("game %d: seats %v", game, seats)
					}
				}
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		return st, games
	}
	a, games := run(1)
	b, again := run(1)
	if !reflect.DeepEqual(a, b) || !reflect.DeepEqual(games, again) {
		t.Error("the same seed plays other games")
	}
	if _, other := run(2); reflect.DeepEqual(games, other) {
		t.Error("another seed plays the same games")
	}
	points := 0.0
	for _, s := range a {
		points += s.Points
		if s.Played != 9 || s.Won+s.Drawn+s.Lost != 9 {
			t.Errorf("%+v", s)
		}
	}
	if a[1].Faults != 9 || a[1].Lost != 9 || points < 8.999 || points > 9.001 {
		t.Errorf("%+v, %v points", a, points)
	}
}

// TestLimits: each engine keeps its own limit as it moves from seat to seat,
// and rounds share their opening.
func TestLimits(t *testing.T) {
	r := build(t, "tictactoe", nil)
	seen := [2]map[uint64]bool{{}, {}}
	engines := make([]ai.Engine, 2)
	for i := range engines {
		engines[i] = thinker(func(ctx context.Context, q ai.Request) (ai.Info, error) {
			seen[i][q.Limit.Nodes] = true
			return first(ctx, q)
		})
	}
	var begins []rules.Move
	_, err := match.Match(context.Background(), match.Series{
		Config: match.Config{Rules: r, Engines: engines, Limits: []ai.Limit{{Nodes: 10}, {Nodes: 20}}}, Games: 4,
		Opening: func(round int, _ uint64) []rules.Move { return []rules.Move{rules.Place(rules.Cell(round))} },
		Done:    func(_ int, _ []int, rec match.Record) { begins = append(begins, rec.Moves[0]) },
	})
	if err != nil || len(seen[0]) != 1 || !seen[0][10] || len(seen[1]) != 1 || !seen[1][20] {
		t.Errorf("limits seen: %v, %v", seen, err)
	}
	if want := []rules.Move{rules.Place(0), rules.Place(0), rules.Place(1), rules.Place(1)}; !reflect.DeepEqual(begins, want) {
		t.Errorf("openings %v", begins)
	}
}

// TestCancel: a match ends with its context, and an engine that overlooks its
// limit is stopped.
func TestCancel(t *testing.T) {
	r := build(t, "tictactoe", nil)
	waits := thinker(func(ctx context.Context, q ai.Request) (ai.Info, error) {
		<-ctx.Done()
		return first(ctx, q)
	})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	late := thinker(func(c context.Context, q ai.Request) (ai.Info, error) {
		cancel()
		return waits(c, q)
	})
	rec, err := match.Play(ctx, match.Config{Rules: r, Engines: []ai.Engine{first, late}})
	if !errors.Is(err, context.Canceled) || len(rec.Moves) != 1 || rec.Last == nil || rec.Result.Over {
		t.Errorf("%+v, %v", rec, err)
	}
	rec, err = match.Play(context.Background(), match.Config{
		Rules: r, Engines: []ai.Engine{first, waits}, Limits: []ai.Limit{{}, {Time: time.Millisecond}}, MaxPlies: 2,
	})
	if err != nil || len(rec.Moves) != 2 {
		t.Errorf("an engine that overlooks its limit: %+v, %v", rec, err)
	}
}

// TestLongest checks that no limit is too long to be kept.
func TestLongest(t *testing.T) {
	r := build(t, "tictactoe", nil)
	e := thinker(func(ctx context.Context, q ai.Request) (ai.Info, error) {
		if ctx.Err() != nil {
			return ai.Info{}, ctx.Err()
		}
		return first(ctx, q)
	})
	rec, err := match.Play(context.Background(), match.Config{
		Rules: r, Engines: []ai.Engine{e, e}, Limits: []ai.Limit{{Time: math.MaxInt64}},
	})
	if err != nil || rec.Failure != nil {
		t.Errorf("%+v, %v", rec, err)
	}
}
