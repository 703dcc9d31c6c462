package all

import (
	"context"
	"testing"

	"boardstudio/ai"
	"boardstudio/ai/match"
)

// TestRules3NeverLoses: whoever plays tic-tac-toe against it, from either seat, it does not lose a game.
func TestRules3NeverLoses(t *testing.T) {
	games := 1000
	if testing.Short() {
		games = 20
	}
	r := build(t, "tictactoe", nil)
	us, err := New("rules3", r)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range For(r) {
		if k.Name == "rules3" || k.Name == "lua" {
			continue
		}
		other, err := New(k.Name, r)
		if err != nil {
			t.Fatal(err)
		}
		st, err := match.Match(context.Background(), match.Series{
			Config: match.Config{Rules: r, Engines: []ai.Engine{us, other}, Limits: []ai.Limit{{Nodes: 60}}, Seed: 1},
			Games:  games,
		})
		if err != nil || st[0].Lost > 0 || st[1].Faults > 0 || st[0].Played != games {
			t.Errorf("against %s: %+v, %v", k.Name, st, err)
		}
		t.Logf("against %s: won %d, drawn %d, lost %d of %d", k.Name, st[0].Won, st[0].Drawn, st[0].Lost, st[0].Played)
	}
}
