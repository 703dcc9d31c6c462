package record

import (
	"strings"
	"testing"

	"boardstudio/io/codectest"
)

// TestOthelloFEN checks FEN positions as written by Edax: last row first, p for Black.
func TestOthelloFEN(t *testing.T) {
	o := codectest.Options("a.pgn")
	o.Spec = codectest.Spec(t, "othello")
	for fen, want := range map[string]string{
		"8/8/8/3pP3/3Pp3/8/8/8 b - -":           "", // the usual start position
		"8/8/5p2/3ppP2/3Pp3/8/8/8 w - - 0 1":    "---------------------------OX------XXO-------X------------------ O",
		"pppppppp/8/8/8/8/8/8/PPPPPPP1 b":       "OOOOOOO-------------------------------------------------XXXXXXXX X",
		"8/8/8/8 b":                             "a.pgn:1: start position: the FEN has 4 rows, but the board has 8",
		"9/8/8/8/8/8/8/8 b":                     "a.pgn:1: start position: row 8 of the FEN has 9 squares instead of 8",
		"8/8/8/8/8/8/8/7 b":                     "a.pgn:1: start position: row 1 of the FEN has 7 squares instead of 8",
		"8/8/8/8/8/8/8/7q b":                    "a.pgn:1: start position: the FEN contains \"q\", which is not a disc",
		"8/8/8/8/8/8/8/99999999999999999999p b": "a.pgn:1: start position: the FEN contains \"9\"",
		"8/8/8/8/8/8/8/8":                       "a.pgn:1: start position: the FEN does not name the side to move as b or w",
	} {
		d, err := Decode(t.Context(), []byte("[FEN \""+fen+"\"]\n\n*\n"), o)
		switch {
		case err != nil:
			if !strings.HasPrefix(err.Error(), want) || want == "" {
				t.Errorf("%s: %v, want %s", fen, err, want)
			}
		case d.Tree.Root().Setup() != want:
			t.Errorf("%s: %s, want %s", fen, d.Tree.Root().Setup(), want)
		}
	}
}

// TestNumberedGames checks that the number 1 starts a new game in a file of numbered games.
func TestNumberedGames(t *testing.T) {
	for text, want := range map[string]string{
		"1. f5 d6 2. c3\n1. d3 c3 2. c4\n":        "3 3",
		"1. f5 d6\n2. c3 d3\n\n1. d3 c3\n2. c4\n": "4 3",
		"1. f5\n1... d6\n2. c3":                   "3",
		"1) f5 d6\n1) f5 f6\n1) f5 f4\n":          "2 2 2",
		"1.f5 1...d6 2.c3\n1.d3 c3":               "3 2",
		"1. f5 d6 (1... f6) 2. c3":                "4",
	} {
		t.Run(text, func(t *testing.T) {
			o := codectest.Options("a.txt")
			o.Spec = codectest.Spec(t, "othello")
			g, err := Games(t.Context(), []byte(text), o)
			if err != nil {
				t.Error(err)
				return
			}
			var plies []string
			for i := range g.Heads {
				d, err := g.Decode(t.Context(), i)
				if err != nil || len(d.Warnings) > 0 {
					t.Errorf("game %d: %v, %v", i, err, d)
					continue
				}
				plies = append(plies, string(rune('0'+d.Tree.Len()-1)))
			}
			if got := strings.Join(plies, " "); got != want {
				t.Errorf("games of %s moves, want %s", got, want)
			}
		})
	}
}
