package docfile

import (
	"context"
	"errors"
	"path/filepath"

	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/io/journal"
	"boardstudio/io/safe"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/studio/jobs"
)

// SavePath returns path as it will be written: with an extension.
func SavePath(path string) string {
	if filepath.Ext(path) == "" {
		return path + Extension
	}
	return path
}

// Save writes the document to path, in the format that its extension names, and
// runs done, if not nil, on the loop at the end. It works in the background. An edit that comes
// before the document is encoded stops that, and stands in the file too: encoding begins again
// when the document was left alone for a moment. On an error, or when
// it is cancelled, nothing of the old file is lost and the document stays unsaved. Where
// something of the old file would get lost, such as its other names, the error has a
// *safe.Loss in it, and only done is told: it asks whether to Replace the file. It waits until all moves were checked.
func (f *File) Save(path string, done func(error)) {
	path = SavePath(path)
	f.save(target{path: path, format: ioall.ForName(path), write: ioall.Write}, done)
}

// Replace is Save for a file that is replaced whatever gets lost with it.
func (f *File) Replace(path string, done func(error)) {
	path = SavePath(path)
	f.save(target{path: path, format: ioall.ForName(path), write: ioall.Replace}, done)
}

// Unwritable finds out in the background what the format that the extension of path names does not keep of the document, in words for a person, and tells then, unless
// that is cancelled. What cannot be written at all is left to Save.
func (f *File) Unwritable(path string, then func([]error)) {
	path = SavePath(path)
	f.unwritable(path, ioall.ForName(path), then)
}

func (f *File) unwritable(path string, format *codec.Format, then func([]error)) {
	if format == nil || format.Lossless {
		then(nil)
		return
	}
	var lost []error
	f.jobs.Do(jobs.Task{
		Kind: jobs.File, Title: locale.T("Looking at what %s can hold", filepath.Base(path)),
		Look: func(ctx context.Context, d *model.Document, _ model.More) error {
			lost, _ = ioall.Lost(ctx, format, d)
			return ctx.Err()
		},
		Then: func(err error) {
			if err == nil {
				then(lost)
			}
		},
	})
}

// target is where the document is to be written.
type target struct {
	path   string
	format *codec.Format
	write  func(path string, data []byte) error
	member *ioall.Member // the place in a file of several games, nil for a file of its own
	whole  bool          // with member: the format can hold all of the document
}

// written is a file that was written.
type written struct {
	target
	revision    uint64              // of the tree that it holds
	foreign     bool                // what it replaces was written by somebody else
	was         journal.Fingerprint // what the file was here, if it is that
	fingerprint journal.Fingerprint
	warning     error
}

func (f *File) save(to target, done func(error)) {
	name := filepath.Base(to.path)
	if !f.still() { // one after the other, or the older content might come last
		f.jobs.When(f.still, func() { f.save(to, done) }, done)
		return
	}
	if f.later != nil {
		f.Checked(func() { f.save(to, done) }, func(err error) {
			f.host.Note(locale.T("%s was not saved", name))
			if done != nil {
				done(err)
			}
		})
		return
	}
	d := f.doc
	w := &written{target: to, foreign: to.path != f.path, was: f.fingerprint}
	var data []byte
	f.jobs.Do(jobs.Task{
		Kind: jobs.Save, Title: locale.T("Saving %s", name),
		Look: func(ctx context.Context, d *model.Document, more model.More) (err error) {
			w.revision = d.Tree.Revision()
			data, err = ioall.Encode(ctx, to.path, to.format, d, func(done, _ int64) { more(int(done)) })
			return err
		},
		Write: func() error {
			if to.member != nil {
				return w.insert(f.store, data)
			}
			return w.save(f.store, data)
		},
		Then: func(err error) {
			f.afterWrite(d, w, err)
			if done != nil {
				done(err)
			}
		},
	})
}

// save writes the file and keeps the versions before and after.
func (w *written) save(store *journal.Store, data []byte) error {
	if c, _ := w.was.Changed(context.Background()); c == journal.Edited { // also when it cannot be read
		w.foreign = true
	}
	before := store.KeepOld(w.path, w.foreign) // somebody else's work is not lost either
	err := w.write(w.path, data)
	if err != nil {
		return err
	}
	if w.fingerprint, err = journal.FingerprintData(w.path, data); err != nil {
		return err
	}
	w.warning = errors.Join(before, store.Keep(w.path, data))
	return nil
}

// still reports whether the document can be saved: it is not being written, and what was to change
// it before has done so.
func (f *File) still() bool { return !f.jobs.Busy(jobs.Save, jobs.Edit) }

// Saving reports whether a save is under way.
func (f *File) Saving() bool { return f.jobs.Busy(jobs.Save) }

// AfterSave calls g, on the loop once the saves under way have ended, unless the document is closed
// by then: until then the file may hold what is written while State knows nothing of that.
func (f *File) AfterSave(g func()) { f.jobs.When(f.still, g, nil) }

// afterWrite takes note of what Save did, or tells why it did not.
func (f *File) afterWrite(d *model.Document, w *written, err error) {
	name := filepath.Base(w.path)
	switch {
	case errors.Is(err, context.Canceled):
		f.host.Note(locale.T("%s was not saved", name))
		return
	case errors.As(err, new(*safe.Loss)), errors.Is(err, ioall.ErrMoved):
		return // the question is the caller's
	case err != nil:
		if f.doc == d && w.path == f.path { // the content of the file is unknown now
			f.saved = never
			f.host.Changed()
		}
		f.host.Fail(err)
		return
	case f.doc != d:
		return // closed meanwhile
	}
	if w.member != nil {
		f.isThere(w)
	} else if w.format != nil && w.format.Lossless {
		f.member = nil
		f.path, f.from = w.path, ""
		f.saved = w.revision
		f.isIn(w)
		f.host.Visited(w.path)
	}
	f.host.Changed()
	if w.warning != nil {
		f.host.Warn(locale.Err(w.warning))
		return
	}
	f.host.Note(locale.T("Saved %s", name))
}

// isIn notes that the document stands in a file now.
func (f *File) isIn(w *written) {
	if w.fingerprint.Path() != f.fingerprint.Path() {
		f.unlock()
		f.lock()
	}
	f.fingerprint = w.fingerprint
	if f.doc.Tree.Revision() == w.revision { // else the journal stands further on than the file
		f.journal.Saved(w.fingerprint)
	}
}
