package docfile

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/io/journal"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/studio/jobs"
)

// State finds out what became of the document's file since it was read or saved
// here, and tells done, unless the person cancels that. A document without a file has nothing that
// could change. A large file that was touched takes a while: all of it is read.
func (f *File) State(done func(journal.Change)) {
	now := f.fingerprint
	was, c := now, journal.Same
	f.jobs.Do(jobs.Task{
		Kind: jobs.File, Title: locale.T("Reading %s", filepath.Base(f.path)),
		First: func(ctx context.Context, _ codec.Progress) (err error) {
			c, err = now.Changed(ctx)
			return err
		},
		Then: func(err error) {
			switch {
			case errors.Is(err, context.Canceled):
				return
			case err != nil:
				c = journal.Edited // a file that cannot be read counts as changed
			case f.fingerprint == was:
				f.fingerprint = now // the next look is cheap
			}
			done(c)
		},
	})
}

// Look warns, once for each change, when the file was changed by somebody else.
func (f *File) Look() {
	if f.Saving() || f.looking || f.fingerprint.Path() == "" {
		return
	}
	d, was := f.doc, f.fingerprint
	f.looking = true
	go func() {
		c, _ := was.Changed(context.Background())
		now, err := was, error(nil)
		if c == journal.Edited {
			now, err = journal.FingerprintOf(context.Background(), was.Path())
		}
		f.loop.Post(func() {
			if f.doc != d {
				return
			}
			f.looking = false
			if f.Saving() || f.fingerprint.Sum() != was.Sum() || c != journal.Edited || err != nil || now.Sum() == f.told.Sum() {
				return
			}
			f.told = now
			f.host.Warn(locale.T("%s was changed by another program. Saving will ask what to do with it.", filepath.Base(f.path)))
		})
	}()
}

// Other is another state of the open document: its file as somebody else wrote it,
// or an earlier version.
type Other struct {
	Doc         *model.Document
	Differences []model.Difference  // A is of the open document
	Label       msg.Key             // of the step that takes it
	file        journal.Fingerprint // zero for a version
}

// maxDifferences is how many differences are listed.
const maxDifferences = 10_000

// Compare compares the document with its file, in the background; done runs on
// the loop.
func (f *File) Compare(done func(*Other, error)) {
	path := f.path
	f.compare(locale.T("Comparing with %s", filepath.Base(path)), "Take what is in the file", func(ctx context.Context) ([]byte, journal.Fingerprint, error) {
		data, err := ioall.Read(ctx, path)
		if err != nil {
			return nil, journal.Fingerprint{}, err
		}
		file, err := journal.FingerprintData(path, data)
		return data, file, err
	}, done)
}

// CompareVersion compares the document with a version of its file.
func (f *File) CompareVersion(v journal.Version, done func(*Other, error)) {
	f.compare(locale.T("Comparing"), "Restore a version", func(context.Context) ([]byte, journal.Fingerprint, error) {
		data, err := f.store.Read(v)
		return data, journal.Fingerprint{}, err
	}, done)
}

func (f *File) compare(title string, label msg.Key, read func(context.Context) ([]byte, journal.Fingerprint, error), done func(*Other, error)) {
	o := &Other{Label: label}
	path := f.path
	f.jobs.Do(jobs.Task{
		Kind: jobs.Look, Title: title,
		First: func(ctx context.Context, p codec.Progress) error {
			data, file, err := read(ctx)
			if err != nil {
				return err
			}
			o.file = file
			o.Doc, _, err = ioall.Decode(ctx, path, data, codec.Options{Progress: p})
			return err
		},
		Look: func(_ context.Context, d *model.Document, more model.More) error {
			if model.SameGame(d, o.Doc) {
				o.Differences = model.Diff(d, o.Doc, maxDifferences, more)
			}
			return nil
		},
		Then: func(err error) {
			if err != nil && !errors.Is(err, context.Canceled) {
				f.host.Fail(err)
			}
			done(o, err)
		},
	})
}

// Fits reports whether the open document can become o: whether it is of the same game.
func (f *File) Fits(o *Other) bool { return model.SameGame(f.doc, o.Doc) }

// Took notes that the open document has the content of o now. If that is its file, it is as saved.
func (f *File) Took(o *Other) {
	if o.file.Path() != "" {
		f.fingerprint, f.saved = o.file, f.doc.Tree.Revision()
		f.journal.Saved(o.file)
	}
}

// Versions returns the versions of the document's file that are kept, newest first.
func (f *File) Versions() []journal.Version {
	if f.path == "" {
		return nil
	}
	return f.store.Versions(f.path)
}

// DifferenceTitle tells in words what a difference is.
func DifferenceTitle(d model.Difference) string {
	switch {
	case d.Part != "":
		return locale.T(d.Title())
	case d.B == nil:
		return locale.N("only here, with %d node", "only here, with %d nodes", d.Nodes, d.Nodes)
	}
	return locale.N("only there, with %d node", "only there, with %d nodes", d.Nodes, d.Nodes)
}

// Since tells when something happened: the time of today, the date of earlier days.
func Since(t time.Time) string { return since(t, "15:04") }

// Exactly is Since to the second, for what may happen several times a minute.
func Exactly(t time.Time) string { return since(t, time.TimeOnly) }

func since(t time.Time, today string) string {
	if time.Since(t) < 20*time.Hour {
		return t.Local().Format(today)
	}
	return t.Local().Format("2006-01-02 15:04")
}
