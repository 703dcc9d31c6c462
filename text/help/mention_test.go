package help_test

import (
	"strings"
	"testing"

	aiall "boardstudio/ai/all"
	"boardstudio/docs"
	"boardstudio/rules/all"
	"boardstudio/text/locale"
)

// TestMentions checks that the manual of scripts names every game family. The page on computers
// must name every engine and every game family.
func TestMentions(t *testing.T) {
	for _, g := range all.Games {
		if !strings.Contains(docs.Lua, `"`+g.Name+`"`) {
			t.Errorf("docs/lua.md does not name the family %s", g.Name)
		}
	}
	defer locale.Use("en") //nolint:errcheck // English always exists
	for _, lang := range languages(t) {
		if _, err := locale.Use(lang); err != nil {
			t.Fatal(err)
		}
		page := text(t, lang, "7-computers")
		for _, g := range all.Games {
			title := locale.T(g.Title)
			if g.Name == "line" {
				title = map[string]string{"en": "alignment games", "fr": "jeux d’alignement"}[lang]
			}
			if !strings.Contains(strings.ToLower(page), strings.ToLower(title)) {
				t.Errorf("%s: the page on computers does not mention %s", lang, title)
			}
		}
		for _, k := range aiall.Engines.Kinds() {
			name := locale.T(k.Title)
			switch k.Name { // described in sections
			case "computer":
				name = map[string]string{"en": "the computer", "fr": "l’ordinateur"}[lang]
			case "lua":
				name = "**script**"
			case "external":
				name = "`external:"
			}
			if !strings.Contains(strings.ToLower(page), strings.ToLower(name)) {
				t.Errorf("%s: the page on computers does not mention %s (%s)", lang, k.Name, name)
			}
		}
	}
}
