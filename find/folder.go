package find

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Folder searches files, and folders with all below them, in the order of their
// names. It does not import the formats: Known and Open are the caller's.
type Folder struct {
	// Known reports whether the name is one of a file that Open reads. It is not
	// asked about files named by themselves.
	Known func(path string) bool
	// Stream, if set, is a path that stands for no file, such as "-" for the standard
	// input: it is left to Open.
	Stream string
	Open   func(ctx context.Context, path string) (*model.Document, error)
	// Query returns what to look for in d, nil for nothing: a position means
	// something only on the board of its game.
	Query func(d *model.Document) *Query
	// Progress, if set, is told how many files are done; how many there are is
	// known before the first is opened.
	Progress Progress
	// Failed, if set, is told of each file or folder that could not be read, and why.
	Failed func(path string, err error)
}

// Search calls yield for each node found, until it returns false. The error is
// that of ctx; what cannot be read is left to Failed. A symbolic link in a folder is
// followed where it leads to something in that folder; each folder and file is searched once.
func (f *Folder) Search(ctx context.Context, paths []string, yield func(path string, d *model.Document, h Hit) bool) error {
	files, err := f.Files(ctx, paths)
	if err != nil {
		return err
	}
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

// Files returns the files that paths name, and those in folders among them with all below, each once. When ctx ends it returns ctx.Err() at once, even
// while the file system does not answer; the list is then dropped.
func (f *Folder) Files(ctx context.Context, paths []string) ([]string, error) {
	l := &lister{known: f.Known, seen: map[string]bool{}}
	listed := make(chan struct{})
	go func() {
		defer close(listed)
		for _, path := range paths {
			if path == f.Stream && path != "" {
				l.files = append(l.files, path)
			} else {
				l.list(ctx, path)
			}
		}
	}()
	select {
	case <-listed:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	for _, x := range l.failed {
		f.failed(x.path, x.err)
	}
	return l.files, ctx.Err()
}

// lister lists files.
type lister struct {
	known  func(path string) bool
	seen   map[string]bool // real paths of folders and files
	files  []string
	failed []failure
}

// failure is a file or folder that cannot be read.
type failure struct {
	path string
	err  error
}

// list adds the file at path, or those in the folder at path and below it.
func (l *lister) list(ctx context.Context, path string) {
	top, err := filepath.EvalSymlinks(path)
	if err != nil {
		top = path
	}
	todo := []string{path}
	for len(todo) > 0 && ctx.Err() == nil {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		info, err := os.Stat(at)
		if err != nil {
			if at == path || l.known(at) { // a dead link to something else is no matter
				l.fail(at, err)
			}
			continue
		}
		target, err := filepath.EvalSymlinks(at)
		if err != nil { // as of a pipe below /proc/self/fd
			target = at
		}
		switch {
		case at == path && !info.IsDir(): // asked for by name
			l.seen[target] = true
			l.files = append(l.files, at)
		case l.seen[target] || !below(top, target):
		case !info.IsDir():
			if info.Mode().IsRegular() && l.known(at) {
				l.seen[target] = true
				l.files = append(l.files, at)
			}
		default:
			l.seen[target] = true
			entries, err := os.ReadDir(at)
			if err != nil {
				l.fail(at, err)
			}
			for i := len(entries) - 1; i >= 0; i-- { // the first comes off the stack first
				e := entries[i]
				in := filepath.Join(at, e.Name())
				if !strings.HasPrefix(e.Name(), ".") && (!e.Type().IsRegular() || l.known(in)) {
					todo = append(todo, in)
				}
			}
		}
	}
}

func (l *lister) fail(path string, err error) {
	l.failed = append(l.failed, failure{path, unreadable(err)})
}

// below reports whether path is top or lies below it; both are without links.
func below(top, path string) bool {
	rel, err := filepath.Rel(top, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, "../")
}

// unreadable leaves out the path, which is told beside the error.
func unreadable(err error) error {
	if e, ok := err.(*os.PathError); ok {
		err = e.Err
	}
	return msg.Errorf("it cannot be read: %v", err)
}

// SameBoard reports whether a position on the board of a means something on that
// of b: the same family of games, as many players, and the same cells and edges.
func SameBoard(a, b rules.Rules) bool {
	x, y := a.Board(), b.Board()
	return a.Spec().Game == b.Spec().Game && a.Players() == b.Players() && len(x.Cells) == len(y.Cells) &&
		len(x.Columns) == len(y.Columns) && x.Wraps == y.Wraps && x.Drops() == y.Drops()
}
