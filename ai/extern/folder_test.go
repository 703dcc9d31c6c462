package extern

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// What a killed studio has left is swept up; folders in use, and those just made, stay.
func TestSweep(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	used, err := newFolder()
	if err != nil {
		t.Fatal(err)
	}
	defer used.remove()
	dead, err := newFolder()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dead.path, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	dead.lock.Close() // as its process ends
	other := filepath.Join(os.TempDir(), "other")
	if err := os.Mkdir(other, 0o700); err != nil {
		t.Fatal(err)
	}
	there := func(path string) bool { _, err := os.Stat(path); return err == nil }
	sweep(time.Now().Add(-fresh))
	if !there(dead.path) {
		t.Error("a folder was swept away that was just made")
	}
	sweep(time.Now().Add(time.Hour))
	if there(dead.path) || !there(used.path) || !there(other) {
		t.Errorf("dead %v, used %v, other %v", there(dead.path), there(used.path), there(other))
	}
	used.remove()
	if there(used.path) {
		t.Error("a folder stays")
	}
}
