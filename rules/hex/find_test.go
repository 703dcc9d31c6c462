package hex_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardstudio/find"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/hex"
	"boardstudio/rules/rulestest"
)

// TestSymmetries checks that a half turn is a symmetry. The mirrorings of the rhombus exchange the
// sides of the players, so they are symmetries only if sides have no owners.
func TestSymmetries(t *testing.T) {
	r := rulestest.Build(t, &hex.Game, "hex", nil)
	b := *r.Board()
	sym := rules.SymmetriesOf(&b)
	if sym.Len() != 2 || sym.At(1)[b.Find("a3")] != b.Find("k9") {
		t.Errorf("%d symmetries, the last takes a3 to %v", sym.Len(), sym.At(sym.Len() - 1)[b.Find("a3")])
	}
	b.Sides = nil
	if n := rules.SymmetriesOf(&b).Len(); n != 4 {
		t.Errorf("without sides %d symmetries, want 4", n)
	}
}

// game returns a document with the given lines of moves from the start.
func game(t *testing.T, r rules.Rules, lines ...string) *model.Document {
	t.Helper()
	d := model.NewDocument(r)
	for _, line := range lines {
		n := d.Tree.Root()
		for _, text := range strings.Fields(line) {
			m, err := r.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			n = d.Tree.Add(n, m)
		}
	}
	return d
}

// found returns the last moves of the nodes found by q.
func found(t *testing.T, d *model.Document, q find.Query) string {
	t.Helper()
	var list []string
	if err := find.Search(t.Context(), d, &q, nil, func(h find.Hit) bool {
		m, _ := h.Node.Move()
		list = append(list, d.Tree.Rules().FormatMove(m))
		return true
	}); err != nil {
		t.Fatal(err)
	}
	return strings.Join(list, " ")
}

// TestPosition checks that a position is found after a half turn, but not mirrored.
func TestPosition(t *testing.T) {
	r := rulestest.Build(t, &hex.Game, "hex", rules.Params{"swap": "off"})
	d := game(t, r, "a3", "c1", "k9", "i11")
	s := rules.SetupOf(r, rulestest.Play(t, r, r.Start(), "c1"))
	if got := found(t, d, find.Query{Position: &s}); got != "c1 i11" {
		t.Errorf("after c1: found at %s, want c1 i11", got)
	}
}

// pattern returns a pattern of red stones and of cells that must be empty.
func pattern(t *testing.T, r rules.Rules, text string) find.Pattern {
	t.Helper()
	cells, err := find.ParsePattern(r, text)
	if err != nil {
		t.Fatal(err)
	}
	return find.Pattern{Cells: cells, Anywhere: true, Turned: true}
}

// TestPattern checks that two adjacent stones are found in all six directions, and that stones
// further apart are not. It does the same for a bridge, two stones with two common neighbours.
func TestPattern(t *testing.T) {
	r := rulestest.Build(t, &hex.Game, "hex", rules.Params{"swap": "off"})
	d := game(t, r, "f6 a1 g6", "f6 b1 f7", "f6 c1 e7", "f6 d1 e6", "f6 a2 f5", "f6 b2 g5", // all neighbours of f6
		"f6 a3 g7", "f6 b3 e5", "f6 c3 h5", // not adjacent
		"a11 c4 b10", "k1 d4 j2") // adjacent at the edge
	if got, want := found(t, d, find.Query{Pattern: new(pattern(t, r, "c3=A d3=A"))}), "g6 f7 e7 e6 f5 g5 b10 j2"; got != want {
		t.Errorf("neighbours at %s, want %s", got, want)
	}
	if got, want := found(t, d, find.Query{Pattern: new(pattern(t, r, "d4=A e4=. d5=. e5=A"))}), "g7 e5 h5"; got != want {
		t.Errorf("bridges at %s, want %s", got, want)
	}
}

// TestPatternAgainstSlowSearch compares the results with a search that tries every cell and all
// twelve orientations of the hexagons.
func TestPatternAgainstSlowSearch(t *testing.T) {
	r := rulestest.Build(t, &hex.Game, "hex", rules.Params{"size": "6", "swap": "off"})
	b := r.Board()
	rnd := rand.New(rand.NewPCG(3, 4))
	type axial struct{ col, row int }
	turn := func(a axial) axial { return axial{-a.row, a.col + a.row} } // a sixth turn clockwise
	hits := 0
	for range 60 {
		d := model.NewDocument(r)
		n, p := d.Tree.Root(), r.Start()
		for range 20 {
			moves := slices.Collect(p.Moves())
			if len(moves) == 0 {
				break
			}
			m := moves[rnd.IntN(len(moves))]
			n = d.Tree.Add(n, m)
			p, _ = p.Play(m)
		}
		pat := find.Pattern{Anywhere: true, Turned: rnd.IntN(3) > 0}
		origin := axial{rnd.IntN(4), rnd.IntN(4)}
		for _, i := range rnd.Perm(9)[:2+rnd.IntN(2)] {
			c := rules.Cell((origin.row+i/3)*6 + origin.col + i%3)
			pat.Cells = append(pat.Cells, find.Want{Cell: c, Content: rules.Content{Owner: rules.Player(rnd.IntN(2)), Count: 1}})
		}
		first := b.Cells[pat.Cells[0].Cell]
		lies := func(p rules.Position) bool {
			for to := range b.Cells {
				for way := range 12 {
					if way > 0 && !pat.Turned {
						break
					}
					all := true
					for _, w := range pat.Cells {
						by := axial{b.Cells[w.Cell].Col - first.Col, b.Cells[w.Cell].Row - first.Row}
						if way >= 6 {
							by = axial{by.row, by.col}
						}
						for range way % 6 {
							by = turn(by)
						}
						col, row := b.Cells[to].Col+by.col, b.Cells[to].Row+by.row
						all = all && col >= 0 && col < 6 && row >= 0 && row < 6 && p.At(rules.Cell(row*6+col)) == w.Content
					}
					if all {
						return true
					}
				}
			}
			return false
		}
		got := map[*model.Node]bool{}
		if err := find.Search(t.Context(), d, &find.Query{Pattern: &pat}, nil, func(h find.Hit) bool { got[h.Node] = true; return true }); err != nil {
			t.Fatal(err)
		}
		for n := range d.Tree.All() {
			p, err := d.Tree.Position(n)
			if err != nil {
				t.Fatal(err)
			}
			if want := lies(p); got[n] != want {
				t.Fatalf("%v in %s: found %v, want %v", pat.Cells, p, got[n], want)
			} else if want {
				hits++
			}
		}
	}
	if hits < 100 {
		t.Errorf("only %d places had the patterns", hits)
	}
}
