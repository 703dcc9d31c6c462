// Package awaletest finds what positions of awale are worth by playing all moves by the rules, for tests of engines and tables.
package awaletest

import "boardstudio/rules"

// Solver works out positions of one game. It remembers them together with their past.
type Solver struct {
	known map[[2]uint64]int
	left  int
}

// New returns a solver that looks at so many positions at most, for each question.
func New() *Solver { return &Solver{known: map[[2]uint64]int{}} }

// Margin returns by how many seeds the player to move wins p in the end, with the best play of both; ok is false when it has looked at so many positions.
func (s *Solver) Margin(p rules.Position, most int) (margin int, ok bool) {
	s.left = most
	margin = s.margin(p)
	return margin, s.left >= 0
}

// margin returns what p is worth for the player to move. It gives up when nothing is left.
func (s *Solver) margin(p rules.Position) int {
	key := [2]uint64{p.Hash(), p.(rules.Historian).History()}
	if v, ok := s.known[key]; ok {
		return v
	}
	if s.left--; s.left < 0 {
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
	if s.left >= 0 {
		s.known[key] = best
	}
	return best
}
