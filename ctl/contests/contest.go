package contests

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"boardstudio/ai"
	"boardstudio/ai/match"
	"boardstudio/ai/player"
	"boardstudio/clock"
	"boardstudio/ctl"
	"boardstudio/draw/term"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
	"boardstudio/tournament"
)

// contestFlags are the options of a contest, except its players.
type contestFlags struct {
	ctl.LimitFlags
	tournament.Description
	clock, sprt, folder string
	jobs                int
	verbose             bool
}

// newContestFlags defines the options of a command, described by what, that plays engines against
// each other. who returns the engines. games is the default number of games.
func newContestFlags(t *ctl.Tool, cmd *cobra.Command, games int, what string, who func(rules.Rules, []string) ([]string, error)) (*ctl.GameFlags, *contestFlags) {
	g := &ctl.GameFlags{Games: t.Games}
	m := &contestFlags{LimitFlags: ctl.LimitFlags{Engines: t.Engines, Otherwise: tournament.DefaultTime(t.Engines, "")}}
	m.Format = tournament.RoundRobin
	g.Add(cmd)
	g.AddFrom(cmd)
	m.LimitFlags.Add(cmd)
	f := cmd.Flags()
	f.IntVarP(&m.Games, "games", "n", games, what)
	f.Uint64Var(&m.Seed, "seed", 1, locale.T("`NUMBER` that seeds random choices"))
	f.IntVar(&m.Opening, "opening", 0, locale.T("`PLIES` of a random opening, the same for all seatings"))
	f.StringVar(&m.Openings, "openings", "", locale.T("`FILE` of openings: games in any format, or one opening per line"))
	f.IntVar(&m.Plies, "plies", 0, locale.T("`PLIES` after which a game counts as drawn"))
	f.StringVar(&m.clock, "clock", "", locale.T("`CONTROL` for each player: 30s/move; 5m per game; 5m+3s adds 3 s per move; 5m~3s does not count the first 3 s of each move"))
	f.StringVar(&m.sprt, "sprt", "", locale.T("stop a match of two engines when a sequential test decides between two `RATINGS`, such as 0,10 (both error rates 0.05) or 0,10,0.1,0.01"))
	f.StringVar(&m.folder, "folder", "", locale.T("`FOLDER` to store the games in; studioctl tournament resume continues from it"))
	ctl.Must(cmd.MarkFlagDirname("folder"))
	playFlags(t, cmd, m)
	for _, name := range []string{"clock", "sprt"} {
		ctl.Must(cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions))
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		r, _, err := t.Position(g)
		if err != nil {
			return err
		}
		specs, err := who(r, args)
		if err != nil {
			return err
		}
		if err := m.describe(t, g, r, specs); err != nil {
			return err
		}
		var x *tournament.Tournament
		if m.folder != "" {
			x, err = tournament.Create(cmd.Context(), t.Engines, t.Documents, m.folder, m.Description)
		} else {
			x, err = tournament.New(cmd.Context(), t.Engines, t.Documents, m.Description)
		}
		if err != nil {
			return err
		}
		return playContest(t, cmd.Context(), x, m)
	}
	return g, m
}

// playFlags defines the options of commands that play games.
func playFlags(t *ctl.Tool, cmd *cobra.Command, m *contestFlags) {
	f := cmd.Flags()
	f.IntVarP(&m.jobs, "jobs", "j", 1, locale.T("`NUMBER` of games to play in parallel; does not change the results"))
	f.BoolVarP(&m.verbose, "verbose", "v", false, locale.T("write the moves of each game too"))
	f.BoolVar(&t.JSON, "json", false, locale.T("write JSON"))
	ctl.Must(cmd.RegisterFlagCompletionFunc("jobs", cobra.NoFileCompletions))
}

// describe completes the description of the tournament. It returns an error for invalid options or
// engines.
func (m *contestFlags) describe(t *ctl.Tool, g *ctl.GameFlags, r rules.Rules, specs []string) error {
	control, err := clock.Parse(m.clock)
	if err != nil {
		return err
	}
	if control.Limits() {
		m.Otherwise = 0
	}
	if _, err := m.Value(""); err != nil {
		return err
	}
	if m.Games < 1 {
		return msg.Errorf("option --%s: %d is less than 1", "games", m.Games)
	}
	if m.sprt != "" {
		if m.SPRT, err = tournament.ParseSPRT(strings.ReplaceAll(m.sprt, ",", " ")); err != nil {
			return err
		}
	}
	m.Game, m.Params, m.From = g.Game, rules.Params{}, g.From
	for _, p := range g.Params {
		name, value, _ := strings.Cut(p, "=")
		m.Params[name] = value
	}
	for _, spec := range specs {
		e, err := t.NewEngine(spec, r) // the error lists the known engines
		if err != nil {
			return err
		}
		ai.Close(e)
		limit, err := m.Value(spec)
		if err != nil {
			return err
		}
		x := tournament.Entrant{Engine: spec, Limit: limit, Clock: control}
		if m.folder != "" {
			if x.Engine = absolute(t.Engines, spec); x.Engine != spec {
				x.Name = spec
			}
		}
		m.Entrants = append(m.Entrants, x)
	}
	return nil
}

// absolute returns an engine's description with the absolute path of its file, if it has one. A
// tournament can then be resumed from another folder.
func absolute(engines *player.Catalog, spec string) string {
	name, file, _ := strings.Cut(spec, ":")
	k := engines.Find(name)
	if k == nil || file == "" || filepath.IsAbs(file) {
		return spec
	}
	if _, ok := k.Param("file"); !ok {
		return spec
	}
	dir, err := os.Getwd()
	if err != nil {
		return spec
	}
	return name + ":" + dir + "/" + file
}

// JSON output of studioctl match. It is written in pieces: each game is a line, written as soon as
// the game ends, and is not kept in memory.
type (
	matchJSON struct {
		Game    ctl.SpecJSON `json:"game"`
		Seed    uint64       `json:"seed"`
		Games   []playedJSON `json:"games"`
		Engines []engineJSON `json:"engines"`
	}
	engineJSON struct {
		Engine string                `json:"engine"`
		Total  tallyJSON             `json:"total"`
		Seats  map[string]*tallyJSON `json:"seats"` // by letter of the seat
		// Points against each engine, if there are more engines than seats.
		Against []float64   `json:"against,omitempty"`
		Rating  *ratingJSON `json:"rating,omitempty"`
	}
	ratingJSON struct {
		Elo  float64 `json:"elo"`
		Low  float64 `json:"low"`
		High float64 `json:"high"`
		// Sure is false if the maximum-likelihood rating is infinite.
		Sure bool `json:"sure"`
	}
	tallyJSON struct {
		Games  int `json:"games"`
		Won    int `json:"won"`
		Drawn  int `json:"drawn"`
		Lost   int `json:"lost"`
		Errors int `json:"errors"`
		// FinishErrors counts games after which the engine failed while being notified of the
		// result.
		FinishErrors int     `json:"finishErrors,omitempty"`
		Points       float64 `json:"points"`
	}
	playedJSON struct {
		Seats   []int    `json:"seats"` // index of the engine on each seat
		Winners []string `json:"winners"`
		Reason  string   `json:"reason"`
		Moves   []string `json:"moves"`
		Error   string   `json:"error,omitempty"`
		// FinishErrors are the errors of engines that failed while being notified of the result.
		FinishErrors []string `json:"finishErrors,omitempty"`
	}
)

// results prints the results of a contest as they arrive.
type results struct {
	*ctl.Tool
	*tournament.Tournament
	titles  []string
	verbose bool
	games   int
}

// playContest plays a tournament and prints each game, then the table.
func playContest(t *ctl.Tool, ctx context.Context, x *tournament.Tournament, m *contestFlags) error {
	if m.jobs < 1 {
		return msg.Errorf("option --%s: %d is less than 1", "jobs", m.jobs)
	}
	out := newResults(t, x)
	out.verbose = m.verbose
	out.begin(x.Seed)
	stopped := x.Play(ctx, min(m.jobs, runtime.NumCPU()), out.add)
	out.end(x.Table())
	return stopped
}

// newResults returns the results of a tournament, still empty.
func newResults(t *ctl.Tool, x *tournament.Tournament) *results {
	out := &results{Tool: t, Tournament: x}
	for i := range x.Entrants {
		out.titles = append(out.titles, x.Entrants[i].Title())
	}
	return out
}

// begin prints the output before the games.
func (x *results) begin(seed uint64) {
	if !x.JSON {
		return
	}
	spec := x.Rules().Spec()
	x.Printf("{\n\"game\": %s,\n\"seed\": %d,\n\"games\": [", textJSON(ctl.SpecJSON{Name: spec.Game, Params: spec.Params}), seed)
}

// textJSON returns v, which consists of numbers and strings, as one line of JSON without the
// newline.
func textJSON(v any) []byte {
	var b bytes.Buffer
	ctl.Must(ctl.EncodeJSON(&b, v, ""))
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// add prints a game with a single write, so a game is never incomplete in the output. The comma is
// written before the next game. After a crash, the JSON therefore lacks only its closing brackets.
func (x *results) add(played tournament.Played) {
	rec := played.Record
	p := asJSON(x.Rules(), played.Seats, rec)
	line := term.Clean(gameLine(x.Tool, x.Rules(), x.titles, played.Number-1, p, rec))
	x.games++
	switch {
	case x.JSON:
		comma := ","
		if x.games == 1 {
			comma = ""
		}
		x.Printf("%s\n%s", comma, textJSON(p))
	case x.verbose:
		x.Printf("%s: %s\n", line, strings.Join(p.Moves, " "))
	default:
		x.Printf("%s\n", line)
	}
	// A terminal already shows the line.
	if (rec.Failure != nil || rec.FinishErrors != nil) && (x.JSON || !x.Term.Live) {
		fmt.Fprintln(x.Err, line)
	}
}

// end prints the output after the games.
func (x *results) end(table *tournament.Table) {
	if x.JSON {
		x.Printf("\n],\n\"engines\": %s\n}\n", textJSON(x.engines(table)))
		return
	}
	x.tables(table)
}

// tables prints the tables of a tournament for users.
func (x *results) tables(table *tournament.Table) {
	engines := x.engines(table)
	if len(engines) == x.Rules().Players() {
		standings(x.Tool, engines)
	} else {
		ranking(x.Tool, engines, table)
	}
	s := x.SPRT
	if s == nil {
		return
	}
	low, high := s.Bounds()
	verdict := locale.T("undecided")
	switch table.Decision {
	case tournament.Accept0:
		verdict = locale.T("%s: a rating difference of %v was accepted, %v rejected", x.titles[0], s.Elo0, s.Elo1)
	case tournament.Accept1:
		verdict = locale.T("%s: a rating difference of %v was accepted, %v rejected", x.titles[0], s.Elo1, s.Elo0)
	}
	x.Printf("\n%s\n%s\n", locale.T("pairs of games with 0, ½, 1, 1½ and 2 points: %s", strings.Trim(fmt.Sprint(table.Pairs), "[]")),
		term.Clean(locale.T("log-likelihood ratio %.2f, bounds %.2f and %.2f: %s", s.LLR(table.Pairs), low, high, verdict)))
}

// engines returns the results of each engine.
func (x *results) engines(table *tournament.Table) []engineJSON {
	var list []engineJSON
	for i := range table.Standings {
		s := &table.Standings[i]
		e := engineJSON{Engine: x.titles[i], Total: tallyJSON(s.Total), Seats: map[string]*tallyJSON{}}
		for seat, tally := range s.Seats {
			if tally.Games > 0 {
				e.Seats[ctl.SeatLetter(rules.Player(seat))] = (*tallyJSON)(&tally)
			}
		}
		if len(x.titles) > x.Rules().Players() {
			e.Against = s.Against
		}
		if r := s.Rating; r != nil {
			e.Rating = &ratingJSON{roundTenth(r.Elo), roundTenth(r.Low), roundTenth(r.High), r.Sure}
		}
		list = append(list, e)
	}
	return list
}

// asJSON returns a game in the JSON form.
func asJSON(r rules.Rules, seats []int, rec match.Record) playedJSON {
	p := playedJSON{Seats: seats, Winners: []string{}, Reason: string(rec.Result.Reason), Moves: ctl.Notations(r, rec.Moves)}
	for w := range rec.Result.Winners.All() {
		p.Winners = append(p.Winners, ctl.SeatLetter(w))
	}
	if rec.Failure != nil {
		p.Error = locale.Err(rec.Failure)
	}
	for _, seat := range slices.Sorted(maps.Keys(rec.FinishErrors)) {
		p.FinishErrors = append(p.FinishErrors, locale.Err(rec.FinishErrors[seat]))
	}
	return p
}

// gameLine returns a one-line summary of a game.
func gameLine(t *ctl.Tool, r rules.Rules, specs []string, game int, p playedJSON, rec match.Record) string {
	g := &ctl.Table{Rules: r}
	for _, engine := range p.Seats {
		g.Players = append(g.Players, model.Player{Name: specs[engine]})
	}
	text := locale.T("unfinished")
	switch {
	case rec.Failure != nil:
		text = p.Error
	case !rec.Cut:
		text = g.Outcome(rec.Result)
	}
	text = locale.T("game %d: %s", game+1, text) + ", " + locale.N("%d move", "%d moves", len(p.Moves), len(p.Moves))
	return strings.Join(append([]string{text}, p.FinishErrors...), "; ")
}

// standings prints the table of results: a line for each engine, followed by a line for each of its
// seats.
func standings(t *ctl.Tool, engines []engineJSON) {
	heads := []string{
		locale.T("engine"), locale.T("seat"), locale.T("games"), locale.T("won"),
		locale.T("drawn"), locale.T("lost"), locale.T("points"), locale.T("errors"),
	}
	after := slices.ContainsFunc(engines, func(e engineJSON) bool { return e.Total.FinishErrors > 0 })
	if after {
		heads = append(heads, locale.T("errors after the end"))
	}
	rows := [][]string{append(heads, locale.T("rating"), "95 %")}
	row := func(engine, seat string, c tallyJSON, r *ratingJSON) {
		cells := []string{engine, seat, strconv.Itoa(c.Games), strconv.Itoa(c.Won), strconv.Itoa(c.Drawn), strconv.Itoa(c.Lost), formatPoints(c.Points), strconv.Itoa(c.Errors)}
		if after {
			cells = append(cells, strconv.Itoa(c.FinishErrors))
		}
		rating, between := "", ""
		if r != nil {
			rating, between = fmt.Sprintf("%+.0f", r.Elo), fmt.Sprintf("%+.0f…%+.0f", r.Low, r.High)
			if !r.Sure {
				rating = "~" + rating
			}
		}
		rows = append(rows, append(cells, rating, between))
	}
	for _, e := range engines {
		row(term.Clean(e.Engine), locale.T("all"), e.Total, e.Rating)
		for _, letter := range slices.Sorted(maps.Keys(e.Seats)) {
			row("", letter, *e.Seats[letter], nil)
		}
	}
	columns(t, rows)
}

// columns prints aligned rows of cells.
func columns(t *ctl.Tool, rows [][]string) {
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 8, 2, ' ', 0)
	for _, r := range rows {
		fmt.Fprintln(w, strings.Join(r, "\t"))
	}
	w.Flush() // writes to a buffer do not fail
	for line := range strings.Lines(b.String()) {
		t.Printf("%s\n", strings.TrimRight(line, " \n"))
	}
}

// roundTenth rounds a number to one decimal.
func roundTenth(x float64) float64 { return math.Round(10*x) / 10 }

// formatPoints formats a number with at most two decimals.
func formatPoints(x float64) string {
	return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64)
}
