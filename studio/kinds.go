package studio

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"boardstudio/studio/newgame"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/ai/level"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/scripts"
	"boardstudio/studio/scriptwin"
)

// anyScript is the kind of a player whose script is to be chosen.
const anyScript = "lua"

// kindName returns the name of a player's engine: "lua" of "lua:FILE", also where the kind says an earlier one.
func kindName(p model.Player) string {
	kind, _ := aiall.Named(p.Kind, p.Level)
	n, _, _ := strings.Cut(kind, ":")
	if k := aiall.Find(n); k != nil {
		return k.Name
	}
	return n
}

// alike reports whether two kinds are the same but for their options.
func alike(a, b string) bool {
	one, other := kindName(model.Player{Kind: a}), kindName(model.Player{Kind: b})
	if k := aiall.Find(one); k != nil && k.Choices != nil { // the name of one of them is no option
		return a == b
	}
	return one == other && scripts.Path(a) == scripts.Path(b)
}

// opponents returns who can play a game: a person, the engines, and the scripts of a library, which may be nil.
func opponents(r rules.Rules, of *scripts.Library) []scriptwin.Opponent {
	list := []scriptwin.Opponent{{Title: locale.T("Person"), Kind: app.Human}}
	for _, k := range aiall.For(r) {
		if k.Choices != nil {
			for _, name := range k.Choices(r) {
				list = append(list, scriptwin.Opponent{Title: name, About: locale.T(k.Title), Kind: k.Name + ":" + name})
			}
			continue
		}
		list = append(list, scriptwin.Opponent{Title: locale.T(k.Title), About: locale.T(k.About), Kind: k.Name, Levels: hasLevel(k)})
	}
	if of == nil {
		return list
	}
	for _, s := range of.For(r) {
		list = append(list, scriptwin.Opponent{Title: locale.T("Script: %s", s.Title()), Kind: scripts.Kind(s.Path, nil)})
	}
	return list
}

// kindTitle says who plays, in a few words: "Person", "Computer, hard".
func kindTitle(p model.Player) string {
	if p.Kind == app.Human || p.Kind == "" {
		return locale.T("Person")
	}
	if path := scripts.Path(p.Kind); path != "" {
		return filepath.Base(path)
	}
	k := aiall.Find(kindName(p))
	if k == nil {
		return p.Kind
	}
	if _, name, ok := strings.Cut(p.Kind, ":"); ok && k.Choices != nil {
		return name
	}
	if hasLevel(k) {
		_, at := aiall.Named(p.Kind, p.Level)
		return newgame.AtLevel(at)
	}
	return locale.T(k.Title)
}

// hex writes a colour as "#rrggbb".
func hex(r, g, b float64) string {
	v := func(f float64) int { return int(math.Round(f * 255)) }
	return fmt.Sprintf("#%02x%02x%02x", v(r), v(g), v(b))
}

// defaultScript is what a Lua player plays until a person chooses a script.
func defaultScript() string {
	path, err := scripts.Example()
	if err != nil {
		return anyScript + ":"
	}
	return scripts.Kind(path, nil)
}

func levelTitles() []string {
	var list []string
	for i := range level.Count {
		list = append(list, newgame.LevelTitle(i+1))
	}
	return list
}

// hasLevel reports whether computer players of the kind have levels.
func hasLevel(k *ai.Kind) bool {
	_, ok := k.Param("level")
	return ok
}
