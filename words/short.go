package words

import "strings"

// Short returns text on one line, cut after n characters.
func Short(text string, n int) string {
	r := []rune(strings.Join(strings.Fields(text), " "))
	if len(r) > n {
		return string(r[:n]) + "…"
	}
	return string(r)
}
