package words

import (
	"fmt"
	"strings"

	"boardstudio/locale"
)

// Short returns text on one line, cut after n characters.
func Short(text string, n int) string {
	r := []rune(strings.Join(strings.Fields(text), " "))
	if len(r) > n {
		return string(r[:n]) + "…"
	}
	return string(r)
}

// Percent writes a share as a percentage, whose sign does not go to the next line.
func Percent(share float64) string { return fmt.Sprintf("%d\u00a0%%", int(100*share+0.5)) }

// Tenths is Percent with one decimal, for shares that are small.
func Tenths(share float64) string {
	return locale.Float("%.1f\u00a0%%", 100*share)
}
