package awale

import (
	"strconv"
	"strings"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// sides are the letters of the seats in the text of a position.
const sides = "SN"

// SetUp returns the position described by s. Owners of seeds are ignored, because seeds have no
// colour. SetUp returns an error if s is not a position of the game.
func (g *game) SetUp(s rules.Setup) (rules.Position, error) {
	if len(s.Cells) != 2*g.pits {
		return nil, msg.Errorf("there are %d pits instead of %d", len(s.Cells), 2*g.pits)
	}
	if len(s.Held) != 2 {
		return nil, msg.Errorf("there are %d stores instead of 2", len(s.Held))
	}
	if s.Turn != south && s.Turn != north {
		return nil, msg.Errorf("it must be the turn of South or North")
	}
	p := position{game: g, side: s.Turn}
	all := 0
	for i, x := range s.Cells {
		if x.Owner < rules.NoPlayer || x.Owner > north {
			return nil, msg.Errorf("the seeds in pit %s belong to neither player", g.board.Cells[i].Label)
		}
		if x.Count < 0 {
			return nil, msg.Errorf("the number of seeds in pit %s is negative", g.board.Cells[i].Label)
		}
		p.pits[i] = x.Count
		all += int(x.Count)
	}
	for i, n := range s.Held {
		if n < 0 {
			return nil, msg.Errorf("the number of seeds in a store is negative")
		}
		if all += min(n, maxSeeds+1); all > maxSeeds {
			break
		}
		p.stores[i] = int16(n)
	}
	if all > maxSeeds {
		return nil, msg.Errorf("there are more than %d seeds", maxSeeds)
	}
	return p.settle(nil), nil
}

// Parse parses the format of String: the pits, the stores and the side to move. It returns an error
// if text is not a position of the game.
func (g *game) Parse(text string) (rules.Position, error) {
	words := strings.Fields(text)
	if len(words) != 3 {
		return nil, msg.Errorf("a position is the pits, the stores and the side to move, as in %q", g.zero.String())
	}
	pits, err := counts(words[0])
	if err != nil {
		return nil, err
	}
	s := rules.Setup{Turn: rules.NoPlayer}
	for _, n := range pits {
		s.Cells = append(s.Cells, rules.Content{Count: int16(n)})
	}
	if s.Held, err = counts(words[1]); err != nil {
		return nil, err
	}
	if side := strings.ToUpper(words[2]); len(side) == 1 {
		s.Turn = rules.Player(strings.Index(sides, side))
	}
	return g.SetUp(s)
}

// counts parses numbers of seeds separated by hyphens.
func counts(text string) ([]int, error) {
	var ns []int
	for word := range strings.SplitSeq(text, "-") {
		n, err := strconv.ParseUint(word, 10, 16)
		if err != nil || n > maxSeeds {
			return nil, msg.Errorf("%q is not a number of seeds from 0 to %d", word, maxSeeds)
		}
		ns = append(ns, int(n))
	}
	return ns, nil
}

// Warn returns an error that explains why play cannot reach p, as far as it can detect. The number
// of seeds must be constant, the last move must have left its pit empty, and a store cannot have a
// single seed.
func (g *game) Warn(q rules.Position) error {
	p, ok := q.(*position)
	if !ok {
		return nil
	}
	all := 2 * g.pits * int(g.zero.pits[0])
	n := p.left(south) + p.left(north) + int(p.stores[0]) + int(p.stores[1])
	switch {
	case n != all:
		return msg.Errorf("there are %d seeds in all, but a game has %d", n, all)
	case g.slam != OpponentKeeps && (p.stores[0] == 1 || p.stores[1] == 1):
		return msg.Errorf("a store holds one seed, but at least two are taken at a time")
	case p.hash == g.zero.hash || p.hasEmptyPit(1-p.side):
		return nil
	}
	// The last ply may have been a pass, preceded by a move.
	last := *p
	last.side = 1 - p.side
	if last.statusNow() == passing && p.hasEmptyPit(p.side) {
		return nil
	}
	return msg.Errorf("no pit can have been sown last")
}

// hasEmptyPit reports whether s has an empty pit, which its move would have left.
func (p *position) hasEmptyPit(s rules.Player) bool {
	for lo, hi := p.game.side(s); lo < hi; lo++ {
		if p.pits[lo] == 0 {
			return true
		}
	}
	return false
}
