package app

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardstudio/find"
)

// twoGames is a file with two games. The comment is in the second one.
const twoGames = "[Variant \"othello\"]\n[Black \"Ada\"]\n1. f5 d6\n\n[Variant \"othello\"]\n[Black \"Bo\"]\n1. f5 f6 {here} 2. e6\n"

// findHere searches a new folder for a comment. The folder has files with one and two games, an
// archive, and a file without games.
func findHere(t *testing.T) (d *fixture, dir string) {
	t.Helper()
	d = newFixture(t)
	d.start("othello", "othello")
	dir = t.TempDir()
	var z bytes.Buffer
	w := zip.NewWriter(&z)
	f, err := w.Create("in/two.txt")
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(f, twoGames)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"two.txt": twoGames, "a.zip": z.String(), "one.txt": "[Variant \"othello\"]\n1. f5 f6 {here} 2. e6\n", "picture.png": "x"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d.Search.Finder().Look(find.Query{Text: "here"}, dir, d.View.Rules())
	d.want("found", d.found(), "2 f6, 2 f6, 2 f6")
	return d, dir
}

// TestFindInAllGames checks that all games in the files and archives of a folder are searched.
func TestFindInAllGames(t *testing.T) {
	d, dir := findHere(t)
	s := d.Search.Finder()
	if s.Skipped() != 1 || len(s.Unread()) != 0 {
		t.Errorf("%d skipped, unread %q", s.Skipped(), s.Unread())
	}
	var where []string
	for _, p := range s.Places() {
		where = append(where, fmt.Sprint(strings.TrimPrefix(p.Item.File.Path, dir+"/"), " ", p.Item.Number()))
	}
	if want := []string{"a.zip/in/two.txt 2", "one.txt 0", "two.txt 2"}; !slices.Equal(where, want) {
		t.Errorf("%q, want %q", where, want)
	}
}

// TestOpenFoundGames checks that a result opens its game once, at its position.
func TestOpenFoundGames(t *testing.T) {
	d, _ := findHere(t)
	places := d.Search.Finder().Places()
	for i, name := range []string{"a game of an archive", "a file with one game", "a game of a file with two"} {
		p := places[i]
		t.Run(name, func(t *testing.T) {
			d.turnsHere()
			if d.GoToFound(p) {
				t.Error("the result is reached before its game is open")
			}
			opened := false
			then := func(err error) {
				if err != nil {
					t.Fatal(err)
				}
				opened = true
				d.ShowFound(p)
			}
			if path := p.Item.SingleGamePath(); path != "" {
				d.File.Open(path, then)
			} else {
				d.File.OpenItem(*p.Item, then)
			}
			d.loop.Until(t, "the game", func() bool { return opened })
			if d.line() != "f5 f6" {
				t.Errorf("it leads to %q", d.line())
			}
			if name := d.View.doc.Players[0].Name; i != 1 && name != "Bo" {
				t.Errorf("it opens the game of %s", name)
			}
			if m := d.File.Member(); (m != nil) != (i == 2) || m != nil && m.Index != 1 {
				t.Errorf("the game is at %+v", m)
			}
			d.Home()
			if !d.GoToFound(p) || d.line() != "f5 f6" {
				t.Error("the result is not reached in the game that is open now")
			}
			for k, other := range places {
				if k != i && d.GoToFound(other) {
					t.Errorf("result %d is taken for one of this game", k)
				}
			}
		})
		d.turnsHere()
	}
}

// TestFoundFileChanged checks that a file which changed after the search does not open as another
// game.
func TestFoundFileChanged(t *testing.T) {
	d, dir := findHere(t)
	if err := os.WriteFile(filepath.Join(dir, "two.txt"), []byte("[Variant \"othello\"]\n1. c4\n\n"+twoGames), 0o600); err != nil {
		t.Fatal(err)
	}
	var why error
	d.File.OpenItem(*d.Search.Finder().Places()[2].Item, func(err error) { why = err })
	d.loop.Until(t, "the refusal", func() bool { return why != nil })
	if want := "two.txt: the file was changed since its games were listed"; why.Error() != want {
		t.Errorf("%v, want %s", why, want)
	}
}

// TestMergeDamaged checks that merging a file reports its unreadable parts.
func TestMergeDamaged(t *testing.T) {
	game := make([]byte, 68)
	game[8] = 56
	for _, games := range []int{1, 3} {
		d := newFixture(t)
		d.start("othello", "othello")
		path := filepath.Join(t.TempDir(), "a.wtb")
		data := append([]byte{20, 24, 1, 1, 9, 0, 0, 0, 0, 0, 0xd0, 7, 8, 0, 22, 0}, bytes.Repeat(game, games)...)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		done := false
		d.Merge(path, func(err error) {
			if err != nil {
				t.Error(err)
			}
			done = true
		})
		d.loop.Until(t, "the end", func() bool { return done })
		d.idle()
		if !slices.ContainsFunc(d.said, func(s string) bool {
			return strings.Contains(s, "Not all of a.wtb could be read: ") && strings.Contains(s, "the header says that there are 9 games")
		}) {
			t.Errorf("of %d games: said %q", games, d.said)
		}
	}
}
