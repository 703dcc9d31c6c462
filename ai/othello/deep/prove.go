package deep

import (
	"context"
	"math/bits"

	"boardstudio/ai"
	"boardstudio/rules"
)

// Knows reports whether Wins can find all wins within the given number of plies, where 0 means any
// number. It returns true only for 0, because the result depends on the count at the end of the
// game, and Wins does not compute distances.
func (e *Engine) Knows(plies int) bool { return plies == 0 }

// Wins returns the moves that win by the count at the end of the game. If only one move wins, its
// line is the best play of both sides for the margin, up to the end. If several moves win, only the
// moves are returned.
//
// The distance of a win is an upper bound, the maximum number of remaining plies, unless there is a
// complete line. Therefore Wins reports wins within a number of plies only if no game can last
// longer than that.
func (e *Engine) Wins(ctx context.Context, q ai.Request, plies int) (wins []ai.Line, sure bool, err error) {
	q.Limit.Depth = ai.MaxDepth // without any other limit, the search continues until it finds the result
	s, err := e.prepare(ctx, q)
	if err != nil {
		return nil, false, err
	}
	r := &s.root
	if n := q.Limit.Nodes; s.legal[0] == rules.Pass || n > 0 && r.at.empty > maxSolvable(n) || s.expired || ctx.Err() != nil {
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
		s.completeLine(&wins[0])
	}
	return wins, true, nil
}

// maxSolvable returns the number of empty cells up to which an attempt with the given number of
// nodes is worthwhile.
func maxSolvable(nodes uint64) int { return max(bits.Len64(nodes), plainEnd-1) }

// completeLine adds the margin and the remaining moves up to the end of the game to a line with one
// move, unless the search is stopped.
func (s *search) completeLine(l *ai.Line) {
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
