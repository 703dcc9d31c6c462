package app

import (
	"strings"

	"boardstudio/draw/treelayout"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/words"
)

// Layout returns the layout of the tree. The current node is visible in it.
func (s *Session) Layout() *treelayout.Layout {
	if s.layout == nil {
		s.layout = treelayout.New(s.doc.Tree)
	}
	s.layout.Show(s.node)
	return s.layout
}

// Progress returns the depth of the current node and the depth of the end of its line. While the
// user is guessing, the line ends at the current node.
func (s *Session) Progress() (here, last int) {
	l := s.Layout()
	here = l.Depth(s.node)
	if s.Guessing() {
		return here, here
	}
	return here, here + l.Below(s.node)
}

// LineNodes returns the existing nodes of the line from index from to index to, counting the root
// as 0. The cost is one step for each of them and for each few hundred others.
func (s *Session) LineNodes(from, to int) []*model.Node {
	here, last := s.Progress()
	return s.layout.Line(s.node, from-here, min(to, last)-here)
}

// Fold collapses the expanded lines at the current node.
func (s *Session) Fold() {
	n := s.Layout().Fold(s.node)
	if n == nil {
		s.Say(Note, locale.T("There is nothing to collapse here"))
		return
	}
	s.Go(n)
	s.changed(TopicFold)
}

// Unfold expands the collapsed lines at n.
func (s *Session) Unfold(n *model.Node) {
	if !s.Layout().Unfold(n) {
		s.Say(Note, locale.T("There is nothing to expand here"))
		return
	}
	s.changed(TopicFold)
}

// UnfoldAll expands everything below the current node.
func (s *Session) UnfoldAll() {
	if !s.Layout().UnfoldAll(s.node) {
		s.Say(Note, locale.T("There are more than %d moves below: expand them in steps", treelayout.MostUnfolded))
		return
	}
	s.changed(TopicFold)
}

// FoldOthers collapses everything that does not lead to the current node.
func (s *Session) FoldOthers() {
	s.Layout().FoldOthers()
	s.changed(TopicFold)
}

// Label returns the number and name of a node's move, such as "12. k10!", and the name of the node.
func (s *Session) Label(n *model.Node) string {
	text := s.MoveName(n)
	if n.Parent() != nil {
		text = words.MoveNumber(s.Layout().Depth(n)) + text
	}
	for _, g := range n.Glyphs() {
		text += " " + s.GlyphText(g)
	}
	if n.Name() != "" {
		text += "  " + n.Name()
	}
	return text
}

// DescribeNode returns the screen reader text for a node of the tree.
func (s *Session) DescribeNode(n *model.Node) string {
	parts := []string{s.Label(n)}
	if p := s.Mover(n); p != rules.NoPlayer {
		parts = append(parts, s.Name(p))
	}
	if !s.Plays(n) {
		parts = append(parts, locale.T("illegal"))
	}
	if n.Bookmarked() {
		parts = append(parts, locale.T("bookmark"))
	}
	others := 0
	for c := n.First(); c != nil && others <= treelayout.ForkShown; c = c.Next() {
		others++
	}
	switch {
	case others == 0:
		parts = append(parts, locale.T("end of the line"))
	case others > treelayout.ForkShown:
		parts = append(parts, locale.T("more than %d continuations", treelayout.ForkShown))
	case others > 1:
		parts = append(parts, locale.N("%d continuation", "%d continuations", others, others))
	}
	l := s.Layout()
	if row, col, ok := l.Find(n); ok {
		if p, ok := l.At(row, col); ok && p.Kind == treelayout.PlaceFolded {
			parts = append(parts, locale.N("%d move collapsed", "%d moves collapsed", p.Hidden, p.Hidden))
		}
	}
	if n.Comment() != "" {
		parts = append(parts, n.Comment())
	}
	return strings.Join(parts, ", ")
}
