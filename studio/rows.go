package studio

import (
	"strings"

	"boardstudio/internal/fold"
	"boardstudio/locale"
	"boardstudio/studio/gtkx"
)

// fitting returns those of all with the text that was typed in one of their cells, and the rows for them; do gets
// the one that is activated.
func fitting[T any](all []T, typed string, row func(T) gtkx.Row, do func(T)) (fit []T, rows gtkx.Rows) {
	want := fold.Text(strings.TrimSpace(typed))
	for _, x := range all {
		if want == "" || strings.Contains(fold.Text(strings.Join(row(x).Cells, " ")), want) {
			fit = append(fit, x)
		}
	}
	return fit, gtkx.Rows{
		N: len(fit), None: unfit(typed),
		At: func(i int) gtkx.Row { return row(fit[i]) },
		Do: func(i int) { do(fit[i]) },
	}
}

// unfit is shown in place of what an empty list says where something was typed.
func unfit(typed string) string {
	if strings.TrimSpace(typed) == "" {
		return ""
	}
	return locale.T("Nothing fits")
}
