package docfile

import (
	"context"
	"errors"
	"path/filepath"

	"boardstudio/collection"
	"boardstudio/document"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/store/journal"
	"boardstudio/store/safe"
	"boardstudio/studio/app/jobs"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// Opened is a document that is ready to be shown. With only Doc set, it is a new document.
type Opened struct {
	Doc *model.Document
	// At is the node to select, or nil for the root.
	At *model.Node

	format  *codec.Format // nil for pasted text
	path    string
	data    []byte              // content of the file
	file    journal.Fingerprint // fingerprint of the file at path
	past    *journal.Log        // earlier edits, or nil if unknown
	saved   uint64              // with past: edit revision of the file's content
	base    []byte              // initial content of the journal, or nil if not yet known
	unsaved bool                // not stored anywhere in this form
	later   *codec.DelayedCheck // the pending check of its moves, or nil
	member  *document.Member    // the document's place in a multi-game file, or nil
	item    *collection.Item    // the game that was passed to OpenItem
}

// pasted returns a document without a file. It counts as saved if it has no moves.
func pasted(d *model.Document) *Opened { return &Opened{Doc: d, unsaved: d.Tree.Len() > 1} }

// lossless reports whether the document can be saved to its file without loss.
func (o *Opened) lossless() bool {
	return o.path != "" && o.format != nil && o.format.Encode != nil && o.format.Lossless && !o.Doc.ReadOnly
}

// drop releases a document that will not be shown.
func (o *Opened) drop() {
	if o.past != nil {
		o.past.Close()
	}
}

// Open reads a file in the background and shows it. If done is not nil, it is called on the loop at
// the end. If reading fails or is cancelled, the open document stays. Three errors are passed to
// done without a message to the user:
//
//   - ErrMany for a file with several games,
//   - an error with codec.IsUnnamed for a file that does not name its game,
//   - a *Damaged for a partly readable file.
func (f *File) Open(path string, done func(error)) { f.OpenAs(path, nil, done) }

// OpenAs is like Open. spec is the game of a file that does not name one.
func (f *File) OpenAs(path string, spec *rules.Spec, done func(error)) {
	f.fetch(locale.T("Opening %s", locale.FileName(path)), path, func(ctx context.Context, p codec.Progress) (*Opened, error) {
		return f.read(ctx, path, codec.Options{Spec: spec, Progress: p})
	}, done)
}

// fetch reads a document in the background and shows it, unless it was cancelled or another
// document was requested in the meantime. If done is not nil, it is called on the loop at the end.
// path is the path of the file, or "".
func (f *File) fetch(title, path string, read func(context.Context, codec.Progress) (*Opened, error), done func(error)) {
	ctx, job, end := f.jobs.Start(jobs.Open, title)
	go func() {
		o, err := read(ctx, job.Count)
		if err == nil {
			f.prepare(o)
		}
		f.loop.Post(func() {
			if err == nil && ctx.Err() != nil { // cancelled after reading
				o.drop()
				err = context.Canceled
			}
			end()
			switch {
			case err == nil:
				f.show(o)
			case errors.Is(err, ErrMany):
				f.host.Visited(path)
			case codec.IsUnnamed(err) && path != "" && done != nil: // done may ask the user for the game
			// done may ask the user whether to open the readable part
			case errors.As(err, new(*Damaged)) && done != nil:
			case !errors.Is(err, context.Canceled):
				if path != "" {
					f.host.Missed(path)
				}
				f.host.Fail(err)
			case path != "":
				f.host.Note(locale.T("%s was not opened", locale.FileName(path)))
			}
			if done != nil {
				done(err)
			}
		})
	}()
}

// read reads a file, with its undo history if one is stored. It may be called on any goroutine.
func (f *File) read(ctx context.Context, path string, options codec.Options) (*Opened, error) {
	data, err := document.Read(ctx, path)
	if err != nil {
		return nil, err
	}
	o := &Opened{path: path, data: data}
	if o.file, err = journal.FingerprintData(path, data); err != nil {
		return nil, err
	}
	o.later = &codec.DelayedCheck{}
	options.Later = o.later
	switch o.Doc, o.format, err = f.documents.Decode(ctx, path, data, options); {
	// also if only the first game is broken
	case err == nil && codec.IsMany(o.Doc.Warnings), err != nil && f.documents.Many(ctx, path, data, codec.Options{Spec: options.Spec}):
		return nil, ErrMany
	case err != nil:
		return nil, f.damaged(ctx, o, options, err)
	}
	o.checkSmall(ctx)
	if o.lossless() {
		_ = safe.Clean(filepath.Dir(o.file.Path())) // remove temporary files of a crash
		if o.Doc.Tree.Len() <= f.maxHistoryNodes {
			f.loadHistory(ctx, o)
		}
	}
	if err := ctx.Err(); err != nil {
		o.drop()
		return nil, err
	}
	return o, nil
}

// ErrMany reports that a file contains several games, so it is not a single document.
var ErrMany = msg.Errorf("the file contains several games")

// loadHistory restores the stored undo history of a document that was just read from its file.
func (f *File) loadHistory(ctx context.Context, o *Opened) {
	past := f.store.History(o.path, o.file.Sum())
	if past == nil {
		return
	}
	r, err := f.documents.Replay(ctx, past, &codec.DelayedCheck{}) // the content of the file is checked instead
	// The history must lead to the content of the file, except for evaluations added after the
	// save.
	if err != nil || model.EqualEdits(r.Doc, o.Doc) != nil {
		past.Close()
		return
	}
	r.Doc.Warnings = o.Doc.Warnings
	o.Doc, o.past, o.saved = r.Doc, past, r.Saved
}

// show makes a document that was just read the open document and reports its problems.
func (f *File) show(o *Opened) {
	f.host.Use(o)
	if o.path != "" {
		f.host.Visited(o.path)
	}
	f.warn(o.Doc.Warnings)
	if f.later != nil {
		f.check()
	}
	if f.other != nil {
		f.host.Warn(locale.T("“%s” has been open in another Studio window since %s. You will be asked before its changes are overwritten.",
			locale.FileName(f.path), f.other.Since.Format("15:04")))
	}
}

// OpenCopy shows a document that is not stored in a file.
func (f *File) OpenCopy(d *model.Document) { f.show(pasted(d)) }

// OpenMember shows a game of a multi-game file. m is its place, or nil if it cannot be written
// there.
func (f *File) OpenMember(d *model.Document, m *document.Member) { f.show(&Opened{Doc: d, member: m}) }

// OpenItem reads a game of a multi-game file or an archive in the background and shows it. If done
// is not nil, it is called on the loop at the end.
func (f *File) OpenItem(g collection.Item, done func(error)) {
	f.fetch(locale.T("Opening %s", locale.FileName(g.File.Path)), "", func(ctx context.Context, _ codec.Progress) (*Opened, error) {
		d, m, err := g.Open(ctx)
		if err != nil {
			return nil, err
		}
		return &Opened{Doc: d, member: m, item: &g}, nil
	}, done)
}

// Holds reports whether the open document is the game g.
func (f *File) Holds(g collection.Item) bool {
	switch path := g.SingleGamePath(); {
	case path != "":
		return path == f.Source()
	case f.member != nil:
		return f.member.Path == g.File.Path && f.member.Index == g.Index
	case f.item != nil:
		return f.item.File.Path == g.File.Path && f.item.Index == g.Index
	}
	return false
}

// OpenSample shows a document that is included in the program. Unchanged, it counts as saved.
func (f *File) OpenSample(d *model.Document) { f.show(&Opened{Doc: d}) }

// OpenText opens pasted text in the background. It is read as a game of spec if possible, otherwise
// as the game that it names or that is recognised. If done is not nil, it is called on the loop at
// the end.
func (f *File) OpenText(text string, spec rules.Spec, done func(error)) {
	f.fetch(locale.T("Reading the pasted text"), "", func(ctx context.Context, p codec.Progress) (*Opened, error) {
		d, err := f.readText(ctx, text, spec, p)
		if err != nil {
			return nil, err
		}
		return pasted(d), nil
	}, done)
}

// readText decodes pasted text, see OpenText. It returns an error if the text is not a game record.
func (f *File) readText(ctx context.Context, text string, spec rules.Spec, p codec.Progress) (*model.Document, error) {
	d, err := f.documents.FromText(ctx, text, codec.Options{Spec: &spec, Progress: p})
	if err != nil || len(d.Warnings) > 0 {
		if other, e := f.documents.FromText(ctx, text, codec.Options{Progress: p}); e == nil && (err != nil || len(other.Warnings) == 0) {
			d, err = other, nil
		}
	}
	return d, err
}

// Lost returns the documents that can be recovered, latest first. They had unsaved edits at the
// time of a crash. Unreadable ones are included.
func (f *File) Lost() []journal.Info {
	lost, err := f.store.Orphans()
	if err != nil {
		f.host.Fail(err)
	}
	return lost
}

// LostTitle returns the name of a document returned by Lost.
func LostTitle(i journal.Info) string {
	if i.Title == "" {
		return locale.T("Unknown document")
	}
	return i.Title
}

// LostState describes how much of a document returned by Lost can be recovered.
func LostState(i journal.Info) string {
	switch {
	case i.Err != nil:
		return locale.Err(i.Err)
	case i.Unsaved == 0:
		return locale.T("The changes are damaged and cannot be read")
	case i.Lost > 0:
		return locale.N("%d change; later changes are damaged", "%d changes; later changes are damaged", i.Unsaved, i.Unsaved)
	}
	return locale.N("%d change", "%d changes", i.Unsaved, i.Unsaved)
}

// Recover opens a document returned by Lost in the background. If done is not nil, it is called on
// the loop at the end. If recovery fails, the document can still be recovered later.
func (f *File) Recover(id string, done func(error)) {
	var info journal.Info
	f.fetch(locale.T("Recovering"), "", func(ctx context.Context, _ codec.Progress) (*Opened, error) {
		o, err := f.recovered(ctx, id)
		if err == nil && o.past != nil {
			info = o.past.Info()
		}
		return o, err
	}, func(err error) {
		switch {
		case err != nil || info.ID == "":
		case info.Lost > 0:
			f.host.Warn(locale.T("Recovered up to %s. Later changes are damaged and cannot be read.", Exactly(info.Last)))
		default:
			f.host.Note(locale.T("Recovered all changes up to %s", Exactly(info.Last)))
		}
		if done != nil {
			done(err)
		}
	})
}

func (f *File) recovered(ctx context.Context, id string) (*Opened, error) {
	past, err := f.store.Open(id)
	if err != nil {
		return nil, err
	}
	o := &Opened{past: past, file: past.Info().File, later: &codec.DelayedCheck{}}
	r, err := f.documents.Replay(ctx, past, o.later)
	o.Doc, o.saved, o.At = r.Doc, r.Saved, r.Last
	switch {
	// the recovered part gets a new journal, and the damaged journal stays
	case errors.As(err, new(*document.PartlyError)):
		o.past = nil
		o.Doc.Warnings = append(o.Doc.Warnings, msg.Errorf("some edits could not be recovered: %v", err))
		past.Close()
	case err != nil:
		past.Close()
		return nil, err
	}
	o.checkSmall(ctx)
	if o.path = o.file.Path(); o.path != "" {
		o.format = f.documents.ForName(o.path)
	}
	o.unsaved = o.past == nil || !o.lossless() && o.Doc.Tree.Len() > 1
	return o, nil
}

// Forget deletes a document that could be recovered. It shows any error to the user.
func (f *File) Forget(id string) {
	if err := f.store.Discard(id); err != nil {
		f.host.Fail(err)
	}
}
