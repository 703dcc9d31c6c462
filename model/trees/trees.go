// Package trees constructs large game trees for tests and benchmarks.
package trees

import (
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/line"
)

// Million is the number of nodes of a large tree.
const Million = 1_000_000

// shapes are functions that construct a tree of n nodes.
var shapes = []struct {
	name  string
	build func(t *model.Tree, n int)
}{
	{"line", func(t *model.Tree, n int) { // a single line; a new game starts every 200 moves
		at := t.Root()
		for i := range n - 1 {
			if i%200 == 199 {
				at = t.AddSetup(at, "")
				continue
			}
			at = t.Add(at, rules.Place(rules.Cell(i%200)))
		}
	}},
	{"bushy", func(t *model.Tree, n int) { // lines of 300 moves that branch off each other
		r := rand.New(rand.NewPCG(1, 2))
		for t.Len() < n {
			at := t.Root()
			for _, c := range r.Perm(361)[:300] {
				if next := t.Find(at, rules.Place(rules.Cell(c))); next != nil {
					at = next
					continue
				}
				if t.Len() >= n {
					break
				}
				at = t.Add(at, rules.Place(rules.Cell(c)))
			}
		}
	}},
	{"thorny", func(t *model.Tree, n int) { // a line with an alternative to each move
		at := t.Root()
		for i := 0; t.Len() < n; i++ {
			if i%200 == 199 {
				at = t.AddSetup(at, "")
				continue
			}
			next := t.Add(at, rules.Place(rules.Cell(i%200)))
			t.Add(at, rules.Place(rules.Cell(i%200+1)))
			at = next
		}
	}},
	{"wide", func(t *model.Tree, n int) { // a tree whose nodes have 300 children each
		r := rand.New(rand.NewPCG(1, 2))
		all := []*model.Node{t.Root()}
		for i := 0; t.Len() < n; i++ {
			for _, c := range r.Perm(361)[:300] {
				all = append(all, t.Add(all[i], rules.Place(rules.Cell(c))))
			}
		}
	}},
}

// Gomoku returns an empty document of gomoku on 19×19 with 19 in a row, so games usually last until
// the board is full.
func Gomoku(t testing.TB) *model.Document {
	t.Helper()
	r, err := line.Game.Build("gomoku", rules.Params{"rows": "19", "cols": "19", "k": "19"})
	if err != nil {
		t.Fatal(err)
	}
	return model.NewDocument(r)
}

// Each runs a benchmark on a tree of each shape, with a million nodes. nodes is a random sample of
// the nodes, in random order.
func Each(b *testing.B, f func(b *testing.B, d *model.Document, nodes []*model.Node)) {
	for _, s := range shapes {
		b.Run(s.name, func(b *testing.B) {
			d := Gomoku(b)
			s.build(d.Tree, Million)
			var nodes []*model.Node
			rnd, i := rand.New(rand.NewPCG(3, 4)), 0
			for n := range d.Tree.All() {
				if i++; rnd.IntN(1000) == 0 {
					nodes = append(nodes, n)
				}
			}
			rnd.Shuffle(len(nodes), func(i, j int) { nodes[i], nodes[j] = nodes[j], nodes[i] })
			runtime.GC()
			f(b, d, nodes)
		})
	}
}

// Grow appends moves, given in notation, below n. It returns the last node. It fails the test if a
// move is illegal.
func Grow(t testing.TB, tree *model.Tree, n *model.Node, moves string) *model.Node {
	t.Helper()
	for s := range strings.FieldsSeq(moves) {
		m, err := tree.Rules().ParseMove(s)
		if err != nil {
			t.Fatal(err)
		}
		n = tree.Add(n, m)
		if _, err := tree.Position(n); err != nil {
			t.Fatal(err)
		}
	}
	return n
}

// lineStart is a possible start of a line in a library.
type lineStart struct {
	n   *model.Node
	pos rules.Position
	ply int
}

// Library adds legal moves to an empty tree until it has n nodes. The tree resembles a large
// opening library: lines of about 20 moves branch off each other, mostly near the start. One in
// comments nodes has a comment; with 0, no node has one.
func Library(t *model.Tree, n, comments int) {
	const spots, tries, early = 4096, 30, 40
	r := rand.New(rand.NewPCG(7, uint64(n)))
	cells := len(t.Rules().Board().Cells)
	open := []lineStart{{t.Root(), t.Rules().Start(), 0}}
	for t.Len() < n {
		at := open[r.IntN(len(open))]
		for length := 1 + r.IntN(40); length > 0 && t.Len() < n; length-- {
			var next lineStart
			for range tries {
				m := rules.Place(rules.Cell(r.IntN(cells)))
				pos, err := at.pos.Play(m)
				if err != nil {
					continue
				}
				if next = (lineStart{t.Find(at.n, m), pos, at.ply + 1}); next.n == nil {
					next.n = t.Add(at.n, m)
					if comments > 0 && t.Len()%comments == 0 {
						t.Annotate(next.n, model.Annotation{Comment: "Line " + strconv.Itoa(t.Len()) + ": White is better here, as the four in the north comes first."})
					}
				}
				break
			}
			if next.n == nil {
				break // the board is full, or nearly
			}
			at = next
			switch {
			case at.ply > early:
			case len(open) < spots:
				open = append(open, at)
			case r.IntN(16) == 0:
				open[r.IntN(spots)] = at
			}
		}
	}
}
