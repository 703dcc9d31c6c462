package line

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"boardstudio/msg"
	"boardstudio/rules"
)

// String returns the rows from the top, "A.B/.A./..." and a space and the
// side to move, or who would be next in a finished game; then the pairs of
// each seat, "0-2", where pieces are captured; then "resigned" if it did, or "time" if that is over.
func (p *position) String() string {
	o := &p.r.opt
	b := make([]byte, 0, len(p.r.board.Cells)+o.Rows+4*o.Players+len(rules.Resigned))
	for c := range p.r.board.Cells {
		if c > 0 && c%o.Cols == 0 {
			b = append(b, '/')
		}
		b = append(b, (rules.Player(p.cells[c]) - 1).Letter())
	}
	b = append(b, ' ', p.side.Letter())
	if o.Captures > 0 {
		for s := range o.Players {
			b = append(b, " -"[min(s, 1)])
			b = strconv.AppendInt(b, int64(p.pairs(rules.Player(s))), 10)
		}
	}
	if p.gave != "" {
		b = append(b, " "+p.gave...)
	}
	return string(b)
}

// Parse reads what String wrote. Letters may be small, white space may stand
// around each piece, and two players may be X and O. Pairs that are not
// given count as 0.
func (r *Rules) Parse(text string) (rules.Position, error) {
	o := &r.opt
	s := rules.Setup{Cells: make([]rules.Content, 0, len(r.board.Cells))}
	rest := text
	for row := range o.Rows {
		for range o.Cols {
			rest = strings.TrimLeft(rest, blanks)
			if rest == "" || rest[0] == '/' {
				return nil, msg.Errorf("row %d has %d cells instead of %d", row+1, len(s.Cells)-row*o.Cols, o.Cols)
			}
			x, size, err := r.symbol(rest)
			if err != nil {
				return nil, err
			}
			s.Cells = append(s.Cells, x)
			rest = rest[size:]
		}
		if row < o.Rows-1 {
			rest = strings.TrimLeft(rest, blanks)
			switch {
			case rest == "":
				return nil, msg.Errorf("there are %d rows instead of %d", row+1, o.Rows)
			case rest[0] != '/':
				return nil, msg.Errorf("row %d has more than %d cells", row+1, o.Cols)
			}
			rest = rest[1:]
		}
	}
	words := strings.Fields(rest)
	switch {
	case len(words) == 0:
		return nil, msg.Errorf("the side to move is missing after the cells")
	case !strings.ContainsRune(blanks, rune(rest[0])):
		return nil, msg.Errorf("there is %q after the last cell instead of a space and the side to move", words[0])
	}
	side, size, err := r.symbol(words[0])
	if err != nil || size != len(words[0]) || side == rules.Empty {
		return nil, msg.Errorf("the side to move is %q, it must be a letter from A to %c", words[0], r.last())
	}
	s.Turn = side.Owner
	words = words[1:]
	if len(words) > 0 && o.Captures > 0 && gone(words[0]) == "" {
		for w := range strings.SplitSeq(words[0], "-") {
			n, err := strconv.Atoi(w)
			if err != nil {
				return nil, msg.Errorf("the captured pairs are %q, they must be numbers with dashes between them", words[0])
			}
			s.Held = append(s.Held, n)
		}
		words = words[1:]
	}
	var gave rules.Reason
	if len(words) > 0 {
		if gave = gone(words[0]); gave != "" {
			words = words[1:]
		}
	}
	if len(words) > 0 {
		return nil, msg.Errorf("there is %q after the end of the position", words[0])
	}
	p, err := r.setUp(s)
	switch {
	case err != nil:
		return nil, err
	case gave == "":
		return p.public(), nil
	case p.end != nil:
		return nil, msg.Errorf("nobody can resign, the game is over")
	}
	return p.giveUp(gave).public(), nil
}

// gone returns why the side to move has lost that a word of a position tells of, "" for any other word.
func gone(word string) rules.Reason {
	if why := rules.Reason(word); why == rules.Resigned || why == rules.OutOfTime {
		return why
	}
	return ""
}

// blanks are the characters that Parse passes over.
const blanks = " \t\n\v\f\r"

// last returns the letter of the last seat.
func (r *Rules) last() byte { return rules.Player(r.opt.Players - 1).Letter() }

// symbol reads the piece that text begins with, and returns its length.
func (r *Rules) symbol(text string) (rules.Content, int, error) {
	ch := text[0]
	if ch >= 'a' && ch <= 'z' {
		ch -= 'a' - 'A'
	}
	switch p := rules.Player(ch - 'A'); {
	case ch == '.':
		return rules.Empty, 1, nil
	case ch >= 'A' && int(ch-'A') < r.opt.Players:
		return rules.Piece(p), 1, nil
	case ch == 'X' && r.opt.Players == 2:
		return rules.Piece(0), 1, nil
	case ch == 'O' && r.opt.Players == 2:
		return rules.Piece(1), 1, nil
	}
	_, size := utf8.DecodeRuneInString(text)
	return rules.Empty, size, msg.Errorf("%q is not a piece: a dot is an empty cell, A to %c are the players", text[:size], r.last())
}
