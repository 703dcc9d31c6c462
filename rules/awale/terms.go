package awale

import "boardstudio/rules"

// Uncovered returns the pits of s with one or two seeds.
func (p *position) Uncovered(s rules.Player) []rules.Cell {
	var cs []rules.Cell
	for lo, hi := p.game.side(s); lo < hi; lo++ {
		if n := p.pits[lo]; n == 1 || n == 2 {
			cs = append(cs, rules.Cell(lo))
		}
	}
	return cs
}

// Threatened returns the pits of s that a move of its opponent would take. It
// plays them all, so that long sowings and grand slams are seen as they are.
func (p *position) Threatened(s rules.Player) []rules.Cell {
	if p.status >= starved {
		return nil
	}
	foe := *p
	foe.side = 1 - s
	var taken [2 * maxPits]bool
	for i, hi := p.game.side(foe.side); i < hi; i++ {
		if foe.pits[i] == 0 || foe.why(i) != nil {
			continue
		}
		move := foe.sow(i)
		for k := move.lo; k < move.hi; k++ {
			taken[k] = true
		}
	}
	var cs []rules.Cell
	for c, yes := range taken {
		if yes {
			cs = append(cs, rules.Cell(c))
		}
	}
	return cs
}

// Takes returns how many seeds m takes, 0 when it is not legal.
func (p *position) Takes(m rules.Move) int {
	if p.status != moving || !p.game.board.Has(m.From) || m != rules.Take(m.From) ||
		p.game.board.Home[m.From] != p.side || p.pits[m.From] == 0 || p.why(int(m.From)) != nil {
		return 0
	}
	s := p.sow(int(m.From))
	return s.taken()
}
