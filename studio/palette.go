package studio

import (
	"slices"

	"boardstudio/locale"
	"boardstudio/studio/app"
	"boardstudio/studio/command"
	"boardstudio/studio/gtkx"
)

// commander is what commands are run in: the window.
type commander interface {
	run(command.ID)
	runs(command.ID) bool // it is done at once, and does not open a menu
	conditions() command.Condition
}

// showPalette lists all commands, to be found by some letters of their titles.
func showPalette(lists *gtkx.Lists, k *keys, w commander) {
	lists.Open(gtkx.ListSpec{
		Title:   locale.T("Commands"),
		Hint:    locale.T("Some letters of a command"),
		Columns: []gtkx.Column{{Wide: true, Width: 200}, {Width: 110}, {Width: 140, Right: true}},
		Width:   560, Height: 420,
		Live:  uint(app.TopicAll),
		Empty: locale.T("No command fits"),
		Rows: func(typed string) gtkx.Rows {
			list := slices.DeleteFunc(k.st.Palette(typed), func(id command.ID) bool { return !w.runs(id) || id == command.Palette })
			now := w.conditions()
			return gtkx.Rows{
				N: len(list),
				At: func(i int) gtkx.Row {
					c := &command.All[list[i]]
					return gtkx.Row{
						Cells: []string{locale.T(c.Title), locale.T(c.Menu), k.text(list[i])},
						Off:   !now.Allows(list[i]),
					}
				},
				Do: func(i int) {
					k.st.Use(list[i])
					w.run(list[i])
				},
			}
		},
	})
}
