package docfile

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDamagedFile checks that the readable part of a damaged file is offered. The resulting
// newDocument is not connected to the file, which stays unchanged.
func TestDamagedFile(t *testing.T) {
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
	cut := data[:strings.LastIndex(string(data), "</tree>")]
	if err := os.WriteFile(path, cut, 0o600); err != nil {
		t.Fatal(err)
	}
	other := newHost(t, t.TempDir())
	before := other.doc
	err = other.wait(func(done func(error)) { other.Open(path, done) })
	var damaged *Damaged
	if !errors.As(err, &damaged) || other.doc != before || len(other.said) > 0 || len(damaged.What) != 1 || !strings.Contains(damaged.What[0].Error(), "the rest was left out") {
		t.Fatalf("%v, said %v", err, other.said)
	}
	other.Salvage(damaged)
	if other.doc == before || other.doc.Tree.Len() != 4 || !other.Dirty() || other.Path() != "" || other.Source() != path || len(other.said) != 1 {
		t.Errorf("%d nodes, dirty %v, path %q, source %q, said %v", other.doc.Tree.Len(), other.Dirty(), other.Path(), other.Source(), other.said)
	}
	if err := other.save(filepath.Join(t.TempDir(), "b.studio")); err != nil || other.Dirty() {
		t.Error(err)
	}
	if now, err := os.ReadFile(path); err != nil || string(now) != string(cut) {
		t.Error("the damaged file was changed", err)
	}
	// If nothing can be read, the error is not a *Damaged, so no repair is offered.
	if err := os.WriteFile(path, data[:20], 0o600); err != nil {
		t.Fatal(err)
	}
	if err := d.wait(func(done func(error)) { d.Open(path, done) }); err == nil || errors.As(err, &damaged) {
		t.Error(err)
	}
}
