package app

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"boardstudio/text/words"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/command"
	"boardstudio/studio/app/numbering"
)

// cells returns cells by their labels.
func (d *fixture) cells(labels string) (cells []rules.Cell) {
	d.t.Helper()
	for l := range strings.FieldsSeq(labels) {
		c := d.View.Rules().Board().Find(l)
		if c == rules.NoCell {
			d.t.Fatal("no cell ", l)
		}
		cells = append(cells, c)
	}
	return cells
}

func TestSigns(t *testing.T) {
	d := newFixture(t)
	d.play("b2")
	d.ToggleGlyph("!")
	d.ToggleGlyph(model.GlyphEven)
	if got := d.View.GlyphsText(d.View.Node()); got != "!\u202f=" {
		t.Errorf("signs %q", got)
	}
	d.ToggleGlyph("??")
	d.ToggleGlyph(model.Better(1, 2))
	if got := d.View.Node().Glyphs(); !slices.Equal(got, []model.Glyph{"??", "B++"}) {
		t.Errorf("signs %q", got)
	}
	if got := d.View.GlyphsText(d.View.Node()); got != "??\u202fN++" { // Nought
		t.Errorf("signs %q", got)
	}
	if d.View.MoveGlyph() != "??" || d.View.PositionGlyph() != "B++" {
		t.Errorf("%q and %q", d.View.MoveGlyph(), d.View.PositionGlyph())
	}
	d.ToggleGlyph("??")
	d.ClearPosition()
	if got := d.View.Node().Glyphs(); len(got) != 0 {
		t.Errorf("signs %q", got)
	}
	for range 6 {
		d.Undo()
	}
	if got := d.View.Node().Glyphs(); len(got) != 0 || d.View.Node().Parent() == nil {
		t.Errorf("undone: signs %q", got)
	}
}

func TestLinesAndMarks(t *testing.T) {
	d := newFixture(t)
	c := d.cells("a1 b2 c3")
	d.Pick(ToolArrow)
	d.Click(c[0])
	if d.Cursor.Hold() != c[0] {
		t.Fatal("no line was begun")
	}
	d.Click(c[1])
	d.Line(c[1], c[2], false)
	d.Pick(ToolCircle)
	d.Click(c[1])
	want := []model.Line{{From: c[0], To: c[1], Arrow: true}, {From: c[1], To: c[2]}}
	if got := d.View.Node().Lines(); !slices.Equal(got, want) {
		t.Fatalf("lines %v", got)
	}
	if got, want := d.View.DescribeMarks(), "Marks: b2 circle, arrow a1 to b2, line b2 to c3"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	d.Pick(ToolErase)
	d.Click(c[2])
	if got := d.View.Node().Lines(); !slices.Equal(got, want[:1]) {
		t.Errorf("after erasing c3: %v", got)
	}
	d.Undo()
	d.Click(c[1])
	if len(d.View.Node().Lines())+len(d.View.Node().Marks()) != 0 {
		t.Errorf("after erasing b2: %v %v", d.View.Node().Lines(), d.View.Node().Marks())
	}
	d.Undo() // both at once
	if len(d.View.Node().Lines()) != 2 || len(d.View.Node().Marks()) != 1 {
		t.Errorf("undone: %v %v", d.View.Node().Lines(), d.View.Node().Marks())
	}
	d.Line(c[2], c[1], false) // the same line from the other end
	d.Line(c[1], c[0], true)  // an arrow in the opposite direction
	d.Line(c[0], c[1], true)
	if got := d.View.Node().Lines(); !slices.Equal(got, []model.Line{{From: c[1], To: c[0], Arrow: true}}) {
		t.Errorf("lines %v", got)
	}
	d.Pick(ToolLine)
	d.Click(c[0])
	d.Click(c[0])
	if d.Cursor.Hold() != rules.NoCell || len(d.View.Node().Lines()) != 1 {
		t.Error("a line from a cell to itself")
	}
}

// TestTakingOneLineOff checks that drawing a line again removes only that line. Arrows have a
// direction, lines do not.
func TestTakingOneLineOff(t *testing.T) {
	d := newFixture(t)
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
	if got := d.View.Node().Lines(); !slices.Equal(got, all) {
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
			if got := d.View.Node().Lines(); !slices.Equal(got, off) {
				t.Errorf("%d to %d, arrow %v: %v is left, want %v", from, to, l.Arrow, got, off)
			}
			d.Undo()
		}
	}
}

func TestTextOnCell(t *testing.T) {
	d := newFixture(t)
	c := d.cells("b1")[0]
	asked := ""
	d.Ask = func(at rules.Cell, text string) { asked = text; d.MarkText(d.View.Node(), at, "  Büßer!!") }
	d.Pick(ToolText)
	d.Click(c)
	if got := d.View.Node().Marks(); len(got) != 1 || got[0] != (model.Mark{Cell: c, Kind: model.MarkLabel, Text: "Büßer"}) {
		t.Fatalf("marks %v", got)
	}
	d.Click(c)
	if asked != "Büßer" {
		t.Errorf("asked with %q", asked)
	}
	d.MarkText(d.View.Node(), c, " ")
	if len(d.View.Node().Marks()) != 0 {
		t.Error("the text is still there")
	}
}

func TestPointTo(t *testing.T) {
	d := newFixture(t)
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
	d := newFixture(t)
	d.NextBookmark()
	if len(d.said) == 0 || d.said[0] != "There are no bookmarks" {
		t.Errorf("said %q", d.said)
	}
	d.play("a1", "b2")
	d.ToggleBookmark()
	first := d.View.Node()
	d.SetName(first, "Cen")
	d.SetName(first, "Centre")
	d.Back()
	d.play("c3")
	d.ToggleBookmark()
	second := d.View.Node()
	d.Home()
	d.ToggleBookmark()
	var tour []*model.Node
	for range 4 {
		d.NextBookmark()
		tour = append(tour, d.View.Node())
	}
	root := d.View.Tree().Root()
	if !slices.Equal(tour, []*model.Node{first, second, root, first}) {
		t.Error("the bookmarks come in another order")
	}
	d.PrevBookmark()
	d.PrevBookmark()
	if d.View.Node() != second {
		t.Error("not the bookmark before")
	}
	if got := d.View.Bookmarks(); !slices.Equal(got, []*model.Node{root, first, second}) {
		t.Errorf("%d bookmarks", len(got))
	}
	if got := d.View.MoveLabel(first) + " " + d.View.Place(first) + "|" + d.View.MoveLabel(root) + d.View.Place(root); got != "2. b2 Centre|Start" {
		t.Errorf("places %q", got)
	}
	d.Go(first)
	d.SetColor(words.Colors[3].Hex)
	if words.ColorName(first.Color()) != "Green" {
		t.Errorf("colour %q", first.Color())
	}
	d.Undo()
	d.Undo() // the bookmark of the root
	d.Undo() // the bookmark of c3
	d.Undo() // c3 itself
	d.Undo() // the whole name
	if first.Name() != "" || !first.Bookmarked() {
		t.Errorf("undone: name %q", first.Name())
	}
}

func TestNumbersInTheSession(t *testing.T) {
	d := newFixture(t)
	d.start("line", "gomoku")
	d.play("h8", "h9", "i8")
	show := func(want string) {
		t.Helper()
		cells := map[rules.Cell]int{}
		for f := range strings.FieldsSeq(want) {
			label := strings.TrimLeft(f, "0123456789")
			cells[d.cells(label)[0]], _ = strconv.Atoi(strings.TrimSuffix(f, label))
		}
		if got := d.View.StoneNumbers(); !maps.Equal(got, cells) {
			t.Errorf("%q: %v, want %s", d.App.Settings.Numbers, got, want)
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
	d.Go(d.View.Tree().Root().First().First().First())
	show("1h8 2h9 3i8")
	d.CycleNumbers()
	show("")
	d.Back()
	d.ToggleNumber() // turns numbers on
	show("1h9")
	d.Forward()
	show("1h9 2i8")
	if numbering.Mode(d.App.Settings.Numbers) != numbering.All {
		t.Errorf("mode %q", d.App.Settings.Numbers)
	}
	d.Back()
	d.ToggleNumber()
	show("1h8 2h9")
}

// TestStatusTellsTheTool checks that the status line names the selected tool.
func TestStatusTellsTheTool(t *testing.T) {
	d := newFixture(t)
	plays := d.Status()
	for tool := ToolCircle; tool <= ToolErase; tool++ {
		d.Pick(tool)
		title := string(command.All[toolCommands[tool]].Title)
		if !strings.HasPrefix(d.Status(), title+"; press Escape") {
			t.Fatalf("tool %d: %q", tool, d.Status())
		}
		d.Pick(tool) // selecting it again returns to playing
		if d.Tool() != ToolPlay || d.Status() != plays {
			t.Errorf("%q after %s twice", d.Status(), title)
		}
	}
}

// TestNumbersNeedStones checks that move numbers are not available in sowing games.
func TestNumbersNeedStones(t *testing.T) {
	d := newFixture(t)
	for game, want := range map[string]bool{"line/gomoku": true, "othello/othello": true, "awale/awale": false} {
		name, preset, _ := strings.Cut(game, "/")
		d.start(name, preset)
		for _, id := range []command.ID{command.Numbers, command.NumberHere} {
			if d.Conditions().Allows(id) != want {
				t.Errorf("%s: %s can be used: %v", game, id, !want)
			}
		}
	}
}
