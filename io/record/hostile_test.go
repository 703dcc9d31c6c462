package record

import (
	"strings"
	"testing"

	"boardstudio/io/codec"
	"boardstudio/io/codectest"
	"boardstudio/model"
	"boardstudio/rules"
)

// TestHostile checks that reading is fast, whatever the file contains.
func TestHostile(t *testing.T) {
	if testing.Short() {
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
		t.Run(tt.name, func(t *testing.T) {
			for _, s := range []*rules.Spec{nil, spec} {
				var d *model.Document
				codectest.Quick(t, tt.name, 2<<20, func(size int) {
					d, _ = read(t, tt.before+strings.Repeat(tt.text, size/len(tt.text)), s)
				})
				if d == nil {
					continue
				}
				for _, w := range d.Warnings {
					if len(w.Error()) > 1000 {
						t.Errorf("a warning of %d bytes", len(w.Error()))
					}
				}
			}
		})
	}
}

// TestDoubtfulTags checks the warnings about repeated tags, unknown games and impossible players.
func TestDoubtfulTags(t *testing.T) {
	line := &rules.Spec{Game: "line", Params: rules.Params{}}
	for _, tt := range []struct {
		name, text string
		spec       *rules.Spec
		game, warn string // warn is "" if no warning is expected
	}{
		{"two variants", "[Variant \"othello\"]\n[variant \"line\"]\n", nil, "othello", "a.txt:2: the tag variant occurs twice: the first one counts"},
		{"the same variant twice", "[Variant \"othello\"]\n[Variant \"othello\"]\n", nil, "othello", ""},
		{"two events", "[Variant \"line\"]\n[Event \"a\"]\n[Event \"b\"]\n", nil, "line", "a.txt:3: the tag Event occurs twice"},
		{"two parameters", "[Variant \"line\"]\n[Param.k \"3\"]\n[Param.K \"2\"]\n", nil, "line", "a.txt:3: the tag Param.K occurs twice"},
		{"an unknown game", "[Event \"a\"]\n[Variant \"Zanzibar\"]\na1", line, "line", "a.txt:2: unknown game \"Zanzibar\": the record was read as line"},
		{"a level", "[Variant \"line\"]\n[Player 1 Level \"9999999999999\"]\n", nil, "line", "a.txt:2: the tag Player 1 Level was left out: the level must be from 1 to 5, not 9999999999999"},
		{"a level of letters", "[Variant \"line\"]\n[Player 1 Level \"x\"]\n", nil, "line", "a.txt:2: the tag Player 1 Level was left out: \"x\" is not a number"},
		{"a colour", "[Variant \"line\"]\n[Player 2 Color \"zz\"]\n", nil, "line", "a.txt:2: the tag Player 2 Color was left out: \"zz\" is not a colour"},
		{"a symbol", "[Variant \"line\"]\n[Player 2 Symbol \"+\"]\n", nil, "line", "the symbol must be one or two letters, not \"+\""},
		{"games without end", "a1 *" + strings.Repeat(" a1 *", 5000), line, "line", "a.txt: the file contains more than 1000 games: only the first was read"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := must(t, tt.text, tt.spec)
			if got := d.Tree.Rules().Spec().Game; got != tt.game {
				t.Errorf("read as %s", got)
			}
			if got := codectest.Warnings(d); !strings.Contains(got, tt.warn) || len(d.Warnings) != min(len(tt.warn), 1) {
				t.Errorf("warnings %q, want %q", got, tt.warn)
			}
			if p := d.Players[0]; p.Level != 0 || p.Color != "" || p.Symbol != "" {
				t.Errorf("player %+v", p)
			}
		})
	}
	for text, want := range map[string]string{
		"h8 i9\n{a":                  "a.txt:2: a comment begins with { and does not end",
		"f5\n\n{a":                   "a.txt:3: a comment begins with { and does not end",
		"nothing\n{a} in\n{common":   "a.txt:3: a comment begins with { and does not end",
		"h8 i9 {a}":                  "a.txt: the record does not name its game",
		"[Variant \"Zanzibar\"]\na1": "a.txt:1: unknown game \"Zanzibar\"",
	} {
		if _, err := read(t, text, nil); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	d := must(t, strings.Repeat("[A \"b\"]\n[A \"c\"]\n[A b]\n", 100)+"a1", line)
	if len(d.Warnings) != codec.MaxWarnings {
		t.Errorf("%d warnings", len(d.Warnings))
	}
}
