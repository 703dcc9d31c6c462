package extern

import (
	"regexp"
	"strings"
	"unicode"
)

// escapes matches control sequences of terminals.
var escapes = regexp.MustCompile("\x1b(?:\\[[0-9:;<=>?]*[ -/]*[@-~]|[\\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\\\)?|[ -/]*[0-~])")

// Clean returns the output of a program as text that can be shown anywhere. It removes control
// sequences of terminals, control characters and invalid characters.
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

// most is how many characters of a line are quoted in a message.
const most = 100

// Quote returns the start of a line that a program wrote, for a message.
func Quote(s string) string {
	s = Clean(s)
	if r := []rune(s); len(r) > most {
		s = string(r[:most]) + "…"
	}
	return s
}
