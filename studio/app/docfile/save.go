package docfile

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"boardstudio/document"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/store/journal"
	"boardstudio/store/safe"
	"boardstudio/studio/app/jobs"
	"boardstudio/text/locale"
)

// SavePath returns path, with the default extension if it has no extension.
func SavePath(path string) string {
	if filepath.Ext(path) == "" {
		return path + Extension
	}
	return path
}

// Save writes the document to path in the background, in the format given by the extension. If done
// is not nil, it is called on the loop at the end. An edit during encoding is included in the file:
// encoding starts again once the document has not been edited for a moment. Save waits until all
// moves are checked.
//
// If Save fails or is cancelled, the old file is unchanged and the document stays unsaved. Two
// errors are passed to done without a message to the user, so that it can ask whether to replace
// the file. The error wraps a *safe.Loss if attributes of the old file, such as its hard links,
// would be lost. It is safe.ErrChanged if another program has just changed or deleted the file. For
// the document's own file, Save compares the content with the last read or save, and with the last
// report of State. For any other file, it compares with the content that GamesAt read.
func (f *File) Save(path string, done func(error)) {
	path = SavePath(path)
	f.save(target{path: path, format: f.documents.ForName(path)}, done)
}

// Replace is like Save, but ignores losses.
func (f *File) Replace(path string, done func(error)) {
	path = SavePath(path)
	f.save(target{path: path, format: f.documents.ForName(path), lossy: true}, done)
}

// Unwritable determines in the background which parts of the document the format for path cannot
// store. Unless it is cancelled, it calls then with a list of messages. If the document cannot be
// written at all, the error is left to Save.
func (f *File) Unwritable(path string, then func([]error)) {
	path = SavePath(path)
	f.unwritable(path, f.documents.ForName(path), then)
}

func (f *File) unwritable(path string, format *codec.Format, then func([]error)) {
	if format == nil || format.Lossless {
		then(nil)
		return
	}
	var lost []error
	f.jobs.Do(jobs.Task{
		Kind: jobs.File, Title: locale.T("Checking whether %s can store everything", locale.FileName(path)),
		Look: func(ctx context.Context, d *model.Document, _ model.More) error {
			lost, _ = f.documents.Lost(ctx, format, d)
			return ctx.Err()
		},
		Then: func(err error) {
			if err == nil {
				then(lost)
			}
		},
	})
}

// Lacks returns a message about the losses reported by Unwritable.
func Lacks(path string, lost []error) string {
	parts := make([]string, len(lost))
	for i, err := range lost {
		parts[i] = "• " + locale.Err(err)
	}
	return locale.T("%s cannot store all of this document. It would lack:", locale.FileName(path)) + "\n" + strings.Join(parts, "\n")
}

// target is the destination of a save.
type target struct {
	path   string
	format *codec.Format
	lossy  bool             // replace the file despite losses, see safe.Replace
	member *document.Member // place in a multi-game file, or nil for a separate file
	whole  bool             // with member: the format can store the whole document
}

// written is a save and its result.
type written struct {
	target
	revision    uint64              // edit revision of the written tree
	foreign     bool                // replaces content that another program wrote
	was         journal.Fingerprint // the document's own file when it was last read or written
	seen        journal.Fingerprint // content that State reported and the user agreed to replace
	gone        bool                // the user agreed to create the deleted file again
	chosen      choice              // the target when the user chose it, if it is not the document's own file
	tried       []journal.Sum       // contents of failed saves, which may be in the file
	sum         journal.Sum         // sum of the content that was written or should have been written
	fingerprint journal.Fingerprint
	warning     error
	hooks       hooks
}

// hooks are called by saves. Tests set them.
type hooks struct {
	beforeRename func()       // called just before checkUnchanged, unless nil
	afterRename  func() error // makes a save fail after it has replaced the file, unless nil
}

func (f *File) save(to target, done func(error)) {
	name := locale.FileName(to.path)
	if !f.idle() { // one save at a time, or older content might be written last
		f.jobs.When(f.idle, func() { f.save(to, done) }, done)
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
	w := &written{target: to, foreign: to.path != f.path, hooks: f.hooks}
	if !w.foreign {
		w.was, w.seen, w.gone, w.tried = f.fingerprint, f.seen, f.gone, f.tried
	} else if f.chosen.path == to.path {
		w.chosen = f.chosen
	}
	var data []byte
	f.jobs.Do(jobs.Task{
		Kind: jobs.Save, Title: locale.T("Saving %s", name),
		Look: func(ctx context.Context, d *model.Document, more model.More) (err error) {
			w.revision = d.Tree.EditRevision()
			data, err = document.Encode(ctx, to.path, to.format, d, func(done, _ int64) { more(int(done)) })
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

// lockTimeout is how long a save waits for another program to unlock the file.
const lockTimeout = time.Minute

// save locks and writes the file, and stores the versions before and after.
func (w *written) save(store *journal.Store, data []byte) error {
	return safe.Hold(w.path, lockTimeout, func() error {
		if c, _ := w.was.Changed(context.Background()); c == journal.Edited { // also if the file is unreadable
			w.foreign = true
		}
		return w.put(store, data, w.checkUnchanged)
	})
}

// checkUnchanged returns safe.ErrChanged if another program changed or deleted the file, unless the
// user has agreed to replace that content or to create the file again.
func (w *written) checkUnchanged() error {
	if w.was.Path() == "" { // the user chose the file
		if w.chosen.changed() {
			return safe.ErrChanged
		}
		return nil
	}
	for _, known := range []*journal.Fingerprint{&w.was, &w.seen} {
		if known.Path() == "" {
			continue
		}
		switch c, err := known.Changed(context.Background()); {
		case c == journal.Gone && !w.gone:
			return safe.ErrChanged
		case c != journal.Edited || err != nil: // an unreadable file has nothing to lose
			return nil
		}
	}
	if len(w.tried) > 0 {
		if now, err := journal.FingerprintOf(context.Background(), w.was.Path()); err == nil && slices.Contains(w.tried, now.Sum()) {
			return nil // an earlier save failed only after it had replaced the file
		}
	}
	return safe.ErrChanged
}

// put writes the file. The caller must hold the file lock.
func (w *written) put(store *journal.Store, data []byte, still func() error) error {
	before := store.SaveOldVersion(w.path, w.foreign) // keep content written by another program as a version
	write := safe.WriteIf
	if w.lossy {
		write = safe.ReplaceIf
	}
	w.sum = journal.SumOf(data)
	err := write(w.path, safe.Data(data), func() error {
		if w.hooks.beforeRename != nil {
			w.hooks.beforeRename()
		}
		return still()
	})
	if err == nil && w.hooks.afterRename != nil {
		err = w.hooks.afterRename()
	}
	if err != nil {
		return err
	}
	if w.fingerprint, err = journal.FingerprintData(w.path, data); err != nil {
		return err
	}
	w.warning = errors.Join(before, store.SaveVersion(w.path, data))
	return nil
}

// idle reports whether the document can be saved: no save and no edit is in progress.
func (f *File) idle() bool { return !f.jobs.Busy(jobs.Save, jobs.Edit) }

// Saving reports whether a save is in progress.
func (f *File) Saving() bool { return f.jobs.Busy(jobs.Save) }

// AfterSave calls g on the loop once all saves have ended, unless the document is closed first.
// During a save, State could report content that is not yet recorded.
func (f *File) AfterSave(g func()) { f.jobs.When(f.idle, g, nil) }

// afterWrite records the result of a save, or shows its error.
func (f *File) afterWrite(d *model.Document, w *written, err error) {
	name := locale.FileName(w.path)
	switch {
	case errors.Is(err, context.Canceled):
		f.host.Note(locale.T("%s was not saved", name))
		return
	case errors.As(err, new(*safe.Loss)), errors.Is(err, document.ErrMoved), errors.Is(err, safe.ErrChanged):
		return // the caller asks the user
	case err != nil:
		if f.doc == d && w.path == f.path { // the content of the file is unknown now
			f.saved = neverSaved
			f.tried = append(f.tried, w.sum)
			f.host.Changed()
		}
		f.host.Fail(err)
		return
	case f.doc != d:
		return // closed in the meantime
	}
	f.chosen = choice{}
	if w.member != nil {
		f.setMember(w)
	} else if w.format != nil && w.format.Lossless {
		f.member, f.item = nil, nil
		f.path, f.from, f.charset = w.path, "", ""
		f.saved = w.revision
		f.setFile(w)
		f.host.Visited(w.path)
	}
	f.host.Changed()
	if w.warning != nil {
		f.host.Warn(locale.Err(w.warning))
		return
	}
	f.host.Note(locale.T("Saved %s", name))
}

// setFile records that the document is stored in a separate file.
func (f *File) setFile(w *written) {
	if w.fingerprint.Path() != f.fingerprint.Path() {
		f.unlock()
		f.lock()
	}
	f.fingerprint, f.gone, f.tried = w.fingerprint, false, nil
	if f.doc.Tree.EditRevision() == w.revision { // otherwise the journal is ahead of the file
		f.journal.Saved(w.fingerprint)
	}
}
