package engines

import (
	"context"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"boardstudio/ai"
	"boardstudio/ctl"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// buildCommands returns a command for each engine type that has tables to build.
func buildCommands(t *ctl.Tool) (list []*cobra.Command) {
	for _, k := range t.Engines.Kinds() {
		if k.Build != nil {
			list = append(list, buildCommand(t, k))
		}
	}
	return list
}

// buildCommand returns the command that builds the tables of an engine type.
func buildCommand(t *ctl.Tool, k *ai.Kind) *cobra.Command {
	example := "  studioctl " + k.Name + " build --" + k.Build.Size.Name + " " + k.Build.Size.Default
	parent := &cobra.Command{
		Use:     k.Name + " {build}",
		Short:   locale.T("Build the tables of the engine %s", k.Name),
		Example: example,
		Args:    cobra.ArbitraryArgs,
		RunE:    ctl.Group,
	}
	var game string
	var size int
	size, err := strconv.Atoi(k.Build.Size.Default)
	ctl.Must(err)
	cmd := &cobra.Command{
		Use:   "build",
		Short: locale.T("Build lookup tables for engines"),
		Long: locale.T(k.Build.About) + " " +
			locale.T("The tables are stored in the subfolder boardstudio of XDG_CACHE_HOME. Complete tables are not built again."),
		Example:           example,
		Args:              t.Arguments(0, 0),
		RunE:              func(cmd *cobra.Command, _ []string) error { return buildTables(t, cmd.Context(), k, game, size) },
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	f := cmd.Flags()
	f.StringVarP(&game, "game", "g", "", locale.T("`GAME`: a preset (see studioctl games); default: every game of the engine"))
	f.IntVar(&size, k.Build.Size.Name, size, locale.T("`NUMBER`: %s, from %d to %d", locale.T(k.Build.Size.Title), k.Build.Size.Min, k.Build.Size.Max))
	ctl.Must(cmd.RegisterFlagCompletionFunc("game", ctl.CompleteGames(t.Games)))
	parent.AddCommand(cmd)
	return parent
}

// buildTables builds the tables of an engine type for a game. If game is empty, it builds them for
// all presets that the engine plays.
func buildTables(t *ctl.Tool, ctx context.Context, k *ai.Kind, game string, size int) error {
	if b := k.Build.Size; size < b.Min || size > b.Max {
		return msg.Errorf("option --%s must be from %d to %d, not %d", b.Name, b.Min, b.Max, size)
	}
	names := []string{game}
	if game == "" {
		names = nil
		for _, g := range t.Games {
			for _, p := range g.Presets {
				if r, err := g.Build(p.Name, nil); err == nil && k.Plays(r) == nil {
					names = append(names, p.Name)
				}
			}
		}
	}
	for _, name := range names {
		r, err := t.Games.Build(name, rules.Params{})
		if err != nil {
			return err
		}
		if err := k.Plays(r); err != nil {
			return err
		}
		began := time.Now()
		path, err := k.Build.Do(ctx, r, size, func(int) {})
		if err != nil {
			return err
		}
		t.Printf("%s: %s, %.1f s\n", name, path, time.Since(began).Seconds())
	}
	return nil
}
