package rules

import "boardstudio/text/msg"

// A Catalog lists game families, in menu order. Package rules/all has the list of all.
type Catalog []*Game

// Find returns the family named name, or the family and the preset if name is a preset. Presets
// take precedence, so that "othello" is a game that can be started. The result preset is "" if name
// is only a family.
func (c Catalog) Find(name string) (g *Game, preset string, ok bool) {
	for _, g := range c {
		if p, ok := g.Preset(name); ok {
			return g, p.Name, true
		}
	}
	if g := c.Family(name); g != nil {
		return g, "", true
	}
	return nil, "", false
}

// Family returns the family with the given name, or nil if it does not exist.
func (c Catalog) Family(name string) *Game {
	for _, g := range c {
		if g.Name == name {
			return g
		}
	}
	return nil
}

// Build returns the rules of the family or preset named name, with the parameters of over replacing
// its own. It returns an *msg.Error if name is unknown or the parameters are invalid.
func (c Catalog) Build(name string, over Params) (Rules, error) {
	g, preset, ok := c.Find(name)
	if !ok {
		return nil, msg.Errorf("unknown game %q", name)
	}
	return g.Build(preset, over)
}

// FromSpec returns the rules described by s. It returns an *msg.Error if the game is unknown or the
// parameters are invalid.
func (c Catalog) FromSpec(s Spec) (Rules, error) {
	g := c.Family(s.Game)
	if g == nil {
		return nil, msg.Errorf("unknown game %q", s.Game)
	}
	return g.Build("", s.Params)
}

// Name returns the name of the preset that spec describes, or of the family if no preset has its parameters.
func (c Catalog) Name(spec Spec) string {
	if g := c.Family(spec.Game); g != nil {
		if p, ok := g.PresetOf(spec.Params); ok {
			return p.Name
		}
	}
	return spec.Game
}
