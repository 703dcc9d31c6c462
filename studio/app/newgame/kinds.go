package newgame

import (
	"strings"

	"boardstudio/ai"
	"boardstudio/ai/level"
	"boardstudio/ai/player"
	"boardstudio/model"
	"boardstudio/studio/app/scripts"
	"boardstudio/text/words"
)

// AnyScript is the player kind for a script that has not been chosen.
const AnyScript = "lua"

// KindName returns the engine name of a player, such as "lua" for "lua:FILE". It replaces former
// names of engines by the current ones.
func KindName(engines *player.Catalog, p model.Player) string {
	kind, _ := engines.CurrentName(p.Kind, p.Level)
	n, _, _ := strings.Cut(kind, ":")
	if k := engines.Find(n); k != nil {
		return k.Name
	}
	return n
}

// Alike reports whether two player kinds differ at most in their options.
func Alike(engines *player.Catalog, a, b string) bool {
	one, other := KindName(engines, model.Player{Kind: a}), KindName(engines, model.Player{Kind: b})
	if k := engines.Find(one); k != nil && k.Choices != nil { // the name of such an engine does not count as an option
		return a == b
	}
	return one == other && scripts.Path(a) == scripts.Path(b)
}

// DefaultScript returns the kind of a Lua player for which no script has been chosen: the example
// script, if it is available.
func DefaultScript() string {
	path, err := scripts.Example()
	if err != nil {
		return AnyScript + ":"
	}
	return scripts.Kind(path, nil)
}

// LevelTitles returns the titles of the computer's levels, the lowest first.
func LevelTitles() []string {
	var list []string
	for i := range level.Count {
		list = append(list, words.Level(i+1))
	}
	return list
}

// HasLevel reports whether computer players of the kind have levels.
func HasLevel(k *ai.Kind) bool {
	_, ok := k.Param("level")
	return ok
}
