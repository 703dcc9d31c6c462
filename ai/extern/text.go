package extern

import (
	"regexp"
	"strings"
	"unicode"
)

// escapes are the commands to terminals.
var escapes = regexp.MustCompile("\x1b(?:\\[[0-9:;<=>?]*[ -/]*[@-~]|[\\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\\\)?|[ -/]*[0-~])")

// Clean returns what a program wrote as text that can be shown anywhere: without commands to terminals, control characters and
// what is no text.
func Clean(s string) string {
	s = escapes.ReplaceAllString(strings.ToValidUTF8(s, ""), "")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case unicode.IsPrint(r) && r != unicode.ReplacementChar:
			return r
		}
		return -1
	}, s)
}

// most is how much of a line is quoted in a message.
const most = 100

// Quote returns the start of a line that a program wrote, for a message.
func Quote(s string) string {
	s = Clean(s)
	if r := []rune(s); len(r) > most {
		s = string(r[:most]) + "…"
	}
	return s
}
