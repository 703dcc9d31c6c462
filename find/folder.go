package find

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"boardstudio/model"
	"boardstudio/rules"
)

// Folder searches files, and folders with all below them, in the order of their
// names. It does not import the formats: Known and Open are the caller's.
type Folder struct {
	// Known reports whether the name is one of a file that Open reads. It is not
	// asked about files named by themselves.
	Known func(path string) bool
	Open  func(ctx context.Context, path string) (*model.Document, error)
	// Query returns what to look for in d, nil for nothing: a position means
	// something only on the board of its game.
	Query func(d *model.Document) *Query
	// Progress, if set, is told how many files are done; how many there are is
	// known before the first is opened.
	Progress Progress
	// Failed, if set, is told of each file or folder that could not be read, and why.
	Failed func(path string, err error)
}

// Search calls yield for each place found, until it returns false. The error is
// that of ctx; what cannot be read is left to Failed. Symbolic links are followed, each
// folder is searched once.
func (f *Folder) Search(ctx context.Context, paths []string, yield func(path string, d *model.Document, h Hit) bool) error {
	files := f.files(ctx, paths)
	for i, path := range files {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if f.Progress != nil {
			f.Progress(i, len(files))
		}
		d, err := f.Open(ctx, path)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			f.failed(path, err)
			continue
		}
		q := f.Query(d)
		if q == nil {
			continue
		}
		more := true
		err = Search(ctx, d, q, nil, func(h Hit) bool {
			more = yield(path, d, h)
			return more
		})
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			f.failed(path, err)
		}
		if !more {
			return nil
		}
	}
	if f.Progress != nil {
		f.Progress(len(files), len(files))
	}
	return ctx.Err()
}

func (f *Folder) failed(path string, err error) {
	if f.Failed != nil {
		f.Failed(path, err)
	}
}

// files returns the files to be searched.
func (f *Folder) files(ctx context.Context, paths []string) []string {
	var files []string
	seen := map[string]bool{} // real paths of folders and files
	// new reports whether the path leads to something that was not there before.
	fresh := func(path string) bool {
		real, err := filepath.EvalSymlinks(path)
		if err != nil {
			real = path
		}
		was := seen[real]
		seen[real] = true
		return !was
	}
	for _, path := range paths {
		todo := []string{path}
		for len(todo) > 0 && ctx.Err() == nil {
			at := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			info, err := os.Stat(at)
			if err != nil {
				if at == path || f.Known(at) { // a dead link to something else is no matter
					f.failed(at, unreadable(err))
				}
				continue
			}
			if !info.IsDir() {
				if at == path || info.Mode().IsRegular() && f.Known(at) && fresh(at) {
					files = append(files, at)
				}
				continue
			}
			if !fresh(at) {
				continue
			}
			entries, err := os.ReadDir(at)
			if err != nil {
				f.failed(at, unreadable(err))
			}
			for i := len(entries) - 1; i >= 0; i-- { // the first comes off the stack first
				if name := entries[i].Name(); !strings.HasPrefix(name, ".") {
					todo = append(todo, filepath.Join(at, name))
				}
			}
		}
	}
	return files
}

// unreadable leaves out the path, which is told beside the error.
func unreadable(err error) error {
	if e, ok := err.(*os.PathError); ok {
		err = e.Err
	}
	return rules.Errorf("it cannot be read: %v", err)
}

// SameBoard reports whether a position on the board of a means something on that
// of b: the same family of games, as many players, and the same cells and edges.
func SameBoard(a, b rules.Rules) bool {
	x, y := a.Board(), b.Board()
	return a.Spec().Game == b.Spec().Game && a.Players() == b.Players() && len(x.Cells) == len(y.Cells) &&
		len(x.Columns) == len(y.Columns) && x.Wraps == y.Wraps && x.Drops() == y.Drops()
}
