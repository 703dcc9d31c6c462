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

// A largeGame is a game that TestFindInLargeGames searches.
type largeGame struct {
	name, file string
	others     []string // games with variations for it
	mirrored   []string // the first three moves, mirrored or rotated
}

// searchedGame is a window with a large game, and the same document.
type searchedGame struct {
	*window
	largeGame
	d *model.Document
}

// TestFindInLargeGames checks the window's search results in games of more than 200 nodes against a
// search of the same document, and that a continuation can be copied to a mirrored position.
func TestFindInLargeGames(t *testing.T) {
	t.Parallel()
	pente := "../../io/record/testdata/pente/"
	for _, g := range []largeGame{
		{"othello", "testdata/penloup-juhem.txt", nil, []string{"c4", "e3", "f6"}},
		{"pente", "testdata/pente-50000000058070.txt", []string{pente + "44-25972.txt", pente + "45-35945.txt", pente + "49-54876.txt"}, []string{"j10", "i11", "j6"}},
	} {
		t.Run(g.name, func(t *testing.T) {
			d := annotated(t, g.file, 220, []int{8, 14, 20}, g.others...)
			path := filepath.Join(t.TempDir(), g.name+".studio")
			save(t, d, path)
			x := &searchedGame{open(t, path), g, d}
			x.shows(path)
			x.part("text", x.findText)
			x.part("annotation symbol", x.findSymbol)
			x.part("position", x.findPosition)
			x.part("copy to a mirrored position", x.copyToMirrored)
			copied := filepath.Join(t.TempDir(), "copied.studio")
			x.saveAs(copied)
			checkCopied(t, load(t, copied), g.mirrored)
		})
	}
}

// count returns the number of places that a query finds, as the window shows it.
func (x *searchedGame) count(q find.Query) string {
	x.t.Helper()
	n := 0
	if err := find.Search(context.Background(), x.d, &q, nil, func(find.Hit) bool { n++; return true }); err != nil {
		x.t.Fatal(err)
	}
	if n == 0 {
		x.t.Fatalf("nothing to be found by %+v", q)
	}
	return fmt.Sprint(n, " place")
}

func (x *searchedGame) findText() {
	x.goTo(12)
	x.Key("ctrl+f")
	x.Find("", "Find")
	x.Type("NOWHERE")
	x.result(x.count(find.Query{Text: "nowhere"}))
	x.Key("Return")
	x.WaitText("Comment", "It leads nowhere.")
	x.shot("large-text-" + x.name)
}

func (x *searchedGame) findSymbol() {
	x.Key("ctrl+a", "BackSpace")
	x.Find("toggle button", "More").Do()
	x.Find("combo box", "Annotation symbol").Select(3) // after "does not matter", !! and !: !?
	x.result(x.count(find.Query{Glyphs: []model.Glyph{model.GlyphInteresting}}))
	x.Find("combo box", "Annotation symbol").Select(0)
	x.Key("Escape")
	x.WaitGone("frame", "Find")
}

func (x *searchedGame) findPosition() {
	x.Key("Home")
	x.goTo(12)
	pos, err := x.d.Tree.Position(node(x.t, x.d, 12))
	if err != nil {
		x.t.Fatal(err)
	}
	at := rules.SetupOf(x.d.Tree.Rules(), pos)
	x.Key("ctrl+f")
	x.Find("combo box", "Board").Select(1)
	x.result(x.count(find.Query{Position: &at}))
	x.Key("Escape")
	x.WaitGone("frame", "Find")
}

// copyToMirrored plays the mirrored moves and copies the continuation of the game.
func (x *searchedGame) copyToMirrored() {
	x.Key("Home")
	for _, m := range x.mirrored {
		x.Type(m)
		x.Key("Return")
	}
	x.moves(x.mirrored[2])
	x.Key("ctrl+shift+e")
	x.Find("table cell", "turned")
	x.shot("large-equal-" + x.name)
	x.Key("Escape")
	x.WaitGone("frame", "Transpositions")
	x.Key("ctrl+shift+j")
	x.Wait("the continuation", func() bool { return !strings.HasSuffix(strings.TrimSpace(x.line()), x.mirrored[2]) })
	x.shot("large-copied-" + x.name)
}

// checkCopied checks that the same moves and comments follow the mirrored moves as in the game.
func checkCopied(t *testing.T, got *model.Document, mirrored []string) {
	t.Helper()
	n, m := got.Tree.Root(), node(t, got, 3)
	for _, text := range mirrored {
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
}
