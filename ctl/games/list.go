package games

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"boardstudio/ctl"
	"boardstudio/rules"
	"boardstudio/text/locale"
)

func gamesCommand(t *ctl.Tool) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "games [NAME]",
		Short: locale.T("List the games, their presets and parameters"),
		Long: locale.T("List the families of games with their presets and parameters. " +
			"With the name of a preset, the values are those of the preset."),
		Example: "  studioctl games\n  studioctl games renju\n  studioctl games --json",
		Args:    t.Arguments(0, 1),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, s string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return ctl.CompleteGames(t.Games)(cmd, args, s)
		},
		RunE: func(_ *cobra.Command, args []string) error { return listGames(t, args) },
	}
	cmd.Flags().BoolVar(&t.JSON, "json", false, locale.T("write JSON"))
	return cmd
}

// JSON output of studioctl games.
type (
	gameJSON struct {
		Name    string       `json:"name"`
		Title   string       `json:"title"`
		Params  []paramJSON  `json:"params"`
		Presets []presetJSON `json:"presets"`
	}
	paramJSON struct {
		Name    string   `json:"name"`
		Title   string   `json:"title"`
		Kind    string   `json:"kind"`
		Min     *int     `json:"min,omitempty"`
		Max     *int     `json:"max,omitempty"`
		Options []string `json:"options,omitempty"`
		Default string   `json:"default"`
	}
	presetJSON struct {
		Name   string       `json:"name"`
		Title  string       `json:"title"`
		Params rules.Params `json:"params"`
	}
)

var kindNames = [...]string{rules.Int: "int", rules.Switch: "switch", rules.Choice: "choice", rules.Text: "text"}

func listGames(t *ctl.Tool, args []string) error {
	games, preset := t.Games, ""
	if len(args) > 0 {
		g, p, err := ctl.FindGame(t.Games, args[0])
		if err != nil {
			return err
		}
		games, preset = rules.Catalog{g}, p
		if args[0] == g.Name { // a family with a preset of the same name
			preset = ""
		}
	}
	var list []gameJSON
	for i, g := range games {
		values, err := rules.Resolve(g.Params, nil)
		if p, ok := g.Preset(preset); ok {
			values, err = rules.Resolve(g.Params, p.Params)
		}
		if err != nil {
			return err
		}
		if t.JSON {
			j, err := describe(g, values)
			if err != nil {
				return err
			}
			list = append(list, j)
			continue
		}
		if i > 0 {
			t.Printf("\n")
		}
		printFamily(t, g, preset, values)
	}
	if t.JSON {
		return t.WriteJSON(list)
	}
	return nil
}

func printFamily(t *ctl.Tool, g *rules.Game, preset string, values rules.Params) {
	t.Printf("%s: %s\n", g.Name, locale.T(g.Title))
	w := tabwriter.NewWriter(t.Out, 0, 8, 2, ' ', 0)
	fmt.Fprintf(w, "\n  %s\n", locale.T("Presets"))
	for _, p := range g.Presets {
		if preset == "" || p.Name == preset {
			fmt.Fprintf(w, "    %s\t%s\n", p.Name, locale.T(p.Title))
		}
	}
	w.Flush()
	fmt.Fprintf(w, "\n  %s\n", locale.T("Parameters"))
	for _, d := range g.Params {
		fmt.Fprintf(w, "    %s=%s\t%s\t%s\n", d.Name, values[d.Name], locale.T(d.Title), ValuesOf(d))
	}
	w.Flush()
}

// ValuesOf returns a description of the values that a parameter accepts.
func ValuesOf(d rules.Param) string {
	switch d.Kind {
	case rules.Int:
		return fmt.Sprintf("%d-%d", d.Min, d.Max)
	case rules.Switch:
		return "on, off"
	case rules.Choice:
		return strings.Join(optionNames(d), ", ")
	}
	return locale.T("text")
}

func optionNames(d rules.Param) []string {
	var names []string
	for _, o := range d.Options {
		names = append(names, o.Name)
	}
	return names
}

// describe returns a game family in the JSON form.
func describe(g *rules.Game, values rules.Params) (gameJSON, error) {
	j := gameJSON{Name: g.Name, Title: locale.T(g.Title)}
	for _, d := range g.Params {
		p := paramJSON{
			Name: d.Name, Title: locale.T(d.Title), Kind: kindNames[d.Kind],
			Options: optionNames(d), Default: values[d.Name],
		}
		if d.Kind == rules.Int {
			p.Min, p.Max = &d.Min, &d.Max
		}
		j.Params = append(j.Params, p)
	}
	for _, p := range g.Presets {
		full, err := rules.Resolve(g.Params, p.Params)
		if err != nil {
			return j, err
		}
		j.Presets = append(j.Presets, presetJSON{p.Name, locale.T(p.Title), full})
	}
	return j, nil
}
