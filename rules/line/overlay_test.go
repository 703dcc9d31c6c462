package line

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"boardstudio/internal/race"
	"boardstudio/rules"
	"boardstudio/rules/rulestest"
)

// marked identifies a label by its cell and its player.
type marked struct {
	cell rules.Cell
	who  rules.Player
}

// labelled returns the labels in notes, each followed by "-" if it is weak.
func labelled(notes []rules.Note) map[marked]string {
	found := map[marked]string{}
	for _, n := range notes {
		for _, c := range n.Cells {
			if n.Draw == rules.Label {
				found[marked{c, n.Who}] += n.Label + map[bool]string{true: "-"}[n.Weak]
			}
		}
	}
	return found
}

// expected determines by playing which labels s should have. The result known is false if this is
// undefined.
func (x *prover) expected(t *testing.T, p rules.Position, s rules.Player) (found map[marked]string, known bool) {
	t.Helper()
	found = map[marked]string{}
	k := x.r.opt.K
	at := rulestest.InTurn(x.r, p, s)
	ends, ok := x.ends(p, s)
	if at == nil || !ok {
		return nil, false
	}
	for _, c := range ends {
		found[marked{c, s}] = strconv.Itoa(k)
	}
	for m := range at.Moves() {
		q, err := at.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		c := rules.Landing(x.r.board, at, q, m)
		if m == rules.Pass || slices.Contains(ends, c) {
			continue
		}
		if q.Result().Over { // the board is full
			return nil, false
		}
		o := &rulestest.Occasion{Rules: x.r, Position: at, Move: m, After: q}
		fresh, a := x.fresh(o)
		threes, b := x.threes(q, s)
		if !a || !b {
			return nil, false
		}
		n := with(threes, c)
		switch {
		case x.open(o), len(fresh) > 1, len(fresh) == 1 && n > 0:
			found[marked{c, s}] = strconv.Itoa(k - 1)
		case len(fresh) == 1:
			found[marked{c, s}] = strconv.Itoa(k-1) + "-"
		case n > 1:
			found[marked{c, s}] = strconv.Itoa(k - 2)
		case n == 1:
			found[marked{c, s}] = strconv.Itoa(k-2) + "-"
		}
	}
	return found, true
}

// TestThreatLabels checks the threat labels of all players by playing on each cell.
func TestThreatLabels(t *testing.T) {
	race.Skip(t)
	rnd := rand.New(rand.NewPCG(5, 6))
	counts := map[string]int{}
	rounds := 60
	if testing.Short() {
		rounds = 10
	}
	for _, words := range []string{"rows=8 cols=8 k=5", "rows=6 cols=6 k=4", "renju rows=8 cols=8", "gomoku-standard rows=8 cols=8", "rows=6 cols=7 k=4 topology=torus", "rows=6 cols=6 k=4 players=3", "rows=4 cols=4 k=3"} {
		r := mustBuild(t, words)
		n := rounds
		if r.opt.K == 5 {
			n *= 3
		}
		for range n {
			o := randomOccasion(r, rnd)
			if o == nil {
				continue
			}
			x, notes := proverOf(o), r.Overlay("threats", o.Position, rules.NoCell)
			got := labelled(notes)
			for s := range rules.Player(r.opt.Players) {
				want, known := x.expected(t, o.Position, s)
				if !known {
					continue
				}
				for m, label := range want {
					counts[strconv.Itoa(r.opt.K)+" "+label]++
					if got[m] != label {
						t.Errorf("%s: %s of player %d has %q, want %q", o.Position, r.board.Cells[m.cell].Label, m.who, got[m], label)
					}
				}
				for m, label := range got {
					if m.who == s && want[m] != label {
						t.Errorf("%s: %s of player %d has %q, want %q", o.Position, r.board.Cells[m.cell].Label, m.who, label, want[m])
					}
				}
				threes, known := x.threes(o.Position, s)
				lines := map[string][]rules.Cell{}
				for _, n := range notes {
					if n.Draw == rules.Line && n.Weak && n.Who == s {
						lines[fmt.Sprint(n.Cells)] = n.Cells
					}
				}
				if known && !slices.Equal(slices.Sorted(maps.Keys(lines)), slices.Sorted(maps.Keys(threes))) {
					t.Errorf("%s: the open threes of player %d are %v, want %v", o.Position, s, lines, threes)
				}
				counts["three"] += len(threes)
			}
		}
	}
	for _, label := range []string{"5 5", "5 4", "5 4-", "5 3", "5 3-", "4 4", "4 3-", "three"} {
		if counts[label] < 50 && !testing.Short() || counts[label] == 0 {
			t.Errorf("%s stood only %d times", label, counts[label])
		}
	}
}

// TestForbiddenNotes checks that the crosses mark the cells on which the rules reject a stone, with
// the same text as the error.
func TestForbiddenNotes(t *testing.T) {
	race.Skip(t)
	rnd := rand.New(rand.NewPCG(5, 7))
	for _, words := range []string{"renju rows=9 cols=9", "rows=8 cols=8 doubleThree=forbidden k=5"} {
		r := mustBuild(t, words)
		crosses := 0
		for crosses < 50 {
			o := randomOccasion(r, rnd)
			if o == nil || !r.shaped.Has(o.Me()) {
				continue
			}
			got := map[rules.Cell]string{}
			for _, n := range r.Overlay("threats", o.Position, rules.NoCell) {
				if n.Draw == rules.Cross {
					got[n.Cells[0]] = n.Text.String()
				}
			}
			for c := range rules.Cell(len(r.board.Cells)) {
				if o.Position.At(c).Owner != rules.NoPlayer {
					continue
				}
				want := ""
				if _, err := o.Position.Play(rules.Place(c)); err != nil {
					want = err.Error()
					crosses++
				}
				if got[c] != want {
					t.Errorf("%s: %s: %q, want %q", o.Position, r.board.Cells[c].Label, got[c], want)
				}
			}
		}
	}
}

// TestPairNotes checks that rings mark the pieces that can be captured.
func TestPairNotes(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 8))
	r := mustBuild(t, "pente rows=8 cols=8 centreFirst=off")
	rings := 0
	for rings < 100 {
		o := randomOccasion(r, rnd)
		if o == nil {
			continue
		}
		got := map[marked]bool{}
		for _, n := range r.Overlay("threats", o.Position, rules.NoCell) {
			for _, c := range n.Cells {
				if n.Draw == rules.Ring {
					got[marked{c, n.Who}] = true
				}
			}
		}
		want := map[marked]bool{}
		for s := range rules.Player(2) {
			pairs, _ := proverOf(o).pairsOf(o.Position, s)
			for _, c := range cellsOf(pairs) {
				want[marked{c, s}] = true
			}
		}
		if !maps.Equal(got, want) {
			t.Fatalf("%s: the rings are %v, want %v", o.Position, got, want)
		}
		rings += len(want)
	}
}

// TestOtherThreats checks the labels of unsupported cells if pieces fall, and that misère games do
// not show figures.
func TestOtherThreats(t *testing.T) {
	r := mustBuild(t, "connect4")
	p := play(t, r, r.Start(), "a b b c c d c d f")
	got := labelled(r.Overlay("threats", p, rules.NoCell))
	for c := range rules.Cell(len(r.board.Cells)) {
		for s := range rules.Player(2) {
			if p.At(c).Owner != rules.NoPlayer {
				continue
			}
			setup := rules.SetupOf(r, p) // p with an unsupported piece on c
			setup.Cells[c] = rules.Piece(s)
			q, err := r.SetUp(setup)
			if err != nil {
				t.Fatal(err)
			}
			full := q.Result().Winners.Has(s)
			label := got[marked{c, s}]
			if hangs := c+7 < 42 && p.At(c+7).Owner == rules.NoPlayer; full != (label == "4" || label == "4-") || full && hangs != (label == "4-") {
				t.Errorf("%s of player %d has %q; it makes a row: %v, and hangs: %v", r.board.Cells[c].Label, s, label, full, hangs)
			}
		}
	}
	r = mustBuild(t, "gomoku misere=on")
	p = play(t, r, r.Start(), "h8 a1 i8 a3 j8 a5 k8 o1")
	got = labelled(r.Overlay("threats", p, rules.NoCell))
	if want := map[marked]string{{r.board.Find("g8"), 0}: "5", {r.board.Find("l8"), 0}: "5"}; !maps.Equal(got, want) {
		t.Errorf("misère: %v, want %v", got, want)
	}
}

func BenchmarkOverlay(b *testing.B) {
	for _, game := range []string{"gomoku rows=19 cols=19", "renju rows=19 cols=19", "ninuki"} {
		b.Run(game, func(b *testing.B) {
			r := mustBuild(b, game)
			p := scattered(b, r)
			for b.Loop() {
				r.Overlay("threats", p, rules.NoCell)
			}
		})
	}
}
