package hex

import "boardstudio/rules"

// tempo is the value of the turn in hundredths of a stone.
const tempo = 50

// Estimate compares the numbers of stones that the players still need.
func (p *position) Estimate(s rules.Player) int {
	n := 100 * (p.missing(1-s) - p.missing(s))
	if s == p.side {
		return n + tempo
	}
	return n - tempo
}

// missing returns the minimum number of stones that s needs to connect its sides if the opponent
// only breaks bridges. Two stones with two common empty neighbours count as connected, and so does
// a stone with two empty neighbours on a side. If the opponent has connected its sides, missing
// returns a large number.
func (p *position) missing(s rules.Player) int {
	const cutOff = maxSide * maxSide
	var dist [maxSide * maxSide]int16
	var level, next []rules.Cell
	for c := range p.cells {
		if dist[c] = cutOff; p.touches(rules.Cell(c), s, 1) {
			level = append(level, rules.Cell(c))
		}
	}
	// The cells of level can be reached with n stones. Own stones among them do not cost anything.
	for n := int16(0); len(level) > 0; n++ {
		next = next[:0]
		for i := 0; i < len(level); i++ {
			c := level[i]
			switch {
			case p.cells[c] == 1-s:
				continue
			case p.cells[c] != s: // reached with one more stone
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
			level = p.appendLinked(level, c, s)
		}
		for _, c := range next {
			if p.touches(c, s, 2) {
				return int(n) + 1
			}
		}
		level = level[:0]
		for _, c := range next {
			level = p.appendLinked(level, c, s)
		}
	}
	return cutOff
}

// touches reports whether a stone of s on c is connected with the given side of s.
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

// appendLinked appends the cells on which a stone of s would be connected with a stone on c.
func (p *position) appendLinked(cells []rules.Cell, c rules.Cell, s rules.Player) []rules.Cell {
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
