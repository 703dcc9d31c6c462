package gtkx

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sentence begins a message with a capital letter, as reasons are parts of sentences
// elsewhere. Names of files keep theirs.
func Sentence(text string) string {
	first, rest, _ := strings.Cut(text, " ")
	if strings.ContainsAny(first, "./0123456789") || rest == "" {
		return text
	}
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[size:]
}
