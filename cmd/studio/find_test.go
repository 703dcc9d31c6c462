package main

import (
	"archive/zip"
	"bytes"
	"errors"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// result waits until the search window shows words.
func (w *window) result(words string) {
	w.t.Helper()
	w.Wait("search result "+words, func() bool { return w.Has("", "Search result") && strings.HasPrefix(w.Text("Search result"), words) })
}

// TestFind checks the searches for texts, for the position on the board and for a pattern in real
// games of Othello and pente.
func TestFind(t *testing.T) {
	t.Parallel()
	w := open(t, "../../samples/penloup-juhem.studio")
	w.shows("penloup-juhem.studio")
	w.Key("ctrl+f")
	w.Find("", "Find")
	w.Find("label", "Type a text, or choose search conditions")
	w.shot("find-empty")
	w.Type("OPENING")
	w.result("2 places")
	w.shot("find-text")
	w.Key("Return")
	w.WaitText("Comment", "The perpendicular opening.")
	w.Key("Down", "Return")
	w.WaitText("Comment", "The diagonal opening.")
	w.Key("Escape")
	w.WaitGone("frame", "Find")
	w.Key("Home", "F3")
	w.WaitText("Comment", "The perpendicular opening.")
	w.Key("shift+F3")
	w.WaitText("Comment", "The diagonal opening.")
	w.Quit()

	pente, _ := filepath.Abs("testdata/pente-50000000058070.txt")
	w.Run(pente)
	w.shows("pente-50000000058070.txt")
	w.goTo(20)
	w.Key("ctrl+f")
	w.Find("", "Find")
	w.Find("combo box", "Board").Select(1)
	w.result("1 place")
	w.shot("find-position")
	w.Find("combo box", "Board").Select(2)
	w.Find("", "Draw a rectangle on the board, or click cells")
	w.shot("find-pattern-empty")
	m := w.middle()
	w.Drag(m.Sub(image.Pt(40, 20)), m.Add(image.Pt(10, 10)))
	w.Find("label", "6 cells")
	w.result("5 places")
	w.shot("find-pattern")
	w.Click("Only where the pattern is new")
	w.Wait("the places where it still stands", func() bool { return !strings.HasPrefix(w.Text("Search result"), "5 ") })
	w.Key("Escape") // in the list window: closes it and ends the selection of cells
	w.WaitGone("frame", "Find")

	w.Key("ctrl+f")
	w.Find("combo box", "Board").Select(0)
	w.Find("toggle button", "More").Do()
	w.Find("combo box", "Moves of").Select(2)
	w.Find("spin button", "Last move number").SetValue(10)
	w.result("5 places")
	w.shot("find-more")
}

// TestFindInFolder checks that a search result in another file is opened after a question about
// unsaved work.
func TestFindInFolder(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	dir := filepath.Join(home, "games")
	if err := os.MkdirAll(filepath.Join(dir, "old"), 0o755); err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{
		"../../samples/penloup-juhem.studio": "old/final.studio", "../../samples/pente.studio": "pente.studio", "../../samples/awale.studio": "awale.studio",
	} {
		data, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, to), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "broken.studio"), []byte("<game"), 0o600); err != nil {
		t.Fatal(err)
	}
	w := openIn(t, home)
	w.Type("b2")
	w.Key("Return")
	w.moves("1. b2")
	w.Key("ctrl+shift+f")
	w.Find("file chooser", "Find in a Folder")
	w.Key("ctrl+l", "ctrl+a")
	w.Type(dir)
	w.Key("Delete", "Return") // Delete removes the completion, which is another folder
	w.WaitGone("file chooser", "Find in a Folder")
	w.Type("diagonal")
	w.result("1 place")
	w.shot("find-folder")
	w.Key("Return")
	w.shows("final.studio")
	w.WaitText("Comment", "The diagonal opening.")
	w.shot("find-folder-opened")
}

// TestFindInArchive checks that a search result can be the second game of a file in an archive.
func TestFindInArchive(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	dir := filepath.Join(home, "games")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	games := "[Variant \"othello\"]\n[Black \"Ada\"]\n1. f5 d6 {quiet} 2. c3\n\n[Variant \"othello\"]\n[Black \"Bo\"]\n1. f5 f6 {faraway} 2. e6\n"
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	f, err := z.Create("cup/two.txt")
	if err == nil {
		_, err = f.Write([]byte(games))
	}
	if err = errors.Join(err, z.Close(), os.WriteFile(filepath.Join(dir, "cup.zip"), packed.Bytes(), 0o600),
		os.WriteFile(filepath.Join(dir, "two.txt"), []byte(games), 0o600), os.WriteFile(filepath.Join(dir, "picture.png"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	w := openIn(t, home)
	w.Type("b2")
	w.Key("Return")
	w.moves("1. b2")
	w.Key("ctrl+shift+f")
	w.Find("file chooser", "Find in a Folder")
	w.Key("ctrl+l", "ctrl+a")
	w.Type(dir)
	w.Key("Delete", "Return")
	w.WaitGone("file chooser", "Find in a Folder")
	w.Type("faraway")
	w.result("2 places  ·  1 file skipped")
	w.Find("table cell", "cup.zip/cup/two.txt, game 2  ·  faraway")
	w.Find("table cell", "two.txt, game 2  ·  faraway")
	w.shot("find-folder-games")
	w.Key("Return")
	w.WaitText("Comment", "faraway")
	w.shot("find-folder-archive")
}

// TestEqualPositions checks that transpositions of a real game are found, also rotated, that keys
// go from one to the next, and that the continuation can be copied.
func TestEqualPositions(t *testing.T) {
	t.Parallel()
	w := open(t, "testdata/penloup-juhem.txt")
	w.shows("penloup-juhem.txt")
	w.Key("ctrl+d")                                // dark theme, for the screenshots
	for _, m := range []string{"c4", "e3", "f6"} { // f5 d6 c3, rotated
		w.Type(m)
		w.Key("Return")
	}
	w.moves("e3  3. f6")
	w.Key("ctrl+shift+e")
	w.Find("", "Transpositions")
	w.WaitText("Number of transpositions", "1 other place")
	w.Find("table cell", "f5 d6 c3")
	w.Find("table cell", "turned")
	w.shot("equal")
	w.Click("Copy Continuation Here")
	w.Key("Escape")
	w.WaitGone("frame", "Transpositions")
	w.Key("End")
	w.status("20–44")
	w.shot("equal-copied")
	w.Key("Home", "Right", "Right", "Right", "ctrl+j")
	w.moves("1. c4 (1. f5 d6")
	w.Key("ctrl+j")
	w.moves("1. f5 (1. c4 e3")
}
