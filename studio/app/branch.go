package app

import (
	"context"
	"errors"
	"slices"

	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/studio/jobs"
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

// countLimit bounds how many moves are played to count the illegal ones.
const countLimit = 200_000

// plan works the edits of an operation out in the background, and gives them to then while the
// document is what they were worked out for. A person is told why there are none.
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

// look reads the document in the background, and then calls then, unless that was cancelled, or failed: a person is
// told why.
func (s *Session) look(kind jobs.Kind, title string, read func(*model.Document, model.More) error, then func()) {
	s.Jobs.Do(jobs.Task{
		Kind: kind, Title: title,
		Look: func(_ context.Context, d *model.Document, more model.More) error { return read(d, more) },
		Then: s.unlessFailed(then),
	})
}

// unlessFailed returns what is to be done at the end of a job: then, or a person is told why it failed.
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

// change makes the edits of an operation as one step of undo, by pieces, and then calls then. It tells the
// person if it fails. A game that goes on is over for now.
func (s *Session) change(label msg.Key, edits []model.Edit, err error, then func()) {
	s.changing(label, edits, err, func(made bool) {
		if made {
			then()
		}
	})
}

// changing is change that also tells when the edits were not made.
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
	s.replay.Pause()
	s.pauseGame()
	here, before := s.node, s.doc.Tree.Revision()
	if n := s.Correcting(); n != nil {
		here = n
	}
	s.steps(label, edits, func(made bool) {
		if !made {
			then(false)
			return
		}
		if s.stood == nil {
			s.stood, s.ended = map[uint64]*model.Node{}, map[uint64]*model.Node{}
		}
		s.stood[before] = here
		after := s.doc.Tree.Revision()
		then(true)
		s.ended[after] = s.node
	})
}

// steps makes the edits as one step of undo, by pieces; then is told whether it was made. A person
// is told why it was not.
func (s *Session) steps(label msg.Key, edits []model.Edit, then func(made bool)) {
	if len(edits) == 0 {
		then(false)
		return
	}
	tree, before := s.doc.Tree, s.doc.Tree.Len()
	m, err := tree.Begin(label, edits...)
	if err != nil {
		s.fail(err)
		then(false)
		return
	}
	s.Jobs.Pieces(locale.T(label), once(m), func(err error) {
		switch {
		case s.doc.Tree != tree: // closed meanwhile
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

// once returns m, and nil from then on.
func once(m *model.Making) func() *model.Making {
	return func() *model.Making {
		is := m
		m = nil
		return is
	}
}

// reorder puts the current node among its siblings at index, -1 for the last place.
func (s *Session) reorder(label msg.Key, index int) {
	s.change(label, []model.Edit{model.Reorder{Node: s.node, Index: index}}, nil, func() {})
}

// MoveUp puts the current variation before the one above it, MoveDown behind the
// one below it, MoveFirst and MoveLast before and behind all.
func (s *Session) MoveUp() {
	if settled(s) && s.node.Prev() != nil {
		s.reorder(labelUp, s.node.Index()-1)
	}
}

// MoveDown puts the current variation behind the next one.
func (s *Session) MoveDown() {
	if settled(s) && s.node.Next() != nil {
		s.reorder(labelDown, s.node.Index()+1)
	}
}

// MoveFirst puts the current variation before its siblings.
func (s *Session) MoveFirst() {
	if settled(s) && s.node.Prev() != nil {
		s.reorder(labelUp, 0)
	}
}

// MoveLast puts the current variation behind its siblings.
func (s *Session) MoveLast() {
	if settled(s) && s.node.Next() != nil {
		s.reorder(labelDown, -1)
	}
}

// Promote brings the variation that the current node is in one place forward.
func (s *Session) Promote() {
	s.forward(labelPromote, model.Promote(s.node), "The variation was promoted; the line that was before it is collapsed")
}

// forward brings lines to the current node forward by edits, and says collapsed where a line that stood before
// one of them is no longer shown.
func (s *Session) forward(label msg.Key, edits []model.Edit, collapsed msg.Key) {
	shown := func(n *model.Node) bool { _, _, is := s.Layout().Find(n); return is }
	var before []*model.Node
	for n := s.node; n.Parent() != nil; n = n.Parent() {
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

// Demote brings it one place back.
func (s *Session) Demote() { s.change(labelDemote, model.Demote(s.node), nil, func() {}) }

// counted makes edits, and tells then how many nodes went.
func (s *Session) counted(label msg.Key, edits []model.Edit, err error, then func(n int)) {
	before := s.doc.Tree.Len()
	s.change(label, edits, err, func() { then(before - s.doc.Tree.Len()) })
}

// DeleteOthers deletes all variations that branch off the way to the current node.
func (s *Session) DeleteOthers() {
	edits, err := model.DeleteOthers(s.doc.Tree, s.node)
	s.change(labelOthers, edits, err, func() {})
}

// DeleteAfter deletes all that follows the current node.
func (s *Session) DeleteAfter() { s.change(labelAfter, model.DeleteAfter(s.node), nil, func() {}) }

// Flatten leaves the current line only.
func (s *Session) Flatten() {
	edits, err := model.Flatten(s.doc.Tree, s.node)
	s.change(labelFlatten, edits, err, func() {})
}

// DeleteBefore makes the position at the current node the start of the game.
func (s *Session) DeleteBefore() {
	edits, err := model.DeleteBefore(s.doc.Tree, s.node)
	s.counted(labelBefore, edits, err, func(n int) {
		s.goTo(s.doc.Tree.Root())
		s.changed(TopicAll)
		s.Say(Note|Undoable, locale.N("The game starts here now; %d move was deleted", "The game starts here now; %d moves were deleted", n, n))
	})
}

// Duplicate puts a copy of the current branch beside it and goes there.
func (s *Session) Duplicate() {
	n := s.node
	s.plan(labelDuplicate, func(t *model.Tree, more model.More) ([]model.Edit, error) {
		return model.Duplicate(t, n, more)
	}, func(edits []model.Edit) {
		s.change(labelDuplicate, edits, nil, func() {
			s.goTo(n.Next())
			s.Say(Note|Undoable, locale.T("This is the copy: change it, or merge duplicate variations to have one again"))
		})
	})
}

// MergeDuplicates makes one of equal variations everywhere.
func (s *Session) MergeDuplicates() {
	s.plan(labelDuplicates, func(t *model.Tree, more model.More) ([]model.Edit, error) {
		return model.MergeDuplicates(t, t.Root(), more)
	}, func(edits []model.Edit) {
		if len(edits) == 0 {
			s.Say(Note, locale.T("No two variations begin with the same move"))
			return
		}
		way := s.doc.Tree.Line(s.node)
		s.counted(labelDuplicates, edits, nil, func(n int) {
			s.retrace(way)
			s.Say(Note|Undoable, locale.N("%d duplicate move was merged", "%d duplicate moves were merged", n, n))
		})
	})
}

// retrace goes to where the moves of a line lead now, as far as they are there.
func (s *Session) retrace(way []*model.Node) {
	if n := s.along(way); n != s.node {
		s.goTo(n)
	}
}

// along returns where the moves of a line lead in the open document, as far as they
// are there. The line begins with a root, also that of another document.
func (s *Session) along(way []*model.Node) *model.Node {
	n := s.doc.Tree.Root()
	for _, old := range way[1:] {
		next := s.twin(n, old)
		if next == nil {
			break
		}
		n = next
	}
	return n
}

// twin returns the child of parent that is old, or the same as old.
func (s *Session) twin(parent, old *model.Node) *model.Node {
	if old.Parent() == parent {
		return old
	}
	if m, ok := old.Move(); ok {
		return s.doc.Tree.Find(parent, m)
	}
	for c := range parent.Children() {
		if _, is := c.Move(); !is && c.Setup() == old.Setup() && c.Raw() == old.Raw() {
			return c
		}
	}
	return nil
}

// TakeOut takes the current move out; what follows it moves up.
func (s *Session) TakeOut() {
	parent, first := s.node.Parent(), s.node.First()
	edits, err := model.DeleteMove(s.doc.Tree, s.node)
	s.change(labelOut, edits, err, func() {
		if first != nil {
			if n := s.twin(parent, first); n != nil {
				s.goTo(n)
			}
		}
		s.tell(locale.T("The move was taken out"), s.node)
	})
}

// tell says what happened, and how many of the moves below n are illegal.
func (s *Session) tell(what string, n *model.Node) {
	s.countBad([]*model.Node{n}, func(bad int) {
		if bad == 0 {
			s.Say(Note|Undoable, what)
			return
		}
		s.Say(Problem|Undoable, locale.N("%s; %d illegal move after it (F8 goes there)", "%s; %d illegal moves after it (F8 goes there)", bad, what, bad))
	})
}

// countBad counts, in the background, the illegal moves of branches, as far as nobody cancels that or
// edits meanwhile.
func (s *Session) countBad(branches []*model.Node, then func(bad int)) {
	bad := 0
	s.Jobs.Do(jobs.Task{
		Kind: jobs.Look, Title: locale.T("Looking for illegal moves"), Once: true,
		Look: func(_ context.Context, d *model.Document, more model.More) error {
			bad = d.Tree.CountBad(countLimit, more, branches...)
			return nil
		},
		Then: func(error) { then(bad) },
	})
}

// Extracted gives the current branch to then as a document of its own.
func (s *Session) Extracted(then func(*model.Document)) { s.copied(jobs.Look, model.Extract, then) }

// copied makes a document of the current branch in the background.
func (s *Session) copied(kind jobs.Kind, extract func(*model.Document, *model.Node, model.More) *model.Document, then func(*model.Document)) {
	var x *model.Document
	n := s.node
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
