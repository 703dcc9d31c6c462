package app

import (
	"strings"
	"time"

	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
)

// seatNames are what two seats are called by how their pieces look.
var seatNames = map[rules.Pieces][2]string{
	rules.Stones: {"Black", "White"},
	rules.Discs:  {"Black", "White"},
	rules.Tokens: {"Red", "Yellow"},
	rules.Seeds:  {"South", "North"},
	rules.Marks:  {"Cross", "Nought"},
}

// SeatName returns what a seat is called when its player has no name.
func SeatName(r rules.Rules, p rules.Player) string {
	if p < 0 {
		return ""
	}
	if n, ok := seatNames[r.Board().Pieces]; ok && r.Players() == 2 && p < 2 {
		return locale.T(n[p])
	}
	return locale.T("Player %s", string(p.Letter()))
}

// Name returns the name of a player of the document.
func (s *Session) Name(p rules.Player) string {
	if p >= 0 && int(p) < len(s.doc.Players) && s.doc.Players[p].Name != "" {
		return s.doc.Players[p].Name
	}
	return SeatName(s.Rules(), p)
}

// reasons are what the end of a game is called; they stand behind the winner's name.
var reasons = map[rules.Reason]string{
	rules.Row:        "a row is complete",
	rules.Misere:     "completing a row loses",
	rules.Captures:   "enough pairs are captured",
	rules.Full:       "the board is full",
	rules.Blocked:    "nobody can move",
	rules.Count:      "",
	rules.Starved:    "one side has nothing left to move",
	rules.Repetition: "a position came back",
	rules.Quiet:      "too many moves without a capture",
	rules.Resigned:   "resignation",
}

// Names returns the names of a set of players, joined for a sentence.
func (s *Session) Names(ps rules.Players) string {
	var names []string
	for p := range ps.All() {
		names = append(names, s.Name(p))
	}
	return strings.Join(names, ", ")
}

// Outcome returns how a finished game ended, in a sentence; "" while it goes on.
func (s *Session) Outcome(pos rules.Position) string {
	r := pos.Result()
	if !r.Over {
		return ""
	}
	var text string
	switch r.Winners.Len() {
	case 0:
		text = locale.T("Draw")
	case 1:
		text = locale.T("%s wins", s.Name(r.Winners.Only()))
	default:
		text = locale.T("%s win", s.Names(r.Winners))
	}
	if len(r.Final) > 0 && s.Rules().Board().Score != rules.PairUnit {
		var counts []string
		for _, n := range r.Final {
			counts = append(counts, itoa(n))
		}
		text += " " + strings.Join(counts, "–")
	}
	if why := reasons[r.Reason]; why != "" {
		text += " – " + locale.T(why)
	}
	return text
}

// Status returns the line that says how things stand at the current node.
func (s *Session) Status() string {
	if s.setup != nil {
		return locale.T("Setting up a position")
	}
	pos, err := s.Position()
	switch {
	case err != nil:
		return locale.Err(err)
	case pos.Result().Over:
		return s.Outcome(pos)
	case s.thinking != nil:
		return locale.T("%s is thinking…", s.Name(pos.Turn()))
	}
	text := locale.T("%s to move", s.Name(pos.Turn()))
	if w := pos.Result().Winners; w != 0 {
		text += " – " + locale.T("%s has already won", s.Names(w))
	}
	return text
}

// MoveName returns what the move list calls a node: "k10", "pass", "set-up".
func (s *Session) MoveName(n *model.Node) string {
	if m, ok := n.Move(); ok {
		switch m {
		case rules.Pass:
			return locale.T("pass")
		case rules.Resign:
			return locale.T("resigns")
		}
		return s.Rules().FormatMove(m)
	}
	switch {
	case n.Raw() != "":
		return n.Raw()
	case n.Parent() == nil:
		return locale.T("Start")
	}
	return locale.T("set-up")
}

// Mover returns who made the move of n, NoPlayer for a start or a set-up.
func (s *Session) Mover(n *model.Node) rules.Player {
	if n.Parent() == nil || n.Setup() != "" {
		return rules.NoPlayer
	}
	pos, err := s.tree.Position(n.Parent())
	if err != nil {
		return rules.NoPlayer
	}
	return pos.Turn()
}

// Plays reports whether n and all above it can be played.
func (s *Session) Plays(n *model.Node) bool { _, err := s.tree.Position(n); return err == nil }

// elapsed returns the time since the mover's turn began in a live game.
func (s *Session) elapsed() time.Duration {
	if !s.live {
		return 0
	}
	return s.now().Sub(s.since)
}

// Clock returns the time used along the line to the current node: in all, and
// by each player, the running move included. It costs time in the length of the line.
func (s *Session) Clock() (total time.Duration, each []time.Duration) {
	each = make([]time.Duration, len(s.doc.Players))
	if s.clockAt != s.node || s.clockRev != s.tree.Revision() {
		s.clockAt, s.clockRev = s.node, s.tree.Revision()
		s.clockSum = make([]time.Duration, len(each))
		for _, n := range s.tree.Line(s.node) {
			if n.Used() > 0 {
				if p := s.Mover(n); p != rules.NoPlayer {
					s.clockSum[p] += n.Used()
				}
			}
		}
	}
	copy(each, s.clockSum)
	if s.live {
		if pos, err := s.Position(); err == nil && pos.Turn() != rules.NoPlayer {
			each[pos.Turn()] += s.elapsed()
		}
	}
	for _, d := range each {
		total += d
	}
	return total, each
}

// Running reports whether the clock runs.
func (s *Session) Running() bool { return s.live }
