package booklet_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	aiall "boardstudio/ai/all"
	"boardstudio/draw"
	"boardstudio/io/pdf"
	"boardstudio/model"
	"boardstudio/publish/booklet"
	"boardstudio/rules"
)

// outline lists the items of pages in drawing order, in whole points. A text is listed with its
// anchor, size and style, a shape with its bounding box and line width.
func outline(list []pdf.Page) []byte {
	var b bytes.Buffer
	for i, page := range drawn(list) {
		fmt.Fprintf(&b, "page %d, %.0f × %.0f\n", i+1, list[i].Size.X, list[i].Size.Y)
		for _, m := range list[i].Marks {
			fmt.Fprintf(&b, "\tmark %d at %.0f: %s\n", m.Level, m.Y, m.Title)
		}
		for _, l := range list[i].Links {
			fmt.Fprintf(&b, "\tlink to page %d at %.0f\n", l.Page+1, l.Y)
		}
		for k := range page {
			it := &page[k]
			if it.Text == "" {
				r := it.Bounds()
				fmt.Fprintf(&b, "\t%.0f %.0f: %.0f × %.0f", r.X, r.Y, r.W, r.H)
				if it.Style.Stroke.A > 0 {
					fmt.Fprintf(&b, ", line %.1f", it.Style.Width)
				}
				b.WriteByte('\n')
				continue
			}
			st := it.TextStyle
			fmt.Fprintf(&b, "\t%.0f %.0f %s %.1f", it.At.X, it.At.Y, [...]string{draw.Middle: "centred", draw.Left: "from", draw.Right: "to"}[st.Align], math.Round(10*st.Size)/10)
			for _, s := range []struct {
				is   bool
				name string
			}{{st.Bold, "bold"}, {st.Italic, "italic"}, {st.Serif, "serif"}} {
				if s.is {
					b.WriteString(" " + s.name)
				}
			}
			fmt.Fprintf(&b, ": %s\n", strings.ReplaceAll(it.Text, "\u00a0", " "))
		}
	}
	return b.Bytes()
}

// annotated returns a short game with everything that a booklet can show: a name, marks, nested
// variations, comments, an illegal move and a set-up node.
func annotated(t testing.TB) *model.Document {
	r := build(t, "tictactoe", nil)
	d := played(t, r, "b2 a1 c3 b1 b3 c1")
	d.Players[0].Name, d.Players[1].Name = "Ada", "Bob"
	d.Info[model.InfoEvent], d.Info[model.InfoRound] = "Club evening", "3"
	d.Info[model.InfoPlace], d.Info[model.InfoDate], d.Info[model.InfoAnnotator] = "Lyon", "2026-02-03", "Zoë"
	tree := d.Tree
	note := tree.Annotate
	cell := r.Board().Find
	note(tree.Root(), model.Annotation{Comment: "# A lesson\nThe centre is *strong*.\n- one\n- two"})
	note(at(d, 1), model.Annotation{Name: "The centre", Glyphs: []model.Glyph{model.GlyphGood}})
	side := tree.Add(tree.Root(), rules.Place(cell("a1")))
	note(side, model.Annotation{Name: "The corner", Comment: "Also **good**."})
	tree.Add(tree.Add(side, rules.Place(cell("b2"))), rules.Place(cell("c3")))
	edge := tree.Add(side, rules.Place(cell("a2")))
	note(edge, model.Annotation{Comment: "Loses.\n\n- at once", Marks: []model.Mark{{Cell: cell("b2"), Kind: model.MarkCircle}}})
	third := tree.Add(at(d, 2), rules.Place(cell("a2")))
	note(third, model.Annotation{Comment: "Slow.", Bookmark: true})
	tree.Add(third, rules.Place(cell("b2"))) // illegal
	other := tree.Add(at(d, 2), rules.Place(cell("c1")))
	note(other, model.Annotation{Bookmark: true})
	note(at(d, 4), model.Annotation{Comment: "The only move."})
	after := r.Start()
	for _, s := range strings.Fields("b2 a1 b1 b3 a3 c1") {
		m, err := r.ParseMove(s)
		if err != nil {
			t.Fatal(err)
		}
		if after, err = after.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	set := tree.AddSetup(at(d, 3), after.String())
	note(set, model.Annotation{Comment: "From another game."})
	tree.Add(set, rules.Place(cell("c2")))
	return d
}

// TestLayout compares the layout of pages with testdata/layout.
func TestLayout(t *testing.T) {
	filled := annotated(t)
	three := played(t, build(t, "tictactoe", rules.Params{"rows": "5", "cols": "4", "k": "4", "players": "7"}), "a1 b1 c1 d1 a2 b2 c2 d2 a3")
	three.Players[2].Name = "Carla with a name that is much too long for the field"
	wraps := played(t, build(t, "gomoku", rules.Params{"topology": "torus", "rows": "7", "cols": "7", "k": "5"}), "a1 g1 a2 g2 a3 g3 a4 g4 a5")
	tries := played(t, build(t, "tictactoe", nil), "b2 a1")
	for _, c := range []rules.Cell{1, 2, 3, 5, 6, 7, 8} {
		tries.Tree.Annotate(tries.Tree.Add(at(tries, 1), rules.Place(c)), model.Annotation{Bookmark: true})
	}
	awale := model.NewDocument(build(t, "awale", nil))
	connect := sample(t, "puzzles/connect4.studio")
	type made = func() ([]pdf.Page, pdf.Info, error)
	book := func(o booklet.Options, docs ...*model.Document) made {
		return func() ([]pdf.Page, pdf.Info, error) { return booklet.Pages(t.Context(), aiall.Engines, docs, o) }
	}
	score := func(o booklet.ScoreOptions, d *model.Document) made {
		return func() ([]pdf.Page, pdf.Info, error) { return booklet.ScoreSheet(t.Context(), aiall.Engines, d, o) }
	}
	puzzles := func(o booklet.PuzzleOptions, docs ...*model.Document) made {
		return func() ([]pdf.Page, pdf.Info, error) { return booklet.PuzzleSheet(t.Context(), aiall.Engines, docs, o) }
	}
	for _, x := range []struct {
		name string
		make made
	}{
		{"booklet-a4", book(booklet.Options{Every: 2}, filled)},
		{"booklet-a5", book(booklet.Options{Paper: pdf.A5, Variations: booklet.Diagrams}, filled)},
		{"booklet-wide", book(booklet.Options{Columns: 1, Variations: booklet.Diagrams}, filled)},
		{"booklet-narrow", book(booklet.Options{Paper: pdf.A5, Columns: 2, Variations: booklet.None}, filled)},
		{"booklet-tries", book(booklet.Options{Columns: 1}, tries)},
		{"collection", book(booklet.Options{Every: 5}, filled, three, wraps)},
		{"score", score(booklet.ScoreOptions{}, filled)},
		{"score-awale", score(booklet.ScoreOptions{Paper: pdf.A5, Title: "A Cup"}, awale)},
		{"score-many", score(booklet.ScoreOptions{Paper: pdf.A5}, three)},
		{"puzzles", puzzles(booklet.PuzzleOptions{Each: 3, Title: "Three of them"}, connect)},
		{"puzzles-a5", puzzles(booklet.PuzzleOptions{Paper: pdf.A5, PerPage: 7, Max: 4}, connect)},
		{"puzzles-large", puzzles(booklet.PuzzleOptions{PerPage: 1, Max: 2}, connect)},
	} {
		t.Run(x.name, func(t *testing.T) {
			list, _, err := x.make()
			if err != nil {
				t.Fatal(err)
			}
			got := outline(list)
			golden := filepath.Join("testdata", "layout", x.name+".txt")
			if *update {
				if err := os.WriteFile(golden, got, 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Equal(got, want) {
				return
			}
			old, now := strings.Split(string(want), "\n"), strings.Split(string(got), "\n")
			at, page := 0, ""
			for at < min(len(old), len(now))-1 && old[at] == now[at] {
				if strings.HasPrefix(now[at], "page ") {
					page = now[at]
				}
				at++
			}
			t.Errorf("another layout, first on %s; look at the pages, then run go test -update\nhave %s\nwant %s", page, now[at], old[at])
		})
	}
}
