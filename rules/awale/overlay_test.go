package awale_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"boardstudio/rules"
	"boardstudio/rules/awale"
	"boardstudio/rules/rulestest"
)

// notes returns the texts of an overlay's notes by their cells and drawing.
func notes(r rules.Rules, name string, p rules.Position, at rules.Cell, kind rules.Drawing) map[rules.Cell]string {
	found := map[rules.Cell]string{}
	for _, n := range rules.Overlay(r, name, p, at) {
		for _, c := range n.Cells {
			if n.Draw == kind {
				found[c] += n.Label + ": " + n.Text.String()
			}
		}
	}
	return found
}

// lastPit returns where the last of the seeds of a pit falls, counted out one by one.
func lastPit(r rules.Rules, p rules.Position, from rules.Cell) rules.Cell {
	n := rules.Cell(len(r.Board().Cells))
	at := from
	for seeds := p.At(from).Count; seeds > 0; {
		if at = (at + 1) % n; at != from {
			seeds--
		}
	}
	return at
}

// reaches reports whether a seed of a pit falls in another.
func reaches(r rules.Rules, p rules.Position, from, to rules.Cell) bool {
	n := len(r.Board().Cells)
	return (int(to)-int(from)+n)%n <= int(p.At(from).Count)
}

// The overlays show what playing proves.
func TestOverlays(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 9))
	seen := map[string]int{}
	for _, preset := range []string{"awale", "awale-abapa"} {
		r := rulestest.Build(t, &awale.Game, preset, nil)
		b := r.Board()
		for range 4 {
			for _, o := range rulestest.Playout(r, rnd, 80) {
				p := o.Position
				for s := range rules.Player(2) {
					rings := notes(r, "uncovered", p, rules.NoCell, rules.Ring)
					for c, owner := range b.Home {
						n := p.At(rules.Cell(c)).Count
						if _, got := rings[rules.Cell(c)]; owner == s && got != (n == 1 || n == 2) {
							t.Errorf("%s: %s is uncovered: %v", p, b.Cells[c].Label, got)
						} else if got {
							seen["uncovered"]++
						}
					}
					at := rulestest.InTurn(r, p, s)
					if at == nil {
						continue
					}
					want := map[rules.Cell][]string{} // the moves of s that take a pit
					ends := notes(r, "ends", p, rules.NoCell, rules.Label)
					legal := map[rules.Cell]bool{}
					for m := range at.Moves() {
						q, err := at.Play(m)
						if err != nil || m == rules.Pass {
							continue
						}
						legal[m.From] = true
						took := gain(at, m)
						for c, owner := range b.Home { // sowing empties no pit of the other, also not one that was empty
							if c := rules.Cell(c); took > 0 && owner != s && q.At(c).Count == 0 && (at.At(c).Count > 0 || reaches(r, at, m.From, c)) {
								want[c] = append(want[c], b.Cells[m.From].Label)
							}
						}
						label := b.Cells[lastPit(r, at, m.From)].Label
						if took > 0 {
							label += "+" + strconv.Itoa(took)
							seen["captures"]++
						}
						if got, _, _ := strings.Cut(ends[m.From], ":"); got != label {
							t.Errorf("%s: %s ends in %q, want %q", p, b.Cells[m.From].Label, got, label)
						}
						pointed := rules.Overlay(r, "ends", p, m.From)
						if got := notes(r, "ends", p, m.From, rules.Label); len(got) != 1 || !slices.ContainsFunc(pointed, func(n rules.Note) bool {
							return n.Draw == rules.Arrow && slices.Equal(n.Cells, []rules.Cell{m.From, lastPit(r, at, m.From)})
						}) {
							t.Errorf("%s: pointed at %s: %v", p, b.Cells[m.From].Label, pointed)
						}
					}
					for c, owner := range b.Home { // also of a pit that may not be sown now
						if c := rules.Cell(c); owner == s && !legal[c] && p.At(c).Count > 0 {
							if got, _, _ := strings.Cut(ends[c], ":"); got != b.Cells[lastPit(r, p, c)].Label {
								t.Errorf("%s: %s, which may not be sown, ends in %q", p, b.Cells[c].Label, got)
							}
						}
					}
					got := notes(r, "threatened", p, rules.NoCell, rules.Tint)
					maps.DeleteFunc(got, func(c rules.Cell, _ string) bool { return b.Home[c] == s })
					for c, by := range want {
						if text := ": can be taken by " + strings.Join(by, ", "); got[c] != text {
							t.Errorf("%s: %s: %q, want %q", p, b.Cells[c].Label, got[c], text)
						}
						seen["threatened"]++
					}
					if len(got) != len(want) {
						t.Errorf("%s: threatened are %v, want %v", p, got, want)
					}
				}
			}
		}
	}
	for _, name := range []string{"uncovered", "threatened", "captures"} {
		if seen[name] < 50 {
			t.Errorf("%s: only %d pits", name, seen[name])
		}
	}
}

// The first position of TestReasonsByHand. South's A (3 seeds) falls B, C, D; B (2) C, D; C (4) D, E, F, a, where 1 lies
// and 2 are taken; D (1) E; E (3) F, a, b: b holds 2 and gets its third, and a before it gets its second, so 5 are taken, as F (2)
// does with a, b. North's a (1) falls
// b, b (2) c, d; c (5) d, e, f, A, B, where B gets its third seed and A its fourth: 3; d (4) e, f, A, B: 3 likewise; e (4) f, A, B, C
// and f (5) A to E take nothing: C gets its fifth, E its fourth seed.
func TestOverlaysByHand(t *testing.T) {
	r := rulestest.Build(t, &awale.Game, "awale", nil)
	p, err := r.Parse("3-2-4-1-3-2-1-2-5-4-4-5 6-6 S")
	if err != nil {
		t.Fatal(err)
	}
	list := func(name string, kind rules.Drawing) string {
		var parts []string
		found := notes(r, name, p, rules.NoCell, kind)
		for _, c := range slices.Sorted(maps.Keys(found)) {
			parts = append(parts, r.Board().Cells[c].Label+" "+found[c])
		}
		return strings.Join(parts, "; ")
	}
	if got, want := list("threatened", rules.Tint), "B : can be taken by c, d; a : can be taken by C, E, F; b : can be taken by E, F"; got != want {
		t.Errorf("threatened: %s, want %s", got, want)
	}
	if got, want := list("uncovered", rules.Ring), "B : uncovered: one or two seeds; D : uncovered: one or two seeds; F : uncovered: one or two seeds; a : uncovered: one or two seeds; b : uncovered: one or two seeds"; got != want {
		t.Errorf("uncovered: %s, want %s", got, want)
	}
	var ends []string
	for _, part := range strings.Split(list("ends", rules.Label), "; ") {
		head, _, _ := strings.Cut(part, ":")
		ends = append(ends, head)
	}
	if got, want := strings.Join(ends, ", "), "A D, B D, C a+2, D E, E b+5, F b+5, a b, b d, c B+3, d B+3, e C, f E"; got != want {
		t.Errorf("ends: %s, want %s", got, want)
	}
}

// F would take all seeds of North, which the classroom rules forbid and the others let take nothing: no capture is told.
func TestEndsOfSlam(t *testing.T) {
	for _, preset := range []string{"awale", "awale-abapa"} {
		r := rulestest.Build(t, &awale.Game, preset, nil)
		p, err := r.Parse("1-0-0-0-0-1-1-0-0-0-0-0 20-25 S")
		if err != nil {
			t.Fatal(err)
		}
		ends := notes(r, "ends", p, rules.NoCell, rules.Label)
		if got := ends[r.Board().Find("F")]; got != "a: the last seed falls in a" {
			t.Errorf("%s: F: %q", preset, got)
		}
	}
}
