package newgame

import (
	"path/filepath"
	"strings"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/ai/level"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/studio/scripts"
)

// AnyScript is the kind of a player whose script is to be chosen.
const AnyScript = "lua"

// KindName returns the name of a player's engine: "lua" of "lua:FILE", also where the kind says an earlier one.
func KindName(p model.Player) string {
	kind, _ := aiall.Named(p.Kind, p.Level)
	n, _, _ := strings.Cut(kind, ":")
	if k := aiall.Find(n); k != nil {
		return k.Name
	}
	return n
}

// Alike reports whether two kinds are the same but for their options.
func Alike(a, b string) bool {
	one, other := KindName(model.Player{Kind: a}), KindName(model.Player{Kind: b})
	if k := aiall.Find(one); k != nil && k.Choices != nil { // the name of one of them is no option
		return a == b
	}
	return one == other && scripts.Path(a) == scripts.Path(b)
}

// KindTitle says who plays, in a few words: "Person", "Computer, hard".
func KindTitle(p model.Player) string {
	if p.Kind == model.Human || p.Kind == "" {
		return locale.T("Person")
	}
	if path := scripts.Path(p.Kind); path != "" {
		return filepath.Base(path)
	}
	k := aiall.Find(KindName(p))
	if k == nil {
		return p.Kind
	}
	if _, name, ok := strings.Cut(p.Kind, ":"); ok && k.Choices != nil {
		return name
	}
	if HasLevel(k) {
		_, at := aiall.Named(p.Kind, p.Level)
		return AtLevel(at)
	}
	return locale.T(k.Title)
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
		list = append(list, LevelTitle(i+1))
	}
	return list
}

// HasLevel reports whether computer players of the kind have levels.
func HasLevel(k *ai.Kind) bool {
	_, ok := k.Param("level")
	return ok
}
