package app

import (
	"boardstudio/find"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/studio/finder"
)

// Finder returns the session's search for places. TopicFind tells when there is news of it.
func (s *Session) Finder() *finder.Search { return s.finder }

// GoToFound goes to a place in the open document; false when it is not there.
func (s *Session) GoToFound(x finder.Found) bool {
	n := x.Node
	if n == nil && x.Path != "" && x.Path == s.File.Path() {
		n = find.Follow(s.doc.Tree, x.Steps)
	}
	if n == nil || !s.doc.Tree.Contains(n) {
		return false
	}
	s.Go(n)
	return true
}

// ShowFound goes to a place that was found in the file which is open now.
func (s *Session) ShowFound(x finder.Found) { s.Go(find.Follow(s.doc.Tree, x.Steps)) }

// FindNext goes to the next place found, in the order of the tree, and from the last to the first.
func (s *Session) FindNext() { s.findMove(1) }

// FindPrev goes to the place before.
func (s *Session) FindPrev() { s.findMove(-1) }

func (s *Session) findMove(by int) {
	f := s.Finder()
	switch {
	case f.Folder() != "" || !f.Asked():
		return
	case !f.Known():
		f.Await(func() { s.findMove(by) })
		return
	}
	places := f.Places()
	if len(places) == 0 {
		s.Say(Note, locale.T("Nothing was found"))
		return
	}
	i, ok := f.At(s.node)
	switch {
	case by > 0:
		i++
	case ok:
		i--
	}
	switch {
	case i >= len(places):
		i = 0
		s.Say(Note, locale.T("From the end of the tree on to its start"))
	case i < 0:
		i = len(places) - 1
		s.Say(Note, locale.T("From the start of the tree back to its end"))
	}
	s.Go(places[i].Node)
}

// Transpositions returns what is known of the places of the document with the same position. TopicTranspositions
// tells when that changes.
func (s *Session) Transpositions() *finder.Transpositions { return s.transpositions }

// known returns the transpositions of the current node. While they are still looked for it returns false, and calls again once they are
// known, unless the person has gone elsewhere by then.
func (s *Session) known(again func()) ([]finder.Transposition, bool) {
	list, ok := s.transpositions.List(s.node)
	if !ok {
		here := s.node
		s.transpositions.Await(func() {
			if s.node == here {
				again()
			}
		})
	}
	return list, ok
}

// NextTransposition goes to the next place with the same position, and from the last one to the first.
func (s *Session) NextTransposition() {
	list, ok := s.known(s.NextTransposition)
	switch {
	case !ok:
		return
	case len(list) == 0:
		s.Say(Note, locale.T("No other place of the tree has this position"))
		return
	}
	to := list[0].Node
	for _, x := range list {
		if find.Order(x.Node, s.node) > 0 {
			to = x.Node
			break
		}
	}
	s.Go(to)
}

// labelContinuation is the label of copying what follows elsewhere.
const labelContinuation = "Copy the continuation"

// CopyContinuation copies what follows at a place with the same position to the
// current node. Equal moves become one.
func (s *Session) CopyContinuation(from finder.Transposition) {
	to := s.node
	pos, err := s.Position()
	if err != nil {
		s.fail(err)
		return
	}
	s.plan(labelContinuation, func(t *model.Tree, more model.More) ([]model.Edit, error) {
		if !t.Contains(from.Node) || !t.Contains(to) {
			return nil, nil
		}
		return find.Continuation(t, from.Node, to, pos, from.Perm, more)
	}, func(edits []model.Edit) {
		if len(edits) == 0 {
			s.Say(Note, locale.T("All that follows there follows here already"))
			return
		}
		s.steps(labelContinuation, edits, func(bool) {})
	})
}

// CopyContinuations copies what follows at all places with the same position, as one
// step for each.
func (s *Session) CopyContinuations() {
	list, ok := s.known(s.CopyContinuations)
	if !ok {
		return
	}
	done := false
	for _, x := range list {
		if x.More > 0 {
			s.CopyContinuation(x)
			done = true
		}
	}
	if !done {
		s.Say(Note, locale.T("No other place with this position is continued by other moves"))
	}
}
