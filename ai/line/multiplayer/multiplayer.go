// Package multiplayer contains the engine "crowd" for alignment games of three or more players.
package multiplayer

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"
	"unsafe"

	"boardstudio/ai"
	"boardstudio/ai/line/board"
	"boardstudio/internal/huge"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Kind is the engine for games with three or more players. It searches its own moves with UCT and
// priors (Kocsis and Szepesvári 2006; Rosin 2011). It predicts the moves of its opponents from
// models of their play, and distinguishes players who block every threat from players who only
// watch the next player.
var Kind = ai.Kind{
	Name: "crowd", Title: "Among several",
	About:  "Searches in games of three or more players. Models each opponent by a simple policy, and relies on others to block.",
	Params: []rules.Param{ai.Hash(64)},
	Plays:  plays,
	Works: []ai.Work{
		thinkWork("three", rules.Params{"rows": "9", "cols": "9", "k": "4", "players": "3"}, 100_008),
		thinkWork("many", rules.Params{"rows": "20", "cols": "20", "k": "3", "players": "26"}, 100_048),
	},
	New: func(r rules.Rules, p rules.Params) (ai.Engine, error) {
		if err := plays(r); err != nil {
			return nil, err
		}
		return newUCT(r, p.Int("hash")), nil
	},
}

// newUCT returns an engine whose tree uses at most size MB.
func newUCT(r rules.Rules, size int) *uct {
	return &uct{boards: board.Maker(r), maxNodes: size << 20 / int(unsafe.Sizeof(node{}))}
}

// thinkWork returns the work of thinking at the start of a game, which takes the given number of
// nodes.
func thinkWork(name string, params rules.Params, nodes uint64) ai.Work {
	game := rules.Spec{Game: "morpion", Params: params}
	return ai.Work{Name: name, Game: game, Nodes: nodes, Do: func(ctx context.Context, r rules.Rules) (uint64, error) {
		info, err := newUCT(r, 64).Think(ctx, ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Nodes: 100_000}}, nil)
		if err == nil {
			err = ctx.Err()
		}
		return info.Nodes, err
	}}
}

func plays(r rules.Rules) error {
	if err := ai.Several(r); err != nil {
		return err
	}
	o := board.OptionsOf(r)
	if o == nil {
		return msg.Errorf("it plays alignment games only")
	}
	if o.Captures > 0 || o.Misere || o.K > board.MaxTuple || o.Exact != 0 && o.Topology != "plane" || o.Adjacent && o.Drop {
		return msg.Errorf("it only plays games won by a row of at most %d, without captures", board.MaxTuple)
	}
	return nil
}

// Search parameters, tuned by playing games.
const (
	rootWidth     = 16  // maximum number of own moves tried
	priorDecay    = 0.8 // ratio of a move's prior to the previous move's prior
	exploration   = 0.5 // weight of exploring rarely tried moves
	playoutRounds = 1   // number of rounds played from a new position before it is evaluated
	baseWorth     = 60  // constant added to the worth of each player's rows
	nearRowWorth  = 140 // worth of a row that lacks one symbol, which will probably be blocked
	tempoBonus    = 0.1 // bonus on the rows of the player to move, compared with the player furthest from its turn
	lostFactor    = 0.1 // factor on the share of a player who cannot prevent a row any more
)

// policy contains the settings that depend on the number of players. With few players, each blocks
// what it can, near the existing stones.
type policy struct {
	// With many players, each leaves threats to the players who block for everyone, and builds its
	// own rows on the whole board. It distinguishes players who block for everyone from players who
	// do not. To save time, playouts sample a single style of play for each move.
	many        bool
	exploration float32 // decreases with the number of players, like the expected result
}

// policyFor returns the policy for the given number of players.
func policyFor(players int) policy {
	const large = 5
	return policy{many: players >= large, exploration: exploration * min(1, float32(large-1)/float32(players))}
}

// uct is the engine. It reuses the memory of its tree in the next Think, but not the contents.
type uct struct {
	boards   func(ai.Request) *board.Board
	maxNodes int // maximum number of nodes in the tree

	b          *board.Board
	me         rules.Player
	opponents  opponentModel
	memory     *huge.Memory[node]
	tree       []node // allocated from memory
	path       []int32
	cells      []rules.Cell
	candidates []candidate
	rnd        *rand.PCG
	nodes      uint64
}

// node is a move in the tree. Its children are tree[first:first+children].
type node struct {
	cell     int16
	children int16
	// turn is the player to move after it. won is the known winner, as far as the search has
	// looked, or drawn for a draw, or unknown.
	turn, won int8
	first     int32
	visits    int32
	sum       float32 // sum of the results for the searching player, 1 for a win
	prior     float32
}

// Values of won that are not players.
const (
	unknown int8 = -1
	drawn   int8 = rules.MaxPlayers
)

// candidate is a cell that may be played.
type candidate struct {
	cell  rules.Cell
	worth int32
	prior float32
}

// byWorth orders candidates by decreasing worth, then by cell.
func byWorth(x, y candidate) int {
	return cmp.Or(cmp.Compare(y.worth, x.worth), cmp.Compare(x.cell, y.cell))
}

// Think searches until a limit is reached or the best move is certain. It returns an error if the
// game is over.
func (e *uct) Think(ctx context.Context, q ai.Request, report func(ai.Info)) (ai.Info, error) {
	began := time.Now()
	p, err := q.Position()
	if err != nil {
		return ai.Info{}, err
	}
	moves := slices.Collect(p.Moves())
	if len(moves) == 0 {
		return ai.Info{}, msg.Errorf("the game is over")
	}
	if q.Limit.Depth > 0 && q.Limit.Nodes == 0 && q.Limit.Time == 0 {
		q.Limit.Nodes = uint64(q.Limit.Depth) * 10_000 // Depth is not a natural limit for this search
	}
	out := ai.Until(ctx, began, q.Limit.Span(len(moves)))
	e.begin(q, out)
	if l, ok := e.certainWin(); ok && q.Lines <= 1 {
		return ai.Info{Best: l, Depth: l.Score.Plies, Nodes: e.nodes + 1, Time: time.Since(began)}, nil
	}
	last := began
	e.expand(0, q.Lines > rootWidth)
	for (q.Limit.Nodes == 0 || e.nodes < q.Limit.Nodes) && e.tree[0].won == unknown && !(e.nodes > 0 && out()) {
		e.simulate()
		if report != nil && e.nodes&127 == 0 && time.Since(last) > 100*time.Millisecond {
			last = time.Now()
			report(e.info(q, moves, began))
		}
	}
	return e.info(q, moves, began), nil
}

// Advise returns every legal move with its expected result, the best first.
func (e *uct) Advise(ctx context.Context, q ai.Request) ([]ai.Line, error) {
	q.Lines = math.MaxInt
	i, err := e.Think(ctx, q, nil)
	return i.Lines, err
}

// begin prepares the search of the requested position.
func (e *uct) begin(q ai.Request, out func() bool) {
	if e.tree == nil {
		n := len(q.Rules.Board().Cells)
		e.memory = huge.Make[node](e.maxNodes)
		e.tree, e.cells, e.candidates, e.path = e.memory.Values[:0], make([]rules.Cell, 0, n), make([]candidate, 0, 2*n), make([]int32, 0, n+1)
	}
	e.opponents.learn(e.boards(ai.Request{Rules: q.Rules, Start: q.Start}), q.Moves, out)
	e.b = e.boards(q)
	e.me = e.b.Turn()
	e.opponents.combine(e.me)
	e.rnd = rand.NewPCG(q.Seed, 0)
	e.nodes = 0
	e.tree = append(e.tree[:0], node{turn: int8(e.me), won: unknown})
}

// certainWin returns a win that the opponents cannot prevent, if there is one: completing a row, or
// creating more threats than there are opponents to block them. If pieces fall, only completing a
// row is certain, because replies can open cells.
func (e *uct) certainWin() (l ai.Line, ok bool) {
	b, me := e.b, e.me
	if e.cells = b.Completing(e.cells[:0], me); len(e.cells) > 0 {
		return ai.Line{Moves: []rules.Move{rules.Place(b.Column(e.cells[0]))}, Score: ai.Score{Proved: true, Value: 1, Plies: 1}}, true
	}
	if b.Options.Drop {
		return l, false
	}
	e.candidates = e.candidates[:0]
	for _, t := range b.Lacking(me, 2) {
		x, y := b.Gaps(t)
		e.candidates = append(e.candidates, candidate{cell: x}, candidate{cell: y})
	}
	slices.SortFunc(e.candidates, byWorth)
	e.candidates = slices.CompactFunc(e.candidates, func(x, y candidate) bool { return x.cell == y.cell })
	for _, x := range e.candidates {
		if !b.Play(rules.Place(x.cell)) {
			continue
		}
		e.cells = b.Completing(e.cells[:0], me)
		n, most := len(e.cells), b.Options.Players
		if ok = n >= most; ok {
			for p := range rules.Player(most) {
				if p != me && ok {
					ok = len(b.Completing(e.cells[n:n], p)) == 0
				}
			}
		}
		b.Undo()
		if ok {
			l.Moves = append(l.Moves, rules.Place(x.cell))
			for _, c := range e.cells[:most] {
				l.Moves = append(l.Moves, rules.Place(c))
			}
			l.Score = ai.Score{Proved: true, Value: 1, Plies: most + 1}
			return l, true
		}
	}
	return l, false
}

// simulate descends the tree to a new position, plays on from there and updates the path with the
// result.
func (e *uct) simulate() {
	b := e.b
	e.path = append(e.path[:0], 0)
	i, plies := int32(0), 0
	n := &e.tree[0]
	// After a new position of an opponent, continue until the searching player is to move.
	for expanded := false; ; {
		if n.children == 0 {
			if n.turn = int8(b.Turn()); n.won != unknown || b.Ended() || expanded && b.Turn() == e.me || len(e.tree)+max(rootWidth, maxPredictions) > cap(e.tree) {
				break
			}
			e.expand(i, false)
			n = &e.tree[i]
			if expanded = true; b.Turn() == e.me {
				break
			}
		}
		if n.won != unknown {
			break
		}
		i = e.choose(i)
		n = &e.tree[i]
		e.play(rules.Cell(n.cell))
		plies++
		e.nodes++
		e.path = append(e.path, i)
	}
	if b.Ended() && n.won == unknown {
		n.won = drawn
		for p := range int8(b.Options.Players) {
			if b.Winners().Has(rules.Player(p)) {
				n.won = p
			}
		}
	}
	var share float32
	if n.won != unknown {
		share = e.worth(n.won)
	} else {
		plies += e.playout()
		share = e.share()
	}
	for range plies {
		b.Undo()
	}
	for k := len(e.path) - 1; k >= 0; k-- {
		n := &e.tree[e.path[k]]
		n.visits++
		n.sum += share
		if k > 0 && n.won != unknown {
			e.propagate(&e.tree[e.path[k-1]])
		}
	}
}

func (e *uct) play(c rules.Cell) { e.b.Play(rules.Place(e.b.Column(c))) }

// playout plays on until the searching player is to move, and then playoutRounds more rounds. It
// returns the number of moves.
func (e *uct) playout() (plies int) {
	b := e.b
	for left := playoutRounds; !b.Ended(); plies++ {
		if b.Turn() == e.me {
			if left == 0 {
				break
			}
			left--
			e.play(e.best())
		} else {
			e.play(e.opponents.draw(b, e.rnd))
		}
		e.nodes++
	}
	return plies
}

// best returns the most valuable cell for the player to move, among the required blocks if there
// are any.
func (e *uct) best() rules.Cell {
	b := e.b
	if e.cells = b.Completing(e.cells[:0], b.Turn()); len(e.cells) > 0 {
		return e.cells[0]
	}
	top := candidate{cell: rules.NoCell}
	add := func(c rules.Cell) {
		if x := (candidate{cell: c, worth: e.opponents.policy.ownWorth(b, c)}); top.cell == rules.NoCell || byWorth(x, top) < 0 {
			top = x
		}
	}
	if must := e.opponents.policy.mustBlock(b, e.cells[:0], e.opponents.guards); len(must) > 0 {
		for _, c := range must {
			add(c)
		}
	} else {
		e.opponents.policy.forCandidates(b, add)
	}
	return top.cell
}

// requiredBlocks returns the cells of which the player to move must take one, or a later player
// completes a row. It returns nil if the players in between can block all threats. A guard blocks
// the threats of all players, any other player only those of the player after it. requiredBlocks
// collects the completing cells of each player in turn, until their number reaches the number of
// blocks before that player's turn. lost reports whether it exceeds that number.
//
// If outsiders is set, it ignores the completing cells of guards and returns the first set that
// requires a block. It returns nil and true if it reaches a guard that the player before it cannot
// stop from winning.
func requiredBlocks(b *board.Board, cells []rules.Cell, guards rules.Players, outsiders bool) (must []rules.Cell, lost bool) {
	p := b.Turn()
	blocks, guard := 1, true // whether the player before p also blocks threats of players after p
	for range b.Options.Players - 1 {
		if p++; int(p) == b.Options.Players {
			p = 0
		}
		n, guarded := len(cells), guard
		cells = b.Completing(cells, p)
		more := len(cells) - n
		if guard = guards.Has(p); guard && outsiders {
			if more > 1 || more == 1 && guarded { // unless it is a guard, the player before p blocks one cell
				return nil, true
			}
			cells, more = cells[:n], 0
		}
		if more > 0 && !guarded {
			blocks++
		}
		if over := len(cells) - blocks; over >= 0 {
			if len(must) == 0 && !(outsiders && over > 0) {
				must = cells
			}
			if outsiders || over > 0 {
				return must, over > 0
			}
		}
		if guard {
			blocks++
		}
	}
	return must, false
}

// mustBlock returns the blocking cells to choose from for the player to move. If it is lost among
// guards and outsiders, it need not block for the guards: it blocks the outsiders up to the first
// guard that can win, and otherwise builds its own rows.
func (p policy) mustBlock(b *board.Board, cells []rules.Cell, guards rules.Players) []rules.Cell {
	must, lost := requiredBlocks(b, cells, guards, false)
	if lost && p.many {
		must, _ = requiredBlocks(b, cells, guards, true)
	}
	return must
}

// ownWorth rates a cell for the player to move if no block is required.
func (p policy) ownWorth(b *board.Board, c rules.Cell) int32 {
	if p.many {
		return b.FreeWorth(c)*4 + b.RowWorth(b.Turn(), c)
	}
	return b.Rate(c)
}

// worth returns the value of a win of w for the searching player.
func (e *uct) worth(w int8) float32 {
	switch w {
	case drawn:
		return 1 / float32(e.b.Options.Players)
	case int8(e.me):
		return 1
	}
	return 0
}

// share evaluates a position with the searching player to move, or a finished game. It returns the
// player's share of the total worth of all rows.
func (e *uct) share() float32 {
	b := e.b
	switch {
	case b.Ended() && b.Winners() == 0:
		return e.worth(drawn)
	case b.Ended() && b.Winners().Has(e.me):
		return 1
	case b.Ended():
		return 0
	}
	if e.cells = b.Completing(e.cells[:0], b.Turn()); len(e.cells) > 0 {
		return 1
	}
	n, p := b.Options.Players, int(e.me)
	var mine, all float32
	for d := range n {
		v := max(b.Scores()[p]-int32(len(b.Lacking(rules.Player(p), 1)))*(b.RowScores()[b.Options.K-1]-nearRowWorth), 0)
		s := baseWorth + float32(v)*(1+tempoBonus*float32(n-d)/float32(n))
		if all += s; d == 0 {
			mine = s
		}
		if p++; p == n {
			p = 0
		}
	}
	if _, lost := requiredBlocks(b, e.cells[:0], e.opponents.guards, false); lost {
		mine *= lostFactor
	}
	return mine / all
}

// propagate updates n.won from its children: it is the player to move if that player has a winning
// move, or else the common winner of all moves. Only likely moves of opponents are searched, so a
// win of the searching player is not certain.
func (e *uct) propagate(n *node) {
	list := e.tree[n.first : n.first+int32(n.children)]
	won, mine := list[0].won, 0
	for k := range list {
		switch w := list[k].won; w {
		case n.turn:
			n.won = w
			return
		case unknown:
			won = unknown
		case int8(e.me):
			mine++
		case drawn:
			if won != unknown {
				won = w
			}
		}
	}
	if mine == 0 || mine == len(list) {
		n.won = won
	}
}

// choose returns the child to visit next. Moves of opponents are visited in proportion to their
// probability, and own moves by the highest upper confidence bound.
func (e *uct) choose(i int32) int32 {
	n := &e.tree[i]
	list := e.tree[n.first : n.first+int32(n.children)]
	own := n.turn == int8(e.me)
	mean, root := n.sum/float32(max(n.visits, 1)), e.opponents.policy.exploration*float32(math.Sqrt(float64(n.visits)))
	best, top := int32(0), float32(-1)
	for k := range list {
		c := &list[k]
		v := c.prior / float32(1+c.visits)
		if own {
			if c.won != unknown && c.won != drawn {
				continue // the move loses; a win would have ended the search here
			}
			hope := mean
			if c.visits > 0 {
				hope = c.sum / float32(c.visits)
			}
			v = hope + root*v
		}
		if v > top {
			best, top = int32(k), v
		}
	}
	return n.first + best
}

// expand adds children to node i for the position on the board. They are the best moves of the
// searching player (or all), or the likely moves of an opponent.
func (e *uct) expand(i int32, all bool) {
	b := e.b
	list := e.candidates[:0]
	if b.Turn() != e.me {
		list = e.opponents.predict(b)
	} else {
		add := func(c rules.Cell) { list = append(list, candidate{cell: c, worth: b.Rate(c)}) }
		must := b.Completing(e.cells[:0], b.Turn())
		if len(must) == 0 {
			guards := e.opponents.guards
			if guards != allPlayers {
				if _, lost := requiredBlocks(b, must, guards, false); !lost {
					guards = allPlayers
				}
			}
			must = e.opponents.policy.mustBlock(b, must, guards)
		}
		switch {
		case all:
			for m := range rules.Cell(b.Cells) {
				if c := b.Landing(rules.Place(m)); c != rules.NoCell && b.Allowed(c) {
					add(c)
				}
			}
		case len(must) > 0:
			for _, c := range must {
				add(c)
			}
		default:
			e.opponents.policy.forCandidates(b, add)
		}
		slices.SortFunc(list, byWorth)
		e.candidates = list
		if !all {
			if e.opponents.policy.many {
				e.interleave(list)
			}
			list = list[:min(len(list), rootWidth)]
		}
		setPriors(list, priorDecay, 1)
	}
	n := &e.tree[i]
	n.first, n.children = int32(len(e.tree)), int16(len(list))
	for _, x := range list {
		e.tree = append(e.tree, node{cell: int16(x.cell), won: unknown, prior: x.prior})
	}
}

// interleave moves the cells with the best own rows to every second place among the candidates that
// are tried. If many players have threats, these cells would otherwise come after all the blocks.
func (e *uct) interleave(list []candidate) {
	b := e.b
	for k := 0; k < min(len(list), rootWidth); k += 2 {
		top := k
		for j := k + 1; j < len(list); j++ {
			if e.opponents.policy.ownWorth(b, list[j].cell) > e.opponents.policy.ownWorth(b, list[top].cell) {
				top = j
			}
		}
		x := list[top]
		copy(list[k+1:top+1], list[k:top])
		list[k] = x
	}
}

// setPriors sets decreasing priors whose sum is total. Each is part times the one before it.
func setPriors(list []candidate, part, total float32) {
	sum, w := float32(0), float32(1)
	for range list {
		sum += w
		w *= part
	}
	w = total / sum
	for k := range list {
		list[k].prior = w
		w *= part
	}
}

// info returns the moves ordered by the number of visits, with their results.
func (e *uct) info(q ai.Request, legal []rules.Move, began time.Time) ai.Info {
	i := ai.Info{Nodes: e.nodes, Time: time.Since(began)}
	root := &e.tree[0]
	tried := slices.Clone(e.tree[root.first : root.first+int32(root.children)])
	rank := func(c *node) float64 {
		switch {
		case c.won == int8(e.me):
			return math.MaxInt32 + 1
		case c.won != unknown && c.won != drawn:
			if e.opponents.policy.many {
				return float64(c.prior) - math.MaxInt32
			}
			return float64(c.visits) - math.MaxInt32
		}
		return float64(c.visits)
	}
	slices.SortStableFunc(tried, func(x, y node) int {
		return cmp.Or(cmp.Compare(rank(&y), rank(&x)), cmp.Compare(y.sum, x.sum))
	})
	sure, win := e.certainWin()
	if win {
		i.Lines = append(i.Lines, sure)
	}
	for k := range tried {
		if l := e.lineOf(tried[k]); !win || l.Moves[0] != sure.Moves[0] {
			i.Lines = append(i.Lines, l)
		}
	}
	if q.Lines > len(i.Lines) { // add the moves that were not considered
		for _, m := range legal {
			if !slices.ContainsFunc(i.Lines, func(l ai.Line) bool { return l.Moves[0] == m }) {
				i.Lines = append(i.Lines, ai.Line{Moves: []rules.Move{m}, Score: e.score(0)})
			}
		}
	}
	i.Best = i.Lines[0]
	i.Depth = len(i.Best.Moves)
	if i.Lines = i.Lines[:min(q.Lines, len(i.Lines))]; q.Lines <= 1 {
		i.Lines = nil
	}
	return i
}

// score returns the score of a share. The remainder is divided equally among the opponents.
func (e *uct) score(share float64) ai.Score {
	s := ai.Score{Value: share}
	for p := range rules.Player(e.b.Options.Players) {
		x := share
		if p != e.me {
			x = (1 - share) / float64(e.b.Options.Players-1)
		}
		s.Shares = append(s.Shares, x)
	}
	return s
}

// lineOf returns the line of the most visited moves from c.
func (e *uct) lineOf(c node) ai.Line {
	l := ai.Line{Score: e.score(float64(c.sum) / float64(max(c.visits, 1)))}
	for {
		l.Moves = append(l.Moves, rules.Place(e.b.Column(rules.Cell(c.cell))))
		next := -1
		list := e.tree[c.first : c.first+int32(c.children)]
		for k := range list {
			if list[k].visits > 0 && (next < 0 || list[k].visits > list[next].visits) {
				next = k
			}
		}
		if next < 0 {
			return l
		}
		c = list[next]
	}
}

// Interface checks.
var (
	_ ai.Engine  = (*uct)(nil)
	_ ai.Adviser = (*uct)(nil)
)
