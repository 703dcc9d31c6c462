package contests

import (
	"context"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"boardstudio/internal/ctl"
	"boardstudio/io/term"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/tournament"
)

func tournamentCommand(t *ctl.Tool) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tournament --game GAME ENGINE...",
		Short: locale.T("Let engines play, everybody against everybody"),
		Long: locale.T("Let each two engines play a number of games, or each three where the game has three seats, and so on; with --format otherwise. "+
			"The table has the best engine first, with a rating and between which ratings it lies with 95 % certainty; another one has the points of each engine against each. "+
			"The games are those of studioctl match: all begin alike with --opening or --openings, and with the same seed and without a limit of time all is the same again. "+
			"With --folder the tournament is kept, and studioctl tournament resume goes on after an interruption.") + "\n\n" + ctl.EngineList(),
		Example: "  studioctl tournament --game connect4 random alphabeta lua:connect4.lua --games 10 --depth 3",
		Args:    ctl.Arguments(2, -1, "ENGINE"),
	}
	g, m := newContestFlags(t, cmd, 2, locale.T("`NUMBER` of games of each set of engines"), func(_ rules.Rules, specs []string) ([]string, error) {
		if slices.Contains(specs, model.Human) {
			return nil, msg.Errorf("a person cannot play in a tournament of engines")
		}
		return specs, nil
	})
	cmd.ValidArgsFunction = ctl.CompleteEngines(g)
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
		Short:   locale.T("Play a tournament that is kept in a folder, or go on with it"),
		Long: locale.T("Play what the file %s in FOLDER describes, from where it stands: a game that has ended is never played again, whatever interrupted the tournament. "+
			"run and resume are the same. Each game is in FOLDER as a record, named by its number.", tournament.DescriptionFile),
		Example: "  studioctl tournament resume cup --jobs 4",
		Args:    ctl.Arguments(1, 1, "FOLDER"),
		RunE: func(cmd *cobra.Command, args []string) error {
			x, err := tournament.Open(cmd.Context(), args[0])
			if err != nil {
				return err
			}
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
		Short:             locale.T("Show how a tournament stands that is kept in a folder"),
		Long:              locale.T("Show how a tournament stands, also while it is played: the tables, and the games that were lost by an error."),
		Example:           "  studioctl tournament table cup",
		Args:              ctl.Arguments(1, 1, "FOLDER"),
		RunE:              func(cmd *cobra.Command, args []string) error { return showTournament(t, cmd.Context(), args[0]) },
		ValidArgsFunction: completeFolders,
	}
	cmd.Flags().BoolVar(&t.JSON, "json", false, locale.T("write JSON"))
	return cmd
}

func completeFolders(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// showTournament writes the tables of the tournament in a folder.
func showTournament(t *ctl.Tool, ctx context.Context, dir string) error {
	x, err := tournament.Open(ctx, dir)
	if err != nil {
		return err
	}
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
		t.Printf("\n%s\n", locale.N("it is not over: %d game was played", "it is not over: %d games were played", table.Games, table.Games))
	}
	return nil
}

// ranking writes the tables of a tournament: the best engine first, and the points of each against each.
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
				row = append(row, points(s.Against[other]))
			}
		}
		cross = append(cross, row)
	}
	standings(t, ranked)
	t.Printf("\n")
	columns(t, cross)
}
