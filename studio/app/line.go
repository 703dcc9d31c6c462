package app

import (
	"boardstudio/draw/treelayout"
	"boardstudio/model"
	"boardstudio/text/locale"
)

// Progress returns the depth of the current node and the depth where its line ends. While the user
// is guessing, the line ends at the current node.
func (s *Session) Progress() (here, last int) {
	l := s.View.Layout()
	here = l.Depth(s.View.node)
	if s.Guessing() {
		return here, here
	}
	return here, here + l.Below(s.View.node)
}

// LineNodes returns the existing nodes of the line from index from to index to, counting the root
// as 0. The cost is one step for each of them and for each few hundred others.
func (s *Session) LineNodes(from, to int) []*model.Node {
	here, last := s.Progress()
	return s.View.layout.Line(s.View.node, from-here, min(to, last)-here)
}

// Fold collapses the expanded lines at the current node.
func (s *Session) Fold() {
	n := s.View.Layout().Fold(s.View.node)
	if n == nil {
		s.Say(Note, locale.T("There is nothing to collapse at this position"))
		return
	}
	s.Go(n)
	s.changed(TopicFold)
}

// Unfold expands the collapsed lines at n.
func (s *Session) Unfold(n *model.Node) {
	if !s.View.Layout().Unfold(n) {
		s.Say(Note, locale.T("There is nothing to expand at this position"))
		return
	}
	s.changed(TopicFold)
}

// UnfoldAll expands everything below the current node.
func (s *Session) UnfoldAll() {
	if !s.View.Layout().UnfoldAll(s.View.node) {
		s.Say(Note, locale.T("There are more than %d moves below: expand them in steps", treelayout.MostUnfolded))
		return
	}
	s.changed(TopicFold)
}

// FoldOthers collapses everything that does not lead to the current node.
func (s *Session) FoldOthers() {
	s.View.Layout().FoldOthers()
	s.changed(TopicFold)
}
