package term_test

import (
	"bytes"
	"os"
	"testing"

	"boardstudio/draw/term"
)

// env returns a getenv function for the given pairs of names and values.
func env(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestDetectLocale(t *testing.T) {
	for _, x := range []struct {
		why  string
		env  []string
		utf8 bool
	}{
		{"nothing is set: the C locale", nil, false},
		{"LANG decides alone", []string{"LANG", "fr_FR.UTF-8"}, true},
		{"written otherwise", []string{"LANG", "C.utf8"}, true},
		{"LC_ALL goes first", []string{"LANG", "fr_FR.UTF-8", "LC_ALL", "C"}, false},
		{"LC_CTYPE goes before LANG", []string{"LANG", "C", "LC_CTYPE", "C.UTF-8"}, true},
		{"empty counts as not set", []string{"LC_ALL", "", "LANG", "C.UTF-8"}, true},
		{"another character set", []string{"LANG", "fr_FR.ISO-8859-1"}, false},
	} {
		t.Run(x.why, func(t *testing.T) {
			got := term.Detect(&bytes.Buffer{}, env(x.env...))
			if want := (term.Terminal{UTF8: x.utf8}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

// TestDetectFile checks that a regular file has no colours.
func TestDetectFile(t *testing.T) {
	f, err := os.Create(t.TempDir() + "/out")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if got := term.Detect(f, env("TERM", "xterm", "COLUMNS", "40")); got != (term.Terminal{}) {
		t.Errorf("a file is taken for the terminal %+v", got)
	}
}

func TestClean(t *testing.T) {
	for _, x := range []struct{ in, want string }{
		{"Café, n° 3 \u2026 碁", "Café, n° 3 … 碁"},
		{"a\nb\tc\rd", "a b c d"},
		{"\x1b[2Jgone\x1b]0;title\x07", "\uFFFD[2Jgone\uFFFD]0;title\uFFFD"},
		{"\u009b31mred", "\uFFFD31mred"},
		{"a\u202ecba", "a\uFFFDcba"},
		{"broken \xff\xfe", "broken \uFFFD\uFFFD"},
		{"nul\x00", "nul\uFFFD"},
	} {
		if got := term.Clean(x.in); got != x.want {
			t.Errorf("Clean(%q) = %q, want %q", x.in, got, x.want)
		}
	}
}
