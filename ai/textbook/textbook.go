// Package textbook plays as the textbooks say: the first legal move, the greedy one, and the searches of fixed depth
// without anything that makes them faster, each short enough to be read by somebody who learns it.
package textbook

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/search"
	"boardstudio/msg"
	"boardstudio/rules"
)

// The values of finished games; estimates lie between them.
const (
	won      = 1 << 26
	infinite = 1 << 28
)

// tree is a game tree that is walked over: the board, and for whom.
type tree struct {
	b     search.Board
	me    rules.Player
	nodes uint64
	lists [][]rules.Move // the moves of each ply; kept to be used again

	maxNodes uint64
	out      func() bool // asked now and then whether to stop
	stopped  bool
}

// leaf returns what the position is worth for me where the walk ends: by its result, or by the board's estimate.
func (t *tree) leaf(depth, ply int) (value int, ends bool) {
	t.nodes++
	if t.nodes&63 == 0 && t.out() || t.maxNodes > 0 && t.nodes >= t.maxNodes {
		t.stopped = true
	}
	over, winners, _ := t.b.Over()
	switch {
	case t.stopped:
		return 0, true
	case over && (winners == 0 || winners.Has(t.me) && winners.Len() > 1):
		return 0, true
	case over && winners.Has(t.me):
		return won - ply, true
	case over:
		return ply - won, true
	case depth == 0:
		return t.b.Eval(t.me), true
	}
	return 0, false
}

// moves returns the moves of the position, of which Play may still refuse some.
func (t *tree) moves(ply int) []rules.Move {
	for len(t.lists) <= ply {
		t.lists = append(t.lists, nil)
	}
	list, _, all := t.b.Moves(t.lists[ply][:0], nil)
	if !all {
		list = t.b.Rest(list)
	}
	t.lists[ply] = list
	return list
}

// play makes a move; it reports false when it is illegal, or when the walk has to end.
func (t *tree) play(m rules.Move) bool { return !t.stopped && t.b.Play(m) }

// walk is a search: it returns what the position after ply moves is worth for me, looking depth moves further. Only
// alphabeta uses the window from alpha to beta, outside of which a bound is enough.
type walk func(t *tree, depth, ply, alpha, beta int) int

// kind returns the engine type of a search.
func kind(name string, title, about msg.Key, plays func(rules.Rules) error, w walk, families []search.Family) *ai.Kind {
	return &ai.Kind{
		Name: name, Title: title, About: about, Plays: plays,
		Params: []rules.Param{depthParam},
		New: func(r rules.Rules, p rules.Params) (ai.Engine, error) {
			return &engine{walk: w, depth: p.Int("depth"), boards: search.Boards(r, families...)}, nil
		},
	}
}

// maxDepth bounds how many moves are looked ahead.
const maxDepth = 60

var depthParam = rules.Param{Name: "depth", Title: "Depth", Kind: rules.Int, Min: 1, Max: maxDepth, Default: strconv.Itoa(2)}

// engine plays the best move that its search finds.
type engine struct {
	walk   walk
	depth  int
	boards search.Maker
}

// Think looks at each legal move in turn, and plays the first of the best; which comes first is drawn.
func (e *engine) Think(ctx context.Context, q ai.Request, report func(ai.Info)) (ai.Info, error) {
	began := time.Now()
	p, err := q.Position()
	if err != nil {
		return ai.Info{}, err
	}
	moves := shuffled(p, q.Seed)
	if len(moves) == 0 {
		return ai.Info{}, errOver()
	}
	t := &tree{b: e.boards(q), me: p.Turn(), maxNodes: q.Limit.Nodes, nodes: 1, out: out(ctx, q.Limit, began)}
	depth := e.depth
	if q.Limit.Depth > 0 {
		depth = min(depth, q.Limit.Depth)
	}
	info := ai.Info{Best: ai.Line{Moves: moves[:1]}, Depth: depth}
	best := -infinite
	var lines []ai.Line
	whole := ai.Score{} // of the best move, if no other is better
	for i, m := range moves {
		if !t.play(m) {
			continue
		}
		alpha := best
		if q.Lines > 1 { // the others are asked for as well, and not only whether they are better
			alpha = -infinite
		}
		v := e.walk(t, depth-1, 1, alpha, infinite)
		t.b.Undo()
		if t.stopped {
			break
		}
		l := ai.Line{Moves: []rules.Move{m}, Score: t.score(v)}
		lines = append(lines, l)
		if v > best {
			best, info.Best, whole = v, l, l.Score
			if i < len(moves)-1 {
				info.Best.Score = soFar(v, l.Score)
			}
			info.Nodes, info.Time = t.nodes, time.Since(began)
			if report != nil {
				report(info)
			}
		}
	}
	if !t.stopped && len(lines) > 0 {
		info.Best.Score = whole
	}
	info.Nodes, info.Time = t.nodes, time.Since(began)
	if q.Lines > 1 {
		sortLines(lines)
		info.Lines = lines[:min(q.Lines, len(lines))]
	}
	return info, nil
}

// Advise returns all legal moves, the best first.
func (e *engine) Advise(ctx context.Context, q ai.Request) ([]ai.Line, error) {
	q.Lines = math.MaxInt
	i, err := e.Think(ctx, q, nil)
	return i.Lines, err
}

// score returns the value v of the root as others see it.
func (t *tree) score(v int) ai.Score {
	s := ai.Score{Value: float64(v) / 100}
	switch {
	case v > won/2:
		s = ai.Score{Proved: true, Value: 1, Plies: won - v}
	case v < -won/2:
		s = ai.Score{Proved: true, Value: -1, Plies: won + v}
	}
	if t.b.Most() > 0 {
		s.Plies = 0 // they would first play for more
	}
	return s
}

// soFar returns what is known of the root where other moves may be better than the best one, of the value v: a loss is not certain then, and a win
// may be nearer.
func soFar(v int, s ai.Score) ai.Score {
	switch {
	case !s.Proved:
	case s.Value < 0:
		s = ai.Score{Value: float64(v) / 100}
	default:
		s.AtMost = s.Plies > 1
	}
	return s
}

// shuffled returns the legal moves in an order that the seed decides.
func shuffled(p rules.Position, seed uint64) []rules.Move {
	moves := slices.Collect(p.Moves())
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	return moves
}

// sortLines puts the best line first; equals keep their order.
func sortLines(lines []ai.Line) {
	worth := func(l ai.Line) float64 {
		if s := l.Score; s.Proved && s.Value != 0 {
			return s.Value * float64(infinite-s.Plies)
		}
		return l.Score.Value
	}
	slices.SortStableFunc(lines, func(a, b ai.Line) int {
		switch x, y := worth(a), worth(b); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
}

// out returns what reports whether to stop.
func out(ctx context.Context, l ai.Limit, began time.Time) func() bool {
	return func() bool { return ctx.Err() != nil || l.Time > 0 && time.Since(began) >= l.Time }
}

func errOver() error { return msg.Errorf("the game is over") }

// Interface checks.
var (
	_ ai.Engine  = (*engine)(nil)
	_ ai.Adviser = (*engine)(nil)
)
