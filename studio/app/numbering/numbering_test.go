package numbering

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"boardstudio/model"
	"boardstudio/model/trees"
	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/text/msg"
)

// numbered returns the numbers on the board as text, sorted by number, with the labels of the
// cells.
func numbered(b *rules.Board, cells map[rules.Cell]int) string {
	type at struct {
		n     int
		label string
	}
	var list []at
	for c, n := range cells {
		list = append(list, at{n, b.Cells[c].Label})
	}
	slices.SortFunc(list, func(a, b at) int { return cmp.Or(a.n-b.n, strings.Compare(a.label, b.label)) })
	var parts []string
	for _, x := range list {
		parts = append(parts, strconv.Itoa(x.n)+x.label)
	}
	return strings.Join(parts, " ")
}

func build(t testing.TB, game, preset string) rules.Rules {
	t.Helper()
	g, _, _ := all.Games.Find(game)
	r, err := g.Build(preset, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestCapturesDropsAndSetUps(t *testing.T) {
	for _, c := range []struct{ game, preset, moves, want string }{
		// Two stones are captured, one cell is played again.
		{"line", "pente", "j10 j11 a1 j12 j13 j11", "1j10 3a1 5j13 6j11"},
		{"othello", "othello", "f5 d6 c3 d3", "1f5 2d6 3c3 4d3"},
		{"line", "connect4", "d d c", "1d6 2d5 3c6"},
	} {
		t.Run(c.preset, func(t *testing.T) {
			tree := model.NewTree(build(t, c.game, c.preset))
			n := trees.Grow(t, tree, tree.Root(), c.moves)
			if got := numbered(tree.Rules().Board(), New(tree).Of(n, All)); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
	tree := model.NewTree(build(t, "line", "gomoku"))
	at := trees.Grow(t, tree, tree.Root(), "h8 h9")
	pos, _ := tree.Position(at)
	set := tree.AddSetup(at, pos.String())
	n := trees.Grow(t, tree, set, "a1 a2")
	x := New(tree)
	b := tree.Rules().Board()
	if got := numbered(b, x.Of(n, All)); got != "1a1 2a2" {
		t.Errorf("after a set-up: %s", got)
	}
	bad := tree.AddRaw(n, "??")
	if got := numbered(b, x.Of(bad, All)); got != "1a1 2a2" {
		t.Errorf("at what does not play: %s", got)
	}
	othello := model.NewTree(build(t, "othello", "othello"))
	at = othello.Add(othello.Add(othello.Root(), rules.Pass), rules.Place(3))
	if k := New(othello).count(at, nil); k != 1 {
		t.Errorf("behind a pass stands move %d", k)
	}
	awale := model.NewTree(build(t, "awale", "awale"))
	for m := range awale.Rules().Start().Moves() {
		if got := New(awale).Of(awale.Add(awale.Root(), m), All); got != nil {
			t.Errorf("numbers on seeds: %v", got)
		}
		break
	}
}

// TestEdits compares cached numbers with new ones.
func TestEdits(t *testing.T) {
	tree := model.NewTree(build(t, "line", "gomoku"))
	x := New(tree)
	tree.Watch(x.Heard)
	end := trees.Grow(t, tree, tree.Root(), "h8 h9 i8 i9 j8")
	fork := tree.Root().First().First()
	side := trees.Grow(t, tree, fork, "a1 a2 a3")
	same := func(what string) {
		t.Helper()
		for _, mode := range Modes {
			for _, n := range []*model.Node{end, side, fork} {
				if !tree.Contains(n) {
					continue
				}
				b := tree.Rules().Board()
				if got, want := numbered(b, x.Of(n, mode)), numbered(b, New(tree).Of(n, mode)); got != want {
					t.Errorf("%s: %q: %s, want %s", what, mode, got, want)
				}
			}
		}
	}
	do := func(what string, e ...model.Edit) {
		t.Helper()
		if err := tree.Do(msg.Key(what), e...); err != nil {
			t.Fatal(what, err)
		}
		same(what)
		tree.Undo()
		same("undo of " + what)
		tree.Redo()
		same("redo of " + what)
	}
	same("at first")
	do("marker", model.SetNumber{Node: fork, Number: 7})
	do("other marker", model.SetNumber{Node: side, Number: 20})
	do("no marker", model.SetNumber{Node: fork})
	do("comment", model.SetComment{Node: fork, Text: "x"})
	do("main line", model.MakeMain(side)...)
	do("relink", model.Relink{Node: side, Parent: end, Index: -1})
	do("first of all", model.Insert{Parent: tree.Root(), Index: 0, Node: model.NewNode(rules.Place(3))})
	do("out of what goes", model.Relink{Node: fork.First(), Parent: tree.Root(), Index: -1}, model.Remove{Node: fork})
	do("removal", model.Remove{Node: tree.Root().First()})
}

// TestLongLine checks that counting far down a line is fast.
func TestLongLine(t *testing.T) {
	tree := model.NewTree(build(t, "line", "gomoku"))
	n := tree.Root()
	for range 200_000 { // illegal, but counted
		n = tree.Add(n, rules.Place(0))
	}
	x := New(tree)
	if k := x.count(n, nil); k != 200_000 {
		t.Fatalf("counted %d", k)
	}
	for m, k := n.Parent(), 199_999; k > 190_000; m, k = m.Parent(), k-1 {
		if got := x.count(m, nil); got != k {
			t.Fatalf("counted %d, not %d", got, k)
		}
	}
	if len(x.counts) > 12_000 {
		t.Errorf("%d counts are kept", len(x.counts))
	}
	if got := numbered(tree.Rules().Board(), x.Of(n, All)); got != "1a1" { // the last legal move
		t.Errorf("numbers %s", got)
	}
}

// Benchmark steps back and forth below a million nodes, on a full board, in each mode.
func Benchmark(b *testing.B) {
	tree := model.NewTree(build(b, "line", "gomoku"))
	n := tree.Root()
	for range 1_000_000 {
		n = tree.AddSetup(n, "")
	}
	cells := len(tree.Rules().Board().Cells)
	for i := range cells - 25 { // rows without five in a row
		r, c := i/15, i%15
		n = tree.Add(n, rules.Place(rules.Cell(15*r+(c*2+r/2)%15)))
	}
	for _, mode := range Modes[1:] {
		x := New(tree)
		b.Run(string(mode), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				m := n
				if i%2 == 1 {
					m = n.Parent()
				}
				x.Of(m, mode)
			}
		})
	}
	b.Run("count", func(b *testing.B) {
		long := tree.Root()
		for range 1_000_000 {
			long = tree.Add(long, rules.Place(0))
		}
		for b.Loop() {
			New(tree).count(long, nil)
		}
	})
}
