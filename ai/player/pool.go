package player

import (
	"context"
	"slices"

	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// EnginePool asks built-in engines about positions of a game, on behalf of scripts. It keeps the
// engines between questions. It is not safe for concurrent use.
type EnginePool struct {
	catalog *Catalog
	rules   rules.Rules
	engines map[string]ai.Engine
}

// maxEngines is the maximum number of engines of an EnginePool.
const maxEngines = 8

// NewEnginePool returns an EnginePool for a game. The caller must call Close.
func (c *Catalog) NewEnginePool(r rules.Rules) *EnginePool {
	return &EnginePool{catalog: c, rules: r, engines: map[string]ai.Engine{}}
}

// Ask asks the engine specified by spec, in the syntax of New, about position p. Equal sequences of
// questions have equal answers. It returns an error if the engine does not exist, does not play the
// game, or is itself a script or an external program.
func (c *EnginePool) Ask(ctx context.Context, spec string, p rules.Position, nodes uint64) (ai.Info, error) {
	e := c.engines[spec]
	if e == nil {
		k, _, err := c.catalog.Parse(spec)
		switch {
		case err != nil:
			return ai.Info{}, err
		case slices.ContainsFunc(k.Params, func(p rules.Param) bool { return p.Kind == rules.Text }):
			return ai.Info{}, msg.Errorf("scripts cannot use the engine %s: it is not built in", k.Name)
		case len(c.engines) == maxEngines:
			return ai.Info{}, msg.Errorf("a script can ask at most %d engines", maxEngines)
		}
		if e, err = c.catalog.New(spec, c.rules); err != nil {
			return ai.Info{}, err
		}
		c.engines[spec] = e
	}
	return e.Think(ctx, ai.Request{Rules: c.rules, Start: p, Limit: ai.Limit{Nodes: nodes}}, nil)
}

// Close releases the resources of the engines.
func (c *EnginePool) Close() {
	for _, e := range c.engines {
		ai.Close(e)
	}
}
