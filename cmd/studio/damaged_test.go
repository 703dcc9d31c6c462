package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDamagedFile checks that the readable part of a damaged file can be opened, that Studio
// reports what was skipped, and that the file is not changed.
func TestDamagedFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "broken.studio")
	text := `<studio xmlns="urn:boardstudio:document:2" version="2.0"><game name="line"/><tree>b2 a1` + "\n" + `<comment>x</commenT> c3 <var>c1`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	w := open(t, path)
	button := w.Find("push button", "Open Undamaged Part")
	w.shot("damaged")
	button.Do()
	w.Wait("what was left out", func() bool {
		said := w.Find("text", "Parts Left Out").Text()
		return strings.Contains(said, "broken.studio:2: damaged: <comment> is closed by </commenT>: 20 bytes") && strings.Contains(said, "the file ends inside the element <var>")
	})
	w.shot("damaged-told")
	w.ClickRole("push button", "Close")
	w.moves("1. b2")
	w.Find("", "• broken.studio – Studio")
	if now, err := os.ReadFile(path); err != nil || string(now) != text {
		t.Error("the file was changed", err)
	}
}
