package search

import "boardstudio/rules"

// each reports whether each player plays for itself, rather than all opponents together against
// one.
func (s *searcher) each() bool { return s.exact && s.players > 2 }

// worths returns the value of the position after the last move for each player, if each plays for
// itself (max^n).
func (s *searcher) worths(depth, ply int) []int {
	s.pv[ply] = s.pv[ply][:0]
	worths := make([]int, s.players)
	over, winners, margin := s.b.Over()
	switch {
	case over && winners == 0:
		s.nodes++
		return worths
	case s.tick():
		return worths
	case over || depth <= 0 || ply >= maxPly-1:
		for i := range worths {
			switch p := rules.Player(i); {
			case winners.Has(p):
				worths[i] = wonIn(margin, ply)
			case over:
				worths[i] = -wonIn(margin, ply)
			default:
				s.estimates++
				worths[i] = min(max(s.b.Eval(p), -maxEstimate), maxEstimate)
			}
		}
		return worths
	}
	c, who := &s.list[ply], s.b.Turn()
	s.candidates(c, depth)
	var best []int
	for i := range c.moves {
		if !s.b.Play(c.pick(i)) {
			continue
		}
		v := s.worths(depth-1, ply+1)
		s.b.Undo()
		if s.stopped {
			break
		}
		if best == nil || v[who] > best[who] {
			best = v
		}
		if best[who] >= wonIn(s.most(), ply+1) {
			break // no other move wins sooner
		}
	}
	if best == nil {
		return worths
	}
	return best
}
