package document_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/document"

	"boardstudio"
	"boardstudio/io/codec"
	"boardstudio/io/codectest"
)

// documentCases are the cases of TestCases.
var documentCases = []struct {
	file, game           string // --game
	charset              string // --charset
	format, is, line     string
	start, warn, refused string
}{
	{file: "ca-gb2312-but-utf8.sgf", format: "sgf", is: "line", line: "h8{好} h9{一二三} i9 g7", warn: "the file declares the charset GB2312, but its text is UTF-8"},
	{file: "ca-sjis-but-utf8.sgf", format: "sgf", is: "line", line: "h8{好} h9{一二三} i9 g7", warn: "the file declares the charset Shift_JIS, but its text is UTF-8"},
	{file: "ca-cp936.sgf", format: "sgf", is: "line", line: "h8{好棋} h9 i9 g7"},
	{file: "noca-gbk.sgf", format: "sgf", is: "line", line: "h8{好棋} h9{一二三} i9 g7", warn: "the text is not UTF-8: it was read as GBK, which is a guess"},
	{file: "noca-gbk.sgf", charset: "Big5", format: "sgf", is: "line", line: "h8{疑］} h9{珨媼ʊ} i9 g7", warn: "it was read as Big5"},
	{file: "renlib-gbk.lib", format: "renlib", is: "line", line: "h8{好棋，直指}", warn: "read as GBK, which is a guess"},
	{file: "renlib-sjis.lib", format: "renlib", is: "line", line: "h8{", warn: "read as Shift_JIS, which is a guess"},
	{file: "renlib-cp1251.lib", format: "renlib", is: "line", line: "h8{Хороший ход}", warn: "read as windows-1251, which is a guess"},
	{file: "renlib-cp1251.lib", charset: "latin1", format: "renlib", is: "line", line: "h8{Õîðîøèé õîä}", warn: "it was read as Latin-1"},
	{file: "pgn-cp1251.txt", format: "record", is: "othello", line: "f5 d6", warn: "read as windows-1251, which is a guess"},
	{file: "hex-swap-sides.sgf", format: "sgf", is: "hex", line: "a3 swap-sides f6 g7"},
	{file: "hex-forfeit.sgf", format: "sgf", is: "hex", line: "a2 timeout"},
	{file: "hex-swap-then-same-colour.sgf", format: "sgf", is: "hex", line: "a2 swap-sides c3 b1 c2"},
	{file: "hex-lgxy.sgf", format: "sgf", is: "hex", line: "l12 swap g7"},
	{file: "hex-rect.sgf", refused: "the board has 11 columns and 9 rows, but Hex is played on square boards only"},
	{file: "othello-rect.sgf", refused: "the board has 8 columns and 10 rows, but Othello is played on square boards only"},
	{file: "hex-26.sgf", refused: `"21" is not a whole number from 3 to 19`},
	{file: "hexworld-link.txt", format: "hexworld", is: "hex", line: "a2 swap k5 f6 e3"},
	{file: "abstractplay.json", refused: `the value of "game" is wrong: expected an object, found a string`},
	{file: "gm5.sgf", game: "renju", format: "sgf", is: "line", line: "h8 i7 i9"},
	{file: "gm5.sgf", refused: "the game is Nine Men’s Morris, which is not supported"},
	{file: "gm99.sgf", game: "renju", format: "sgf", is: "line", line: "h8 i7 i9"},
	{file: "gm99.sgf", refused: "unknown SGF game number 99"},
	{file: "lowergm.sgf", format: "sgf", is: "line", line: "h8 h9"},
	{file: "gm4-ascii.sgf", format: "sgf", is: "line", line: "h8 h9 i9 g7"},
	{file: "nogm-nosz-gm4.sgf", format: "sgf", is: "line", line: "p4 d16"},
	{file: "numbered-games.txt", game: "othello", format: "record", is: "othello", line: "f5 d6 c3", warn: "the file contains 2 games"},
	{file: "edax-fen.pgn", game: "othello", format: "record", is: "othello", line: "d6 c4", start: "---------------------------OX------XXO-------X------------------ O"},
	{file: "edax-fen.pgn", format: "record", is: "othello", line: "d6 c4"},
	{file: "nag-twice.txt", format: "record", is: "othello", line: "f5 d6 c3?!"},
	{file: "gomocup-offset.txt", format: "offsets", is: "line", line: "h8 i8 i11"},
	{file: "xot-openings.txt", format: "transcript", is: "othello", line: "f5 d6 c4 d3", warn: "the file contains 2 games"},
	{file: "pos-openings.txt", game: "renju", format: "position", is: "line", line: "h8 h7 g10"},
	{file: "pos-score.txt", game: "othello", format: "board", is: "othello", start: "---------------------------OX------XO--------------------------- X"},
}

// TestCases reads the files of testdata/cases, small inputs that were once read wrongly. All were
// made for this project.
func TestCases(t *testing.T) {
	for _, tt := range documentCases {
		t.Run(strings.TrimSpace(tt.file+" "+tt.game+" "+tt.charset), func(t *testing.T) {
			path := filepath.Join("testdata", "cases", tt.file)
			o := codec.Options{Charset: tt.charset}
			if tt.game != "" {
				o.Spec = codectest.Spec(t, tt.game)
			}
			d, f, err := boardstudio.Documents.Open(t.Context(), path, o)
			if tt.refused != "" {
				if err == nil || !strings.Contains(err.Error(), tt.refused) || strings.Contains(err.Error(), "Go ") && !strings.Contains(tt.refused, "Go") {
					t.Errorf("%v, want %s", err, tt.refused)
				}
				return
			}
			if err != nil {
				t.Error(err)
				return
			}
			if spec := d.Tree.Rules().Spec(); f.Name != tt.format || spec.Game != tt.is {
				t.Errorf("read as %s in the format %s", spec.Game, f.Name)
			}
			var words []string
			for n := range d.Tree.Main() {
				m, ok := n.Move()
				word := ""
				switch {
				case ok:
					word = d.Tree.Rules().FormatMove(m)
				case n.Raw() != "":
					word = `"` + n.Raw() + `"`
				case n.Parent() != nil:
					word = "set-up"
				}
				for _, g := range n.Glyphs() {
					word += string(g)
				}
				if n.Comment() != "" {
					word += "{" + n.Comment() + "}"
				}
				if word != "" {
					words = append(words, word)
				}
			}
			if line := strings.Join(words, " "); line != tt.line && !(strings.HasSuffix(tt.line, "{") && strings.HasPrefix(line, tt.line)) {
				t.Errorf("the line is %s, want %s", line, tt.line)
			}
			if p, err := d.Tree.Position(d.Tree.Root()); tt.start != "" && (err != nil || p.String() != tt.start) {
				t.Errorf("begins with %v", p)
			}
			if warn := codectest.Warnings(d); !strings.Contains(warn, tt.warn) || tt.warn == "" && warn != "" {
				t.Errorf("the warnings are %q, want %q", warn, tt.warn)
			}
			if strings.Contains(tt.file, "utf8") { // the same from the clipboard
				data, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if d, err := boardstudio.Documents.FromText(t.Context(), string(data), codec.Options{}); err != nil || d.Tree.Len() != 5 {
					t.Errorf("from the clipboard: %v", err)
				}
			}
		})
	}
}

// TestMixed checks that a file with some games of unknown rules is read game by game.
func TestMixed(t *testing.T) {
	data, err := os.ReadFile("testdata/cases/mixed.sgf")
	if err != nil {
		t.Fatal(err)
	}
	g, _, err := boardstudio.Documents.Games(t.Context(), "mixed.sgf", data, codec.Options{})
	if err != nil || len(g.Heads) != 4 {
		t.Fatalf("%v, %v", g, err)
	}
	for i, want := range []string{"", "the game is Go, which is not supported", "the game is Nine Men’s Morris, which is not supported", ""} {
		d, err := g.Decode(t.Context(), i)
		switch {
		case want == "" && (err != nil || len(d.Warnings) > 0):
			t.Errorf("game %d: %v", i+1, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("game %d: %v, want %s", i+1, err, want)
		}
	}
}

// TestNamedGame checks that a pasted text that names its game is read without asking for the game.
func TestNamedGame(t *testing.T) {
	for _, tt := range []struct {
		file, open  string
		here, named bool
	}{
		{"gm4-ascii.sgf", "othello", false, true},
		{"gm4-ascii.sgf", "gomoku", true, false},
		{"lowergm.sgf", "renju", false, true},
		{"hexworld-link.txt", "othello", false, true},
		{"xot-openings.txt", "gomoku", true, false},
	} {
		t.Run(tt.file+" in "+tt.open, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join("testdata", "cases", tt.file))
			if err != nil {
				t.Fatal(err)
			}
			list := boardstudio.Documents.Fits(t.Context(), "", data, codec.Options{Spec: codectest.Spec(t, tt.open)})
			if len(list) == 0 || list[0].Here != tt.here || list[0].Named != tt.named || document.Better(list) == (tt.here || tt.named) {
				t.Errorf("%s in %s: %d ways, %+v", tt.file, tt.open, len(list), list)
			}
		})
	}
}
