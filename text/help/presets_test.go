package help_test

import (
	"regexp"
	"strings"
	"testing"

	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/text/help"
	"boardstudio/text/locale"
)

// useLanguage switches to a language until the test ends.
func useLanguage(t *testing.T, lang string) {
	t.Helper()
	if got, err := locale.Use(lang); got != lang || err != nil {
		t.Fatal(got, err)
	}
	t.Cleanup(func() {
		if _, err := locale.Use("en"); err != nil {
			t.Error(err)
		}
	})
}

// item matches an item on the page of presets: title, name and description.
var item = regexp.MustCompile("(?m)^- \\*\\*(.+)\\*\\* \\(`(.+)`\\)\\. (.+)$")

// TestPresets checks that each game can be built from its description on the page, in every
// language.
func TestPresets(t *testing.T) {
	for _, lang := range languages(t) {
		useLanguage(t, lang)
		page := text(t, lang, "20-presets")
		for _, g := range all.Games {
			_, section, ok := strings.Cut(page, "## "+locale.T(g.Title)+"\n")
			section, _, _ = strings.Cut(section, "\n## ")
			items := item.FindAllStringSubmatch(section, -1)
			if !ok || len(items) != len(g.Presets)+len(g.Params) {
				t.Errorf("%s: %s has %d presets and parameters, want %d and %d", lang, g.Name, len(items), len(g.Presets), len(g.Params))
				continue
			}
			for i, p := range g.Presets {
				title, name, rest := items[i][1], items[i][2], items[i][3]
				said := rules.Params{}
				for _, m := range regexp.MustCompile("`([A-Za-z]+)=([^`]+)`").FindAllStringSubmatch(rest, -1) {
					said[m[1]] = m[2]
				}
				got, err := rules.Resolve(g.Params, said)
				want, err2 := rules.Resolve(g.Params, p.Params)
				if err != nil || err2 != nil || !got.Equal(want) {
					t.Errorf("%s: %s is said to be %v (%v), want %v", lang, p.Name, got, err, want)
				}
				if title != locale.T(p.Title) || name != p.Name || !strings.HasPrefix(rest, locale.T(p.About)+" ") || p.About == "" {
					t.Errorf("%s: %s is %q", lang, p.Name, items[i][0])
				}
			}
			for i, d := range g.Params {
				title, name := items[len(g.Presets)+i][1], items[len(g.Presets)+i][2]
				var values []string
				for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(items[len(g.Presets)+i][3], -1) {
					values = append(values, m[1])
				}
				if title != locale.T(d.Title) || name != d.Name || len(values) < 2 || values[len(values)-1] != d.Default {
					t.Fatalf("%s: %s of %s is %q", lang, d.Name, g.Name, items[len(g.Presets)+i][0])
				}
				values = values[:len(values)-1]
				for _, v := range values {
					if std, err := d.Check(v); err != nil || std != v {
						t.Errorf("%s: %s of %s can be %s: %v", lang, d.Name, g.Name, v, err)
					}
				}
				want := map[rules.Kind]int{rules.Int: 2, rules.Switch: 2, rules.Choice: len(d.Options)}[d.Kind]
				if len(values) != want {
					t.Errorf("%s: %s of %s has the values %q, want %d", lang, d.Name, g.Name, values, want)
				}
			}
		}
		if parts := help.Parts(page); strings.Contains(page, "{{") || len(parts) < 50 {
			t.Errorf("%s: the page has %d parts", lang, len(parts))
		}
	}
}
