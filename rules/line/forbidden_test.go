package line

import (
	"testing"

	"boardstudio/rules"
)

// TestForbidden checks that Forbidden returns exactly the empty cells on which Play rejects a stone
// of Black, and returns nil for White.
func TestForbidden(t *testing.T) {
	r := mustBuild(t, "renju")
	p := play(t, r, r.Start(), "h8 a1 j8 a3 i9 a5 i10 a7") // i8 makes two threes
	f := p.(rules.Forbidder).Forbidden()
	if len(f) == 0 {
		t.Fatal("no point is forbidden")
	}
	found := map[rules.Cell]bool{}
	for _, c := range f {
		found[c] = true
	}
	if !found[r.Board().Find("i8")] {
		t.Errorf("i8 is not among the forbidden points %v", f)
	}
	for c := range rules.Cell(len(r.Board().Cells)) {
		_, err := p.Play(rules.Place(c))
		if p.At(c) == rules.Empty && (err != nil) != found[c] {
			t.Errorf("%s: %v, but forbidden %v", r.Board().Cells[c].Label, err, found[c])
		}
	}
	q, err := p.Play(rules.Place(r.Board().Find("o15")))
	if err != nil {
		t.Fatal(err)
	}
	if f := q.(rules.Forbidder).Forbidden(); len(f) != 0 {
		t.Errorf("%v are forbidden to White", f)
	}
	if f := r.Start().(rules.Forbidder).Forbidden(); len(f) != 0 {
		t.Errorf("%v are forbidden at the start", f)
	}
}
