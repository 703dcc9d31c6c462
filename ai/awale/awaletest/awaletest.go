// Package awaletest computes exact values of awale positions by playing all moves according to the
// rules. It is used in tests of engines and tables.
package awaletest

import "boardstudio/rules"

// Solver computes the values of positions of one game. It caches them by position and history.
type Solver struct {
	known  map[[2]uint64]int
	budget int
}

// New returns a solver that has not solved any positions.
func New() *Solver { return &Solver{known: map[[2]uint64]int{}} }

// Margin returns the margin of the player to move in p, in seeds, with best play on both sides. It
// searches at most limit positions, and ok is false if that was not enough.
func (s *Solver) Margin(p rules.Position, limit int) (margin int, ok bool) {
	s.budget = limit
	margin = s.margin(p)
	return margin, s.budget >= 0
}

// margin returns the value of p for the player to move. It gives up when the budget is exhausted.
func (s *Solver) margin(p rules.Position) int {
	key := [2]uint64{p.Hash(), p.(rules.Historian).History()}
	if v, ok := s.known[key]; ok {
		return v
	}
	if s.budget--; s.budget < 0 {
		return 0
	}
	best := -1 << 20
	for m := range p.Moves() {
		q, err := p.Play(m)
		if err != nil {
			panic(err)
		}
		v := 0
		if res := q.Result(); res.Over {
			v = res.Final[p.Turn()] - res.Final[1-p.Turn()]
		} else if v = s.margin(q); q.Turn() != p.Turn() {
			v = -v
		}
		best = max(best, v)
	}
	if s.budget >= 0 {
		s.known[key] = best
	}
	return best
}
