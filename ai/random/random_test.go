package random

import (
	"context"
	"testing"

	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// TestRandom checks that all legal moves are about equally frequent, and that equal seeds give
// equal moves.
func TestRandom(t *testing.T) {
	r, err := all.Games.Build("connect4", nil)
	if err != nil {
		t.Fatal(err)
	}
	e, err := Kind.New(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	think := func(seed uint64) rules.Move {
		info, err := e.Think(context.Background(), ai.Request{Rules: r, Start: r.Start(), Seed: seed}, nil)
		m, ok := info.Move()
		if err != nil || !ok {
			t.Fatal(info, err)
		}
		return m
	}
	const games = 7000
	seen := map[rules.Move]int{}
	for seed := range uint64(games) {
		m := think(seed)
		if seed < 50 && think(seed) != m {
			t.Fatalf("seed %d plays two moves", seed)
		}
		seen[m]++
	}
	for m := range r.Start().Moves() {
		if n := seen[m]; n < games/7-150 || n > games/7+150 { // five standard deviations
			t.Errorf("%v came up %d times of %d", m, n, games)
		}
		delete(seen, m)
	}
	if len(seen) > 0 {
		t.Errorf("illegal: %v", seen)
	}
	over, err := r.Start().Play(rules.Resign)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Think(context.Background(), ai.Request{Rules: r, Start: over}, nil); err == nil {
		t.Error("moves when the game is over")
	}
}
