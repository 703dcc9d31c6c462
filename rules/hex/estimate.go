package hex

import "boardstudio/rules"

// tempo is what the turn is worth, in hundredths of a stone.
const tempo = 50

// Estimate compares how many stones the players still need.
func (p *position) Estimate(s rules.Player) int {
	n := 100 * (p.missing(1-s) - p.missing(s))
	if s == p.side {
		return n + tempo
	}
	return n - tempo
}

// missing returns how many stones s needs at least to connect its sides, when the opponent only
// answers where a bridge is broken: two stones with two empty cells between them count as
// connected, and so does a stone with two empty cells before a side. When a side is won, many for the other.
func (p *position) missing(s rules.Player) int {
	const cutOff = maxSide * maxSide
	var dist [maxSide * maxSide]int16
	var level, next []rules.Cell
	for c := range p.cells {
		if dist[c] = cutOff; p.touches(rules.Cell(c), s, 1) {
			level = append(level, rules.Cell(c))
		}
	}
	// The cells on level can be reached with so many stones; own ones among them cost none.
	for n := int16(0); len(level) > 0; n++ {
		next = next[:0]
		for i := 0; i < len(level); i++ {
			c := level[i]
			switch {
			case p.cells[c] == 1-s:
				continue
			case p.cells[c] != s: // reached by one more stone
				if dist[c] > n+1 {
					dist[c] = n + 1
					next = append(next, c)
				}
				continue
			case dist[c] <= n:
				continue
			}
			dist[c] = n
			if p.touches(c, s, 2) {
				return int(n)
			}
			level = p.around(level, c, s)
		}
		for _, c := range next {
			if p.touches(c, s, 2) {
				return int(n) + 1
			}
		}
		level = level[:0]
		for _, c := range next {
			level = p.around(level, c, s)
		}
	}
	return cutOff
}

// touches reports whether a stone of s on c is connected with that side of s.
func (p *position) touches(c rules.Cell, s rules.Player, side uint8) bool {
	if p.cells[c] == 1-s {
		return false
	}
	if p.game.goals[s][c]&side != 0 {
		return true
	}
	free := 0
	for _, links := range p.game.board.Step {
		if x := links[c].Cell; x != rules.NoCell && p.cells[x] == rules.NoPlayer && p.game.goals[s][x]&side != 0 {
			free++
		}
	}
	return free > 1
}

// around appends the cells on which a stone of s is connected with one on c.
func (p *position) around(cells []rules.Cell, c rules.Cell, s rules.Player) []rules.Cell {
	step := p.game.board.Step
	for d := range step {
		e := (d + 1) % len(step)
		a, b := step[d][c].Cell, step[e][c].Cell
		if a == rules.NoCell {
			continue
		}
		if p.cells[a] != 1-s {
			cells = append(cells, a)
		}
		if b != rules.NoCell && p.cells[a] == rules.NoPlayer && p.cells[b] == rules.NoPlayer {
			if far := step[e][a].Cell; far != rules.NoCell && p.cells[far] != 1-s {
				cells = append(cells, far)
			}
		}
	}
	return cells
}
