package find

import "boardstudio/rules"

// PositionSet is a set of positions. Two positions are equal if a symmetry of the board maps one to the
// other and their player to move and pieces in hand are the same. A PositionSet must not be used by
// several goroutines at once.
type PositionSet struct {
	scan *scanner
	of   map[uint64][]state
}

// NewPositionSet returns an empty set of positions of r.
func NewPositionSet(r rules.Rules) *PositionSet {
	return &PositionSet{newScanner(r, rules.SymmetriesOf(r.Board())), map[uint64][]state{}}
}

// Has reports whether p is in the set.
func (s *PositionSet) Has(p rules.Position) bool {
	_, _, in := s.look(p)
	return in
}

// Add adds p to the set and reports whether it is new.
func (s *PositionSet) Add(p rules.Position) bool {
	key, x, in := s.look(p)
	if !in {
		s.of[key] = append(s.of[key], x)
	}
	return !in
}

func (s *PositionSet) look(p rules.Position) (key uint64, x state, in bool) {
	key, x = s.scan.fingerprint(p), s.scan.state(p)
	for _, y := range s.of[key] {
		if _, same := s.scan.perm(&x, &y); same {
			return key, x, true
		}
	}
	return key, x, false
}
