// Package fold normalises text for searching: lower case without accents.
package fold

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// replacements lists letters and symbols that do not decompose into a letter and an accent, by their
// replacement.
var replacements = map[string]string{
	"ae": "æ", "d": "đð", "h": "ħ", "i": "ı", "l": "ŀł", "n": "ŉŋ", "o": "ø", "oe": "œ", "s": "ſ", "ss": "ß", "t": "ŧ", "th": "þ",
	"'": "’‘ʼ", `"`: "“”„«»", "-": "‐‑–—", " ": "\u00a0\u202f\t\r\n", "": "…",
}

var replacementOf = func() map[rune]string {
	m := map[rune]string{}
	for p, letters := range replacements {
		for _, r := range letters {
			m[r] = p
		}
	}
	return m
}()

// Text returns the normalised text.
func Text(text string) string { return string(Append(nil, text)) }

// Append appends the normalised text to b. Each character is normalised independently.
func Append(b []byte, text string) []byte {
	for i := 0; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			switch {
			case 'A' <= c && c <= 'Z':
				c += 'a' - 'A'
			case c == '\n' || c == '\t' || c == '\r':
				c = ' '
			}
			b = append(b, c)
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		// Only Latin letters lose their accents, because in other scripts an accent can make a
		// different letter.
		if base, _ := utf8.DecodeRune(norm.NFD.PropertiesString(text[i:]).Decomposition()); unicode.Is(unicode.Latin, base) {
			r = base
		}
		i += n
		if unicode.Is(unicode.Mn, r) {
			continue // a separate accent
		}
		r = unicode.ToLower(r)
		if p, ok := replacementOf[r]; ok {
			b = append(b, p...)
		} else {
			b = utf8.AppendRune(b, r)
		}
	}
	return b
}
