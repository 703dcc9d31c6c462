package record

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"boardstudio/rules"
)

// processors returns how long this process has kept processors busy: other work on the machine
// does not count.
func processors(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Whatever is in a file, reading takes a second of the processors for each megabyte, or little more.
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
			start := processors(t)
			d, _ := read(t, text, s)
			took := processors(t) - start
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
