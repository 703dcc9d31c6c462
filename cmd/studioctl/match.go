package main

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
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
			for i, spec := range specs {
				if spec == "" || spec == model.Human {
					return rules.Errorf("seat %s has no engine", string(rules.Player(i).Letter()))
				}
			}
			return t.contest(cmd.Context(), r, p, specs, &m)
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	g.add(cmd)
	g.addFrom(cmd)
	s.add(cmd, &g, false)
	m.add(cmd, t, 10, locale.T("`NUMBER` of games"))
	return cmd
}

// contestFlags say how much is played.
type contestFlags struct {
	limitFlags
	games, opening, most int
	seed                 uint64
	verbose              bool
}

// add defines the options, and how many games there are otherwise.
func (m *contestFlags) add(cmd *cobra.Command, t *tool, games int, what string) {
	m.limitFlags.add(cmd)
	f := cmd.Flags()
	f.IntVarP(&m.games, "games", "n", games, what)
	f.Uint64Var(&m.seed, "seed", 1, locale.T("`NUMBER` that decides what is left to chance"))
	f.IntVar(&m.opening, "opening", 0, locale.T("`PLIES` to play at random first, the same in each round of seats"))
	f.IntVar(&m.most, "plies", 0, locale.T("`PLIES` after which a game counts as drawn"))
	f.BoolVarP(&m.verbose, "verbose", "v", false, locale.T("tell of each game"))
	f.BoolVar(&t.json, "json", false, locale.T("write JSON"))
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
		// The points against each engine, for more engines than seats of a game for two.
		Against []float64 `json:"against,omitempty"`
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

// contest has the engines play, every set of as many as there are seats the same number of games, and writes the table.
func (t *tool) contest(ctx context.Context, r rules.Rules, start rules.Position, specs []string, m *contestFlags) error {
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
	var engines []ai.Engine
	for _, spec := range specs {
		e, err := newEngine(spec, r)
		if err != nil {
			return err
		}
		defer ai.Close(e)
		engines = append(engines, e)
		x := engineJSON{Engine: spec, Seats: map[string]*tallyJSON{}}
		if len(specs) > r.Players() && r.Players() == 2 {
			x.Against = make([]float64, len(specs))
		}
		out.Engines = append(out.Engines, x)
	}
	if m.opening > 0 {
		s.Opening = func(_ int, seed uint64) []rules.Move { return opening(start, m.opening, seed) }
	}
	var stopped error
	for who := range sets(len(specs), r.Players()) {
		s.Engines = s.Engines[:0]
		for _, i := range who {
			s.Engines = append(s.Engines, engines[i])
		}
		s.Done = func(_ int, seats []int, rec match.Record) {
			for seat, i := range seats {
				seats[seat] = who[i]
			}
			p := asJSON(r, seats, rec)
			out.Games = append(out.Games, p)
			for seat, engine := range seats {
				out.Engines[engine].count(rules.Player(seat), seats, rec)
			}
			if m.verbose || rec.Failure != nil {
				fmt.Fprintln(t.err, term.Clean(t.gameLine(r, specs, len(out.Games)-1, p, rec)))
			}
		}
		if _, stopped = match.Match(ctx, s); stopped != nil {
			break
		}
	}
	if t.json {
		err = t.writeJSON(out)
	} else {
		if len(specs) == r.Players() {
			err = t.standings(out)
		} else {
			err = t.ranking(out)
		}
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

// count adds a game in which the engine sat at seat, and the engines seats on theirs.
func (e *engineJSON) count(seat rules.Player, seats []int, rec match.Record) {
	letter := string(seat.Letter())
	if e.Seats[letter] == nil {
		e.Seats[letter] = &tallyJSON{}
	}
	winners := rec.Result.Winners
	if rec.Cut {
		winners = 0
	}
	before := e.Total.Points
	for _, c := range []*tallyJSON{&e.Total, e.Seats[letter]} {
		c.Games++
		switch {
		case winners == 0:
			c.Drawn++
			c.Points += 1 / float64(len(seats))
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
	if e.Against != nil {
		e.Against[seats[1-seat]] += e.Total.Points - before
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
		for _, letter := range slices.Sorted(maps.Keys(e.Seats)) {
			row("", letter, *e.Seats[letter])
		}
	}
	return w.Flush()
}

// points returns a number with two decimals at most.
func points(x float64) string {
	return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64)
}
