// Package threat contains an engine for alignment games of two players that searches for wins by
// threats.
package threat

import (
	"context"
	"math"
	"slices"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/line/board"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Kind is the engine that only searches for wins by threats, its own and the opponent's.
// Otherwise it plays the cell with the best tuples.
var Kind = ai.Kind{
	Name: "threats", Title: "Threats",
	About: "Searches for wins by threats that must be answered, for both players. Otherwise plays the cell with the best rows.",
	Params: []rules.Param{
		{Name: "nodes", Title: "Positions per move", Kind: rules.Int, Min: 100, Max: 10_000_000, Default: "30000"},
		{Name: "threes", Title: "Quiet moves in an attack, at most", Kind: rules.Int, Min: 0, Max: 20, Default: "4"},
	},
	Plays: func(r rules.Rules) error {
		o := board.OptionsOf(r)
		switch {
		case o == nil || o.Players != 2 || o.Misere || o.Drop:
			return msg.Errorf("it plays alignment games of two players in which a row wins and pieces do not fall")
		case o.K > board.MaxTuple:
			return msg.Errorf("it plays with rows of at most %d", board.MaxTuple)
		}
		return nil
	},
	New: func(r rules.Rules, p rules.Params) (ai.Engine, error) {
		return &threats{boards: board.Maker(r), nodes: uint64(p.Int("nodes")), threes: p.Int("threes")}, nil
	},
}

// likelyWin is the value of a win that is not certain because the search omitted some replies.
const likelyWin = 10_000

type threats struct {
	boards func(ai.Request) *board.Board
	nodes  uint64
	threes int
}

// threatSearch is the state of a call of Think.
type threatSearch struct {
	*solver
	at     rules.Position
	threes int
	most   uint64                // maximum number of nodes
	order  []rules.Cell          // candidate cells, the best first
	rates  map[rules.Cell]int32  // estimates of these cells
	losing map[rules.Move]*proof // the opponent's win after each losing move
}

// Think uses a third of its nodes to search for a win, and an eighth to search for a win of the
// opponent if it could move now. The rest is used to find a reply that does not lose. The number of
// nodes is given by the request or else by the engine; a time limit may stop the search earlier.
// Think returns an error if the game is over.
func (e *threats) Think(ctx context.Context, q ai.Request, report func(ai.Info)) (ai.Info, error) {
	began := time.Now()
	p, err := q.Position()
	if err != nil {
		return ai.Info{}, err
	}
	b := e.boards(q)
	if b == nil {
		return ai.Info{}, msg.Errorf("the game is over")
	}
	t := &threatSearch{
		at: p, threes: e.threes, most: e.nodes, losing: map[rules.Move]*proof{},
		solver: newSolver(b, func() bool { return ctx.Err() != nil || q.Limit.Time > 0 && time.Since(began) >= q.Limit.Time }),
	}
	if q.Limit.Nodes > 0 {
		t.most = q.Limit.Nodes
	}
	if q.Limit.Depth > 0 {
		t.depth = min(t.depth, q.Limit.Depth)
	}
	t.rateMoves(q.Seed)
	best := t.choose()
	i := ai.Info{Best: best, Depth: len(best.Moves), Nodes: t.nodes, Time: time.Since(began)}
	if q.Lines > 1 {
		i.Lines = t.allLines(best, q.Seed)
		i.Lines = i.Lines[:min(q.Lines, len(i.Lines))]
	}
	if report != nil {
		report(i)
	}
	return i, nil
}

// Advise returns every legal move: first the move it plays, then the other moves by their
// estimates, with known losses last.
func (e *threats) Advise(ctx context.Context, q ai.Request) ([]ai.Line, error) {
	q.Lines = math.MaxInt
	i, err := e.Think(ctx, q, nil)
	return i.Lines, err
}

// rateMoves orders the cells near symbols by their estimates minus half the estimate of the best
// reply. The seed determines the order of ties.
func (t *threatSearch) rateMoves(seed uint64) {
	b := t.b
	t.order = slices.Clone(b.Close())
	if b.Stones() == 0 {
		t.order = []rules.Cell{b.Centre}
	}
	slices.Sort(t.order) // the original order depends on how the position was reached
	t.rates = make(map[rules.Cell]int32, len(t.order))
	for _, c := range t.order {
		t.rates[c] = b.Rate(c)
		if !t.out() && b.Play(rules.Place(c)) {
			most := int32(0)
			for _, x := range b.Close() {
				most = max(most, b.Rate(x))
			}
			t.rates[c] -= most / 2
			b.Undo()
		}
	}
	ai.Shuffle(t.order, seed)
	slices.SortStableFunc(t.order, func(x, y rules.Cell) int { return int(t.rates[y] - t.rates[x]) })
}

// choose returns the move to play and its line.
func (t *threatSearch) choose() ai.Line {
	b := t.b
	if win := t.solve(t.most/3, t.threes); win != nil {
		return ai.Line{Moves: win.line(t.at), Score: win.score()}
	}
	var danger *proof
	if b.PassTurn() {
		danger = t.solve(t.most/8, t.threes)
		b.Undo()
	}
	if danger == nil && b.Plain() && b.Options.Captures == 0 {
		// If the opponent cannot win with an extra move, it cannot win without it.
		if m, ok := t.first(); ok {
			return t.estimateLine(m)
		}
	}
	order := t.order
	if danger != nil {
		zone := zone(b, danger, 1-b.Turn())
		order = append(b.Fours(zone, b.Turn()), b.CapturingCells(nil, b.Turn())...)
		slices.SortStableFunc(order, func(x, y rules.Cell) int { return int(t.rates[y] - t.rates[x]) })
		order = board.Unique(append(order, t.order...))
	}
	return t.defend(order)
}

// first returns the first legal cell of the order.
func (t *threatSearch) first() (rules.Move, bool) {
	for _, c := range t.order {
		if m := rules.Place(c); t.b.Play(m) {
			t.b.Undo()
			return m, true
		}
	}
	return rules.Move{}, false
}

// estimateLine returns a line that consists of m, scored by its estimate.
func (t *threatSearch) estimateLine(m rules.Move) ai.Line {
	s := ai.Score{}
	if m.To != rules.NoCell {
		s.Value = float64(t.rates[m.To]) / 100
	}
	return ai.Line{Moves: []rules.Move{m}, Score: s}
}

// defend returns the first move after which no win of the opponent is found. Otherwise it returns
// the first move that could not be searched, or the longest loss.
func (t *threatSearch) defend(order []rules.Cell) ai.Line {
	b := t.b
	var moves []rules.Move
	for _, c := range order {
		moves = append(moves, rules.Place(c))
	}
	moves = b.Rest(moves) // includes a pass if that is the only move
	if slices.Contains(moves, rules.Pass) {
		return t.estimateLine(rules.Pass)
	}
	var last ai.Line // the longest loss
	sure, longest := true, 0
	for _, m := range moves {
		if !b.Play(m) {
			continue
		}
		if b.Ended() { // the board is full, because a win would have been found
			b.Undo()
			return t.estimateLine(m)
		}
		left := max(t.most, t.nodes) - t.nodes
		win := t.solve(max(left/4, min(left, 64)), t.threes)
		b.Undo()
		if win == nil {
			return t.estimateLine(m)
		}
		t.losing[m] = win
		sure = sure && win.sure
		if win.plies > longest {
			longest = win.plies
			last = ai.Line{Moves: []rules.Move{m}, Score: ai.Score{Value: -likelyWin}}
			if next, err := t.at.Play(m); err == nil {
				last.Moves = append(last.Moves, win.line(next)...)
			}
		}
	}
	if sure && longest > 0 {
		last.Score = ai.Score{Proved: true, Value: -1, Plies: longest + 1, AtMost: true}
	}
	return last
}

// allLines returns the legal moves as lines, starting with best.
func (t *threatSearch) allLines(best ai.Line, seed uint64) []ai.Line {
	var lines []ai.Line
	for m := range t.at.Moves() {
		if m == best.Moves[0] {
			continue
		}
		l := t.estimateLine(m)
		if win := t.losing[m]; win != nil {
			l.Score = ai.Score{Value: -likelyWin}
			if win.sure {
				l.Score = ai.Score{Proved: true, Value: -1, Plies: win.plies + 1, AtMost: true}
			}
		}
		lines = append(lines, l)
	}
	ai.SortLines(lines, seed)
	return append([]ai.Line{best}, lines...)
}

var (
	_ ai.Engine  = (*threats)(nil)
	_ ai.Adviser = (*threats)(nil)
)
