// Package columns reads and writes games with falling pieces, such as connect four, as lines of
// column numbers.
package columns

import (
	"bytes"
	"regexp"

	"boardstudio/io/codec"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Format is the format of files with one game or evaluated position per line:
//
//	4444435
//	7422341735647741166133573473242566 1
//
// Each digit is a column, counted from 1, or from 0 if the file contains a 0. The number after the
// moves is the value for the player to move, as given by solvers: the number of pieces that the
// winner has left after the last move, including that move. It is negative if the opponent wins and
// 0 for a draw. So it determines the number of moves until the end.
//
// A file that does not name its game is read as connect four if its first game is legal there.
var Format = codec.Format{
	Name: name, Title: "Columns of connect four",
	Ext:    []string{".columns", ".txt"},
	Sniff:  sniff,
	Decode: Decode,
	Games:  Games,
	Encode: Encode,
	Join:   codec.Concat(Encode, ""),
	Holds:  holds,

	Anonymous: true,
}

const (
	name = "columns"
	// defaultPreset is the game of files that do not name it.
	defaultPreset = "connect4"
	// maxColumns is the maximum number of columns that digits can represent.
	maxColumns = 9
)

func holds(r rules.Rules) error {
	if b := r.Board(); !b.Drops() || len(b.Columns) > maxColumns || r.Players() != 2 {
		return msg.Errorf("columns support only games of two players in which pieces fall into at most %d columns", maxColumns)
	}
	return nil
}

// sniffed matches a line of this format, with at most 42 moves, which is the number of cells of the
// usual board. maxSniffed is the number of lines to check.
var (
	sniffed    = regexp.MustCompile(`^(?:[0-9]{1,42}|[0-9]{2,42}[ \t]+[0-9]{1,2}|[0-9]{1,42}[ \t]+[-+][0-9]{1,2}|[0-9](?:[ ,\t]+[0-9]){1,41})$`)
	maxSniffed = 1000
)

func sniff(head []byte) bool {
	head = bytes.TrimPrefix(head, []byte("\ufeff"))
	n := 0
	for line := range bytes.Lines(head) {
		end := line[len(line)-1] == '\n'
		line = bytes.TrimSpace(line)
		switch {
		case len(line) == 0 || !end && n > 0: // the last line may be incomplete
			continue
		case n == maxSniffed:
			return true
		case !sniffed.Match(line):
			return false
		}
		n++
	}
	return n > 0
}
