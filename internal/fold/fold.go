// Package fold compares texts without regard to case and accents.
package fold

import (
	"strings"
	"unicode"
)

// folded are letters without their accents, by what they are without.
var folded = func() map[rune]string {
	m := map[rune]string{'æ': "ae", 'œ': "oe", 'ß': "ss", 'ø': "o", 'ł': "l", 'đ': "d", 'ı': "i", 'ð': "d", 'þ': "th", '’': "'", '\u00a0': " ", '…': ""}
	for plain, with := range map[string]string{
		"a": "àáâãäåāăą", "c": "çćĉċč", "d": "ď", "e": "èéêëēĕėęě", "g": "ĝğġģ", "h": "ĥħ", "i": "ìíîïĩīĭį", "j": "ĵ", "k": "ķ",
		"l": "ĺļľŀ", "n": "ñńņňŉ", "o": "òóôõöōŏő", "r": "ŕŗř", "s": "śŝşšș", "t": "ţťŧț", "u": "ùúûüũūŭůűų", "w": "ŵ", "y": "ýÿŷ", "z": "źżž",
	} {
		for _, r := range with {
			m[r] = plain
		}
	}
	return m
}()

// Text returns a text as it is compared: small letters without accents.
func Text(text string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(text) {
		switch plain, ok := folded[r]; {
		case ok:
			b.WriteString(plain)
		case unicode.Is(unicode.Mn, r): // an accent that stands for itself
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
