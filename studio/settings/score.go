package settings

import (
	"cmp"
	"slices"
)

// Standing is a line of the score table.
type Standing struct {
	Name   string
	Points int
}

// Standings returns the points of all players, most first.
func (s *Settings) Standings() []Standing {
	var t []Standing
	for name, points := range s.Scores {
		t = append(t, Standing{name, points})
	}
	slices.SortFunc(t, func(a, b Standing) int { return cmp.Or(b.Points-a.Points, cmp.Compare(a.Name, b.Name)) })
	return t
}

// Win gives a player a point, or takes one back.
func (s *Settings) Win(name string, given bool) {
	if s.Scores == nil {
		s.Scores = map[string]int{}
	}
	if given {
		s.Scores[name]++
	} else if s.Scores[name]--; s.Scores[name] <= 0 {
		delete(s.Scores, name)
	}
}
