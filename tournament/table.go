package tournament

import (
	"cmp"
	"slices"

	"boardstudio/rules"
)

// Game is the result of a game.
type Game struct {
	Number  int    `json:"game"`  // from 1
	Seats   []int  `json:"seats"` // the entrant on each seat, from 0
	Winners string `json:"winners"`
	Reason  string `json:"reason"`
	Moves   int    `json:"moves"`
	Cut     bool   `json:"cut,omitempty"` // it became too long, and counts as drawn
	// Error says what the entrant at the seat Culprit did wrong, "" for nothing.
	Culprit string `json:"culprit,omitempty"`
	Error   string `json:"error,omitempty"`
	// FinishErrors are, by seats, those of engines that were told how the game ended.
	FinishErrors map[string]string `json:"finishErrors,omitempty"`
}

// winners returns the seats that won.
func (g *Game) winners() (w rules.Players) {
	if g.Cut { // who leads then has not won
		return 0
	}
	return seatsOf(g.Winners)
}

// seatsOf reads letters of seats.
func seatsOf(letters string) (s rules.Players) {
	for _, l := range letters {
		s |= rules.Of(rules.Player(l - 'A'))
	}
	return s
}

// points returns the points of each seat: 1 for a game won, shared among the winners, or among all.
func (g *Game) points() []float64 {
	p := make([]float64, len(g.Seats))
	w := g.winners()
	for seat := range p {
		switch {
		case w == 0:
			p[seat] = 1 / float64(len(p))
		case w.Has(rules.Player(seat)):
			p[seat] = 1 / float64(w.Len())
		}
	}
	return p
}

// Tally counts games.
type Tally struct {
	Games, Won, Drawn, Lost int
	// Errors are games lost by an error or an illegal move, FinishErrors those after which the engine failed when it was told
	// how they ended.
	Errors, FinishErrors int
	Points               float64
}

// Standing is what an entrant has achieved.
type Standing struct {
	Total Tally
	Seats []Tally // on each seat
	// Against has, for each other entrant, a point for a game in which this one had more points, and half a
	// one for a game in which it had as many. Met counts the games.
	Against []float64
	Met     []int
	Byes    int     // rounds of the Swiss system without an encounter, which count as won there
	Passed  int     // the last round of a knock-out that the entrant won, or did not have to play
	Rating  *Rating // nil before the first game
}

// Table is how a tournament stands.
type Table struct {
	Standings []Standing // in the order of the entrants
	Order     []int      // the entrants, the best first
	Games     int        // that were played
	Over      bool
	Pairs     Pairs // of a match of two
	Decision  Decision
}

// state is a tournament after some games, which must be added in their order.
type state struct {
	d         *Description
	seats     int
	standings []Standing
	stage     *stage // nil before the first
	at        int    // how many of its games were added
	over      bool
	games     int

	meetings map[string]*Meeting
	order    []*Meeting // in the order in which they first met
	sums     []float64  // the points in the games of an encounter with the same opening, so far
	pairs    Pairs
	decision Decision

	// Of a knock-out: who is left, who just lost, the points of each in this round, and how often it was tied.
	left, gone []int
	round      map[int]float64
	ties       int
}

func newState(d *Description, seats int) *state {
	s := &state{d: d, seats: seats, meetings: map[string]*Meeting{}, round: map[int]float64{}, sums: make([]float64, seats)}
	n := len(d.Entrants)
	for range n {
		s.standings = append(s.standings, Standing{Seats: make([]Tally, seats), Against: make([]float64, n), Met: make([]int, n)})
	}
	return s
}

// add counts the next game of the stage.
func (s *state) add(g *Game) {
	at := s.stage.at(s.at)
	s.at++
	s.games++
	points := g.points()
	for seat, who := range g.Seats {
		x := &s.standings[who]
		x.Total.count(g, rules.Player(seat), points[seat])
		x.Seats[seat].count(g, rules.Player(seat), points[seat])
		s.round[who] += points[seat]
		s.sums[slices.Index(at.encounter, who)] += points[seat]
		for other, against := range g.Seats {
			if other != seat {
				x.Met[against]++
				x.Against[against] += float64(1+cmp.Compare(points[seat], points[other])) / 2
			}
		}
	}
	if at.turn < at.of-1 {
		return
	}
	s.meeting(at.encounter).Add(at.of, s.sums)
	if s.seats == 2 && len(s.standings) == 2 && at.of == 2 {
		s.pairs[int(2*s.sums[0]+0.5)]++
		if s.d.SPRT != nil {
			s.decision = s.d.SPRT.Decide(s.pairs)
		}
	}
	clear(s.sums)
}

// meeting returns the meeting of the entrants.
func (s *state) meeting(who []int) *Meeting {
	key := make([]byte, len(who)) // there are fewer than 256 entrants
	for i, w := range who {
		key[i] = byte(w)
	}
	m := s.meetings[string(key)]
	if m == nil {
		m = NewMeeting(who)
		s.meetings[string(key)] = m
		s.order = append(s.order, m)
	}
	return m
}

func (t *Tally) count(g *Game, seat rules.Player, points float64) {
	t.Games++
	t.Points += points
	switch w := g.winners(); {
	case w == 0:
		t.Drawn++
	case w.Has(seat):
		t.Won++
	default:
		t.Lost++
	}
	letter := string(seat.Letter())
	if g.Culprit == letter {
		t.Errors++
	}
	if g.FinishErrors[letter] != "" {
		t.FinishErrors++
	}
}

// table returns how things stand.
func (s *state) table() *Table {
	t := &Table{Games: s.games, Over: s.over || s.decision != Undecided, Pairs: s.pairs, Decision: s.decision}
	ratings := Ratings(len(s.standings), s.order)
	for i, x := range s.standings {
		x.Seats, x.Against, x.Met = slices.Clone(x.Seats), slices.Clone(x.Against), slices.Clone(x.Met)
		if ratings != nil && x.Total.Games > 0 {
			x.Rating = &ratings[i]
		}
		t.Standings = append(t.Standings, x)
		t.Order = append(t.Order, i)
	}
	slices.SortStableFunc(t.Order, func(a, b int) int {
		x, y := &t.Standings[a], &t.Standings[b]
		if s.d.Format == KnockOut && x.Passed != y.Passed {
			return y.Passed - x.Passed
		}
		return cmp.Compare(s.swissPoints(b), s.swissPoints(a))
	})
	return t
}
