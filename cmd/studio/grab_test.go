package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestAListThatCannotOpen asks for a list of choices while the window manager holds the pointer. GTK cannot open the list
// then, but leaves all keys to it: the window was dead.
func TestAListThatCannotOpen(t *testing.T) {
	t.Parallel()
	w := open(t)
	w.Key("ctrl+n")
	who := w.Find("combo box", "Played by 2")
	release := w.HoldPointer()
	time.Sleep(500 * time.Millisecond) // until it holds it
	who.Do()
	time.Sleep(500 * time.Millisecond)
	release()
	w.Key("Escape")
	w.WaitGone("dialog", "New Game")
}

// TestReplaceOutlivesNothing cancels a file dialog while GTK asks whether to replace the file, as somebody who does not
// use the pointer can.
func TestReplaceOutlivesNothing(t *testing.T) {
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
	time.Sleep(1500 * time.Millisecond) // until the dialog is destroyed
	w.Key("ctrl+n")
	w.Find("dialog", "New Game")
	for _, line := range bad.FindAllString(w.Log(), -1) {
		if !slices.ContainsFunc(ofGTK, func(text string) bool { return strings.Contains(line, text) }) {
			t.Error(line)
		}
	}
}
