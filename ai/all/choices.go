package all

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
	Name string // that tells it from others of its kind, "" for the only one
}

// Analyst returns the description of the engine that analyses a game unless another one is chosen: the strongest, but where that needs parameters, as it
// does among several players who look one move ahead, the search that plays all games.
func Analyst(r rules.Rules) string {
	if best := Best(r); Find(best) != nil {
		return best
	}
	return searching.Name
}

// Judges returns the engines that can judge positions of a game: of those that are built in the ones that say what they think of each move,
// without those that overlook some. Those that know the game best come first.
func Judges(r rules.Rules) (list []Choice) {
	for _, k := range slices.Backward(For(r)) {
		switch {
		case k.Name == level.Name:
		case k.Choices != nil:
			for _, name := range k.Choices(r) {
				list = append(list, Choice{k.Name + ":" + name, k, name})
			}
		default:
			e, err := New(k.Name, r)
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
