package find_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"boardstudio/find"
	"boardstudio/model"
	"boardstudio/msg"
)

// files makes empty files in a new folder.
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

// A document in which nothing is to be looked for is passed over, one for which the query is
// impossible is told, and the others are searched; before each it is told how many are done.
func TestFolderTells(t *testing.T) {
	dir := files(t, "1.g", "2-none.g", "3-impossible.g", "4-broken.g", "5.g")
	var log []string
	note := func(format string, args ...any) { log = append(log, fmt.Sprintf(format, args...)) }
	f := find.Folder{
		Known: func(p string) bool { return strings.HasSuffix(p, ".g") },
		Open: func(_ context.Context, p string) (*model.Document, error) {
			if strings.Contains(p, "broken") {
				return nil, msg.Errorf("broken")
			}
			d := model.NewDocument(build(t, "tictactoe"))
			d.Info[model.InfoTitle] = filepath.Base(p)
			return d, nil
		},
		Query: func(d *model.Document) *find.Query {
			switch {
			case strings.Contains(d.Info[model.InfoTitle], "none"):
				return nil
			case strings.Contains(d.Info[model.InfoTitle], "impossible"):
				return &find.Query{Pattern: &find.Pattern{}}
			}
			return &find.Query{To: 1}
		},
		Progress: func(done, total int) { note("%d of %d", done, total) },
		Failed:   func(p string, err error) { note("%s: %v", filepath.Base(p), err) },
	}
	yield := func(p string, d *model.Document, h find.Hit) bool {
		note("found in %s", filepath.Base(p))
		return h.Node == d.Tree.Root() && d.Info[model.InfoTitle] == filepath.Base(p)
	}
	if err := f.Search(t.Context(), []string{dir}, yield); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"0 of 5", "found in 1.g", "1 of 5", "2 of 5", "3-impossible.g: the pattern has no cell",
		"3 of 5", "4-broken.g: broken", "4 of 5", "found in 5.g", "5 of 5",
	}
	if !slices.Equal(log, want) {
		t.Errorf("%q, want %q", log, want)
	}
	f.Progress, f.Failed, log = nil, nil, nil
	if err := f.Search(t.Context(), []string{dir, filepath.Join(dir, "absent")}, yield); err != nil || len(log) != 2 {
		t.Errorf("with nobody to tell: %q, %v", log, err)
	}
}

// Wherever a search of files is when its context ends, it opens no other file, and blames none.
func TestFolderEndsAnywhere(t *testing.T) {
	dir := files(t, "1.g", "2.g", "3.g")
	for _, at := range []string{"known", "progress", "open", "open fails", "query", "no query", "found", "found and enough", "last progress"} {
		ctx, cancel := context.WithCancel(context.Background())
		opened := 0
		here := func(where string) {
			if where == at {
				cancel()
			}
		}
		f := find.Folder{
			Known: func(string) bool { here("known"); return true },
			Open: func(context.Context, string) (*model.Document, error) {
				opened++
				here("open")
				if at == "open fails" {
					cancel()
					return nil, msg.Errorf("stopped")
				}
				return model.NewDocument(build(t, "tictactoe")), nil
			},
			Query: func(*model.Document) *find.Query {
				here("query")
				if at == "no query" {
					cancel()
					return nil
				}
				return &find.Query{To: 1}
			},
			Progress: func(done, total int) {
				here("progress")
				if done == total {
					here("last progress")
				}
			},
			Failed: func(p string, err error) { t.Errorf("%s: %s fails: %v", at, p, err) },
		}
		err := f.Search(ctx, []string{dir}, func(string, *model.Document, find.Hit) bool {
			here("found")
			here("found and enough")
			return at != "found and enough"
		})
		cancel()
		most := 1
		switch at {
		case "known":
			most = 0
		case "last progress":
			most = 3
		}
		if !errors.Is(err, context.Canceled) || opened > most {
			t.Errorf("%s: %d files were opened, %v", at, opened, err)
		}
	}
}

// Of what lies in a folder only files are opened, by their own names, and nothing beside the folder.
func TestFolderKeepsToFiles(t *testing.T) {
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
	var seen []string
	f := find.Folder{
		Known: func(p string) bool { return strings.HasSuffix(p, ".g") },
		Open: func(_ context.Context, p string) (*model.Document, error) {
			rel, err := filepath.Rel(dir, p)
			seen = append(seen, rel)
			return nil, err
		},
		Query:  func(*model.Document) *find.Query { return nil },
		Failed: func(p string, err error) { t.Errorf("%s: %v", p, err) },
	}
	if err := f.Search(t.Context(), []string{filepath.Join(dir, "in")}, nil); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(seen, " "), "in/0.g in/a.g in/z.g"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// A folder that cannot be listed is told, here one that was removed while it is open.
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
	if err := f.Search(t.Context(), []string{path}, nil); err != nil {
		t.Fatal(err)
	}
	if want := []string{path + ": it cannot be read: no such file or directory"}; !slices.Equal(failed, want) {
		t.Errorf("%q, want %q", failed, want)
	}
}
