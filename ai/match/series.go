package match

import (
	"context"
	"slices"

	"boardstudio/rules"
)

// Series is a number of games between the same engines.
type Series struct {
	// Config is the game; its Engines and Limits are those of the first game, its
	// Seed the one that the seeds of all games come from.
	Config
	Games int
	// Opening, if not nil, returns the moves that game i begins with. Games are
	// played in rounds, in which every engine takes every seat once; i counts rounds, so that
	// all games of a round begin alike.
	Opening func(round int, seed uint64) []rules.Move
	// Done is called after each game; it may be nil. seats says which engine sat on each seat.
	Done func(game int, seats []int, r Record)
}

// Standing is what one engine has achieved.
type Standing struct {
	Played, Won, Drawn, Lost int
	// Cut counts games that became too long, Faults those lost by an error or an
	// illegal move; these are among Lost.
	Cut, Faults int
	// FinishErrors counts games after which the engine failed when it was told how they ended.
	FinishErrors int
	// Points are 1 for a game won, shared among the winners, and the same
	// shared by all for a draw.
	Points float64
}

// Match plays a series. After each game the engines move on by one seat. It
// returns a standing for each engine, in the order of Config.Engines; when ctx is
// done or the configuration is wrong also the error, with the games that were finished.
func Match(ctx context.Context, s Series) ([]Standing, error) {
	players := s.Rules.Players()
	standings := make([]Standing, len(s.Engines))
	if err := s.check(); err != nil {
		return standings, err
	}
	for game := range s.Games {
		c := s.Config
		c.Seed = Seed(s.Seed, game)
		if s.Opening != nil {
			round := game / players
			c.Moves = append(slices.Clone(s.Moves), s.Opening(round, Seed(s.Seed+1, round))...)
		}
		seats := make([]int, players) // the engine on each seat
		c.Engines = nil
		c.Limits = slices.Clone(s.Limits)
		for seat := range players {
			seats[seat] = (seat + game) % players
			c.Engines = append(c.Engines, s.Engines[seats[seat]])
			if len(s.Limits) > 1 {
				c.Limits[seat] = s.Limits[seats[seat]]
			}
		}
		r, err := Play(ctx, c)
		if err != nil {
			return standings, err
		}
		count(standings, seats, r)
		if s.Done != nil {
			s.Done(game, seats, r)
		}
	}
	return standings, nil
}

// count adds a game to the standings.
func count(standings []Standing, seats []int, r Record) {
	winners := r.Result.Winners
	if r.Cut { // who leads then has not won
		winners = 0
	}
	for seat, engine := range seats {
		s := &standings[engine]
		s.Played++
		switch p := rules.Player(seat); {
		case winners == 0:
			s.Drawn++
			s.Points += 1 / float64(len(seats))
		case winners.Has(p):
			s.Won++
			s.Points += 1 / float64(winners.Len())
		default:
			s.Lost++
		}
		if r.Cut {
			s.Cut++
		}
		if r.Culprit == rules.Player(seat) {
			s.Faults++
		}
		if r.FinishErrors[rules.Player(seat)] != nil {
			s.FinishErrors++
		}
	}
}
