package docfile

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/io/journal"
	"boardstudio/locale"
	"boardstudio/studio/jobs"
)

// Member returns the document's place in a file of several games, nil for none.
func (f *File) Member() *ioall.Member { return f.member }

// Agreed reports whether the person wants the document to be saved at its place in a file of several games.
func (f *File) Agreed() bool { return f.agreed }

// SaveInto writes the document to a place in a file of several games: the other games stay as they are, byte for byte. whole says that nothing of the
// document gets lost, so that it counts as saved. The error is as for Save, with replace as for Replace, or ioall.ErrMoved, of which only done is told, where the
// file does not hold the game as it was read.
func (f *File) SaveInto(m *ioall.Member, whole, replace bool, done func(error)) {
	to := target{path: m.Path, format: m.Format, write: ioall.Write, member: m, whole: whole}
	if replace {
		to.write = ioall.Replace
	}
	f.save(to, done)
}

// UnwritableInto is Unwritable for SaveInto.
func (f *File) UnwritableInto(m *ioall.Member, then func([]error)) {
	f.unwritable(m.Path, m.Format, then)
}

// GamesAt finds out in the background how many games a file holds that is about to be written, 0 for no file or one that cannot be read, and the place
// behind them, nil where the document cannot be written there; and tells then, unless that is cancelled.
func (f *File) GamesAt(path string, then func(n int, end *ioall.Member)) {
	n, rules := 0, f.doc.Tree.Rules()
	spec := rules.Spec()
	var end *ioall.Member
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		then(0, nil)
		return
	}
	f.jobs.Do(jobs.Task{
		Kind: jobs.File, Title: locale.T("Reading %s", filepath.Base(path)),
		First: func(ctx context.Context, _ codec.Progress) error {
			data, err := ioall.Read(ctx, path)
			if err != nil {
				return ctx.Err()
			}
			g, format, err := ioall.Games(ctx, path, data, codec.Options{Spec: &spec})
			if err != nil {
				return ctx.Err()
			}
			n = len(g.Heads)
			if format.Writes(rules) == nil {
				end = ioall.MemberOf(path, format, g, n, n, &spec)
			}
			return nil
		},
		Then: func(err error) {
			if err == nil {
				then(n, end)
			}
		},
	})
}

// inserting is held while a file of several games is read and written again: another tab may have another game of it.
var inserting sync.Mutex

// insert puts the game into its file of several.
func (w *written) insert(store *journal.Store, game []byte) error {
	inserting.Lock()
	defer inserting.Unlock()
	ctx := context.Background()
	data, err := ioall.Read(ctx, w.path)
	if err != nil {
		return err
	}
	if data, w.member, err = w.member.Insert(ctx, data, game); err != nil {
		return err
	}
	return w.save(store, data)
}

// isThere notes that the document stands in a file of several games now, unless it has a file of its own: then what was written is a copy.
func (f *File) isThere(w *written) {
	if f.path != "" {
		return
	}
	f.member, f.agreed = w.member, true
	if w.whole {
		f.saved = w.revision
	}
}
