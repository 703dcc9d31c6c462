package lua_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"

	"boardstudio/ai"
	"boardstudio/ai/lua"
	"boardstudio/ai/lua/luatest"
	"boardstudio/ai/match"
	"boardstudio/ai/random"
	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/scripts"
)

var kind = &lua.Kind

func TestMain(m *testing.M) {
	os.Exit(luatest.Main(m.Run, func() error { return goleak.Find() }))
}

// example writes an example script to a file and returns its path.
func example(t *testing.T, name string) string {
	t.Helper()
	text, err := fs.ReadFile(scripts.FS, name)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// player returns the engine for the script at path.
func player(t *testing.T, r rules.Rules, path string) ai.Engine {
	t.Helper()
	e, err := newEngine(r, path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ai.Close(e) })
	return e
}

// build returns the rules of a preset with some changed parameters.
func build(t testing.TB, name string, over rules.Params) rules.Rules {
	t.Helper()
	r, err := all.Games.Build(name, over)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestExamples checks that each example plays whole games against the random player without a
// fault, from each seat. With best, the example must win more than half of them.
func TestExamples(t *testing.T) {
	for _, x := range []struct {
		script, game string
		over         rules.Params
		games        int
		best         bool
	}{
		{"random.lua", "tictactoe", nil, 4, false},
		{"random.lua", "tictactoe", rules.Params{"players": "3", "rows": "5", "cols": "5", "k": "4"}, 3, false},
		{"random.lua", "gomoku", nil, 2, false},
		{"random.lua", "pente", nil, 2, false},
		{"random.lua", "connect4", nil, 2, false},
		{"random.lua", "othello", nil, 2, false},
		{"random.lua", "othello6", nil, 2, false},
		{"random.lua", "anti-othello", nil, 2, false},
		{"random.lua", "awale", nil, 2, false},
		{"random.lua", "awale-abapa", nil, 2, false},
		{"rows.lua", "tictactoe", nil, 10, true},
		{"rows.lua", "tictactoe", rules.Params{"players": "3", "rows": "5", "cols": "5", "k": "4"}, 6, true},
		{"rows.lua", "connect4", nil, 8, true},
		{"rows.lua", "gomoku", nil, 2, true},
		{"corners.lua", "othello", nil, 6, true},
		{"corners.lua", "othello6", nil, 6, true},
		{"awale-offensive.lua", "awale", nil, 10, true},
		{"awale-offensive.lua", "awale-abapa", nil, 10, true},
	} {
		t.Run(x.script+" "+x.game, func(t *testing.T) {
			r := build(t, x.game, x.over)
			e := player(t, r, example(t, x.script))
			other, err := random.Kind.New(r, nil)
			if err != nil {
				t.Fatal(err)
			}
			won, lost := 0, 0
			for i := range x.games {
				seat := rules.Player(i % r.Players())
				engines := make([]ai.Engine, r.Players())
				for s := range engines {
					engines[s] = other
				}
				engines[seat] = e
				rec, err := match.Play(context.Background(), match.Config{
					Rules: r, Engines: engines, Seed: uint64(i), MaxPlies: 400, Limits: []ai.Limit{{Time: 20 * time.Second}},
				})
				if err != nil || rec.Failure != nil {
					t.Fatalf("game %d: %v, %v", i, err, rec.Failure)
				}
				switch {
				case rec.Result.Winners.Has(seat):
					won++
				case rec.Result.Winners != 0:
					lost++
				}
			}
			t.Logf("won %d, lost %d of %d", won, lost, x.games)
			if x.best && won <= x.games/2 {
				t.Errorf("won only %d of %d against the random player", won, x.games)
			}
		})
	}
}
