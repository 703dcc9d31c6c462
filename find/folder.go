package find

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Folder lists files and the files in folders, recursively, sorted by name. The caller supplies Known, so this package
// does not import the formats.
type Folder struct {
	// Known reports whether a file with this name is listed. It is not called for files named directly.
	Known func(path string) bool
	// Failed, if not nil, is called for each unreadable file or folder.
	Failed func(path string, err error)
	// Skipped, if not nil, is called for each file in a folder that is not Known or not regular, except hidden files.
	Skipped func(path string)
}

func (f *Folder) failed(path string, err error) {
	if f.Failed != nil {
		f.Failed(path, err)
	}
}

// Files returns the named files and, recursively, the files in named folders, without duplicates.
// If ctx is done, it returns ctx.Err() at once, even if the file system does not respond.
func (f *Folder) Files(ctx context.Context, paths []string) ([]string, error) {
	l := &lister{known: f.Known, seen: map[string]bool{}}
	listed := make(chan struct{})
	go func() {
		defer close(listed)
		for _, path := range paths {
			l.list(ctx, path)
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
	if f.Skipped != nil {
		for _, path := range l.skipped {
			f.Skipped(path)
		}
	}
	return l.files, ctx.Err()
}

type lister struct {
	known   func(path string) bool
	seen    map[string]bool // real paths of folders and files
	files   []string
	skipped []string
	failed  []failure
}

// failure is an unreadable file or folder.
type failure struct {
	path string
	err  error
}

// list adds the file at path, or the files in the folder at path, recursively.
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
			dead := errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ELOOP)
			if at == path || l.known(at) || !dead { // ignore dead links to unknown files
				l.fail(at, err)
			}
			continue
		}
		target, err := filepath.EvalSymlinks(at)
		if err != nil { // for example a pipe in /proc/self/fd
			target = at
		}
		switch {
		// named directly
		case at == path && !info.IsDir():
			l.seen[target] = true
			l.files = append(l.files, at)
		case l.seen[target] || !below(top, target):
		case !info.IsDir():
			switch {
			case l.known(at) && info.Mode().IsRegular():
				l.seen[target] = true
				l.files = append(l.files, at)
			default:
				l.skipped = append(l.skipped, at)
			}
		default:
			l.seen[target] = true
			entries, err := os.ReadDir(at)
			if err != nil {
				l.fail(at, err)
			}
			for i := len(entries) - 1; i >= 0; i-- { // reversed, as the stack is last in, first out
				e := entries[i]
				in := filepath.Join(at, e.Name())
				switch {
				case strings.HasPrefix(e.Name(), "."):
				case e.Type().IsRegular() && !l.known(in):
					l.skipped = append(l.skipped, in)
				default:
					todo = append(todo, in)
				}
			}
		}
	}
}

func (l *lister) fail(path string, err error) {
	l.failed = append(l.failed, failure{path, unreadable(err)})
}

// below reports whether path is top or inside it. Both must be free of links.
func below(top, path string) bool {
	rel, err := filepath.Rel(top, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, "../")
}

// unreadable returns err as a *msg.Error without its path, because callers report the path separately.
func unreadable(err error) error {
	if e, ok := err.(*os.PathError); ok {
		err = e.Err
	}
	return msg.Errorf("it cannot be read: %v", err)
}

// SameBoard reports whether positions on the board of a are valid on the board of b. Both must have
// the same family of games, number of players, cells and edges.
func SameBoard(a, b rules.Rules) bool {
	x, y := a.Board(), b.Board()
	return a.Spec().Game == b.Spec().Game && a.Players() == b.Players() && len(x.Cells) == len(y.Cells) &&
		len(x.Columns) == len(y.Columns) && x.Wraps == y.Wraps && x.Drops() == y.Drops()
}
