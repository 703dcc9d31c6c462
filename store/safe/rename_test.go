package safe

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestRename checks that Rename never replaces a file.
func TestRename(t *testing.T) { testRename(t, Rename) }

func testRename(t *testing.T, rename func(from, to string) error) {
	dir := t.TempDir()
	a, b, link := filepath.Join(dir, "a"), filepath.Join(dir, "b"), filepath.Join(dir, "link")
	for _, path := range []string{a, b} {
		if err := os.WriteFile(path, []byte(filepath.Base(path)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("nowhere", link); err != nil {
		t.Fatal(err)
	}
	for _, to := range []string{b, link} {
		if err := rename(a, to); !errors.Is(err, fs.ErrExist) {
			t.Errorf("to %s: %v", to, err)
		}
	}
	if err := rename(filepath.Join(dir, "none"), filepath.Join(dir, "c")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
	if err := rename(a, filepath.Join(dir, "c")); err != nil {
		t.Error(err)
	}
	for name, want := range map[string]string{"a": "", "b": "b", "c": "a"} {
		if data, _ := os.ReadFile(filepath.Join(dir, name)); string(data) != want {
			t.Errorf("%s holds %q", name, data)
		}
	}
}

// TestCreate checks that Create never replaces a file, even one that appears during the call, and
// leaves no temporary file.
func TestCreate(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	for _, other := range []string{"", "before", "meanwhile"} {
		_ = os.Remove(path)
		save := func(when string) {
			if other == when {
				if err := Write(path, Data([]byte("other"))); err != nil {
					t.Fatal(err)
				}
			}
		}
		save("before")
		err := Create(path, func(w io.Writer) error {
			save("meanwhile")
			_, err := w.Write([]byte("new"))
			return err
		})
		want, wantErr := "other", fs.ErrExist
		if other == "" {
			want, wantErr = "new", nil
		}
		if data, _ := os.ReadFile(path); string(data) != want || err != wantErr {
			t.Errorf("saved by another program %q: %v, and the file holds %q", other, err, data)
		}
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 1 {
		t.Errorf("the folder holds %v, %v", list, err)
	}
}
