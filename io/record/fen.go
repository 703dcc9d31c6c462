package record

import (
	"regexp"
	"strings"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

const othello = "othello"

// discs matches an Othello position in FEN as written by Edax.
var discs = regexp.MustCompile(`^\s*[1-8pP]+(?:/[1-8pP]+){7}\s+[bw](?:\s|$)`)

// othelloFEN converts an Othello position from FEN to the notation of the rules. FEN lists the rows from last to first,
// with p for a black disc, P for a white one and digits for empty squares, then the side to move, b or w.
func othelloFEN(r rules.Rules, fen string) (string, error) {
	words := strings.Fields(fen)
	if len(words) < 2 || words[1] != "b" && words[1] != "w" {
		return "", msg.Errorf("the FEN does not name the side to move as b or w")
	}
	b := r.Board()
	rows := strings.Split(words[0], "/")
	if len(rows) != len(b.Rows) {
		return "", msg.Errorf("the FEN has %d rows, but the board has %d", len(rows), len(b.Rows))
	}
	s := rules.Setup{Cells: make([]rules.Content, len(b.Cells))}
	for c := range s.Cells {
		s.Cells[c] = rules.Empty
	}
	if words[1] == "w" {
		s.Turn = 1
	}
	for i, row := range rows {
		first := (len(rows) - 1 - i) * len(b.Columns) // first cell of the row
		col, number := 0, 0
		for _, c := range row {
			if '0' <= c && c <= '9' && number < 100 {
				number = 10*number + int(c-'0')
				continue
			}
			col, number = col+number, 0
			owner := rules.Player(strings.IndexRune("pP", c))
			if owner < 0 {
				return "", msg.Errorf("the FEN contains %q, which is not a disc", string(c))
			}
			if col < len(b.Columns) {
				s.Cells[first+col] = rules.Piece(owner)
			}
			col++
		}
		if col += number; col != len(b.Columns) {
			return "", msg.Errorf("row %d of the FEN has %d squares instead of %d", len(rows)-i, col, len(b.Columns))
		}
	}
	p, err := r.SetUp(s)
	if err != nil {
		return "", err
	}
	return p.String(), nil
}
