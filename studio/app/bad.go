package app

import (
	"errors"

	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/studio/jobs"
	"boardstudio/words"
)

// Labels of edits that correct illegal moves.
const (
	labelRepair = "Repair"
	labelCutBad = "Cut Off All Illegal Moves"
)

// NextBad goes to the next node with an illegal move, and on from the start after the last. Like all
// that plays the whole tree it looks in the background.
func (s *Session) NextBad() { s.lookBad((*model.Tree).NextBad) }

// PrevBad goes to the previous node with an illegal move.
func (s *Session) PrevBad() { s.lookBad((*model.Tree).PrevBad) }

// lookBad goes to what find finds from the current node, if the person is still there then.
func (s *Session) lookBad(find func(*model.Tree, *model.Node, model.More) *model.Node) {
	from := s.node
	s.findBad(from, find, func(n *model.Node) {
		if s.node == from {
			s.toBad(n)
		}
	})
}

// findBad looks for a node with an illegal move, and gives it, or nil, to then unless that was
// cancelled or another search took its place.
func (s *Session) findBad(from *model.Node, find func(*model.Tree, *model.Node, model.More) *model.Node, then func(*model.Node)) {
	var n *model.Node
	s.look(jobs.Look, locale.T("Looking for illegal moves"), func(d *model.Document, more model.More) error {
		n = find(d.Tree, from, more)
		return nil
	}, func() { then(n) })
}

func (s *Session) toBad(n *model.Node) {
	switch {
	case n != nil:
		s.Go(n)
	case s.bad(s.node) != nil:
		s.Say(Note, locale.T("No other move fails to play"))
	default:
		s.Say(Note, locale.T("All moves play"))
	}
}

// bad returns the first node on the way to n that does not play, nil when n plays.
func (s *Session) bad(n *model.Node) *model.Node {
	var e *model.NodeError
	if _, err := s.doc.Tree.Position(n); errors.As(err, &e) {
		return e.Node
	}
	return nil
}

// CutBad deletes all branches that begin with an illegal move.
func (s *Session) CutBad() {
	s.plan(labelCutBad, model.CutBad, func(edits []model.Edit) {
		if len(edits) == 0 {
			s.toBad(nil)
			return
		}
		s.counted(labelCutBad, edits, nil, func(n int) {
			s.Say(Note|Undoable, locale.N("%d move was cut off", "%d moves were cut off", n, n))
		})
	})
}

// maxRepairs is how many ways to repair a move are shown.
const maxRepairs = 40

// Remedy is a way to correct an illegal move, in words.
type Remedy struct {
	model.Repair
	Title, Detail string
}

// Remedies goes to the node to be put right, the first with an illegal move on
// the way to the current one or else the next, and gives the ways to do so to then, the
// best first; instead a message says so when all moves play.
func (s *Session) Remedies(then func([]Remedy)) {
	if !settled(s) {
		return
	}
	if n := s.bad(s.node); n != nil {
		s.remedies(n, then)
		return
	}
	from := s.node
	s.findBad(from, (*model.Tree).NextBad, func(n *model.Node) {
		switch {
		case s.node != from || !settled(s):
		case n == nil:
			s.toBad(nil)
		default:
			s.remedies(n, then)
		}
	})
}

func (s *Session) remedies(n *model.Node, then func([]Remedy)) {
	s.Go(n)
	if n.Parent() == nil {
		s.Say(Note, locale.T("The start of the game is no position: set one up"))
		return
	}
	var all []model.Repair
	s.look(jobs.Look, locale.T(labelRepair), func(d *model.Document, more model.More) (err error) {
		all, err = model.Repairs(d.Tree, n, more)
		return err
	}, func() {
		if s.node == n {
			then(s.inWords(n, all))
		}
	})
}

// inWords says in words what the best of the repairs of n do.
func (s *Session) inWords(n *model.Node, all []model.Repair) (out []Remedy) {
	moves := 0
	for _, r := range all {
		if r.Kind == model.RepairMove {
			if moves++; moves > maxRepairs {
				continue
			}
		}
		title, detail := words.Repair(s.Rules(), n, r)
		out = append(out, Remedy{r, title, detail})
	}
	return out
}

// Repair puts n right, if it is still in the game.
func (s *Session) Repair(n *model.Node, r model.Repair) {
	if !settled(s) || !s.doc.Tree.Contains(n) {
		return
	}
	s.Go(n)
	parent, first := n.Parent(), n.First()
	edits, err := r.Edits(s.doc.Tree, n)
	s.change(labelRepair, edits, err, func() { s.repaired(parent, n, first, r) })
}

// repaired goes to where the move n stands now, which was under parent and had the first child.
func (s *Session) repaired(parent, n, first *model.Node, r model.Repair) {
	to := s.node
	switch r.Kind {
	case model.RepairMove:
		to = s.doc.Tree.Find(parent, r.Move)
	case model.RepairBefore:
		to = s.twin(s.doc.Tree.Find(parent, r.Move), n)
	case model.RepairOut:
		if first != nil {
			to = s.twin(parent, first)
		}
	}
	if to != nil && to != s.node {
		s.goTo(to)
	}
	s.changed(TopicAll)
	s.findBad(s.node, (*model.Tree).NextBad, func(left *model.Node) {
		if left == nil && s.bad(s.node) == nil {
			s.Say(Note|Undoable, locale.T("Repaired: all moves play now"))
		} else {
			s.Say(Note|Undoable, locale.T("Repaired; F8 goes to the next illegal move"))
		}
	})
}
