package tournament

import (
	"cmp"
	"slices"

	"boardstudio/rules"
)

// Game is the result of a game.
type Game struct {
	Number  int    `json:"game"`  // number, from 1
	Seats   []int  `json:"seats"` // entrant on each seat, from 0
	Winners string `json:"winners"`
	Reason  string `json:"reason"`
	Moves   int    `json:"moves"`
	Cut     bool   `json:"cut,omitempty"` // too long, scored as a draw
	// Error describes the failure of the entrant on the seat Culprit, or is "".
	Culprit string `json:"culprit,omitempty"`
	Error   string `json:"error,omitempty"`
	// FinishErrors has, by seat, the errors of engines when they were notified of the result.
	FinishErrors map[string]string `json:"finishErrors,omitempty"`
}

func (g *Game) winners() (w rules.Players) {
	if g.Cut { // the leader of an unfinished game has not won
		return 0
	}
	return seatsOf(g.Winners)
}

// seatsOf converts letters to a set of seats.
func seatsOf(letters string) (s rules.Players) {
	for _, l := range letters {
		s |= rules.Of(rules.Player(l - 'A'))
	}
	return s
}

// points returns the points of each seat: 1 for a win, shared among several winners, or among all
// in a draw.
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
	// Errors counts games lost by an error or an illegal move. FinishErrors counts games after
	// which the engine failed when notified of the result.
	Errors, FinishErrors int
	Points               float64
}

// Standing is the performance of an entrant.
type Standing struct {
	Total Tally
	Seats []Tally // by seat
	// Against has the score against each other entrant. A game with more points than the other
	// counts 1, a game with equal points ½. Met has the number of games.
	Against []float64
	Met     []int
	Byes    int     // Swiss rounds without an encounter, scored as wins for pairing
	Passed  int     // last knock-out round that the entrant won or sat out
	Rating  *Rating // nil before the first game
}

// Table is the state of a tournament.
type Table struct {
	Standings []Standing // in the order of the entrants
	Order     []int      // entrants, best first
	Games     int        // games played
	Over      bool
	Pairs     Pairs // in a match of two
	Decision  Decision
}

// state is the state of a tournament after some games. Games must be added in order.
type state struct {
	d         *Description
	seats     int
	standings []Standing
	stage     *stage // nil before the first stage
	at        int    // games of the stage that were added
	over      bool
	games     int

	meetings map[string]*Meeting
	order    []*Meeting // in the order of first meeting
	sums     []float64  // points in the current games of an encounter with the same opening
	pairs    Pairs
	decision Decision

	// In a knock-out: the remaining and the just eliminated entrants, the points of each in this
	// round, and the number of ties in it.
	remaining, eliminated []int
	round                 map[int]float64
	ties                  int
}

func newState(d *Description, seats int) *state {
	s := &state{d: d, seats: seats, meetings: map[string]*Meeting{}, round: map[int]float64{}, sums: make([]float64, seats)}
	n := len(d.Entrants)
	for range n {
		s.standings = append(s.standings, Standing{Seats: make([]Tally, seats), Against: make([]float64, n), Met: make([]int, n)})
	}
	return s
}

// add adds the next game of the stage.
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

// meeting returns the Meeting of the given entrants, and creates it if necessary.
func (s *state) meeting(who []int) *Meeting {
	key := make([]byte, len(who)) // MaxEntrants is below 256
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

// table returns the current standings.
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
