package docfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/rules"
)

// TestOpenFails checks that the reason why a file is unreadable is returned and shown.
func TestOpenFails(t *testing.T) {
	d := newHost(t, t.TempDir())
	before := d.doc
	dir := t.TempDir()
	for path, why := range map[string]string{filepath.Join(dir, "none.studio"): "no such file", dir: "folder"} {
		d.said = nil
		err := d.wait(func(done func(error)) { d.Open(path, done) })
		if err == nil || !strings.Contains(err.Error(), why) || d.doc != before || len(d.said) != 1 || !strings.Contains(d.said[0], why) {
			t.Errorf("%s: %v, said %q", path, err, d.said)
		}
	}
}

// TestExtensionIsAdded checks that Save and Replace add the extension .studio to a name without
// one.
func TestExtensionIsAdded(t *testing.T) {
	d := newHost(t, t.TempDir())
	for _, save := range []func(string, func(error)){d.Save, d.Replace} {
		path := filepath.Join(t.TempDir(), "a")
		d.play(rules.Cell(d.doc.Tree.Len()))
		if err := d.wait(func(done func(error)) { save(path, done) }); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", path, err)
		}
		if _, err := os.Stat(path + Extension); err != nil || d.Path() != path+Extension || d.Name() != "a"+Extension {
			t.Errorf("%v, path %q, name %q", err, d.Path(), d.Name())
		}
	}
}

// TestVersionsThatFail checks that a save succeeds with a warning if no version can be stored.
func TestVersionsThatFail(t *testing.T) {
	store := t.TempDir()
	if err := os.WriteFile(filepath.Join(store, "versions"), nil, 0o600); err != nil { // in place of the folder
		t.Fatal(err)
	}
	d := newHost(t, store)
	d.play(4)
	path := filepath.Join(t.TempDir(), "a.studio")
	d.said = nil
	if err := d.save(path); err != nil || d.Dirty() {
		t.Fatalf("%v, dirty %v", err, d.Dirty())
	}
	if len(d.said) != 1 || !strings.Contains(d.said[0], "cannot save a version of a.studio") {
		t.Errorf("said %q", d.said)
	}
}

// TestSalvagedMovesAreChecked checks that the moves in the readable part of a damaged file are
// checked.
func TestSalvagedMovesAreChecked(t *testing.T) {
	d := newHost(t, t.TempDir())
	path := filepath.Join(t.TempDir(), "a.studio")
	d.play(0, 1, 2)
	if err := d.save(path); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(data), "b1", "a1", 1) // illegal
	if err := os.WriteFile(path, []byte(text[:strings.LastIndex(text, "</tree>")]), 0o600); err != nil {
		t.Fatal(err)
	}
	err = d.wait(func(done func(error)) { d.Open(path, done) })
	var damaged *Damaged
	if !errors.As(err, &damaged) {
		t.Fatal(err)
	}
	d.Salvage(damaged)
	if n := len(d.doc.Warnings); n < 2 || !strings.Contains(errors.Join(d.doc.Warnings...).Error(), "there is a piece on a1 already") {
		t.Errorf("%d warnings: %v", n, d.doc.Warnings)
	}
}

// TestFailedSave checks that the document stays unsaved if the file cannot be written, and that the
// reason is shown.
func TestFailedSave(t *testing.T) {
	d := newHost(t, t.TempDir())
	dir := filepath.Join(t.TempDir(), "folder")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "a.studio")
	if err := d.save(path); err != nil || d.Dirty() {
		t.Fatal(err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	d.said = nil
	if err := d.save(path); err == nil || !d.Dirty() || len(d.said) != 1 || !strings.Contains(d.said[0], "a.studio cannot be saved") {
		t.Errorf("%v, dirty %v, said %q", err, d.Dirty(), d.said)
	}
}
