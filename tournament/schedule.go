package tournament

import (
	"cmp"
	"iter"
	"slices"
)

// Sets yields the sets of k of the numbers below n, each in order.
func Sets(n, k int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		set := make([]int, k)
		for i := range set {
			set[i] = i
		}
		for k <= n && yield(slices.Clone(set)) {
			i := k - 1
			for i >= 0 && set[i] == n-k+i {
				i--
			}
			if i < 0 {
				return
			}
			for set[i]++; i+1 < k; i++ {
				set[i+1] = set[i] + 1
			}
		}
	}
}

// everybody yields the encounters of a round robin or gauntlet.
func (d *Description) everybody(seats int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		for set := range Sets(len(d.Entrants), seats) {
			if d.Format == Gauntlet && set[0] != 0 || !yield(set) {
				return
			}
		}
	}
}

// stage is a number of encounters that depend only on the results of earlier stages.
type stage struct {
	encounters [][]int
	games      int // of each encounter
	seats      int
	round      int // from 1
	first      int // the number of its first game, from 0
	opening    int // the number of its first opening
}

// Total returns how many games are played in all, unless a test ends them; 0 where that depends on the results, as in a knock-out.
func (t *Tournament) Total() int {
	seats := t.rules.Players()
	switch t.Format {
	case KnockOut:
		return 0
	case Swiss:
		return len(t.Entrants) / seats * t.Rounds * t.Games
	}
	return t.encounters(seats) * t.Games
}

// slot is the place of a game in the schedule.
type slot struct {
	number    int // from 0
	opening   int // what it begins with
	round     int
	encounter []int
	turn      int // the games of an encounter with the same opening are numbered from 0
	of        int // how many these are
}

// size returns the number of games.
func (s *stage) size() int { return len(s.encounters) * s.games }

// openings returns how many openings are played: one for so many games as there are seats.
func (s *stage) openings() int { return (s.games + s.seats - 1) / s.seats }

// at returns the i-th game. All encounters play an opening before the next one is played.
func (s *stage) at(i int) slot {
	each := len(s.encounters) * s.seats
	opening := i / each
	of := min(s.seats, s.games-opening*s.seats)
	i -= opening * each
	return slot{
		number: s.first + opening*each + i, opening: s.opening + opening, round: s.round,
		encounter: s.encounters[i/of], turn: i % of, of: of,
	}
}

// seating returns the entrant on each seat: after each game everybody moves on by one.
func (g *slot) seating() []int {
	who := make([]int, len(g.encounter))
	for seat := range who {
		who[seat] = g.encounter[(seat+g.turn)%len(who)]
	}
	return who
}

// maxTies is how many openings more an encounter of a knock-out has that ends in a tie, before who is first in the list goes on.
const maxTies = 3

// current returns the stage that is played, nil when all is played or decided.
func (s *state) current() *stage {
	if s.decision == Undecided && s.stage != nil && s.at < s.stage.size() {
		return s.stage
	}
	return s.next()
}

// next returns the next stage, nil after the last one. All games of the one before must have been added.
func (s *state) next() *stage {
	var g *stage
	switch last := s.stage; {
	case s.decision != Undecided:
	case s.d.Format == Swiss:
		if last == nil || last.round < s.d.Rounds {
			g = &stage{encounters: s.swiss(), games: s.d.Games}
		}
	case s.d.Format == KnockOut:
		g = s.knockOut()
	case last == nil:
		g = &stage{encounters: slices.Collect(s.d.everybody(s.seats)), games: s.d.Games}
	}
	if g == nil {
		s.over = true
		return nil
	}
	g.seats, g.round = s.seats, max(g.round, 1)
	if last := s.stage; last != nil {
		g.first, g.opening = last.first+last.size(), last.opening+last.openings()
		if s.ties == 0 {
			g.round = last.round + 1
		} else {
			g.round = last.round
		}
	}
	s.stage, s.at = g, 0
	return g
}

// swiss pairs the entrants: those with as many points as possible, and who did not meet before if that can be done.
// Who does not fit in has a bye, which counts as winning an encounter.
func (s *state) swiss() [][]int {
	order := make([]int, len(s.standings))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.swissPoints(b), s.swissPoints(a)) })
	for range len(order) % s.seats {
		out := len(order) - 1
		for i, who := range slices.Backward(order) {
			if s.standings[who].Byes < s.standings[order[out]].Byes {
				out = i
			}
		}
		s.standings[order[out]].Byes++
		order = slices.Delete(order, out, out+1)
	}
	for most := 0; ; most++ {
		tries := 10_000
		if sets := s.group(order, nil, most, &tries); sets != nil {
			for _, set := range sets {
				slices.Sort(set)
			}
			return sets
		}
	}
}

// swissPoints are the points by which entrants are paired.
func (s *state) swissPoints(who int) float64 {
	return s.standings[who].Total.Points + float64(s.standings[who].Byes*s.d.Games)
}

// group divides the entrants, the best first, in sets in which nobody met another more than most times. begun is a set
// that is not complete. It returns nil when that cannot be done, or not within so many tries.
func (s *state) group(order, begun []int, most int, tries *int) [][]int {
	if len(begun) == s.seats {
		if len(order) == 0 {
			return [][]int{begun}
		}
		rest := s.group(order, nil, most, tries)
		if rest == nil {
			return nil
		}
		return append([][]int{begun}, rest...)
	}
	for i, who := range order {
		if *tries--; *tries < 0 {
			return nil
		}
		if slices.ContainsFunc(begun, func(other int) bool { return s.standings[who].Met[other] > most*s.d.Games }) {
			continue
		}
		set := append(slices.Clone(begun), who)
		if sets := s.group(slices.Delete(slices.Clone(order), i, i+1), set, most, tries); sets != nil {
			return sets
		}
		if begun == nil {
			return nil // the best one must meet somebody
		}
	}
	return nil
}

// knockOut returns the encounters of those who are left, or those of the last stage once more that are tied.
func (s *state) knockOut() *stage {
	if s.stage == nil {
		for i := range s.standings {
			s.left = append(s.left, i)
		}
	} else {
		var tied [][]int
		var gone []int
		for _, set := range s.stage.encounters {
			order := slices.SortedStableFunc(slices.Values(set), func(a, b int) int { return cmp.Compare(s.round[b], s.round[a]) })
			if s.round[order[0]]-s.round[order[1]] < 1e-6 && s.ties < maxTies {
				tied = append(tied, set)
				continue
			}
			gone = append(gone, order[1:]...)
		}
		s.left = slices.DeleteFunc(s.left, func(who int) bool { return slices.Contains(gone, who) })
		s.gone = append(s.gone, gone...)
		if tied != nil {
			s.ties++
			return &stage{encounters: tied, games: s.seats}
		}
		s.ties = 0
		for _, who := range s.left {
			s.standings[who].Passed = s.stage.round
		}
		if len(s.left) == 1 {
			return nil
		}
		// Those who are left are fewer than seats: the best of those who just lost join them.
		slices.SortStableFunc(s.gone, func(a, b int) int { return cmp.Or(cmp.Compare(s.round[b], s.round[a]), a-b) })
		if n := s.seats - len(s.left); n > 0 {
			s.left = append(s.left, s.gone[:n]...)
			slices.Sort(s.left)
		}
		s.gone = nil
		clear(s.round)
	}
	// So many play that the others, who have byes, are a power of the seats with them who win.
	power := 1
	for power*s.seats < len(s.left) {
		power *= s.seats
	}
	n := min((len(s.left)-power+s.seats-2)/(s.seats-1), len(s.left)/s.seats)
	playing := s.left[len(s.left)-n*s.seats:]
	sets := make([][]int, n)
	for i, who := range playing { // the first of the list meet the last
		at := i % n
		if i/n%2 == 1 {
			at = n - 1 - at
		}
		sets[at] = append(sets[at], who)
	}
	return &stage{encounters: sets, games: s.d.Games}
}
