package connect4

import (
	"context"
	"fmt"

	"boardstudio/ai"
	"boardstudio/rules"
)

// works are the tasks of `studioctl bench connect4`, with a table of defaultHash megabytes and
// without the book.
var works = []ai.Work{
	work("middle", "44444545", false, -3, 350_092),
	work("opening", "44444", false, -1, 16_567_891),
	work("weak", "", true, 1, 61_833_071),
	work("empty", "", false, 1, 100_539_019),
}

// work returns the task of solving the Connect Four position after moves in the given columns, from
// 1 to 7, or of determining only the winner if weak is set. The task fails if the value is wrong.
func work(name, columns string, weak bool, value int, nodes uint64) ai.Work {
	return ai.Work{
		Name: name, Game: rules.Spec{Game: "line", Params: rules.Params{"rows": "6", "cols": "7", "k": "4", "drop": "on"}}, Nodes: nodes,
		Do: func(ctx context.Context, r rules.Rules) (uint64, error) {
			s := newSearcher(optionsOf(r))
			p := after(s, columns)
			if !s.begin(newTable(defaultHash), wholeSize, func() bool { return ctx.Err() != nil }) {
				return 0, ctx.Err()
			}
			b := fullBounds(s.geometry().left(p))
			if weak {
				b = bounds{-1, 1}
				// A bound beyond ±1 only means a win.
				for _, alpha := range []int{0, -1} {
					if v := s.window(p, alpha); v > alpha {
						b.lo = max(b.lo, min(v, 1))
						break
					}
					b.hi = alpha
				}
			} else {
				s.narrow(p, &b)
			}
			n := s.state().nodes
			switch {
			case ctx.Err() != nil:
				return n, ctx.Err()
			case b.lo != value || b.hi != value:
				return n, fmt.Errorf("a value from %d to %d, not %d", b.lo, b.hi, value)
			}
			return n, nil
		},
	}
}

// after returns the position after moves in the given columns, from 1 to 9.
func after(s searcher, columns string) (p position) {
	for _, c := range columns {
		p, _ = s.geometry().play(p, int(c-'1'))
	}
	return p
}
