package find_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardstudio/find"
	"boardstudio/internal/race"
	"boardstudio/model"
	"boardstudio/rules"
)

// randomTree returns a document with random branching lines. Moves are among the first wide legal
// ones, and lines have at most length moves.
func randomTree(t testing.TB, r rules.Rules, nodes, wide, length int, seed uint64) *model.Document {
	t.Helper()
	rnd := rand.New(rand.NewPCG(seed, 1))
	d := model.NewDocument(r)
	all := []*model.Node{d.Tree.Root()}
	for len(all) < nodes {
		n := all[rnd.IntN(1+rnd.IntN(len(all)))]
		for range 1 + rnd.IntN(length) {
			p, err := d.Tree.Position(n)
			if err != nil {
				t.Fatal(err)
			}
			moves := slices.Collect(p.Moves())
			if len(moves) == 0 {
				break
			}
			m := moves[rnd.IntN(min(wide, len(moves)))]
			if c := d.Tree.Find(n, m); c != nil {
				n = c
				continue
			}
			n = d.Tree.Add(n, m)
			all = append(all, n)
		}
	}
	return d
}

// lies reports whether the position has the pattern after a symmetry and an exchange of the players.
func lies(pat *find.Pattern, p rules.Position, perm rules.Perm, names []rules.Player) bool {
	for _, w := range pat.Cells {
		is := p.At(perm[w.Cell])
		if !fits(w, is, names) {
			return false
		}
	}
	return true
}

// fits reports whether a cell has the wanted content after an exchange of the players.
func fits(w find.Want, is rules.Content, names []rules.Player) bool {
	want := w.Content
	if want.Owner != rules.NoPlayer {
		want.Owner = names[want.Owner]
	}
	return w.Any && is != rules.Empty || !w.Any && is == want
}

// TestPatternsAgainstSlowSearch compares Search with an exhaustive search over all symmetries.
func TestPatternsAgainstSlowSearch(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for _, r := range []rules.Rules{
		build(t, "othello"), build(t, "line", "rows=7", "cols=7", "k=5"), build(t, "line", "rows=5", "cols=6", "k=4", "topology=torus"),
		build(t, "line", "rows=5", "cols=7", "k=5", "players=3"), build(t, "connect4"), build(t, "awale"),
		build(t, "line", "rows=5", "cols=6", "k=4", "topology=mobius"), build(t, "line", "rows=4", "cols=6", "k=4", "topology=sphere"),
	} {
		d := randomTree(t, r, 150, 99, 12, 9)
		b := r.Board()
		sym := rules.SymmetriesOf(b)
		var nodes []*model.Node
		for n := range d.Tree.All() {
			nodes = append(nodes, n)
		}
		found := 0
		for range 12 {
			// Part of a random position.
			p, err := d.Tree.Position(nodes[rnd.IntN(len(nodes))])
			if err != nil {
				t.Fatal(err)
			}
			pat := find.Pattern{Turned: rnd.IntN(2) == 0, Swapped: rnd.IntN(2) == 0, Anew: rnd.IntN(2) == 0}
			for _, c := range rnd.Perm(len(b.Cells))[:1+rnd.IntN(4)] {
				w := find.Want{Cell: rules.Cell(c), Content: p.At(rules.Cell(c))}
				w.Any = rnd.IntN(5) == 0
				pat.Cells = append(pat.Cells, w)
			}
			got := map[*model.Node]bool{}
			for _, h := range search(t, d, find.Query{Pattern: &pat}) {
				got[h.Node] = true
				if len(h.Cells) != len(pat.Cells) {
					t.Errorf("%d cells of %d", len(h.Cells), len(pat.Cells))
				}
			}
			var names [][]rules.Player
			for _, x := range permutations(r.Players()) {
				if pat.Swapped || slices.IsSorted(x) {
					names = append(names, x)
				}
			}
			for _, n := range nodes {
				p, _ := d.Tree.Position(n)
				want := false
				for i := range sym.Len() {
					if i > 0 && !pat.Turned {
						break
					}
					perm := sym.At(i)
					for _, x := range names {
						here := lies(&pat, p, perm, x)
						if here && pat.Anew && n.Parent() != nil {
							q, _ := d.Tree.Position(n.Parent())
							here = !lies(&pat, q, perm, x)
						}
						want = want || here
					}
				}
				if want {
					found++
				}
				if got[n] != want {
					t.Fatalf("%v, %+v at %s: found %v, want %v", r.Spec(), pat, path(d, n), got[n], want)
				}
			}
		}
		if found < 20 {
			t.Errorf("%v: only %d places had the patterns", r.Spec(), found)
		}
	}
}

// place is a cell by column and row.
type place struct{ col, row int }

// lying are the orientations of a pattern on a board of squares.
var lying = []func(place) place{
	func(p place) place { return p },
	// the last orientation allowed on boards with falling pieces
	func(p place) place { return place{-p.col, p.row} },
	func(p place) place { return place{p.col, -p.row} },
	func(p place) place { return place{-p.col, -p.row} },
	func(p place) place { return place{p.row, p.col} },
	func(p place) place { return place{-p.row, p.col} },
	func(p place) place { return place{p.row, -p.col} },
	func(p place) place { return place{-p.row, -p.col} },
}

// shapesOf returns the cells of the pattern at every place, in the first ways orientations.
func shapesOf(pat *find.Pattern, b *rules.Board, cells map[place]rules.Cell, ways int) [][]rules.Cell {
	origin := b.Cells[pat.Cells[0].Cell]
	var shapes [][]rules.Cell
	for to := range cells {
	way:
		for _, f := range lying[:ways] {
			var shape []rules.Cell
			for _, w := range pat.Cells {
				by := f(place{b.Cells[w.Cell].Col - origin.Col, b.Cells[w.Cell].Row - origin.Row})
				c, ok := cells[place{to.col + by.col, to.row + by.row}]
				if !ok {
					continue way
				}
				shape = append(shape, c)
			}
			shapes = append(shapes, shape)
		}
	}
	return shapes
}

// liesOn reports whether the cells of shape have the contents of the pattern after an exchange of the players.
func liesOn(pat *find.Pattern, p []rules.Content, shape []rules.Cell, names []rules.Player) bool {
	for i, w := range pat.Cells {
		if !fits(w, p[shape[i]], names) {
			return false
		}
	}
	return true
}

// anywhereCase is a game, and the number of orientations in which its patterns can lie.
type anywhereCase struct {
	r    rules.Rules
	ways int
}

func anywhereCases(t *testing.T) []anywhereCase {
	t.Helper()
	return []anywhereCase{
		{build(t, "line", "rows=17", "cols=19", "k=9"), 8},
		{build(t, "line", "rows=6", "cols=8", "k=5", "players=3"), 8},
		{build(t, "othello"), 8},
		{build(t, "connect4"), 2},
	}
}

// TestAnywhereAgainstSlowSearch compares Search with an exhaustive search that places the pattern
// everywhere on a board with edges, in all orientations.
func TestAnywhereAgainstSlowSearch(t *testing.T) {
	rnd := rand.New(rand.NewPCG(15, 6))
	for _, x := range anywhereCases(t) {
		d := randomTree(t, x.r, 60, 999, 40, 9)
		b := x.r.Board()
		cells := map[place]rules.Cell{}
		for c, info := range b.Cells {
			cells[place{info.Col, info.Row}] = rules.Cell(c)
		}
		var nodes []*model.Node
		boards := map[*model.Node][]rules.Content{}
		for n := range d.Tree.All() {
			nodes = append(nodes, n)
			boards[n] = setup(t, d.Tree, n).Cells
		}
		found := map[[3]bool]int{}
		for range 10 {
			p := boards[nodes[1+rnd.IntN(len(nodes)-1)]]
			pat := find.Pattern{Anywhere: true, Turned: rnd.IntN(3) > 0, Swapped: rnd.IntN(2) == 0, Anew: rnd.IntN(2) == 0}
			corner := place{rnd.IntN(len(b.Columns) - 3), rnd.IntN(len(b.Rows) - 2)}
			for _, i := range rnd.Perm(12)[:1+rnd.IntN(5)] {
				c := cells[place{corner.col + i%4, corner.row + i/4}]
				pat.Cells = append(pat.Cells, find.Want{Cell: c, Content: p[c], Any: rnd.IntN(6) == 0})
			}
			ways := 1
			if pat.Turned {
				ways = x.ways
			}
			shapes := shapesOf(&pat, b, cells, ways)
			names := permutations(x.r.Players())
			hits := search(t, d, find.Query{Pattern: &pat})
			for _, n := range nodes {
				want := false
				var cells [][]rules.Cell // the matching placements
				for _, shape := range shapes {
					for _, x := range names {
						if !pat.Swapped && !slices.IsSorted(x) {
							continue
						}
						here := liesOn(&pat, boards[n], shape, x)
						if here && pat.Anew && n.Parent() != nil {
							here = !liesOn(&pat, boards[n.Parent()], shape, x)
						}
						if here {
							want, cells = true, append(cells, slices.Sorted(slices.Values(shape)))
						}
					}
				}
				got := len(hits) > 0 && hits[0].Node == n
				if got != want {
					t.Fatalf("%v, %+v at %s: found %v, want %v", x.r.Spec(), pat, path(d, n), got, want)
				}
				if !got {
					continue
				}
				h := hits[0]
				hits = hits[1:]
				found[[3]bool{pat.Turned, pat.Swapped, pat.Anew}]++
				if !slices.ContainsFunc(cells, func(c []rules.Cell) bool { return slices.Equal(c, slices.Sorted(slices.Values(h.Cells))) }) {
					t.Errorf("%v, %+v at %s: it does not lie on %s", x.r.Spec(), pat, path(d, n), h.Why)
				}
				var labels []string
				for _, c := range h.Cells {
					labels = append(labels, b.Cells[c].Label)
				}
				if why := strings.Join(labels, " "); h.Why != why {
					t.Errorf("it lies on %s, not on %s", why, h.Why)
				}
			}
			if len(hits) > 0 {
				t.Errorf("%v, %+v: %d places are found twice or out of order", x.r.Spec(), pat, len(hits))
			}
		}
		if len(found) < 4 {
			t.Errorf("%v: places were found for %d sorts of patterns", x.r.Spec(), len(found))
		}
	}
}

func permutations(n int) [][]rules.Player {
	if n == 0 {
		return [][]rules.Player{nil}
	}
	var all [][]rules.Player
	for _, p := range permutations(n - 1) {
		for i := range n {
			all = append(all, slices.Insert(slices.Clone(p), i, rules.Player(n-1)))
		}
	}
	return all
}

func TestPatternAnywhere(t *testing.T) {
	r := build(t, "line", "rows=6", "cols=9", "k=5")
	d := model.NewDocument(r)
	b := r.Board()
	// The first player makes a knight's move upright, then sideways to the right and to the left.
	for _, line := range []string{"b2 a6 c4", "d2 a6 f3", "h5 a6 f6", "i1 a6 a2"} {
		play(t, d.Tree, d.Tree.Root(), line)
	}
	want := func(p find.Pattern, want string) {
		t.Helper()
		if got := paths(d, search(t, d, find.Query{Pattern: &p})); got != want {
			t.Errorf("%+v: %q, want %q", p, got, want)
		}
	}
	cells := []find.Want{
		{Cell: b.Find("e1"), Content: rules.Piece(0)},
		{Cell: b.Find("f3"), Content: rules.Piece(0)},
		{Cell: b.Find("e2"), Content: rules.Empty},
	}
	want(find.Pattern{Cells: cells}, "")
	want(find.Pattern{Cells: cells, Anywhere: true}, "b2 a6 c4")
	want(find.Pattern{Cells: cells, Anywhere: true, Turned: true}, "b2 a6 c4; d2 a6 f3; h5 a6 f6")
	for i := range cells[:2] {
		cells[i].Content = rules.Piece(1)
	}
	want(find.Pattern{Cells: cells, Anywhere: true, Turned: true}, "")
	want(find.Pattern{Cells: cells, Anywhere: true, Turned: true, Swapped: true}, "b2 a6 c4; d2 a6 f3; h5 a6 f6")

	torus := build(t, "line", "rows=5", "cols=5", "k=4", "topology=torus")
	d = model.NewDocument(torus)
	play(t, d.Tree, d.Tree.Root(), "e5 c3 a1") // adjacent across the corner
	b = torus.Board()
	want(find.Pattern{Anywhere: true, Cells: []find.Want{{Cell: b.Find("b2"), Content: rules.Piece(0)}, {Cell: b.Find("c3"), Content: rules.Piece(0)}}}, "e5 c3 a1")
}

func TestPatternErrors(t *testing.T) {
	race.Skip(t)
	d := model.NewDocument(build(t, "tictactoe"))
	for want, p := range map[string]find.Pattern{
		"the pattern has no cell":              {},
		"the pattern belongs to another board": {Cells: []find.Want{{Cell: 8}, {Cell: 9}}},
		"the pattern has the cell b1 twice":    {Cells: []find.Want{{Cell: 1}, {Cell: 1, Any: true}}},
	} {
		err := find.Search(t.Context(), d, &find.Query{Pattern: &p}, nil, nil)
		if fmt.Sprint(err) != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	below := find.Pattern{Cells: []find.Want{{Cell: rules.NoCell}}}
	if err := find.Search(t.Context(), d, &find.Query{Pattern: &below}, nil, nil); fmt.Sprint(err) != "the pattern belongs to another board" {
		t.Errorf("a pattern of no cell: %v", err)
	}
	torus := model.NewDocument(build(t, "line", "rows=61", "cols=61", "k=5", "topology=torus"))
	var big find.Pattern
	for c := range 200 {
		big.Cells = append(big.Cells, find.Want{Cell: rules.Cell(c * 7), Content: rules.Piece(rules.Player(c % 2))})
	}
	big.Turned = true
	if err := find.Search(t.Context(), torus, &find.Query{Pattern: &big}, nil, nil); err == nil {
		t.Error("a pattern with 30,000 places for 200 cells is accepted")
	}
}
