package app

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// cells returns cells by their labels.
func (d *desk) cells(labels string) (cells []rules.Cell) {
	d.t.Helper()
	for l := range strings.FieldsSeq(labels) {
		c := d.Rules().Board().Find(l)
		if c == rules.NoCell {
			d.t.Fatal("no cell ", l)
		}
		cells = append(cells, c)
	}
	return cells
}

// numbered returns the numbers on the board as a list by labels, in the order of numbers.
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
		parts = append(parts, itoa(x.n)+x.label)
	}
	return strings.Join(parts, " ")
}

func TestSigns(t *testing.T) {
	d := newDesk(t)
	d.play("b2")
	d.ToggleGlyph("!")
	d.ToggleGlyph(model.GlyphEven)
	if got := d.GlyphsText(d.Node()); got != "!\u202f=" {
		t.Errorf("signs %q", got)
	}
	d.ToggleGlyph("??")
	d.ToggleGlyph(model.Better(1, 2))
	if got := d.Node().Glyphs(); !slices.Equal(got, []model.Glyph{"??", "B++"}) {
		t.Errorf("signs %q", got)
	}
	if got := d.GlyphsText(d.Node()); got != "??\u202fN++" { // Nought
		t.Errorf("signs %q", got)
	}
	if d.MoveGlyph() != "??" || d.PositionGlyph() != "B++" {
		t.Errorf("%q and %q", d.MoveGlyph(), d.PositionGlyph())
	}
	d.ToggleGlyph("??")
	d.ClearPosition()
	if got := d.Node().Glyphs(); len(got) != 0 {
		t.Errorf("signs %q", got)
	}
	for range 6 {
		d.Undo()
	}
	if got := d.Node().Glyphs(); len(got) != 0 || d.Node().Parent() == nil {
		t.Errorf("undone: signs %q", got)
	}
}

func TestLinesAndMarks(t *testing.T) {
	d := newDesk(t)
	c := d.cells("a1 b2 c3")
	d.Pick(ToolArrow)
	d.Click(c[0])
	if d.Hold() != c[0] {
		t.Fatal("no line was begun")
	}
	d.Click(c[1])
	d.Line(c[1], c[2], false)
	d.Pick(ToolCircle)
	d.Click(c[1])
	want := []model.Line{{From: c[0], To: c[1], Arrow: true}, {From: c[1], To: c[2]}}
	if got := d.Node().Lines(); !slices.Equal(got, want) {
		t.Fatalf("lines %v", got)
	}
	if got, want := d.DescribeMarks(), "Marks: b2 circle, arrow a1 to b2, line b2 to c3"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	d.Pick(ToolErase)
	d.Click(c[2])
	if got := d.Node().Lines(); !slices.Equal(got, want[:1]) {
		t.Errorf("after erasing c3: %v", got)
	}
	d.Undo()
	d.Click(c[1])
	if len(d.Node().Lines())+len(d.Node().Marks()) != 0 {
		t.Errorf("after erasing b2: %v %v", d.Node().Lines(), d.Node().Marks())
	}
	d.Undo() // both at once
	if len(d.Node().Lines()) != 2 || len(d.Node().Marks()) != 1 {
		t.Errorf("undone: %v %v", d.Node().Lines(), d.Node().Marks())
	}
	d.Line(c[2], c[1], false) // the same line from the other end
	d.Line(c[1], c[0], true)  // another arrow
	d.Line(c[0], c[1], true)
	if got := d.Node().Lines(); !slices.Equal(got, []model.Line{{From: c[1], To: c[0], Arrow: true}}) {
		t.Errorf("lines %v", got)
	}
	d.Pick(ToolLine)
	d.Click(c[0])
	d.Click(c[0])
	if d.Hold() != rules.NoCell || len(d.Node().Lines()) != 1 {
		t.Error("a line from a cell to itself")
	}
}

// Drawing a line once more takes off that line alone, of all that begin or end at the same cells. An
// arrow has a direction, a line has none.
func TestTakingOneLineOff(t *testing.T) {
	d := newDesk(t)
	d.play("b2")
	c := d.cells("a1 b2 c3")
	var all []model.Line
	for _, from := range c {
		for _, to := range c {
			if from != to {
				all = append(all, model.Line{From: from, To: to, Arrow: true})
			}
			if from < to {
				all = append(all, model.Line{From: from, To: to})
			}
		}
	}
	for _, l := range all {
		d.Line(l.From, l.To, l.Arrow)
	}
	if got := d.Node().Lines(); !slices.Equal(got, all) {
		t.Fatalf("drawn are %v, want %v", got, all)
	}
	for _, l := range all {
		for _, turned := range []bool{false, true} {
			from, to := l.From, l.To
			if turned {
				from, to = to, from
			}
			d.Line(from, to, l.Arrow)
			off := slices.DeleteFunc(slices.Clone(all), func(o model.Line) bool {
				return o == model.Line{From: from, To: to, Arrow: l.Arrow} || o == l && !l.Arrow
			})
			if got := d.Node().Lines(); !slices.Equal(got, off) {
				t.Errorf("%d to %d, arrow %v: %v is left, want %v", from, to, l.Arrow, got, off)
			}
			d.Undo()
		}
	}
}

func TestTextOnACell(t *testing.T) {
	d := newDesk(t)
	c := d.cells("b1")[0]
	asked := ""
	d.Ask = func(at rules.Cell, text string) { asked = text; d.MarkText(d.Node(), at, "  Büßer!!") }
	d.Pick(ToolText)
	d.Click(c)
	if got := d.Node().Marks(); len(got) != 1 || got[0] != (model.Mark{Cell: c, Kind: model.MarkLabel, Text: "Büßer"}) {
		t.Fatalf("marks %v", got)
	}
	d.Click(c)
	if asked != "Büßer" {
		t.Errorf("asked with %q", asked)
	}
	d.MarkText(d.Node(), c, " ")
	if len(d.Node().Marks()) != 0 {
		t.Error("the text is still there")
	}
}

func TestPointTo(t *testing.T) {
	d := newDesk(t)
	const text = "first B2, then **c3** é a11"
	for at, want := range map[int]string{6: "b2", 7: "b2", 8: "b2", 18: "c3", 0: "", 22: "", 25: "", -1: "", 99: ""} {
		d.Cursor.Hide()
		if ok := d.PointTo(text, at); ok != (want != "") {
			t.Errorf("at %d: %v", at, ok)
		} else if ok && d.Cursor.Cell() != d.cells(want)[0] {
			t.Errorf("at %d: %d", at, d.Cursor.Cell())
		}
	}
}

func TestBookmarks(t *testing.T) {
	d := newDesk(t)
	d.NextBookmark()
	if len(d.said) == 0 || d.said[0] != "There are no bookmarks" {
		t.Errorf("said %q", d.said)
	}
	d.play("a1", "b2")
	d.ToggleBookmark()
	first := d.Node()
	d.SetName(first, "Cen")
	d.SetName(first, "Centre")
	d.Back()
	d.play("c3")
	d.ToggleBookmark()
	second := d.Node()
	d.Home()
	d.ToggleBookmark()
	var tour []*model.Node
	for range 4 {
		d.NextBookmark()
		tour = append(tour, d.Node())
	}
	root := d.Tree().Root()
	if !slices.Equal(tour, []*model.Node{first, second, root, first}) {
		t.Error("the bookmarks come in another order")
	}
	d.PrevBookmark()
	d.PrevBookmark()
	if d.Node() != second {
		t.Error("not the bookmark before")
	}
	if got := d.Bookmarks(); !slices.Equal(got, []*model.Node{root, first, second}) {
		t.Errorf("%d bookmarks", len(got))
	}
	if got := d.MoveLabel(first) + " " + d.Place(first) + "|" + d.MoveLabel(root) + d.Place(root); got != "2. b2 Centre|Start" {
		t.Errorf("places %q", got)
	}
	d.Go(first)
	d.SetColor(Colors[3].Hex)
	if ColorName(first.Color()) != "Green" {
		t.Errorf("colour %q", first.Color())
	}
	d.Undo()
	d.Undo() // the bookmark of the root
	d.Undo() // that of c3
	d.Undo() // c3 itself
	d.Undo() // the whole name
	if first.Name() != "" || !first.Bookmarked() {
		t.Errorf("undone: name %q", first.Name())
	}
}

func TestNumbersInTheSession(t *testing.T) {
	d := newDesk(t)
	d.start("line", "gomoku")
	d.play("h8", "h9", "i8")
	show := func(want string) {
		t.Helper()
		if got := numbered(d.Rules().Board(), d.StoneNumbers()); got != want {
			t.Errorf("%q: %s, want %s", d.Settings.Numbers, got, want)
		}
	}
	show("")
	d.CycleNumbers()
	show("1h8 2h9 3i8")
	d.Back()
	d.play("k8", "k9") // a variation
	show("1h8 2h9 3k8 4k9")
	d.CycleNumbers()
	show("1h8 2h9 3k8 4k9")
	d.CycleNumbers()
	show("1k8 2k9")
	d.ToggleNumber()
	show("1k9")
	d.play("l9")
	show("1k9 2l9")
	d.Undo()
	d.Undo()
	show("1k8 2k9")
	d.Go(d.Tree().Root().First().First().First())
	show("1h8 2h9 3i8")
	d.CycleNumbers()
	show("")
	d.Back()
	d.ToggleNumber() // shows them
	show("1h9")
	d.Forward()
	show("1h9 2i8")
	if d.Settings.Numbers != NumbersAll {
		t.Errorf("mode %q", d.Settings.Numbers)
	}
	d.Back()
	d.ToggleNumber()
	show("1h8 2h9")
}

func build(t testing.TB, game, preset string) rules.Rules {
	t.Helper()
	g, _, _ := all.Find(game)
	r, err := g.Build(preset, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// grow adds moves by their names below n, and returns the last node.
func grow(t testing.TB, tree *model.Tree, n *model.Node, moves string) *model.Node {
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

func TestNumbersOfCapturesDropsAndSetUps(t *testing.T) {
	for _, c := range []struct{ game, preset, moves, want string }{
		// Two stones are captured, one cell is played again.
		{"line", "pente", "j10 j11 a1 j12 j13 j11", "1j10 3a1 5j13 6j11"},
		{"othello", "othello", "f5 d6 c3 d3", "1f5 2d6 3c3 4d3"},
		{"line", "connect4", "d d c", "1d6 2d5 3c6"},
	} {
		tree := model.NewTree(build(t, c.game, c.preset))
		n := grow(t, tree, tree.Root(), c.moves)
		if got := numbered(tree.Rules().Board(), NewNumbers(tree).Of(n, NumbersAll)); got != c.want {
			t.Errorf("%s: %s, want %s", c.preset, got, c.want)
		}
	}
	tree := model.NewTree(build(t, "line", "gomoku"))
	at := grow(t, tree, tree.Root(), "h8 h9")
	pos, _ := tree.Position(at)
	set := tree.AddSetup(at, pos.String())
	n := grow(t, tree, set, "a1 a2")
	x := NewNumbers(tree)
	b := tree.Rules().Board()
	if got := numbered(b, x.Of(n, NumbersAll)); got != "1a1 2a2" {
		t.Errorf("after a set-up: %s", got)
	}
	bad := tree.AddRaw(n, "??")
	if got := numbered(b, x.Of(bad, NumbersAll)); got != "1a1 2a2" {
		t.Errorf("at what does not play: %s", got)
	}
	othello := model.NewTree(build(t, "othello", "othello"))
	at = othello.Add(othello.Add(othello.Root(), rules.Pass), rules.Place(3))
	if k := NewNumbers(othello).count(at, nil); k != 1 {
		t.Errorf("behind a pass stands move %d", k)
	}
	awale := model.NewTree(build(t, "awale", "awale"))
	for m := range awale.Rules().Start().Moves() {
		if got := NewNumbers(awale).Of(awale.Add(awale.Root(), m), NumbersAll); got != nil {
			t.Errorf("numbers on seeds: %v", got)
		}
		break
	}
}

// TestNumbersFollowEdits holds kept numbers to those counted afresh.
func TestNumbersFollowEdits(t *testing.T) {
	tree := model.NewTree(build(t, "line", "gomoku"))
	x := NewNumbers(tree)
	tree.Watch(x.Heard)
	end := grow(t, tree, tree.Root(), "h8 h9 i8 i9 j8")
	fork := tree.Root().First().First()
	side := grow(t, tree, fork, "a1 a2 a3")
	same := func(what string) {
		t.Helper()
		for _, mode := range numberModes {
			for _, n := range []*model.Node{end, side, fork} {
				if !tree.Contains(n) {
					continue
				}
				b := tree.Rules().Board()
				if got, want := numbered(b, x.Of(n, mode)), numbered(b, NewNumbers(tree).Of(n, mode)); got != want {
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
	do("removal", model.Remove{Node: tree.Root().First()})
}

// TestNumbersInALongLine counts far down a line without losing time there.
func TestNumbersInALongLine(t *testing.T) {
	tree := model.NewTree(build(t, "line", "gomoku"))
	n := tree.Root()
	for range 200_000 { // they do not play, but count
		n = tree.Add(n, rules.Place(0))
	}
	x := NewNumbers(tree)
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
	if got := numbered(tree.Rules().Board(), x.Of(n, NumbersAll)); got != "1a1" { // the last that plays
		t.Errorf("numbers %s", got)
	}
}

// BenchmarkNumbers steps to and fro below a million nodes, on a full board, in each mode.
func BenchmarkNumbers(b *testing.B) {
	tree := model.NewTree(build(b, "line", "gomoku"))
	n := tree.Root()
	for range 1_000_000 {
		n = tree.AddSetup(n, "")
	}
	cells := len(tree.Rules().Board().Cells)
	for i := range cells - 25 { // rows filled so that nobody has five in a row
		r, c := i/15, i%15
		n = tree.Add(n, rules.Place(rules.Cell(15*r+(c*2+r/2)%15)))
	}
	for _, mode := range numberModes[1:] {
		x := NewNumbers(tree)
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
			NewNumbers(tree).count(long, nil)
		}
	})
}

// What a click does is said: it does not always play.
func TestStatusTellsTheTool(t *testing.T) {
	d := newDesk(t)
	plays := d.Status()
	for tool := ToolCircle; tool <= ToolErase; tool++ {
		d.Pick(tool)
		i := slices.IndexFunc(noteCommands, func(c Command) bool { return c.Under == menuMark && c.Title == toolTitles[tool] })
		if i < 0 || !strings.HasPrefix(d.Status(), string(noteCommands[i].Title+"; Escape")) {
			t.Fatalf("tool %d: %q", tool, d.Status())
		}
		noteCommands[i].Do(d.Session) // again: it goes back
		if d.Tool() != ToolPlay || d.Status() != plays {
			t.Errorf("%q after %s twice", d.Status(), noteCommands[i].Title)
		}
	}
}
