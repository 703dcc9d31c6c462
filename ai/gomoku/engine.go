// Package gomoku implements an engine for two-player games in which five in a row win on a flat
// board: gomoku with or without longer rows, renju, pente, ninuki, and variants of them.
//
// For each empty cell and line, the board stores the effect of a stone there, which it looks up in
// tables of windows of nine or eleven cells. The search is a principal variation search with a
// transposition table. Its leaves search for wins by fours, and the root for wins by fours and
// threes.
package gomoku

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// defaultHash is the default size of the table in megabytes.
const defaultHash = 64

// Kind is the engine type.
var Kind = ai.Kind{
	Works: works,
	Name:  "gomoku", Title: "Five in a row",
	About: "Plays gomoku, renju, pente and ninuki. Evaluates the lines of every stone, and searches for wins by threats that must be answered.",
	Params: []rules.Param{
		ai.Hash(defaultHash),
		{Name: "learnt", Title: "Learnt evaluation", Kind: rules.Switch, Default: "on"},
	},
	Plays: func(r rules.Rules) error {
		if optionsOf(r) == nil {
			return msg.Errorf("it only plays five in a row for two players on flat boards of at most %d×%d cells", maxSide, maxSide)
		}
		return nil
	},
	New: func(r rules.Rules, p rules.Params) (ai.Engine, error) {
		return &Engine{board: boardWith(optionsOf(r), !p.On("learnt")), hash: p.Int("hash")}, nil
	},
}

// Engine searches positions. It reuses its memory in the next Think, but not the results, so equal
// requests have equal results.
type Engine struct {
	board *Board
	hash  int
	s     *searcher
}

// rootMove is a move of the requested position.
type rootMove struct {
	cell  point
	value int
	known bool // the value was computed at the last depth that reached the move
	far   bool // far from all stones while other moves are not; on an empty board, far from the centre
	line  []point
}

// root is the state of a request.
type root struct {
	*searcher
	q       ai.Request
	moves   []rootMove // best moves first
	depth   int
	started time.Time
	report  func(ai.Info)
}

// prepare returns the state for a request. It returns an error if the game is over.
func (e *Engine) prepare(ctx context.Context, q ai.Request) (*root, error) {
	p, err := q.Position()
	if err != nil {
		return nil, err
	}
	if p.Turn() == rules.NoPlayer {
		return nil, msg.Errorf("the game is over")
	}
	b := e.board
	b.setUp(p)
	if e.s == nil {
		e.s = newSearcher(b, newTable(e.hash))
	}
	s := e.s
	s.maxNodes = q.Limit.Nodes
	r := &root{searcher: s, q: q, started: time.Now()}
	for m := range p.Moves() {
		c := pass
		if m != rules.Pass {
			c = b.point(m.To)
		}
		r.moves = append(r.moves, rootMove{cell: c})
	}
	s.out = ai.Until(ctx, r.started, q.Limit.Span(len(r.moves)))
	s.begin()
	s.stopped = ctx.Err() != nil
	r.order()
	return r, nil
}

// order sorts the moves by their estimates, the best first. The seed determines the order of ties.
// On an empty board, moves near the centre come first.
func (r *root) order() {
	b := r.b
	rand.New(rand.NewPCG(r.q.Seed, 3)).Shuffle(len(r.moves), func(i, j int) { r.moves[i], r.moves[j] = r.moves[j], r.moves[i] })
	if b.passing {
		return
	}
	me, other := int(b.turn), int(1-b.turn)
	for i := range r.moves {
		m := &r.moves[i]
		m.line = []point{m.cell}
		m.value = -maxEstimate - distance(m.cell, b.centre)
		m.far = !b.near.has(m.cell)
		if !m.far {
			m.value = int(b.comboAt(m.cell, me).order[0]) + int(b.comboAt(m.cell, other).order[1]) - maxEstimate + 1
			m.value += 50*b.takes(m.cell, me) + 30*b.takes(m.cell, other)
		}
	}
	slices.SortStableFunc(r.moves, func(x, y rootMove) int { return cmp.Compare(y.value, x.value) })
	if r.moves[0].far {
		for i := range r.moves {
			r.moves[i].far = b.stones == 0 && i >= r.q.Lines && i > 0
		}
	}
}

// distance returns the number of rows or columns between two cells, whichever is greater.
func distance(x, y point) int {
	row, col := int(x/side)-int(y/side), int(x%side)-int(y%side)
	return max(row, -row, col, -col)
}

// Think searches for the best move, or the q.Lines best. It returns an error if the game is over.
func (e *Engine) Think(ctx context.Context, q ai.Request, report func(ai.Info)) (ai.Info, error) {
	r, err := e.prepare(ctx, q)
	if err != nil {
		return ai.Info{}, err
	}
	r.report = report
	lines := min(max(q.Lines, 1), len(r.moves))
	r.run(lines)
	return r.info(lines), nil
}

// Advise searches every legal move and returns their lines, the best first. It returns an error if
// the game is over.
func (e *Engine) Advise(ctx context.Context, q ai.Request) ([]ai.Line, error) {
	r, err := e.prepare(ctx, q)
	if err != nil {
		return nil, err
	}
	var done []ai.Line
	r.report = func(i ai.Info) {
		if len(i.Lines) == len(r.moves) {
			done = i.Lines
		}
	}
	r.run(len(r.moves))
	if done == nil {
		done = r.lines(len(r.moves))
	}
	return done, nil
}

// Limits of the root's search for wins by threats: its share of all nodes (1/threatPart), the nodes
// of the first attempt, the maximum number of nodes, and the longest win.
const (
	threatPart  = 10
	firstThreat = 2_000
	threatNodes = 60_000
	maxWinPlies = 31 // plies
)

// run searches with increasing depth until the depth or another limit is reached or the result is
// certain.
func (r *root) run(lines int) {
	b := r.b
	most := maxPly - 10
	if r.q.Limit.Depth > 0 {
		most = min(most, r.q.Limit.Depth)
	}
	threats := uint64(firstThreat)
	if r.maxNodes > 0 {
		threats = min(threats, r.maxNodes/threatPart)
	}
	spent, attacks := uint64(0), b.searchThreats && !b.passing && most > 3
	r.static[0] = r.eval()
	for d := 1; d <= most && !r.stopped; d++ {
		if attacks && spent*threatPart <= r.nodes && spent < threatNodes {
			before := r.nodes
			attacks = r.findThreats(most, lines, threats)
			spent += r.nodes - before
			threats *= 2
		}
		if lines > maxSequential {
			r.searchAll(d)
		}
		for i := range lines {
			if r.stopped || lines > maxSequential {
				break
			}
			r.search(i, d)
		}
		if r.stopped {
			break
		}
		r.depth = d
		r.notify(lines)
		if !slices.ContainsFunc(r.moves[:lines], func(m rootMove) bool { return !proved(m.value) || won-max(m.value, -m.value) > d+2 && d < 12 }) {
			break
		}
		if b.cells-b.stones <= d && b.opt.Captures == 0 {
			break // the search has reached all game ends
		}
	}
}

// findThreats searches for a win by threats within the given number of nodes and moves its first
// move to the front. It reports whether more nodes might find one. The win only counts as a depth
// if a single line is requested.
func (r *root) findThreats(most, lines int, nodes uint64) bool {
	n := r.threats.wins(min(most, maxWinPlies), nodes)
	if n == 0 || r.stopped {
		return r.threats.outOfNodes()
	}
	line := r.threats.line(n)
	if len(line) == 0 {
		return false // there was not enough time to compute the line
	}
	for i := range r.moves {
		if r.moves[i].cell == line[0] {
			m := r.moves[i]
			copy(r.moves[1:i+1], r.moves[:i])
			m.value, m.line, m.known = won-n, line, true
			r.moves[0] = m
			if lines == 1 {
				r.depth = n
			}
			r.notify(lines)
			return false
		}
	}
	return false
}

// maxSequential is the maximum number of lines whose best moves are searched one after the other,
// each among all remaining moves. For more lines, every move is searched separately.
const maxSequential = 8

// searchAll searches each move separately to the given depth and sorts the moves. The value of a
// far move is limited to that of the best other move.
func (r *root) searchAll(depth int) {
	for i := range r.moves {
		m := &r.moves[i]
		if m.known && proved(m.value) {
			continue
		}
		r.b.Play(m.cell)
		v := r.window(m, depth)
		r.b.Undo()
		if r.stopped {
			return
		}
		m.value, m.known = v, true
		m.line = append(append(m.line[:0], m.cell), r.pv[1][:r.length[1]]...)
	}
	best := -infinite
	for _, m := range r.moves {
		if !m.far {
			best = max(best, m.value)
		}
	}
	for i := range r.moves {
		if m := &r.moves[i]; m.far && best > -maxEstimate && !proved(m.value) {
			m.value = min(m.value, best)
		}
	}
	slices.SortStableFunc(r.moves, func(x, y rootMove) int { return cmp.Compare(y.value, x.value) })
}

// search searches the moves from index first to the given depth and moves the best one to that
// index.
func (r *root) search(first, depth int) {
	b := r.b
	alpha := -infinite
	if first == 0 && proved(r.moves[0].value) && r.moves[0].known && r.moves[0].value > 0 {
		alpha = r.moves[0].value // only a faster win is better
	}
	keepFirst := alpha > -infinite
	for i := first; i < len(r.moves); i++ {
		m := &r.moves[i]
		if i == first && keepFirst {
			continue
		}
		// Skip moves far from all stones, as the search below the root does. The estimate of an
		// isolated stone depends on how the edge cuts its lines (a third of a point more or less),
		// not on its usefulness.
		if i > first && m.far && alpha > -maxEstimate {
			continue
		}
		// Skip a move known to lose while other moves do not.
		if i > first && m.known && m.value <= -provedFrom && alpha > m.value {
			continue
		}
		b.Play(m.cell)
		var v int
		switch {
		case i == first:
			v = r.window(m, depth)
		default:
			red := 0
			if depth > 3 && i-first > 8 {
				red = min(int(reductions[min(depth, 31)][min(i-first, 63)]), depth-1)
			}
			v = -r.searcher.search(-alpha-1, -alpha, depth-1-red, 1, false)
			if v > alpha && red > 0 && !r.stopped {
				v = -r.searcher.search(-alpha-1, -alpha, depth-1, 1, false)
			}
			if v > alpha && !r.stopped {
				v = -r.searcher.search(-infinite, -alpha, depth-1, 1, false)
			}
		}
		b.Undo()
		if r.stopped {
			return
		}
		if i > first && v <= alpha {
			if v <= -provedFrom {
				m.value, m.known = v, true
			}
			continue
		}
		m.value, m.known = v, true
		m.line = append(append(m.line[:0], m.cell), r.pv[1][:r.length[1]]...)
		alpha = v
		if i > first {
			x := *m
			copy(r.moves[first+1:i+1], r.moves[first:i])
			r.moves[first] = x
			if first == 0 && depth > 5 && len(r.moves[0].line) > 0 {
				r.notify(1)
			}
		}
	}
}

// window searches a move with a window around its value at the previous depth, and widens the
// window if necessary.
func (r *root) window(m *rootMove, depth int) int {
	if !m.known || depth < 4 || m.value > maxEstimate || m.value < -maxEstimate {
		return -r.searcher.search(-infinite, infinite, depth-1, 1, false)
	}
	for low, high := 40, 40; ; {
		alpha, beta := m.value-low, m.value+high
		v := -r.searcher.search(-beta, -alpha, depth-1, 1, false)
		switch {
		case r.stopped || v > alpha && v < beta:
			return v
		case v <= alpha:
			low *= 5
		default:
			high *= 5
		}
		if low > 5000 || high > 5000 {
			return -r.searcher.search(-infinite, infinite, depth-1, 1, false)
		}
	}
}

// notify reports the current results.
func (r *root) notify(lines int) {
	if r.report != nil {
		r.report(r.info(lines))
	}
}

// info returns the current results.
func (r *root) info(lines int) ai.Info {
	i := ai.Info{Depth: r.depth, Nodes: r.nodes, Time: time.Since(r.started)}
	known := lines
	if r.depth == 0 && r.moves[0].known { // other moves have only been ordered
		known = 1
		for known < lines && r.moves[known].known {
			known++
		}
	}
	i.Lines = r.lines(known)
	i.Best = i.Lines[0]
	if r.q.Lines <= 1 && lines == 1 {
		i.Lines = nil
	}
	return i
}

// lines returns the lines of the first n moves.
func (r *root) lines(n int) (lines []ai.Line) {
	for n, m := range r.moves[:n] {
		l := ai.Line{Score: r.score(m, n)}
		for _, c := range m.line {
			l.Moves = append(l.Moves, r.b.move(c))
		}
		if len(m.line) == 0 {
			l.Moves = []rules.Move{r.b.move(m.cell)}
		}
		lines = append(lines, l)
	}
	return lines
}

// score converts the value of the nth move to an ai.Score.
func (r *root) score(m rootMove, n int) ai.Score {
	if !m.known || !proved(m.value) {
		return ai.Score{Value: float64(min(max(m.value, -maxEstimate), maxEstimate)) / 100}
	}
	plies := won - max(m.value, -m.value)
	s := ai.Score{Proved: true, Value: 1, Plies: plies, AtMost: plies > 5 || !r.b.rowsDecide && plies > 1}
	if m.value < 0 {
		s.Value, s.AtMost = -1, plies > 4 || !r.b.rowsDecide && plies > 2
	}
	return s
}

// Interface checks.
var (
	_ ai.Engine  = (*Engine)(nil)
	_ ai.Adviser = (*Engine)(nil)
)
