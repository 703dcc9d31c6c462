package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/find"
	"boardstudio/model"
	"boardstudio/rules"
)

// TestFindInLargeGames checks the window's search results in games of more than 200 nodes against a
// search of the same document, and that a continuation can be copied to a mirrored position.
func TestFindInLargeGames(t *testing.T) {
	t.Parallel()
	pente := "../../io/record/testdata/pente/"
	for _, g := range []struct {
		name, file string
		others     []string
		mirrored   []string // the first three moves, mirrored or rotated
	}{
		{"othello", "testdata/penloup-juhem.txt", nil, []string{"c4", "e3", "f6"}},
		{"pente", "testdata/pente-50000000058070.txt", []string{pente + "44-25972.txt", pente + "45-35945.txt", pente + "49-54876.txt"}, []string{"j10", "i11", "j6"}},
	} {
		t.Run(g.name, func(t *testing.T) {
			d := annotated(t, g.file, 220, []int{8, 14, 20}, g.others...)
			path := filepath.Join(t.TempDir(), g.name+".studio")
			save(t, d, path)
			count := func(q find.Query) string {
				n := 0
				if err := find.Search(context.Background(), d, &q, nil, func(find.Hit) bool { n++; return true }); err != nil {
					t.Fatal(err)
				}
				if n == 0 {
					t.Fatalf("nothing to be found by %+v", q)
				}
				return fmt.Sprint(n, " place")
			}
			w := open(t, path)
			w.shows(path)
			w.goTo(12)
			w.Key("ctrl+f")
			w.Find("", "Find")
			w.Type("NOWHERE")
			w.result(count(find.Query{Text: "nowhere"}))
			w.Key("Return")
			w.WaitText("Comment", "It leads nowhere.")
			w.shot("large-text-" + g.name)
			w.Key("ctrl+a", "BackSpace")
			w.Find("toggle button", "More").Do()
			w.Find("combo box", "Annotation symbol").Select(3) // after "does not matter", !! and !: !?
			w.result(count(find.Query{Glyphs: []model.Glyph{model.GlyphInteresting}}))
			w.Find("combo box", "Annotation symbol").Select(0)
			w.Key("Escape")
			w.WaitGone("frame", "Find")
			w.Key("Home")
			w.goTo(12)
			pos, err := d.Tree.Position(node(t, d, 12))
			if err != nil {
				t.Fatal(err)
			}
			at := rules.SetupOf(d.Tree.Rules(), pos)
			w.Key("ctrl+f")
			w.Find("combo box", "Board").Select(1)
			w.result(count(find.Query{Position: &at}))
			w.Key("Escape")
			w.WaitGone("frame", "Find")

			w.Key("Home")
			for _, m := range g.mirrored {
				w.Type(m)
				w.Key("Return")
			}
			w.moves(g.mirrored[2])
			w.Key("ctrl+shift+e")
			w.Find("table cell", "turned")
			w.shot("large-equal-" + g.name)
			w.Key("Escape")
			w.WaitGone("frame", "Transpositions")
			w.Key("ctrl+shift+j")
			w.Wait("the continuation", func() bool { return !strings.HasSuffix(strings.TrimSpace(w.line()), g.mirrored[2]) })
			w.shot("large-copied-" + g.name)
			copied := filepath.Join(t.TempDir(), "copied.studio")
			w.saveAs(copied)
			got := load(t, copied)
			n, m := got.Tree.Root(), node(t, got, 3)
			for _, text := range g.mirrored {
				move, err := got.Tree.Rules().ParseMove(text)
				if err != nil {
					t.Fatal(err)
				}
				if n = got.Tree.Find(n, move); n == nil {
					t.Fatalf("%s is not there", text)
				}
			}
			size := func(n *model.Node) (k int) {
				for range got.Tree.Subtree(n) {
					k++
				}
				return k
			}
			if a, b := size(m), size(n); a != b || a < 100 {
				t.Errorf("%d nodes from the position on, %d from its like", a, b)
			}
			for n, m := n, m; n != nil; n, m = n.First(), m.First() {
				if a, b := n.Comment(), m.Comment(); a != b {
					t.Errorf("the comment %q became %q", b, a)
				}
			}
			if len(got.Warnings) > 0 {
				t.Error(got.Warnings[0])
			}
		})
	}
}
