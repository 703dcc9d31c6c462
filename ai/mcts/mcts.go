// Package mcts plays any game by Monte Carlo tree search: it plays games to the end at random, and those moves more
// often with which more of them were won.
//
// Kocsis and Szepesvári: Bandit Based Monte-Carlo Planning, ECML 2006 (UCT).
package mcts

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"boardstudio/ai"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Kind is the engine type.
var Kind = ai.Kind{
	Name: "mcts", Title: "Random games (UCT)", Plays: ai.Any,
	About: "Plays thousands of games to the end at random, and looks further where more of them are won.",
	Params: []rules.Param{
		{Name: "playouts", Title: "Random games for each move", Kind: rules.Int, Min: 1, Max: 100_000_000, Default: "2000"},
		{Name: "time", Title: "Time for each move, in milliseconds", Kind: rules.Int, Min: 1, Max: 3_600_000, Default: "2000"},
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

// node is a position that was reached.
type node struct {
	move   rules.Move // that led here
	by     rules.Player
	visits float64
	points float64 // that by got of the games through here: 1 for each one won
	// children are the moves that were tried, rest those still to try, from behind.
	children []*node
	rest     []rules.Move
	grown    bool
}

// maxListed bounds the moves of the tree, and so its memory to some 200 MB; the random games then begin at its leaves.
const maxListed = 10_000_000

// uct is one search.
type uct struct {
	rnd         *rand.Rand
	exploration float64
	longest     int // plies of a random game, after which nobody has won
	nodes       uint64
	points      []float64    // of each player in the last random game
	all         bool         // all moves of the root are asked for
	listed      int          // moves in the tree
	moves       []rules.Move // scratch
	line        []*node
}

// Think plays random games until a limit is reached: the engine's own ones hold where the request has none.
func (e *engine) Think(ctx context.Context, q ai.Request, report func(ai.Info)) (ai.Info, error) {
	began := time.Now()
	p, err := q.Position()
	if err != nil {
		return ai.Info{}, err
	}
	u := &uct{
		rnd: rnd(q.Seed), exploration: e.exploration, all: q.Lines > 1,
		longest: 4*len(q.Rules.Board().Cells) + 40, points: make([]float64, q.Rules.Players()),
	}
	root := &node{by: rules.NoPlayer}
	u.grow(root, p)
	if len(root.rest) == 0 {
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
	for n := 0; n < playouts; n++ {
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

// Advise returns every legal move with the games that were won with it, the best first.
func (e *engine) Advise(ctx context.Context, q ai.Request) ([]ai.Line, error) {
	q.Lines = math.MaxInt
	i, err := e.Think(ctx, q, nil)
	return i.Lines, err
}

func rnd(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// grow lists the moves of a node in an order that is drawn; where one wins at once, no other.
//
// Teytaud and Teytaud: On the Huge Benefit of Decisive Moves in Monte-Carlo Tree Search Algorithms, CIG 2010.
func (u *uct) grow(n *node, p rules.Position) {
	n.grown = true
	n.rest = slices.Collect(p.Moves())
	if n.by != rules.NoPlayer || !u.all {
		for _, m := range n.rest {
			if next, err := p.Play(m); err == nil && next.Result().Winners == rules.Of(p.Turn()) {
				n.rest = append(n.rest[:0], m)
				break
			}
		}
	}
	u.listed += len(n.rest)
	u.rnd.Shuffle(len(n.rest), func(i, j int) { n.rest[i], n.rest[j] = n.rest[j], n.rest[i] })
}

// game goes down the tree to a position that was not reached yet, plays on from it at random, and counts the result for
// all positions on the way.
func (u *uct) game(ctx context.Context, root *node, p rules.Position) error {
	n := root
	u.line = append(u.line[:0], n)
	var err error
	for {
		if !n.grown && u.listed < maxListed && !p.Result().Known() {
			u.grow(n, p)
		}
		if last := len(n.rest) - 1; last >= 0 {
			child := &node{move: n.rest[last], by: p.Turn()}
			n.rest = n.rest[:last]
			n.children = append(n.children, child)
			n = child
		} else if len(n.children) > 0 {
			n = u.choose(n)
		} else {
			break // the game is over, or the tree is large enough
		}
		if p, err = p.Play(n.move); err != nil {
			return err
		}
		u.nodes++
		u.line = append(u.line, n)
		if n.visits == 0 {
			break
		}
	}
	if err := u.playOn(ctx, p); err != nil {
		return err
	}
	for _, n := range u.line {
		n.visits++
		if n.by >= 0 {
			n.points += u.points[n.by]
		}
	}
	return nil
}

// choose returns the child with the highest bound on how much of its games can be won (UCB1).
func (u *uct) choose(n *node) *node {
	var best *node
	most, ln := math.Inf(-1), math.Log(n.visits)
	for _, c := range n.children {
		if v := c.points/c.visits + u.exploration*math.Sqrt(ln/c.visits); v > most {
			best, most = c, v
		}
	}
	return best
}

// playOn plays from p to the end at random and notes what each player gets.
func (u *uct) playOn(ctx context.Context, p rules.Position) error {
	for range u.longest {
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

// info returns the moves that were played most often, with the share of their games that was won.
func (u *uct) info(root *node, q ai.Request, began time.Time) ai.Info {
	i := ai.Info{Nodes: u.nodes, Time: time.Since(began)}
	tried := slices.Clone(root.children)
	slices.SortStableFunc(tried, func(a, b *node) int {
		return cmp.Or(cmp.Compare(b.visits, a.visits), cmp.Compare(b.points, a.points))
	})
	for k, c := range tried {
		if k >= max(q.Lines, 1) {
			break
		}
		i.Lines = append(i.Lines, u.lineOf(c))
	}
	for k := len(root.rest) - 1; k >= 0 && len(i.Lines) < max(q.Lines, 1); k-- { // time was short
		i.Lines = append(i.Lines, ai.Line{Moves: []rules.Move{root.rest[k]}})
	}
	i.Best = i.Lines[0]
	i.Depth = len(i.Best.Moves)
	if q.Lines <= 1 {
		i.Lines = nil
	}
	return i
}

// lineOf returns the line of the moves that were played most often from c on.
func (u *uct) lineOf(c *node) ai.Line {
	share := 0.0
	if c.visits > 0 {
		share = c.points / c.visits
	}
	l := ai.Line{Score: ai.Score{Value: share}}
	for p := range u.points {
		s := share
		if rules.Player(p) != c.by { // of the others nothing is told apart
			s = (1 - share) / float64(len(u.points)-1)
		}
		l.Score.Shares = append(l.Score.Shares, s)
	}
	for c != nil {
		l.Moves = append(l.Moves, c.move)
		var next *node
		for _, d := range c.children {
			if next == nil || d.visits > next.visits {
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
