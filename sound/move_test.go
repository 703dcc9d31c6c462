package sound

import (
	"testing"

	"boardstudio/model"
	"boardstudio/rules"
	rulesall "boardstudio/rules/all"
)

// TestKindOf checks the sound of the last of some moves, in different games.
func TestKindOf(t *testing.T) {
	for _, x := range []struct {
		game  string
		moves []string
		want  kind
	}{
		{"tictactoe", []string{"b2"}, evenClick},
		{"tictactoe", []string{"b2", "a1"}, oddClick},
		{"pente", []string{"j10", "k10", "a1", "l10", "m10"}, capture},
		{"othello", []string{"f5"}, flip},
		{"awale", []string{"A"}, sow},
	} {
		r, err := rulesall.Games.Build(x.game, nil)
		if err != nil {
			t.Fatal(err)
		}
		tree := model.NewTree(r)
		n := tree.Root()
		for _, text := range x.moves {
			m, err := r.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			n = tree.Add(n, m)
		}
		before, err := tree.Position(n.Parent())
		if err != nil {
			t.Fatal(err)
		}
		after, err := tree.Position(n)
		if err != nil {
			t.Fatal(err)
		}
		if got := kindOf(r.Board(), before, after); got != x.want {
			t.Errorf("%s %v sounds as %d, want %d", x.game, x.moves, got, x.want)
		}
	}
	// Seeds captured into a store.
	r, err := rulesall.Games.Build("awale", nil)
	if err != nil {
		t.Fatal(err)
	}
	for pos, plies := r.Start(), 0; ; plies++ {
		if plies > 200 {
			t.Fatal("nothing was captured")
		}
		var next rules.Position
		got := kind(0)
		for m := range pos.Moves() {
			if next, err = pos.Play(m); err != nil {
				t.Fatal(err)
			}
			if got = kindOf(r.Board(), pos, next); got == capture {
				break
			}
		}
		held := func(p rules.Position) (n int) {
			for who := range rules.Player(2) {
				n += p.(rules.Holder).Held(who)
			}
			return n
		}
		if (held(next) > held(pos)) != (got == capture) {
			t.Fatalf("ply %d sounds as %d", plies, got)
		}
		if got == capture {
			return
		}
		pos = next
	}
}
