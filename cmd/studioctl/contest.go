package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/ai/match"
	"boardstudio/ai/random"
	ioall "boardstudio/io/all"
	"boardstudio/io/safe"
	"boardstudio/io/term"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// contestFlags say how much is played.
type contestFlags struct {
	limitFlags
	games, opening, most int
	seed                 uint64
	verbose              bool
	records              string
}

// contestFlags defines the options of a command that has engines play each other, and what it does;
// who names the engines. games is how many games there are otherwise.
func (t *tool) contestFlags(cmd *cobra.Command, games int, what string, who func(rules.Rules, []string) ([]string, error)) *gameFlags {
	g := &gameFlags{}
	m := &contestFlags{limitFlags: limitFlags{otherwise: 100 * time.Millisecond}}
	g.add(cmd)
	g.addFrom(cmd)
	m.limitFlags.add(cmd)
	f := cmd.Flags()
	f.IntVarP(&m.games, "games", "n", games, what)
	f.Uint64Var(&m.seed, "seed", 1, locale.T("`NUMBER` that decides what is left to chance"))
	f.IntVar(&m.opening, "opening", 0, locale.T("`PLIES` to play at random first, the same in each round of seats"))
	f.IntVar(&m.most, "plies", 0, locale.T("`PLIES` after which a game counts as drawn"))
	f.BoolVarP(&m.verbose, "verbose", "v", false, locale.T("write the moves of each game too"))
	f.StringVar(&m.records, "records", "", locale.T("`FOLDER` to write a record of each game to"))
	must(cmd.MarkFlagDirname("records"))
	f.BoolVar(&t.json, "json", false, locale.T("write JSON"))
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		r, p, err := t.position(g)
		if err != nil {
			return err
		}
		specs, err := who(r, args)
		if err != nil {
			return err
		}
		return t.contest(cmd.Context(), r, p, specs, m)
	}
	return g
}

// The JSON of studioctl match. It is written piece by piece: each game is a line, as soon as it
// has ended, and none is held.
type (
	matchJSON struct {
		Game    specJSON     `json:"game"`
		Seed    uint64       `json:"seed"`
		Games   []playedJSON `json:"games"`
		Engines []engineJSON `json:"engines"`
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
		// FinishErrors are games after which the engine failed when it was told how they ended.
		FinishErrors int `json:"finishErrors,omitempty"`
	}
	playedJSON struct {
		Seats   []int    `json:"seats"` // which of the engines sat on each seat, counted from 0
		Winners []string `json:"winners"`
		Reason  string   `json:"reason"`
		Moves   []string `json:"moves"`
		Error   string   `json:"error,omitempty"`
		// FinishErrors tell of engines that failed when they were told how the game ended.
		FinishErrors []string `json:"finishErrors,omitempty"`
	}
)

// results are what a contest has led to so far, written as it comes in.
type results struct {
	*tool
	rules   rules.Rules
	start   rules.Position
	specs   []string
	verbose bool
	seed    uint64
	folder  string // of the records, "" for none
	engines []engineJSON
	games   int
	failed  error // of writing a record
}

// contest has the engines play, every set of as many as there are seats the same number of games, and writes
// each game and then the table.
func (t *tool) contest(ctx context.Context, r rules.Rules, start rules.Position, specs []string, m *contestFlags) error {
	limit, err := m.limit()
	if err != nil {
		return err
	}
	if m.games < 1 {
		return msg.Errorf("option --%s: %d is less than 1", "games", m.games)
	}
	if m.opening < 0 || m.most < 0 {
		return msg.Errorf("a limit cannot be negative")
	}
	out := &results{tool: t, rules: r, start: start, specs: specs, verbose: m.verbose, seed: m.seed, folder: m.records}
	if m.records != "" {
		if err := os.MkdirAll(m.records, 0o777); err != nil {
			return msg.Errorf("the folder %s cannot be made: %v", m.records, safe.Cause(err))
		}
	}
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
		out.engines = append(out.engines, x)
	}
	if m.opening > 0 {
		s.Opening = func(_ int, seed uint64) []rules.Move { return opening(start, m.opening, seed) }
	}
	out.begin(m.seed)
	within, cancel := context.WithCancel(ctx)
	defer cancel()
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
			out.add(seats, rec)
			if out.failed = out.save(seats, rec); out.failed != nil {
				cancel()
			}
		}
		if _, stopped = match.Match(within, s); stopped != nil {
			break
		}
	}
	if err := cmp.Or(out.end(), out.failed); err != nil {
		return err
	}
	return stopped
}

// save writes the record of the game that was added last.
func (x *results) save(seats []int, rec match.Record) error {
	if x.folder == "" {
		return nil
	}
	d := model.NewDocument(x.rules)
	for seat, i := range seats {
		kind, at := aiall.Named(x.specs[i], 0)
		if at > 0 {
			kind, _, _ = strings.Cut(kind, ":")
		}
		d.Players[seat] = model.Player{Name: x.specs[i], Kind: kind, Level: at}
	}
	if x.start.String() != x.rules.Start().String() {
		if err := d.Tree.SetStart(x.start.String()); err != nil {
			return err
		}
	}
	n := d.Tree.Root()
	for _, m := range rec.Moves {
		n = d.Tree.Add(n, m)
	}
	d.Info[model.InfoEvent] = fmt.Sprintf("seed %d, game %d", x.seed, x.games)
	file := filepath.Join(x.folder, fmt.Sprintf("%d-%04d%s", x.seed, x.games, ioall.Formats[0].Ext[0]))
	data, err := ioall.Encode(context.Background(), file, ioall.Formats[0], d, nil)
	if err == nil {
		err = writeFile(file, data, false)
	}
	if err != nil {
		return msg.Errorf("%s: %v", file, err)
	}
	return nil
}

// begin writes what comes before the games.
func (x *results) begin(seed uint64) {
	if !x.json {
		return
	}
	spec := x.rules.Spec()
	x.printf("{\n\"game\": %s,\n\"seed\": %d,\n\"games\": [", textJSON(specJSON{spec.Game, spec.Params}), seed)
}

// textJSON returns v, which is made of numbers and texts, as a line of JSON without its end.
func textJSON(v any) []byte {
	var b bytes.Buffer
	must(encodeJSON(&b, v, ""))
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// add counts a game and writes it, with one write, so that no game is there in part.
// The comma comes with the game after it: what a crash leaves of the JSON lacks only the brackets.
func (x *results) add(seats []int, rec match.Record) {
	p := asJSON(x.rules, seats, rec)
	for seat, engine := range seats {
		x.engines[engine].count(rules.Player(seat), seats, rec)
	}
	line := term.Clean(x.gameLine(x.rules, x.specs, x.games, p, rec))
	x.games++
	switch {
	case x.json:
		comma := ","
		if x.games == 1 {
			comma = ""
		}
		x.printf("%s\n%s", comma, textJSON(p))
	case x.verbose:
		x.printf("%s: %s\n", line, strings.Join(p.Moves, " "))
	default:
		x.printf("%s\n", line)
	}
	if (rec.Failure != nil || rec.FinishErrors != nil) && (x.json || !x.term.Live) { // in a terminal it was just written
		fmt.Fprintln(x.err, line)
	}
}

// end writes what comes after the games.
func (x *results) end() error {
	switch {
	case x.json:
		x.printf("\n],\n\"engines\": %s\n}\n", textJSON(x.engines))
		return nil
	case len(x.specs) == x.rules.Players():
		return x.standings(x.engines)
	}
	return x.ranking(x.engines)
}

// opening returns random moves that do not end the game.
func opening(start rules.Position, plies int, seed uint64) []rules.Move {
	rng := rand.New(rand.NewPCG(seed, 0))
	var moves []rules.Move
	for p := start; len(moves) < plies; {
		m, _ := random.Move(p, rng)
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
		if rec.FinishErrors[seat] != nil {
			c.FinishErrors++
		}
	}
	if e.Against != nil {
		e.Against[seats[1-seat]] += e.Total.Points - before
	}
}

// asJSON returns a game for a program.
func asJSON(r rules.Rules, seats []int, rec match.Record) playedJSON {
	p := playedJSON{Seats: seats, Winners: []string{}, Reason: string(rec.Result.Reason), Moves: notations(r, rec.Moves)}
	for w := range rec.Result.Winners.All() {
		p.Winners = append(p.Winners, seatLetter(w))
	}
	if rec.Failure != nil {
		p.Error = locale.Err(rec.Failure)
	}
	for _, seat := range slices.Sorted(maps.Keys(rec.FinishErrors)) {
		p.FinishErrors = append(p.FinishErrors, locale.Err(rec.FinishErrors[seat]))
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
	text = locale.T("game %d: %s", game+1, text) + ", " + locale.N("%d move", "%d moves", len(p.Moves), len(p.Moves))
	return strings.Join(append([]string{text}, p.FinishErrors...), "; ")
}

// standings writes the table of results: a line for each engine, and below it
// one for each seat that it sat on.
func (t *tool) standings(engines []engineJSON) error {
	w := tabwriter.NewWriter(t.out, 0, 8, 2, ' ', 0)
	heads := []string{
		locale.T("engine"), locale.T("seat"), locale.T("games"), locale.T("won"),
		locale.T("drawn"), locale.T("lost"), locale.T("points"), locale.T("errors"),
	}
	after := slices.ContainsFunc(engines, func(e engineJSON) bool { return e.Total.FinishErrors > 0 })
	if after {
		heads = append(heads, locale.T("errors after the end"))
	}
	fmt.Fprintln(w, strings.Join(heads, "\t"))
	row := func(engine, seat string, c tallyJSON) {
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%d\t%s\t%d", engine, seat, c.Games, c.Won, c.Drawn, c.Lost,
			points(c.Points), c.Errors)
		if after {
			fmt.Fprintf(w, "\t%d", c.FinishErrors)
		}
		fmt.Fprintln(w)
	}
	for _, e := range engines {
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
