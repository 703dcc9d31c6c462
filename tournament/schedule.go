package tournament

import (
	"cmp"
	"iter"
	"slices"
)

// Subsets yields the k-element subsets of the numbers below n, each in increasing order.
func Subsets(n, k int) iter.Seq[[]int] {
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

// allEncounters yields the encounters of a round robin or gauntlet.
func (d *Description) allEncounters(seats int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		for set := range Subsets(len(d.Entrants), seats) {
			if d.Format == Gauntlet && set[0] != 0 || !yield(set) {
				return
			}
		}
	}
}

// stage is a list of encounters that depend only on the results of earlier stages.
type stage struct {
	encounters [][]int
	games      int // games in each encounter
	seats      int
	round      int // round, from 1
	first      int // number of its first game, from 0
	opening    int // number of its first opening
}

// Total returns the number of games in the tournament if no test ends it early. It returns 0 if
// that number depends on the results, as in a knock-out.
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
	number    int // number of the game, from 0
	opening   int // number of the opening
	round     int
	encounter []int
	turn      int // index among the games of the encounter with the same opening
	of        int // number of these games
}

func (s *stage) size() int { return len(s.encounters) * s.games }

// openings returns the number of openings. Each one is played once for each seat.
func (s *stage) openings() int { return (s.games + s.seats - 1) / s.seats }

// at returns game i. An opening is played in all encounters before the next one begins.
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

// seating returns the entrant on each seat. After each game, entrants rotate by one seat.
func (g *slot) seating() []int {
	who := make([]int, len(g.encounter))
	for seat := range who {
		who[seat] = g.encounter[(seat+g.turn)%len(who)]
	}
	return who
}

// maxTies is the number of extra openings in a tied encounter of a knock-out. After them, the first
// of the tied entrants in the list advances.
const maxTies = 3

// current returns the current stage, or nil if the tournament is over.
func (s *state) current() *stage {
	if s.decision == Undecided && s.stage != nil && s.at < s.stage.size() {
		return s.stage
	}
	return s.next()
}

// next returns the next stage, or nil after the last one. All games of the current stage must have
// been added.
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
		g = &stage{encounters: slices.Collect(s.d.allEncounters(s.seats)), games: s.d.Games}
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

// swiss pairs the entrants of the next round. Entrants with similar points meet, and entrants do
// not meet again if this can be avoided. An entrant that cannot be paired gets a bye, which counts
// as winning all games of an encounter.
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

// swissPoints returns the points used for pairing, including byes.
func (s *state) swissPoints(who int) float64 {
	return s.standings[who].Total.Points + float64(s.standings[who].Byes*s.d.Games)
}

// group divides the entrants in order, best first, into sets. Two entrants share a set only if they
// have met in no more than most encounters. begun is an incomplete set. It returns nil if no
// division exists or tries is used up.
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
			// the best entrant must be in a set
			return nil
		}
	}
	return nil
}

// knockOut returns the encounters of the remaining entrants, or the tied encounters of the last
// stage again. It returns nil if there is a winner.
func (s *state) knockOut() *stage {
	if s.stage == nil {
		for i := range s.standings {
			s.remaining = append(s.remaining, i)
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
		s.remaining = slices.DeleteFunc(s.remaining, func(who int) bool { return slices.Contains(gone, who) })
		s.eliminated = append(s.eliminated, gone...)
		if tied != nil {
			s.ties++
			return &stage{encounters: tied, games: s.seats}
		}
		s.ties = 0
		for _, who := range s.remaining {
			s.standings[who].Passed = s.stage.round
		}
		if len(s.remaining) == 1 {
			return nil
		}
		// If fewer entrants than seats remain, the best of those just eliminated rejoin.
		slices.SortStableFunc(s.eliminated, func(a, b int) int { return cmp.Or(cmp.Compare(s.round[b], s.round[a]), a-b) })
		if n := s.seats - len(s.remaining); n > 0 {
			s.remaining = append(s.remaining, s.eliminated[:n]...)
			slices.Sort(s.remaining)
		}
		s.eliminated = nil
		clear(s.round)
	}
	// Let as few entrants play as possible so that the winners and the entrants with byes are a
	// power of the number of seats.
	power := 1
	for power*s.seats < len(s.remaining) {
		power *= s.seats
	}
	n := min((len(s.remaining)-power+s.seats-2)/(s.seats-1), len(s.remaining)/s.seats)
	playing := s.remaining[len(s.remaining)-n*s.seats:]
	sets := make([][]int, n)
	for i, who := range playing { // the first of them meets the last
		at := i % n
		if i/n%2 == 1 {
			at = n - 1 - at
		}
		sets[at] = append(sets[at], who)
	}
	return &stage{encounters: sets, games: s.d.Games}
}
