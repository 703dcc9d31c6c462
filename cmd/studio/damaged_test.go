package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Of a damaged file a person can have what can be read, and is told what was left out; the file stays.
func TestDamagedFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "broken.studio")
	text := `<studio xmlns="urn:boardstudio:document:2" version="2.0"><game name="line"/><tree>b2 a1` + "\n" + `<comment>x</commenT> c3 <var>c1`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	w := open(t, path)
	button := w.Find("push button", "Open What Can Be Read")
	w.shot("damaged")
	button.Do()
	w.Wait("what was left out", func() bool {
		said := w.Find("text", "What Was Left Out").Text()
		return strings.Contains(said, "broken.studio:2: damaged: <comment> is ended by </commenT>: 20 bytes") && strings.Contains(said, "the file ends inside the element <var>")
	})
	w.shot("damaged-told")
	w.ClickRole("push button", "Close")
	w.moves("1. b2")
	w.Find("", "• broken.studio – Studio")
	if now, err := os.ReadFile(path); err != nil || string(now) != text {
		t.Error("the file was changed", err)
	}
}
