package line

import (
	"context"
	"math"
	"slices"
	"time"

	"boardstudio/ai"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Threats is the player who looks for wins by threats alone, its own and the opponent's, and else plays the cell with
// the best tuples.
var Threats = ai.Kind{
	Name: "threats", Title: "Threats",
	About: "Looks for wins by threats that must be answered, its own and the opponent's; else plays the cell with the best rows.",
	Params: []rules.Param{
		{Name: "nodes", Title: "Positions for each move", Kind: rules.Int, Min: 100, Max: 10_000_000, Default: "30000"},
		{Name: "threes", Title: "Most quiet moves in an attack", Kind: rules.Int, Min: 0, Max: 20, Default: "4"},
	},
	Plays: func(r rules.Rules) error {
		o := optionsOf(r)
		switch {
		case o == nil || o.Players != 2 || o.Misere || o.Drop:
			return msg.Errorf("it plays alignment games of two players in which a row wins and pieces do not fall")
		case o.K > maxTuple:
			return msg.Errorf("it plays with rows of at most %d", maxTuple)
		}
		return nil
	},
	New: func(r rules.Rules, p rules.Params) (ai.Engine, error) {
		return &threats{boards: Maker(r), nodes: uint64(p.Int("nodes")), threes: p.Int("threes")}, nil
	},
}

// found is the value of a win that was found where the search leaves out some replies, so that it is not certain.
const found = 10_000

type threats struct {
	boards func(ai.Request) *Board
	nodes  uint64
	threes int
}

// thought is one think.
type thought struct {
	*solver
	at     rules.Position
	threes int
	most   uint64                // nodes of the whole think
	order  []rules.Cell          // the cells to choose from, the best first
	rates  map[rules.Cell]int32  // of these
	losing map[rules.Move]*proof // how the opponent wins after a move
}

// Think looks for a win of its own with a third of its nodes, for one of the opponent if that could move now with an
// eighth, and with the rest for a reply after which there is none. The nodes are those of the request, else those
// of the engine; time may end it sooner.
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
	t := &thought{
		at: p, threes: e.threes, most: e.nodes, losing: map[rules.Move]*proof{},
		solver: newSolver(b, func() bool { return ctx.Err() != nil || q.Limit.Time > 0 && time.Since(began) >= q.Limit.Time }),
	}
	if q.Limit.Nodes > 0 {
		t.most = q.Limit.Nodes
	}
	if q.Limit.Depth > 0 {
		t.depth = min(t.depth, q.Limit.Depth)
	}
	t.rateAll(q.Seed)
	best := t.choose()
	i := ai.Info{Best: best, Depth: len(best.Moves), Nodes: t.nodes, Time: time.Since(began)}
	if q.Lines > 1 {
		i.Lines = t.all(best, q.Seed)
		i.Lines = i.Lines[:min(q.Lines, len(i.Lines))]
	}
	if report != nil {
		report(i)
	}
	return i, nil
}

// Advise returns every legal move: the one it plays, then the others by their estimates, those known to lose last.
func (e *threats) Advise(ctx context.Context, q ai.Request) ([]ai.Line, error) {
	q.Lines = math.MaxInt
	i, err := e.Think(ctx, q, nil)
	return i.Lines, err
}

// rateAll orders the cells near symbols by their estimates less half of that of the best reply, equals as the seed decides.
func (t *thought) rateAll(seed uint64) {
	b := t.b
	t.order = slices.Clone(b.close)
	if b.stones == 0 {
		t.order = []rules.Cell{b.centre}
	}
	slices.Sort(t.order) // the order in which a board lists them says how it was reached
	t.rates = make(map[rules.Cell]int32, len(t.order))
	for _, c := range t.order {
		t.rates[c] = b.rate(c)
		if !t.out() && b.Play(rules.Place(c)) {
			most := int32(0)
			for _, x := range b.close {
				most = max(most, b.rate(x))
			}
			t.rates[c] -= most / 2
			b.Undo()
		}
	}
	ai.Shuffle(t.order, seed)
	slices.SortStableFunc(t.order, func(x, y rules.Cell) int { return int(t.rates[y] - t.rates[x]) })
}

// choose returns the move to play and its line.
func (t *thought) choose() ai.Line {
	b := t.b
	if win := t.solve(t.most/3, t.threes); win != nil {
		return ai.Line{Moves: win.line(t.at), Score: win.score()}
	}
	var danger *proof
	if b.skip() {
		danger = t.solve(t.most/8, t.threes)
		b.Undo()
	}
	if danger == nil && b.plain && b.opt.Captures == 0 {
		// What the opponent could not win with a move more, it cannot win with one less.
		if m, ok := t.first(); ok {
			return t.quietly(m)
		}
	}
	order := t.order
	if danger != nil {
		zone := b.zone(danger, 1-b.turn)
		order = append(b.fours(zone, b.turn), b.capturers(nil, b.turn)...)
		slices.SortStableFunc(order, func(x, y rules.Cell) int { return int(t.rates[y] - t.rates[x]) })
		order = distinct(append(order, t.order...))
	}
	return t.defend(order)
}

// first returns the first cell of the order that may be played.
func (t *thought) first() (rules.Move, bool) {
	for _, c := range t.order {
		if m := rules.Place(c); t.b.Play(m) {
			t.b.Undo()
			return m, true
		}
	}
	return rules.Move{}, false
}

// quietly returns the line of a move of which only the estimate is known.
func (t *thought) quietly(m rules.Move) ai.Line {
	s := ai.Score{}
	if m.To != rules.NoCell {
		s.Value = float64(t.rates[m.To]) / 100
	}
	return ai.Line{Moves: []rules.Move{m}, Score: s}
}

// defend returns the first move after which the opponent is not found to win; or else the first that could not be
// looked at, or the one that loses last.
func (t *thought) defend(order []rules.Cell) ai.Line {
	b := t.b
	var moves []rules.Move
	for _, c := range order {
		moves = append(moves, rules.Place(c))
	}
	moves = b.Rest(moves) // with a pass, where there is nothing else
	if slices.Contains(moves, rules.Pass) {
		return t.quietly(rules.Pass)
	}
	var last ai.Line // the longest loss
	sure, longest := true, 0
	for _, m := range moves {
		if !b.Play(m) {
			continue
		}
		if b.over { // it would be a win, if there were one: the board is full
			b.Undo()
			return t.quietly(m)
		}
		left := max(t.most, t.nodes) - t.nodes
		win := t.solve(max(left/4, min(left, 64)), t.threes)
		b.Undo()
		if win == nil {
			return t.quietly(m)
		}
		t.losing[m] = win
		sure = sure && win.sure
		if win.plies > longest {
			longest = win.plies
			last = ai.Line{Moves: []rules.Move{m}, Score: ai.Score{Value: -found}}
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

// all returns the legal moves as lines, best among them.
func (t *thought) all(best ai.Line, seed uint64) []ai.Line {
	var lines []ai.Line
	for m := range t.at.Moves() {
		if m == best.Moves[0] {
			continue
		}
		l := t.quietly(m)
		if win := t.losing[m]; win != nil {
			l.Score = ai.Score{Value: -found}
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
