// Package fold makes texts comparable for a search: in small letters without accents.
package fold

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// alone lists letters and signs that no accent makes, after what they are taken for.
var alone = map[string]string{
	"ae": "æ", "d": "đð", "h": "ħ", "i": "ı", "l": "ŀł", "n": "ŉŋ", "o": "ø", "oe": "œ", "s": "ſ", "ss": "ß", "t": "ŧ", "th": "þ",
	"'": "’‘ʼ", `"`: "“”„«»", "-": "‐‑–—", " ": "\u00a0\u202f\t\r\n", "": "…",
}

var plain = func() map[rune]string {
	m := map[rune]string{}
	for p, letters := range alone {
		for _, r := range letters {
			m[r] = p
		}
	}
	return m
}()

// Text returns a text as it is compared.
func Text(text string) string { return string(Append(nil, text)) }

// Append appends a text as it is compared. What a text becomes is what its characters become,
// one after the other.
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
		// Only Latin letters lose their accents: of other scripts these can make other letters.
		if base, _ := utf8.DecodeRune(norm.NFD.PropertiesString(text[i:]).Decomposition()); unicode.Is(unicode.Latin, base) {
			r = base
		}
		i += n
		if unicode.Is(unicode.Mn, r) {
			continue // an accent that stands by itself
		}
		r = unicode.ToLower(r)
		if p, ok := plain[r]; ok {
			b = append(b, p...)
		} else {
			b = utf8.AppendRune(b, r)
		}
	}
	return b
}
