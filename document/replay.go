package document

import (
	"context"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/model/wire"
	"boardstudio/store/journal"
	"boardstudio/text/msg"
)

// Recovered is a document recovered from a journal, with its undo history.
type Recovered struct {
	Doc   *model.Document
	Saved uint64      // edit revision of the tree at the last save
	Last  *model.Node // node of the last edit, or nil
}

// PartlyError is returned if an edit of a journal, and so all later edits, could not be repeated.
type PartlyError struct{ Why error }

// Error returns the text of e.Why.
func (e *PartlyError) Error() string { return e.Why.Error() }

// Unwrap returns e.Why.
func (e *PartlyError) Unwrap() error { return e.Why }

// Replay repeats the edits of a journal. With a *PartlyError, the document contains all edits
// before the failed one. If later is not nil, it takes over the check of the journal's first moves.
func (l *Library) Replay(ctx context.Context, past *journal.Log, later *codec.DelayedCheck) (r Recovered, err error) {
	base, err := past.Base()
	if err != nil {
		return Recovered{}, err
	}
	info := past.Info()
	for _, f := range l.Formats {
		if f.Name == info.Format {
			r.Doc, err = l.DecodeAs(ctx, f, base, codec.Options{File: info.Title, Later: later})
		}
	}
	if err != nil {
		return Recovered{}, err
	}
	if r.Doc == nil {
		return Recovered{}, msg.Errorf("documents cannot be read in the format %q", info.Format)
	}
	tree := r.Doc.Tree
	r.Saved = tree.EditRevision()
	defer tree.Watch(func(c model.Change) {
		if c.Node != nil {
			r.Last = c.Node
		}
	})()
	n := 0
	for edit, err := range past.Edits() {
		if err != nil {
			return Recovered{}, err
		}
		if ctx.Err() != nil {
			return Recovered{}, ctx.Err()
		}
		if err := wire.Replay(r.Doc, edit); err != nil {
			return r, &PartlyError{err}
		}
		if n++; n == info.Edits-info.After {
			r.Saved = tree.EditRevision()
		}
	}
	return r, nil
}
