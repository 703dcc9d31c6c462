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
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/studio/jobs"
)

// Opened is a document that is about to be shown, and how it was read. One with a Doc alone is new.
type Opened struct {
	Doc *model.Document
	// At is the node at which the person goes on, nil for the start.
	At *model.Node

	format  *codec.Format // nil for pasted text
	path    string
	data    []byte              // what was read
	file    journal.Fingerprint // of the file at path
	past    *journal.Log        // what was done to it before, nil when that is not known
	saved   uint64              // with past: the revision of what the file holds
	base    []byte              // what its journal begins with, nil when that is not known yet
	unsaved bool                // it is nowhere as it is
	later   *codec.Later        // the check of its moves that is still to be made, nil for none
	member  *ioall.Member       // its place in a file of several, nil for none
}

// pasted returns a document that no file holds; one with nothing but a start is as good as saved.
func pasted(d *model.Document) *Opened { return &Opened{Doc: d, unsaved: d.Tree.Len() > 1} }

// lossless reports whether the document can be saved where it came from.
func (o *Opened) lossless() bool {
	return o.path != "" && o.format != nil && o.format.Encode != nil && o.format.Lossless && !o.Doc.ReadOnly
}

// drop releases a document that is not shown after all.
func (o *Opened) drop() {
	if o.past != nil {
		o.past.Close()
	}
}

// Open reads the file in the background and then shows it; done, if not nil, runs on
// the loop at the end. Until then, and if it fails or is cancelled, the open document
// stays. A file with several games is ErrMany, and one that does not name its game
// codec.IsUnnamed; of a damaged one of which something can be read the error is a *Damaged. Of these only done is told.
func (f *File) Open(path string, done func(error)) { f.OpenAs(path, nil, done) }

// OpenAs is Open for a file that need not name its game: it is that of spec.
func (f *File) OpenAs(path string, spec *rules.Spec, done func(error)) {
	f.fetch(locale.T("Opening %s", filepath.Base(path)), path, func(ctx context.Context, p codec.Progress) (*Opened, error) {
		return read(ctx, f.store, path, codec.Options{Spec: spec, Progress: p})
	}, done)
}

// fetch has a document read in the background and shows it, unless
// it was cancelled or another document was asked for meanwhile; done, if not nil, runs on the loop
// after that. path is that of the file, "" without one.
func (f *File) fetch(title, path string, read func(context.Context, codec.Progress) (*Opened, error), done func(error)) {
	ctx, job, end := f.jobs.Start(jobs.Open, title)
	go func() {
		o, err := read(ctx, job.Count)
		if err == nil {
			o.prepare()
		}
		f.loop.Post(func() {
			if err == nil && ctx.Err() != nil { // cancelled when it had just been read
				o.drop()
				err = context.Canceled
			}
			end()
			switch {
			case err == nil:
				f.show(o)
			case errors.Is(err, ErrMany):
				f.host.Visited(path)
			case codec.IsUnnamed(err) && path != "" && done != nil: // which game it is may be asked
			case errors.As(err, new(*Damaged)) && done != nil: // whether to open what there is may be asked
			case !errors.Is(err, context.Canceled):
				if path != "" {
					f.host.Missed(path)
				}
				f.host.Fail(err)
			case path != "":
				f.host.Note(locale.T("%s was not opened", filepath.Base(path)))
			}
			if done != nil {
				done(err)
			}
		})
	}()
}

// read reads a file, with its undo history where one was kept.
func read(ctx context.Context, store *journal.Store, path string, options codec.Options) (*Opened, error) {
	data, err := ioall.Read(ctx, path)
	if err != nil {
		return nil, err
	}
	o := &Opened{path: path, data: data}
	if o.file, err = journal.FingerprintData(path, data); err != nil {
		return nil, err
	}
	o.later = &codec.Later{}
	options.Later = o.later
	switch o.Doc, o.format, err = ioall.Decode(ctx, path, data, options); {
	case err == nil && codec.IsMany(o.Doc.Warnings), err != nil && ioall.Many(ctx, path, data, codec.Options{Spec: options.Spec}): // also when only the first is broken
		return nil, ErrMany
	case err != nil:
		return nil, o.damaged(ctx, options, err)
	}
	o.settle(ctx)
	if o.lossless() {
		_ = safe.Clean(filepath.Dir(o.file.Path())) // what a crash left while it saved
		o.remember(ctx, store)
	}
	if err := ctx.Err(); err != nil {
		o.drop()
		return nil, err
	}
	return o, nil
}

// ErrMany says that a file holds several games, so that it is no document.
var ErrMany = msg.Errorf("the file holds several games")

// maxRemembered is the size of the largest tree that gets its history back, for which there are two of it for a while.
const maxRemembered = 3_000_000

// remember gives o, which was just read from its file, the undo history that was
// kept of it, if there is one.
func (o *Opened) remember(ctx context.Context, store *journal.Store) {
	if o.Doc.Tree.Len() > maxRemembered {
		return
	}
	past := store.History(o.path, o.file.Sum())
	if past == nil {
		return
	}
	r, err := ioall.Replay(ctx, past, &codec.Later{}) // what the file holds is checked
	// What the journal leads to must be what the file holds.
	if err != nil || model.Equal(r.Doc, o.Doc) != nil {
		past.Close()
		return
	}
	r.Doc.Warnings = o.Doc.Warnings
	o.Doc, o.past, o.saved = r.Doc, past, r.Saved
}

// show makes a document that was just read the open one, and tells what is the matter with it.
func (f *File) show(o *Opened) {
	f.host.Use(o)
	if o.path != "" {
		f.host.Visited(o.path)
	}
	f.tell(o.Doc.Warnings)
	if f.later != nil {
		f.check()
	}
	if f.other != nil {
		f.host.Warn(locale.T("%s is open in another window of the studio too, since %s. Saving asks before it replaces what was saved there.",
			filepath.Base(f.path), f.other.Since.Format("15:04")))
	}
}

// OpenCopy shows a document that no file holds.
func (f *File) OpenCopy(d *model.Document) { f.show(pasted(d)) }

// OpenMember shows a game of a file of several, whose place there is m; nil where it cannot be written there.
func (f *File) OpenMember(d *model.Document, m *ioall.Member) { f.show(&Opened{Doc: d, member: m}) }

// OpenSample shows a document that comes with the program: as it is, nothing of it can be lost.
func (f *File) OpenSample(d *model.Document) { f.show(&Opened{Doc: d}) }

// OpenText opens a record that was pasted as text: of the game spec if
// it plays in that, else of the game that it names or that is recognised. It is read in the
// background; done, if not nil, runs on the loop at the end.
func (f *File) OpenText(text string, spec rules.Spec, done func(error)) {
	f.fetch(locale.T("Reading what was pasted"), "", func(ctx context.Context, p codec.Progress) (*Opened, error) {
		d, err := readText(ctx, text, spec, p)
		if err != nil {
			return nil, err
		}
		return pasted(d), nil
	}, done)
}

// readText returns the document that a text holds, see OpenText.
func readText(ctx context.Context, text string, spec rules.Spec, p codec.Progress) (*model.Document, error) {
	d, err := ioall.FromText(ctx, text, codec.Options{Spec: &spec, Progress: p})
	if err != nil || len(d.Warnings) > 0 {
		if other, e := ioall.FromText(ctx, text, codec.Options{Progress: p}); e == nil && (err != nil || len(other.Warnings) == 0) {
			d, err = other, nil
		}
	}
	return d, err
}

// Lost returns what can be recovered: documents with unsaved edits that were open
// when a studio ended unexpectedly, the latest first, and those of which nothing
// can be read any more.
func (f *File) Lost() []journal.Info {
	lost, err := f.store.Orphans()
	if err != nil {
		f.host.Fail(err)
	}
	return lost
}

// LostTitle returns the name of a document that Lost returned.
func LostTitle(i journal.Info) string {
	if i.Title == "" {
		return locale.T("Unknown document")
	}
	return i.Title
}

// LostState tells in words how much there is of a document that Lost returned.
func LostState(i journal.Info) string {
	switch {
	case i.Err != nil:
		return locale.Err(i.Err)
	case i.Unsaved == 0:
		return locale.T("The changes are damaged and cannot be read")
	case i.Lost > 0:
		return locale.N("%d change; what came after it is damaged", "%d changes; what came after them is damaged", i.Unsaved, i.Unsaved)
	}
	return locale.N("%d change", "%d changes", i.Unsaved, i.Unsaved)
}

// Recover opens, in the background, what a studio that ended unexpectedly left
// behind; done, if not nil, runs on the loop at the end. If that fails it stays to be
// recovered.
func (f *File) Recover(id string, done func(error)) {
	var info journal.Info
	f.fetch(locale.T("Recovering"), "", func(ctx context.Context, _ codec.Progress) (*Opened, error) {
		o, err := recovered(ctx, f.store, id)
		if err == nil && o.past != nil {
			info = o.past.Info()
		}
		return o, err
	}, func(err error) {
		switch {
		case err != nil || info.ID == "":
		case info.Lost > 0:
			f.host.Warn(locale.T("Recovered up to %s. What came after that is damaged and cannot be read.", Exactly(info.Last)))
		default:
			f.host.Note(locale.T("Recovered, with everything up to %s", Exactly(info.Last)))
		}
		if done != nil {
			done(err)
		}
	})
}

func recovered(ctx context.Context, store *journal.Store, id string) (*Opened, error) {
	past, err := store.Open(id)
	if err != nil {
		return nil, err
	}
	o := &Opened{past: past, file: past.Info().File, later: &codec.Later{}}
	r, err := ioall.Replay(ctx, past, o.later)
	o.Doc, o.saved, o.At = r.Doc, r.Saved, r.Last
	switch {
	case errors.As(err, new(*ioall.PartlyError)): // what there is gets a journal of its own; this one stays
		o.past = nil
		o.Doc.Warnings = append(o.Doc.Warnings, msg.Errorf("not all edits could be recovered: %v", err))
		past.Close()
	case err != nil:
		past.Close()
		return nil, err
	}
	o.settle(ctx)
	if o.path = o.file.Path(); o.path != "" {
		o.format = ioall.ForName(o.path)
	}
	o.unsaved = o.past == nil || !o.lossless() && o.Doc.Tree.Len() > 1
	return o, nil
}

// Forget deletes what could be recovered.
func (f *File) Forget(id string) {
	if err := f.store.Discard(id); err != nil {
		f.host.Fail(err)
	}
}
