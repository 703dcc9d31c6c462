package all

import (
	"context"
	"slices"

	"boardstudio/ai"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Consultant asks engines about positions of one game, for scripts: those that are built in. It keeps them from one question to the next,
// and is not safe for concurrent use.
type Consultant struct {
	rules   rules.Rules
	engines map[string]ai.Engine
}

// maxEngines is how many engines a Consultant keeps.
const maxEngines = 8

// NewConsultant returns one for the game. Call Close in the end.
func NewConsultant(r rules.Rules) *Consultant {
	return &Consultant{rules: r, engines: map[string]ai.Engine{}}
}

// Ask asks the engine that spec describes, as New reads it. The same questions in the same order have the same answers. The error says
// that there is no such engine, that it does not play the game, or that it is a script or a program itself.
func (c *Consultant) Ask(ctx context.Context, spec string, p rules.Position, nodes uint64) (ai.Info, error) {
	e := c.engines[spec]
	if e == nil {
		k, _, err := Parse(spec)
		switch {
		case err != nil:
			return ai.Info{}, err
		case slices.ContainsFunc(k.Params, func(p rules.Param) bool { return p.Kind == rules.Text }):
			return ai.Info{}, msg.Errorf("the engine %s is not built in: a script cannot ask it", k.Name)
		case len(c.engines) == maxEngines:
			return ai.Info{}, msg.Errorf("a script can ask %d engines", maxEngines)
		}
		if e, err = New(spec, c.rules); err != nil {
			return ai.Info{}, err
		}
		c.engines[spec] = e
	}
	return e.Think(ctx, ai.Request{Rules: c.rules, Start: p, Limit: ai.Limit{Nodes: nodes}}, nil)
}

// Close gives back what the engines hold.
func (c *Consultant) Close() {
	for _, e := range c.engines {
		ai.Close(e)
	}
}
