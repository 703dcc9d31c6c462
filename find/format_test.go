package find

import (
	"strconv"
	"strings"

	"boardstudio/rules"
)

// FormatPattern returns the cells of a pattern in the format of ParsePattern.
func FormatPattern(r rules.Rules, cells []Want) string {
	b := r.Board()
	var words []string
	for _, w := range cells {
		what := "."
		switch {
		case w.Any:
			what = "*"
		case b.Home != nil:
			what = strconv.Itoa(int(w.Content.Count))
		case w.Content.Owner != rules.NoPlayer:
			what = string(w.Content.Owner.Letter())
		}
		words = append(words, b.Cells[w.Cell].Label+"="+what)
	}
	return strings.Join(words, " ")
}
