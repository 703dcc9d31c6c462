package record

import (
	"strings"
	"testing"
	"time"

	"boardstudio/rules"
)

// Whatever is in a file, reading takes a second for each megabyte at most.
func TestHostile(t *testing.T) {
	if testing.Short() || raced {
		t.Skip("heavy")
	}
	spec := &rules.Spec{Game: "line", Params: rules.Params{"rows": "15", "cols": "15", "k": "5"}}
	for _, tt := range []struct{ name, before, text string }{
		{"tags", "", "[A \"b\"]\n"},
		{"tags of many games", "", "[A \"b\"]\na1\n"},
		{"tags that are none", "", "[A\n"},
		{"moves", "", "a1 "},
		{"moves run together", "", "a1"},
		{"passes", "", "pass"},
		{"letters", "", "A"},
		{"numbers", "", "1 "},
		{"numbers with dots", "", "1."},
		{"words", "", "zz "},
		{"comments on one move", "a1", "{x}"},
		{"comments on one move between variations", "a1 b2", "{x}(c3)"},
		{"comments to the end of the line", "a1", ";\n"},
		{"judgements", "a1", " $1"},
		{"signs", "a1", "!"},
		{"variations", "a1", "(b1)"},
		{"variations in variations", "a1 ", "a1 (a1 "},
		{"variations of a long line", strings.Repeat("a1 ", 100_000), "(b1)"},
		{"closing", "", ")"},
		{"results", "a1", " 1-0"},
		{"results of many games", "a1", " 1-0 a1\n"},
		{"newlines", "", "\n"},
		{"NULs", "", "\x00"},
		{"bytes", "", "\xff "},
	} {
		text := tt.before + strings.Repeat(tt.text, 2<<20/len(tt.text))
		for _, s := range []*rules.Spec{nil, spec} {
			start := time.Now()
			d, _ := read(t, text, s)
			took := time.Since(start)
			if took > 4*time.Second {
				t.Errorf("%s: %v for %d MB", tt.name, took, len(text)>>20)
			}
			if d == nil {
				continue
			}
			for _, w := range d.Warnings {
				if len(w.Error()) > 1000 {
					t.Errorf("%s: a warning of %d bytes", tt.name, len(w.Error()))
				}
			}
		}
	}
}
