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
			first, here := node(t, want, 7), node(t, want, g.ply)
			label := func(c rules.Cell) string { return want.Tree.Rules().Board().Cells[c].Label }
			steps := 0
			expect := func(e ...model.Edit) {
				t.Helper()
				steps++
				if err := want.Tree.Do("test", e...); err != nil {
					t.Fatal(err)
				}
			}

			// Names, bookmarks and colours.
			w.goTo(7)
			w.Key("ctrl+b")
			w.moves("★")
			expect(model.SetBookmark{Node: first, On: true})
			w.goTo(g.ply)
			w.Key("shift+F9")
			w.Type("The turning point")
			w.Key("Return")
			w.moves("The turning point")
			expect(model.SetName{Node: here, Name: "The turning point"})
			w.Click("Bookmark")
			w.Wait("two bookmarks", func() bool { return strings.Count(w.line(), "★") == 2 })
			expect(model.SetBookmark{Node: here, On: true})
			slider := w.Find("slider", "Move")
			for _, k := range []struct {
				key string
				ply int
			}{{"F4", 7}, {"F4", g.ply}, {"shift+F4", 7}, {"shift+F4", g.ply}} {
				w.Key(k.key)
				w.Wait(k.key+" to a bookmark", func() bool { return int(slider.Value()) == k.ply })
			}
			w.Menu("Annotate", "Bookmarks…")
			w.Find("frame", "Bookmarks")
			w.shot(g.name + "-bookmarks")
			w.Key("Up", "Return")
			w.Wait("the first bookmark", func() bool { return int(slider.Value()) == 7 })
			w.Key("Escape")
			w.WaitGone("frame", "Bookmarks")
			w.Menu("Annotate", "Colour", "Colour Green")
			w.Wait("a colour", func() bool { return w.Find("push button", "Colour of this move").Description() == "Green" })
			expect(model.SetColor{Node: first, Color: "#2ec27e"})
			w.Key("F4")
			w.Click("Colour of this move")
			w.Find("toggle button", "Purple")
			w.shot(g.name + "-colours")
			w.Find("toggle button", "Purple").Do()
			w.Wait("a colour", func() bool { return w.Find("push button", "Colour of this move").Description() == "Purple" })
			w.WaitGone("toggle button", "Purple")
			expect(model.SetColor{Node: here, Color: "#9141ac"})

			// Annotation symbols for the move and the position.
			w.Key("ctrl+2", "ctrl+7")
			w.moves("!\u202f=\u202f★")
			w.Key("ctrl+9")
			w.Find("check menu item", cmp.Or(want.Players[0].Name, "Black")+" has a clear advantage   B++")
			w.shot(g.name + "-judgement")
			w.Key("Down", "Return")
			w.moves("!\u202fB++")
			expect(model.SetGlyphs{Node: here, Glyphs: []model.Glyph{"!"}})
			expect(model.SetGlyphs{Node: here, Glyphs: []model.Glyph{"!", model.GlyphEven}})
			expect(model.SetGlyphs{Node: here, Glyphs: []model.Glyph{"!", model.Better(0, 2)}})

			// A comment with styles.
			w.Key("F9")
			w.Type("# Why\nBlack keeps the initiative:\n- one\n- two")
			w.Key("ctrl+b", "Escape", "F9", "ctrl+Home", "Down", "ctrl+Right", "ctrl+i")
			const comment = "# Why\n*Black* keeps the initiative:\n- one\n- **two**"
			w.WaitText("Comment", comment)
			w.moves("Why Black keeps the initiative: - one - two")
			w.Key("Escape")
			expect(model.SetComment{Node: here, Text: comment})

			// Marks, texts, arrows and lines, by keyboard and pointer.
			var marks []model.Mark
			cells := free(want, here, 8)
			for i, k := range []model.MarkKind{model.MarkCircle, model.MarkCross, model.MarkSquare, model.MarkTriangle, model.MarkLabel, model.MarkLabel} {
				m := model.Mark{Cell: cells[i], Kind: k}
				if k == model.MarkLabel {
					m.Text = []string{"A", "1"}[i-4]
				}
				w.Key("alt+" + strconv.Itoa(i+1))
				w.ClickAt(w.at(want, here, cells[i]))
				marks = append(marks, m)
				expect(model.SetMarks{Node: here, Marks: slices.Clone(marks)})
			}
			w.says(label(cells[5]) + " text 1")
			w.Key("alt+8")
			w.ClickAt(w.at(want, here, cells[6]))
			w.Find("text", "Text on the cell")
			w.shot(g.name + "-text")
			w.Type("trap")
			w.Key("Return")
			w.says(label(cells[6]) + " text trap")
			marks = append(marks, model.Mark{Cell: cells[6], Kind: model.MarkLabel, Text: "trap"})
			expect(model.SetMarks{Node: here, Marks: slices.Clone(marks)})

			w.Key("alt+9")
			w.Drag(w.at(want, here, cells[0]), w.at(want, here, cells[3]))
			w.says("arrow " + label(cells[0]) + " to " + label(cells[3]))
			lines := []model.Line{{From: cells[0], To: cells[3], Arrow: true}}
			expect(model.SetLines{Node: here, Lines: slices.Clone(lines)})
			w.Key("alt+0")
			w.ClickAt(w.at(want, here, cells[1]))
			w.ClickAt(w.at(want, here, cells[7]))
			w.says("line " + label(cells[1]) + " to " + label(cells[7]))
			lines = append(lines, model.Line{From: cells[1], To: cells[7]})
			expect(model.SetLines{Node: here, Lines: slices.Clone(lines)})
			w.Key("Escape") // leaves the tool
			w.DragRight(w.at(want, here, cells[4]), w.at(want, here, cells[2]))
			w.says("arrow " + label(cells[4]) + " to " + label(cells[2]))
			lines = append(lines, model.Line{From: cells[4], To: cells[2], Arrow: true})
			expect(model.SetLines{Node: here, Lines: slices.Clone(lines)})
			w.Key("alt+7")
			w.ClickAt(w.at(want, here, cells[7]))
			lines = slices.Delete(lines, 1, 2)
			w.Wait("the line erased", func() bool {
				text := w.Find("drawing area", "Board").Description() // "" if the program is too busy to answer
				return strings.Contains(text, "arrow ") && !strings.Contains(text, "line "+label(cells[1]))
			})
			expect(model.SetLines{Node: here, Lines: lines})
			w.Key("Escape")

			// Numbers.
			for _, words := range []string{"Numbers on all stones", "Numbers on the last ten moves", "Numbers from 1 in a variation"} {
				w.Key("ctrl+shift+k")
				w.WaitText("Message", words)
			}
			w.Key("ctrl+shift+k", "ctrl+shift+k") // all
			w.WaitText("Message", "Numbers on all stones")
			w.shot(g.name + "-annotated")
			w.goTo(8)
			w.Menu("Annotate", "Number From Here")
			expect(model.SetNumber{Node: node(t, want, 8), Number: 1})
			w.goTo(g.ply)
			w.shot(g.name + "-numbered")

			saved := filepath.Join(t.TempDir(), "annotated.studio")
			w.saveAs(saved)
			w.shows(saved)
			if err := model.Equal(want, load(t, saved)); err != nil {
				t.Error(err)
			}
			for range steps {
				w.Key("ctrl+z")
				want.Tree.Undo()
			}
			w.Find("menu item", "Undo") // the undo history is empty
			plain := filepath.Join(t.TempDir(), "plain.studio")
			w.saveAs(plain)
			if err := model.Equal(want, load(t, plain)); err != nil {
				t.Errorf("all undone: %v", err)
			}
		})
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
