package othello

import (
	"bytes"
	"slices"
	"strings"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// SetUp returns the position described by s. It returns an error if s is not a position of the
// game.
func (g *game) SetUp(s rules.Setup) (rules.Position, error) {
	if len(s.Cells) != len(g.board.Cells) {
		return nil, msg.Errorf("there are %d cells instead of %d", len(s.Cells), len(g.board.Cells))
	}
	if s.Turn != black && s.Turn != white {
		return nil, msg.Errorf("it must be the turn of Black or White")
	}
	if len(s.Held) != 0 {
		return nil, msg.Errorf("this game has no pieces off the board")
	}
	cells := bytes.Repeat([]byte{empty}, len(s.Cells))
	for c, x := range s.Cells {
		switch {
		case x == rules.Empty:
		case x.Owner != black && x.Owner != white:
			return nil, msg.Errorf("the disc on %s belongs to neither player", g.board.Cells[c].Label)
		case x != rules.Piece(x.Owner):
			return nil, msg.Errorf("there can be at most one disc on %s", g.board.Cells[c].Label)
		default:
			cells[c] = discs[x.Owner]
		}
	}
	return g.position(cells, s.Turn), nil
}

// symbols maps the characters accepted by Parse to the contents of a cell. They include those used
// by other programs.
var symbols = map[rune]byte{
	'X': disc0, 'x': disc0, '*': disc0, '●': disc0,
	'O': disc1, 'o': disc1, '○': disc1,
	'-': empty, '.': empty, '_': empty,
}

// Parse parses the format of String. Rows may be separated by white space, and the characters of
// symbols are accepted too. Parse returns an error if text is not a position of the game.
func (g *game) Parse(text string) (rules.Position, error) {
	words := strings.Fields(text)
	if len(words) < 2 {
		return nil, msg.Errorf("a position is the cells row by row, a space and the side to move")
	}
	last := len(words) - 1
	var cells []byte
	for _, r := range strings.Join(words[:last], "") {
		x, ok := symbols[r]
		if !ok {
			return nil, msg.Errorf("%q is not a cell: X is a black disc, O a white one, - an empty cell", string(r))
		}
		cells = append(cells, x)
	}
	if len(cells) != len(g.board.Cells) {
		return nil, msg.Errorf("there are %d cells instead of %d", len(cells), len(g.board.Cells))
	}
	side := []rune(words[last])
	s := rules.Player(bytes.IndexByte(discs[:], symbols[side[0]]))
	if len(side) != 1 || s < 0 {
		return nil, msg.Errorf("the side to move must be X or O, not %q", words[last])
	}
	return g.position(cells, s), nil
}

// Warn returns an error that explains why play cannot reach p, as far as it can detect. The centre
// must be occupied, the discs must be connected, and there must be a disc that can have been placed
// last.
func (g *game) Warn(q rules.Position) error {
	p, ok := q.(*position)
	if !ok {
		return nil
	}
	n := [2]int{p.Score(black), p.Score(white)}
	all, inside := n[0]+n[1], 0
	for _, c := range g.centre {
		if p.cells[c] != empty {
			inside++
		}
	}
	switch {
	case inside < 4 && !g.open:
		return msg.Errorf("a centre cell is empty, but the game begins with discs there")
	case all > inside && inside < 4:
		return msg.Errorf("there are discs outside while a centre cell is empty")
	case all > inside:
		if !g.connected(p.cells, all) {
			return msg.Errorf("some discs are not connected to the centre")
		}
		if !p.mayHaveMovedLast(1-p.side) && (p.canMove(1-p.side) || !p.mayHaveMovedLast(p.side)) {
			return msg.Errorf("no disc can have been placed last")
		}
	case g.open:
		if n[0] != (all+1)/2 || int(p.side) != all%2 {
			return msg.Errorf("the players place the first four discs by turns, Black first")
		}
	case !bytes.Equal(p.cells, g.zero.cells) || p.side != black:
		return msg.Errorf("the centre does not match the start of the game")
	}
	return nil
}

// connected reports whether all discs are connected with the centre by steps from disc to disc.
func (g *game) connected(cells []byte, all int) bool {
	seen := make([]bool, len(cells))
	found := g.centre[:1:1]
	seen[found[0]] = true
	for i := 0; i < len(found); i++ {
		for _, links := range g.board.Step {
			if to := links[found[i]].Cell; to != rules.NoCell && !seen[to] && cells[to] != empty {
				seen[to] = true
				found = append(found, uint8(to))
			}
		}
	}
	return len(found) == all
}

// mayHaveMovedLast reports whether s can have made the last placement. There must be a disc of s
// outside the centre, followed on a ray by a flipped disc and the bracketing one.
func (p *position) mayHaveMovedLast(s rules.Player) bool {
	mine := discs[s]
	for c, x := range p.cells {
		if x != mine || slices.Contains(p.game.centre[:], uint8(c)) {
			continue
		}
		for _, ray := range p.game.rays[c] {
			if p.cells[ray[0]] == mine && p.cells[ray[1]] == mine {
				return true
			}
		}
	}
	return false
}
