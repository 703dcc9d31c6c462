package all

import (
	"context"
	"strings"
	"testing"

	"boardstudio/ai"
	"boardstudio/ai/match"
	"boardstudio/rules"
)

// TestOthelloPlayers checks that engines that weigh positions or keep few discs beat greedy and
// random engines, in Othello and anti-Othello.
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

// TestEvaporateKeepsFew checks that evaporate has fewer discs than greedy in the middle of games
// with the same opening.
func TestEvaporateKeepsFew(t *testing.T) {
	r := build(t, "othello", nil)
	other, err := Engines.New("random", r)
	if err != nil {
		t.Fatal(err)
	}
	discs := map[string]int{}
	for _, name := range []string{"evaporate", "greedy"} {
		e, err := Engines.New(name, r)
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

// TestLastMove checks a position in which six of seven moves let the opponent turn all
// remaining discs. The search must distinguish them within two plies. The computer at level Hard
// must fail only about as often as it overlooks replies.
func TestLastMove(t *testing.T) {
	r := build(t, "othello", nil)
	q := ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Nodes: 10_000}, Lines: 7}
	for text := range strings.FieldsSeq("d3 c3 b3 e3 f6 c4 e2 e6 f7") {
		m, err := r.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		q.Moves = append(q.Moves, m)
	}
	think := func(spec string) ai.Info {
		t.Helper()
		e, err := Engines.New(spec, r)
		if err != nil {
			t.Fatal(err)
		}
		i, err := e.Think(context.Background(), q, nil)
		if err != nil {
			t.Fatal(err)
		}
		return i
	}
	best := func(i ai.Info) string { return r.FormatMove(i.Best.Moves[0]) }
	q.Limit.Depth = 2
	i := think("alphabeta")
	if best(i) != "f2" || i.Best.Score.Proved || len(i.Lines) != 7 {
		t.Fatalf("%s: %+v", best(i), i)
	}
	for _, l := range i.Lines[1:] {
		if s := l.Score; !s.Proved || s.Value != -1 {
			t.Errorf("%s: %+v", r.FormatMove(l.Moves[0]), s)
		}
	}
	q.Limit.Depth, q.Lines = 0, 1
	missed, seeds := 0, uint64(400)
	for q.Seed = range seeds {
		if best(think("computer:4")) != "f2" {
			missed++
		}
	}
	if missed == 0 || missed > 30 {
		t.Errorf("missed %d times of %d", missed, seeds)
	}
}
