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

// notes returns the texts of the notes with the given drawing, by cell.
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

// lastPit returns the pit of the last seed sown from a pit, by counting the seeds out.
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

// TestOverlays compares the overlays with the results of playing the moves.
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
					want := map[rules.Cell][]string{} // moves of s that threaten each pit
					ends := notes(r, "ends", p, rules.NoCell, rules.Label)
					legal := map[rules.Cell]bool{}
					for m := range at.Moves() {
						_, err := at.Play(m)
						if err != nil || m == rules.Pass {
							continue
						}
						legal[m.From] = true
						took := gain(at, m)
						uncovered := func(c rules.Cell) bool { n := at.At(c).Count; return b.Home[c] != s && (n == 1 || n == 2) }
						for c := lastPit(r, at, m.From); c >= 0 && uncovered(c); c-- {
							want[c] = append(want[c], b.Cells[m.From].Label)
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
					for c, owner := range b.Home { // including pits that may not be sown now
						if c := rules.Cell(c); owner == s && !legal[c] && p.At(c).Count > 0 {
							if got, _, _ := strings.Cut(ends[c], ":"); got != b.Cells[lastPit(r, p, c)].Label {
								t.Errorf("%s: %s, which may not be sown, ends in %q", p, b.Cells[c].Label, got)
							}
						}
					}
					got := notes(r, "threatened", p, rules.NoCell, rules.Tint)
					maps.DeleteFunc(got, func(c rules.Cell, _ string) bool { return b.Home[c] == s })
					for c, by := range want {
						if text := ": threatened by " + strings.Join(by, ", "); got[c] != text {
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

// TestOverlaysByHand checks the overlays in the first position of TestReasonsByHand.
//
// South's A (3 seeds) sows B, C, D; B (2) C, D. C (4) sows D, E, F, a. Pit a has 1 seed, so 2 are
// taken. D (1) sows E. E (3) sows F, a, b. Pit b has 2 seeds and gets its third, and a gets its
// second, so 5 are taken. F (2) sows a, b with the same result.
//
// North's a (1) sows b, b (2) c, d. c (5) sows d, e, f, A, B. B gets its third seed and A its
// fourth, so 3 are taken. d (4) sows e, f, A, B and also takes 3. e (4) sows f, A, B, C and f (5)
// sows A to E. They do not capture, because C gets its fifth seed and E its fourth.
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
	if got, want := list("threatened", rules.Tint), "B : threatened by c, d; a : threatened by C, E, F; b : threatened by E, F"; got != want {
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

// TestEndsOfSlam checks that no capture is shown for F. It would take all seeds of North, which the
// classroom rules forbid, and which does not capture under the tournament rules.
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
