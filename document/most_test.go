package document

import (
	"context"
	"strings"
	"testing"

	"boardstudio/internal/race"
	"boardstudio/io/codec"
	"boardstudio/io/codectest"
)

// several has a function for each multi-game format. It returns a text with n games, its file name,
// and the preset if the text does not name its game.
var several = map[string]func(n int) (text, file, game string){
	"ggf":     func(n int) (string, string, string) { return times(n, "(;GM[Othello]TY[8]B[d3];)\n"), "a.ggf", "" },
	"sgf":     func(n int) (string, string, string) { return times(n, "(;GM[4]SZ[15];B[hh])\n"), "a.sgf", "" },
	"rif":     func(n int) (string, string, string) { return rifOf(n), "a.rif", "" },
	"obf":     func(n int) (string, string, string) { return times(n, times(63, "-")+"X X; d3:+1;\n"), "a.obf", "" },
	"board":   func(n int) (string, string, string) { return times(n, times(60, "-")+"XOXO X\n"), "a.board", "" },
	"columns": func(n int) (string, string, string) { return times(n, "4\n"), "a.columns", "" },
	"suite": func(n int) (string, string, string) {
		return times(n, "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S\n"), "a.suite", ""
	},
	"ogn": func(n int) (string, string, string) {
		return times(n, "[Variant \"Oware Abapa\"]\n[South \"Ada\"]\n1. F\n\n"), "a.ogn", ""
	},
	"pente": func(n int) (string, string, string) {
		return times(n, "[Game \"Pente\"]\n[Site \"pente.org\"]\n1. K10\n\n"), "a.pente", ""
	},
	"transcript": func(n int) (string, string, string) { return times(n, "f5d6\n"), "a.transcript", "" },
	"position":   func(n int) (string, string, string) { return times(n, "h8h9\n"), "a.pos", "renju" },
	"record":     func(n int) (string, string, string) { return times(n, "[Variant \"othello\"]\n1. f5\n\n"), "a.pgn", "" },
	"offsets":    func(n int) (string, string, string) { return times(n, "0,0, 1,0, 1,3\n"), "a.offsets", "" },
	"hexworld": func(n int) (string, string, string) {
		return times(n, "https://hexworld.org/board/#11c1,a2:sk5\n"), "a.hexworld", ""
	},
	"wthor": func(n int) (string, string, string) { return wthorOf(n), "a.wtb", "" },
}

// rifOf returns a database of n games of renju.
func rifOf(n int) string {
	return `<database><games>` + times(n, `<game id="1"><move>h8</move></game>`) + `</games></database>`
}

// wthorOf returns a file of n games of Othello.
func wthorOf(n int) string {
	head := []byte{20, 24, 1, 1, byte(n), byte(n >> 8), byte(n >> 16), 0, 0, 0, 0xd0, 7, 8, 0, 22, 0}
	game := make([]byte, 68)
	game[8] = 56
	return string(head) + times(n, string(game))
}

// TestMostGames checks that each multi-game format reads the largest number of games, and refuses a
// file with one more without reading the rest.
func TestMostGames(t *testing.T) {
	for _, f := range library.Readable() {
		if f.Games == nil {
			continue
		}
		make := several[f.Name]
		if make == nil {
			t.Errorf("no file of several games in the format %s is known", f.Name)
			continue
		}
		for _, n := range []int{1, 7, 8, 30} {
			text, file, game := make(n)
			o := codec.Options{Most: 7}
			if game != "" {
				o.Spec = codectest.Spec(t, game)
			}
			seen := int64(0)
			o.Progress = func(done, _ int64) { seen = max(seen, done) }
			g, got, err := library.Games(context.Background(), file, []byte(text), o)
			switch {
			case n <= 7 && (err != nil || len(g.Heads) != n || got != f):
				t.Errorf("%s: %d games, read as %v: %v", f.Name, n, got, err)
			case n > 7 && (!codec.IsTooMany(err) || !strings.HasSuffix(err.Error(), "the file contains more than 7 games")):
				t.Errorf("%s: %d games: %v", f.Name, n, err)
			}
			o.Most = 0
			if many := library.Many(context.Background(), file, []byte(text), o); many != (n > 1) {
				t.Errorf("%s: of %d games it says %v", f.Name, n, many)
			}
		}
	}
}

// TestTooManyGames checks that a file far above the limit is refused early, so the additional games
// cost nothing.
func TestTooManyGames(t *testing.T) {
	race.Skip(t)
	refuse := func(name string, n int) (allocated float64) {
		text, file, game := several[name](n)
		o := codec.Options{Most: 1000}
		if game != "" {
			o.Spec = codectest.Spec(t, game)
		}
		data := []byte(text)
		return testing.AllocsPerRun(1, func() {
			if _, _, err := library.Games(context.Background(), file, data, o); !codec.IsTooMany(err) {
				t.Fatalf("%s: %v", name, err)
			}
		})
	}
	for name := range several {
		small, large := refuse(name, 1001), refuse(name, 100_000)
		if large > small+1000 { // growth for 99,000 more games
			t.Errorf("%s: refusing 1,001 games takes %.0f allocations, refusing 100,000 takes %.0f", name, small, large)
		}
	}
}
