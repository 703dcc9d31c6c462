// Package all lists the games. A new game is one line here.
package all

import (
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/rules/awale"
	"boardstudio/rules/hex"
	"boardstudio/rules/line"
	"boardstudio/rules/othello"
)

// Games are the families, in the order of menus.
var Games = []*rules.Game{
	&line.Game,
	&othello.Game,
	&awale.Game,
	&hex.Game,
}

// Find returns the family that is called name, or has a preset called so. A
// preset goes before a family of the same name, so that "othello" is a game one can start;
// preset is "" when only the family is meant.
func Find(name string) (g *rules.Game, preset string, ok bool) {
	for _, g := range Games {
		if p, ok := g.Preset(name); ok {
			return g, p.Name, true
		}
	}
	if g := family(name); g != nil {
		return g, "", true
	}
	return nil, "", false
}

// family returns the family of that name, nil when there is none.
func family(name string) *rules.Game {
	for _, g := range Games {
		if g.Name == name {
			return g
		}
	}
	return nil
}

// Build returns the rules of the family or preset called name with the
// overrides over it, or an *msg.Error.
func Build(name string, over rules.Params) (rules.Rules, error) {
	g, preset, ok := Find(name)
	if !ok {
		return nil, msg.Errorf("unknown game %q", name)
	}
	return g.Build(preset, over)
}

// FromSpec returns the rules that s describes, or an *msg.Error.
func FromSpec(s rules.Spec) (rules.Rules, error) {
	g := family(s.Game)
	if g == nil {
		return nil, msg.Errorf("unknown game %q", s.Game)
	}
	return g.Build("", s.Params)
}
