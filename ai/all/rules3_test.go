package all

import (
	"testing"

	"boardstudio/ai"
	"boardstudio/ai/match"
)

// TestRules3NeverLoses checks that the engine does not lose, whatever its opponent plays, from both
// seats and for all random choices.
func TestRules3NeverLoses(t *testing.T) {
	games := 1000
	if testing.Short() {
		games = 20
	}
	r := build(t, "tictactoe", nil)
	us, err := Engines.New("rules3", r)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range Engines.For(r) {
		if k.Name == "rules3" || k.Name == "lua" {
			continue
		}
		other, err := Engines.New(k.Name, r)
		if err != nil {
			t.Fatal(err)
		}
		st := playMatch(t, match.Config{Rules: r, Engines: []ai.Engine{us, other}, Limits: []ai.Limit{{Nodes: 60}}}, games, nil, nil)
		if st[0].lost > 0 || st[1].faults > 0 || st[0].played != games {
			t.Errorf("against %s: %+v", k.Name, st)
		}
		t.Logf("against %s: %+v", k.Name, st[0])
	}
}
