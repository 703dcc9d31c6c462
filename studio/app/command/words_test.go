package command

import (
	"strings"
	"testing"

	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// TestTitlesDiffer checks that all commands have different titles in each language, because the
// palette lists all of them. In a menu, commands and submenus must differ as well.
func TestTitlesDiffer(t *testing.T) {
	t.Cleanup(func() { _, _ = locale.Use("en") })
	for _, lang := range []string{"en", "fr"} {
		if _, err := locale.Use(lang); err != nil {
			t.Fatal(err)
		}
		seen := map[string]msg.Key{}
		under := map[msg.Key]map[string]bool{} // the submenus
		for _, c := range All {
			title := locale.T(c.Title)
			if was, ok := seen[title]; ok {
				t.Errorf("%s: %q and %q are both %q", lang, was, c.Title, title)
			}
			seen[title] = c.Title
			if c.Under != "" {
				if under[c.Menu] == nil {
					under[c.Menu] = map[string]bool{}
				}
				under[c.Menu][locale.T(c.Under)] = true
			}
		}
		for _, c := range All {
			if under[c.Menu][locale.T(c.Title)] {
				t.Errorf("%s: the command %q is called as a menu beside it", lang, c.Title)
			}
		}
	}
}

// TestTakeBackIsNotResume checks that each language has different words for taking back a move and
// for resuming a game or an analysis.
func TestTakeBackIsNotResume(t *testing.T) {
	t.Cleanup(func() { _, _ = locale.Use("en") })
	word := func(key msg.Key) string {
		first, _, _ := strings.Cut(strings.ToLower(locale.T(key)), " ")
		return first
	}
	for _, lang := range []string{"en", "fr"} {
		if _, err := locale.Use(lang); err != nil {
			t.Fatal(err)
		}
		for _, resume := range []msg.Key{"Resume", "Resume Game", "Continue Game Here", "Continue"} {
			if back := word(All[TakeBack].Title); back == word(resume) {
				t.Errorf("%s: both %q and %q begin with %q", lang, All[TakeBack].Title, resume, back)
			}
		}
	}
}
