package contests

import (
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
	"boardstudio/ai/level"
	"boardstudio/ai/match"
	"boardstudio/ai/player"
	"boardstudio/catalog"
	"boardstudio/ctl"
	"boardstudio/rules"
	"boardstudio/store/safe"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
	"boardstudio/tournament"
)

// levelsFlags are the options for measuring the computer's levels.
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
		Long: locale.T("Play each level of the computer against the next lower one, in every preset or in one. In presets "+
			"for three players, one stronger level also plays against two weaker ones. Games begin with a few "+
			"random moves that leave the result open, and each opening is played with every seating. Each game "+
			"is saved when it ends: run the command again to resume. Only levels that have changed are played "+
			"again.") + "\n\n" +
			locale.T("For each pair of levels, the table shows the score of the higher level in percent with its 95 % "+
				"confidence interval, the ratio of that score to a fair share, the number of games, moves per "+
				"game, and the median and longest thinking time of the higher level for a move."),
		Example: "  studioctl levels --game othello --games 20\n  studioctl levels --print --markdown",
		Args:    t.Arguments(0, 0),
		RunE:    func(cmd *cobra.Command, _ []string) error { return measureLevels(t, cmd.Context(), &m) },

		ValidArgsFunction: cobra.NoFileCompletions,
	}
	f := cmd.Flags()
	f.StringVarP(&m.game, "game", "g", "", locale.T("`GAME`: a preset (see studioctl games); default: all presets"))
	f.IntVarP(&m.games, "games", "n", 100, locale.T("`NUMBER` of games for each pair of levels"))
	f.Uint64Var(&m.seed, "seed", 1, locale.T("`NUMBER` that seeds random choices"))
	f.StringVar(&m.file, "file", "", locale.T("`FILE` to store the games in; default: levels.jsonl in the journal folder"))
	f.IntVar(&m.jobs, "jobs", runtime.NumCPU(), locale.T("`NUMBER` of processors to use, at most the number available"))
	f.BoolVar(&m.print, "print", false, locale.T("print the stored results without playing"))
	f.BoolVar(&m.inPages, "markdown", false, locale.T("print the table of docs/levels.md, which also describes each level"))
	ctl.Must(cmd.RegisterFlagCompletionFunc("game", ctl.CompleteGames(t.Games)))
	return cmd
}

// pairing is a level against the next lower level, in one game.
type pairing struct {
	name   string // name of the preset
	rules  rules.Rules
	upper  int       // the higher level, at least 2
	levels [2]string // engines of the higher and the lower level
}

// names returns the names of the two levels.
func (p *pairing) names() string {
	return locale.T(level.Titles[p.upper-1]) + " – " + locale.T(level.Titles[p.upper-2])
}

// playedGame is a game of a pairing. It is stored as a line of the file.
type playedGame struct {
	Game    string    `json:"game"`
	Players int       `json:"players"`
	Levels  [2]string `json:"levels"` // engines of the higher and the lower level
	Seed    uint64    `json:"seed"`
	Number  int       `json:"number"` // from 0
	Points  float64   `json:"points"` // points of the higher level: 1 for a win; all players share the point of a draw
	Moves   int       `json:"moves"`
	Micros  []int64   `json:"micros"` // thinking time of the higher level for each move
}

// key returns a key that identifies the game.
func (g playedGame) key() string {
	return fmt.Sprint(g.Game, g.Players, g.Levels, g.Seed, g.Number)
}

const (
	// mostLevels is the largest allowed size of the file of games.
	mostLevels = 1 << 30
	// mostGames is the largest number of games per pairing.
	mostGames = 1_000_000
)

// measureLevels plays the games that the file lacks and prints the table.
func measureLevels(t *ctl.Tool, ctx context.Context, m *levelsFlags) error {
	switch {
	case m.games < 1:
		return msg.Errorf("option --%s: %d is less than 1", "games", m.games)
	case m.games > mostGames:
		return msg.Errorf("option --%s: %d is more than %d", "games", m.games, mostGames)
	case m.jobs < 1:
		return msg.Errorf("option --%s: %d is less than 1", "jobs", m.jobs)
	}
	pairs, err := pairings(t.All, m.game)
	if err != nil {
		return err
	}
	if m.file == "" {
		if m.file, err = t.Store.File("levels.jsonl"); err != nil {
			return err
		}
	}
	known, damaged, err := readGames(ctx, m.file)
	if err != nil {
		return err
	}
	t.NoteDamaged(m.file, damaged)
	var stopped error
	if !m.print {
		if damaged > 0 {
			if err := safe.NoteDamaged(m.file, damaged); err != nil {
				return err
			}
		}
		stopped = measure(t, ctx, m, pairs, known)
	}
	if err := levelTables(t, m, pairs, known); err != nil {
		return err
	}
	return stopped
}

// pairings returns the pairings of one preset, or of all if game is empty.
func pairings(all catalog.All, game string) ([]*pairing, error) {
	only := ""
	if game != "" {
		family, preset, err := ctl.FindGame(all.Games, game)
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
					continue // not playable with that number of players
				}
				ls := all.Engines.LevelsOf(r)
				for upper := 2; upper <= level.Count; upper++ {
					list = append(list, &pairing{p.Name, r, upper, [2]string{ls[upper-1].String(), ls[upper-2].String()}})
				}
			}
		}
	}
	return list, nil
}

// readGames returns the games of a file by their keys, and the number of damaged lines, as left by
// a crash.
func readGames(ctx context.Context, path string) (known map[string]playedGame, damaged int, err error) {
	known = map[string]playedGame{}
	data, err := safe.ReadFile(ctx, path, mostLevels)
	if errors.Is(err, fs.ErrNotExist) {
		return known, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	damaged, _ = safe.Records(data, func(_ int, line []byte) error {
		var g playedGame
		if json.Unmarshal(line, &g) != nil {
			return safe.ErrDamaged
		}
		known[g.key()] = g
		return nil
	})
	return known, damaged, nil
}

// pendingGame returns the game with that number, before it is played.
func (m *levelsFlags) pendingGame(p *pairing, number int) playedGame {
	return playedGame{Game: p.name, Players: p.rules.Players(), Levels: p.levels, Seed: m.seed, Number: number}
}

// measure plays the games that are missing in known, and adds them to known and to the file. It
// returns an error if it ends early.
func measure(t *ctl.Tool, ctx context.Context, m *levelsFlags, pairs []*pairing, known map[string]playedGame) error {
	type task struct {
		*pairing
		number int
	}
	tasks := make(chan task)
	var mutex sync.Mutex // protects known and failed
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
					x = newContestants(t.Engines, k.pairing)
				}
				g, err := x.play(playing, m.pendingGame(k.pairing, k.number))
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
	// Play the fastest levels first, so an incomplete table has results for every game.
	order := slices.Clone(pairs)
	slices.SortStableFunc(order, func(a, b *pairing) int { return a.upper - b.upper })
	for _, p := range order {
		for n := range m.games {
			mutex.Lock()
			_, have := known[m.pendingGame(p, n).key()]
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

func newContestants(engines *player.Catalog, p *pairing) *contestants {
	x := &contestants{pairing: p}
	for _, e := range []struct {
		to    *ai.Engine
		level int
	}{{&x.upper, p.upper}, {&x.lower, p.upper - 1}, {&x.judge, level.Count}} {
		if x.err == nil {
			*e.to, x.err = engines.NewAt(level.Name, e.level, p.rules)
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
	// openingPlies is the number of random opening moves on large enough boards.
	openingPlies = 4
	// longestGame is the number of plies after which a game counts as drawn.
	longestGame = 500
)

// play plays the game g. The result depends only on g, unless a search is stopped by a time limit.
func (x *contestants) play(ctx context.Context, g playedGame) (playedGame, error) {
	if x.err != nil {
		return g, x.err
	}
	r := x.rules
	players := r.Players()
	seat := rules.Player(g.Number % players)
	c := match.Config{Rules: r, Seed: tournament.RandomNumber(g.Seed, g.Number), MaxPlies: longestGame}
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

// levelTables prints the results of all pairings that have games.
func levelTables(t *ctl.Tool, m *levelsFlags, pairs []*pairing, known map[string]playedGame) error {
	of := map[string][]playedGame{} // by the key of the first game
	for _, g := range known {
		if number := g.Number; g.Seed == m.seed && number < m.games {
			g.Number = 0
			of[g.key()] = append(of[g.key()], g)
		}
	}
	var rows [][]string
	for _, p := range pairs {
		if games := of[m.pendingGame(p, 0).key()]; games != nil {
			rows = append(rows, pairingRow(p, games))
		}
	}
	heads := []string{
		locale.T("game"), locale.T("players"), locale.T("levels"), locale.T("points"), "95 %", locale.T("share"),
		locale.T("games"), locale.T("moves"), locale.T("median"), locale.T("longest"),
	}
	if m.inPages {
		printMarkdown(t, []string{locale.T("game"), locale.T("players"), locale.T("level"), locale.T("plays as")}, levelRows(t.Engines, pairs))
		t.Printf("\n")
		printMarkdown(t, heads, rows)
		return nil
	}
	w := tabwriter.NewWriter(t.Out, 0, 8, 2, ' ', 0)
	for _, r := range append([][]string{heads}, rows...) {
		fmt.Fprintln(w, strings.Join(r, "\t"))
	}
	return w.Flush()
}

func printMarkdown(t *ctl.Tool, heads []string, rows [][]string) {
	t.Printf("| %s |\n|%s\n", strings.Join(heads, " | "), strings.Repeat(" --- |", len(heads)))
	for _, r := range rows {
		t.Printf("| %s |\n", strings.Join(r, " | "))
	}
}

// levelRows returns a table row for each level.
func levelRows(engines *player.Catalog, pairs []*pairing) (rows [][]string) {
	for _, p := range pairs {
		if p.upper == 2 {
			for i, l := range engines.LevelsOf(p.rules) {
				rows = append(rows, []string{p.name, fmt.Sprint(p.rules.Players()), locale.T(level.Titles[i]), "`" + l.String() + "`"})
			}
		}
	}
	return rows
}

// pairingRow returns the table row of a pairing.
func pairingRow(p *pairing, games []playedGame) []string {
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
	low, high := confidence(points/n, n)
	return []string{
		p.name, fmt.Sprint(players), p.names(),
		fmt.Sprintf("%.1f %%", 100*points/n), fmt.Sprintf("%.0f–%.0f %%", 100*low, 100*high), fmt.Sprintf("%.2f", points/n*float64(players)),
		fmt.Sprint(len(games)), fmt.Sprint(int(math.Round(float64(moves) / n))), formatMicros(median), formatMicros(longest),
	}
}

// formatMicros formats a time in microseconds with a suitable precision.
func formatMicros(micros int64) string {
	switch d := time.Duration(micros) * time.Microsecond; {
	case d < 10*time.Millisecond:
		return fmt.Sprintf("%.1f ms", float64(micros)/1e3)
	case d < time.Second:
		return fmt.Sprintf("%d ms", micros/1000)
	default:
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
}

// confidence returns the 95 % confidence interval of a share measured in n trials.
//
// Wilson: Probable Inference, the Law of Succession, and Statistical Inference, 1927.
func confidence(share, n float64) (low, high float64) {
	const z = 1.96
	middle := (share + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	return max(middle-half, 0), min(middle+half, 1)
}
