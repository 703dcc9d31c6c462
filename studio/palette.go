package studio

import (
	"slices"

	"boardstudio/locale"
	"boardstudio/studio/app"
	"boardstudio/studio/command"
	"boardstudio/studio/gtkx"
)

// palette lists all commands, to be found by some letters of their titles.
func (w *window) palette() {
	w.lists.Open(gtkx.ListSpec{
		Title:   locale.T("Commands"),
		Hint:    locale.T("Some letters of a command"),
		Columns: []gtkx.Column{{Wide: true, Width: 200}, {Width: 110}, {Width: 140, Right: true}},
		Width:   560, Height: 420,
		Live:  uint(app.TopicAll),
		Empty: locale.T("No command fits"),
		Rows: func(typed string) gtkx.Rows {
			list := slices.DeleteFunc(w.st.Palette(typed), func(id command.ID) bool {
				return w.commands[id].do == nil || id == command.Palette
			})
			now := w.s.Conditions()
			return gtkx.Rows{
				N: len(list),
				At: func(i int) gtkx.Row {
					c := &command.All[list[i]]
					return gtkx.Row{
						Cells: []string{locale.T(c.Title), locale.T(c.Menu), w.keyText(list[i])},
						Off:   !now.Allows(list[i]),
					}
				},
				Do: func(i int) {
					w.st.Use(list[i])
					w.run(list[i])
				},
			}
		},
	})
}
