// Package columns reads and writes games in which pieces fall, such as connect four, as lines of column numbers.
package columns

import (
	"bytes"
	"regexp"

	"boardstudio/io/codec"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Format is a file of games, or of positions with their value, of which each stands on a line:
//
//	4444435
//	7422341735647741166133573473242566 1
//
// A digit is a column, counted from 1, or from 0 where a 0 is in the file. The number behind the moves is the value for the player to move, as
// solvers have it: how many pieces the winner has left after the last move, that move included; negative where the other
// player wins, 0 for a draw. So it tells in how many moves the game ends.
//
// A file that does not name its game is connect four if its first game is legal there.
var Format = codec.Format{
	Name: name, Title: "Columns of connect four",
	Ext:    []string{".columns", ".txt"},
	Sniff:  sniff,
	Decode: Decode,
	Games:  Games,
	Encode: Encode,
	Join:   codec.Concat(Encode, ""),
	Holds:  holds,
}

const (
	name = "columns"
	// usual is the game of files that do not name theirs.
	usual = "connect4"
	// mostColumns is the largest number of columns that digits can name.
	mostColumns = 9
)

func holds(r rules.Rules) error {
	if b := r.Board(); !b.Drops() || len(b.Columns) > mostColumns || r.Players() != 2 {
		return msg.Errorf("columns hold games of two players in which pieces fall into at most %d columns", mostColumns)
	}
	return nil
}

// The lines that a file is recognised by, and how many of them are looked at, each with as many moves as the usual board has
// cells.
var (
	sniffed    = regexp.MustCompile(`^(?:[0-9]{1,42}|[0-9]{2,42}[ \t]+[0-9]{1,2}|[0-9]{1,42}[ \t]+[-+][0-9]{1,2}|[0-9](?:[ ,\t]+[0-9]){1,41})$`)
	mostSniffs = 1000
)

func sniff(head []byte) bool {
	head = bytes.TrimPrefix(head, []byte("\ufeff"))
	n := 0
	for line := range bytes.Lines(head) {
		end := line[len(line)-1] == '\n'
		line = bytes.TrimSpace(line)
		switch {
		case len(line) == 0 || !end && n > 0: // the last line may be cut off
			continue
		case n == mostSniffs:
			return true
		case !sniffed.Match(line):
			return false
		}
		n++
	}
	return n > 0
}
