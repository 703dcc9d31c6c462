package line

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// String returns the rows from the top, for example "A.B/.A./...", followed by the side to move, or
// the side that would be next in a finished game. In games with captures the pairs of each seat
// follow, as in "0-2". The last word is "resigned" or "time" if the side to move gave up or ran out
// of time.
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
	if p.lostBy != "" {
		b = append(b, " "+p.lostBy...)
	}
	return string(b)
}

// Parse parses the format of String. Letters may be lower case, white space may surround each
// piece, and two players may be written X and O. Missing pairs count as 0. Parse returns an error
// if text is not a position of the game.
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
		return nil, msg.Errorf("expected a space and the side to move after the last cell, found %q", words[0])
	}
	side, size, err := r.symbol(words[0])
	if err != nil || size != len(words[0]) || side == rules.Empty {
		return nil, msg.Errorf("the side to move must be a letter from A to %c, not %q", r.last(), words[0])
	}
	s.Turn = side.Owner
	words = words[1:]
	if len(words) > 0 && o.Captures > 0 && lossReason(words[0]) == "" {
		for w := range strings.SplitSeq(words[0], "-") {
			n, err := strconv.Atoi(w)
			if err != nil {
				return nil, msg.Errorf("the captured pairs must be numbers with dashes between them, not %q", words[0])
			}
			s.Held = append(s.Held, n)
		}
		words = words[1:]
	}
	var lostBy rules.Reason
	if len(words) > 0 {
		if lostBy = lossReason(words[0]); lostBy != "" {
			words = words[1:]
		}
	}
	if len(words) > 0 {
		return nil, msg.Errorf("unexpected %q after the end of the position", words[0])
	}
	p, err := r.setUp(s)
	switch {
	case err != nil:
		return nil, err
	case lostBy == "":
		return p.public(), nil
	case p.end != nil:
		return nil, msg.Errorf("the game is over: resigning is not possible")
	}
	return p.giveUp(lostBy).public(), nil
}

// lossReason returns the reason named by the last word of a position, or "" if word is not a
// reason.
func lossReason(word string) rules.Reason {
	if why := rules.Reason(word); why == rules.Resigned || why == rules.OutOfTime {
		return why
	}
	return ""
}

// blanks are the white space characters that Parse skips.
const blanks = " \t\n\v\f\r"

// last returns the letter of the last seat.
func (r *Rules) last() byte { return rules.Player(r.opt.Players - 1).Letter() }

// symbol parses the piece at the start of text. It returns the content and the length of its text.
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
