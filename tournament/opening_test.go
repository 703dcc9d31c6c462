package tournament_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardstudio"
	"boardstudio/rules/all"
	"boardstudio/tournament"
)

// TestOpeningFormats checks that Openings reads the formats of Studio and of other programs.
func TestOpeningFormats(t *testing.T) {
	for _, tt := range []struct{ name, game, text, want string }{
		{"XOT", "othello", "f5d6c4d3\nf5f6d3c5\n", "f5 d6 c4 d3|f5 f6 d3 c5"},
		{"comment", "othello", "# XOT\nf5d6c4d3\n", "f5 d6 c4 d3"},
		{"plain moves", "othello", "f5 d6 c4\nf5 f6 # parallel\n", "f5 d6 c4|f5 f6"},
		{"numbered moves", "othello", "1. f5 d6 2. c3\n1. d3 c3 2. c4\n", "f5 d6 c3|d3 c3 c4"},
		{"digits", "othello", "566433", "f5 d6 c3"},
		{"SGF", "othello", "(;GM[2];B[f5](;W[d6])(;W[f6]))\n(;GM[2];B[d3])", "f5 d6|f5 f6|d3"},
		{"PGN", "othello", "[Event \"x\"]\n\n1. f5 d6 *\n\n[Event \"y\"]\n\n1. d3 c3 *", "f5 d6|d3 c3"},
		{"moves without spaces", "gomoku", "h8h7g10\n", "h8 h7 g10"},
		{"moves without spaces, several lines", "renju", "h8h7g10\nh8i9\n", "h8 h7 g10|h8 i9"},
		{"offsets", "gomoku", "0,0, 1,0, 1,3\n-1,-1, 2,2\n", "h8 i8 i11|g7 j10"},
		{"Piskvorky", "gomoku", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\na\nb\n0\n", "h8 i9"},
		{"HexWorld", "hex", "https://hexworld.org/board/#11c1,a2:sk5", "a2 swap k5"},
		{"columns", "connect4", "444\n12", "d d d|a b"},
		{"other game", "othello", "(;GM[4];B[hh])", "lines.txt: it belongs to another game"},
		{"illegal move", "othello", "(;GM[2];B[a1])", "lines.txt:1: move 1 (a1)"},
		{"wrong word", "othello", "f5 z9", "lines.txt:1: z9: "},
		{"empty", "othello", "", "lines.txt: it contains no opening"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := all.Games.Build(tt.game, nil)
			if err != nil {
				t.Fatal(err)
			}
			list, err := tournament.Openings(t.Context(), boardstudio.Documents, r, r.Start(), []byte(tt.text), "lines.txt")
			if err != nil {
				if !strings.HasPrefix(err.Error(), tt.want) || tt.want == "" {
					t.Errorf("%s %q: %v, want %s", tt.game, tt.text, err, tt.want)
				}
				return
			}
			var all []string
			for _, o := range list {
				var words []string
				for _, m := range o.Moves {
					words = append(words, r.FormatMove(m))
				}
				all = append(all, strings.Join(words, " "))
			}
			if got := strings.Join(all, "|"); got != tt.want {
				t.Errorf("%s %q: %s, want %s", tt.game, tt.text, got, tt.want)
			}
		})
	}
	for file, game := range map[string]string{"xot-openings.txt": "othello", "pos-openings.txt": "gomoku", "gomocup-offset.txt": "gomoku"} {
		t.Run(file, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join("../document/testdata/cases", file))
			if err != nil {
				t.Fatal(err)
			}
			r, err := all.Games.Build(game, nil)
			if err != nil {
				t.Fatal(err)
			}
			list, err := tournament.Openings(t.Context(), boardstudio.Documents, r, r.Start(), data, file)
			if err != nil || len(list) == 0 || slices.ContainsFunc(list, func(o tournament.Opening) bool { return len(o.Moves) < 3 }) {
				t.Errorf("%v, %v", list, err)
			}
		})
	}
}
