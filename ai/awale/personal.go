package awale

import (
	"context"
	"slices"
	"time"

	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Personal is an engine whose weights for the criteria of the strategies can be chosen by the user.
// It applies them at the end of a search of the given depth.
var Personal = ai.Kind{
	Name: "awale-personal", Title: "Personal", Plays: plays,
	About: "Weighs captures and uncovered pits some moves ahead. You choose the weights.",
	Params: []rules.Param{
		{Name: "depth", Title: "Depth", Kind: rules.Int, Min: 1, Max: 12, Default: "4"},
		weight("takes", "Seeds taken", "20"),
		weight("reply", "Seeds the reply can take", "-10"),
		weight("theirs", "Uncovered pits of the opponent", "2"),
		weight("ours", "Own uncovered pits", "-2"),
	},
	New: func(_ rules.Rules, p rules.Params) (ai.Engine, error) {
		return personal{
			depth: p.Int("depth"),
			takes: p.Int("takes"), reply: p.Int("reply"), theirs: p.Int("theirs"), ours: p.Int("ours"),
		}, nil
	},
}

func weight(name string, title msg.Key, value string) rules.Param {
	return rules.Param{Name: name, Title: title, Kind: rules.Int, Min: -100, Max: 100, Default: value}
}

// personal contains the search depth and the weights of the criteria.
type personal struct{ depth, takes, reply, theirs, ours int }

// lookahead is one search of a personal engine. Along a line, captures count for the side that
// makes them and against the other side. At the end of the line, the other criteria are added from
// the view of the side that moved last.
type lookahead struct {
	personal
	b       *Board
	expired func() bool
	n       uint64
	stop    bool
}

// infinite is higher than any score.
const infinite = 1 << 40

// Advise returns every legal move with its score in weighted seeds, the best move first. Moves with
// equal scores are sorted by pit.
func (e personal) Advise(ctx context.Context, q ai.Request) ([]ai.Line, error) {
	lines, _, err := e.search(ctx, q, nil)
	return lines, err
}

// Think returns the first line of Advise.
func (e personal) Think(ctx context.Context, q ai.Request, report func(ai.Info)) (ai.Info, error) {
	start := time.Now()
	lines, s, err := e.search(ctx, q, func(lines []ai.Line, depth int, nodes uint64) {
		if report != nil {
			i := asInfo(lines, q, depth)
			i.Nodes, i.Time = nodes, time.Since(start)
			report(i)
		}
	})
	if err != nil {
		return ai.Info{}, err
	}
	i := asInfo(lines, q, s.depth)
	i.Nodes, i.Time = s.n, time.Since(start)
	return i, nil
}

// search increases the depth up to the requested depth or until a limit is reached. Each depth
// rates all moves.
func (e personal) search(ctx context.Context, q ai.Request, notify func([]ai.Line, int, uint64)) ([]ai.Line, *lookahead, error) {
	p, err := position(q)
	if err != nil {
		return nil, nil, err
	}
	b := NewBoard(q)
	if b == nil { // an unknown history is ignored
		q.Start, err = q.Rules.SetUp(rules.SetupOf(q.Rules, p))
		if q.Moves = nil; err != nil {
			return nil, nil, err
		}
		if b = NewBoard(q); b == nil {
			return nil, nil, msg.Errorf("the game is over")
		}
	}
	s := &lookahead{personal: e, b: b, expired: ai.Until(ctx, time.Now(), q.Limit.Time)}
	last := e.depth
	if q.Limit.Depth > 0 {
		last = min(last, q.Limit.Depth)
	}
	var lines []ai.Line
	for d := 1; d <= last; d++ {
		// The first depth is fast and cannot be stopped, so that there is always an answer.
		next := s.rateMoves(slices.Collect(p.Moves()), d, d > 1)
		if s.stop || d > 1 && q.Limit.Nodes > 0 && s.n > q.Limit.Nodes {
			break
		}
		lines, s.depth = next, d
		if notify != nil {
			notify(lines, d, s.n)
		}
	}
	return lines, s, nil
}

// rateMoves searches each move to the given depth and sorts the moves by score.
func (s *lookahead) rateMoves(moves []rules.Move, depth int, stoppable bool) []ai.Line {
	var lines []ai.Line
	for _, m := range moves {
		v := s.move(m, depth, -infinite, stoppable)
		if s.stop {
			return nil
		}
		lines = append(lines, ai.Line{Moves: []rules.Move{m}, Score: ai.Score{Value: float64(v)}})
	}
	slices.SortStableFunc(lines, func(a, b ai.Line) int { return int(b.Score.Value - a.Score.Value) })
	return lines
}

// move returns the score of m for the side to move, with a search of depth plies including m. If
// the score is at most alpha, it returns an upper bound that is at most alpha.
func (s *lookahead) move(m rules.Move, depth, alpha int, stoppable bool) int {
	if s.n++; stoppable && s.n&255 == 0 && s.expired() {
		s.stop = true
	}
	b, side := s.b, s.b.now.side
	before := b.now.stores
	if !b.Play(m) {
		return -infinite
	}
	gain := 0
	for i, n := range b.now.stores {
		if d := int(n - before[i]); i == int(side) {
			gain += d
		} else {
			gain -= d
		}
	}
	v := 0
	switch over, winners, margin := b.Over(); {
	case over:
		// The margin includes the remaining seeds on the board.
		if !winners.Has(rules.Player(side)) {
			margin = -margin
		}
		v = s.takes * (margin - int(before[side]-before[1-side]))
	case depth == 1:
		v = s.takes*gain + s.leaf(side)
	default:
		v = s.takes*gain - s.best(depth-1, s.takes*gain-alpha, stoppable)
	}
	b.Undo()
	return v
}

// best returns the score of the best move, or of the first move with a score of at least enough.
func (s *lookahead) best(depth, enough int, stoppable bool) int {
	moves, _, _ := s.b.Moves(nil, nil)
	best := -infinite
	for _, m := range moves {
		best = max(best, s.move(m, depth, best, stoppable))
		if s.stop || best >= enough {
			break
		}
	}
	return best
}

// leaf applies the other criteria at the end of a line, from the view of the side that moved last.
func (s *lookahead) leaf(side uint8) int {
	b := s.b
	var uncovered [2]int
	reply := 0
	for i, n := range b.now.pits[:2*b.half] {
		owner := 0
		if i >= b.half {
			owner = 1
		}
		if n == 1 || n == 2 {
			uncovered[owner]++
		}
		if b.now.legal>>i&1 != 0 {
			w := b.sow(i)
			reply = max(reply, w.taken())
		}
	}
	return s.reply*reply + s.theirs*uncovered[1-side] + s.ours*uncovered[side]
}

var (
	_ ai.Engine  = personal{}
	_ ai.Adviser = personal{}
)
