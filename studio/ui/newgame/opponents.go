package newgame

import (
	"fmt"
	"math"
	"slices"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/ai/player"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/app/newgame"
	"boardstudio/studio/app/scripts"
	"boardstudio/studio/ui/gtkx"
	uiscripts "boardstudio/studio/ui/scripts"
	"boardstudio/text/locale"
)

// Opponents returns the possible players of a game: a human, the engines, and the scripts of a
// library. The library may be nil.
func Opponents(engines *player.Catalog, r rules.Rules, of *scripts.Library) []uiscripts.Opponent {
	list := []uiscripts.Opponent{{Title: locale.T("Human"), Kind: app.Human}}
	for _, k := range engines.For(r) {
		if k.Choices != nil {
			for _, name := range k.Choices(r) {
				list = append(list, uiscripts.Opponent{Title: name, About: locale.T(k.Title), Kind: k.Name + ":" + name})
			}
			continue
		}
		list = append(list, uiscripts.Opponent{Title: locale.T(k.Title), About: locale.T(k.About), Kind: k.Name, Levels: newgame.HasLevel(k)})
	}
	if of == nil {
		return list
	}
	for _, s := range of.For(r) {
		list = append(list, uiscripts.Opponent{Title: locale.T("Script: %s", s.Title()), Kind: scripts.Kind(s.Path, nil)})
	}
	return list
}

// hex formats a colour as "#rrggbb".
func hex(r, g, b float64) string {
	v := func(f float64) int { return int(math.Round(f * 255)) }
	return fmt.Sprintf("#%02x%02x%02x", v(r), v(g), v(b))
}

// AdviserPick returns a combo box of advisers: no advice, the engines and the scripts of a library.
func AdviserPick(engines *player.Catalog, title string, r rules.Rules, of *scripts.Library, now string, changed func(by string)) *gtk.ComboBoxText {
	specs, titles := []string{""}, []string{locale.T("No Advice")}
	for _, o := range slices.Backward(Opponents(engines, r, of)) { // scripts and specialised engines first
		if o.Kind != app.Human && o.Kind != newgame.AnyScript && !o.Levels { // weak levels do not give advice
			specs, titles = append(specs, o.Kind), append(titles, o.Title)
		}
	}
	at := slices.IndexFunc(specs, func(by string) bool { return by != "" && now != "" && newgame.Alike(engines, by, now) })
	if at >= 0 {
		specs[at] = now // with its options
	}
	c := gtkx.Combo(title, titles, max(at, 0), func(i int) {
		if i >= 0 {
			changed(specs[i])
		}
	})
	gtkx.Narrow(c, 26)
	return c
}
