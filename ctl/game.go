package ctl

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// GameFlags are the options that select a game and a position.
type GameFlags struct {
	Games  rules.Catalog // games that the command offers
	Game   string
	Params []string
	From   string
}

// Add defines the flags --game and --param.
func (g *GameFlags) Add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVarP(&g.Game, "game", "g", "", locale.T("`GAME`: a family or a preset (see studioctl games)"))
	f.StringArrayVarP(&g.Params, "param", "p", nil, locale.T("parameter of the game, `NAME=VALUE`; may be repeated"))
	Must(cmd.RegisterFlagCompletionFunc("game", CompleteGames(g.Games)))
	Must(cmd.RegisterFlagCompletionFunc("param", g.completeParams))
}

// AddFrom defines the flag --from.
func (g *GameFlags) AddFrom(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&g.From, "from", "f", "", locale.T("`POSITION` to start from, as studioctl moves prints it"))
	Must(cmd.RegisterFlagCompletionFunc("from", cobra.NoFileCompletions))
}

// Rules returns the rules of the selected game. It returns an error if --game is missing or
// unknown, or a parameter is invalid.
func (g *GameFlags) Rules() (rules.Rules, error) {
	if g.Game == "" {
		return nil, msg.Errorf("option --%s is missing", "game")
	}
	family, preset, err := FindGame(g.Games, g.Game)
	if err != nil {
		return nil, err
	}
	over := rules.Params{}
	for _, p := range g.Params {
		name, value, found := strings.Cut(p, "=")
		if !found {
			return nil, msg.Errorf("%q is not of the form name=value", p)
		}
		var known []string
		for _, d := range family.Params {
			known = append(known, d.Name)
		}
		if !slices.Contains(known, name) {
			return nil, Suggest(msg.Errorf("unknown parameter %q", name), name, known)
		}
		over[name] = value
	}
	return family.Build(preset, over)
}

// DrawsLots reports whether the first player is drawn by lot by default.
func (g *GameFlags) DrawsLots() bool {
	family, name, ok := g.Games.Find(g.Game)
	if !ok {
		return false
	}
	preset, ok := family.Preset(name)
	return ok && preset.Lots
}

// Spec returns the game to use for records that do not name theirs. It returns nil if no game is
// given.
func (g *GameFlags) Spec() (*rules.Spec, error) {
	if g.Game == "" && len(g.Params) == 0 {
		return nil, nil
	}
	r, err := g.Rules()
	if err != nil {
		return nil, err
	}
	s := r.Spec()
	return &s, nil
}

// Position returns the rules of the selected game and the position given by --from, by default the
// start position.
func (g *GameFlags) Position() (rules.Rules, rules.Position, error) {
	r, err := g.Rules()
	if err != nil {
		return nil, nil, err
	}
	if g.From == "" {
		return r, r.Start(), nil
	}
	p, err := r.Parse(g.From)
	if err != nil {
		return nil, nil, msg.Errorf("the position cannot be read: %v", err)
	}
	return r, p, nil
}

// Position returns the result of GameFlags.Position. It prints a warning if no sequence of moves
// leads to the position.
func (t *Tool) Position(g *GameFlags) (rules.Rules, rules.Position, error) {
	r, p, err := g.Position()
	if w, ok := r.(rules.Warner); ok && err == nil {
		if why := w.Warn(p); why != nil {
			t.Note(locale.T("warning: %s", locale.Err(why)))
		}
	}
	return r, p, err
}

// gameNames returns the names that --game accepts, without duplicates, and the same names with
// their titles.
func gameNames(games rules.Catalog) (names, titled []string) {
	add := func(name string, title msg.Key) {
		names, titled = append(names, name), append(titled, cobra.CompletionWithDesc(name, locale.T(title)))
	}
	for _, g := range games {
		for _, p := range g.Presets {
			add(p.Name, p.Title)
		}
		if !slices.Contains(names, g.Name) {
			add(g.Name, g.Title)
		}
	}
	return names, titled
}

// FindGame returns the family of games with the given name. If name is a preset, it returns its family
// and the preset's name. The error for an unknown name suggests similar names.
func FindGame(games rules.Catalog, name string) (*rules.Game, string, error) {
	g, preset, ok := games.Find(name)
	if !ok {
		names, _ := gameNames(games)
		return nil, "", Suggest(msg.Errorf("unknown game %q", name), name, names)
	}
	return g, preset, nil
}

// CompleteGames completes the names of families and presets.
func CompleteGames(games rules.Catalog) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		_, titled := gameNames(games)
		return titled, cobra.ShellCompDirectiveNoFileComp
	}
}

// completeParams completes the name of a parameter, then its value.
func (g *GameFlags) completeParams(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	family, _, ok := g.Games.Find(g.Game)
	if !ok {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	name, _, valued := strings.Cut(typed, "=")
	var out []string
	for _, d := range family.Params {
		if !valued {
			out = append(out, cobra.CompletionWithDesc(d.Name+"=", locale.T(d.Title)))
			continue
		}
		if d.Name != name {
			continue
		}
		if d.Kind == rules.Switch {
			out = append(out, name+"=on", name+"=off")
		}
		for _, o := range d.Options {
			out = append(out, cobra.CompletionWithDesc(name+"="+o.Name, locale.T(o.Title)))
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// Must panics if err is not nil. Use it for errors that only a bug in this program can cause.
func Must(err error) {
	if err != nil {
		panic(err)
	}
}
