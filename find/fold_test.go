package find

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestWhere checks that matches are reported as byte offsets in the original text.
func TestWhere(t *testing.T) {
	for _, x := range []struct {
		text, what string
		whole      bool
		want       string // the text with brackets around the match, or "" for no match
	}{
		{"Straße und Weg", "STRASSE", false, "[Straße] und Weg"},
		{"in der Straße", "asse", false, "in der Str[aße]"},
		{"Straße und Weg", "weg", true, "Straße und [Weg]"},
		{"Œuvre", "uvre", false, "Œ[uvre]"},
		{"Œuvre", "e", false, "[Œ]uvre"},
		{"Œuvre", "o", false, "[Œ]uvre"},
		{"un cafe\u0301 noir", "café", true, "un [cafe\u0301] noir"},
		{"un cafe\u0301 noir", "noir", true, "un cafe\u0301 [noir]"},
		{"e\u0301tude", "tude", false, "e\u0301[tude]"},
		{"e\u0301tude", "e", false, "[e\u0301]tude"},
		{"eins\tzwei\ndrei\rvier", "EINS ZWEI DREI VIER", true, "[eins\tzwei\ndrei\rvier]"},
		{"eins zwei", "eins\tzwei", true, "[eins zwei]"},
		{"Ça commence", "ca", true, "[Ça] commence"},
		{"ΣΊΣΥΦΟΣ", "σίσυφοσ", true, "[ΣΊΣΥΦΟΣ]"},
		{"a\xffb c", "c", true, "a\xffb [c]"},
		{"AZaz", "zA", false, "A[Za]z"},
		// Word boundaries.
		{"forces, force", "force", false, "[force]s, force"},
		{"forces, force", "force", true, "forces, [force]"},
		{"renforce", "force", true, ""},
		{"« force »", "force", true, "« [force] »"},
		{"l’un", "un", true, "l’[un]"},
		{"move 12", "1", true, ""},
		{"move 12", "2", true, ""},
		{"move 1, not 12", "1", true, "move [1], not 12"},
		{"B2", "2", true, ""},
		{"été", "et", true, ""},
		{"", "x", false, ""},
	} {
		t.Run(x.what, func(t *testing.T) {
			got := ""
			if from, to, ok := newWords(x.what, x.whole).in(x.text); ok {
				got = x.text[:from] + "[" + x.text[from:to] + "]" + x.text[to:]
			}
			if got != x.want {
				t.Errorf("%q, whole %v, in %q: %q, want %q", x.what, x.whole, x.text, got, x.want)
			}
		})
	}
}

// TestExcerptFits checks that an excerpt has about the requested width, starts and ends with whole
// words, and marks omitted text.
func TestExcerptFits(t *testing.T) {
	const longest = 9 // length of the longest of the words below
	var words []string
	for i := range 60 {
		words = append(words, fmt.Sprintf("né%d", i*i*i*i*i%1000000)) // all different, with some two-byte letters
	}
	text := strings.Join(words, " ")
	runes := utf8.RuneCountInString
	for _, width := range []int{40, 41, 42, 80, 200, runes(text) - 1, runes(text), runes(text) + 1} {
		t.Run(fmt.Sprint("width ", width), func(t *testing.T) {
			at := 0
			for _, w := range words {
				from, to := at, at+len(w)
				at = to + 1
				got := Excerpt(text, from, to, width)
				part := strings.TrimSuffix(strings.TrimPrefix(got, "…"), "…")
				if width >= runes(text) {
					if got != text {
						t.Fatalf("%d characters: %q", runes(text), got)
					}
					continue
				}
				i := strings.Index(text, part)
				if i < 0 || i > from || i+len(part) < to {
					t.Fatalf("around %s: %q", w, got)
				}
				if end := i + len(part); strings.HasPrefix(got, "…") != (i > 0) || strings.HasSuffix(got, "…") != (end < len(text)) ||
					i > 0 && text[i-1] != ' ' || end < len(text) && text[end] != ' ' {
					t.Errorf("around %s: %q begins or ends within a word, or does not tell", w, got)
				}
				if n := runes(part); n > width || n < width-2*longest {
					t.Errorf("around %s: %d characters", w, n)
				}
				if before := runes(text[i:from]); to < len(text)*3/4 && from > width && (before == 0 || before > width/2) {
					t.Errorf("around %s: %d characters before it", w, before)
				}
			}
		})
	}
	for _, x := range []struct {
		text            string
		from, to, width int
		want            string
	}{
		{"two\n lines\t here ", 0, 0, 40, "two lines here"},
		{"abcdefghij", 0, 0, 10, "abcdefghij"},
		{"abcdefghijk", 0, 0, 10, "abcdefghij…"},
		{"abcdefghijk", 11, 11, 10, "…bcdefghijk"},
		{"longer than wide", 0, 16, 5, "longer than wide"},
		{"outside", -5, 99, 20, "outside"},
		{"outside", 99, -5, 20, "outside"},
		{"", 0, 0, 20, ""},
	} {
		if got := Excerpt(x.text, x.from, x.to, x.width); got != x.want {
			t.Errorf("%+v: %q", x, got)
		}
	}
}
