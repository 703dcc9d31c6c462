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
	"boardstudio/clock"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func build(t *testing.T, name string, over rules.Params) rules.Rules {
	t.Helper()
	r, err := all.Games.Build(name, over)
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

// thinker adapts a function to an engine.
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
	// X took the last corner. The players then fill the cells in order from the first cell, until O
	// has c1, b2 and a3.
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

// TestFaults checks that an engine loses for any kind of fault, and that the other engines win.
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
		"returned no move": {
			func(context.Context, ai.Request) (ai.Info, error) { return ai.Info{}, nil },
			"player B, move 2: the engine returned no move",
		},
		"plays an occupied cell": {playing(rules.Place(0)), "player B, move 2: a1 is illegal"},
		"plays off the board":    {playing(rules.Place(4000)), "player B, move 2: ? is illegal"},
	} {
		t.Run(name, func(t *testing.T) {
			rec, err := match.Play(context.Background(), match.Config{Rules: r, Engines: []ai.Engine{first, bad.engine, first}})
			if err != nil {
				t.Fatal(err)
			}
			if rec.Culprit != 1 || rec.Result.Winners != rules.Of(0, 2) || !rec.Result.Over || rec.Result.Reason != match.Fault ||
				rec.Failure == nil || !strings.HasPrefix(rec.Failure.Error(), bad.want) || len(rec.Moves) != 1 {
				t.Errorf("%+v", rec)
			}
		})
	}
}

// starter is an engine that takes time to start.
type starter struct {
	thinker
	start func(context.Context) error
}

func (s starter) Start(ctx context.Context) error { return s.start(ctx) }

// TestStart checks that starting does not count as thinking time, and that an engine loses if it
// cannot start.
func TestStart(t *testing.T) {
	r := build(t, "tictactoe", nil)
	started, thought := 0, 0
	slow := starter{
		func(ctx context.Context, q ai.Request) (ai.Info, error) {
			if thought++; started != 1 {
				t.Errorf("it thinks although it was started %d times", started)
			}
			return first(ctx, q)
		},
		func(ctx context.Context) error {
			started++
			if until, ok := ctx.Deadline(); ok {
				t.Errorf("it must have started in %v", time.Until(until))
			}
			return ctx.Err()
		},
	}
	limits := []ai.Limit{{Time: 10 * time.Millisecond}}
	clocks := []clock.TimeControl{{Kind: clock.PerMove, Time: time.Second}}
	rec, err := match.Play(t.Context(), match.Config{Rules: r, Engines: []ai.Engine{first, slow}, Limits: limits, Clocks: clocks})
	if err != nil || rec.Failure != nil || rec.Result.Reason == rules.OutOfTime || started != 1 || thought == 0 {
		t.Errorf("%+v, %v, started %d times", rec, err, started)
	}
	broken := starter{first, func(context.Context) error { return errors.New("no licence") }}
	rec, err = match.Play(t.Context(), match.Config{Rules: r, Engines: []ai.Engine{first, broken}})
	if err != nil || rec.Culprit != 1 || rec.Result.Winners != rules.Of(0) || rec.Failure == nil || rec.Failure.Error() != "player B: no licence" || len(rec.Moves) != 0 || rec.Last == nil {
		t.Errorf("%+v, %v", rec, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stopped := starter{first, func(ctx context.Context) error {
		cancel()
		<-ctx.Done()
		return ctx.Err()
	}}
	early := thinker(func(ctx context.Context, q ai.Request) (ai.Info, error) {
		t.Error("an engine thinks although the start was cancelled")
		return first(ctx, q)
	})
	if rec, err = match.Play(ctx, match.Config{Rules: r, Engines: []ai.Engine{early, stopped}}); !errors.Is(err, context.Canceled) || rec.Last == nil || rec.Failure != nil {
		t.Errorf("%+v, %v", rec, err)
	}
}

func TestWrongConfig(t *testing.T) {
	r, three := build(t, "tictactoe", nil), build(t, "morpion", rules.Params{"players": "3"})
	for name, c := range map[string]struct {
		match.Config
		want string
	}{
		"an engine too few":  {match.Config{Engines: []ai.Engine{first}}, "there are 1 engines for 2 players"},
		"an engine too many": {match.Config{Engines: []ai.Engine{first, first, first}}, "there are 3 engines for 2 players"},
		"no engine":          {match.Config{}, "there are 0 engines for 2 players"},
		"limits for three":   {match.Config{Engines: []ai.Engine{first, first}, Limits: make([]ai.Limit, 3)}, "there are 3 limits for 2 players"},
		"clocks for three":   {match.Config{Engines: []ai.Engine{first, first}, Clocks: make([]clock.TimeControl, 3)}, "there are 3 clocks for 2 players"},
		"limits for two":     {match.Config{Rules: three, Engines: []ai.Engine{first, first, first}, Limits: make([]ai.Limit, 2)}, "there are 2 limits for 3 players"},
		"an illegal begin":   {match.Config{Engines: []ai.Engine{first, first}, Moves: []rules.Move{rules.Place(0), rules.Place(0)}}, "there is a piece on a1 already"},
	} {
		t.Run(name, func(t *testing.T) {
			if c.Rules == nil {
				c.Rules = r
			}
			if rec, err := match.Play(context.Background(), c.Config); err == nil || err.Error() != c.want || rec.Last != nil {
				t.Errorf("Play returns %+v, %v", rec, err)
			}
		})
	}
}

func TestMaxPlies(t *testing.T) {
	r := build(t, "gomoku", nil)
	e := chance(t, r)
	for n := 1; n <= 5; n += 4 {
		rec, err := match.Play(context.Background(), match.Config{Rules: r, Engines: []ai.Engine{e, e}, MaxPlies: n})
		if err != nil || !rec.Cut || len(rec.Moves) != n || rec.Result.Over {
			t.Errorf("%+v, %v", rec, err)
		}
	}
}

// TestCutAhead checks that a game can be cut when a player already has most of the seeds.
func TestCutAhead(t *testing.T) {
	r := build(t, "awale", nil)
	e := chance(t, r)
	whole, err := match.Play(context.Background(), match.Config{Rules: r, Engines: []ai.Engine{e, e}, Seed: 1, MaxPlies: 10_000})
	if err != nil {
		t.Fatal(err)
	}
	p := r.Start()
	for n, m := range whole.Moves {
		if p, err = p.Play(m); err != nil {
			t.Fatal(err)
		}
		if res := p.Result(); res.Over || res.Winners == 0 {
			continue
		}
		rec, err := match.Play(context.Background(), match.Config{Rules: r, Engines: []ai.Engine{playing(m), playing(m)}, Moves: whole.Moves[:n], MaxPlies: 1})
		if err != nil || !rec.Cut || rec.Result.Over || rec.Result.Winners == 0 {
			t.Errorf("%+v, %v", rec, err)
		}
		return
	}
	t.Fatal("nobody was ahead")
}

// splitMix returns the n-th number of SplitMix64 with a seed, counted from 0.
func splitMix(seed, n uint64) uint64 {
	z := seed + (n+1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// TestSeeds checks that the seeds and games have not changed, so later versions can replay matches.
func TestSeeds(t *testing.T) {
	for n, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		if got := splitMix(1234567, uint64(n)); got != want { // the published values
			t.Fatalf("number %d is %d", n, got)
		}
	}
	const seed = 1234567
	r := build(t, "tictactoe", nil)
	var got []uint64
	e := thinker(func(ctx context.Context, q ai.Request) (ai.Info, error) {
		got = append(got, q.Seed)
		return first(ctx, q)
	})
	c := match.Config{Rules: r, Engines: []ai.Engine{e, e}, Seed: seed}
	check := func(game uint64) {
		t.Helper()
		for ply, s := range got {
			if want := splitMix(game+uint64(ply), 0); s != want {
				t.Errorf("ply %d has the seed %d, want %d", ply, s, want)
			}
		}
		if len(got) < 5 {
			t.Errorf("only %d plies", len(got))
		}
		got = nil
	}
	if _, err := match.Play(context.Background(), c); err != nil {
		t.Fatal(err)
	}
	check(seed)
	for game := range 5 {
		if got, want := match.Seed(seed, game), splitMix(splitMix(seed, 0)+uint64(game), 0); got != want {
			t.Errorf("game %d has the seed %d, want %d", game, got, want)
		}
	}
}

// TestSharedLimit checks that a single limit applies to all seats, and that without limits an engine
// may think as long as it likes.
func TestSharedLimit(t *testing.T) {
	r := build(t, "tictactoe", nil)
	for name, limits := range map[string][]ai.Limit{
		"none": nil, "depth": {{Depth: 7}}, "time and nodes": {{Time: time.Hour, Nodes: 3}}, "one nanosecond": {{Time: 1}}, "one each": {{Nodes: 5}, {Time: time.Minute}},
	} {
		t.Run(name, func(t *testing.T) {
			for seat := range rules.Player(2) {
				var want ai.Limit
				if len(limits) > 0 {
					want = limits[int(seat)%len(limits)]
				}
				asked := 0
				e := thinker(func(ctx context.Context, q ai.Request) (ai.Info, error) {
					asked++
					if q.Limit != want {
						t.Errorf("player %c: the limit is %v", seat.Letter(), q.Limit)
					}
					until, stopped := ctx.Deadline()
					if stopped != (want.Time > 0) || stopped && time.Until(until) < want.Time {
						t.Errorf("player %c: stopped is %v, at %v", seat.Letter(), stopped, until)
					}
					return first(ctx, q)
				})
				c := match.Config{Rules: r, Engines: []ai.Engine{first, first}, Limits: limits}
				c.Engines[seat] = e
				if _, err := match.Play(context.Background(), c); err != nil {
					t.Error(err)
				}
				if asked == 0 {
					t.Error("nobody was asked")
				}
			}
		})
	}
}

// TestCancel checks that a match ends with its context. An engine must be stopped if it exceeds its
// limit.
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

// TestLongest checks that the longest limits do not overflow.
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

// TestFlag checks that a player who exceeds the time loses, whatever the move, and that each player
// has a clock.
func TestFlag(t *testing.T) {
	r := build(t, "tictactoe", nil)
	e := chance(t, r)
	asleep := thinker(func(ctx context.Context, q ai.Request) (ai.Info, error) {
		<-ctx.Done()
		return e.Think(context.WithoutCancel(ctx), q, nil)
	})
	for _, kind := range []clock.Kind{clock.PerMove, clock.Increment, clock.Delay} {
		rec, err := match.Play(t.Context(), match.Config{
			Rules: r, Engines: []ai.Engine{e, asleep},
			Clocks: []clock.TimeControl{{Kind: kind, Time: time.Hour}, {Kind: kind, Time: time.Millisecond}},
		})
		if err != nil || rec.Failure != nil || rec.Result.Reason != rules.OutOfTime || rec.Result.Winners != rules.Of(0) || len(rec.Moves) != 2 {
			t.Errorf("%v: %+v, %v", kind, rec, err)
		}
	}
}
