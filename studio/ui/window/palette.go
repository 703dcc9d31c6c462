package window

import (
	"cmp"
	"slices"

	"boardstudio/studio/app"
	"boardstudio/studio/app/command"
	"boardstudio/studio/app/scripts"
	"boardstudio/studio/app/settings"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/studio/ui/keys"
	"boardstudio/text/locale"
)

// showPalette lists all commands for a search by letters of their titles. Commands of scripts
// follow.
func showPalette(lists *gtkx.Lists, k *keys.Keys, w *Window) {
	lists.Open(gtkx.ListSpec{
		Title:   locale.T("Commands"),
		Hint:    locale.T("Type letters of a command"),
		Columns: []gtkx.Column{{Wide: true, Width: 200}, {Width: 110}, {Width: 140, Right: true}},
		Width:   560, Height: 420,
		Live:  uint(app.TopicAll),
		Empty: locale.T("No matching commands"),
		Rows: func(typed string) gtkx.Rows {
			list := slices.DeleteFunc(w.st.Palette(typed), func(id command.ID) bool { return !w.runs(id) || id == command.Palette })
			now := w.conditions()
			tools, fits := slices.Clone(w.tools()), func(t scripts.Tool) int { return settings.Fits(typed, t.Title()+" "+t.Script.Title()) }
			tools = slices.DeleteFunc(tools, func(t scripts.Tool) bool { return fits(t) < 0 })
			slices.SortStableFunc(tools, func(a, b scripts.Tool) int { return cmp.Compare(fits(b), fits(a)) })
			return gtkx.Rows{
				N: len(list) + len(tools),
				At: func(i int) gtkx.Row {
					if i >= len(list) {
						t := tools[i-len(list)]
						return gtkx.Row{Cells: []string{t.Title(), t.Script.Title(), ""}, Off: !now.Allows(command.RunTool)}
					}
					c := &command.All[list[i]]
					return gtkx.Row{
						Cells: []string{locale.T(c.Title), locale.T(c.Menu), k.Text(list[i])},
						Off:   !now.Allows(list[i]),
					}
				},
				Do: func(i int) {
					if i >= len(list) {
						w.runTool(tools[i-len(list)])
						return
					}
					w.st.Use(list[i])
					w.Run(list[i])
				},
			}
		},
	})
}
