package hex

import (
	"slices"
	"strings"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// SetUp returns the position described by s. It returns an error if s is not a position of the
// game.
func (g *game) SetUp(s rules.Setup) (rules.Position, error) {
	switch {
	case len(s.Cells) != len(g.board.Cells):
		return nil, msg.Errorf("there are %d cells instead of %d", len(s.Cells), len(g.board.Cells))
	case s.Turn != red && s.Turn != blue:
		return nil, msg.Errorf("it must be the turn of Red or Blue")
	case len(s.Held) != 0:
		return nil, msg.Errorf("this game has no pieces off the board")
	}
	cells := make([]rules.Player, len(s.Cells))
	for c, x := range s.Cells {
		if cells[c] = x.Owner; x != rules.Empty && (x.Owner != red && x.Owner != blue || x != rules.Piece(x.Owner)) {
			return nil, msg.Errorf("there can be at most one stone, of Red or Blue, on %s", g.board.Cells[c].Label)
		}
	}
	return g.position(cells, s.Turn), nil
}

// owner returns the player denoted by a character in the text of a position.
func owner(r rune) (rules.Player, error) {
	switch r {
	case 'A', 'a', 'R', 'r':
		return red, nil
	case 'B', 'b':
		return blue, nil
	case '.', '-':
		return rules.NoPlayer, nil
	}
	return rules.NoPlayer, msg.Errorf("%q is not a cell: A is a red stone, B a blue one, a dot an empty cell", string(r))
}

// Parse parses the format of String. Letters may be lower case, R means A, and rows may be
// separated by white space or not at all. Parse returns an error if text is not a position of the
// game.
func (g *game) Parse(text string) (rules.Position, error) {
	words := strings.FieldsFunc(text, func(r rune) bool { return r == '/' || strings.ContainsRune(" \t\r\n", r) })
	if len(words) < 2 {
		return nil, msg.Errorf("a position is the cells row by row, a space and the side to move")
	}
	last := words[len(words)-1]
	var cells []rules.Player
	for _, r := range strings.Join(words[:len(words)-1], "") {
		p, err := owner(r)
		if err != nil {
			return nil, err
		}
		cells = append(cells, p)
	}
	if len(cells) != len(g.board.Cells) {
		return nil, msg.Errorf("there are %d cells instead of %d", len(cells), len(g.board.Cells))
	}
	side, err := owner(rune(last[0]))
	if err != nil || len(last) != 1 || side == rules.NoPlayer {
		return nil, msg.Errorf("the side to move must be A or B, not %q", last)
	}
	return g.position(cells, side), nil
}

// Warn returns an error that explains why play cannot reach p. The players must have taken turns,
// and the last stone must have made the connection.
func (g *game) Warn(q rules.Position) error {
	p, ok := q.(*position)
	if !ok {
		return nil
	}
	count := [2]int{}
	for _, owner := range p.cells {
		if owner != rules.NoPlayer {
			count[owner]++
		}
	}
	lead := count[red] - count[blue]
	switch {
	case lead == int(p.side): // Red moved first
	case g.swap && count[blue] > 0 && lead == int(p.side)-1: // and Blue swapped
	default:
		return msg.Errorf("the players place their stones by turns, Red first")
	}
	if p.winner == rules.NoPlayer {
		return nil
	}
	for _, c := range p.bridge() {
		before := slices.Clone(p.cells)
		before[c] = rules.NoPlayer
		if g.position(before, 1-p.side).winner == rules.NoPlayer && p.winner != p.side {
			return nil
		}
	}
	return msg.Errorf("no stone can have been placed last")
}
