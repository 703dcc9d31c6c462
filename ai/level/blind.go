package level

import (
	"context"
	"math"
	"slices"

	"boardstudio/ai"
	"boardstudio/ai/search"
	"boardstudio/rules"
)

// What is overlooked, as parts of the share of a level.
const (
	// near is the part of moves next to the last one; it grows to all at the distance far.
	near = 0.5
	// winning is the part of the moves that win at once.
	winning = 0.15
	// far is the distance of a move from the last one, in cells, from which on it is as easily overlooked as any.
	far = 5
)

// eyes see some of the moves. Which ones does not change during a think: a cell that a player does not think of
// is neither its own next move nor the reply to another.
type eyes struct {
	share float64
	seed  uint64
	cells []rules.CellInfo
	last  rules.Cell // of the last move, NoCell for none
	wins  map[rules.Move]bool
}

// open returns eyes that overlook the share of the moves in the position of q, as its seed decides. moves are those to
// choose from, of which some may win.
func open(q ai.Request, share float64, moves []rules.Move) (*eyes, error) {
	p, err := q.Position()
	if err != nil {
		return nil, err
	}
	e := &eyes{share: share, seed: mix(q.Seed ^ mix(p.Hash())), cells: q.Rules.Board().Cells, last: rules.NoCell, wins: map[rules.Move]bool{}}
	if n := len(q.Moves); n > 0 {
		e.last = cellOf(q.Moves[n-1])
	}
	for _, m := range moves {
		if next, err := p.Play(m); err == nil {
			if r := next.Result(); r.Over && r.Winners == rules.Of(p.Turn()) {
				e.wins[m] = true
			}
		}
	}
	return e, nil
}

// cellOf returns the cell by which a move is seen.
func cellOf(m rules.Move) rules.Cell {
	if m.To == rules.NoCell {
		return m.From
	}
	return m.To
}

// see reports whether the move is thought of. Passing and swapping always are.
func (e *eyes) see(m rules.Move) bool {
	c := cellOf(m)
	if c < 0 || int(c) >= len(e.cells) {
		return true
	}
	missed := e.share
	switch {
	case e.wins[m]:
		missed *= winning
	case e.last >= 0 && int(e.last) < len(e.cells):
		a, b := e.cells[c].Centre, e.cells[e.last].Centre
		missed *= near + (1-near)*min(math.Hypot(a.X-b.X, a.Y-b.Y)/far, 1)
	}
	drawn := mix(e.seed + uint64(uint32(c))<<32 + uint64(uint32(m.From)))
	return float64(drawn>>11)/(1<<53) >= missed
}

// overlooking returns the engine with the share of all moves overlooked; nil where it cannot.
func overlooking(e ai.Engine, share float64) ai.Engine {
	switch e := e.(type) {
	case seer:
		return e.Through(func(make search.Maker) search.Maker {
			return func(q ai.Request) search.Board {
				b := make(q)
				if b == nil {
					return nil
				}
				moves, _, _ := b.Moves(nil, nil)
				moves = append(moves, b.Forced(nil)...)
				if eyes, err := open(q, share, moves); err == nil {
					return &sight{b, eyes}
				}
				return b
			}
		})
	case ai.Adviser:
		return chooser{e, share}
	}
	return nil
}

// seer is an engine that looks ahead on boards, and can do so on others.
type seer interface {
	Through(func(search.Maker) search.Maker) ai.Engine
}

// chooser plays the best of the moves that it sees, as an adviser judges them.
type chooser struct {
	ai.Adviser
	share float64
}

// Think asks for all moves; those not seen come last.
func (c chooser) Think(ctx context.Context, q ai.Request, _ func(ai.Info)) (ai.Info, error) {
	lines, err := c.Advise(ctx, q)
	if err != nil {
		return ai.Info{}, err
	}
	var moves []rules.Move
	for _, l := range lines {
		moves = append(moves, l.Moves[0])
	}
	eyes, err := open(q, c.share, moves)
	if err != nil {
		return ai.Info{}, err
	}
	slices.SortStableFunc(lines, func(a, b ai.Line) int {
		switch x, y := eyes.see(a.Moves[0]), eyes.see(b.Moves[0]); {
		case x && !y:
			return -1
		case y && !x:
			return 1
		}
		return 0
	})
	return ai.FirstOf(lines, q), nil
}

// sight is a board on which some moves are not seen.
type sight struct {
	search.Board
	*eyes
}

// Forced appends those that are seen of the moves that the board forces.
func (s *sight) Forced(moves []rules.Move) []rules.Move {
	n := len(moves)
	moves = s.Board.Forced(moves)
	seen := moves[:n]
	for _, m := range moves[n:] {
		if s.see(m) {
			seen = append(seen, m)
		}
	}
	return seen
}

// Moves appends those that are seen, or all when none is.
func (s *sight) Moves(moves []rules.Move, worth []int32) ([]rules.Move, []int32, bool) {
	n := len(moves)
	moves, worth, all := s.Board.Moves(moves, worth)
	kept := n
	for i := n; i < len(moves); i++ {
		if s.see(moves[i]) {
			moves[i], moves[kept] = moves[kept], moves[i]
			worth[i], worth[kept] = worth[kept], worth[i]
			kept++
		}
	}
	if kept == n {
		return moves, worth, all
	}
	return moves[:kept], worth[:kept], all && kept == len(moves)
}

// Rest appends the legal moves that are left: who sees only moves that lose looks again.
func (s *sight) Rest(moves []rules.Move) []rules.Move {
	known := make(map[rules.Move]bool, len(moves))
	for _, m := range moves {
		known[m] = true
	}
	listed, _, _ := s.Board.Moves(nil, nil)
	for _, m := range listed {
		if !known[m] {
			moves = append(moves, m)
		}
	}
	return s.Board.Rest(moves)
}

// Wide is that of the board.
func (s *sight) Wide() int {
	if w, ok := s.Board.(search.Narrower); ok {
		return w.Wide()
	}
	return 0
}

// Order is that of the board.
func (s *sight) Order(moves []rules.Move, worth []int32) ([]rules.Move, []int32) {
	if o, ok := s.Board.(search.Orderer); ok {
		return o.Order(moves, worth)
	}
	return moves, worth
}

// Soonest is that of the board.
func (s *sight) Soonest() (win, loss int) {
	if r, ok := s.Board.(search.Racer); ok {
		return r.Soonest()
	}
	return 1, 1
}

// mix spreads a number over all bits.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Interface checks.
var (
	_ search.Narrower = (*sight)(nil)
	_ search.Orderer  = (*sight)(nil)
	_ search.Racer    = (*sight)(nil)
)
