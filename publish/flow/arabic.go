package flow

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// arabic maps Arabic letters to their presentation forms: isolated, final, initial, medial. Letters
// with only two forms join with the preceding letter only. pairs maps the second letter of a lam
// ligature to the isolated and final forms of the ligature.
type arabic struct {
	forms map[rune][]rune
	pairs map[rune][]rune
}

// arabics derives the presentation forms from the compatibility decompositions of the Unicode
// blocks that contain them.
var arabics = sync.OnceValue(func() arabic {
	a := arabic{map[rune][]rune{}, map[rune][]rune{}}
	for _, block := range [][2]rune{{0xFE80, 0xFEFC}, {0xFB50, 0xFBFF}} {
		for r := block[0]; r <= block[1]; r++ {
			plain := []rune(norm.NFKC.String(string(r)))
			switch {
			case len(plain) == 1 && plain[0] != r && unicode.Is(unicode.Arabic, plain[0]):
				if l := a.forms[plain[0]]; len(l) < 4 {
					a.forms[plain[0]] = append(l, r)
				}
			case len(plain) == 2 && plain[0] == lam && r >= 0xFEF5:
				a.pairs[plain[1]] = append(a.pairs[plain[1]], r)
			}
		}
	}
	return a
})

const lam = '\u0644'

// The indexes of the forms in arabic.forms.
const (
	alone = iota
	final
	initial
	medial
)

// shapeArabic returns s with its Arabic letters replaced by the presentation forms for their context.
// Other programs leave this to the font, but PDF writers for Go do not support it.
func shapeArabic(s string) string {
	a := arabics()
	text := []rune(s)
	var out strings.Builder
	before := false // the previous letter joins with the next one
	for i := 0; i < len(text); i++ {
		r := text[i]
		forms := a.forms[r]
		if forms == nil {
			out.WriteRune(r)
			if !unicode.Is(unicode.Mn, r) { // vowel marks are above the letters
				before = r == '\u0640' // tatweel, which lengthens words
			}
			continue
		}
		next, at := rune(utf8.RuneError), i+1
		for at < len(text) && unicode.Is(unicode.Mn, text[at]) {
			at++
		}
		if at < len(text) {
			next = text[at]
		}
		if pair := a.pairs[next]; r == lam && at == i+1 && len(pair) == 2 {
			look := pair[0]
			if before {
				look = pair[1]
			}
			out.WriteRune(look)
			before = false
			i++
			continue
		}
		after := len(forms) == 4 && (len(a.forms[next]) > 1 || next == '\u0640')
		look := alone
		switch {
		case before && after:
			look = medial
		case before && len(forms) > 1:
			look = final
		case after:
			look = initial
		}
		out.WriteRune(forms[look])
		before = after
	}
	return out.String()
}
