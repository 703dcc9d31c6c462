package docfile

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"boardstudio/document"
	"boardstudio/io/codec"
	"boardstudio/store/journal"
	"boardstudio/store/safe"
	"boardstudio/studio/app/jobs"
	"boardstudio/text/locale"
)

// Member returns the place of the document in a multi-game file, or nil.
func (f *File) Member() *document.Member { return f.member }

// Agreed reports whether the user agreed to save the document to its place in a multi-game file.
func (f *File) Agreed() bool { return f.agreed }

// SaveInto writes the document to its place in a multi-game file. The other games are unchanged,
// byte for byte. whole reports that the format stores everything, so the document counts as saved.
// The error is the same as for Save, or for Replace if replace is set. If the game in the file has
// changed, done is called with ioall.ErrMoved, which is not shown to the user.
func (f *File) SaveInto(m *document.Member, whole, replace bool, done func(error)) {
	f.save(target{path: m.Path, format: m.Format, lossy: replace, member: m, whole: whole}, done)
}

// UnwritableInto is like Unwritable, for SaveInto.
func (f *File) UnwritableInto(m *document.Member, then func([]error)) {
	f.unwritable(m.Path, m.Format, then)
}

// A choice records the content of a file when the user chose to save to it.
type choice struct {
	path string              // "" if no file was chosen
	file journal.Fingerprint // zero if the file did not exist
}

// changed reports whether the content of the file has changed since it was chosen. A deleted or
// unreadable file counts as unchanged, as it has nothing to lose.
func (c *choice) changed() bool {
	if c.path == "" {
		return false
	}
	if c.file.Path() == "" {
		_, err := os.Stat(c.path)
		return err == nil
	}
	now, err := c.file.Changed(context.Background())
	return now == journal.Edited && err == nil
}

// GamesAt counts the games in a file that the user chose to save to, in the background. Unless it
// is cancelled, it calls then with the number of games and the place after the last one. The number
// is 0 if the file does not exist or is unreadable. The place is nil if the document cannot be
// written there. A later Save to this path fails if the file has changed.
func (f *File) GamesAt(path string, then func(n int, end *document.Member)) {
	n, rules := 0, f.doc.Tree.Rules()
	spec := rules.Spec()
	var end *document.Member
	f.chosen = choice{}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		f.chosen.path = path
		then(0, nil)
		return
	}
	var chosen choice
	f.jobs.Do(jobs.Task{
		Kind: jobs.File, Title: locale.T("Reading %s", locale.FileName(path)),
		First: func(ctx context.Context, _ codec.Progress) error {
			data, err := document.Read(ctx, path)
			if err != nil {
				return ctx.Err()
			}
			if file, err := journal.FingerprintData(path, data); err == nil {
				chosen = choice{path, file}
			}
			g, format, err := f.documents.Games(ctx, path, data, codec.Options{Spec: &spec})
			if err != nil {
				return ctx.Err()
			}
			n = len(g.Heads)
			if format.Writes(rules) == nil {
				end = f.documents.MemberOf(path, format, g, n, n, &spec)
			}
			return nil
		},
		Then: func(err error) {
			if err == nil {
				f.chosen = chosen
				then(n, end)
			}
		},
	})
}

// spliceTries is the maximum number of attempts to insert a game into a file that other programs
// write without locking it.
const spliceTries = 5

// insert puts the game into its multi-game file, which other tabs and other Studio programs may
// write as well. It locks the file, and starts again if a program that ignores the lock changes the
// file. It returns ioall.ErrMoved if the file keeps changing.
func (w *written) insert(store *journal.Store, game []byte) error {
	return safe.Hold(w.path, lockTimeout, func() error {
		err := safe.ErrChanged
		for try := 0; try < spliceTries && errors.Is(err, safe.ErrChanged); try++ {
			err = w.splice(store, game)
		}
		if errors.Is(err, safe.ErrChanged) {
			return document.ErrMoved
		}
		return err
	})
}

// splice is one attempt of insert. It returns safe.ErrChanged if the file changed while splice ran.
func (w *written) splice(store *journal.Store, game []byte) error {
	ctx := context.Background()
	old, err := document.Read(ctx, w.path)
	if err != nil {
		return err
	}
	data, member, err := w.member.Insert(ctx, old, game)
	if err != nil {
		return err
	}
	sum := journal.SumOf(old)
	if err := w.put(store, data, func() error {
		now, err := document.Read(ctx, w.path)
		if err == nil && journal.SumOf(now) != sum {
			err = safe.ErrChanged
		}
		return err
	}); err != nil {
		return err
	}
	w.member = member
	return nil
}

// setMember records that the document is stored in a multi-game file. If the document has its own
// file, it does nothing: then a copy was written.
func (f *File) setMember(w *written) {
	if f.path != "" {
		return
	}
	f.member, f.agreed = w.member, true
	if w.whole {
		f.saved = w.revision
	}
}
