package gtkx

import (
	"strings"

	"boardstudio/internal/fold"
	"boardstudio/text/locale"
)

// Fitting returns the elements of all with the typed text in one of their cells, ignoring case, and
// rows that show them. It calls do with the element whose row is activated.
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

// Unfit returns the text for an empty list if a filter was typed, or "" if not.
func Unfit(typed string) string {
	if strings.TrimSpace(typed) == "" {
		return ""
	}
	return locale.T("No matches")
}
