package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardstudio/internal/uitest"
)

// TestTextEncoding checks that a message names the guessed charset of a file, and that its button
// and the menu open a list of charsets with a preview.
func TestTextEncoding(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "old.sgf")
	if err := os.WriteFile(file, []byte("(;GM[4]SZ[15];B[hh]C[\xba\xc3\xc6\xe5];W[hi]C[\xd2\xbb\xb6\xfe\xc8\xfd];B[ii];W[gg])"), 0o644); err != nil {
		t.Fatal(err)
	}
	w := open(t, file)
	w.shows("old.sgf")
	w.Wait("the message", func() bool { return strings.Contains(w.Text("Message"), "read as GBK, which is a guess") })
	w.shot("charset-message")
	w.Find("push button", "Change…").Do()
	w.Find("dialog", "Text Encoding")
	preview := func(text string) {
		t.Helper()
		w.Wait("the preview", func() bool {
			return slices.ContainsFunc(w.FindAll("text", "Text Encoding"), func(n *uitest.Node) bool { return strings.Contains(n.Text(), text) })
		})
	}
	preview("好棋")
	w.shot("charset-dialog")
	w.Key("Down") // the next in the list
	preview("疑］")
	w.Key("Return")
	w.Wait("the message", func() bool { return strings.Contains(w.Text("Message"), "read as Big5") })
	w.Menu("Game", "Text Encoding…")
	w.Find("dialog", "Text Encoding")
	preview("疑］")
	w.Key("Up")
	preview("好棋")
	w.Key("Return")
	w.Wait("the message", func() bool { return strings.Contains(w.Text("Message"), "read as GBK") })
}

// TestTextEncodingOfGames checks that the charsets are offered with the texts of all games if a
// file contains several, and that the games are read again.
func TestTextEncodingOfGames(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "old.sgf")
	text := "(;GM[4]SZ[15]PB[\xc0\xee\xc3\xf7]PW[\xcd\xf5\xb7\xbc];B[hh])(;GM[4]SZ[15]PB[\xd5\xc5\xce\xb0]PW[Ann];B[hi]C[\xba\xc3\xc6\xe5])"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	w := open(t, file)
	w.shows("old.sgf")
	row := func(text string) {
		t.Helper()
		w.Wait("the row "+text, func() bool { return strings.Contains(w.Find("text", "Search").Description(), text) })
	}
	preview := func(texts ...string) {
		t.Helper()
		w.Wait("the preview", func() bool {
			return slices.ContainsFunc(w.FindAll("text", "Text Encoding"), func(n *uitest.Node) bool {
				return !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(n.Text(), text) })
			})
		})
	}
	row("李明 – 王芳")
	w.shot("charset-list")
	w.Find("push button", "Change…").Do()
	w.Find("dialog", "Text Encoding")
	preview("李明", "王芳", "张伟")
	w.shot("charset-list-dialog")
	w.Key("Down")
	w.Wait("another preview", func() bool {
		return !slices.ContainsFunc(w.FindAll("text", "Text Encoding"), func(n *uitest.Node) bool { return strings.Contains(n.Text(), "李明") })
	})
	w.Key("Return")
	w.WaitGone("dialog", "Text Encoding")
	w.Wait("the other names", func() bool {
		d := w.Find("text", "Search").Description()
		return strings.Contains(d, "–") && !strings.Contains(d, "李明")
	})
	w.Menu("Game", "Text Encoding…")
	w.Find("dialog", "Text Encoding")
	w.Key("Up")
	preview("李明", "王芳", "张伟")
	w.Key("Return")
	row("李明 – 王芳")
	w.Key("Down", "Return") // a game that is opened is read in that charset, too
	w.tab("张伟 – Ann", 1)
}
