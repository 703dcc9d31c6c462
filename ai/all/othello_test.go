package all

import (
	"context"
	"testing"

	"boardstudio/ai"
	"boardstudio/ai/match"
	"boardstudio/rules"
)

// TestOthelloPlayers: in both games, who weighs positions or keeps few discs wins against who takes what it can get.
func TestOthelloPlayers(t *testing.T) {
	for _, x := range []struct{ game, a, b string }{
		{"othello", "positional", "greedy"},
		{"othello10", "positional", "greedy"},
		{"anti-othello", "positional", "greedy"},
		{"anti-othello", "positional", "random"},
		{"othello", "evaporate", "greedy"},
		{"anti-othello", "evaporate", "random"},
	} {
		if st := against(t, build(t, x.game, nil), x.a, x.b, 40, 6, 40, ai.Limit{}); st.points() < 28 || st.faults > 0 {
			t.Errorf("%s: %s makes %.1f points of 40 against %s, with %d faults", x.game, x.a, st.points(), x.b, st.faults)
		}
	}
}

// TestEvaporateKeepsFew: in the middle of games with the same beginnings, evaporate has fewer discs than greedy.
func TestEvaporateKeepsFew(t *testing.T) {
	r := build(t, "othello", nil)
	other, err := New("random", r)
	if err != nil {
		t.Fatal(err)
	}
	discs := map[string]int{}
	for _, name := range []string{"evaporate", "greedy"} {
		e, err := New(name, r)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(20) {
			moves := ending(t, r, seed)[:6]
			rec, err := match.Play(context.Background(), match.Config{Rules: r, Engines: []ai.Engine{e, other}, Moves: moves, Seed: seed, MaxPlies: 30})
			if err != nil || rec.Failure != nil {
				t.Fatal(err, rec.Failure)
			}
			discs[name] += rec.Last.(rules.Scorer).Score(0)
		}
	}
	t.Logf("after 36 plies of 20 games: %v", discs)
	if 3*discs["evaporate"] > 2*discs["greedy"] {
		t.Errorf("after 36 plies of 20 games: %v", discs)
	}
}
