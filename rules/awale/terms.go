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

// Threatened returns the threatened pits of s: the uncovered pits that a legal move of the opponent
// would end in, and the uncovered pits directly before a threatened one on the same side. It
// ignores pits that only a long sowing would fill and capture.
func (p *position) Threatened(s rules.Player) []rules.Cell {
	var cs []rules.Cell
	for c, by := range p.threats(s) {
		if len(by) > 0 {
			cs = append(cs, rules.Cell(c))
		}
	}
	return cs
}

// threats returns, for each threatened pit of s, the pits of the opponent whose sowings threaten it.
func (p *position) threats(s rules.Player) (by [2 * maxPits][]int) {
	if p.status >= starved {
		return by
	}
	foe := *p
	foe.side = 1 - s
	lo, _ := p.game.side(s)
	for i, hi := p.game.side(foe.side); i < hi; i++ {
		if foe.pits[i] == 0 || foe.why(i) != nil {
			continue
		}
		trace := foe.Trace(rules.Take(rules.Cell(i)))
		end := int(trace.Cells[len(trace.Cells)-1])
		if p.game.board.Home[end] != s {
			continue
		}
		for c := end; c >= lo && (p.pits[c] == 1 || p.pits[c] == 2); c-- {
			by[c] = append(by[c], i)
		}
	}
	return by
}

// Attacked returns the pits of s that a move of its opponent would capture, including pits that a
// long sowing fills first.
func (p *position) Attacked(s rules.Player) []rules.Cell {
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

// Takes returns the number of seeds that m captures, or 0 if m is illegal.
func (p *position) Takes(m rules.Move) int {
	if p.status != moving || !p.game.board.Has(m.From) || m != rules.Take(m.From) ||
		p.game.board.Home[m.From] != p.side || p.pits[m.From] == 0 || p.why(int(m.From)) != nil {
		return 0
	}
	s := p.sow(int(m.From))
	return s.taken()
}
