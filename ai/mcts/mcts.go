// Package mcts plays any game by Monte Carlo tree search: it plays games to the end at random, and tries moves more
// often if more of their games were won. Wins and losses that the tree proves are reported as proved.
//
// Kocsis and Szepesvári: Bandit Based Monte-Carlo Planning, ECML 2006 (UCT).
// Gelly and Wang: Exploration Exploitation in Go, NIPS 2006 (first-play urgency).
// Winands, Björnsson and Saito: Monte-Carlo Tree Search Solver, CG 2008.
package mcts

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Kind is the engine type.
var Kind = ai.Kind{
	Name: "mcts", Title: "Random games (UCT)", Version: "2", Plays: ai.Any,
	About: "Plays thousands of random games to the end, and searches promising moves deeper.",
	Params: []rules.Param{
		{Name: "playouts", Title: "Random games per move", Kind: rules.Int, Min: 1, Max: 100_000_000, Default: "2000"},
		{Name: "time", Title: "Time per move, in milliseconds", Kind: rules.Int, Min: 1, Max: 3_600_000, Default: "2000"},
		{Name: "exploration", Title: "Exploration, in hundredths", Kind: rules.Int, Min: 0, Max: 1000, Default: "100"},
	},
	New: func(_ rules.Rules, p rules.Params) (ai.Engine, error) {
		return &engine{
			playouts: p.Int("playouts"), time: time.Duration(p.Int("time")) * time.Millisecond,
			exploration: float64(p.Int("exploration")) / 100,
		}, nil
	},
}

type engine struct {
	playouts    int
	time        time.Duration
	exploration float64
}

// node is a position of the tree.
type node struct {
	move      rules.Move // the move that led here
	by        rules.Player
	turn      rules.Player
	visits    float64
	points    float64 // points of by in the games through this node: 1 for a win
	ownPoints float64 // points of turn in these games
	// children are the moves tried so far. untried are the remaining moves; the last one is tried
	// next.
	children []*node
	untried  []rules.Move
	expanded bool
	proof    proof
	plies    int // upper bound of the plies to the end of the proof
}

// proof is the proved result of a node for the player who moved there.
type proof int8

const (
	lost proof = iota - 1
	unproved
	won
)

// maxListed limits the number of moves in the tree, and thus its memory to about 200 MB. Beyond
// that, random games start at the leaves.
const maxListed = 10_000_000

// uct is the state of a search.
type uct struct {
	rnd         *rand.Rand
	exploration float64
	maxPlies    int // maximum plies of a random game; longer ones are draws
	nodes       uint64
	points      []float64    // points of each player in the last random game
	all         bool         // all moves of the root are requested
	solve       bool         // results can be proved: there are two players
	listed      int          // number of moves in the tree
	moves       []rules.Move // scratch space
	line        []*node
}

func newUCT(r rules.Rules, exploration float64, seed uint64) *uct {
	return &uct{
		rnd: rnd(seed), exploration: exploration, solve: r.Players() == 2,
		maxPlies: 4*len(r.Board().Cells) + 40, points: make([]float64, r.Players()),
	}
}

// Think plays random games until a limit is reached. The limits of the engine apply only if the
// request has no limit. It returns an error if the game is over.
func (e *engine) Think(ctx context.Context, q ai.Request, report func(ai.Info)) (ai.Info, error) {
	began := time.Now()
	p, err := q.Position()
	if err != nil {
		return ai.Info{}, err
	}
	u := newUCT(q.Rules, e.exploration, q.Seed)
	u.all = q.Lines > 1
	root := &node{by: rules.NoPlayer, turn: p.Turn()}
	u.expand(root, p)
	if len(root.untried) == 0 {
		return ai.Info{}, msg.Errorf("the game is over")
	}
	playouts, limit := e.playouts, q.Limit.Time
	switch {
	case q.Limit == (ai.Limit{}):
		limit = e.time
	case q.Limit.Nodes > 0 || q.Limit.Time > 0:
		playouts = math.MaxInt
	}
	last := began
	for n := 0; n < playouts && !u.settled(root); n++ {
		if q.Limit.Nodes > 0 && u.nodes >= q.Limit.Nodes {
			break
		}
		now := time.Now()
		if n > 0 && (ctx.Err() != nil || limit > 0 && now.Sub(began) >= limit) {
			break
		}
		if report != nil && now.Sub(last) > 100*time.Millisecond {
			last = now
			report(u.info(root, q, began))
		}
		if err := u.game(ctx, root, p); err != nil {
			return ai.Info{}, err
		}
	}
	return u.info(root, q, began), nil
}

// Advise returns all legal moves with their share of the win, best first.
func (e *engine) Advise(ctx context.Context, q ai.Request) ([]ai.Line, error) {
	q.Lines = math.MaxInt
	i, err := e.Think(ctx, q, nil)
	return i.Lines, err
}

func rnd(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// expand lists the moves of a node in random order. If one of them wins immediately, it is the only
// one listed.
//
// Teytaud and Teytaud: On the Huge Benefit of Decisive Moves in Monte-Carlo Tree Search Algorithms,
// CIG 2010.
func (u *uct) expand(n *node, p rules.Position) {
	n.expanded = true
	n.untried = slices.Collect(p.Moves())
	if n.by != rules.NoPlayer || !u.all {
		for _, m := range n.untried {
			if next, err := p.Play(m); err == nil && next.Result().Winners == rules.Of(p.Turn()) {
				n.untried = append(n.untried[:0], m)
				break
			}
		}
	}
	u.listed += len(n.untried)
	u.rnd.Shuffle(len(n.untried), func(i, j int) { n.untried[i], n.untried[j] = n.untried[j], n.untried[i] })
}

// game descends the tree to a new position, plays at random from there, and adds the result to all
// positions on the path.
func (u *uct) game(ctx context.Context, root *node, p rules.Position) error {
	n := root
	u.line = append(u.line[:0], n)
	var err error
	for {
		n.turn = p.Turn()
		if r := p.Result(); r.Known() && n != root { // at the root, the game can go on after its winner is known
			u.end(n, r)
			break
		}
		if n.visits == 0 && n != root {
			break
		}
		if !n.expanded && u.listed < maxListed {
			u.expand(n, p)
		}
		next := u.choose(n)
		if next == nil {
			break // the tree has its maximum size
		}
		n = next
		if p, err = p.Play(n.move); err != nil {
			return err
		}
		u.nodes++
		u.line = append(u.line, n)
	}
	if err := u.playOn(ctx, p); err != nil {
		return err
	}
	for i, n := range slices.Backward(u.line) {
		n.visits++
		if n.by >= 0 {
			n.points += u.points[n.by]
		}
		if n.turn >= 0 {
			n.ownPoints += u.points[n.turn]
		}
		if i > 0 && n.proof != unproved {
			u.prove(u.line[i-1], n)
		}
	}
	return nil
}

// end sets the proof of a node at which the game is over.
func (u *uct) end(n *node, r rules.Result) {
	if !u.solve || n.by == rules.NoPlayer || r.Winners == 0 || r.Winners.Len() > 1 {
		return
	}
	if n.proof = lost; r.Winners.Has(n.by) {
		n.proof = won
	}
}

// prove derives the proof of parent from the proof of child. The player to move at child chooses
// among the children.
func (u *uct) prove(parent, child *node) {
	if parent.proof != unproved || parent.by == rules.NoPlayer {
		return
	}
	result, plies := child.proof, child.plies
	if result == lost { // only if all other moves lose too
		if len(parent.untried) > 0 {
			return
		}
		for _, c := range parent.children {
			if c.proof != lost {
				return
			}
			plies = max(plies, c.plies)
		}
	}
	if parent.by != child.by {
		result = -result
	}
	parent.proof, parent.plies = result, plies+1
}

// settled reports whether the search can stop: a move of the root is proved to win, or all moves
// are proved.
func (u *uct) settled(root *node) bool {
	open := len(root.untried)
	for _, c := range root.children {
		if c.proof == won && !u.all {
			return true
		}
		if c.proof == unproved {
			open++
		}
	}
	return open == 0
}

// urgency is the number of visits assumed for an untried move when its exploration term is computed
// (first-play urgency).
const urgency = 3

// choose returns the child with the highest upper confidence bound (UCB1), or a new child if an
// untried move has a higher bound. Untried moves are assumed to score as much as the average of
// their parent. It returns nil if there are no moves.
func (u *uct) choose(n *node) *node {
	var best *node
	most, ln := math.Inf(-1), math.Log(max(n.visits, 1))
	open := len(n.untried) > 0
	for _, c := range n.children {
		open = open || c.proof == unproved
	}
	for _, c := range n.children {
		if open && c.proof != unproved {
			continue
		}
		if v := c.points/c.visits + u.exploration*math.Sqrt(ln/c.visits); v > most {
			best, most = c, v
		}
	}
	last := len(n.untried) - 1
	if last < 0 {
		return best
	}
	average := 1 / float64(len(u.points))
	if n.visits > 0 {
		average = n.ownPoints / n.visits
	}
	if best != nil && most > average+u.exploration*math.Sqrt(ln/urgency) {
		return best
	}
	child := &node{move: n.untried[last], by: n.turn}
	n.untried = n.untried[:last]
	n.children = append(n.children, child)
	return child
}

// playOn plays a random game from p and sets the points of each player.
func (u *uct) playOn(ctx context.Context, p rules.Position) error {
	for range u.maxPlies {
		if p.Turn() == rules.NoPlayer || p.Result().Known() || ctx.Err() != nil {
			break
		}
		u.moves = u.moves[:0]
		for m := range p.Moves() {
			u.moves = append(u.moves, m)
		}
		var err error
		if p, err = p.Play(u.moves[u.rnd.IntN(len(u.moves))]); err != nil {
			return err
		}
		u.nodes++
	}
	winners := p.Result().Winners
	for i := range u.points {
		switch {
		case winners.Has(rules.Player(i)):
			u.points[i] = 1 / float64(winners.Len())
		case winners != 0:
			u.points[i] = 0
		default:
			u.points[i] = 1 / float64(len(u.points))
		}
	}
	return nil
}

// info returns the most visited moves with their shares of the win. Proved wins are sorted first,
// proved losses last.
func (u *uct) info(root *node, q ai.Request, began time.Time) ai.Info {
	i := ai.Info{Nodes: u.nodes, Time: time.Since(began)}
	tried := slices.Clone(root.children)
	slices.SortStableFunc(tried, func(a, b *node) int {
		return cmp.Or(
			cmp.Compare(b.proof, a.proof), cmp.Compare(int(a.proof)*a.plies, int(b.proof)*b.plies),
			cmp.Compare(b.visits, a.visits), cmp.Compare(b.points, a.points),
		)
	})
	counted := q.Rules.Board().Counted()
	for len(i.Lines) < max(q.Lines, 1) && len(i.Lines) < len(tried) && tried[len(i.Lines)].proof != lost {
		i.Lines = append(i.Lines, u.lineOf(root, tried[len(i.Lines)], counted))
	}
	bad := tried[len(i.Lines):]
	for k := len(root.untried) - 1; k >= 0 && len(i.Lines) < max(q.Lines, 1); k-- { // out of time
		i.Lines = append(i.Lines, u.lineOf(root, &node{move: root.untried[k], by: root.turn}, counted))
	}
	for k := 0; k < len(bad) && len(i.Lines) < max(q.Lines, 1); k++ {
		i.Lines = append(i.Lines, u.lineOf(root, bad[k], counted))
	}
	i.Best = i.Lines[0]
	i.Depth = len(i.Best.Moves)
	if q.Lines <= 1 {
		i.Lines = nil
	}
	return i
}

const (
	// priorGames is the weight of a move's prior, in games.
	priorGames = 10
	// leastShare and 1-leastShare limit unproved shares, so they are not shown as 0 % or 100 %.
	leastShare = 0.01
)

// share returns the estimated share of the win for a move of the root. Its prior is the share of
// the root, whose prior is an even game. The prior matters because few games prove little.
func (u *uct) share(root, c *node) float64 {
	prior := (root.ownPoints + priorGames/float64(len(u.points))) / (root.visits + priorGames)
	return min(max((c.points+priorGames*prior)/(c.visits+priorGames), leastShare), 1-leastShare)
}

// lineOf returns the line of the most visited moves from c, a child of the root.
func (u *uct) lineOf(root, c *node, counted bool) ai.Line {
	share := u.share(root, c)
	l := ai.Line{Score: ai.Score{Value: share}}
	if c.proof != unproved {
		l.Score = ai.Score{Proved: true, Value: float64(c.proof)}
		if !counted { // if counted, the players first play for the margin
			l.Score.Plies, l.Score.AtMost = c.plies+1, c.plies > 0
		}
		share = float64(c.proof+1) / 2
	}
	for p := range u.points {
		s := share
		if rules.Player(p) != c.by { // the other players divide the remainder
			s = (1 - share) / float64(len(u.points)-1)
		}
		l.Score.Shares = append(l.Score.Shares, s)
	}
	for c != nil {
		l.Moves = append(l.Moves, c.move)
		var next *node
		for _, d := range c.children {
			if next == nil || cmp.Or(cmp.Compare(d.proof, next.proof), cmp.Compare(d.visits, next.visits)) > 0 {
				next = d
			}
		}
		c = next
	}
	return l
}

// Interface checks.
var (
	_ ai.Engine  = (*engine)(nil)
	_ ai.Adviser = (*engine)(nil)
)
