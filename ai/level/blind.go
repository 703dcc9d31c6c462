package level

import (
	"context"
	"math"
	"slices"

	"boardstudio/ai"
	"boardstudio/ai/search"
	"boardstudio/rules"
)

// The probabilities of overlooking a move, relative to Level.Overlooks.
const (
	// near is the factor for moves next to the last move. It increases to 1 at the distance far.
	near = 0.5
	// winning is the factor for moves that win immediately.
	winning = 0.15
	// far is the distance from the last move, in cells, from which on the factor is 1.
	far = 5
)

// moveFilter hides some of the moves. The hidden moves stay the same during a search: a cell that
// the player overlooks is neither its own next move nor a reply to another.
type moveFilter struct {
	share float64
	seed  uint64
	cells []rules.CellInfo
	last  rules.Cell // cell of the last move, or NoCell
	wins  map[rules.Move]bool
}

// newFilter returns a filter that hides the given share of the moves in the position of q. The
// choice depends on the seed of q. moves are the candidate moves. Winning moves are hidden less
// often. It returns an error if q has an illegal move.
func newFilter(q ai.Request, share float64, moves []rules.Move) (*moveFilter, error) {
	p, err := q.Position()
	if err != nil {
		return nil, err
	}
	e := &moveFilter{share: share, seed: mix(q.Seed ^ mix(p.Hash())), cells: q.Rules.Board().Cells, last: rules.NoCell, wins: map[rules.Move]bool{}}
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

// cellOf returns the cell that determines whether a move is visible.
func cellOf(m rules.Move) rules.Cell {
	if m.To == rules.NoCell {
		return m.From
	}
	return m.To
}

// visible reports whether the move is not hidden. Passing and swapping are always visible.
func (e *moveFilter) visible(m rules.Move) bool {
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

// overlooking returns the engine with the given share of all moves hidden, or nil if the engine
// does not support it.
func overlooking(e ai.Engine, share float64) ai.Engine {
	switch e := e.(type) {
	case boardWrapper:
		return e.WrapBoards(func(make search.Maker) search.Maker {
			return func(q ai.Request) search.Board {
				b := make(q)
				if b == nil {
					return nil
				}
				moves, _, _ := b.Moves(nil, nil)
				moves = append(moves, b.Forced(nil)...)
				if eyes, err := newFilter(q, share, moves); err == nil {
					return &filteredBoard{b, eyes}
				}
				return b
			}
		})
	case ai.Adviser:
		return filteredAdviser{e, share}
	}
	return nil
}

// boardWrapper is an engine that can search other boards.
type boardWrapper interface {
	WrapBoards(func(search.Maker) search.Maker) ai.Engine
}

// filteredAdviser plays the best visible move according to an adviser.
type filteredAdviser struct {
	ai.Adviser
	share float64
}

// Think evaluates all moves. Hidden moves are sorted last.
func (c filteredAdviser) Think(ctx context.Context, q ai.Request, _ func(ai.Info)) (ai.Info, error) {
	lines, err := c.Advise(ctx, q)
	if err != nil {
		return ai.Info{}, err
	}
	var moves []rules.Move
	for _, l := range lines {
		moves = append(moves, l.Moves[0])
	}
	eyes, err := newFilter(q, c.share, moves)
	if err != nil {
		return ai.Info{}, err
	}
	slices.SortStableFunc(lines, func(a, b ai.Line) int {
		switch x, y := eyes.visible(a.Moves[0]), eyes.visible(b.Moves[0]); {
		case x && !y:
			return -1
		case y && !x:
			return 1
		}
		return 0
	})
	return ai.FirstOf(lines, q), nil
}

// filteredBoard is a board with hidden moves.
type filteredBoard struct {
	search.Board
	*moveFilter
}

// Forced appends the visible forced moves.
func (s *filteredBoard) Forced(moves []rules.Move) []rules.Move {
	n := len(moves)
	moves = s.Board.Forced(moves)
	seen := moves[:n]
	for _, m := range moves[n:] {
		if s.visible(m) {
			seen = append(seen, m)
		}
	}
	return seen
}

// Moves appends the visible moves, or all moves if no move is visible.
func (s *filteredBoard) Moves(moves []rules.Move, worth []int32) ([]rules.Move, []int32, bool) {
	n := len(moves)
	moves, worth, all := s.Board.Moves(moves, worth)
	kept := n
	for i := n; i < len(moves); i++ {
		if s.visible(moves[i]) {
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

// Rest appends the remaining legal moves, including hidden ones. They are considered if all visible
// moves lose.
func (s *filteredBoard) Rest(moves []rules.Move) []rules.Move {
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

// Width implements search.Selective if the board does.
func (s *filteredBoard) Width() int {
	if w, ok := s.Board.(search.Selective); ok {
		return w.Width()
	}
	return 0
}

// Order implements search.Orderer if the board does.
func (s *filteredBoard) Order(moves []rules.Move, worth []int32) ([]rules.Move, []int32) {
	if o, ok := s.Board.(search.Orderer); ok {
		return o.Order(moves, worth)
	}
	return moves, worth
}

// Soonest implements search.DistanceBounder if the board does.
func (s *filteredBoard) Soonest() (win, loss int) {
	if r, ok := s.Board.(search.DistanceBounder); ok {
		return r.Soonest()
	}
	return 1, 1
}

// mix is a hash function (SplitMix64).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Interface checks.
var (
	_ search.Selective       = (*filteredBoard)(nil)
	_ search.Orderer         = (*filteredBoard)(nil)
	_ search.DistanceBounder = (*filteredBoard)(nil)
)
