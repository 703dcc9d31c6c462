package contests

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/ai/level"
	"boardstudio/ai/match"
	"boardstudio/internal/ctl"
	"boardstudio/io/safe"
	"boardstudio/locale"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/tournament"
)

// levelsFlags say what to measure of the computer's levels.
type levelsFlags struct {
	game, file     string
	games, jobs    int
	seed           uint64
	print, inPages bool
}

func levelsCommand(t *ctl.Tool) *cobra.Command {
	var m levelsFlags
	cmd := &cobra.Command{
		Use:   "levels [--game GAME]",
		Short: locale.T("Measure the levels of the computer against each other"),
		Long: locale.T("Let each level of the computer play the one below it, in every preset or in one, and where three can play also one of the higher against two of the lower. "+
			"Games begin with a few random moves after which nothing is decided; everybody takes every seat of each opening. "+
			"Each game is kept in a file as it ends: what is interrupted goes on there the next time, and only levels that have changed are played anew.") + "\n\n" +
			locale.T("The table has, for each two levels, the points of the higher one in percent, between which percentages they lie with 95 % certainty, how many times "+
				"its fair share they are, games, moves of a game, and how long the higher one thinks for a move: half of the times are less than the median."),
		Example: "  studioctl levels --game othello --games 20\n  studioctl levels --print --markdown",
		Args:    ctl.Arguments(0, 0),
		RunE:    func(cmd *cobra.Command, _ []string) error { return measureLevels(t, cmd.Context(), &m) },

		ValidArgsFunction: cobra.NoFileCompletions,
	}
	f := cmd.Flags()
	f.StringVarP(&m.game, "game", "g", "", locale.T("`GAME`: a preset, see studioctl games; all of them if none is given"))
	f.IntVarP(&m.games, "games", "n", 100, locale.T("`NUMBER` of games of each two levels"))
	f.Uint64Var(&m.seed, "seed", 1, locale.T("`NUMBER` that decides what is left to chance"))
	f.StringVar(&m.file, "file", "", locale.T("`FILE` of the games, levels.jsonl in the folder of the journals if none is given"))
	f.IntVar(&m.jobs, "jobs", runtime.NumCPU(), locale.T("`NUMBER` of processors to use, at most those that there are"))
	f.BoolVar(&m.print, "print", false, locale.T("play nothing, print what the file has"))
	f.BoolVar(&m.inPages, "markdown", false, locale.T("write what docs/levels.md has: also what each level is"))
	ctl.Must(cmd.RegisterFlagCompletionFunc("game", ctl.CompleteGames))
	return cmd
}

// pairing is a level against the one below it, in a game.
type pairing struct {
	name   string // of the preset
	rules  rules.Rules
	upper  int       // the higher level, from 2
	levels [2]string // what the higher and the lower one are
}

// names returns the levels in words.
func (p *pairing) names() string {
	return locale.T(level.Titles[p.upper-1]) + " – " + locale.T(level.Titles[p.upper-2])
}

// playedGame is a game of a pairing, as a line of the file.
type playedGame struct {
	Game    string    `json:"game"`
	Players int       `json:"players"`
	Levels  [2]string `json:"levels"` // what the higher and the lower one are
	Seed    uint64    `json:"seed"`
	Number  int       `json:"number"` // from 0
	Points  float64   `json:"points"` // of the higher one: 1 for a win, the same share for all of a draw
	Moves   int       `json:"moves"`
	Micros  []int64   `json:"micros"` // how long the higher one thought for each move
}

// key tells the game apart from others.
func (g playedGame) key() string {
	return fmt.Sprint(g.Game, g.Players, g.Levels, g.Seed, g.Number)
}

const (
	// mostLevels bounds the size of the file of games.
	mostLevels = 1 << 30
	// mostGames bounds the games of a pairing.
	mostGames = 1_000_000
)

// measureLevels plays what the file lacks, and prints the table.
func measureLevels(t *ctl.Tool, ctx context.Context, m *levelsFlags) error {
	switch {
	case m.games < 1:
		return msg.Errorf("option --%s: %d is less than 1", "games", m.games)
	case m.games > mostGames:
		return msg.Errorf("option --%s: %d is more than %d", "games", m.games, mostGames)
	case m.jobs < 1:
		return msg.Errorf("option --%s: %d is less than 1", "jobs", m.jobs)
	}
	pairs, err := pairings(m.game)
	if err != nil {
		return err
	}
	if m.file == "" {
		if m.file, err = t.Store.File("levels.jsonl"); err != nil {
			return err
		}
	}
	known, err := readGames(ctx, m.file)
	if err != nil {
		return err
	}
	var stopped error
	if !m.print {
		stopped = measure(t, ctx, m, pairs, known)
	}
	if err := levelTables(t, m, pairs, known); err != nil {
		return err
	}
	return stopped
}

// pairings returns what is to be played: of one preset, or of all.
func pairings(game string) ([]*pairing, error) {
	only := ""
	if game != "" {
		family, preset, err := ctl.FindGame(game)
		if err != nil {
			return nil, err
		}
		if only = preset; only == "" {
			only = family.Presets[0].Name
		}
	}
	var list []*pairing
	for _, g := range all.Games {
		for _, p := range g.Presets {
			if only != "" && p.Name != only {
				continue
			}
			for players := 2; players <= 3; players++ {
				over := rules.Params{}
				if players > 2 {
					over["players"] = fmt.Sprint(players)
				}
				r, err := g.Build(p.Name, over)
				if err != nil || r.Players() != players {
					continue // so many cannot play it
				}
				ls := aiall.Levels(r)
				for upper := 2; upper <= level.Count; upper++ {
					list = append(list, &pairing{p.Name, r, upper, [2]string{ls[upper-1].String(), ls[upper-2].String()}})
				}
			}
		}
	}
	return list, nil
}

// readGames returns the games of a file by their keys. A line that was not written to its end is left out.
func readGames(ctx context.Context, path string) (map[string]playedGame, error) {
	known := map[string]playedGame{}
	data, err := safe.ReadFile(ctx, path, mostLevels)
	if errors.Is(err, fs.ErrNotExist) {
		return known, nil
	}
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(data) {
		var g playedGame
		if json.Unmarshal(line, &g) == nil {
			known[g.key()] = g
		}
	}
	return known, nil
}

// wanted returns the game of that number, not yet played.
func (m *levelsFlags) wanted(p *pairing, number int) playedGame {
	return playedGame{Game: p.name, Players: p.rules.Players(), Levels: p.levels, Seed: m.seed, Number: number}
}

// measure plays the games that are not known, adds them to known and to the file. It returns why it ended too soon.
func measure(t *ctl.Tool, ctx context.Context, m *levelsFlags, pairs []*pairing, known map[string]playedGame) error {
	type task struct {
		*pairing
		number int
	}
	tasks := make(chan task)
	var mutex sync.Mutex // of known and failed
	var failed error
	playing, cancel := context.WithCancel(ctx)
	defer cancel()
	var workers sync.WaitGroup
	for range min(m.jobs, runtime.NumCPU()) {
		workers.Go(func() {
			var x *contestants
			for k := range tasks {
				if x == nil || x.pairing != k.pairing {
					x.close()
					x = newContestants(k.pairing)
				}
				g, err := x.play(playing, m.wanted(k.pairing, k.number))
				mutex.Lock()
				if err == nil {
					known[g.key()] = g
					err = safe.Append(m.file, textJSON(g))
				}
				if err != nil {
					failed = cmp.Or(failed, err)
					cancel()
				}
				mutex.Unlock()
			}
			x.close()
		})
	}
	// The levels that answer fastest come first: so a table that is not complete says something of every game.
	order := slices.Clone(pairs)
	slices.SortStableFunc(order, func(a, b *pairing) int { return a.upper - b.upper })
	for _, p := range order {
		for n := range m.games {
			mutex.Lock()
			_, have := known[m.wanted(p, n).key()]
			mutex.Unlock()
			if playing.Err() != nil {
				break
			}
			if have {
				continue
			}
			select {
			case tasks <- task{p, n}:
			case <-playing.Done():
			}
		}
	}
	close(tasks)
	workers.Wait()
	return cmp.Or(failed, ctx.Err())
}

// contestants are the engines of a pairing.
type contestants struct {
	*pairing
	upper, lower, judge ai.Engine
	err                 error
}

func newContestants(p *pairing) *contestants {
	x := &contestants{pairing: p}
	for _, e := range []struct {
		to    *ai.Engine
		level int
	}{{&x.upper, p.upper}, {&x.lower, p.upper - 1}, {&x.judge, level.Count}} {
		if x.err == nil {
			*e.to, x.err = aiall.NewAt(level.Name, e.level, p.rules)
		}
	}
	return x
}

func (x *contestants) close() {
	if x != nil && x.err == nil {
		for _, e := range []ai.Engine{x.upper, x.lower, x.judge} {
			ai.Close(e)
		}
	}
}

const (
	// openingPlies is how many moves are random, on boards large enough.
	openingPlies = 4
	// longestGame is the number of plies after which a game counts as drawn.
	longestGame = 500
)

// play plays the game g. With the same g it is the same game, unless a limit of time ends a think.
func (x *contestants) play(ctx context.Context, g playedGame) (playedGame, error) {
	if x.err != nil {
		return g, x.err
	}
	r := x.rules
	players := r.Players()
	seat := rules.Player(g.Number % players)
	c := match.Config{Rules: r, Seed: tournament.Drawn(g.Seed, g.Number), MaxPlies: longestGame}
	var err error
	if c.Moves, err = tournament.Random(ctx, x.judge, r, r.Start(), min(openingPlies, len(r.Board().Cells)/3), g.Seed+1, g.Number/players); err != nil {
		return g, err
	}
	for i := range players {
		e := x.lower
		if rules.Player(i) == seat {
			e = x.upper
		}
		c.Engines = append(c.Engines, e)
	}
	c.Report = func(p match.Ply) {
		if p.Seat == seat {
			g.Micros = append(g.Micros, p.Time.Microseconds())
		}
	}
	rec, err := match.Play(ctx, c)
	if err == nil {
		err = rec.Failure
	}
	if err != nil {
		return g, err
	}
	g.Moves = len(rec.Moves)
	switch w := rec.Result.Winners; {
	case w == 0 || rec.Cut:
		g.Points = 1 / float64(players)
	case w.Has(seat):
		g.Points = 1 / float64(w.Len())
	}
	return g, nil
}

// levelTables prints the results of the pairings, those of which there is a game.
func levelTables(t *ctl.Tool, m *levelsFlags, pairs []*pairing, known map[string]playedGame) error {
	of := map[string][]playedGame{} // by the key of the first
	for _, g := range known {
		if number := g.Number; g.Seed == m.seed && number < m.games {
			g.Number = 0
			of[g.key()] = append(of[g.key()], g)
		}
	}
	var rows [][]string
	for _, p := range pairs {
		if games := of[m.wanted(p, 0).key()]; games != nil {
			rows = append(rows, row(p, games))
		}
	}
	heads := []string{
		locale.T("game"), locale.T("players"), locale.T("levels"), locale.T("points"), locale.T("certainly"), locale.T("share"),
		locale.T("games"), locale.T("moves"), locale.T("median"), locale.T("longest"),
	}
	if m.inPages {
		page(t, []string{locale.T("game"), locale.T("players"), locale.T("level"), locale.T("plays as")}, levelRows(pairs))
		t.Printf("\n")
		page(t, heads, rows)
		return nil
	}
	w := tabwriter.NewWriter(t.Out, 0, 8, 2, ' ', 0)
	for _, r := range append([][]string{heads}, rows...) {
		fmt.Fprintln(w, strings.Join(r, "\t"))
	}
	return w.Flush()
}

// page prints a table in Markdown.
func page(t *ctl.Tool, heads []string, rows [][]string) {
	t.Printf("| %s |\n|%s\n", strings.Join(heads, " | "), strings.Repeat(" --- |", len(heads)))
	for _, r := range rows {
		t.Printf("| %s |\n", strings.Join(r, " | "))
	}
}

// levelRows tells what each level is.
func levelRows(pairs []*pairing) (rows [][]string) {
	for _, p := range pairs {
		if p.upper == 2 {
			for i, l := range aiall.Levels(p.rules) {
				rows = append(rows, []string{p.name, fmt.Sprint(p.rules.Players()), locale.T(level.Titles[i]), "`" + l.String() + "`"})
			}
		}
	}
	return rows
}

// row tells of the games of a pairing.
func row(p *pairing, games []playedGame) []string {
	points, moves := 0.0, 0
	var micros []int64
	for _, g := range games {
		points += g.Points
		moves += g.Moves
		micros = append(micros, g.Micros...)
	}
	slices.Sort(micros)
	median, longest := int64(0), int64(0)
	if n := len(micros); n > 0 {
		median, longest = micros[n/2], micros[n-1]
	}
	n, players := float64(len(games)), p.rules.Players()
	low, high := within(points/n, n)
	return []string{
		p.name, fmt.Sprint(players), p.names(),
		fmt.Sprintf("%.1f %%", 100*points/n), fmt.Sprintf("%.0f–%.0f %%", 100*low, 100*high), fmt.Sprintf("%.2f", points/n*float64(players)),
		fmt.Sprint(len(games)), fmt.Sprint(int(math.Round(float64(moves) / n))), took(median), took(longest),
	}
}

// took returns a time in microseconds with as many digits as matter.
func took(micros int64) string {
	switch d := time.Duration(micros) * time.Microsecond; {
	case d < 10*time.Millisecond:
		return fmt.Sprintf("%.1f ms", float64(micros)/1e3)
	case d < time.Second:
		return fmt.Sprintf("%d ms", micros/1000)
	default:
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
}

// within returns the bounds between which a share lies with 95 % certainty that was measured in n tries.
//
// Wilson: Probable Inference, the Law of Succession, and Statistical Inference, 1927.
func within(share, n float64) (low, high float64) {
	const z = 1.96
	middle := (share + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	return max(middle-half, 0), min(middle+half, 1)
}
