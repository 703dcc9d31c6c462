package main

import (
	"cmp"
	"image"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"boardstudio"
	"boardstudio/document"
	"boardstudio/draw"
	"boardstudio/draw/diagram"
	"boardstudio/model"
	"boardstudio/rules"
)

// grown returns a real game, and its file, with variations added until the tree has the given
// number of nodes.
func grown(t *testing.T, game string, nodes int) (file string, d *model.Document) {
	t.Helper()
	d = load(t, game)
	dice := rand.New(rand.NewPCG(5, 7))
	var line []*model.Node
	for n := range d.Tree.Main() {
		line = append(line, n)
	}
	for tries := 0; d.Tree.Len() < nodes && tries < 10*nodes; tries++ {
		n := line[dice.IntN(len(line)-1)]
		for range 2 + dice.IntN(6) {
			p, err := d.Tree.Position(n)
			if err != nil {
				t.Fatal(err)
			}
			moves := slices.Collect(p.Moves())
			if len(moves) == 0 {
				break
			}
			m := moves[dice.IntN(len(moves))]
			if n.First() != nil && d.Tree.Find(n, m) != nil {
				break
			}
			n = d.Tree.Add(n, m)
		}
	}
	if d.Tree.Len() < nodes {
		t.Fatalf("only %d nodes", d.Tree.Len())
	}
	file = filepath.Join(t.TempDir(), "grown.studio")
	if err := document.Save(file, boardstudio.Documents.Formats[0], d); err != nil {
		t.Fatal(err)
	}
	return file, d
}

// at returns the position of a cell on the screen. The board must show the position at n.
func (w *window) at(d *model.Document, n *model.Node, c rules.Cell) image.Point {
	w.t.Helper()
	pos, err := d.Tree.Position(n)
	if err != nil {
		w.t.Fatal(err)
	}
	g := diagram.New(d.Tree.Rules(), pos)
	g.Pixel = 1
	r := w.Find("drawing area", "Board").Extents()
	l := g.Layout(draw.Rect{W: float64(r.Dx()), H: float64(r.Dy())}.Inset(10))
	p := l.Centre(c)
	return r.Min.Add(image.Pt(int(p.X), int(p.Y)))
}

// says waits until the accessible description of the board contains words.
func (w *window) says(words string) {
	w.t.Helper()
	b := w.Find("drawing area", "Board")
	w.Wait("board that says "+words, func() bool { return strings.Contains(b.Description(), words) })
}

// free returns empty cells of the position at n, spread over the board.
func free(d *model.Document, n *model.Node, most int) (cells []rules.Cell) {
	pos, _ := d.Tree.Position(n)
	for c := range d.Tree.Rules().Board().Cells {
		if c := rules.Cell(c); pos.At(c).Owner == rules.NoPlayer {
			cells = append(cells, c)
		}
	}
	some := make([]rules.Cell, most)
	for i := range some {
		some[i] = cells[i*len(cells)/most]
	}
	return some
}

// annotator annotates a document in the window, and makes the same edits in another document.
type annotator struct {
	*window
	name        string
	ply         int // ply of the node here
	want        *model.Document
	first, here *model.Node
	cells       []rules.Cell // empty at here
	steps       int
}

func (a *annotator) expect(e ...model.Edit) {
	a.t.Helper()
	a.steps++
	if err := a.want.Tree.Do("test", e...); err != nil {
		a.t.Fatal(err)
	}
}

func (a *annotator) label(c rules.Cell) string { return a.want.Tree.Rules().Board().Cells[c].Label }

// TestAnnotations checks that every kind of annotation can be added to real games by menu, key,
// button and pointer, saved and undone.
func TestAnnotations(t *testing.T) {
	t.Parallel()
	for _, g := range []struct {
		name, file string
		ply        int
	}{
		{"othello", "testdata/penloup-juhem.txt", 30},
		{"pente", "testdata/pente-50000000058070.txt", 25},
	} {
		t.Run(g.name, func(t *testing.T) {
			file, want := grown(t, g.file, 220)
			w := open(t, file)
			w.shows(file)
			a := &annotator{window: w, name: g.name, ply: g.ply, want: want, first: node(t, want, 7), here: node(t, want, g.ply)}
			a.cells = free(want, a.here, 8)
			w.part("names and bookmarks", a.namesAndBookmarks)
			w.part("colours", a.colours)
			w.part("annotation symbols", a.symbols)
			w.part("comment", a.comment)
			w.part("marks", a.marks)
			w.part("arrows and lines", a.lines)
			w.part("move numbers", a.numbers)
			w.part("save and undo", a.saveAndUndo)
		})
	}
}

func (a *annotator) namesAndBookmarks() {
	a.goTo(7)
	a.Key("ctrl+b")
	a.moves("★")
	a.expect(model.SetBookmark{Node: a.first, On: true})
	a.goTo(a.ply)
	a.Key("shift+F9")
	a.Type("The turning point")
	a.Key("Return")
	a.moves("The turning point")
	a.expect(model.SetName{Node: a.here, Name: "The turning point"})
	a.Click("Bookmark")
	a.Wait("two bookmarks", func() bool { return strings.Count(a.line(), "★") == 2 })
	a.expect(model.SetBookmark{Node: a.here, On: true})
	slider := a.Find("slider", "Move")
	for _, k := range []struct {
		key string
		ply int
	}{{"F4", 7}, {"F4", a.ply}, {"shift+F4", 7}, {"shift+F4", a.ply}} {
		a.Key(k.key)
		a.Wait(k.key+" to a bookmark", func() bool { return int(slider.Value()) == k.ply })
	}
	a.Menu("Annotate", "Bookmarks…")
	a.Find("frame", "Bookmarks")
	a.shot(a.name + "-bookmarks")
	a.Key("Up", "Return")
	a.Wait("the first bookmark", func() bool { return int(slider.Value()) == 7 })
	a.Key("Escape")
	a.WaitGone("frame", "Bookmarks")
}

func (a *annotator) colours() {
	a.Menu("Annotate", "Colour", "Colour Green")
	a.Wait("a colour", func() bool { return a.Find("push button", "Colour of this move").Description() == "Green" })
	a.expect(model.SetColor{Node: a.first, Color: "#2ec27e"})
	a.Key("F4")
	a.Click("Colour of this move")
	a.Find("toggle button", "Purple")
	a.shot(a.name + "-colours")
	a.Find("toggle button", "Purple").Do()
	a.Wait("a colour", func() bool { return a.Find("push button", "Colour of this move").Description() == "Purple" })
	a.WaitGone("toggle button", "Purple")
	a.expect(model.SetColor{Node: a.here, Color: "#9141ac"})
}

// symbols adds annotation symbols for the move and the position.
func (a *annotator) symbols() {
	a.Key("ctrl+2", "ctrl+7")
	a.moves("!\u202f=\u202f★")
	a.Key("ctrl+9")
	a.Find("check menu item", cmp.Or(a.want.Players[0].Name, "Black")+" has a clear advantage   B++")
	a.shot(a.name + "-judgement")
	a.Key("Down", "Return")
	a.moves("!\u202fB++")
	a.expect(model.SetGlyphs{Node: a.here, Glyphs: []model.Glyph{"!"}})
	a.expect(model.SetGlyphs{Node: a.here, Glyphs: []model.Glyph{"!", model.GlyphEven}})
	a.expect(model.SetGlyphs{Node: a.here, Glyphs: []model.Glyph{"!", model.Better(0, 2)}})
}

// comment writes a comment with styles.
func (a *annotator) comment() {
	a.Key("F9")
	a.Type("# Why\nBlack keeps the initiative:\n- one\n- two")
	a.Key("ctrl+b", "Escape", "F9", "ctrl+Home", "Down", "ctrl+Right", "ctrl+i")
	const comment = "# Why\n*Black* keeps the initiative:\n- one\n- **two**"
	a.WaitText("Comment", comment)
	a.moves("Why Black keeps the initiative: - one - two")
	a.Key("Escape")
	a.expect(model.SetComment{Node: a.here, Text: comment})
}

// marks puts marks and texts on cells, by keyboard and pointer.
func (a *annotator) marks() {
	var marks []model.Mark
	for i, k := range []model.MarkKind{model.MarkCircle, model.MarkCross, model.MarkSquare, model.MarkTriangle, model.MarkLabel, model.MarkLabel} {
		m := model.Mark{Cell: a.cells[i], Kind: k}
		if k == model.MarkLabel {
			m.Text = []string{"A", "1"}[i-4]
		}
		a.Key("alt+" + strconv.Itoa(i+1))
		a.ClickAt(a.at(a.want, a.here, a.cells[i]))
		marks = append(marks, m)
		a.expect(model.SetMarks{Node: a.here, Marks: slices.Clone(marks)})
	}
	a.says(a.label(a.cells[5]) + " text 1")
	a.Key("alt+8")
	a.ClickAt(a.at(a.want, a.here, a.cells[6]))
	a.Find("text", "Text on the cell")
	a.shot(a.name + "-text")
	a.Type("trap")
	a.Key("Return")
	a.says(a.label(a.cells[6]) + " text trap")
	marks = append(marks, model.Mark{Cell: a.cells[6], Kind: model.MarkLabel, Text: "trap"})
	a.expect(model.SetMarks{Node: a.here, Marks: slices.Clone(marks)})
}

// lines draws arrows and lines with the pointer, and erases one.
func (a *annotator) lines() {
	a.Key("alt+9")
	a.Drag(a.at(a.want, a.here, a.cells[0]), a.at(a.want, a.here, a.cells[3]))
	a.says("arrow " + a.label(a.cells[0]) + " to " + a.label(a.cells[3]))
	lines := []model.Line{{From: a.cells[0], To: a.cells[3], Arrow: true}}
	a.expect(model.SetLines{Node: a.here, Lines: slices.Clone(lines)})
	a.Key("alt+0")
	a.ClickAt(a.at(a.want, a.here, a.cells[1]))
	a.ClickAt(a.at(a.want, a.here, a.cells[7]))
	a.says("line " + a.label(a.cells[1]) + " to " + a.label(a.cells[7]))
	lines = append(lines, model.Line{From: a.cells[1], To: a.cells[7]})
	a.expect(model.SetLines{Node: a.here, Lines: slices.Clone(lines)})
	a.Key("Escape") // leaves the tool
	a.DragRight(a.at(a.want, a.here, a.cells[4]), a.at(a.want, a.here, a.cells[2]))
	a.says("arrow " + a.label(a.cells[4]) + " to " + a.label(a.cells[2]))
	lines = append(lines, model.Line{From: a.cells[4], To: a.cells[2], Arrow: true})
	a.expect(model.SetLines{Node: a.here, Lines: slices.Clone(lines)})
	a.Key("alt+7")
	a.ClickAt(a.at(a.want, a.here, a.cells[7]))
	lines = slices.Delete(lines, 1, 2)
	a.Wait("the line erased", func() bool {
		text := a.Find("drawing area", "Board").Description() // "" if the program is too busy to answer
		return strings.Contains(text, "arrow ") && !strings.Contains(text, "line "+a.label(a.cells[1]))
	})
	a.expect(model.SetLines{Node: a.here, Lines: lines})
	a.Key("Escape")
}

// numbers changes the numbers on stones.
func (a *annotator) numbers() {
	for _, words := range []string{"Numbers on all stones", "Numbers on the last ten moves", "Numbers from 1 in a variation"} {
		a.Key("ctrl+shift+k")
		a.WaitText("Message", words)
	}
	a.Key("ctrl+shift+k", "ctrl+shift+k") // all
	a.WaitText("Message", "Numbers on all stones")
	a.shot(a.name + "-annotated")
	a.goTo(8)
	a.Menu("Annotate", "Number From Here")
	a.expect(model.SetNumber{Node: node(a.t, a.want, 8), Number: 1})
	a.goTo(a.ply)
	a.shot(a.name + "-numbered")
}

// saveAndUndo saves all annotations. It undoes them and saves again.
func (a *annotator) saveAndUndo() {
	saved := filepath.Join(a.t.TempDir(), "annotated.studio")
	a.saveAs(saved)
	a.shows(saved)
	if err := model.Equal(a.want, load(a.t, saved)); err != nil {
		a.t.Error(err)
	}
	for range a.steps {
		a.Key("ctrl+z")
		a.want.Tree.Undo()
	}
	a.Find("menu item", "Undo") // the undo history is empty
	plain := filepath.Join(a.t.TempDir(), "plain.studio")
	a.saveAs(plain)
	if err := model.Equal(a.want, load(a.t, plain)); err != nil {
		a.t.Errorf("all undone: %v", err)
	}
}

// TestArrowsByTheKeyboard checks that the cursor draws an arrow, also between pits, and removes it
// in the same way.
func TestArrowsByTheKeyboard(t *testing.T) {
	t.Parallel()
	w := open(t, "../../samples/awale.studio")
	w.shows("awale.studio")
	w.goTo(10)
	w.Key("alt+9", "Return", "Return", "Right", "Right") // the cursor starts at the last move
	w.shot("awale-preview")
	w.Key("Return")
	w.says("arrow ")
	w.Key("Return", "Escape") // starts another one and cancels it
	w.shot("awale-arrow")
	w.Key("Escape", "alt+9", "Return", "Left", "Left", "Return", "Right", "Right", "Return")
	b := w.Find("drawing area", "Board")
	w.Wait("no arrow", func() bool { return !strings.Contains(b.Description(), "arrow ") })
}

// TestClickOnCellName checks that a click on the name of a cell in a comment shows the cell.
func TestClickOnCellName(t *testing.T) {
	t.Parallel()
	w := open(t, "testdata/penloup-juhem.txt")
	w.shows("penloup-juhem.txt")
	w.Key("F9")
	w.Type("f4 is better")
	w.WaitText("Comment", "f4 is better")
	w.Key("Escape")
	w.ControlClickAt(w.Find("text", "Comment").Extents().Min.Add(image.Pt(18, 16)))
	w.says("f4, ")
}

// TestNarrowAndDark takes screenshots of the comment panel in the dark theme and in French, with
// long words.
func TestNarrowAndDark(t *testing.T) {
	t.Parallel()
	file, _ := grown(t, "testdata/penloup-juhem.txt", 220)
	w := open(t, "--lang", "fr", file)
	w.shows(file)
	w.Find("menu", "Partie")
	w.Key("ctrl+d", "End", "ctrl+2", "F9")
	w.Type("# Donaudampfschifffahrtsgesellschaftskapitaen\n- un *deux*, `trois`: a long item that goes on over the end of the line and hangs\n- **deux**\nDonaudampfschifffahrtsgesellschaftskapitaenswitwe")
	w.Key("Escape", "ctrl+shift+k", "ctrl+b", "shift+F9")
	w.Type("Rindfleischetikettierungsueberwachungsaufgabenuebertragungsgesetz")
	w.Key("Return")
	w.Wait("the name in the list", func() bool { return strings.Contains(w.Find("text", "Coups").Text(), "Rindfleisch") })
	w.shot("dark-french")
}
