package gomoku

import (
	"context"
	"slices"

	"boardstudio/ai"
	"boardstudio/rules"
)

// exactPlies is the number of plies up to which Wins finds all wins, if only rows decide. Beyond
// that, it only finds wins by threats.
const exactPlies = 5

// Wins returns the moves that win within the given number of plies, or within any number if plies
// is 0. It finds all wins within exactPlies, with their exact distance. Longer wins are only found
// if they are wins by threats, and their distance may not be minimal. If other rules than rows
// decide and no win by threats is found, it uses the search. The result sure reports whether all
// wins were found. Wins returns an error if the game is over.
func (e *Engine) Wins(ctx context.Context, q ai.Request, plies int) (wins []ai.Line, sure bool, err error) {
	if q.Limit.Time == 0 && q.Limit.Nodes == 0 {
		q.Limit.Nodes = threatNodes * 100
	}
	r, err := e.prepare(ctx, q)
	if err != nil {
		return nil, false, err
	}
	t := r.threats
	most := plies
	switch {
	case !r.b.searchThreats || r.b.passing:
		most = 0
	case !r.b.rowsDecide && (most <= 0 || most > maxWinPlies):
		most = maxWinPlies
	case most <= 0:
		most = maxPly / 2
	}
	t.nodes = 1 << 62
	for d := 1; d <= most && !r.stopped; d += 2 {
		for i := range r.moves {
			m := &r.moves[i]
			if m.known || r.b.rowsDecide && d > exactPlies && !r.b.forcing(m.cell) {
				continue
			}
			if !t.winsBy(m.cell, d) {
				continue
			}
			m.known, m.value = true, won-d
			m.line = t.winLine(m.cell, d)
			if r.stopped {
				m.line = m.line[:1]
			}
		}
	}
	for i := range r.moves {
		if m := &r.moves[i]; m.known {
			l := ai.Line{Score: ai.Score{Proved: true, Value: 1, Plies: won - m.value}}
			l.Score.AtMost = l.Score.Plies > exactPlies || !r.b.rowsDecide && l.Score.Plies > 1
			for _, c := range m.line {
				l.Moves = append(l.Moves, r.b.move(c))
			}
			wins = append(wins, l)
		}
	}
	if len(wins) == 0 && (!r.b.rowsDecide || r.b.passing) {
		r.run(1)
		if s := r.score(r.moves[0], 0); s.Proved && s.Value > 0 && (plies <= 0 || s.Plies <= plies) {
			wins = append(wins, r.info(1).Best)
		}
	}
	slices.SortStableFunc(wins, func(x, y ai.Line) int { return x.Score.Plies - y.Score.Plies })
	return wins, !r.stopped && e.Knows(plies), nil
}

// Knows reports whether Wins finds all wins within the given number of plies, where 0 means any
// number.
func (e *Engine) Knows(plies int) bool {
	return e.board.rowsDecide && plies > 0 && plies <= exactPlies+1
}

// forcing reports whether a stone of the side to move on c makes or answers a threat.
func (b *Board) forcing(c point) bool {
	k := b.cellShapes[c].class[b.turn]
	return k >= makesOpen && k <= makesFive || b.cellShapes[c].class[1-b.turn] == makesFive
}

// winsBy reports whether the side to move wins within d plies by a stone on c.
func (t *threats) winsBy(c point, d int) bool {
	b := t.b
	me := int8(b.turn)
	b.Play(c)
	defer b.Undo()
	switch {
	case b.over:
		return b.winner == me
	case !b.rowsDecide || d > exactPlies:
		return t.defend(d-1, 1)
	}
	return t.losesWithin(d-1, 1)
}

// winsWithin reports whether the side to move wins within d plies, which must be at most
// exactPlies. It tries all moves that can start such a win.
func (t *threats) winsWithin(d, ply int) bool {
	b := t.b
	if t.s.tick() || b.over {
		return false
	}
	me, other := int(b.turn), int(1-b.turn)
	n := b.count[other][makesFive]
	switch {
	case b.passing:
		return false
	case b.count[me][makesFive] > 0:
		return true
	case d < 3 || n > 1:
		return false
	case n == 1:
		c := b.sets[other][makesFive].first()
		if !b.legal(c, me) {
			return false
		}
		b.Play(c)
		defer b.Undo()
		return t.losesWithin(d-1, ply+1)
	case b.winning(me) != pass:
		return true
	}
	for row := margin; row < margin+b.rows; row++ {
		for c := point(row*side + margin); c < point(row*side+margin+b.cols); c++ {
			k := b.cellShapes[c].class[me]
			if b.cell[c] != 0 || d < 5 && (k < makesFour || k > makesBoth) || !b.legal(c, me) {
				continue
			}
			b.Play(c)
			ok := !b.over && t.losesWithin(d-1, ply+1)
			b.Undo()
			if ok {
				return true
			}
			if t.s.stopped {
				return false
			}
		}
	}
	return false
}

// losesWithin reports whether the side to move loses within d plies whatever it plays.
func (t *threats) losesWithin(d, ply int) bool {
	b := t.b
	if t.s.tick() || b.passing || d < 2 {
		return false
	}
	me, other := int(b.turn), int(1-b.turn)
	n := b.count[other][makesFive]
	if b.count[me][makesFive] > 0 {
		return false
	}
	if n > 1 {
		return true
	}
	if n == 1 {
		c := b.sets[other][makesFive].first()
		if !b.legal(c, me) {
			return true
		}
		b.Play(c)
		defer b.Undo()
		return !b.over && t.winsWithin(d-1, ply+1)
	}
	// After an irrelevant answer the opponent must win within three plies: by an open four, or by a
	// four that must not be answered.
	if d < 4 || b.count[other][makesWin] == 0 && !b.shaped[me] {
		return false
	}
	replies := b.empty()
	if b.threatensWin(other) {
		replies = b.defences()
	}
	for _, c := range t.cells(&replies, ply) {
		if !b.legal(c, me) {
			continue
		}
		b.Play(c)
		ok := !b.over && t.winsWithin(d-1, ply+1)
		b.Undo()
		if !ok || t.s.stopped {
			return false
		}
	}
	return true
}

// cells lists the cells of a set, ordered by their estimates for both sides.
func (t *threats) cells(s *set, ply int) []point {
	b := t.b
	all := s.all(nil)
	all = slices.DeleteFunc(all, func(c point) bool { return b.cell[c] != 0 })
	worth := func(c point) int { return int(b.comboAt(c, 0).order[0]) + int(b.comboAt(c, 1).order[0]) }
	slices.SortStableFunc(all, func(x, y point) int { return worth(y) - worth(x) })
	return all
}

// empty returns the set of empty cells.
func (b *Board) empty() (s set) {
	for c := range rules.Cell(b.cells) {
		if x := b.point(c); b.cell[x] == 0 {
			s[x>>6] |= 1 << (x & 63)
		}
	}
	return s
}

// winLine returns the line of a win within d plies that starts on c: moves that win in time, and
// the longest defence.
func (t *threats) winLine(c point, d int) []point {
	b := t.b
	line := []point{c}
	b.Play(c)
	played := 1
	defer func() {
		for range played {
			b.Undo()
		}
	}()
	d--
	for !b.over && d > 0 && !t.s.stopped {
		by, left := pass, -1
		if !b.rowsDecide || d > exactPlies-1 {
			by, left = t.longestDefence(d, played)
		} else {
			by, left = t.exactDefence(d)
		}
		if by == pass {
			break
		}
		line = append(line, by)
		b.Play(by)
		played++
		d = left
		if b.over {
			break
		}
		next := pass
		if !b.rowsDecide || d > exactPlies {
			next = t.winningMove(d, played)
		} else {
			for _, x := range t.emptyCells(played) {
				if b.legal(x, int(b.turn)) && t.winsBy(x, d) {
					next = x
					break
				}
			}
		}
		if next == pass {
			break
		}
		line = append(line, next)
		b.Play(next)
		played++
		d--
	}
	return line
}

// emptyCells lists the empty cells.
func (t *threats) emptyCells(ply int) []point {
	s := t.b.empty()
	return t.cells(&s, ply)
}

// exactDefence returns the answer that delays a loss within d plies most, and the number of plies.
func (t *threats) exactDefence(d int) (by point, plies int) {
	b := t.b
	plies = -1
	for _, c := range t.emptyCells(1) {
		if !b.legal(c, int(b.turn)) {
			continue
		}
		b.Play(c)
		for n := 1; n < d; n += 2 {
			if !b.over && t.winsWithin(n, 1) {
				if n > plies {
					by, plies = c, n
				}
				break
			}
		}
		b.Undo()
		if plies == d-1 {
			break
		}
	}
	return by, plies
}

var _ ai.Prover = (*Engine)(nil)
