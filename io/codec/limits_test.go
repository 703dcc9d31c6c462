package codec_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/othello"
)

// TestLimited checks that a file of exactly MaxFile bytes can be written, but no more.
func TestLimited(t *testing.T) {
	var b bytes.Buffer
	w := codec.Limited(&b)
	half := make([]byte, codec.MaxFile/2)
	for range 2 {
		if n, err := w.Write(half); n != len(half) || err != nil {
			t.Fatalf("%d bytes: %v", n, err)
		}
	}
	if n, err := w.Write(half[:1]); n != 0 || err == nil || err.Error() != "the document would be larger than the 256 MB that can be read again" {
		t.Errorf("one more: %d, %v", n, err)
	}
	if b.Len() != codec.MaxFile {
		t.Errorf("%d bytes", b.Len())
	}
}

// TestMoves checks that each word is parsed once, whether it is a move or not, and that long words
// are not cached.
func TestMoves(t *testing.T) {
	parsed := 0
	m := codec.Moves{Parse: func(text string) (rules.Move, error) {
		parsed++
		if text[0] == 'z' {
			return rules.Move{}, errors.New("no move")
		}
		return rules.Place(rules.Cell(len(text))), nil
	}}
	long, longest := strings.Repeat("a", 33), strings.Repeat("a", 32)
	for range 3 {
		if got, ok := m.Read([]byte("a1")); !ok || got != rules.Place(2) {
			t.Errorf("a1 is %v, %v", got, ok)
		}
		if _, ok := m.Read([]byte("z")); ok {
			t.Error("z is a move")
		}
		if got, ok := m.Read([]byte(long)); !ok || got != rules.Place(33) {
			t.Errorf("a long one is %v, %v", got, ok)
		}
		m.Read([]byte(longest))
	}
	if parsed != 3+3 {
		t.Errorf("parsed %d times", parsed)
	}
	for i := range codec.MaxCached + 10 {
		m.Read([]byte{'a', byte(i), byte(i >> 8), byte(i >> 16)})
	}
	parsed = 0
	for i := range codec.MaxCached + 10 {
		m.Read([]byte{'a', byte(i), byte(i >> 8), byte(i >> 16)})
	}
	if parsed != 10+3 { // three were in the cache before
		t.Errorf("%d words are not remembered", parsed)
	}
}

// TestPlay checks that missing passes before a move are added, and that an illegal move is added
// unchanged.
func TestPlay(t *testing.T) {
	r, err := othello.Game.Build("", rules.Params{"size": "6"})
	if err != nil {
		t.Fatal(err)
	}
	long, short := "", "" // a game with passes, and the same game without them
	for pos, i := r.Start(), 0; pos.Turn() != rules.NoPlayer; i++ {
		list := slices.Collect(pos.Moves())
		m := list[i*i%len(list)]
		pos, _ = pos.Play(m)
		long += " " + r.FormatMove(m)
		if m != rules.Pass {
			short += " " + r.FormatMove(m)
		}
	}
	if long == short {
		t.Fatal("nobody passes")
	}
	for _, tt := range []struct{ name, moves, want string }{
		{"passes are missing", short, long},
		{"passes are there", long, long},
		{"illegal moves", "c2 a1 a1 c1", " c2 a1 a1 c1"},
		{"illegal pass", "c2 pass", " c2 pass"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tree := model.NewTree(r)
			n, pos, got := tree.Root(), r.Start(), ""
			for text := range strings.FieldsSeq(tt.moves) {
				m, err := r.ParseMove(text)
				if err != nil {
					t.Fatal(err)
				}
				n, pos = codec.Play(tree, n, pos, m, func(n *model.Node) {
					m, _ := n.Move()
					got += " " + r.FormatMove(m)
				})
			}
			if got != tt.want {
				t.Errorf("%s became%s", tt.moves, got)
			}
			if want, err := tree.Position(n); (err == nil) != (pos != nil) || pos != nil && pos.Hash() != want.Hash() {
				t.Errorf("%s leads to %v, want %v, %v", tt.moves, pos, want, err)
			}
		})
	}
}

// TestCutShowsAll checks that Cut returns short and printable text.
func TestCutShowsAll(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "é\tb\n": "é\tb\n", "a\x00\x1b[1mb\x7f\xff": "a\ufffd\ufffd[1mb\ufffd\ufffd",
		strings.Repeat("é", 60): strings.Repeat("é", 60), strings.Repeat("é", 61): strings.Repeat("é", 60) + "…",
	} {
		if got := codec.Cut(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
