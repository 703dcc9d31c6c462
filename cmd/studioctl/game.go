package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"boardstudio/locale"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// gameFlags are the options that name a game and a position of it.
type gameFlags struct {
	game   string
	params []string
	from   string
}

// add defines --game and --param.
func (g *gameFlags) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVarP(&g.game, "game", "g", "", locale.T("`GAME`: a family or a preset, see studioctl games"))
	f.StringArrayVarP(&g.params, "param", "p", nil, locale.T("parameter of the game, `NAME=VALUE`; may be repeated"))
	must(cmd.RegisterFlagCompletionFunc("game", completeGames))
	must(cmd.RegisterFlagCompletionFunc("param", g.completeParams))
}

// addFrom defines --from.
func (g *gameFlags) addFrom(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&g.from, "from", "f", "", locale.T("`POSITION` to start from, as studioctl moves prints it"))
	must(cmd.RegisterFlagCompletionFunc("from", cobra.NoFileCompletions))
}

// rules builds the game.
func (g *gameFlags) rules() (rules.Rules, error) {
	if g.game == "" {
		return nil, msg.Errorf("option --%s is missing", "game")
	}
	family, preset, err := findGame(g.game)
	if err != nil {
		return nil, err
	}
	over := rules.Params{}
	for _, p := range g.params {
		name, value, found := strings.Cut(p, "=")
		if !found {
			return nil, msg.Errorf("%q is not of the form name=value", p)
		}
		var known []string
		for _, d := range family.Params {
			known = append(known, d.Name)
		}
		if !slices.Contains(known, name) {
			return nil, suggest(msg.Errorf("unknown parameter %q", name), name, known)
		}
		over[name] = value
	}
	return family.Build(preset, over)
}

// spec returns the game for records that do not name theirs, nil when no game is given.
func (g *gameFlags) spec() (*rules.Spec, error) {
	if g.game == "" && len(g.params) == 0 {
		return nil, nil
	}
	r, err := g.rules()
	if err != nil {
		return nil, err
	}
	s := r.Spec()
	return &s, nil
}

// position builds the game and reads --from.
func (g *gameFlags) position() (rules.Rules, rules.Position, error) {
	r, err := g.rules()
	if err != nil {
		return nil, nil, err
	}
	if g.from == "" {
		return r, r.Start(), nil
	}
	p, err := r.Parse(g.from)
	if err != nil {
		return nil, nil, msg.Errorf("the position cannot be read: %v", err)
	}
	return r, p, nil
}

// position is gameFlags.position, and tells that no play reaches the position.
func (t *tool) position(g *gameFlags) (rules.Rules, rules.Position, error) {
	r, p, err := g.position()
	if w, ok := r.(rules.Warner); ok && err == nil {
		if why := w.Warn(p); why != nil {
			t.note(locale.T("warning: %s", locale.Err(why)))
		}
	}
	return r, p, err
}

// gameNames returns the names that --game takes, each once, and the same with their titles.
func gameNames() (names, titled []string) {
	add := func(name string, title msg.Key) {
		names, titled = append(names, name), append(titled, cobra.CompletionWithDesc(name, locale.T(title)))
	}
	for _, g := range all.Games {
		for _, p := range g.Presets {
			add(p.Name, p.Title)
		}
		if !slices.Contains(names, g.Name) {
			add(g.Name, g.Title)
		}
	}
	return names, titled
}

// findGame returns the family that a name means, and the preset if it is one's.
func findGame(name string) (*rules.Game, string, error) {
	g, preset, ok := all.Find(name)
	if !ok {
		names, _ := gameNames()
		return nil, "", suggest(msg.Errorf("unknown game %q", name), name, names)
	}
	return g, preset, nil
}

func completeGames(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	_, titled := gameNames()
	return titled, cobra.ShellCompDirectiveNoFileComp
}

// completeParams completes the name, and then the value of a parameter.
func (g *gameFlags) completeParams(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	family, _, ok := all.Find(g.game)
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

// must is for errors that only a mistake in this program makes.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
