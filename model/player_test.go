package model

import (
	"strconv"
	"strings"
	"testing"
)

// TestPlayerSet checks the properties that Set accepts, and that a rejected value changes nothing.
func TestPlayerSet(t *testing.T) {
	want := Player{Name: "Ada", Kind: "alphabeta", Level: 5, Symbol: "É字", Color: "#20a0Ff", Score: -7}
	var p Player
	p.Kind = Human
	for what, value := range map[string]string{"name": "Ada", "kind": "alphabeta", "level": "5", "symbol": "É字", "color": "#20a0Ff", "score": "-7"} {
		t.Run(what, func(t *testing.T) {
			if err := p.Set(what, value); err != nil {
				t.Error(err)
			}
		})
	}
	if p != want {
		t.Errorf("%+v, want %+v", p, want)
	}
	long := strings.Repeat("é", MaxPlayer/2)
	for _, tt := range []struct{ what, value, err string }{
		{"elo", "1", `a player has no "elo"`},
		{"kind", "", "the player is neither a human nor an engine"},
		{"name", long + "x", "the name or the kind of a player is longer than 4096 bytes"},
		{"kind", long + "x", "the name or the kind of a player is longer than 4096 bytes"},
		{"level", "6", "the level must be from 1 to 5, not 6"},
		{"level", "-1", "the level must be from 1 to 5, not -1"},
		{"level", "x", `"x" is not a number in the allowed range`},
		{"score", strconv.Itoa(1<<62) + "0", `"46116860184273879040" is not a number in the allowed range`},
		{"color", "#20a0f", `"#20a0f" is not a colour such as #20a0ff`},
		{"color", strings.Repeat("é", 31), `"` + strings.Repeat("é", 30) + `…" is not a colour such as #20a0ff`},
		{"color", strings.Repeat("é", 30), `"` + strings.Repeat("é", 30) + `" is not a colour such as #20a0ff`},
		{"symbol", "abc", `the symbol must be one or two letters, not "abc"`},
		{"symbol", "a1", `the symbol must be one or two letters, not "a1"`},
	} {
		t.Run(tt.what, func(t *testing.T) {
			if err := p.Set(tt.what, tt.value); err == nil || err.Error() != tt.err {
				t.Errorf("%v, want %s", err, tt.err)
			}
			if p != want {
				t.Errorf("%s changed the player: %+v", tt.what, p)
			}
		})
	}
	for _, what := range []string{"name", "kind"} {
		if err := p.Set(what, long); err != nil {
			t.Errorf("%s at the limit: %v", what, err)
		}
	}
	for _, symbol := range []string{"", "cross", "nought", "disc", "A"} {
		if err := p.Set("symbol", symbol); err != nil || p.Symbol != symbol {
			t.Errorf("symbol %q: %v", symbol, err)
		}
	}
	if err := p.Set("color", ""); err != nil || p.Color != "" {
		t.Errorf("no colour: %v", err)
	}
}
