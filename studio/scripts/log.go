package scripts

import (
	"strings"

	"boardstudio/model"
)

// Entry is what a script logged for one move, and why it ended if it did.
type Entry struct {
	Who  string // the script
	Ply  int
	Move string // what it played, "" for nothing
	End  bool   // it was told how the game ended
	Text string
	Err  error
}

// What is kept of a log.
const (
	maxEntries = 2000
	maxText    = 64 << 10 // of one move
)

// Log is what scripts logged in a game, the oldest first. The zero Log is empty.
type Log struct{ entries []Entry }

// Entries returns what was logged.
func (l *Log) Entries() []Entry { return l.entries }

// Clear empties the log.
func (l *Log) Clear() { l.entries = nil }

// Add notes an entry of a player, and reports whether it did: entries of players that are not
// scripts are dropped.
func (l *Log) Add(p model.Player, e Entry) bool {
	if Path(p.Kind) == "" {
		return false
	}
	if len(e.Text) > maxText {
		e.Text = strings.ToValidUTF8(e.Text[:maxText], "") + "…"
	}
	e.Text = strings.TrimRight(e.Text, "\n")
	if e.Who = p.Name; e.Who == "" {
		e.Who = Title(p.Kind)
	}
	l.entries = append(l.entries, e)
	if len(l.entries) > maxEntries {
		l.entries = l.entries[len(l.entries)-maxEntries:]
	}
	return true
}
