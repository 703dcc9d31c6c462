package studio

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"boardstudio/studio/newgame"

	"github.com/gotk3/gotk3/gtk"

	aiall "boardstudio/ai/all"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/scripts"
	"boardstudio/studio/scriptwin"
)

// anyScript is the kind of a player whose script is to be chosen.
const anyScript = "lua"

// kindName returns the engine's name of a player's kind: "lua" of "lua:FILE".
func kindName(kind string) string { n, _, _ := strings.Cut(kind, ":"); return n }

// opponents returns who can play a game: a person, the engines, and the scripts.
func opponents(r rules.Rules, of *scripts.Library) []scriptwin.Opponent {
	list := []scriptwin.Opponent{{Title: locale.T("Person"), Kind: app.Human}}
	for _, k := range aiall.For(r) {
		list = append(list, scriptwin.Opponent{Title: locale.T(k.Title), Kind: k.Name, Levels: hasLevel(k.Name)})
	}
	for _, s := range of.For(r) {
		list = append(list, scriptwin.Opponent{Title: locale.T("Script: %s", s.Title()), Kind: scripts.Kind(s.Path, nil)})
	}
	return list
}

// kindTitle says who plays, in a few words: "Person", "Alpha-beta, hard".
func kindTitle(p model.Player) string {
	if p.Kind == app.Human || p.Kind == "" {
		return locale.T("Person")
	}
	if path := scripts.Path(p.Kind); path != "" {
		return filepath.Base(path)
	}
	k := aiall.Find(kindName(p.Kind))
	if k == nil {
		return p.Kind
	}
	title := locale.T(k.Title)
	if hasLevel(p.Kind) {
		title += ", " + strings.ToLower(newgame.LevelTitle(p.Level))
	}
	return title
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

// scriptButton chooses the script of a Lua player.
func scriptButton(parent *gtk.Window, p *model.Player, tell func()) *gtk.Button {
	title := func() string {
		if path := scripts.Path(p.Kind); path != "" {
			return filepath.Base(path)
		}
		return locale.T("Choose a script…")
	}
	b, _ := gtk.ButtonNewWithLabel(title())
	gtkx.SetName(b, locale.T("Script"))
	b.Connect("clicked", func() {
		o := gtkx.FileDialog{
			Action: gtk.FILE_CHOOSER_ACTION_OPEN, Title: locale.T("Choose a Script"), Accept: locale.T("Choose"),
			File:    scripts.Path(p.Kind),
			Filters: []gtkx.FileFilter{{Title: locale.T("Lua scripts"), Patterns: []string{"*.lua"}}},
		}
		if o.File == "" {
			o.Folder, _ = os.Getwd()
		}
		gtkx.PickFile(parent, o, func(path string) {
			p.Kind = scripts.Kind(path, nil)
			b.SetLabel(title())
			tell()
		})
	})
	// The kind can change under the button.
	b.Connect("show", func() { b.SetLabel(title()) })
	return b
}

func levelTitles() []string {
	var list []string
	for i := range newgame.LevelTitles {
		list = append(list, newgame.LevelTitle(i+1))
	}
	return list
}

// hasLevel reports whether computer players of the kind have levels.
func hasLevel(kind string) bool {
	k := aiall.Find(kindName(kind))
	if k == nil {
		return false
	}
	_, ok := k.Param("level")
	return ok
}
