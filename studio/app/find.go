package app

import (
	"boardstudio/find"
	"boardstudio/model"
	appfind "boardstudio/studio/app/find"
	"boardstudio/text/locale"
)

// Finder returns the search of the session. TopicFind reports changes of its results.
func (s *Session) Finder() *appfind.Search { return s.finder }

// GoToFound goes to a result in the open document. It returns false if the document does not
// contain it.
func (s *Session) GoToFound(x appfind.Found) bool {
	n := x.Node
	if n == nil && x.Item != nil && s.File.Holds(*x.Item) {
		n = find.Follow(s.doc.Tree, x.Steps)
	}
	if n == nil || !s.doc.Tree.Contains(n) {
		return false
	}
	s.Go(n)
	return true
}

// ShowFound goes to a result in the file that is now open.
func (s *Session) ShowFound(x appfind.Found) { s.Go(find.Follow(s.doc.Tree, x.Steps)) }

// FindNext goes to the next result in tree order, and from the last to the first.
func (s *Session) FindNext() { s.findMove(1) }

// FindPrev goes to the previous result in tree order, and from the first to the last.
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
		s.Say(Note, locale.T("No matches"))
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
		s.Say(Note, locale.T("Search continued from the start of the tree"))
	case i < 0:
		i = len(places) - 1
		s.Say(Note, locale.T("Search continued from the end of the tree"))
	}
	s.Go(places[i].Node)
}

// Transpositions returns the transpositions of the document. TopicTranspositions reports changes.
func (s *Session) Transpositions() *appfind.Transpositions { return s.transpositions }

// known returns the transpositions of the current node. If they are not yet known, it returns
// false, and calls again once they are, unless the current node has changed.
func (s *Session) known(again func()) ([]appfind.Transposition, bool) {
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

// NextTransposition goes to the next node with the same position, and from the last to the first.
func (s *Session) NextTransposition() {
	list, ok := s.known(s.NextTransposition)
	switch {
	case !ok:
		return
	case len(list) == 0:
		s.Say(Note, locale.T("This position occurs nowhere else in the tree"))
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

// labelContinuation is the label for copying a continuation.
const labelContinuation = "Copy the continuation"

// CopyContinuation copies the continuation of a transposition to the current node. Equal moves are
// merged.
func (s *Session) CopyContinuation(from appfind.Transposition) {
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
			s.Say(Note, locale.T("This position already has the whole continuation"))
			return
		}
		s.steps(labelContinuation, edits, func(bool) {})
	})
}

// CopyContinuations copies the continuations of all transpositions, with one undo step for each.
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
		s.Say(Note, locale.T("No other place with this position has other continuations"))
	}
}
