package scripts

import (
	"strings"

	"boardstudio/model"
)

// Entry is the log of a script for one move, and its error if it failed.
type Entry struct {
	Who  string // name of the script
	Ply  int
	Move string // move it played, or ""
	End  bool   // the script was notified that the game ended
	Text string
	Err  error
}

// The size limits of a log.
const (
	maxEntries = 2000
	maxText    = 64 << 10 // per move
)

// Log is the log of scripts in a game, oldest entry first. The zero Log is empty.
type Log struct{ entries []Entry }

// Entries returns the entries, at most 2000, oldest first.
func (l *Log) Entries() []Entry { return l.entries }

// Clear removes all entries.
func (l *Log) Clear() { l.entries = nil }

// Add adds an entry of a player. It reports whether it did so: entries of players other than
// scripts are ignored.
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
