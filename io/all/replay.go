package all

import (
	"context"

	"boardstudio/io/codec"
	"boardstudio/io/journal"
	"boardstudio/model"
	"boardstudio/msg"
)

// Recovered is the document that a journal leads to, with its undo history.
type Recovered struct {
	Doc   *model.Document
	Saved uint64      // the revision of the tree at which it was last saved
	Last  *model.Node // where the last edit was, nil for nowhere
}

// PartlyError says that an edit of a journal could not be made again, and none
// after it.
type PartlyError struct{ Why error }

// Error returns the reason.
func (e *PartlyError) Error() string { return e.Why.Error() }

// Unwrap returns the reason.
func (e *PartlyError) Unwrap() error { return e.Why }

// Replay makes the edits of a journal again. With a *PartlyError the document is
// there as far as they could be made. later, if not nil, takes the check of the moves that the journal began with.
func Replay(ctx context.Context, past *journal.Log, later *codec.Later) (r Recovered, err error) {
	base, err := past.Base()
	if err != nil {
		return Recovered{}, err
	}
	info := past.Info()
	for _, f := range Formats {
		if f.Name == info.Format {
			r.Doc, err = DecodeAs(ctx, f, base, codec.Options{File: info.Title, Later: later})
		}
	}
	if err != nil {
		return Recovered{}, err
	}
	if r.Doc == nil {
		return Recovered{}, msg.Errorf("documents cannot be read in the format %q", info.Format)
	}
	tree := r.Doc.Tree
	r.Saved = tree.Revision()
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
		if err := r.Doc.Replay(edit); err != nil {
			return r, &PartlyError{err}
		}
		if n++; n == info.Edits-info.Unsaved {
			r.Saved = tree.Revision()
		}
	}
	return r, nil
}
