package words

import (
	"fmt"
	"strings"

	"boardstudio/text/locale"
)

// Short returns text on a single line, truncated after n characters.
func Short(text string, n int) string {
	r := []rune(strings.Join(strings.Fields(text), " "))
	if len(r) > n {
		return string(r[:n]) + "…"
	}
	return string(r)
}

// Percent formats a share as a percentage, with a no-break space.
func Percent(share float64) string { return fmt.Sprintf("%d\u00a0%%", int(100*share+0.5)) }

// Tenths is like Percent with one decimal, for small shares.
func Tenths(share float64) string {
	return locale.Float("%.1f\u00a0%%", 100*share)
}
