package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"boardstudio/ai"
	"boardstudio/ai/match"
	"boardstudio/io/term"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
)

func (t *tool) matchCommand() *cobra.Command {
	var g gameFlags
	var s seatFlags
	m := contestFlags{limitFlags: limitFlags{otherwise: 100 * time.Millisecond}}
	cmd := &cobra.Command{
		Use:   "match --game GAME --seat A=ENGINE --seat B=ENGINE",
		Short: locale.T("Let engines play against each other"),
		Long: locale.T("Let engines play a number of games and count who won. After each game everybody moves on by one seat. " +
			"An engine that fails or makes an illegal move loses that game. With the same seed and without a limit of time the games are the same."),
		Example: "  studioctl match --game othello --seat A=alphabeta --seat B=random --games 10 --depth 3",
		Args:    arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			r, p, err := g.position()
			if err != nil {
				return err
			}
			t.warn(r, p)
			specs, err := s.specs(r, "")
			if err != nil {
				return err
			}
			return t.match(cmd.Context(), r, p, specs, &m)
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	g.add(cmd)
	g.addFrom(cmd)
	s.add(cmd, &g, false)
	m.limitFlags.add(cmd)
	f := cmd.Flags()
	f.IntVarP(&m.games, "games", "n", 10, locale.T("`NUMBER` of games"))
	f.Uint64Var(&m.seed, "seed", 1, locale.T("`NUMBER` that decides what is left to chance"))
	f.IntVar(&m.opening, "opening", 0, locale.T("`PLIES` to play at random first, the same in each round of seats"))
	f.IntVar(&m.most, "plies", 0, locale.T("`PLIES` after which a game counts as drawn"))
	f.BoolVarP(&m.verbose, "verbose", "v", false, locale.T("tell of each game"))
	f.BoolVar(&t.json, "json", false, locale.T("write JSON"))
	return cmd
}

// contestFlags say how much is played.
type contestFlags struct {
	limitFlags
	games, opening, most int
	seed                 uint64
	verbose              bool
}

// The JSON of studioctl match.
type (
	matchJSON struct {
		Game    specJSON     `json:"game"`
		Seed    uint64       `json:"seed"`
		Engines []engineJSON `json:"engines"`
		Games   []playedJSON `json:"games"`
	}
	engineJSON struct {
		Engine string                `json:"engine"`
		Total  tallyJSON             `json:"total"`
		Seats  map[string]*tallyJSON `json:"seats"` // by the letter of the seat
	}
	tallyJSON struct {
		Games  int     `json:"games"`
		Won    int     `json:"won"`
		Drawn  int     `json:"drawn"`
		Lost   int     `json:"lost"`
		Points float64 `json:"points"`
		Errors int     `json:"errors"`
	}
	playedJSON struct {
		Seats   []int    `json:"seats"` // which of the engines sat on each seat, counted from 0
		Winners []string `json:"winners"`
		Reason  string   `json:"reason"`
		Moves   []string `json:"moves"`
		Error   string   `json:"error,omitempty"`
	}
)

func (t *tool) match(ctx context.Context, r rules.Rules, start rules.Position, specs []string, m *contestFlags) error {
	limit, err := m.limit()
	if err != nil {
		return err
	}
	if m.games < 1 {
		return rules.Errorf("option --%s: %d is less than 1", "games", m.games)
	}
	if m.opening < 0 || m.most < 0 {
		return rules.Errorf("a limit cannot be negative")
	}
	out := matchJSON{Game: specJSON{r.Spec().Game, r.Spec().Params}, Seed: m.seed, Games: []playedJSON{}}
	s := match.Series{Games: m.games, Config: match.Config{
		Rules: r, Start: start, Limits: []ai.Limit{limit}, Seed: m.seed, MaxPlies: m.most,
	}}
	for i, spec := range specs {
		seat := string(rules.Player(i).Letter())
		if spec == "" || spec == model.Human {
			return rules.Errorf("seat %s has no engine", seat)
		}
		e, err := newEngine(spec, r)
		if err != nil {
			return err
		}
		defer shut(e)
		s.Engines = append(s.Engines, e)
		out.Engines = append(out.Engines, engineJSON{Engine: spec, Seats: map[string]*tallyJSON{}})
	}
	if m.opening > 0 {
		s.Opening = func(_ int, seed uint64) []rules.Move { return opening(start, m.opening, seed) }
	}
	s.Done = func(game int, seats []int, rec match.Record) {
		p := asJSON(r, seats, rec)
		out.Games = append(out.Games, p)
		for seat, engine := range seats {
			out.Engines[engine].count(rules.Player(seat), len(seats), rec)
		}
		if m.verbose || rec.Failure != nil {
			fmt.Fprintln(t.err, term.Clean(t.gameLine(r, specs, game, p, rec)))
		}
	}
	_, stopped := match.Match(ctx, s)
	if t.json {
		err = t.writeJSON(out)
	} else {
		err = t.standings(out)
	}
	if stopped != nil {
		return stopped
	}
	return err
}

// opening returns random moves that do not end the game.
func opening(start rules.Position, plies int, seed uint64) []rules.Move {
	rng := rand.New(rand.NewPCG(seed, 0))
	var moves []rules.Move
	for p := start; len(moves) < plies; {
		m := anyMove(p, rng)
		q, err := p.Play(m)
		if err != nil || q.Result().Over {
			break
		}
		p, moves = q, append(moves, m)
	}
	return moves
}

// count adds a game in which the engine sat at seat.
func (e *engineJSON) count(seat rules.Player, seats int, rec match.Record) {
	letter := string(seat.Letter())
	if e.Seats[letter] == nil {
		e.Seats[letter] = &tallyJSON{}
	}
	winners := rec.Result.Winners
	if rec.Cut {
		winners = 0
	}
	for _, c := range []*tallyJSON{&e.Total, e.Seats[letter]} {
		c.Games++
		switch {
		case winners == 0:
			c.Drawn++
			c.Points += 1 / float64(seats)
		case winners.Has(seat):
			c.Won++
			c.Points += 1 / float64(winners.Len())
		default:
			c.Lost++
		}
		if rec.Culprit == seat {
			c.Errors++
		}
	}
}

// asJSON returns a game for a program.
func asJSON(r rules.Rules, seats []int, rec match.Record) playedJSON {
	p := playedJSON{Seats: seats, Winners: []string{}, Reason: string(rec.Result.Reason), Moves: []string{}}
	for w := range rec.Result.Winners.All() {
		p.Winners = append(p.Winners, seatLetter(w))
	}
	for _, m := range rec.Moves {
		p.Moves = append(p.Moves, r.FormatMove(m))
	}
	if rec.Failure != nil {
		p.Error = locale.Err(rec.Failure)
	}
	return p
}

// gameLine tells of a game in a line.
func (t *tool) gameLine(r rules.Rules, specs []string, game int, p playedJSON, rec match.Record) string {
	g := &table{rules: r}
	for _, engine := range p.Seats {
		g.players = append(g.players, model.Player{Name: specs[engine]})
	}
	text := locale.T("cut short")
	switch {
	case rec.Failure != nil:
		text = p.Error
	case !rec.Cut:
		text = g.outcome(rec.Result)
	}
	return locale.T("game %d: %s", game+1, text) + ", " + locale.N("%d move", "%d moves", len(p.Moves), len(p.Moves))
}

// standings writes the table of results: a line for each engine, and below it
// one for each seat that it sat on.
func (t *tool) standings(m matchJSON) error {
	w := tabwriter.NewWriter(t.out, 0, 8, 2, ' ', 0)
	heads := []string{
		locale.T("engine"), locale.T("seat"), locale.T("games"), locale.T("won"),
		locale.T("drawn"), locale.T("lost"), locale.T("points"), locale.T("errors"),
	}
	fmt.Fprintln(w, strings.Join(heads, "\t"))
	row := func(engine, seat string, c tallyJSON) {
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%d\t%s\t%d\n", engine, seat, c.Games, c.Won, c.Drawn, c.Lost,
			points(c.Points), c.Errors)
	}
	for _, e := range m.Engines {
		row(term.Clean(e.Engine), locale.T("all"), e.Total)
		for seat := range m.Engines {
			letter := string(rules.Player(seat).Letter())
			if c := e.Seats[letter]; c != nil {
				row("", letter, *c)
			}
		}
	}
	return w.Flush()
}

// points returns a number with two decimals at most.
func points(x float64) string {
	return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64)
}
