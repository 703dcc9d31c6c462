package line

import (
	"errors"
	"strings"
	"testing"

	"boardstudio/rules"
)

// mustBuild returns the rules described by words: a preset (optional), followed by overrides of the
// form "name=value".
func mustBuild(t testing.TB, words string) *Rules {
	t.Helper()
	preset, over, _ := strings.Cut(words, " ")
	if strings.Contains(preset, "=") {
		preset, over = "", words
	}
	r, err := Game.Build(preset, overrides(over))
	if err != nil {
		t.Fatalf("%s: %v", words, err)
	}
	return r.(*Rules)
}

// overrides parses "name=value" words. Later words override earlier ones.
func overrides(words string) rules.Params {
	p := rules.Params{}
	for _, w := range strings.Fields(words) {
		k, v, _ := strings.Cut(w, "=")
		p[k] = v
	}
	return p
}

func mustParse(t testing.TB, r rules.Rules, text string) rules.Position {
	t.Helper()
	p, err := r.Parse(text)
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	return p
}

// play plays the given moves, which must be legal.
func play(t testing.TB, r rules.Rules, p rules.Position, moves string) rules.Position {
	t.Helper()
	for _, w := range strings.Fields(moves) {
		q, err := try(t, r, p, w)
		if err != nil {
			t.Fatalf("%s: %s: %v", p, w, err)
		}
		p = q
	}
	return p
}

// try plays one move. It checks that an error is a *rules.MoveError and that a move is listed if
// and only if it is accepted.
func try(t testing.TB, r rules.Rules, p rules.Position, move string) (rules.Position, error) {
	t.Helper()
	m, err := r.ParseMove(move)
	if err != nil {
		t.Fatalf("ParseMove(%q): %v", move, err)
	}
	q, err := p.Play(m)
	if me := (*rules.MoveError)(nil); err != nil && (!errors.As(err, &me) || me.Move != m) {
		t.Errorf("%s: error %v (%T) is no MoveError of the move", move, err, err)
	}
	if listed := rules.Legal(p, m); listed != (err == nil) && m != rules.Resign {
		t.Errorf("%s: %s: listed %v, but Play says %v", p, move, listed, err)
	}
	return q, err
}

// labels returns the labels of cells, separated by spaces.
func labels(r rules.Rules, cells []rules.Cell) string {
	var s []string
	for _, c := range cells {
		s = append(s, r.Board().Cells[c].Label)
	}
	return strings.Join(s, " ")
}

// outcome formats the result of p: "on", "draw full", "A row", "BC misere".
func outcome(p rules.Position) string {
	res := p.Result()
	if !res.Over {
		return "on"
	}
	who := ""
	for s := range res.Winners.All() {
		who += string(s.Letter())
	}
	if who == "" {
		who = "draw"
	}
	return who + " " + string(res.Reason)
}
