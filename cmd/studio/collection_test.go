package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardstudio/internal/uitest"
)

// TestCollection checks that a file of three games is opened as a list, in which games can be
// filtered, opened and merged with the keyboard alone.
func TestCollection(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "games.txt")
	text := "[Variant \"othello\"]\n[Black \"Ada\"]\n[White \"Bo\"]\n1. f5 d6 2. c3 d3\n\n" +
		"[Variant \"othello\"]\n[Black \"Cy\"]\n[White \"Ada\"]\n1. f5 f6 {好} 2. e6\n\n" +
		"[Variant \"othello\"]\n[Black \"Di\"]\n[White \"Ed\"]\n1. f5 f6 2. e6 f4\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	w := open(t, file)
	w.shows("games.txt")
	chosen := func(text string) {
		t.Helper()
		w.Wait("the choice of "+text, func() bool { return strings.Contains(w.Find("text", "Search").Description(), text) })
	}
	moves := func() (text string) {
		for _, n := range w.FindAll("text", "Moves") {
			if n.Is(uitest.Showing) {
				text += n.Text()
			}
		}
		return text
	}
	chosen("1 / 3")
	w.Type("ada")
	chosen("1 / 2")
	w.Key("Down")
	chosen("Cy – Ada")
	w.Key("Return")
	w.tab("Cy – Ada", 1)
	w.Wait("the moves", func() bool { return strings.Contains(moves(), "e6") })
	w.Key("ctrl+Tab")
	w.shows("games.txt")
	w.Key("ctrl+a", "BackSpace")
	chosen(" / 3")
	w.Key("ctrl+shift+b") // all three games, with title page and contents
	w.Wait("the booklet", func() bool { return strings.HasPrefix(w.Text("Page"), "Page 1 of ") })
	w.Key("Page_Down", "Page_Down")
	w.Wait("its third page", func() bool { return strings.HasPrefix(w.Text("Page"), "Page 3 of ") })
	w.Wait("what the fonts lack", func() bool {
		return slices.ContainsFunc(w.FindAll("label", ""), func(n *uitest.Node) bool { return strings.Contains(n.Text(), "lack 1 character") })
	})
	w.shot("booklet of a collection")
	w.Key("Escape")
	w.WaitGone("dialog", "Print Booklet or Sheet")
	w.Find("text", "Search").Focus()
	w.Key("ctrl+shift+a")
	w.Wait("all marked", func() bool { return w.Has("push button", "Merge 3 Games") })
	w.Key("ctrl+shift+a")
	w.Wait("none marked", func() bool { return w.Has("push button", "Merge All Shown") })
	w.Key("ctrl+Home", "Down", "Insert", "Insert")
	w.Wait("the marks", func() bool { return w.Has("push button", "Merge 2 Games") })
	w.Key("ctrl+shift+m")
	w.Wait("the merged games", func() bool { return strings.Contains(w.Text("Message"), "4 moves were added") })
	w.Key("ctrl+z")
	w.Wait("nothing", func() bool { return !strings.Contains(moves(), "f5") })
}

// TestSaveIntoCollection checks that an edited game is saved into its file of several games after
// one question. The other games must not change. Saving another document as that file must ask,
// too.
func TestSaveIntoCollection(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "games.txt")
	one, three := "[Variant \"othello\"]\n[Black \"Ada\"]\n1. f5 d6 2. c3 d3\n\n", "[Variant \"othello\"]\n[Black \"Di\"]\n1. f5 f6 2. e6 f4\n"
	if err := os.WriteFile(file, []byte(one+"[Variant \"othello\"]\n[Black \"Cy\"]\n1. f5 f6 2. e6\n\n"+three), 0o644); err != nil {
		t.Fatal(err)
	}
	read := func() string {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	w := open(t, file)
	w.shows("games.txt")
	w.Wait("the list", func() bool { return strings.Contains(w.Find("text", "Search").Description(), "1 / 3") })
	w.Key("Down", "Return")
	w.shows("games.txt, game 2")
	w.Key("End")
	w.Type("d6")
	w.Key("Return")
	w.shows("• games.txt, game 2")
	w.Key("ctrl+s")
	w.Find("", "Where do you want to save the game?")
	w.shot("where to save")
	w.Click("Replace the Game There")
	w.shows("games.txt, game 2")
	if text := read(); !strings.HasPrefix(text, one) || !strings.HasSuffix(text, three) || !strings.Contains(text, "e6 d6") || strings.Count(text, "Variant") != 3 {
		t.Errorf("the file:\n%s", text)
	}
	w.Key("ctrl+z")
	w.shows("• games.txt, game 2")
	w.Key("ctrl+s") // asks only once
	w.shows("games.txt, game 2")
	if text := read(); strings.Contains(text, "e6 d6") || !strings.HasSuffix(text, three) {
		t.Errorf("the file:\n%s", text)
	}
	w.Key("ctrl+shift+s")
	w.Find("file chooser", "Save As")
	w.Key("ctrl+a")
	w.Type(file)
	w.Key("Return")
	w.Click("Replace") // GTK's own question
	w.Find("", "The file contains several games")
	w.shot("several games")
	w.Click("Add as Last Game")
	w.shows("games.txt, game 4")
	if text := read(); !strings.HasPrefix(text, one) || !strings.Contains(text, three) || strings.Count(text, "Variant") != 4 {
		t.Errorf("the file:\n%s", text)
	}
}

// TestUnnamedFile checks that the game of a file that fits several games can be chosen from a list.
// Saving it as a move list must warn that a mark would be lost.
func TestUnnamedFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "moves.txt")
	if err := os.WriteFile(file, []byte("h8 h9 g9 i7\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	w := open(t, file)
	w.Find("", "Which Game Is It?")
	w.Key("Return")
	w.shows("moves.txt")
	w.Key("Right", "ctrl+b")
	w.Find("", "• moves.txt – Studio")
	out := filepath.Join(dir, "out.txt")
	w.Key("ctrl+shift+s")
	w.Find("file chooser", "Save As")
	w.Key("ctrl+a")
	w.Type(out)
	w.Key("Return")
	w.Find("", "Some data cannot be stored")
	w.Wait("what is lost", func() bool {
		return slices.ContainsFunc(w.FindAll("label", ""), func(n *uitest.Node) bool { return strings.Contains(n.Text(), "bookmarks: 1") })
	})
	w.shot("losses")
	w.Click("Write Anyway")
	w.Wait("the file", func() bool { _, err := os.Stat(out); return err == nil })
	w.Find("", "• moves.txt – Studio")
}
