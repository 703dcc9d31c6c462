package search

import (
	"math"
	"slices"
	"time"

	"boardstudio/ai"
	"boardstudio/rules"
)

// rootMove is a move of the position asked about, and what is known of it.
type rootMove struct {
	ai.Line
	value int
	whole bool // the value is the true one: it rests on no estimate
}

// root searches from the position asked about.
type root struct {
	*searcher
	q       ai.Request
	moves   []rootMove // the best found so far in front
	wide    int        // so many of them are searched; the rest only if all those lose
	forced  bool       // the rest is known to be no better
	partly  bool       // not all moves have been searched yet
	started time.Time
	depth   int
	report  func(ai.Info)
	early   bool // a better move is reported before its depth has been searched to the end
}

// newRoot lists the legal moves, best guess first, equals in an order that the seed gives.
func newRoot(s *searcher, q ai.Request, p rules.Position, order []int) *root {
	legal := slices.Collect(p.Moves())
	r := &root{searcher: s, q: q, started: time.Now()}
	c := &s.list[0]
	c.moves = s.b.Forced(c.moves[:0])
	c.worth = make([]int32, len(c.moves))
	if r.forced = len(c.moves) > 0; !r.forced {
		s.candidates(c, 2)
	}
	worth := make(map[rules.Move]int32, len(c.moves))
	for i, m := range c.moves {
		worth[m] = c.worth[i]
	}
	for _, i := range order {
		if _, listed := worth[legal[i]]; listed {
			r.add(legal[i])
		}
	}
	slices.SortStableFunc(r.moves, func(a, b rootMove) int {
		return int(worth[b.Moves[0]] - worth[a.Moves[0]])
	})
	if r.wide = len(r.moves); s.wide > 0 {
		r.wide = min(r.wide, 2*s.wide)
	}
	for _, i := range order {
		if _, listed := worth[legal[i]]; !listed {
			r.add(legal[i])
		}
	}
	if r.wide == 0 {
		r.wide = len(r.moves)
	}
	return r
}

func (r *root) add(m rules.Move) {
	r.moves = append(r.moves, rootMove{Line: ai.Line{Moves: []rules.Move{m}}})
}

// run deepens until the depth, the limits or certainty.
func (r *root) run(depth, lines int) {
	lines = min(max(lines, 1), len(r.moves))
	if lines > 1 && r.forced {
		// The rest is no better than the best, but may be better than the next.
		r.wide, r.forced = len(r.moves), false
	}
	r.wide = max(r.wide, lines)
	first := 1
	if r.exact && r.q.Limit == (ai.Limit{Depth: depth}) {
		first = depth // nothing can end it before, so only what it finds there counts
	}
	for d := first; d <= min(depth, maxPly-2) && !r.stopped; d++ {
		for i := 0; i < lines && !r.stopped; i++ {
			r.line(d, i, lines)
		}
		if r.stopped {
			break
		}
		r.depth = d
		r.tell(lines)
		if r.settled(d, lines) {
			break
		}
	}
	if !r.stopped {
		r.sharpen(lines, depth)
	}
}

// settled reports whether looking deeper cannot, or need not, change anything.
func (r *root) settled(depth, lines int) bool {
	certain := 0
	for _, m := range r.moves[:lines] {
		if m.whole || proved(m.value) && r.b.Most() == 0 && plies(m.value) <= 2*depth {
			certain++
		}
	}
	return certain == lines
}

// line searches the moves from index first on and puts the best there. So many lines are reported with a better one that it finds, the others
// as the depth before has left them.
func (r *root) line(depth, first, lines int) {
	alpha, before := -infinite, r.estimates
	r.partly = first == 0
	for i := first; i < len(r.moves); i++ {
		if i == r.wide {
			if alpha > -won+1<<plyBits {
				break
			}
			r.wide = len(r.moves)
		}
		v, ok := r.scout(r.moves[i].Moves[0], alpha, depth)
		if !ok {
			return
		}
		if v <= alpha {
			continue
		}
		alpha = v
		r.put(first, i, v)
		if i > first && first == 0 && r.early {
			if r.depth == 0 {
				lines = 1 // nothing is known of the others
			}
			r.tell(lines)
		}
	}
	r.partly = false
	// That others are no better must not rest on an estimate either.
	m := &r.moves[first]
	m.whole = r.estimates == before && (r.forced || r.wide == len(r.moves))
	r.score(m)
}

// put moves the move at index i, of which the search has just found the value v,
// forward to index first.
func (r *root) put(first, i, v int) {
	m := r.moves[i]
	m.value, m.whole = v, false
	if m.Moves = append(m.Moves[:1:1], r.pv[1]...); !r.exact {
		m.Moves = r.extend(m.Moves)
	}
	r.score(&m)
	copy(r.moves[first+1:i+1], r.moves[first:i])
	r.moves[first] = m
}

// score fills in the score of m for others: of what is proved, how far the end
// is only as far as that is proved too.
func (r *root) score(m *rootMove) {
	if r.exact {
		m.Score = score(m.value, 2)
		return
	}
	s := score(m.value, r.players)
	switch {
	case s.Proved && m.whole:
		if r.q.Rules.Board().Counted() {
			s.Margin = margin(m.value)
		}
	case s.Proved && s.Value < 0 && r.partly:
		// This move loses, but the others have not been searched.
		s = ai.Score{Value: -maxEstimate / 100}
	case s.Proved && r.b.Most() > 0:
		s.Plies = 0 // another margin may come about sooner or later
	case s.Proved:
		s.AtMost = true
	case m.whole && m.value == 0 && r.players == 2:
		s.Proved = true
	}
	s.Shares = r.shares(m.Moves, m.value)
	m.Score = s
}

// scout searches one move of the root to see whether it scores more than
// alpha, and how much then. It reports false when time ran out.
func (r *root) scout(m rules.Move, alpha, depth int) (v int, ok bool) {
	if alpha > -infinite && !r.each() {
		if v, ok = r.value(m, alpha, alpha+1, depth); !ok || v <= alpha {
			return v, ok
		}
	}
	return r.value(m, alpha, infinite, depth)
}

// value searches one move of the root. It reports false when time ran out.
func (r *root) value(m rules.Move, alpha, beta, depth int) (v int, ok bool) {
	if !r.b.Play(m) {
		// The rules list it, so the board is at fault: leave the move out.
		return -infinite, true
	}
	defer r.b.Undo()
	if r.each() {
		v = r.worths(depth-1, 1)[r.me]
	} else {
		v = r.child(alpha, beta, depth-1, 1, true)
	}
	return v, !r.stopped
}

// extend goes on with a line that the search broke off because the table knew
// the rest: the table tells how, as far as it remembers. It is for people only.
func (r *root) extend(line []rules.Move) []rules.Move {
	played := 0
	for i := 0; i < maxPly; i++ {
		if i == len(line) {
			e, known := r.table.find(r.b.Hash())
			if !known || e.bound != exact {
				break
			}
			line = append(line, e.move)
		}
		if !r.b.Play(line[i]) {
			line = line[:i]
			break
		}
		played++
		if over, _, _ := r.b.Over(); over {
			break
		}
	}
	for range played {
		r.b.Undo()
	}
	return line
}

// shares returns what each seat may expect where more than two play: the one that asks by the value that the search has found, so that
// shares order moves as the search does, the others of the rest by the board's estimates at the end of the line.
func (r *root) shares(line []rules.Move, value int) []float64 {
	if r.players <= 2 {
		return nil
	}
	n := 0
	for _, x := range line {
		if over, _, _ := r.b.Over(); over || !r.b.Play(x) {
			break
		}
		n++
	}
	over, winners, _ := r.b.Over()
	worth, sum := make([]float64, r.players), 0.0
	for i := range worth {
		switch p := rules.Player(i); {
		case p == r.me:
			continue
		case !over:
			worth[i] = odds(r.b.Eval(p))
		case winners.Has(p) || winners == 0 || winners == rules.Of(r.me):
			worth[i] = 1
		}
		sum += worth[i]
	}
	for range n {
		r.b.Undo()
	}
	own := odds(value)
	own /= own + float64(r.players-1)
	if proved(value) {
		own = 0
		if value > 0 {
			own = 1
		}
	}
	for i := range worth {
		worth[i] *= (1 - own) / sum
	}
	worth[r.me] = own
	return worth
}

// odds is how much more likely a seat wins with that estimate than with none.
func odds(v int) float64 { return math.Exp(min(max(float64(v)/400, -9), 9)) }

func (r *root) tell(lines int) {
	if r.report != nil {
		r.report(r.info(lines))
	}
}

// info tells what is known so far. What it returns is the receiver's to keep.
func (r *root) info(lines int) ai.Info {
	i := ai.Info{Depth: r.depth, Nodes: r.nodes, Time: time.Since(r.started), Best: r.moves[0].Line}
	i.Best.Moves = slices.Clone(i.Best.Moves)
	if lines > 1 {
		for _, m := range r.moves[:lines] {
			l := m.Line
			l.Moves = slices.Clone(l.Moves)
			i.Lines = append(i.Lines, l)
		}
	}
	return i
}
