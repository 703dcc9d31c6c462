package gtkx

import (
	"strings"

	"boardstudio/internal/fold"
	"boardstudio/locale"
)

// Fitting returns those of all with the text that was typed in one of their cells, and the rows for them; do gets
// the one that is activated.
func Fitting[T any](all []T, typed string, row func(T) Row, do func(T)) (fit []T, rows Rows) {
	want := fold.Text(strings.TrimSpace(typed))
	for _, x := range all {
		if want == "" || strings.Contains(fold.Text(strings.Join(row(x).Cells, " ")), want) {
			fit = append(fit, x)
		}
	}
	return fit, Rows{
		N: len(fit), None: Unfit(typed),
		At: func(i int) Row { return row(fit[i]) },
		Do: func(i int) { do(fit[i]) },
	}
}

// Unfit is shown in place of what an empty list says where something was typed.
func Unfit(typed string) string {
	if strings.TrimSpace(typed) == "" {
		return ""
	}
	return locale.T("Nothing fits")
}
