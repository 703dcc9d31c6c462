package gomoku

import (
	"context"
	"slices"

	"boardstudio/ai"
	"boardstudio/rules"
)

// exactPlies is up to how many plies Wins finds all wins, and no longer ones: where only rows decide. Beyond that it finds those by threats.
const exactPlies = 5

// Wins returns the moves that win within so many plies, 0 for however many. Those within exactPlies are all there are, at their true distance;
// of others those by threats are found, which can be farther than need be. Where more than rows decides and there are none of those, it finds what the
// search does.
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
	case !r.b.hunts || r.b.passing:
		most = 0
	case !r.b.sure && (most <= 0 || most > longest):
		most = longest
	case most <= 0:
		most = maxPly / 2
	}
	t.nodes = 1 << 62
	for d := 1; d <= most && !r.stopped; d += 2 {
		for i := range r.moves {
			m := &r.moves[i]
			if m.known || r.b.sure && d > exactPlies && !r.b.forcing(m.cell) {
				continue
			}
			if !t.winsBy(m.cell, d) {
				continue
			}
			m.known, m.value = true, won-d
			m.line = t.course(m.cell, d)
			if r.stopped {
				m.line = m.line[:1]
			}
		}
	}
	for i := range r.moves {
		if m := &r.moves[i]; m.known {
			l := ai.Line{Score: ai.Score{Proved: true, Value: 1, Plies: won - m.value}}
			l.Score.AtMost = l.Score.Plies > exactPlies || !r.b.sure && l.Score.Plies > 1
			for _, c := range m.line {
				l.Moves = append(l.Moves, r.b.move(c))
			}
			wins = append(wins, l)
		}
	}
	if len(wins) == 0 && (!r.b.sure || r.b.passing) {
		r.run(1)
		if s := r.score(r.moves[0], 0); s.Proved && s.Value > 0 && (plies <= 0 || s.Plies <= plies) {
			wins = append(wins, r.info(1).Best)
		}
	}
	slices.SortStableFunc(wins, func(x, y ai.Line) int { return x.Score.Plies - y.Score.Plies })
	return wins, !r.stopped && e.Knows(plies), nil
}

// Knows reports whether Wins can be sure of the wins within so many plies, 0 for however many.
func (e *Engine) Knows(plies int) bool { return e.board.sure && plies > 0 && plies <= exactPlies+1 }

// forcing reports whether a stone of the side to move on c is a threat, or answers one.
func (b *Board) forcing(c point) bool {
	k := b.spot[c].class[b.turn]
	return k >= makesOpen && k <= makesFive || b.spot[c].class[1-b.turn] == makesFive
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
	case !b.sure || d > exactPlies:
		return t.defend(d-1, 1)
	}
	return t.against(d-1, 1)
}

// within reports whether the side to move wins within d plies, at most exactPlies of them: it looks at all moves that can begin such a win.
func (t *threats) within(d, ply int) bool {
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
		return t.against(d-1, ply+1)
	case b.winning(me) != pass:
		return true
	}
	for row := margin; row < margin+b.rows; row++ {
		for c := point(row*side + margin); c < point(row*side+margin+b.cols); c++ {
			k := b.spot[c].class[me]
			if b.cell[c] != 0 || d < 5 && (k < makesFour || k > makesBoth) || !b.legal(c, me) {
				continue
			}
			b.Play(c)
			ok := !b.over && t.against(d-1, ply+1)
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

// against reports whether the side to move loses within d plies whatever it plays.
func (t *threats) against(d, ply int) bool {
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
		return !b.over && t.within(d-1, ply+1)
	}
	// After an answer that changes nothing the other must win within three plies: by an open four, or a four that must not be answered.
	if d < 4 || b.count[other][makesWin] == 0 && !b.shaped[me] {
		return false
	}
	replies := b.empty()
	if b.real(other) {
		replies = b.defences()
	}
	for _, c := range t.cells(&replies, ply) {
		if !b.legal(c, me) {
			continue
		}
		b.Play(c)
		ok := !b.over && t.within(d-1, ply+1)
		b.Undo()
		if !ok || t.s.stopped {
			return false
		}
	}
	return true
}

// cells lists a set, those first that look best for either side.
func (t *threats) cells(s *set, ply int) []point {
	b := t.b
	all := s.all(nil)
	all = slices.DeleteFunc(all, func(c point) bool { return b.cell[c] != 0 })
	worth := func(c point) int { return int(b.comboAt(c, 0).order[0]) + int(b.comboAt(c, 1).order[0]) }
	slices.SortStableFunc(all, func(x, y point) int { return worth(y) - worth(x) })
	return all
}

// empty are the empty cells.
func (b *Board) empty() (s set) {
	for c := range rules.Cell(b.cells) {
		if x := b.point(c); b.cell[x] == 0 {
			s[x>>6] |= 1 << (x & 63)
		}
	}
	return s
}

// course returns the line of a win within d plies that begins on c: the moves that win in time, the answers that last longest.
func (t *threats) course(c point, d int) []point {
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
		if !b.sure || d > exactPlies-1 {
			by, left = t.longest(d, played)
		} else {
			by, left = t.lasts(d)
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
		if !b.sure || d > exactPlies {
			next = t.winner(d, played)
		} else {
			for _, x := range t.all(played) {
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

// all lists the empty cells.
func (t *threats) all(ply int) []point {
	s := t.b.empty()
	return t.cells(&s, ply)
}

// lasts returns the answer after which a loss within d plies takes longest, and how many plies that are.
func (t *threats) lasts(d int) (by point, plies int) {
	b := t.b
	plies = -1
	for _, c := range t.all(1) {
		if !b.legal(c, int(b.turn)) {
			continue
		}
		b.Play(c)
		for n := 1; n < d; n += 2 {
			if !b.over && t.within(n, 1) {
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
