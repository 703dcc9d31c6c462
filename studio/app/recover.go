package app

import (
	"context"
	"errors"

	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/io/journal"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
)

// never is the revision of no state.
const never = ^uint64(0)

// drop lets go of a document that is not shown after all.
func (o *opened) drop() {
	if o.past != nil {
		o.past.Close()
	}
}

// remember gives o, which was just read from its file, the undo history that was
// kept of it, if there is one.
func (o *opened) remember(ctx context.Context, store *journal.Store) {
	past := store.History(o.path, o.stamp.Sum())
	if past == nil {
		return
	}
	r, err := ioall.Replay(ctx, past)
	// What the journal leads to must be what the file holds.
	if err != nil || model.Equal(r.Doc, o.doc) != nil {
		past.Close()
		return
	}
	r.Doc.Warnings = o.doc.Warnings
	o.doc, o.past, o.saved, o.last = r.Doc, past, r.Saved, r.Last
}

// Lost returns what can be recovered: documents with unsaved edits that were open
// when a studio ended unexpectedly, the latest first, and those of which nothing
// can be read any more.
func (s *Session) Lost() []journal.Info {
	lost, err := s.Store.Orphans()
	if err != nil {
		s.fail(err)
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
func (s *Session) Recover(id string, done func(error)) {
	store := s.Store
	s.fetch(locale.T("Recovering"), "", func(ctx context.Context, _ codec.Progress) (*opened, error) {
		return recovered(ctx, store, id)
	}, func(o *opened) error {
		s.show(o)
		s.neverSaved()
		if o.last != nil && s.tree.Contains(o.last) {
			s.goTo(o.last)
		}
		defer s.changed(TopicFile)
		if o.past == nil {
			s.saved = never
			return nil
		}
		if i := o.past.Info(); i.Lost > 0 {
			s.Say(Warning, locale.T("Recovered up to %s. What came after that is damaged and cannot be read.", Since(i.Last)))
		} else {
			s.Say(Note, locale.T("Recovered, with everything up to %s", Since(i.Last)))
		}
		return nil
	}, done)
}

func recovered(ctx context.Context, store *journal.Store, id string) (*opened, error) {
	past, err := store.Open(id)
	if err != nil {
		return nil, err
	}
	o := &opened{past: past}
	o.stamp = past.Info().File
	r, err := ioall.Replay(ctx, past)
	o.doc, o.saved, o.last = r.Doc, r.Saved, r.Last
	switch {
	case errors.As(err, new(*ioall.PartlyError)): // what there is gets a journal of its own; this one stays
		o.past = nil
		o.doc.Warnings = append(o.doc.Warnings, msg.Errorf("not all edits could be recovered: %v", err))
		past.Close()
	case err != nil:
		past.Close()
		return nil, err
	}
	if o.path = o.stamp.Path(); o.path != "" {
		o.format = codec.ByExt(ioall.Formats, o.path)
	}
	return o, nil
}

// Forget deletes what could be recovered.
func (s *Session) Forget(id string) {
	if err := s.Store.Discard(id); err != nil {
		s.fail(err)
	}
}
