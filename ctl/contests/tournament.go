package contests

import (
	"context"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"boardstudio/ctl"
	"boardstudio/draw/term"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
	"boardstudio/tournament"
)

func tournamentCommand(t *ctl.Tool) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tournament --game GAME ENGINE...",
		Short: locale.T("Play a tournament of engines"),
		Long: locale.T("Play a tournament of engines. By default, every engine plays every other engine, or every group "+
			"of three in games with three seats; --format selects another format. The first table lists the "+
			"engines by rating, with 95 % confidence intervals. The second shows the score of each engine "+
			"against each other engine. Openings and seeds work as in studioctl match. With --folder the "+
			"tournament is saved, and studioctl tournament resume continues it after an interruption.") + "\n\n" + t.EngineList(),
		Example: "  studioctl tournament --game connect4 random alphabeta lua:connect4.lua --games 10 --depth 3",
		Args:    t.Arguments(2, -1, "ENGINE"),
	}
	g, m := newContestFlags(t, cmd, 2, locale.T("`NUMBER` of games for each group of engines"), func(_ rules.Rules, specs []string) ([]string, error) {
		if slices.Contains(specs, model.Human) {
			return nil, msg.Errorf("human players cannot play in a tournament of engines")
		}
		return specs, nil
	})
	cmd.ValidArgsFunction = t.CompleteEngines(g)
	f := cmd.Flags()
	f.StringVar((*string)(&m.Format), "format", string(tournament.RoundRobin), locale.T("`FORMAT`: round-robin, gauntlet (the first engine against the others), swiss or knock-out"))
	f.IntVar(&m.Rounds, "rounds", 0, locale.T("`NUMBER` of rounds of the Swiss system"))
	var formats []string
	for _, x := range tournament.Formats {
		formats = append(formats, cobra.CompletionWithDesc(string(x.Format), locale.T(x.Title)))
	}
	ctl.Must(cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp)))
	cmd.AddCommand(tournamentRun(t), tournamentTable(t))
	return cmd
}

func tournamentRun(t *ctl.Tool) *cobra.Command {
	var m contestFlags
	cmd := &cobra.Command{
		Use:     "run FOLDER",
		Aliases: []string{"resume"},
		Short:   locale.T("Play or resume a tournament stored in a folder"),
		Long: locale.T("Play the tournament described by the file %s in FOLDER. Games that have ended are not played "+
			"again. run and resume are the same command. Each game is saved in FOLDER as a record named by its "+
			"number.", tournament.DescriptionFile),
		Example: "  studioctl tournament resume cup --jobs 4",
		Args:    t.Arguments(1, 1, "FOLDER"),
		RunE: func(cmd *cobra.Command, args []string) error {
			x, err := tournament.Open(cmd.Context(), t.Engines, t.Documents, args[0])
			if err != nil {
				return err
			}
			t.NoteDamaged(filepath.Join(args[0], tournament.ResultsFile), x.Damaged())
			return playContest(t, cmd.Context(), x, &m)
		},
		ValidArgsFunction: completeFolders,
	}
	playFlags(t, cmd, &m)
	return cmd
}

func tournamentTable(t *ctl.Tool) *cobra.Command {
	cmd := &cobra.Command{
		Use:               "table FOLDER",
		Short:             locale.T("Show the standings of a tournament stored in a folder"),
		Long:              locale.T("Show the standings of a tournament, even while it is being played: the tables, and the games lost by an error."),
		Example:           "  studioctl tournament table cup",
		Args:              t.Arguments(1, 1, "FOLDER"),
		RunE:              func(cmd *cobra.Command, args []string) error { return showTournament(t, cmd.Context(), args[0]) },
		ValidArgsFunction: completeFolders,
	}
	cmd.Flags().BoolVar(&t.JSON, "json", false, locale.T("write JSON"))
	return cmd
}

func completeFolders(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// showTournament prints the tables of the tournament in a folder.
func showTournament(t *ctl.Tool, ctx context.Context, dir string) error {
	x, err := tournament.Open(ctx, t.Engines, t.Documents, dir)
	if err != nil {
		return err
	}
	t.NoteDamaged(filepath.Join(dir, tournament.ResultsFile), x.Damaged())
	out, table := newResults(t, x), x.Table()
	if t.JSON {
		t.Printf("%s\n", textJSON(struct {
			Games   int          `json:"games"`
			Over    bool         `json:"over"`
			Engines []engineJSON `json:"engines"`
		}{table.Games, table.Over, out.engines(table)}))
		return nil
	}
	out.tables(table)
	for i, g := range x.Faults() {
		if i == 0 {
			t.Printf("\n")
		}
		t.Printf("%s\n", term.Clean(locale.T("game %d: %s", g.Number, g.Error)))
	}
	if !table.Over {
		t.Printf("\n%s\n", locale.N("unfinished: %d game was played", "unfinished: %d games were played", table.Games, table.Games))
	}
	return nil
}

// ranking prints the tables of a tournament: the engines from the best to the worst, and the points
// of each engine against each other engine.
func ranking(t *ctl.Tool, engines []engineJSON, table *tournament.Table) {
	var ranked []engineJSON
	cross := [][]string{{"", locale.T("against")}}
	for rank, i := range table.Order {
		ranked = append(ranked, engines[i])
		cross[0] = append(cross[0], strconv.Itoa(rank+1))
		row := []string{strconv.Itoa(rank + 1), term.Clean(engines[i].Engine)}
		for _, other := range table.Order {
			switch s := &table.Standings[i]; {
			case other == i:
				row = append(row, "–")
			case s.Met[other] == 0:
				row = append(row, "·")
			default:
				row = append(row, formatPoints(s.Against[other]))
			}
		}
		cross = append(cross, row)
	}
	standings(t, ranked)
	t.Printf("\n")
	columns(t, cross)
}
