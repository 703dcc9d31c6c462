package record

import (
	"strings"
	"testing"

	"boardstudio/rules"
	games "boardstudio/rules/all"
)

// specOf returns the game of a preset.
func specOf(t testing.TB, preset string) *rules.Spec {
	t.Helper()
	r, err := games.Games.Build(preset, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := r.Spec()
	return &s
}

// TestProse checks that prose is refused in every game. The error has the line and the counts.
func TestProse(t *testing.T) {
	for _, preset := range []string{"tictactoe", "gomoku", "connect4", "pente", "othello", "awale"} {
		spec := specOf(t, preset)
		for _, text := range []string{
			"Hello Bob, see you on Monday",
			"hello",
			"1. Hello Bob, 2. see you on Monday!",
			"See you at b2 on Monday, or in a1 with the others (if they come).",
			"\n\nDear all,\n\n{not a comment of a move}\nthe club meets on Monday at 8 in room b2.\n",
			"https://example.org/a1/b2 is where the games are",
			"func main() { fmt.Println() }",
			"Bonjour Élodie, à lundi ! 1-0",
			"[Event \"Party\"]\n[Site \"b2\"]\nHello Bob, see you on Monday",
			strings.Repeat("Lorem ipsum dolor sit amet b2. ", 300),
		} {
			d, err := read(t, text, spec)
			if err == nil {
				t.Errorf("%s: %.60q is a game of %d moves", preset, text, d.Tree.Len()-1)
				continue
			}
			if !strings.HasPrefix(err.Error(), "a.txt:") || !strings.Contains(err.Error(), "is not a game record") {
				t.Errorf("%s: %.60q: %v", preset, text, err)
			}
		}
	}
	_, err := read(t, "\nb2\nHello Bob", specOf(t, "tictactoe"))
	if want := "a.txt:3: this is not a game record: out of 3 words, 2 are not moves"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestRecordWithWrongWords checks that a record may contain words that are not moves, and illegal
// moves. They stay in the tree.
func TestRecordWithWrongWords(t *testing.T) {
	for _, tt := range []struct {
		preset, text string
		nodes, raw   int
	}{
		{"tictactoe", "b2 zz", 2, 1},
		{"tictactoe", "zz b2", 2, 1},
		{"tictactoe", "1. b2 a1 2. b2 oops", 4, 1},
		{"tictactoe", "1. b2 {Hello Bob, see you on Monday} a1 ; and the others\n1-0", 2, 0},
		{"tictactoe", "b2 b2 b2 b2", 4, 0},
		{"tictactoe", "[Event \"x\"]\n[Black \"Hello Bob, see you\"]\n", 0, 0},
		{"tictactoe", "1. b2 (1. what a2) a1", 4, 1},
		{"othello", "Final of Tampere: f5d6c3d3c4", 8, 3},
		{"awale", "South begins abcdef ABCDEF", 14, 2},
		// A text that names its game is always a record, like the records of Studio.
		{"tictactoe", "[Variant \"tictactoe\"]\n1. what is this", 3, 3},
		{"pente", "[Game \"Pente\"]\n[Player 1 Name \"x\"]\nwhat", 1, 1},
	} {
		d, err := read(t, tt.text, specOf(t, tt.preset))
		if err != nil {
			t.Errorf("%q: %v", tt.text, err)
			continue
		}
		raw := 0
		for n := range d.Tree.Subtree(d.Tree.Root()) {
			if n.Raw() != "" {
				raw++
			}
		}
		if d.Tree.Len()-1 != tt.nodes || raw != tt.raw {
			t.Errorf("%q: %d moves, %d of them words, %d warnings; want %d, %d", tt.text, d.Tree.Len()-1, raw, len(d.Warnings), tt.nodes, tt.raw)
		}
	}
}
