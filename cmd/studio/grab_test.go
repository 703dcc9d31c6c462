package main

import (
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
