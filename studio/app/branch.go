package app

import (
	"context"
	"errors"
	"slices"

	"boardstudio/model"
	"boardstudio/studio/app/jobs"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// Labels of edits on branches.
const (
	labelUp         = "Variation up"
	labelDown       = "Variation down"
	labelPromote    = "Promote Variation"
	labelDemote     = "Demote Variation"
	labelOthers     = "Delete Other Variations"
	labelBefore     = "Delete Everything Before"
	labelAfter      = "Delete Everything After"
	labelFlatten    = "Flatten to This Line"
	labelDuplicate  = "Duplicate Branch"
	labelDuplicates = "Merge Duplicate Variations"
	labelOut        = "Delete Move, Keep Continuation"
)

// countLimit is the maximum number of moves replayed to count illegal ones.
const countLimit = 200_000

// plan computes the edits of an operation in the background and calls then with them, unless the
// document has changed. Errors are shown to the user.
func (s *Session) plan(label msg.Key, plan func(*model.Tree, model.More) ([]model.Edit, error), then func([]model.Edit)) {
	if s.fixed() {
		return
	}
	var edits []model.Edit
	s.look(jobs.Edit, locale.T(label), func(d *model.Document, more model.More) (err error) {
		edits, err = plan(d.Tree, more)
		return err
	}, func() { then(edits) })
}

// look reads the document in the background and then calls then, unless it was cancelled. Errors
// are shown to the user.
func (s *Session) look(kind jobs.Kind, title string, read func(*model.Document, model.More) error, then func()) {
	s.Jobs.Do(jobs.Task{
		Kind: kind, Title: title,
		Look: func(_ context.Context, d *model.Document, more model.More) error { return read(d, more) },
		Then: s.unlessFailed(then),
	})
}

// unlessFailed returns a function for the end of a job. It calls then on success and shows errors
// to the user.
func (s *Session) unlessFailed(then func()) func(error) {
	return func(err error) {
		switch {
		case err == nil:
			then()
		case !errors.Is(err, context.Canceled):
			s.fail(err)
		}
	}
}

// change applies edits as one undo step, in pieces, and then calls then. Errors are shown to the
// user. A running game is paused.
func (s *Session) change(label msg.Key, edits []model.Edit, err error, then func()) {
	s.changing(label, edits, err, func(made bool) {
		if made {
			then()
		}
	})
}

// changing is like change, but always calls then and reports whether the edits were made.
func (s *Session) changing(label msg.Key, edits []model.Edit, err error, then func(made bool)) {
	if s.fixed() {
		then(false)
		return
	}
	if err != nil {
		s.fail(err)
		then(false)
		return
	}
	s.Replay.Pause()
	s.Game.pause()
	here, before := s.View.node, s.View.doc.Tree.EditRevision()
	if n := s.Correcting(); n != nil {
		here = n
	}
	s.steps(label, edits, func(made bool) {
		if !made {
			then(false)
			return
		}
		if s.trail.stood == nil {
			s.trail.stood, s.trail.ended = map[uint64]*model.Node{}, map[uint64]*model.Node{}
		}
		s.trail.stood[before] = here
		after := s.View.doc.Tree.EditRevision()
		then(true)
		s.trail.ended[after] = s.View.node
	})
}

// steps applies edits as one undo step, in pieces, and calls then with whether they were made.
// Errors are shown to the user.
func (s *Session) steps(label msg.Key, edits []model.Edit, then func(made bool)) {
	if len(edits) == 0 {
		then(false)
		return
	}
	tree, before := s.View.doc.Tree, s.View.doc.Tree.Len()
	m, err := tree.Begin(label, edits...)
	if err != nil {
		s.fail(err)
		then(false)
		return
	}
	s.Jobs.Pieces(locale.T(label), once(m), func(err error) {
		switch {
		case s.View.doc.Tree != tree: // closed in the meantime
		case errors.Is(err, context.Canceled):
			s.Say(Note, locale.T("Cancelled; nothing was changed"))
		case err != nil:
			s.fail(err)
		default:
			s.report(label, edits, before)
		}
		then(err == nil)
	})
}

// once returns a function that returns m on the first call and nil afterwards.
func once(m *model.PendingStep) func() *model.PendingStep {
	return func() *model.PendingStep {
		is := m
		m = nil
		return is
	}
}

// reorder moves the current node to index among its siblings. -1 is the last place.
func (s *Session) reorder(label msg.Key, index int) {
	s.change(label, []model.Edit{model.Reorder{Node: s.View.node, Index: index}}, nil, func() {})
}

// MoveUp moves the current variation before the previous one.
func (s *Session) MoveUp() {
	if settled(s) && s.View.node.Prev() != nil {
		s.reorder(labelUp, s.View.node.Index()-1)
	}
}

// MoveDown moves the current variation after the next one.
func (s *Session) MoveDown() {
	if settled(s) && s.View.node.Next() != nil {
		s.reorder(labelDown, s.View.node.Index()+1)
	}
}

// MoveFirst moves the current variation before all its siblings.
func (s *Session) MoveFirst() {
	if settled(s) && s.View.node.Prev() != nil {
		s.reorder(labelUp, 0)
	}
}

// MoveLast moves the current variation after all its siblings.
func (s *Session) MoveLast() {
	if settled(s) && s.View.node.Next() != nil {
		s.reorder(labelDown, -1)
	}
}

// Promote moves the variation of the current node one place forward.
func (s *Session) Promote() {
	s.forward(labelPromote, model.Promote(s.View.node), "The variation was promoted; the line that was before it is collapsed")
}

// forward applies edits that move lines to the current node forward. It shows the message collapsed
// if the edits hide a line that preceded one of them.
func (s *Session) forward(label msg.Key, edits []model.Edit, collapsed msg.Key) {
	shown := func(n *model.Node) bool { _, _, is := s.View.Layout().Find(n); return is }
	var before []*model.Node
	for n := s.View.node; n.Parent() != nil; n = n.Parent() {
		if next := n.Parent().First().First(); n.Prev() != nil && next != nil && shown(next) {
			before = append(before, next)
		}
	}
	s.change(label, edits, nil, func() {
		if !slices.ContainsFunc(before, func(n *model.Node) bool { return !shown(n) }) {
			return
		}
		s.Say(Note|Undoable, locale.T(collapsed))
	})
}

// Demote moves the variation of the current node one place back.
func (s *Session) Demote() { s.change(labelDemote, model.Demote(s.View.node), nil, func() {}) }

// counted applies edits and calls then with the number of deleted nodes.
func (s *Session) counted(label msg.Key, edits []model.Edit, err error, then func(n int)) {
	before := s.View.doc.Tree.Len()
	s.change(label, edits, err, func() { then(before - s.View.doc.Tree.Len()) })
}

// DeleteOthers deletes all variations that branch off the line to the current node.
func (s *Session) DeleteOthers() {
	edits, err := model.DeleteOthers(s.View.doc.Tree, s.View.node)
	s.change(labelOthers, edits, err, func() {})
}

// DeleteAfter deletes everything below the current node.
func (s *Session) DeleteAfter() { s.change(labelAfter, model.DeleteAfter(s.View.node), nil, func() {}) }

// Flatten deletes everything except the current line.
func (s *Session) Flatten() {
	edits, err := model.Flatten(s.View.doc.Tree, s.View.node)
	s.change(labelFlatten, edits, err, func() {})
}

// DeleteBefore makes the position at the current node the start of the game.
func (s *Session) DeleteBefore() {
	edits, err := model.DeleteBefore(s.View.doc.Tree, s.View.node)
	s.counted(labelBefore, edits, err, func(n int) {
		s.goTo(s.View.doc.Tree.Root())
		s.changed(TopicAll)
		s.Say(Note|Undoable, locale.N("The game now starts at this position; %d move was deleted", "The game now starts at this position; %d moves were deleted", n, n))
	})
}

// Duplicate inserts a copy of the current branch next to it and goes there.
func (s *Session) Duplicate() {
	n := s.View.node
	s.plan(labelDuplicate, func(t *model.Tree, more model.More) ([]model.Edit, error) {
		return model.Duplicate(t, n, more)
	}, func(edits []model.Edit) {
		s.change(labelDuplicate, edits, nil, func() {
			s.goTo(n.Next())
			s.Say(Note|Undoable, locale.T("This is the copy. Change it, or merge duplicate variations to remove it."))
		})
	})
}

// MergeDuplicates merges equal variations in the whole tree.
func (s *Session) MergeDuplicates() {
	s.plan(labelDuplicates, func(t *model.Tree, more model.More) ([]model.Edit, error) {
		return model.MergeDuplicates(t, t.Root(), more)
	}, func(edits []model.Edit) {
		if len(edits) == 0 {
			s.Say(Note, locale.T("No two variations begin with the same move"))
			return
		}
		way := s.View.doc.Tree.Line(s.View.node)
		s.counted(labelDuplicates, edits, nil, func(n int) {
			s.retrace(way)
			s.Say(Note|Undoable, locale.N("%d duplicate move was merged", "%d duplicate moves were merged", n, n))
		})
	})
}

// retrace goes to the node that the moves of a line now lead to, as far as they exist.
func (s *Session) retrace(way []*model.Node) {
	if n := s.View.along(way); n != s.View.node {
		s.goTo(n)
	}
}

// TakeOut deletes the current move. Its continuation moves up.
func (s *Session) TakeOut() {
	parent, first := s.View.node.Parent(), s.View.node.First()
	edits, err := model.DeleteMove(s.View.doc.Tree, s.View.node)
	s.change(labelOut, edits, err, func() {
		if first != nil {
			if n := s.View.twin(parent, first); n != nil {
				s.goTo(n)
			}
		}
		s.sayCounted(locale.T("The move was deleted; its continuation was kept"), s.View.node)
	})
}

// sayCounted shows a message about an edit, with the number of illegal moves below n.
func (s *Session) sayCounted(what string, n *model.Node) {
	s.countIllegal([]*model.Node{n}, func(illegal int) {
		if illegal == 0 {
			s.Say(Note|Undoable, what)
			return
		}
		s.Say(Problem|Undoable, locale.N("%s; %d illegal move after it (F8 goes there)", "%s; %d illegal moves after it (F8 goes there)", illegal, what, illegal))
	})
}

// countIllegal counts the illegal moves in branches in the background. The result is incomplete after a
// cancellation or an edit.
func (s *Session) countIllegal(branches []*model.Node, then func(illegal int)) {
	illegal := 0
	s.Jobs.Do(jobs.Task{
		Kind: jobs.Look, Title: locale.T("Looking for illegal moves"), Once: true,
		Look: func(_ context.Context, d *model.Document, more model.More) error {
			illegal = d.Tree.CountIllegal(countLimit, more, branches...)
			return nil
		},
		Then: func(error) { then(illegal) },
	})
}

// Extracted calls then with a new document that contains the current branch.
func (s *Session) Extracted(then func(*model.Document)) { s.copied(jobs.Look, model.Extract, then) }

// copied creates a document from the current branch in the background.
func (s *Session) copied(kind jobs.Kind, extract func(*model.Document, *model.Node, model.More) *model.Document, then func(*model.Document)) {
	var x *model.Document
	n := s.View.node
	s.File.Checked(func() {
		s.look(kind, locale.T("Copying the branch"), func(d *model.Document, more model.More) error {
			if !d.Tree.Contains(n) {
				return msg.Errorf("the move is no longer in the game")
			}
			x = extract(d, n, more)
			return nil
		}, func() { then(x) })
	}, nil)
}
