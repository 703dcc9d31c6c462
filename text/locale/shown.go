package locale

import (
	"path/filepath"
	"strings"
	"unicode"
)

// bad replaces bytes that a window cannot show.
const bad = "\uFFFD"

// Shown makes external text, such as a file path, safe to show in a window. Invalid UTF-8, control
// characters, and characters that change the text direction become U+FFFD.
func Shown(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return unicode.ReplacementChar
		}
		return r
	}, valid(text))
}

// FileName returns the last element of path, converted by Shown.
func FileName(path string) string { return Shown(filepath.Base(path)) }

// valid returns text with invalid UTF-8 replaced.
func valid(text string) string { return strings.ToValidUTF8(text, bad) }
