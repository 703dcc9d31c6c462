package all

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"boardstudio/ai/player"

	"boardstudio/ai"
	"boardstudio/ai/level"
	"boardstudio/ai/match"
	"boardstudio/internal/effort"
	"boardstudio/rules"
	games "boardstudio/rules/all"
)

// presets calls f for each preset, and for three players if possible.
func presets(t testing.TB, f func(name string, r rules.Rules)) {
	t.Helper()
	for _, g := range games.Games {
		for _, p := range g.Presets {
			f(p.Name, build(t, p.Name, nil))
			if r, err := games.Games.Build(p.Name, rules.Params{"players": "3"}); err == nil {
				f(p.Name+" for three", r)
			}
		}
	}
}

// TestLevelTables checks that every game has five valid levels. The lower three must be limited by
// nodes and not by time, and higher levels must overlook less.
func TestLevelTables(t *testing.T) {
	three := 0
	presets(t, func(name string, r rules.Rules) {
		if r.Players() == 3 {
			three++
		}
		seen := map[string]bool{}
		for i, l := range Engines.LevelsOf(r) {
			what := fmt.Sprintf("%s, level %d: %v", name, i+1, l)
			if _, err := level.New(l, r, Engines.Kinds()); err != nil {
				t.Errorf("%s: %v", what, err)
			}
			if l.Limit.Nodes == 0 || i < 3 && l.Limit.Time > 0 || l.Limit.Time > 5*time.Second {
				t.Errorf("%s: it has no limit of nodes, or one of time", what)
			}
			if i > 0 && l.Overlooks > Engines.LevelsOf(r)[i-1].Overlooks || l.Overlooks < 0 || l.Overlooks >= 1 || i == level.Count-1 && l.Overlooks > 0 {
				t.Errorf("%s: it overlooks too much", what)
			}
			if seen[l.String()] {
				t.Errorf("%s: two levels are the same", what)
			}
			seen[l.String()] = true
		}
	})
	if three < 5 {
		t.Errorf("%d presets for three", three)
	}
}

// TestLevelsConform checks that the computer plays legal moves at every level, and repeats them
// when asked again.
func TestLevelsConform(t *testing.T) {
	forAllGames(t, func(name string, r rules.Rules) {
		qs := requests(t, r)
		for n := 1; n <= level.Count; n++ {
			e, err := Engines.NewAt(level.Name, n, r)
			if err != nil {
				t.Fatal(err)
			}
			for i, q := range qs {
				q.Seed, q.Limit.Nodes = uint64(i), 200
				p, _ := q.Position()
				var first rules.Move
				for again := range 2 {
					info, err := e.Think(context.Background(), q, nil)
					m, ok := info.Move()
					if err != nil || !ok || !rules.Legal(p, m) {
						t.Fatalf("level %d in %s, %s: %v, %v", n, name, p, m, err)
					}
					if again > 0 && m != first {
						t.Errorf("level %d in %s, %s: %v, then %v", n, name, p, first, m)
					}
					first = m
				}
			}
		}
	})
}

// probe is an engine that records its limit.
type probe struct{ limit *ai.Limit }

func (p probe) Think(_ context.Context, q ai.Request, _ func(ai.Info)) (ai.Info, error) {
	*p.limit = q.Limit
	return ai.Info{}, nil
}

// TestLevelLimits checks that the narrower limit of level and request applies.
func TestLevelLimits(t *testing.T) {
	r := build(t, "tictactoe", nil)
	var got ai.Limit
	kinds := []*ai.Kind{{Name: "probe", Plays: ai.Any, New: func(rules.Rules, rules.Params) (ai.Engine, error) { return probe{&got}, nil }}}
	e, err := level.New(level.Level{Engine: "probe", Limit: ai.Limit{Nodes: 100, Time: time.Second}}, r, kinds)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ asked, want ai.Limit }{
		{ai.Limit{}, ai.Limit{Nodes: 100, Time: time.Second}},
		{ai.Limit{Nodes: 7, Depth: 3}, ai.Limit{Nodes: 7, Depth: 3, Time: time.Second}},
		{ai.Limit{Nodes: 700, Time: time.Hour}, ai.Limit{Nodes: 100, Time: time.Second}},
		{ai.Limit{Time: time.Millisecond}, ai.Limit{Nodes: 100, Time: time.Millisecond}},
	} {
		if _, err := e.Think(context.Background(), ai.Request{Rules: r, Start: r.Start(), Limit: x.asked}, nil); err != nil || got != x.want {
			t.Errorf("asked %+v: %+v, want %+v, %v", x.asked, got, x.want, err)
		}
	}
	if _, err := level.New(level.Level{Engine: "probe", Overlooks: 0.1}, r, kinds); err == nil {
		t.Error("an engine that tells nothing of its moves overlooks some")
	}
	if _, err := level.New(level.Level{Engine: "nobody"}, r, kinds); err == nil {
		t.Error("an engine that there is not")
	}
}

// TestOverlooking checks that Very Easy finds most immediate wins but not all, and fewer threats.
// Expert must miss nothing.
func TestOverlooking(t *testing.T) {
	for _, x := range []struct {
		game      string
		win, stop []string // moves after which a single move wins, or prevents a win
		wins      string
		stops     string
	}{
		{"gomoku", strings.Fields("f8 a1 g8 a3 h8 a5 i8 e8"), strings.Fields("f8 e8 g8 a3 h8 a5 i8"), "j8", "j8"},
		{"connect4", strings.Fields("d a d a d a"), strings.Fields("d a d a d"), "d", "d"},
	} {
		r := build(t, x.game, nil)
		share := func(at int, played []string, want string) float64 {
			q := ai.Request{Rules: r, Start: r.Start()}
			for _, text := range played {
				m, err := r.ParseMove(text)
				if err != nil {
					t.Fatal(err)
				}
				q.Moves = append(q.Moves, m)
			}
			e, err := Engines.NewAt(level.Name, at, r)
			if err != nil {
				t.Fatal(err)
			}
			found, tries := 0, uint64(200)
			if at == level.Count { // the highest level does not play randomly
				tries = 3
			}
			for seed := range tries {
				q.Seed = seed
				info, err := e.Think(context.Background(), q, nil)
				m, ok := info.Move()
				if err != nil || !ok {
					t.Fatal(err)
				}
				if r.FormatMove(m) == want {
					found++
				}
				if info.Best.Score.Proved && at == 1 {
					t.Errorf("%s: who overlooks moves says that %v is proved", x.game, info.Best.Score)
				}
			}
			return float64(found) / float64(tries)
		}
		win, stop := share(1, x.win, x.wins), share(1, x.stop, x.stops)
		t.Logf("%s: Very Easy takes %.0f %% of the wins, and prevents %.0f %%", x.game, 100*win, 100*stop)
		if win < 0.8 || win > 0.995 || stop > win-0.1 || stop < 0.2 {
			t.Errorf("%s: Very Easy takes %.2f of the wins, and prevents %.2f", x.game, win, stop)
		}
		if e := share(5, x.win, x.wins) + share(5, x.stop, x.stops); e != 2 {
			t.Errorf("%s: Expert misses something: %.2f", x.game, e)
		}
	}
}

// TestSameGame checks that two levels play the same game with the same seed, and another game with
// another seed.
func TestSameGame(t *testing.T) {
	for _, game := range []string{"gomoku", "othello6", "awale"} {
		t.Run(game, func(t *testing.T) {
			r := build(t, game, nil)
			play := func(seed uint64) []rules.Move {
				var es []ai.Engine
				for _, at := range []int{2, 3} {
					e, err := Engines.NewAt(level.Name, at, r)
					if err != nil {
						t.Fatal(err)
					}
					es = append(es, e)
				}
				rec, err := match.Play(context.Background(), match.Config{Rules: r, Engines: es, Seed: seed, MaxPlies: 300})
				if err != nil || rec.Failure != nil {
					t.Fatal(err, rec.Failure)
				}
				return rec.Moves
			}
			if a, b := play(3), play(3); !slices.Equal(a, b) {
				t.Errorf("%v, then %v", a, b)
			}
			if a, b := play(3), play(4); slices.Equal(a, b) {
				t.Error("another seed makes the same game")
			}
		})
	}
}

// TestLosesToAChild checks that a player with one simple idea and no search wins most games against
// Very Easy.
func TestLosesToAChild(t *testing.T) {
	for game, idea := range map[string]string{
		"tictactoe": "ktuple", "morpion": "ktuple", "gomoku": "ktuple", "connect4": "ktuple", "othello": "positional", "awale": "greedy",
	} {
		st := against(t, build(t, game, nil), idea, "computer:1", 40, 1, 40, ai.Limit{})
		if st.points() < 22 || st.faults > 0 {
			t.Errorf("%s: a child makes %.1f points of 40 against Very Easy", game, st.points())
		}
	}
}

// TestExpertNeverLosesOn3x3 checks that level Expert does not lose any of 100 games of tic-tac-toe
// against each engine (1,000 with -full).
func TestExpertNeverLosesOn3x3(t *testing.T) {
	n := effort.ShortAmount(testing.Short(), 1000, 100, 20)
	r := build(t, "tictactoe", nil)
	e, err := Engines.NewAt(level.Name, level.Count, r)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range Engines.For(r) {
		if player.NeedsName(k) {
			continue // scripts are tested in their own package
		}
		other, err := Engines.New(k.Name, r)
		if err != nil {
			t.Fatal(err)
		}
		st := playMatch(t, match.Config{Rules: r, Engines: []ai.Engine{e, other}, Limits: []ai.Limit{{}, {Nodes: 3000}}}, n, nil, nil)
		if st[0].lost > 0 || st[0].played != n {
			t.Errorf("against %s: %+v", k.Name, st[0])
		}
		ai.Close(other)
	}
}
