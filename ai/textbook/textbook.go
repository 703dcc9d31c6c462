// Package textbook implements engines as textbooks describe them: the first legal move, the greedy
// move, and searches of fixed depth without any refinement. Each is short enough to be read by a
// learner.
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
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// The values of finished games. Estimates are between them.
const (
	won      = 1 << 26
	infinite = 1 << 28
)

// counter is a board with the evaluation of textbooks. A win is worth fullWin points minus the
// pieces on the board, a draw 0, and a loss the negative of the opponent's win. Eval returns
// points.
type counter interface {
	search.Board
	Pieces() int
}

const (
	fullWin = 1000
	// point is the value of one point of a counter. It is more than twice any depth, so a value can
	// also encode the plies to the end.
	point = 256
)

// tree is the state of a search.
type tree struct {
	b           search.Board
	text        counter // b, if it is a counter
	maxEstimate int     // the largest absolute estimate so far, in points; only finished games have larger values
	me          rules.Player
	nodes       uint64
	lists       [][]rules.Move // the moves at each ply, reused

	maxNodes uint64
	stop     func() bool // polled to stop the search
	stopped  bool
}

// leaf returns the value for me if the search ends here: the result of the game, or the board's
// estimate.
func (t *tree) leaf(depth, ply int) (value int, ends bool) {
	t.nodes++
	if t.nodes&63 == 0 && t.stop() || t.maxNodes > 0 && t.nodes >= t.maxNodes {
		t.stopped = true
	}
	over, winners, _ := t.b.Over()
	switch {
	case t.stopped:
		return 0, true
	case over && (winners == 0 || winners.Has(t.me) && winners.Len() > 1):
		return 0, true
	case over && winners.Has(t.me):
		return t.win(ply), true
	case over:
		return -t.win(ply), true
	case depth == 0:
		return t.estimate(), true
	}
	return 0, false
}

// newTree returns the search tree of a board.
func newTree(b search.Board, me rules.Player) *tree {
	t := &tree{b: b, me: me, nodes: 1}
	t.text, _ = b.(counter)
	return t
}

// win returns the value of a won game, ply moves from the root.
func (t *tree) win(ply int) int {
	if t.text == nil {
		return won - ply
	}
	return max(fullWin-t.text.Pieces(), 1)*point - ply
}

// estimate returns the value of the board for me.
func (t *tree) estimate() int {
	v := t.b.Eval(t.me)
	if t.text == nil {
		return v
	}
	t.maxEstimate = max(t.maxEstimate, v, -v)
	return v * point
}

// moves returns the moves of the position. Play may still reject some of them.
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

// play makes a move. It returns false if the move is illegal or the search must stop.
func (t *tree) play(m rules.Move) bool { return !t.stopped && t.b.Play(m) }

// walk is a search function. It returns the value for t.me of the position at ply, after a search
// of the given depth. Only alphabeta uses the window from alpha to beta; outside it, a bound is
// sufficient.
type walk func(t *tree, depth, ply, alpha, beta int) int

// Text returns a maker of boards with the evaluation of textbooks. It returns nil if the game has
// no such evaluation.
type Text func(rules.Rules) search.Maker

// kind returns the engine type of a search. The evaluation of textbooks is the default if text
// supports the game.
func kind(name string, title, about msg.Key, plays func(rules.Rules) error, w walk, text Text, families []search.Family) *ai.Kind {
	k := &ai.Kind{
		Name: name, Title: title, About: about, Plays: plays,
		Params: []rules.Param{depthParam},
		New: func(r rules.Rules, p rules.Params) (ai.Engine, error) {
			e := &engine{walk: w, depth: p.Int("depth")}
			if text != nil && p["evaluation"] != ofEngine {
				e.boards = text(r)
			}
			if e.boards == nil {
				e.boards = search.Boards(r, families...)
			}
			return e, nil
		},
	}
	if text != nil {
		k.Version, k.Params = "2", append(k.Params, evaluationParam)
		k.Applies = func(name string, r rules.Rules) bool { return name != evaluationParam.Name || text(r) != nil }
	}
	return k
}

// The values of the parameter "evaluation".
const (
	ofTextbook = "textbook"
	ofEngine   = "engine"
)

var evaluationParam = rules.Param{
	Name: "evaluation", Title: "Evaluation in alignment games", Kind: rules.Choice, Default: ofTextbook,
	Options: []rules.Option{{Name: ofTextbook, Title: "As in textbooks"}, {Name: ofEngine, Title: "As the other engines"}},
}

// maxDepth is the maximum search depth, in plies.
const maxDepth = 60

var depthParam = rules.Param{Name: "depth", Title: "Depth", Kind: rules.Int, Min: 1, Max: maxDepth, Default: strconv.Itoa(2)}

// engine plays the best move of its search.
type engine struct {
	walk   walk
	depth  int
	boards search.Maker
}

// Think searches each legal move in random order and plays the first of the best. It returns an
// error if the game is over.
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
	depth := e.depth
	if q.Limit.Depth > 0 {
		depth = min(depth, q.Limit.Depth)
	}
	t := newTree(e.boards(q), p.Turn())
	t.maxNodes, t.stop = q.Limit.Nodes, stopFunc(ctx, q.Limit, began)
	info := ai.Info{Best: ai.Line{Moves: moves[:1]}, Depth: depth}
	best := -infinite
	var lines []ai.Line
	finalScore := ai.Score{} // score of the best move if no later move is better
	for i, m := range moves {
		if !t.play(m) {
			continue
		}
		alpha := best
		if q.Lines > 1 { // exact scores are requested for all moves, not only a comparison with the best
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
			best, info.Best, finalScore = v, l, l.Score
			if i < len(moves)-1 {
				info.Best.Score = t.soFar(v)
			}
			info.Nodes, info.Time = t.nodes, time.Since(began)
			if report != nil {
				report(info)
			}
		}
	}
	if !t.stopped && len(lines) > 0 {
		info.Best.Score = finalScore
	}
	info.Nodes, info.Time = t.nodes, time.Since(began)
	if q.Lines > 1 {
		sortLines(lines)
		info.Lines = lines[:min(q.Lines, len(lines))]
	}
	return info, nil
}

// Advise returns all legal moves, best first.
func (e *engine) Advise(ctx context.Context, q ai.Request) ([]ai.Line, error) {
	q.Lines = math.MaxInt
	i, err := e.Think(ctx, q, nil)
	return i.Lines, err
}

// score converts the value v at the root to a score.
func (t *tree) score(v int) ai.Score {
	s, abs := t.unproved(v), max(v, -v)
	plies, proved := won-abs, abs > won/2
	if t.text != nil {
		plies, proved = int(math.Abs(s.Value))*point-abs, abs > t.maxEstimate*point
	}
	switch {
	case proved && v > 0:
		s = ai.Score{Proved: true, Value: 1, Plies: plies}
	case proved:
		s = ai.Score{Proved: true, Value: -1, Plies: plies}
	}
	if b, ok := t.b.(search.Scored); ok && b.Most() > 0 {
		s.Plies = 0 // the players first play for the margin
	}
	return s
}

// unproved returns v as an estimate, in points or in the unit of the game.
func (t *tree) unproved(v int) ai.Score {
	if t.text != nil {
		return ai.Score{Value: math.Round(float64(v) / point)}
	}
	return ai.Score{Value: float64(v) / 100}
}

// soFar returns the score of the best move so far, with value v. Later moves may be better, so a
// loss is not yet proved, and a win may be closer.
func (t *tree) soFar(v int) ai.Score {
	s := t.score(v)
	switch {
	case !s.Proved:
	case s.Value < 0:
		s = t.unproved(v)
	default:
		s.AtMost = s.Plies > 1
	}
	return s
}

// shuffled returns the legal moves in random order, which depends only on the seed.
func shuffled(p rules.Position, seed uint64) []rules.Move {
	moves := slices.Collect(p.Moves())
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	return moves
}

// sortLines sorts lines by score, best first. The sort is stable.
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

// stopFunc returns a function that reports whether to stop.
func stopFunc(ctx context.Context, l ai.Limit, began time.Time) func() bool {
	return func() bool { return ctx.Err() != nil || l.Time > 0 && time.Since(began) >= l.Time }
}

func errOver() error { return msg.Errorf("the game is over") }

// Interface checks.
var (
	_ ai.Engine  = (*engine)(nil)
	_ ai.Adviser = (*engine)(nil)
)
