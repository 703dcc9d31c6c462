package app

import (
	"boardstudio/model"
	"boardstudio/studio/app/jobs"
	"boardstudio/text/locale"
)

// Labels of edits that correct illegal moves.
const (
	labelRepair     = "Repair"
	labelCutIllegal = "Cut Off All Illegal Moves"
)

// NextIllegal goes to the next node with an illegal move, continuing from the start after the last one.
// It searches in the background, because it must replay the whole tree.
func (s *Session) NextIllegal() { s.searchIllegal((*model.Tree).NextIllegal) }

// PrevIllegal goes to the previous node with an illegal move.
func (s *Session) PrevIllegal() { s.searchIllegal((*model.Tree).PrevIllegal) }

// searchIllegal goes to the node that find returns for the current node, unless the current node changes
// in the meantime.
func (s *Session) searchIllegal(find func(*model.Tree, *model.Node, model.More) *model.Node) {
	from := s.View.node
	s.findIllegal(from, find, func(n *model.Node) {
		if s.View.node == from {
			s.goToIllegal(n)
		}
	})
}

// findIllegal searches for a node with an illegal move in the background. It calls then with the node
// or nil, unless it was cancelled or replaced by another search.
func (s *Session) findIllegal(from *model.Node, find func(*model.Tree, *model.Node, model.More) *model.Node, then func(*model.Node)) {
	var n *model.Node
	s.look(jobs.Look, locale.T("Looking for illegal moves"), func(d *model.Document, more model.More) error {
		n = find(d.Tree, from, more)
		return nil
	}, func() { then(n) })
}

func (s *Session) goToIllegal(n *model.Node) {
	switch {
	case n != nil:
		s.Go(n)
	case s.View.illegal(s.View.node) != nil:
		s.Say(Note, locale.T("There is no other illegal move"))
	default:
		s.Say(Note, locale.T("All moves are legal"))
	}
}

// CutIllegal deletes all branches that begin with an illegal move.
func (s *Session) CutIllegal() {
	s.plan(labelCutIllegal, model.DeleteIllegal, func(edits []model.Edit) {
		if len(edits) == 0 {
			s.goToIllegal(nil)
			return
		}
		s.counted(labelCutIllegal, edits, nil, func(n int) {
			s.Say(Note|Undoable, locale.N("%d move was cut off", "%d moves were cut off", n, n))
		})
	})
}

// maxRepairs is the maximum number of replacement moves offered.
const maxRepairs = 40

// Remedy is a way to correct an illegal move, with a description.
type Remedy struct {
	model.Repair
	Title, Detail string
}

// Remedies goes to the first illegal node on the path to the current node, or else to the next
// illegal node. It calls then with the ways to correct it, best first. If all moves are legal, it
// shows a message instead.
func (s *Session) Remedies(then func([]Remedy)) {
	if !settled(s) {
		return
	}
	if n := s.View.illegal(s.View.node); n != nil {
		s.remedies(n, then)
		return
	}
	from := s.View.node
	s.findIllegal(from, (*model.Tree).NextIllegal, func(n *model.Node) {
		switch {
		case s.View.node != from || !settled(s):
		case n == nil:
			s.goToIllegal(nil)
		default:
			s.remedies(n, then)
		}
	})
}

func (s *Session) remedies(n *model.Node, then func([]Remedy)) {
	s.Go(n)
	if n.Parent() == nil {
		s.Say(Note, locale.T("The start of the game is not a position: set one up"))
		return
	}
	var all []model.Repair
	s.look(jobs.Look, locale.T(labelRepair), func(d *model.Document, more model.More) (err error) {
		all, err = model.Repairs(d.Tree, n, more)
		return err
	}, func() {
		if s.View.node == n {
			then(s.View.inWords(n, all))
		}
	})
}

// Repair corrects n, unless it was deleted.
func (s *Session) Repair(n *model.Node, r model.Repair) {
	if !settled(s) || !s.View.doc.Tree.Contains(n) {
		return
	}
	s.Go(n)
	parent, first := n.Parent(), n.First()
	edits, err := r.Edits(s.View.doc.Tree, n)
	s.change(labelRepair, edits, err, func() { s.repaired(parent, n, first, r) })
}

// repaired goes to the corrected move. n was a child of parent, and first was the first child of n.
func (s *Session) repaired(parent, n, first *model.Node, r model.Repair) {
	to := s.View.node
	switch r.Kind {
	case model.RepairMove:
		to = s.View.doc.Tree.Find(parent, r.Move)
	case model.RepairBefore:
		to = s.View.twin(s.View.doc.Tree.Find(parent, r.Move), n)
	case model.RepairOut:
		if first != nil {
			to = s.View.twin(parent, first)
		}
	}
	if to != nil && to != s.View.node {
		s.goTo(to)
	}
	s.changed(TopicAll)
	s.findIllegal(s.View.node, (*model.Tree).NextIllegal, func(left *model.Node) {
		if left == nil && s.View.illegal(s.View.node) == nil {
			s.Say(Note|Undoable, locale.T("Repaired: all moves are legal now"))
		} else {
			s.Say(Note|Undoable, locale.T("Repaired; F8 goes to the next illegal move"))
		}
	})
}
