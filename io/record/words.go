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
	n.goBoard = map[string]string{}
	for _, c := range r.Board().Cells {
		if c.Col > 24 { // Z
			continue
		}
		letter := 'a' + rune(c.Col)
		if letter >= 'i' {
			letter++
		}
		n.goBoard[string(letter)+strconv.Itoa(len(r.Board().Rows)-c.Row)] = c.Label
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
	return n.rules.ParseMove(text)
}

var errNoMove = errors.New("no coordinate of the board")

var (
	coordinate = regexp.MustCompile(`^[A-Za-z]{1,2}[0-9]{1,2}$`)
	// runs matches moves that are run together: coordinates and passes.
	runs  = regexp.MustCompile(`(?i)^(?:pass|pa|ps|--|[a-z]{1,2}[0-9]{1,2})+$`)
	piece = regexp.MustCompile(`(?i)[a-z]{1,2}[0-9]{1,2}|pass|pa|ps|--`)
	// pits matches moves of awale that are run together.
	pits = regexp.MustCompile(`^[A-La-l]+$`)
)

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

// trim takes the move number off the front of a word and the judgements off
// its end.
func trim(w []byte) ([]byte, []model.Glyph) {
	number := 0
	for number < len(w) && isDigit(w[number]) {
		number++
	}
	if number > 0 && number < len(w) && w[number] == '.' {
		w = bytes.TrimLeft(w[number:], ".")
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
	if pits.Match(w) {
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
