package find_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"boardstudio/find"
)

// files creates empty files in a new folder.
func files(t *testing.T, names ...string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for _, name := range names {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestFolderOpensOnlyFiles checks that only regular files are opened, under their own names and
// inside the folder.
func TestFolderOpensOnlyFiles(t *testing.T) {
	dir := files(t, "beside.g", "in/a.g", "in/b.txt", "in/sub/c.g", "inside.g/d.g")
	link := func(to, from string) {
		if err := os.Symlink(to, filepath.Join(dir, from)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "in/pipe.g"), 0o600); err != nil {
		t.Fatal(err)
	}
	link("pipe.g", "in/to-pipe.g")
	link("..", "in/up")
	link("../beside.g", "in/beside.g")
	link("../inside.g", "in/longer")
	link("b.txt", "in/z.g")
	link("sub/c.g", "in/z.txt")
	link("sub/c.g", "in/0.g")
	var skipped []string
	f := find.Folder{
		Known:   func(p string) bool { return strings.HasSuffix(p, ".g") },
		Failed:  func(p string, err error) { t.Errorf("%s: %v", p, err) },
		Skipped: func(p string) { skipped = append(skipped, strings.TrimPrefix(p, dir+"/")) },
	}
	seen, err := f.Files(t.Context(), []string{filepath.Join(dir, "in")})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.ReplaceAll(strings.Join(seen, " "), dir+"/", ""), "in/0.g in/a.g in/z.g"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := strings.Join(skipped, " "), "in/b.txt in/pipe.g in/to-pipe.g"; got != want {
		t.Errorf("skipped: %s, want %s", got, want)
	}
}

// TestFolderGone checks that a folder that cannot be listed is reported. It removes the folder
// while it is open.
func TestFolderGone(t *testing.T) {
	dir := files(t, "gone/a.g")
	gone := filepath.Join(dir, "gone")
	open, err := os.Open(gone)
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	if err := os.RemoveAll(gone); err != nil {
		t.Fatal(err)
	}
	path := fmt.Sprintf("/proc/self/fd/%d", open.Fd())
	var failed []string
	f := find.Folder{
		Known:  func(string) bool { return true },
		Failed: func(p string, err error) { failed = append(failed, p+": "+err.Error()) },
	}
	if _, err := f.Files(t.Context(), []string{path}); err != nil {
		t.Fatal(err)
	}
	if want := []string{path + ": it cannot be read: no such file or directory"}; !slices.Equal(failed, want) {
		t.Errorf("%q, want %q", failed, want)
	}
}
