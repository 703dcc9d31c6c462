package treelayout

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"boardstudio/model"
)

// spotAt is the position of a node.
type spotAt struct{ row, col int }

// naive is a reference layout of the branch of n, with n at row 0 and column 0. The line of first
// children runs straight down. The side lines are placed to its right, the deepest fork first, each
// in the first free column. It returns the number of rows and columns.
func naive(n *model.Node, at map[*model.Node]spotAt) (rows, cols int) {
	type side struct{ row, rows, col, cols int }
	var line []*model.Node
	for m := n; m != nil; m = m.First() {
		at[m] = spotAt{len(line), 0}
		line = append(line, m)
	}
	rows, cols = len(line), 1
	var placed []side
	for row, m := range slices.Backward(line) {
		for v := m.First(); v != nil; v = v.Next() {
			if v == m.First() {
				continue
			}
			inner := map[*model.Node]spotAt{}
			s := side{row: row, col: 1}
			s.rows, s.cols = naive(v, inner)
			for _, o := range placed {
				if o.row < row+s.rows {
					s.col = max(s.col, o.col+o.cols)
				}
			}
			placed = append(placed, s)
			rows, cols = max(rows, row+s.rows+1), max(cols, s.col+s.cols)
			for k, p := range inner {
				at[k] = spotAt{row + 1 + p.row, s.col + p.col}
			}
		}
	}
	return rows, cols
}

// bushyTree returns a tree with a main line longer than a segment, and with side lines of all lengths
// on it and on each other. A third of them end near the end of a segment.
func bushyTree(t *testing.T, seed uint64) *model.Tree {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 11))
	tr := gomoku(t)
	gameForBranches = tr.Rules()
	// grow adds a line of moves below n and returns its nodes.
	grow := func(n *model.Node, length int) (line []*model.Node) {
		for range length {
			n = tr.AddRaw(n, fmt.Sprint("m", r.IntN(1e9)))
			line = append(line, n)
		}
		return line
	}
	main := grow(tr.Root(), 2*segNodes+r.IntN(2*segNodes))
	var sides []*model.Node
	for range 60 {
		at := r.IntN(len(main))
		length := 1 + r.IntN(40)
		if r.IntN(3) == 0 { // at or near the end of a segment
			length = max(1, segNodes-at%segNodes+r.IntN(5)-2)
		}
		sides = append(sides, grow(main[at], length)...)
	}
	at := r.IntN(len(main)) // two side lines of several segments at the same fork
	grow(main[at], 2*segNodes+r.IntN(segNodes))
	grow(main[at], segNodes+r.IntN(segNodes))
	for range 20 {
		grow(sides[r.IntN(len(sides))], 1+r.IntN(30))
	}
	return tr
}

// TestLayoutIsThePlainOne compares the layout with the reference, to check the shortcuts for
// segments of long lines.
func TestLayoutIsThePlainOne(t *testing.T) {
	for seed := range uint64(12) {
		tr := bushyTree(t, seed)
		l := New(tr)
		l.UnfoldAll(tr.Root())
		at := map[*model.Node]spotAt{}
		rows, cols := naive(tr.Root(), at)
		if r, c := l.Size(); r != rows || c != cols {
			t.Errorf("seed %d: %d rows and %d columns, want %d and %d", seed, r, c, rows, cols)
		}
		var p Picture
		l.View(whole, &p)
		if len(p.Places) != len(at) {
			t.Errorf("seed %d: %d places, want %d", seed, len(p.Places), len(at))
		}
		for _, q := range p.Places {
			if want := at[q.Node]; want != (spotAt{q.Row, q.Col}) {
				t.Fatalf("seed %d: %+v stands at %d, %d; want %+v", seed, q, q.Row, q.Col, want)
			}
		}
		checkLayout(t, l)
	}
}

// TestViewOfAPart checks that a view of an area contains exactly the items that the complete view
// has there.
func TestViewOfAPart(t *testing.T) {
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 13))
		tr := bushyTree(t, seed)
		l := New(tr)
		if seed%2 == 0 {
			l.UnfoldAll(tr.Root())
		}
		l.Show(pick(r, tr))
		rows, cols := l.Size()
		var all Picture
		l.View(whole, &all)
		for range 150 {
			a := Area{Top: r.IntN(rows), Left: r.IntN(cols)}
			a.Bottom, a.Right = a.Top+r.IntN(30), a.Left+r.IntN(6)
			var p Picture
			l.View(a, &p)
			places := map[Place]bool{}
			for _, q := range p.Places {
				places[q] = true
			}
			wide := func(q Place) int {
				if q.Kind != PlaceNode {
					return 1
				}
				return 0
			}
			for _, q := range all.Places {
				in := q.Row >= a.Top && q.Row <= a.Bottom && q.Col+wide(q) >= a.Left && q.Col <= a.Right
				if in && !places[q] {
					t.Fatalf("seed %d: %+v is missing in %+v", seed, q, a)
				}
				if !in && places[q] && (q.Row < a.Top-1 || q.Row > a.Bottom+1 || q.Col > a.Right+1) {
					t.Fatalf("seed %d: %+v is not in %+v", seed, q, a)
				}
				delete(places, q)
			}
			if len(places) > 0 {
				t.Fatalf("seed %d: the whole has no %v", seed, places)
			}
			branches := map[Branch]bool{}
			for _, b := range p.Branches {
				branches[b] = true
			}
			for _, b := range all.Branches {
				in := b.Row+1 >= a.Top && b.Row <= a.Bottom && b.To >= a.Left && b.From <= a.Right
				if in != branches[b] {
					t.Fatalf("seed %d: %+v in %+v: %v, want %v", seed, b, a, branches[b], in)
				}
				delete(branches, b)
			}
			if len(branches) > 0 {
				t.Fatalf("seed %d: the whole has no %v", seed, branches)
			}
			for _, want := range all.Runs { // only the visible rows
				for row := max(want.From, a.Top); row < min(want.To, a.Bottom); row++ {
					if want.Col < a.Left || want.Col > a.Right {
						continue
					}
					if !slices.ContainsFunc(p.Runs, func(got Run) bool {
						return got.Col == want.Col && got.From <= row && row < got.To && got.OnPath == want.OnPath
					}) {
						t.Fatalf("seed %d: the line in column %d is missing from row %d in %+v", seed, want.Col, row, a)
					}
				}
			}
		}
	}
}

// TestForksOfALongSideLine checks that Forks finds a fork far above from each segment of a long
// side line.
func TestForksOfALongSideLine(t *testing.T) {
	tr := gomoku(t)
	grow := func(n *model.Node, length int) (line []*model.Node) {
		for range length {
			n = tr.AddRaw(n, "m")
			line = append(line, n)
		}
		return line
	}
	main := grow(tr.Root(), 10)
	long := grow(main[4], 3*segNodes)
	last := grow(main[4], 3*segNodes)
	l := New(tr)
	l.UnfoldAll(tr.Root())
	for _, line := range [][]*model.Node{main, long, last} {
		for i := 0; i < len(line); i += 5 {
			checkLine(t, l, line[i])
		}
	}
}
