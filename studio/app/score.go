package app

import (
	"slices"
	"strings"

	aiall "boardstudio/ai/all"
	"boardstudio/clock"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/newgame"
	"boardstudio/text/locale"
	"boardstudio/text/words"
)

// gameOver ends a live game with a sound and a message. Points are part of the edit that plays the
// last move, see points.
func (g *game) gameOver(pos rules.Position) {
	g.live, g.clocked, g.head, g.turn = false, false, g.s.node, clock.Watch{}
	g.arm()
	r := pos.Result()
	if r.Draw() {
		g.s.Sound.Draw()
	} else {
		g.s.Sound.Win()
	}
	g.over = g.s.node
	g.s.changed(TopicMode | TopicPlayers)
	g.farewell(r)
}

// Ended reports whether a game played here ends at the current node.
func (g *game) Ended() bool { return g.over != nil && g.over == g.s.node }

// points returns the edits that give a point to each winner, or nil if the game is not over or does
// not count.
func (s *Session) points(pos rules.Position) (edits []model.Edit) {
	r := pos.Result()
	if !r.Over || !s.begun && !newgame.Counts(s.doc.Players) { // a winner can be known before the game is over
		return nil
	}
	for seat := range r.Winners.All() {
		p := s.doc.Players[seat]
		p.Score++
		edits = append(edits, model.SetPlayer{Doc: s.doc, Seat: int(seat), Player: p})
	}
	return edits
}

// Standing is a row of the score table.
type Standing struct {
	Name   string
	Points int
}

// Standings returns the points of all players in seat order.
func (s *Session) Standings() []Standing {
	var list []Standing
	for i, name := range words.Players(aiall.Engines, s.doc) {
		list = append(list, Standing{name, s.doc.Players[i].Score})
	}
	return list
}

// ScoreLine returns a line with the points of all players, or "" if all are 0.
func (s *Session) ScoreLine() string {
	var parts []string
	some := false
	for _, x := range s.Standings() {
		some = some || x.Points != 0
		parts = append(parts, locale.T("%s: %d", x.Name, x.Points))
	}
	if !some {
		return ""
	}
	return locale.T("Score – %s", strings.Join(parts, " · "))
}

// ResetScores sets the points of all players to 0.
func (s *Session) ResetScores() {
	ps := slices.Clone(s.doc.Players)
	for i := range ps {
		ps[i].Score = 0
	}
	s.setPlayers("Reset Score", ps)
}

// SaveSettings saves the settings. Repeated errors are shown to the user only once.
func (s *Session) SaveSettings() {
	err := s.Settings.Save()
	if err != nil && (s.unsaved == nil || err.Error() != s.unsaved.Error()) {
		s.fail(err)
	}
	s.unsaved = err
}
