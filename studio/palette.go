package studio

import (
	"boardstudio/locale"
	"boardstudio/studio/app"
)

// palette lists all commands, to be found by some letters of their titles.
func (w *window) palette() {
	w.openList(listSpec{
		title:   locale.T("Commands"),
		hint:    locale.T("Some letters of a command"),
		columns: []column{{wide: true, width: 200}, {width: 110}, {width: 140, right: true}},
		width:   560, height: 420,
		live:  app.TopicAll,
		empty: locale.T("No command fits"),
		rows: func(typed string) rows {
			var list []*command
			for _, c := range w.st.Palette(typed) {
				if c := w.commands[c.ID]; c.run != nil && c.ID != "palette" {
					list = append(list, c)
				}
			}
			return rows{
				n: len(list),
				at: func(i int) row {
					c := list[i]
					return row{
						cells: []string{locale.T(c.Title), locale.T(c.Menu), w.keyText(c.Command)},
						off:   c.Can != nil && !c.Can(w.s),
					}
				},
				do: func(i int) {
					w.st.Use(list[i].Command)
					w.do(list[i])
				},
			}
		},
	})
}
