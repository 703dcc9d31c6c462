package docfile

import (
	"context"
	"errors"
	"slices"
	"time"

	"boardstudio/document"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/store/journal"
	"boardstudio/studio/app/jobs"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// State determines in the background how the document's file has changed since it was last read or
// saved. It calls done with the result, unless the user cancels it. A document without a file is
// unchanged. If a large file was touched, this takes time, as the whole file is read.
func (f *File) State(done func(journal.Change)) {
	now, tried := f.fingerprint, f.tried
	was, c := now, journal.Same
	var seen journal.Fingerprint
	f.jobs.Do(jobs.Task{
		Kind: jobs.File, Title: locale.T("Reading %s", locale.FileName(f.path)),
		First: func(ctx context.Context, _ codec.Progress) (err error) {
			if c, err = now.Changed(ctx); c == journal.Edited && err == nil {
				if seen, err = journal.FingerprintOf(ctx, now.Path()); err == nil && slices.Contains(tried, seen.Sum()) {
					c = journal.Same
				}
			}
			return err
		},
		Then: func(err error) {
			f.seen, f.gone = seen, err == nil && c == journal.Gone
			switch {
			case errors.Is(err, context.Canceled):
				return
			case err != nil:
				c = journal.Edited // a file that cannot be read counts as changed
			case f.fingerprint == was && seen.Path() == "":
				f.fingerprint = now // the next look is cheap
			}
			done(c)
		},
	})
}

// Look warns, once for each change, if another program has changed the file.
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
			if f.Saving() || f.fingerprint.Sum() != was.Sum() || c != journal.Edited || err != nil || now.Sum() == f.warned.Sum() || slices.Contains(f.tried, now.Sum()) {
				return
			}
			f.warned = now
			f.host.Warn(locale.T("%s was changed by another program. You will be asked about it when you save.", locale.FileName(f.path)))
		})
	}()
}

// Other is another version of the open document: its file as another program wrote it, or an
// earlier version.
type Other struct {
	Doc         *model.Document
	Differences []model.Difference  // A is from the open document
	Label       msg.Key             // label of the undo step that applies the difference
	file        journal.Fingerprint // zero for an earlier version
}

// maxDifferences is the maximum number of differences listed.
const maxDifferences = 10_000

// Compare compares the document with its file in the background. It calls done on the loop.
func (f *File) Compare(done func(*Other, error)) {
	path := f.path
	f.compare(locale.T("Comparing with %s", locale.FileName(path)), "Load changes from file", func(ctx context.Context) ([]byte, journal.Fingerprint, error) {
		data, err := document.Read(ctx, path)
		if err != nil {
			return nil, journal.Fingerprint{}, err
		}
		file, err := journal.FingerprintData(path, data)
		return data, file, err
	}, done)
}

// CompareVersion compares the document with an earlier version of its file in the background. It
// calls done on the loop.
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
			o.Doc, _, err = f.documents.Decode(ctx, path, data, codec.Options{Progress: p})
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

// Fits reports whether o is of the same game as the open document, so that the document can take
// its content.
func (f *File) Fits(o *Other) bool { return model.SameGame(f.doc, o.Doc) }

// Took records that the open document now has the content of o. If o is its file, the document
// counts as saved.
func (f *File) Took(o *Other) {
	if o.file.Path() != "" {
		f.fingerprint, f.saved = o.file, f.doc.Tree.EditRevision()
		f.journal.Saved(o.file)
	}
}

// Versions returns the stored versions of the document's file, newest first.
func (f *File) Versions() []journal.Version {
	if f.path == "" {
		return nil
	}
	return f.store.Versions(f.path)
}

// DifferenceTitle returns a description of a difference in the user's language.
func DifferenceTitle(d model.Difference) string {
	switch {
	case d.Part != "":
		return locale.T(d.Title())
	case d.B == nil:
		return locale.N("only in this document, with %d node", "only in this document, with %d nodes", d.Nodes, d.Nodes)
	}
	return locale.N("only in the other document, with %d node", "only in the other document, with %d nodes", d.Nodes, d.Nodes)
}

// Since formats a past time: only the time if it is within the last 20 hours, otherwise date and
// time.
func Since(t time.Time) string { return since(t, "15:04") }

// Exactly is like Since, with seconds.
func Exactly(t time.Time) string { return since(t, time.TimeOnly) }

func since(t time.Time, today string) string {
	if time.Since(t) < 20*time.Hour {
		return t.Local().Format(today)
	}
	return t.Local().Format("2006-01-02 15:04")
}
