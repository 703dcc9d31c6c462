package main

import (
	"strings"
	"testing"
)

// TestOverlays checks the keys of the overlays of each family of games, and what a screen reader
// announces.
func TestOverlays(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name, game, lang string
		moves            []string
		keys             []string
		way              []string // cursor keys from the last move to a cell with a description
		says             string
	}{
		{"gomoku", "gomoku", "en", []string{"h8", "a1", "i9", "a3", "j10", "g6"}, []string{"ctrl+F5"}, []string{"Left"}, "makes a four. f6, empty"},
		{"renju", "renju", "fr", []string{"h8", "a1", "i8", "a3", "h9", "o1", "i10", "k5"}, []string{"ctrl+F5"}, []string{"Down"}, "forme un trois libre. k6, vide"},
		{"othello", "othello", "en", []string{"f5", "d6", "c3", "d3"}, []string{"ctrl+F5"}, []string{"Right"}, "turns 1 disc over. e3, empty"},
		{"othello-mobility", "othello", "fr", []string{"f5", "d6", "c3", "d3"}, []string{"ctrl+F7"}, []string{"Right"}, "6 coups légaux. e3, vide"},
		{"awale", "awale", "fr", []string{"C", "d", "F"}, []string{"ctrl+F5", "ctrl+F6"}, []string{"Up", "Left", "Left", "Left"}, "menacé par E. d, 1 graine"},
		{"awale-ends", "awale", "en", []string{"C", "d", "F"}, []string{"ctrl+F7"}, []string{"Up"}, "the last seed falls in A. a, 6 seeds"},
	} {
		t.Run(x.name, func(t *testing.T) {
			w := open(t, "--game", x.game, "--lang", x.lang)
			for _, m := range x.moves {
				w.Type(m)
				w.Key("Return")
			}
			board := map[string]string{"en": "Board", "fr": "Plateau"}[x.lang]
			says := func() bool { return strings.Contains(w.Find("drawing area", board).Description(), x.says) }
			w.Key("Return") // shows the cursor
			w.Key(x.way...)
			if says() {
				t.Errorf("without an overlay: %q", w.Find("drawing area", board).Description())
			}
			w.Key(x.keys...)
			w.Wait(x.says+" in "+w.Find("drawing area", board).Description(), says)
			w.Key("Escape")
			w.shot("overlay-" + x.name)
			w.Key(x.keys...) // switches them off
			w.Key("Return")
			w.Key(x.way...)
			w.Wait("end of it", func() bool { return !says() })
		})
	}
}
