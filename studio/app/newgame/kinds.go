package newgame

import (
	"strings"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/ai/level"
	"boardstudio/model"
	"boardstudio/studio/app/scripts"
	"boardstudio/text/words"
)

// AnyScript is the kind of a player whose script is to be chosen.
const AnyScript = "lua"

// KindName returns the name of a player's engine: "lua" of "lua:FILE", also where the kind says an earlier one.
func KindName(p model.Player) string {
	kind, _ := aiall.Engines.CurrentName(p.Kind, p.Level)
	n, _, _ := strings.Cut(kind, ":")
	if k := aiall.Engines.Find(n); k != nil {
		return k.Name
	}
	return n
}

// Alike reports whether two kinds are the same but for their options.
func Alike(a, b string) bool {
	one, other := KindName(model.Player{Kind: a}), KindName(model.Player{Kind: b})
	if k := aiall.Engines.Find(one); k != nil && k.Choices != nil { // the name of such an engine does not count as an option
		return a == b
	}
	return one == other && scripts.Path(a) == scripts.Path(b)
}

// DefaultScript is what a Lua player plays until a person chooses a script.
func DefaultScript() string {
	path, err := scripts.Example()
	if err != nil {
		return AnyScript + ":"
	}
	return scripts.Kind(path, nil)
}

// LevelTitles returns what the levels of the computer are called, the lowest first.
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
