package studio

import (
	"boardstudio/locale"
	"boardstudio/studio/app"
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
			var list []*command
			for _, c := range w.st.Palette(typed) {
				if c := w.commands[c.ID]; c.run != nil && c.ID != "palette" {
					list = append(list, c)
				}
			}
			return gtkx.Rows{
				N: len(list),
				At: func(i int) gtkx.Row {
					c := list[i]
					return gtkx.Row{
						Cells: []string{locale.T(c.Title), locale.T(c.Menu), w.keyText(c.Command)},
						Off:   c.Can != nil && !c.Can(w.s),
					}
				},
				Do: func(i int) {
					w.st.Use(list[i].Command)
					w.do(list[i])
				},
			}
		},
	})
}
