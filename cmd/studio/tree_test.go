package main

import (
	"context"
	"image"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/io/xml"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// othelloTree writes an Othello game with nested variations and returns the file. The main line has
// 60 plies; a long variation starts at ply 6.
func othelloTree(t *testing.T) string {
	t.Helper()
	r, err := all.Games.Build("othello", nil)
	if err != nil {
		t.Fatal(err)
	}
	d := model.NewDocument(r)
	rnd := rand.New(rand.NewPCG(3, 9))
	line := func(n *model.Node, plies int) *model.Node {
		for range plies {
			pos, err := d.Tree.Position(n)
			if err != nil {
				t.Fatal(err)
			}
			var free []rules.Move
			for m := range pos.Moves() {
				if d.Tree.Find(n, m) == nil {
					free = append(free, m)
				}
			}
			if len(free) == 0 {
				break
			}
			n = d.Tree.Add(n, free[rnd.IntN(len(free))])
		}
		return n
	}
	line(d.Tree.Root(), 60)
	long := line(node(t, d, 5), 54)
	n := long
	for i := range 40 {
		if n = n.Parent(); i%9 == 0 {
			line(n, 4)
		}
	}
	for ply := 2; ply < 40; ply += 3 {
		end := line(node(t, d, ply), 2+ply%5)
		if ply%2 == 0 {
			line(end.Parent(), 2)
		}
	}
	d.Tree.Annotate(node(t, d, 3), model.Annotation{Name: "Tiger opening", Comment: "The usual way.\nBoth sides know it.", Bookmark: true})
	d.Tree.Annotate(node(t, d, 4), model.Annotation{Color: "#2ec27e", Glyphs: []model.Glyph{"!"}})
	d.Tree.Annotate(node(t, d, 7), model.Annotation{Name: "A name that is much longer than there is room for in the tree", Color: "#e01b24", Glyphs: []model.Glyph{"?!", "A+"}})
	d.Tree.Annotate(node(t, d, 10), model.Annotation{Bookmark: true, Comment: "Here it turns."})
	path := filepath.Join(t.TempDir(), "othello.studio")
	save(t, d, path)
	return path
}

func save(t *testing.T, d *model.Document, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := xml.Encode(context.Background(), f, d, nil); err != nil {
		t.Fatal(err)
	}
}

// inTree returns the screen position of a place in the tree. The tree must not be scrolled.
func (w *window) inTree(row, col int) image.Point {
	return w.Find("drawing area", "Game tree").Extents().Min.Add(image.Pt(20+38*col, 20+26*row))
}

// treeText returns the accessible description of the tree, which describes the current node.
func (w *window) treeText() string { return w.Find("drawing area", "Game tree").Description() }

// TestTreeFoldsAndShowsBoards checks that a long variation is folded at first and can be unfolded
// with clicks and keys, and that the tree shows the board of the node under the pointer.
func TestTreeFoldsAndShowsBoards(t *testing.T) {
	t.Parallel()
	w := open(t, othelloTree(t))
	w.shows("othello.studio")
	slider := w.Find("slider", "Move")
	ply := func(n int) { w.t.Helper(); w.Wait("the ply", func() bool { return int(slider.Value()) == n }) }
	folded := func(on bool) {
		w.t.Helper()
		w.Wait("folded", func() bool { return strings.Contains(w.treeText(), "collapsed") == on })
	}
	w.goTo(3)
	w.Wait("the name", func() bool {
		return strings.Contains(w.treeText(), "3. ") && strings.Contains(w.treeText(), "Tiger opening, ")
	})
	w.shot("tree")

	w.PointAt(w.inTree(3, 0))
	board := w.Find("", "Position: "+w.treeText())
	at := board.Extents()
	if p := w.inTree(3, 0); p.In(at) {
		t.Errorf("the board at %v covers its node at %v", at, p)
	}
	w.shot("tree-hover")
	w.PointAt(w.middle())
	w.WaitGone("", "Position: "+w.treeText())

	w.goTo(5)
	w.Key("Right", "Down")
	folded(true)
	w.shot("tree-folded")
	w.Key("ctrl+bracketright")
	folded(false)
	w.shot("tree-unfolded")
	w.Key("ctrl+bracketleft") // folds the line that starts at the node
	folded(true)
	w.ClickAt(w.inTree(6, 2)) // the number next to it
	folded(false)
	w.Key("Right", "Right")
	ply(8)
	w.Key("ctrl+bracketleft")
	ply(6)
	folded(true)

	w.Key("Home")
	ply(0)
	before := w.treeText()
	w.Key("ctrl+braceright")
	w.shot("tree-all")
	w.Key("ctrl+braceleft")
	w.shot("tree-others")
	if w.treeText() != before {
		t.Errorf("folding went elsewhere: %q", w.treeText())
	}
	w.Key("ctrl+d")
	w.shot("tree-dark")
}

// TestTreeOfMillionMoves checks that several parts of a tree with a million nodes are shown.
func TestTreeOfMillionMoves(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a large file")
	}
	r, err := all.Games.Build("line", rules.Params{"rows": "19", "cols": "19", "k": "19"})
	if err != nil {
		t.Fatal(err)
	}
	d := model.NewDocument(r)
	rnd := rand.New(rand.NewPCG(1, 2))
	for d.Tree.Len() < 1_000_000 {
		n := d.Tree.Root()
		for _, c := range rnd.Perm(361)[:300] {
			next := d.Tree.Find(n, rules.Place(rules.Cell(c)))
			if next == nil {
				next = d.Tree.Add(n, rules.Place(rules.Cell(c)))
			}
			n = next
		}
	}
	path := filepath.Join(t.TempDir(), "million.studio")
	save(t, d, path)
	w := open(t, path)
	w.shows("million.studio")
	slider := w.Find("slider", "Move")
	w.shot("million")
	w.Key("End")
	w.Wait("the end", func() bool { return slider.Value() == 300 })
	w.shot("million-end")
	w.Key("Home", "Right", "Down", "Down", "Right", "Right", "Right")
	w.Wait("a variation", func() bool { return slider.Value() == 4 })
	w.shot("million-variation")
}

// TestMoveListKeepsUnchangedRows checks that adding and undoing a comment at the start of a long
// line keeps the other rows of the list.
func TestMoveListKeepsUnchangedRows(t *testing.T) {
	t.Parallel()
	w := open(t, othelloTree(t))
	w.shows("othello.studio")
	w.moves("30. ")
	before := w.line()
	w.goTo(1)
	w.Key("F9")
	w.Type("well")
	w.moves("well")
	if got := w.line(); strings.Replace(got, "well  ", "", 1) != before {
		t.Errorf("the list is now %q, was %q", got, before)
	}
	w.Key("Escape", "ctrl+z")
	w.Wait("the comment to go", func() bool { return w.line() == before })
}

// TestLargerWindowShowsMoreOfTree checks that the tree takes the additional space of a larger
// window.
func TestLargerWindowShowsMoreOfTree(t *testing.T) {
	t.Parallel()
	w := open(t, "../../samples/penloup-juhem.studio")
	w.shows("penloup-juhem.studio")
	tree, moves := w.Find("drawing area", "Game tree"), w.Find("text", "Moves")
	was, text := tree.Extents().Dy(), moves.Extents().Dy()
	w.Key("F11")
	w.Wait("a larger tree", func() bool { return tree.Extents().Dy() > was })
	if got := moves.Extents().Dy(); got > text {
		t.Errorf("the list of moves grew from %d to %d", text, got)
	}
	w.shot("full-screen")
}
