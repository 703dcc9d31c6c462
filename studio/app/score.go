package app

import (
	"strings"

	"boardstudio/clock"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
)

// award is the point that the last finished game gave: it goes and comes back
// with the node that ended the game.
type award struct {
	node    *model.Node
	winners []string
	given   bool
}

// gameOver ends a live game: sound, point, message.
func (g *game) gameOver(pos rules.Position) {
	g.live, g.clocked, g.head, g.turn = false, false, g.s.node, clock.Watch{}
	g.arm()
	r := pos.Result()
	if r.Draw() {
		g.s.Sound.Draw()
	} else {
		g.s.Sound.Win()
	}
	if g.award.node != g.s.node {
		g.award = award{node: g.s.node}
		for p := range r.Winners.All() {
			g.award.winners = append(g.award.winners, g.s.Name(p))
		}
		g.settle()
	}
	g.s.changed(TopicMode | TopicPlayers)
	g.farewell(r)
}

// Ended reports whether a game that was played here ends at the current node.
func (g *game) Ended() bool { return g.award.given && g.award.node == g.s.node }

// settle gives the points of the last finished game when its end stands in
// the tree, and takes them back when it does not.
func (g *game) settle() {
	a := &g.award
	if a.node == nil {
		return
	}
	stands := g.s.doc.Tree.Contains(a.node)
	if stands == a.given {
		return
	}
	a.given = stands
	for _, name := range a.winners {
		g.s.Settings.Win(name, stands)
	}
	g.s.SaveSettings()
	g.s.changed(TopicPlayers)
}

// ScoreLine returns the points of the players at the board, "" for none.
func (s *Session) ScoreLine() string {
	var parts []string
	sum := 0
	for i := range s.doc.Players {
		name := s.Name(rules.Player(i))
		sum += s.Settings.Scores[name]
		parts = append(parts, name+" "+itoa(s.Settings.Scores[name]))
	}
	if sum == 0 {
		return ""
	}
	return locale.T("Score: %s", strings.Join(parts, " · "))
}

// ResetScores forgets all points.
func (s *Session) ResetScores() {
	s.SaveSettings() // what other studios added goes too
	s.Settings.Scores = nil
	s.SaveSettings()
	s.changed(TopicPlayers)
}

// SaveSettings writes the settings, and tells the person, once, if that fails.
func (s *Session) SaveSettings() {
	err := s.Settings.Save()
	if err != nil && (s.unsaved == nil || err.Error() != s.unsaved.Error()) {
		s.fail(err)
	}
	s.unsaved = err
}
