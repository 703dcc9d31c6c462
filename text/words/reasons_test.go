package words

import (
	"testing"

	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/text/locale"
)

// TestReasons checks the sentence about the facts for and against a move, in both languages.
func TestReasons(t *testing.T) {
	r, err := all.Games.Build("tictactoe", nil)
	if err != nil {
		t.Fatal(err)
	}
	p := r.Start()
	for _, c := range []rules.Cell{4, 0, 6} { // b2 a1 a3: c1 must be blocked
		if p, err = p.Play(rules.Place(c)); err != nil {
			t.Fatal(err)
		}
	}
	for _, x := range []struct {
		lang, move, want string
	}{
		{"en", "c1", "is the only move that does not lose at once and blocks a row of 3"},
		{"en", "b1", "makes 2 of a row of 3, but lets the opponent win at once"},
		{"fr", "b1", "forme 2 d’un alignement de 3, mais laisse l’adversaire gagner aussitôt"},
	} {
		t.Run(x.lang+" "+x.move, func(t *testing.T) {
			if _, err := locale.Use(x.lang); err != nil {
				t.Fatal(err)
			}
			m, _ := r.ParseMove(x.move)
			if got := Reasons(r, p, m); got != x.want {
				t.Errorf("%s %s: %q, want %q", x.lang, x.move, got, x.want)
			}
		})
	}
	_, _ = locale.Use("en")
	for want, parts := range map[string][]string{"": nil, "a": {"a"}, "a and b": {"a", "b"}, "a, b and c": {"a", "b", "c"}} {
		if got := List(parts); got != want {
			t.Errorf("%q: %q", parts, got)
		}
	}
}
