package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"boardstudio"
	"boardstudio/document"
	"boardstudio/model"
)

// TestRecovery checks that a game can be recovered with every edit after the program was killed.
func TestRecovery(t *testing.T) {
	t.Parallel()
	w := open(t, "testdata/penloup-juhem.txt")
	w.shows("penloup-juhem.txt")
	w.Key("End", "Left", "Left", "Left")
	w.Key("F9")
	w.Type("Not lost")
	w.WaitText("Comment", "Not lost")
	w.Key("Escape", "ctrl+3")
	w.moves("!?")
	w.Kill()

	w.Run()
	w.Find("", "Recover Lost Work")
	w.shot("recover-list")
	w.Key("Return")
	w.moves("!?")
	w.WaitText("Comment", "Not lost")
	w.status("to move")
	w.shot("recovered")
	path := filepath.Join(t.TempDir(), "saved.studio")
	w.saveAs(path)
	if code := w.Quit(); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	got, want := load(t, path), load(t, "testdata/penloup-juhem.txt")
	n := node(t, want, want.Tree.Len()-4)
	if err := want.Tree.Do("", model.SetComment{Node: n, Text: "Not lost"}, model.SetGlyphs{Node: n, Glyphs: []model.Glyph{"!?"}}); err != nil {
		t.Fatal(err)
	}
	if err := model.Equal(want, got); err != nil {
		t.Error(err)
	}

	// The history survived, and no recovery is offered.
	w.Run(path)
	w.shows(path)
	if w.Has("", "Recover Lost Work") {
		t.Error("what was saved is offered again")
	}
	w.Menu("Edit", "Undo: Annotation symbol")
	w.Wait("no sign", func() bool { return !strings.Contains(w.line(), "!?") })
	w.Key("ctrl+z")
	w.WaitText("Comment", "")
	w.shot("history-survives")
}

// sample copies a sample game to a temporary folder and returns its path.
func sample(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "game.studio")
	data, err := os.ReadFile("../../samples/awale.studio")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestFileChangedOutside checks the choices if another program has changed the open file, and the
// list of versions.
func TestFileChangedOutside(t *testing.T) {
	t.Parallel()
	path := sample(t)
	theirs := load(t, path)
	w := open(t, path)
	w.shows(path)
	w.Key("F9")
	w.Type("mine")
	w.WaitText("Comment", "mine")
	w.Key("Escape")
	if err := theirs.Tree.Do("", model.SetComment{Node: theirs.Tree.Root(), Text: "theirs"}); err != nil {
		t.Fatal(err)
	}
	if err := document.Save(path, boardstudio.Documents.Formats[0], theirs); err != nil {
		t.Fatal(err)
	}

	w.Key("ctrl+s")
	w.Find("", "The file was changed")
	w.shot("changed-outside")
	w.Click("Compare…")
	w.Find("", "Differences to the file")
	w.shot("differences")
	w.Click("Decide…")
	w.Find("", "The file was changed")
	w.Click("Take Theirs")
	w.WaitText("Comment", "theirs")
	w.Wait("as saved", func() bool { return w.Has("", "game.studio – Studio") })
	w.Key("ctrl+z", "Home")
	w.WaitText("Comment", "mine")
	w.Wait("unsaved", func() bool { return w.Has("", "• game.studio – Studio") })
	w.Key("ctrl+s") // the change is known now
	w.Wait("saved", func() bool { return w.Has("", "game.studio – Studio") })

	w.Menu("Game", "Versions…")
	w.Find("", "Versions of game.studio")
	w.shot("versions")
	w.Type("no such version")
	w.Find("label", "No matches")
	w.Key("ctrl+a", "BackSpace")
	w.WaitGone("label", "No matches")
	w.Key("Down", "Return")
	w.WaitText("Comment", "theirs")
	w.shot("version-restored")
	w.Key("ctrl+z", "Home")
	w.WaitText("Comment", "mine")
	if got := load(t, path).Tree.Root().Comment(); got != "mine" {
		t.Errorf("the file holds %q", got)
	}
}

// TestFileGone checks that saving asks for a file if the open file has been deleted.
func TestFileGone(t *testing.T) {
	t.Parallel()
	path := sample(t)
	w := open(t, path)
	w.shows(path)
	w.Key("F9")
	w.Type("kept")
	w.WaitText("Comment", "kept")
	w.Key("Escape")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	w.Key("ctrl+s")
	w.Find("", "The file is missing")
	w.shot("file-gone")
	w.Click("Save There Again")
	w.Wait("the file", func() bool { _, err := os.Stat(path); return err == nil })
	w.Wait("saved", func() bool { return w.Has("", "game.studio – Studio") })
	if got := load(t, path).Tree.Root().Comment(); got != "kept" {
		t.Errorf("the file holds %q", got)
	}
}

// TestChosenFileChanges checks that Studio asks again if another program changes the file chosen in
// Save As before it is written.
func TestChosenFileChanges(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file, out := filepath.Join(dir, "moves.txt"), filepath.Join(dir, "out.txt")
	if err := os.WriteFile(file, []byte("[Variant \"othello\"]\n1. f5 d6\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	w := open(t, file)
	w.shows("moves.txt")
	w.Key("Right", "ctrl+b")
	w.Find("", "• moves.txt – Studio")
	w.Key("ctrl+shift+s")
	w.choosesFile("Save As", out)
	w.Find("", "Some data cannot be stored")
	if err := os.WriteFile(out, []byte("theirs"), 0o644); err != nil {
		t.Fatal(err)
	}
	w.Click("Write Anyway")
	w.Find("", "The file was changed")
	w.shot("chosen-changed")
	if data, err := os.ReadFile(out); err != nil || string(data) != "theirs" {
		t.Errorf("the file holds %q, %v", data, err)
	}
	w.Click("Replace It")
	w.Find("", "Some data cannot be stored")
	w.Click("Write Anyway")
	w.Wait("the file", func() bool {
		data, err := os.ReadFile(out)
		return err == nil && strings.Contains(string(data), "f5")
	})
	w.Find("", "• moves.txt – Studio")
}

// TestTypingAhead checks that letters typed before a window has the focus do not reach the board.
func TestTypingAhead(t *testing.T) {
	t.Parallel()
	w := open(t, "../../samples/penloup-juhem.studio")
	w.shows("penloup-juhem.studio")
	for _, key := range []string{"ctrl+f", "ctrl+shift+p"} {
		w.Key(key)
		w.Type("perpendicular")
		w.Wait("all letters after "+key, func() bool {
			for _, n := range w.FindAll("text", "Search") {
				if n.Text() == "perpendicular" {
					return true
				}
			}
			return false
		})
		w.Key("Escape")
	}
}

// burst presses keys while the program is stopped, so all of them arrive before it can update the
// window. If it was stopped while it grabbed the display, which blocks the keys, it is resumed
// after some seconds.
func (w *window) burst(keys ...string) {
	w.t.Helper()
	w.Signal(syscall.SIGSTOP)
	held := time.AfterFunc(5*time.Second, func() { w.Signal(syscall.SIGCONT) })
	w.Key(keys...)
	held.Stop()
	w.Signal(syscall.SIGCONT)
}

// TestBurstOfKeys checks that keys have the same effect if they arrive faster than the window is
// updated.
func TestBurstOfKeys(t *testing.T) {
	t.Parallel()
	w := open(t, othello)
	w.shows(othello)
	w.Key("End")
	w.status("20–44")
	w.burst("Home", "Right", "F9", "w", "e", "l", "l")
	w.moves("1. f5  well  d6")
	w.burst("ctrl+z", "o", "h", "Escape", "Right", "shift+F9", "P", "l", "a", "n")
	w.Wait("a name and a comment", func() bool {
		return strings.Contains(w.line(), "1. f5  oh  d6") && w.Text("Name of this position") == "Plan"
	})
	w.Key("Escape")
	w.burst("ctrl+shift+p", "s", "t", "o", "BackSpace", "a", "r", "t", "Return")
	w.Wait("the start", func() bool { return w.Find("slider", "Move").Value() == 0 })
	w.burst("ctrl+question", "Down", "Down", "Page_Down", "ctrl+Home", "alt+o", "Down") // the keys of Sabaki
	w.Wait("other keys", func() bool {
		c := w.Find("combo box", "Keys of").Chosen()
		return c != nil && c.Name() == "Like Sabaki"
	})
	w.Key("Escape")
	w.WaitGone("frame", "Keys")
	w.burst("F1", "Up", "Up", "Up", "Up", "Up", "Up", "Up") // from the rules to the page about files
	w.Wait("the page about files", func() bool { return strings.Contains(w.Text("Help text"), "Ctrl+S saves") })
	w.Key("Escape")
	w.WaitGone("", "Help text")
	w.burst("ctrl+shift+l", "ctrl+n", "M", "i", "n", "e", "Return")
	file := filepath.Join(w.Home, ".local/share/boardstudio/scripts/Mine.lua")
	w.Wait("the script", func() bool { _, err := os.Stat(file); return err == nil })
}
