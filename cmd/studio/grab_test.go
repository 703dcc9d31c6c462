package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestComboBoxDuringGrab checks that the window responds after a combo box is opened while the
// window manager has grabbed the pointer. GTK cannot open the list then, and used to give it all
// keys.
func TestComboBoxDuringGrab(t *testing.T) {
	t.Parallel()
	w := open(t)
	w.Key("ctrl+n")
	who := w.Find("combo box", "Played by 2")
	release := w.HoldPointer()
	who.Do()
	w.Find("dialog", "New Game") // this request is handled after the list failed to open
	release()
	w.Key("Escape")
	w.WaitGone("dialog", "New Game")
}

// TestCancelDuringReplaceQuestion checks that a file dialog can be cancelled while GTK asks whether
// to replace the file. This is possible without a pointer.
func TestCancelDuringReplaceQuestion(t *testing.T) {
	t.Parallel()
	w := open(t)
	path := filepath.Join(t.TempDir(), "there.studio")
	if err := os.WriteFile(path, []byte("something"), 0o600); err != nil {
		t.Fatal(err)
	}
	w.Key("ctrl+shift+s")
	d := w.Find("file chooser", "")
	w.Key("ctrl+a")
	w.Type(path)
	w.Key("Return")
	w.Find("alert", "")
	d.Find("push button", "Cancel").Do()
	w.WaitGone("alert", "")
	w.WaitGone("file chooser", "")
	w.Wait("the end of the dialog", func() bool { return !d.Refresh() })
	w.Key("ctrl+n")
	w.Find("dialog", "New Game")
	for _, line := range bad.FindAllString(w.Log(), -1) {
		if !slices.ContainsFunc(ofGTK, func(text string) bool { return strings.Contains(line, text) }) {
			t.Error(line)
		}
	}
}
