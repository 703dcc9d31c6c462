package line

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"
	"unsafe"

	"boardstudio/ai"
	"boardstudio/internal/huge"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Crowd is the player of games for three and more. It searches its own moves (UCT with priors: Kocsis and Szepesvári 2006, Rosin 2011), and takes the
// others for what they have shown themselves to be: those who block whatever is about to be completed, and those who see to the next player only.
var Crowd = ai.Kind{
	Name: "crowd", Title: "Among several",
	About:  "For three and more players who make rows: tries its moves against what each of the others usually replies, and leaves to others what they have to block.",
	Params: []rules.Param{ai.Hash(64)},
	Plays:  crowded,
	Works: []ai.Work{
		among("three", rules.Params{"rows": "9", "cols": "9", "k": "4", "players": "3"}, 100_008),
		among("many", rules.Params{"rows": "20", "cols": "20", "k": "3", "players": "26"}, 100_048),
	},
	New: func(r rules.Rules, p rules.Params) (ai.Engine, error) {
		if err := crowded(r); err != nil {
			return nil, err
		}
		return newCrowd(r, p.Int("hash")), nil
	},
}

// newCrowd returns an engine whose tree takes so many MB.
func newCrowd(r rules.Rules, size int) *crowd {
	return &crowd{boards: Maker(r), most: size << 20 / int(unsafe.Sizeof(branch{}))}
}

// among is the work of thinking about so many positions at the start of a game.
func among(name string, params rules.Params, nodes uint64) ai.Work {
	game := rules.Spec{Game: "morpion", Params: params}
	return ai.Work{Name: name, Game: game, Nodes: nodes, Do: func(ctx context.Context, r rules.Rules) (uint64, error) {
		info, err := newCrowd(r, 64).Think(ctx, ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Nodes: 100_000}}, nil)
		if err == nil {
			err = ctx.Err()
		}
		return info.Nodes, err
	}}
}

func crowded(r rules.Rules) error {
	if err := ai.Several(r); err != nil {
		return err
	}
	o := optionsOf(r)
	if o == nil {
		return msg.Errorf("it plays alignment games only")
	}
	if o.Captures > 0 || o.Misere || o.K > maxTuple || o.Exact != 0 && o.Topology != "plane" || o.Adjacent && o.Drop {
		return msg.Errorf("it plays games in which whoever makes a row of up to %d wins, without captures", maxTuple)
	}
	return nil
}

// What the search goes by; the values were found by playing.
const (
	wideRoot  = 16  // how many moves of its own it tries
	fades     = 0.8 // the prior of a move, as a part of that of the move before it
	curiosity = 0.5 // how much is risked on moves that were tried seldom
	rounds    = 1   // how often all play on from a new position, before it is valued
	ground    = 60  // what everybody's rows are worth beside those that there are
	lacksOne  = 140 // the worth of a row that lacks one symbol, which is about to be blocked
	early     = 0.1 // how much more the rows of the player to move count than those of who was last
	late      = 0.1 // what is left of the hopes of one who can no longer keep another from a row
)

// table is how the number of players changes what serves each of them. Where there are few, each blocks what it can, near the stones that there are.
type table struct {
	// Where there are many, each leaves rows to those who block for everybody, who are told from the rest, and looks after its own on the whole board;
	// play-outs work out one manner that they draw, since all of them take long.
	many    bool
	curious float32 // curiosity: what there is to be hoped for falls with the number of players
}

// tableFor describes a table of so many players.
func tableFor(players int) table {
	const large = 5
	return table{many: players >= large, curious: curiosity * min(1, float32(large-1)/float32(players))}
}

// crowd is the engine. Its tree is used again by the next Think, but nothing of what is in it.
type crowd struct {
	boards func(ai.Request) *Board
	most   int // branches

	b      *Board
	me     rules.Player
	others others
	memory *huge.Memory[branch]
	tree   []branch // in memory
	path   []int32
	cells  []rules.Cell
	picks  []pick
	rnd    *rand.PCG
	nodes  uint64
}

// branch is a move in the tree. Its children are tree[first:first+children].
type branch struct {
	cell     int16
	children int16
	// turn is who is to move after it. won is who wins from there on, as far as was looked: free while nobody does, everybody for a draw.
	turn, won int8
	first     int32
	visits    int32
	sum       float32 // what came of the visits for the one who thinks: 1 for a win
	prior     float32
}

// everybody stands for a draw.
const everybody int8 = rules.MaxPlayers

// pick is a cell that may be played.
type pick struct {
	cell  rules.Cell
	worth int32
	prior float32
}

// before puts picks into the order of their worth, equals in that of the board.
func before(x, y pick) int { return cmp.Or(cmp.Compare(y.worth, x.worth), cmp.Compare(x.cell, y.cell)) }

// Think searches until a limit is reached, or the best move is clear.
func (e *crowd) Think(ctx context.Context, q ai.Request, report func(ai.Info)) (ai.Info, error) {
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
		q.Limit.Nodes = uint64(q.Limit.Depth) * 10_000 // it has no depth of its own
	}
	out := ai.Until(ctx, began, q.Limit.Span(len(moves)))
	e.begin(q, out)
	if l, ok := e.certain(); ok && q.Lines <= 1 {
		return ai.Info{Best: l, Depth: l.Score.Plies, Nodes: e.nodes + 1, Time: time.Since(began)}, nil
	}
	last := began
	e.grow(0, q.Lines > wideRoot)
	for (q.Limit.Nodes == 0 || e.nodes < q.Limit.Nodes) && e.tree[0].won == free && !(e.nodes > 0 && out()) {
		e.visit()
		if report != nil && e.nodes&127 == 0 && time.Since(last) > 100*time.Millisecond {
			last = time.Now()
			report(e.info(q, moves, began))
		}
	}
	return e.info(q, moves, began), nil
}

// Advise returns every legal move with what is to be hoped from it, the best first.
func (e *crowd) Advise(ctx context.Context, q ai.Request) ([]ai.Line, error) {
	q.Lines = math.MaxInt
	i, err := e.Think(ctx, q, nil)
	return i.Lines, err
}

// begin sets up the position of the request.
func (e *crowd) begin(q ai.Request, out func() bool) {
	if e.tree == nil {
		n := len(q.Rules.Board().Cells)
		e.memory = huge.Make[branch](e.most)
		e.tree, e.cells, e.picks, e.path = e.memory.Values[:0], make([]rules.Cell, 0, n), make([]pick, 0, 2*n), make([]int32, 0, n+1)
	}
	e.others.learn(e.boards(ai.Request{Rules: q.Rules, Start: q.Start}), q.Moves, out)
	e.b = e.boards(q)
	e.me = e.b.turn
	e.others.gather(e.me)
	e.rnd = rand.NewPCG(q.Seed, 0)
	e.nodes = 0
	e.tree = append(e.tree[:0], branch{turn: int8(e.me), won: free})
}

// certain returns a win that nobody can prevent: by completing a row, or by threatening to complete rows in more cells than there are others to block
// them. What falls can open cells, so there only the first is certain.
func (e *crowd) certain() (l ai.Line, ok bool) {
	b, me := e.b, e.me
	if e.cells = b.completes(e.cells[:0], me); len(e.cells) > 0 {
		return ai.Line{Moves: []rules.Move{rules.Place(b.column(e.cells[0]))}, Score: ai.Score{Proved: true, Value: 1, Plies: 1}}, true
	}
	if b.opt.Drop {
		return l, false
	}
	e.picks = e.picks[:0]
	for _, t := range b.lists[2*int(me)+1].tuples {
		x, y := b.pairOf(t)
		e.picks = append(e.picks, pick{cell: x}, pick{cell: y})
	}
	slices.SortFunc(e.picks, before)
	e.picks = slices.CompactFunc(e.picks, func(x, y pick) bool { return x.cell == y.cell })
	for _, x := range e.picks {
		if !b.Play(rules.Place(x.cell)) {
			continue
		}
		e.cells = b.completes(e.cells[:0], me)
		n, most := len(e.cells), b.opt.Players
		if ok = n >= most; ok {
			for p := range rules.Player(most) {
				if p != me && ok {
					ok = len(b.completes(e.cells[n:n], p)) == 0
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

// visit goes down the tree to a position that is new, lets all play on from there, and notes what came of it.
func (e *crowd) visit() {
	b := e.b
	e.path = append(e.path[:0], 0)
	i, plies := int32(0), 0
	n := &e.tree[0]
	// A new position of another is gone on from, until it is the turn of the one who thinks.
	for grown := false; ; {
		if n.children == 0 {
			if n.turn = int8(b.turn); n.won != free || b.over || grown && b.turn == e.me || len(e.tree)+max(wideRoot, most) > cap(e.tree) {
				break
			}
			e.grow(i, false)
			n = &e.tree[i]
			if grown = true; b.turn == e.me {
				break
			}
		}
		if n.won != free {
			break
		}
		i = e.choose(i)
		n = &e.tree[i]
		e.play(rules.Cell(n.cell))
		plies++
		e.nodes++
		e.path = append(e.path, i)
	}
	if b.over && n.won == free {
		n.won = everybody
		for p := range int8(b.opt.Players) {
			if b.winner.Has(rules.Player(p)) {
				n.won = p
			}
		}
	}
	var share float32
	if n.won != free {
		share = e.worth(n.won)
	} else {
		plies += e.playOn()
		share = e.share()
	}
	for range plies {
		b.Undo()
	}
	for k := len(e.path) - 1; k >= 0; k-- {
		n := &e.tree[e.path[k]]
		n.visits++
		n.sum += share
		if k > 0 && n.won != free {
			e.settle(&e.tree[e.path[k-1]])
		}
	}
}

func (e *crowd) play(c rules.Cell) { e.b.Play(rules.Place(e.b.column(c))) }

// playOn lets all play on until it is the turn of the one who thinks, and from there so many rounds. It returns the number of moves.
func (e *crowd) playOn() (plies int) {
	b := e.b
	for left := rounds; !b.over; plies++ {
		if b.turn == e.me {
			if left == 0 {
				break
			}
			left--
			e.play(e.best())
		} else {
			e.play(e.others.draw(b, e.rnd))
		}
		e.nodes++
	}
	return plies
}

// best returns the cell that is worth most to the player to move, of those that it must take where there are such.
func (e *crowd) best() rules.Cell {
	b := e.b
	if e.cells = b.completes(e.cells[:0], b.turn); len(e.cells) > 0 {
		return e.cells[0]
	}
	top := pick{cell: rules.NoCell}
	add := func(c rules.Cell) {
		if x := (pick{cell: c, worth: b.wish(c)}); top.cell == rules.NoCell || before(x, top) < 0 {
			top = x
		}
	}
	if must := b.duty(e.cells[:0], e.others.guards); len(must) > 0 {
		for _, c := range must {
			add(c)
		}
	} else {
		b.each(add)
	}
	return top.cell
}

// due returns the cells of which the player to move has to take one, if somebody after it is not to complete a row; none where it can leave that to those
// who come later. Of these the guards block whoever needs it, each of the others only the one who moves next. It appends all that the players need until
// there are as many cells as there are blocks, and reports whether there are more.
//
// For outsiders it asks for the blocks of those who are no guards only, as long as no guard is to win before them, and returns the first that are enough.
func (b *Board) due(cells []rules.Cell, guards rules.Players, outsiders bool) (must []rules.Cell, lost bool) {
	p := b.turn
	blocks, guard := 1, true // whether the one before p blocks more than p
	for range b.opt.Players - 1 {
		if p++; int(p) == b.opt.Players {
			p = 0
		}
		n, guarded := len(cells), guard
		cells = b.completes(cells, p)
		more := len(cells) - n
		if guard = guards.Has(p); guard && outsiders {
			if more > 1 || more == 1 && guarded { // who is no guard before it blocks one cell
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

// duty returns the cells of which the player to move has to take one, as far as that serves it. Among guards and outsiders who is lost whatever it blocks owes
// nothing to the guards: it blocks the outsiders, up to the first guard who is to win, and otherwise looks after its own rows.
func (b *Board) duty(cells []rules.Cell, guards rules.Players) []rules.Cell {
	must, lost := b.due(cells, guards, false)
	if lost && b.table.many {
		must, _ = b.due(cells, guards, true)
	}
	return must
}

// wish rates a cell for the player to move where nothing is due.
func (b *Board) wish(c rules.Cell) int32 {
	if b.table.many {
		return b.common[c]*4 + b.worth[b.turn][c]
	}
	return b.rate(c)
}

// worth returns what a game that w wins is worth to the one who thinks.
func (e *crowd) worth(w int8) float32 {
	switch w {
	case everybody:
		return 1 / float32(e.b.opt.Players)
	case int8(e.me):
		return 1
	}
	return 0
}

// share estimates the position, in which the one who thinks is to move or the game is over: what part of all rows it has.
func (e *crowd) share() float32 {
	b := e.b
	switch {
	case b.over && b.winner == 0:
		return e.worth(everybody)
	case b.over && b.winner.Has(e.me):
		return 1
	case b.over:
		return 0
	}
	if e.cells = b.completes(e.cells[:0], b.turn); len(e.cells) > 0 {
		return 1
	}
	n, p := b.opt.Players, int(e.me)
	var mine, all float32
	for d := range n {
		v := max(b.value[p]-int32(len(b.lists[2*p].tuples))*(b.row[b.opt.K-1]-lacksOne), 0)
		s := ground + float32(v)*(1+early*float32(n-d)/float32(n))
		if all += s; d == 0 {
			mine = s
		}
		if p++; p == n {
			p = 0
		}
	}
	if _, lost := b.due(e.cells[:0], e.others.guards, false); lost {
		mine *= late
	}
	return mine / all
}

// settle finds out whether it is known who wins after the move n: the player to move, if it has such a move, or whoever does after all of them. Of the others
// only the likely moves were looked at; so a win of the one who thinks is one against these, and not certain.
func (e *crowd) settle(n *branch) {
	list := e.tree[n.first : n.first+int32(n.children)]
	won, mine := list[0].won, 0
	for k := range list {
		switch w := list[k].won; w {
		case n.turn:
			n.won = w
			return
		case free:
			won = free
		case int8(e.me):
			mine++
		case everybody:
			if won != free {
				won = w
			}
		}
	}
	if mine == 0 || mine == len(list) {
		n.won = won
	}
}

// choose returns the child to go on with: of the others' moves each as often as it is likely, of the one who thinks the one with the highest bound on
// what it may be worth.
func (e *crowd) choose(i int32) int32 {
	n := &e.tree[i]
	list := e.tree[n.first : n.first+int32(n.children)]
	own := n.turn == int8(e.me)
	mean, root := n.sum/float32(max(n.visits, 1)), e.b.table.curious*float32(math.Sqrt(float64(n.visits)))
	best, top := int32(0), float32(-1)
	for k := range list {
		c := &list[k]
		v := c.prior / float32(1+c.visits)
		if own {
			if c.won != free && c.won != everybody {
				continue // it loses: a win would have ended the search here
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

// grow lists the moves of the position on the board below branch i: those of the one who thinks that are worth most, or all, or the likely ones of another.
func (e *crowd) grow(i int32, all bool) {
	b := e.b
	list := e.picks[:0]
	if b.turn != e.me {
		list = e.others.foretell(b)
	} else {
		add := func(c rules.Cell) { list = append(list, pick{cell: c, worth: b.rate(c)}) }
		must := b.completes(e.cells[:0], b.turn)
		if len(must) == 0 {
			guards := e.others.guards
			if guards != everyone {
				if _, lost := b.due(must, guards, false); !lost {
					guards = everyone
				}
			}
			must = b.duty(must, guards)
		}
		switch {
		case all:
			for m := range rules.Cell(b.cells) {
				if c := b.landing(rules.Place(m)); c != rules.NoCell && b.allowed(c) {
					add(c)
				}
			}
		case len(must) > 0:
			for _, c := range must {
				add(c)
			}
		default:
			b.each(add)
		}
		slices.SortFunc(list, before)
		e.picks = list
		if !all {
			if b.table.many {
				e.mingle(list)
			}
			list = list[:min(len(list), wideRoot)]
		}
		weigh(list, fades, 1)
	}
	n := &e.tree[i]
	n.first, n.children = int32(len(e.tree)), int16(len(list))
	for _, x := range list {
		e.tree = append(e.tree, branch{cell: int16(x.cell), won: free, prior: x.prior})
	}
}

// mingle puts every second place of those that are tried to the cells with the best rows of the player itself: where many threaten something, these would
// come after all that can be blocked.
func (e *crowd) mingle(list []pick) {
	b := e.b
	for k := 0; k < min(len(list), wideRoot); k += 2 {
		top := k
		for j := k + 1; j < len(list); j++ {
			if b.wish(list[j].cell) > b.wish(list[top].cell) {
				top = j
			}
		}
		x := list[top]
		copy(list[k+1:top+1], list[k:top])
		list[k] = x
	}
}

// weigh gives the picks priors that sum up to total, each of which is such a part of the one before.
func weigh(list []pick, part, total float32) {
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

// info returns the moves that were tried most often, with what came of them.
func (e *crowd) info(q ai.Request, legal []rules.Move, began time.Time) ai.Info {
	i := ai.Info{Nodes: e.nodes, Time: time.Since(began)}
	root := &e.tree[0]
	tried := slices.Clone(e.tree[root.first : root.first+int32(root.children)])
	rank := func(c *branch) float64 {
		switch {
		case c.won == int8(e.me):
			return math.MaxInt32 + 1
		case c.won != free && c.won != everybody:
			if e.b.table.many {
				return float64(c.prior) - math.MaxInt32
			}
			return float64(c.visits) - math.MaxInt32
		}
		return float64(c.visits)
	}
	slices.SortStableFunc(tried, func(x, y branch) int {
		return cmp.Or(cmp.Compare(rank(&y), rank(&x)), cmp.Compare(y.sum, x.sum))
	})
	sure, win := e.certain()
	if win {
		i.Lines = append(i.Lines, sure)
	}
	for k := range tried {
		if l := e.lineOf(tried[k]); !win || l.Moves[0] != sure.Moves[0] {
			i.Lines = append(i.Lines, l)
		}
	}
	if q.Lines > len(i.Lines) { // those that it does not think of
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

// score returns a share as others see it. What the others get is not told apart.
func (e *crowd) score(share float64) ai.Score {
	s := ai.Score{Value: share}
	for p := range rules.Player(e.b.opt.Players) {
		x := share
		if p != e.me {
			x = (1 - share) / float64(e.b.opt.Players-1)
		}
		s.Shares = append(s.Shares, x)
	}
	return s
}

// lineOf returns the line of the moves that were made most often from c on.
func (e *crowd) lineOf(c branch) ai.Line {
	l := ai.Line{Score: e.score(float64(c.sum) / float64(max(c.visits, 1)))}
	for {
		l.Moves = append(l.Moves, rules.Place(e.b.column(rules.Cell(c.cell))))
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
	_ ai.Engine  = (*crowd)(nil)
	_ ai.Adviser = (*crowd)(nil)
)
