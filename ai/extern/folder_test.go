package extern

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestSweep checks that folders of killed processes are deleted. Folders that are in use or new are
// not.
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
	dead.lock.Close() // as if the owning process had ended
	other := filepath.Join(os.TempDir(), "other")
	if err := os.Mkdir(other, 0o700); err != nil {
		t.Fatal(err)
	}
	there := func(path string) bool { _, err := os.Stat(path); return err == nil }
	sweep(time.Now().Add(-fresh), func() {})
	if !there(dead.path) {
		t.Error("a folder was swept away that was just made")
	}
	sweep(time.Now().Add(time.Hour), func() {})
	if there(dead.path) || !there(used.path) || !there(other) {
		t.Errorf("dead %v, used %v, other %v", there(dead.path), there(used.path), there(other))
	}
	used.remove()
	if there(used.path) {
		t.Error("a folder stays")
	}
}

// TestSweepFollowsNoLink checks that sweep does not follow a link by which another user replaces an
// abandoned folder at that moment.
func TestSweepFollowsNoLink(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	home := t.TempDir()
	file := filepath.Join(home, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, folderName+"1")
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	swaps := 0
	swap := func() {
		swaps++
		if err := errors.Join(os.Rename(path, filepath.Join(dir, "other")), os.Symlink(home, path)); err != nil {
			t.Error(err)
		}
	}
	sweep(time.Now().Add(time.Hour), swap)
	if _, err := os.Stat(file); err != nil || swaps != 1 {
		t.Errorf("after %d links: %v", swaps, err)
	}
}

// TestSweepOthers checks that folders of other users stay.
func TestSweepOthers(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	path := filepath.Join(os.TempDir(), folderName+"1")
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(path, 12345, -1); err != nil {
		t.Skip("only the superuser can give folders away: ", err)
	}
	sweep(time.Now().Add(time.Hour), func() {})
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

// TestRemove checks that a folder is deleted with its content, whatever its permissions and depth,
// and even if the program has moved it.
func TestRemove(t *testing.T) {
	depth := 3000
	if testing.Short() {
		depth = 300 // deeper than sizeOf counts
	}
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	for name, change := range map[string]func(folder) error{
		"files": func(d folder) error { return os.WriteFile(filepath.Join(d.path, "f"), nil, 0) },
		"link":  func(d folder) error { return os.Symlink(dir+"/kept", filepath.Join(d.path, "l")) },
		"permissions": func(d folder) error {
			return errors.Join(os.MkdirAll(d.path+"/p/q/r", 0o700), os.WriteFile(d.path+"/p/q/f", nil, 0), os.Chmod(d.path+"/p/q", 0), os.Chmod(d.path+"/p", 0), os.Chmod(d.path, 0))
		},
		"moved": func(d folder) error {
			return errors.Join(os.Mkdir(d.path+"/d", 0o700), os.Rename(d.path, dir+"/moved"))
		},
		"replaced": func(d folder) error {
			return errors.Join(os.Rename(d.path, dir+"/moved"), os.Symlink(dir+"/kept", d.path))
		},
		"deep": func(d folder) error {
			root, err := d.root.OpenRoot(".")
			for range depth {
				if err != nil {
					return err
				}
				err = root.Mkdir("a", 0o700)
				next, e := root.OpenRoot("a")
				root.Close()
				root, err = next, errors.Join(err, e)
			}
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.MkdirAll(dir+"/kept/d", 0o700); err != nil {
				t.Fatal(err)
			}
			d, err := newFolder()
			if err != nil {
				t.Fatal(err)
			}
			if err := change(d); err != nil {
				t.Fatal(name, err)
			}
			d.remove()
			list, err := os.ReadDir(dir)
			if err != nil || len(list) != 1 || list[0].Name() != "kept" {
				t.Errorf("%v, %v", list, err)
			}
			if _, err := os.Stat(dir + "/kept/d"); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestSizeOf checks that sizeOf counts at least 4 KB for each file, folder and link, and closes all
// files.
func TestSizeOf(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, size int64) error {
		path := filepath.Join(dir, name)
		return errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, nil, 0o600), os.Truncate(path, size))
	}
	if err := errors.Join(write("empty", 0), write("large", 10_000), write("a/small", 1), write("a/b/c/large", 5000), os.Symlink("/", dir+"/link")); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	open := func() int {
		list, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip("the system does not list open files")
		}
		return len(list)
	}
	before := open()
	for depth, want := range map[int]struct {
		size int64
		deep bool
	}{
		9: {6*entrySize + 10_000 + 5000, false}, 3: {6*entrySize + 10_000 + 5000, false},
		2: {5*entrySize + 10_000, true}, 1: {4*entrySize + 10_000, true}, 0: {2*entrySize + 10_000, true},
	} {
		if n, deep := sizeOf(root, depth); n != want.size || deep != want.deep {
			t.Errorf("to depth %d: %d bytes, deeper %v, want %+v", depth, n, deep, want)
		}
	}
	if n := open() - before; n > 0 {
		t.Errorf("%d files stay open", n)
	}
}
