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
	// goBoard is for coordinates as on a Go board: columns from A without I,
	// rows from the bottom. The names are those of the rules.
	goBoard map[string]string
	names   map[string]string  // what the names of the rules are there
	grid    map[[2]byte][]byte // the labels by the digits of rows and columns, nil before they are asked for
}

// newNotation returns the notation of the rules.
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

// parse is move for a text that is seen for the first time.
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
		text = b.Columns[text[0]-'1'] // columns have numbers, too
	}
	return n.rules.ParseMove(text)
}

var errNoMove = errors.New("no coordinate of the board")

var (
	coordinate = regexp.MustCompile(`^[A-Za-z]{1,2}[0-9]{1,2}$`)
	// runs matches moves that are run together: coordinates and passes.
	runs  = regexp.MustCompile(`(?i)^(?:` + one + `)+$`)
	piece = regexp.MustCompile(`(?i)` + one)
	// joined matches moves with signs between them: "f5,d6,c3", and "+f5-d6+c3:", in which the signs tell the players.
	joined = regexp.MustCompile(`(?i)^[-+]?(?:` + one + `)(?:[-+,|/](?:` + one + `))*[,:|]?$`)
	signed = regexp.MustCompile(`^[-+][0-9]{1,3}$`)
	// pits matches moves that are run together and have one letter each.
	pits = regexp.MustCompile(`^[A-La-l]+$`)
)

// one is a move that can be run together with others.
const one = `[a-z]{1,2}[0-9]{1,2}|pass|pa|ps|--`

// isResult reports whether w is how a game ended, such as "1-0".
func isResult(w []byte) bool {
	switch string(w) {
	case "*", "1/2", "1/2-1/2", "½", "½-½":
		return true
	}
	a, b, ok := bytes.Cut(w, []byte("-"))
	return ok && digits(a) && digits(b)
}

// digits reports whether w is a number without a sign.
func digits(w []byte) bool {
	for _, c := range w {
		if !isDigit(c) {
			return false
		}
	}
	return len(w) > 0
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// maxGlyphs is how many signs one move can carry, such as "!?" or "!!".
const maxGlyphs = 4

// taking matches a move with the number of what it takes, as in "c+2".
var taking = regexp.MustCompile(`^([A-Za-z]+)\+([0-9]{1,3})$`)

// capture takes the number of what a move takes off its end; nil where there is none.
func (n *notation) capture(w []byte) (move, taken []byte) {
	if m := taking.FindSubmatch(w); m != nil {
		if _, ok := n.move(m[1]); ok {
			return m[1], m[2]
		}
	}
	return w, nil
}

// trim takes the move number off the front of a word and the judgements off
// its end.
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

// pairs returns the cells that a number names, as in 566433: a row and a column for each move; nil where it is no such number, or
// such numbers name no cells of the board.
func (n *notation) pairs(w []byte) [][]byte {
	b := n.rules.Board()
	if len(w)%2 != 0 || !digits(w) || b.Style == rules.Pits || b.Drops() || len(b.Rows) == 0 || max(len(b.Rows), len(b.Columns)) > 9 {
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

// begins reports whether a game can begin with these moves: the first two, as one alone says little.
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

// mostLines is how many lines tell whether each is a game.
const mostLines = 100

// eachLine reports whether each line of a text without tags is a game: its moves are run together, and a game can begin with them.
// One game that is broken into lines is not taken for several.
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
		if moves == nil && runs.Match(line) {
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

// split returns the moves that are run together in w; w itself when it is one
// move, or cannot be split.
func (n *notation) split(w []byte) [][]byte {
	if _, ok := n.move(w); ok {
		return [][]byte{w}
	}
	if runs.Match(w) {
		found, size := piece.FindAll(w, -1), 0
		for _, one := range found {
			size += len(one)
		}
		if size == len(w) { // nothing may fall out
			return found
		}
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
