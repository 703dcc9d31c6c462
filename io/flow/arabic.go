package flow

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// arabic is what letters look like that join with those beside them: alone, at the end of a word, at its beginning, within it. Those with two looks
// join with the letter before only. Pairs are a lam and what it makes one sign with, alone and at the end.
type arabic struct {
	looks map[rune][]rune
	pairs map[rune][]rune
}

// arabics is taken from the characters that stand for looks, in the order of their blocks.
var arabics = sync.OnceValue(func() arabic {
	a := arabic{map[rune][]rune{}, map[rune][]rune{}}
	for _, block := range [][2]rune{{0xFE80, 0xFEFC}, {0xFB50, 0xFBFF}} {
		for r := block[0]; r <= block[1]; r++ {
			plain := []rune(norm.NFKC.String(string(r)))
			switch {
			case len(plain) == 1 && plain[0] != r && unicode.Is(unicode.Arabic, plain[0]):
				if l := a.looks[plain[0]]; len(l) < 4 {
					a.looks[plain[0]] = append(l, r)
				}
			case len(plain) == 2 && plain[0] == lam && r >= 0xFEF5:
				a.pairs[plain[1]] = append(a.pairs[plain[1]], r)
			}
		}
	}
	return a
})

const lam = '\u0644'

// The places in looks.
const (
	alone = iota
	final
	initial
	medial
)

// joinedUp returns a text with its Arabic letters as they look beside each other. Fonts do that where a program asks them to; writers of PDF files
// in Go do not.
func joinedUp(s string) string {
	a := arabics()
	text := []rune(s)
	var out strings.Builder
	before := false // the last letter joins with what follows
	for i := 0; i < len(text); i++ {
		r := text[i]
		looks := a.looks[r]
		if looks == nil {
			out.WriteRune(r)
			if !unicode.Is(unicode.Mn, r) { // vowels stand above letters
				before = r == '\u0640' // which lengthens words
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
		after := len(looks) == 4 && (len(a.looks[next]) > 1 || next == '\u0640')
		look := alone
		switch {
		case before && after:
			look = medial
		case before && len(looks) > 1:
			look = final
		case after:
			look = initial
		}
		out.WriteRune(looks[look])
		before = after
	}
	return out.String()
}
