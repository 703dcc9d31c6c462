package app

import (
	"sort"

	"boardstudio/model"
	"boardstudio/rules"
)

// playable returns the last position above n, which does not play; the start of the
// game where none plays. It is asked for several times a frame, and the line of moves
// that do not play may be long.
func (s *Session) playable(n *model.Node) rules.Position {
	return s.playing.Get(s.doc.Tree, n, func() rules.Position { return s.findPlayable(n) })
}

// findPlayable looks among the moves since a set-up for the last that plays: all above it
// play, and none below it.
func (s *Session) findPlayable(n *model.Node) rules.Position {
	for line := []*model.Node(nil); n.Parent() != nil; line = line[:0] {
		for n = n.Parent(); n.Parent() != nil && n.Setup() == ""; n = n.Parent() {
			line = append(line, n)
		}
		line = append(line, n)
		i := sort.Search(len(line), func(i int) bool {
			_, err := s.doc.Tree.Position(line[i])
			return err == nil
		})
		if i < len(line) {
			pos, _ := s.doc.Tree.Position(line[i])
			return pos
		}
	}
	return s.Rules().Start()
}
