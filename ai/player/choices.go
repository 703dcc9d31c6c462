package player

import (
	"slices"

	"boardstudio/ai"
	"boardstudio/ai/level"
	"boardstudio/rules"
)

// Choice is an engine that can be chosen for a game.
type Choice struct {
	Spec string
	Kind *ai.Kind
	Name string // distinguishes engines of the same kind; "" if there is only one
}

// AnalysisEngine returns the specification of the default engine for analysis. It is the strongest engine
// if that needs no parameters, else the search that plays every game. The latter applies to games
// of several players whose strongest engine looks one move ahead.
func (c *Catalog) AnalysisEngine(r rules.Rules) string {
	if best := c.Best(r); c.Find(best) != nil {
		return best
	}
	return c.General.Name
}

// AnalysisEngines returns the engines for evaluating the positions of a game: external engines, and built-in
// engines that implement ai.Adviser and overlook no moves. Engines made for the game are first.
func (c *Catalog) AnalysisEngines(r rules.Rules) (list []Choice) {
	for _, k := range slices.Backward(c.For(r)) {
		switch {
		case k.Name == level.Name:
		case k.Choices != nil:
			for _, name := range k.Choices(r) {
				list = append(list, Choice{k.Name + ":" + name, k, name})
			}
		default:
			e, err := c.New(k.Name, r)
			if err != nil {
				continue
			}
			if _, ok := e.(ai.Adviser); ok {
				list = append(list, Choice{Spec: k.Name, Kind: k})
			}
			ai.Close(e)
		}
	}
	return list
}
