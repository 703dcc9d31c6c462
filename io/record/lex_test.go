package record

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// tagLine matches a tag with its value, such as [Event "x"].
var tagLine = regexp.MustCompile(`^\[\s*([A-Za-z][^"\[\]\r\n]*?)\s*"((?:[^"\\\r\n]|\\.)*)"\s*\]`)

// TestTags compares tags with the regular expression.
func TestTags(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	parts := []string{`[`, `]`, `"`, `"`, `\`, " ", "\t", "\r", "\f", "a", "Event", "z", "`", "@", "é", "9", "{", "\u00a0", "\v"}
	tags := 0
	for i := range 200_000 {
		var b strings.Builder
		b.WriteString("[")
		if i%2 == 0 {
			b.WriteString(`A "`)
		}
		for range rng.IntN(9) {
			b.WriteString(parts[rng.IntN(len(parts))])
		}
		if i%3 > 0 {
			b.WriteString(`"]`)
		}
		line := b.String()
		name, value, size := splitTag([]byte(line))
		m := tagLine.FindStringSubmatch(line)
		if m == nil {
			m = make([]string, 3)
		} else {
			tags++
		}
		if size != len(m[0]) || string(name) != m[1] || string(value) != m[2] {
			t.Fatalf("%q: %q, %q, %d bytes, want %q", line, name, value, size, m)
		}
	}
	if tags < 1000 {
		t.Errorf("only %d tags among the lines", tags)
	}
}

// TestRun compares the moves in a run with the regular expression, for every text of up to six
// relevant characters.
func TestRun(t *testing.T) {
	all := regexp.MustCompile(`(?i)^(?:` + one + `)+$`)
	var check func(w string)
	check = func(w string) {
		found := piece.FindAllString(w, -1)
		want := 0
		if all.MatchString(w) && strings.Join(found, "") == w {
			want = len(found)
		}
		n := runOf(w)
		if n != want {
			t.Fatalf("%q: %d moves, want %d", w, n, want)
		}
		for i, m := range cutRun([]byte(w), n) {
			if string(m) != found[i] {
				t.Fatalf("%q: move %d is %q, want %q", w, i, m, found[i])
			}
		}
		if len(w) == 6 {
			return
		}
		for _, c := range "pasSz1-" {
			check(w + string(c))
		}
	}
	check("")
}
