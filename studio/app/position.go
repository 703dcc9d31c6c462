package app

import (
	"sort"

	"boardstudio/model"
	"boardstudio/rules"
)

// playable returns the last legal position above the illegal node n, or the start position. The
// result is cached: it is needed several times for each frame, and the illegal part of the line may
// be long.
func (s *Session) playable(n *model.Node) rules.Position {
	return s.playing.Get(s.doc.Tree, n, func() rules.Position { return s.findPlayable(n) })
}

// findPlayable searches the moves since a set-up for the last legal one. All moves above it are
// legal, and all moves below it are illegal.
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
