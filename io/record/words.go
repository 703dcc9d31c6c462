package record

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
)

// notation reads the moves of a record.
type notation struct {
	rules rules.Rules
	moves codec.Moves
	// goBoard maps coordinates of a Go board to labels of the rules. Its columns begin with A and
	// skip I, and its rows begin at the bottom.
	goBoard map[string]string
	names   map[string]string  // labels of the rules to coordinates of a Go board
	grid    map[[2]byte][]byte // labels by the digits of row and column; nil until they are needed
}

// newNotation returns the notation of a game.
func newNotation(r rules.Rules) *notation {
	n := &notation{rules: r}
	n.moves.Parse = n.parse
	return n
}

// newGoBoard returns the notation of Pente.org, which skips column I.
func newGoBoard(r rules.Rules) *notation {
	n := newNotation(r)
	n.goBoard, n.names = map[string]string{}, map[string]string{}
	for _, c := range r.Board().Cells {
		if c.Col > 24 { // Z
			continue
		}
		letter := 'a' + rune(c.Col)
		if letter >= 'i' {
			letter++
		}
		name := string(letter) + strconv.Itoa(len(r.Board().Rows)-c.Row)
		n.goBoard[name] = c.Label
		n.names[c.Label] = strings.ToUpper(name)
	}
	return n
}

// move reads one move.
func (n *notation) move(text []byte) (rules.Move, bool) { return n.moves.Read(text) }

// parse parses a text that is not in the cache of moves.
func (n *notation) parse(text string) (rules.Move, error) {
	if n.goBoard != nil {
		label, ok := n.goBoard[strings.ToLower(text)]
		if !ok && coordinate.MatchString(text) {
			return rules.Move{}, errNoMove
		}
		if ok {
			text = label
		}
	}
	if b := n.rules.Board(); b.Drops() && len(text) == 1 && text[0] > '0' && int(text[0]-'0') <= min(9, len(b.Columns)) {
		text = b.Columns[text[0]-'1'] // columns may also be numbers
	}
	return n.rules.ParseMove(text)
}

var errNoMove = errors.New("no coordinate of the board")

var (
	coordinate = regexp.MustCompile(`^[A-Za-z]{1,2}[0-9]{1,2}$`)
	piece      = regexp.MustCompile(`(?i)` + one)
	// joined matches moves with separators: "f5,d6,c3", and "+f5-d6+c3:", whose signs indicate the
	// players.
	joined = regexp.MustCompile(`(?i)^[-+]?(?:` + one + `)(?:[-+,|/](?:` + one + `))*[,:|]?$`)
	signed = regexp.MustCompile(`^[-+][0-9]{1,3}$`)
	// pits matches single-letter moves without spaces.
	pits = regexp.MustCompile(`^[A-La-l]+$`)
)

// one matches a move that can be written without spaces between moves.
const one = `[a-z]{1,2}[0-9]{1,2}|pass|pa|ps|--`

// moveLen returns the length of the move at the start of w, as matched by one, or 0. With the
// regular expression, a file of 12,000,000 moves took 13 s.
func moveLen(w []byte) int {
	if len(w) >= 2 && w[0] == '-' && w[1] == '-' {
		return 2
	}
	letters := 0
	for letters < min(len(w), 4) && isLetter(w[letters]) {
		letters++
	}
	if (letters == 1 || letters == 2) && letters < len(w) && isDigit(w[letters]) {
		if letters+1 < len(w) && isDigit(w[letters+1]) {
			return letters + 2
		}
		return letters + 1
	}
	if letters < 2 || w[0]|0x20 != 'p' {
		return 0
	}
	switch a, b := w[1]|0x20, w[letters-1]|0x20; {
	case letters == 4 && a == 'a' && w[2]|0x20 == 's' && b == 's':
		return 4
	case a == 'a' || a == 's':
		return 2
	}
	return 0
}

// isLetter reports whether c is an ASCII letter.
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// runOf returns the number of moves in w if it consists only of coordinates and passes without
// spaces. Otherwise it returns 0.
func runOf[T []byte | string](w T) int {
	n := 0
	for rest := []byte(w); len(rest) > 0; n++ {
		size := moveLen(rest)
		if size == 0 {
			return 0
		}
		rest = rest[size:]
	}
	return n
}

// cutRun splits w into its n moves.
func cutRun(w []byte, n int) [][]byte {
	moves := make([][]byte, n)
	for i := range moves {
		size := moveLen(w)
		moves[i], w = w[:size:size], w[size:]
	}
	return moves
}

// isResult reports whether w is a result, such as "1-0".
func isResult(w []byte) bool {
	switch string(w) {
	case "*", "1/2", "1/2-1/2", "½", "½-½":
		return true
	}
	a, b, ok := bytes.Cut(w, []byte("-"))
	return ok && digits(a) && digits(b)
}

// digits reports whether w consists of digits.
func digits(w []byte) bool {
	for _, c := range w {
		if !isDigit(c) {
			return false
		}
	}
	return len(w) > 0
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// maxGlyphs is the largest number of annotation symbols on one move, such as "!?" or "!!".
const maxGlyphs = 4

// isSigned reports whether w is a number of up to three digits with a sign.
func isSigned(w []byte) bool { return (w[0] == '-' || w[0] == '+') && signed.Match(w) }

// taking matches a move with the number of captured seeds, as in "c+2".
var taking = regexp.MustCompile(`^([A-Za-z]+)\+([0-9]{1,3})$`)

// capture splits the number of captured seeds from a move. taken is nil if the move has no number.
func (n *notation) capture(w []byte) (move, taken []byte) {
	if bytes.IndexByte(w, '+') < 0 {
		return w, nil
	}
	if m := taking.FindSubmatch(w); m != nil {
		if _, ok := n.move(m[1]); ok {
			return m[1], m[2]
		}
	}
	return w, nil
}

// trim removes the move number from the start of a word and the annotation symbols from its end.
func trim(w []byte) ([]byte, []model.Glyph) {
	number := 0
	for number < len(w) && isDigit(w[number]) {
		number++
	}
	if number > 0 && number < len(w) {
		switch w[number] {
		case '.':
			w = bytes.TrimLeft(w[number:], ".")
		case ':', ')':
			w = w[number+1:]
		}
	}
	var gs []model.Glyph
	for len(gs) < maxGlyphs {
		i := slices.IndexFunc(glyphs, func(g model.Glyph) bool {
			return len(w) > len(g) && string(w[len(w)-len(g):]) == string(g)
		})
		if i < 0 {
			break
		}
		w = w[:len(w)-len(glyphs[i])]
		gs = append([]model.Glyph{glyphs[i]}, gs...)
	}
	return w, gs
}

// pairs returns the cells for a number such as 566433, which has a row and a column for each move.
// It returns nil if w is not such a number, or the board is unsuitable.
func (n *notation) pairs(w []byte) [][]byte {
	b := n.rules.Board()
	if len(w)%2 != 0 || !digits(w) || b.Drops() || len(b.Rows) == 0 || max(len(b.Rows), len(b.Columns)) > 9 {
		return nil
	}
	if n.grid == nil {
		n.grid = map[[2]byte][]byte{}
		for _, c := range b.Cells {
			n.grid[[2]byte{byte('1' + c.Row), byte('1' + c.Col)}] = []byte(c.Label)
		}
	}
	var cells [][]byte
	for i := 0; i < len(w); i += 2 {
		label := n.grid[[2]byte{w[i], w[i+1]}]
		if label == nil {
			label = w[i : i+2]
		}
		cells = append(cells, label)
	}
	return cells
}

// begins reports whether a game can start with these moves. It examines two moves, since a single
// one is not significant.
func (n *notation) begins(moves [][]byte) bool {
	pos := n.rules.Start()
	for _, one := range moves[:min(len(moves), 2)] {
		m, ok := n.move(one)
		if !ok {
			return false
		}
		next, err := pos.Play(m)
		if err != nil {
			return false
		}
		pos = next
	}
	return len(moves) > 0
}

// mostLines is the number of lines that eachLine examines.
const mostLines = 100

// eachLine reports whether each line of a text without tags is a game: the moves have no spaces,
// and a game can start with them. It returns false for one game broken into lines.
func (n *notation) eachLine(text []byte) bool {
	lines, goesOn, pos := 0, true, n.rules.Start()
	for line := range bytes.Lines(text) {
		line = bytes.TrimSpace(line)
		switch {
		case len(line) == 0:
			continue
		case lines == mostLines:
			return !goesOn
		case len(line) > codec.MaxWord:
			return false
		}
		lines++
		moves := n.pairs(line)
		if moves == nil && runOf(line) > 0 {
			moves = n.split(line)
		}
		if len(moves) < 2 || !n.begins(moves) {
			return false
		}
		for _, one := range moves {
			m, _ := n.move(one)
			if next, err := pos.Play(m); goesOn && err == nil {
				pos = next
			} else if goesOn = goesOn && rules.Legal(pos, rules.Pass); goesOn {
				pos, _ = pos.Play(rules.Pass)
				if next, err := pos.Play(m); err == nil {
					pos = next
				} else {
					goesOn = false
				}
			}
		}
	}
	return lines > 1 && !goesOn
}

// split splits w into moves written without spaces. It returns w itself if that is one move, or
// cannot be split.
func (n *notation) split(w []byte) [][]byte {
	if _, ok := n.move(w); ok {
		return [][]byte{w}
	}
	if moves := runOf(w); moves > 0 {
		return cutRun(w, moves)
	}
	if joined.Match(w) {
		return piece.FindAll(w, -1)
	}
	if pits.Match(w) || n.rules.Board().Drops() && digits(w) {
		var letters [][]byte
		for i := range w {
			if _, ok := n.move(w[i : i+1]); !ok {
				return [][]byte{w}
			}
			letters = append(letters, w[i:i+1])
		}
		return letters
	}
	return [][]byte{w}
}
