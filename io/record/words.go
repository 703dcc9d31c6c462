package record

import (
	"regexp"
	"strconv"
	"strings"

	"boardstudio/model"
	"boardstudio/rules"
)

// notation reads the moves of a record.
type notation struct {
	rules rules.Rules
	// goBoard is for coordinates as on a Go board: columns from A without I,
	// rows from the bottom. The names are those of the rules.
	goBoard map[string]string
}

// newGoBoard returns the notation of Pente.org, in which I is no column.
func newGoBoard(r rules.Rules) notation {
	n := notation{rules: r, goBoard: map[string]string{}}
	last := 0
	cells := r.Board().Cells
	for i := range cells {
		last = max(last, cells[i].Row)
	}
	for i := range cells {
		c := &cells[i]
		if c.Col > 24 { // Z
			continue
		}
		letter := 'a' + rune(c.Col)
		if letter >= 'i' {
			letter++
		}
		n.goBoard[string(letter)+strconv.Itoa(last-c.Row+1)] = c.Label
	}
	return n
}

// move reads one move.
func (n *notation) move(text string) (rules.Move, bool) {
	if n.goBoard != nil {
		label, ok := n.goBoard[strings.ToLower(text)]
		if !ok && coordinate.MatchString(text) {
			return rules.Move{}, false
		}
		if ok {
			text = label
		}
	}
	m, err := n.rules.ParseMove(text)
	return m, err == nil
}

var (
	coordinate = regexp.MustCompile(`^[A-Za-z]{1,2}[0-9]{1,2}$`)
	// runs matches moves that are run together: coordinates and passes.
	runs  = regexp.MustCompile(`(?i)^(?:pass|pa|ps|--|[a-z]{1,2}[0-9]{1,2})+$`)
	piece = regexp.MustCompile(`(?i)[a-z]{1,2}[0-9]{1,2}|pass|pa|ps|--`)
	// pits matches moves of awale that are run together.
	pits   = regexp.MustCompile(`^[A-La-l]+$`)
	number = regexp.MustCompile(`^[0-9]+\.+`)
	dots   = regexp.MustCompile(`^\.+$`)
	result = regexp.MustCompile(`^(?:\*|[0-9]+-[0-9]+|1/2|1/2-1/2|½|½-½)$`)
)

// maxGlyphs is how many signs one move can carry, such as "!?" or "!!".
const maxGlyphs = 4

// trim takes the move number off the front of a word and the judgements off
// its end.
func trim(w string) (string, []model.Glyph) {
	w = number.ReplaceAllString(w, "")
	var gs []model.Glyph
	for len(gs) < maxGlyphs {
		found := false
		for _, g := range glyphs {
			if rest, ok := strings.CutSuffix(w, string(g)); ok && rest != "" {
				w, found = rest, true
				gs = append([]model.Glyph{g}, gs...)
				break
			}
		}
		if !found {
			break
		}
	}
	return w, gs
}

// split returns the moves that are run together in w; w itself when it is one
// move, or cannot be split.
func (n *notation) split(w string) []string {
	if _, ok := n.move(w); ok {
		return []string{w}
	}
	if runs.MatchString(w) {
		if found := piece.FindAllString(w, -1); strings.Join(found, "") == w { // nothing may fall out
			return found
		}
	}
	if pits.MatchString(w) {
		letters := strings.Split(w, "")
		for _, l := range letters {
			if _, ok := n.move(l); !ok {
				return []string{w}
			}
		}
		return letters
	}
	return []string{w}
}
