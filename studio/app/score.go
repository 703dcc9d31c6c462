package app

import (
	"slices"

	"boardstudio/clock"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/newgame"
)

// gameOver ends a live game with a sound and a message. Points are part of the edit that plays the
// last move, see points.
func (g *Game) gameOver(pos rules.Position) {
	g.live, g.clocked, g.head, g.turn = false, false, g.view.node, clock.Watch{}
	g.arm()
	r := pos.Result()
	if r.Draw() {
		g.app.Sound.Draw()
	} else {
		g.app.Sound.Win()
	}
	g.over = g.view.node
	g.events.changed(TopicMode | TopicPlayers)
	g.farewell(r)
}

// Ended reports whether a game played here ends at the current node.
func (g *Game) Ended() bool { return g.over != nil && g.over == g.view.node }

// points returns the edits that give a point to each winner, or nil if the game is not over or does
// not count.
func (g *Game) points(pos rules.Position) (edits []model.Edit) {
	r := pos.Result()
	if !r.Over || !g.begun && !newgame.Counts(g.view.doc.Players) { // a winner can be known before the game is over
		return nil
	}
	for seat := range r.Winners.All() {
		p := g.view.doc.Players[seat]
		p.Score++
		edits = append(edits, model.SetPlayer{Doc: g.view.doc, Seat: int(seat), Player: p})
	}
	return edits
}

// Standing is a row of the score table.
type Standing struct {
	Name   string
	Points int
}

// ResetScores sets the points of all players to 0.
func (s *Session) ResetScores() {
	ps := slices.Clone(s.View.doc.Players)
	for i := range ps {
		ps[i].Score = 0
	}
	s.setPlayers("Reset Score", ps)
}

// SaveSettings saves the settings. Repeated errors are shown to the user only once.
func (s *Session) SaveSettings() {
	err := s.App.Settings.Save()
	if err != nil && (s.App.unsaved == nil || err.Error() != s.App.unsaved.Error()) {
		s.fail(err)
	}
	s.App.unsaved = err
}
