package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// quiet fails the test if GTK or Pango has printed a warning since the start.
func (w *window) quiet() {
	w.t.Helper()
	data, err := os.ReadFile(filepath.Join(w.Home, ".run", "program.log"))
	if err != nil {
		w.t.Fatal(err)
	}
	text := ofList.ReplaceAllString(string(data), "")
	if strings.Contains(text, "WARNING") || strings.Contains(text, "CRITICAL") {
		w.t.Errorf("warnings:\n%s", text)
	}
}

// ofList matches warnings that ATK and GTK print when they add a widget to the list for screen readers
// that has no states, such as the icon in an entry, or a tab that is being removed. Studio itself
// does not ask for the labels of tabs.
var ofList = regexp.MustCompile(`(\n.*: atk_state_set_contains_state: assertion 'ATK_IS_STATE_SET \(set\)' failed\n)+` +
	`\n.*: g_object_unref: assertion 'G_IS_OBJECT \(object\)' failed\n|\n.*: gtk_notebook_get_tab_label: assertion 'list != NULL' failed\n`)

// TestQuietStart checks that starting prints no GTK warning: with the start page, with a board, in
// a small window, and with games to recover.
func TestQuietStart(t *testing.T) {
	t.Parallel()
	for _, settings := range []string{`{"restoreTabs": false}`, `{"restoreTabs": false, "width": 200, "height": 100, "sideWidth": 2000}`, `{"restoreTabs": false, "width": -4, "height": -1588801769, "sideWidth": -5}`} {
		home := t.TempDir()
		config := filepath.Join(home, ".config", "boardstudio", "settings.json")
		if err := os.MkdirAll(filepath.Dir(config), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(config, []byte(settings), 0o600); err != nil {
			t.Fatal(err)
		}
		w := start(t, home)
		w.quiet()
		w.Kill()
		w.Run("--game", "tictactoe")
		w.ClickAt(w.middle())
		w.moves("1. b2")
		w.quiet()
		w.Kill()
		w.Run()
		w.Find("", "Recover Lost Work")
		w.quiet()
		w.Kill()
	}
}

// TestNameNotUTF8 checks that a file name that is not UTF-8 appears in the title, menus, start page
// and messages without a Pango warning.
func TestNameNotUTF8(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	data, err := os.ReadFile("testdata/penloup-juhem.txt")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(home, "caf\xe9.txt")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	w := openIn(t, home, path)
	w.Wait("the title", func() bool { return strings.Contains(w.Active().Name(), "caf\uFFFD.txt") })
	w.shot("not-utf8")
	w.quiet()
	w.Quit()
	w.Run() // listed on the start page
	w.quiet()
	w.Kill()
}

// TestSaveAsNotUTF8 checks that Save As proposes a file name that is not UTF-8, and saves to the
// same file if the dialog is not changed.
func TestSaveAsNotUTF8(t *testing.T) {
	t.Parallel()
	home, games := t.TempDir(), t.TempDir()
	data, err := os.ReadFile("../../samples/three-players.studio")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(games, "caf\xe9.studio")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	w := openIn(t, home, path)
	w.Wait("the title", func() bool { return strings.Contains(w.Active().Name(), "caf\uFFFD.studio") })
	w.Key("ctrl+b") // a bookmark
	w.Wait("the edit", func() bool { return strings.HasPrefix(w.Active().Name(), "• ") })
	w.Key("ctrl+shift+s")
	d := w.Find("file chooser", "Save As")
	w.Wait("the proposed name", func() bool {
		for _, n := range d.FindAll("text", "") {
			if n.Text() == "caf\uFFFD.studio" {
				return true
			}
		}
		return false
	})
	w.Key("Return")
	w.WaitGone("file chooser", "Save As")
	w.Wait("the saved file", func() bool {
		now, err := os.ReadFile(path)
		return err == nil && string(now) != string(data) && strings.HasPrefix(w.Active().Name(), "caf")
	})
	files, err := os.ReadDir(games)
	if err != nil || len(files) != 1 {
		t.Errorf("the folder has %v, %v", files, err)
	}
}

// TestQuietNewGame checks that GTK prints no warning while games, players and engines are chosen in
// the dialog for a new game.
func TestQuietNewGame(t *testing.T) {
	t.Parallel()
	w := open(t)
	w.Key("ctrl+n")
	w.WaitText("Game", "Tic-tac-toe")
	w.focused("list item", "Tic-tac-toe")
	w.Key("End")
	w.WaitText("Game", "Hex")
	who := w.Find("combo box", "Played by 2")
	for i := range 6 {
		who.Select(i)
	}
	who.Click()
	w.Key("Escape")
	who.Select(6)
	w.Find("dialog", "Engines and Scripts")
	w.Key("Escape")
	w.WaitGone("dialog", "Engines and Scripts")
	w.Key("Escape")
	w.WaitGone("", "New Game")
	w.quiet()
	w.Key("ctrl+n")
	w.WaitText("Game", "Tic-tac-toe")
	who = w.Find("combo box", "Played by 2")
	who.Select(1)
	w.Find("push button", "Start Game").Click()
	w.WaitGone("", "New Game")
	w.quiet()
}
