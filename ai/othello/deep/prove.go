package deep

import (
	"context"
	"math/bits"

	"boardstudio/ai"
	"boardstudio/rules"
)

// Knows reports whether Wins can be sure of the wins within so many plies, 0 for however many: a count at the end decides, so how soon that comes it
// does not ask.
func (e *Engine) Knows(plies int) bool { return plies == 0 }

// Wins returns the moves that win by the count at the end. Where there is one only, its line is the best play of both for the margin, up to the end;
// where there are several, the moves alone are told. Of the distance it says only that no more plies are needed than can be left, and, where there is
// a line, how many that has. So it tells a win within a number of plies only where no game can last longer.
func (e *Engine) Wins(ctx context.Context, q ai.Request, plies int) (wins []ai.Line, sure bool, err error) {
	q.Limit.Depth = ai.MaxDepth // where nothing else bounds it, it goes on until it knows
	s, err := e.prepare(ctx, q)
	if err != nil {
		return nil, false, err
	}
	r := &s.root
	if n := q.Limit.Nodes; s.legal[0] == rules.Pass || n > 0 && r.at.empty > mostSolved(n) || s.late || ctx.Err() != nil {
		return nil, false, nil
	}
	var winning []int
	var y node
	for i := range r.choices {
		c := &r.choices[i]
		y.play(&r.at, c.cell, c.turned)
		r.w.level = full
		v := -r.w.window(&y, 0, r.at.empty-1, -1, 0)
		if r.w.stopped {
			return nil, false, nil
		}
		if v > 0 {
			winning = append(winning, c.cell)
		}
	}
	most := 2 * r.at.empty
	if len(winning) == 0 {
		return nil, true, nil
	}
	if plies > 0 && plies < most {
		return nil, false, nil
	}
	for _, c := range winning {
		wins = append(wins, ai.Line{Moves: []rules.Move{moveOf(c)}, Score: ai.Score{Proved: true, Value: 1, Plies: most, AtMost: true}})
	}
	if len(winning) == 1 {
		s.toEnd(&wins[0])
	}
	return wins, true, nil
}

// mostSolved is with how many empty cells it is worth while to try with so many nodes.
func mostSolved(nodes uint64) int { return max(bits.Len64(nodes), plainEnd-1) }

// toEnd writes the margin of a line that has one move, and the rest of it up to the end of the game, if the search is not stopped before.
func (s *search) toEnd(l *ai.Line) {
	r := &s.root
	cells := []int{int(l.Moves[0].To)}
	moves := l.Moves[:0:0]
	for value, known := 0, false; ; {
		b := r.at.board
		if len(cells) == 0 {
			if b.Moves() == 0 && b.Pass().Moves() == 0 {
				break
			}
			for m := b.Moves(); m != 0; m &= m - 1 {
				cells = append(cells, bits.TrailingZeros64(m))
			}
		}
		if len(cells) == 0 {
			moves = append(moves, rules.Pass)
			r.at.set(b.Pass(), 1-r.at.side)
			value = -value
			continue
		}
		r.set(b, r.at.side, cells)
		if known {
			for i := range r.choices {
				r.choices[i].value = value
			}
		}
		for i := range r.choices {
			r.choices[i].before = r.choices[i].value
		}
		r.w.level = full
		if r.best(0, stage{r.at.empty, full}); r.w.stopped {
			return
		}
		c := &r.choices[0]
		if value = c.value; !known {
			l.Score.Margin, known = value, true
		}
		moves = append(moves, moveOf(c.cell))
		r.at.set(b.Play(c.cell), 1-r.at.side)
		value, cells = -value, cells[:0]
	}
	l.Moves, l.Score.Plies = moves, len(moves)
}

// Interface check.
var _ ai.Prover = (*Engine)(nil)
