package record

import (
	"bytes"
	"context"
	"iter"
	"testing"

	"boardstudio/io/codec"
	"boardstudio/io/codectest"
	"boardstudio/model"
	games "boardstudio/rules/all"
)

func TestPosition(t *testing.T) {
	o := codectest.Options("a.pos")
	o.Spec = codectest.Spec(t, "renju")
	for text, want := range map[string]string{
		"h8h7g10":          "h8h7g10\n",
		"\ufeffH8 H7\r\n":  "h8h7\n",
		"h8h7\nh8h9\n":     "h8h7\n",
		"h8h7\ni9":         "h8h7\n",
		"1. h8 h7 2. g10!": "h8h7g10\n",
		"h8zzh7":           "",
		"h8h8 zz i9":       "h8h8 zz i9\n",
		"h8,h7,g10":        "h8h7g10\n",
		"":                 "\n",
	} {
		t.Run(text, func(t *testing.T) {
			d, err := Position.Decode(context.Background(), []byte(text), o)
			if err != nil {
				if want != "" {
					t.Error(err)
				}
				return
			}
			if got := string(codectest.Encode(t, &Position, d)); got != want {
				t.Errorf("%q became %q, want %q", text, got, want)
			}
		})
	}
	d := codectest.Decode(t, &Position, []byte("h8h7g10"), o)
	codectest.Same(t, &Position, d)
	if o.Spec = nil; d.Tree.Rules().Spec().Params["foul"] != "renju" {
		t.Error(d.Tree.Rules().Spec())
	}
	if _, err := Position.Decode(context.Background(), []byte("f5d6c3"), o); !codec.IsUnnamed(err) {
		t.Errorf("a string that names no game: %v", err)
	}
	for preset, want := range map[string]bool{"renju": true, "gomoku": true, "pente": true, "connect4": false, "othello": false, "hex": false} {
		t.Run(preset, func(t *testing.T) {
			r, err := games.Games.Build(preset, nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := Position.Writes(r); (err == nil) != want {
				t.Error(err)
			}
		})
	}
	if err := d.Tree.SetStart(d.Tree.Rules().Start().String()[:0] + "..............." + string(bytes.Repeat([]byte("/..............."), 14)) + " B"); err != nil {
		t.Fatal(err)
	}
	if err := Position.Encode(context.Background(), &bytes.Buffer{}, d, nil); err == nil {
		t.Error("a start position is written")
	}
}

// TestPositions checks that each line is a position, even if it could continue the previous line.
func TestPositions(t *testing.T) {
	o := codectest.Options("a.pos")
	o.Spec = codectest.Spec(t, "gomoku")
	text := []byte("h8h7\n\ni9i10j11\nA1 B2\n")
	var lines []string
	if n := codectest.All(t, &Position, text, o, func(d *model.Document) { lines = append(lines, codectest.Line(d)) }); n != 3 {
		t.Fatalf("%d games: %q", n, lines)
	}
	g, err := Position.Games(context.Background(), text, o)
	if err != nil || g.Heads[1].Plies != 3 || g.Heads[1].Line != 3 {
		t.Fatal(err, g)
	}
	var b bytes.Buffer
	var docs iter.Seq2[*model.Document, error] = func(yield func(*model.Document, error) bool) {
		for i := range g.Heads {
			if d, err := g.Decode(context.Background(), i); !yield(d, err) {
				return
			}
		}
	}
	if err := Position.Join(context.Background(), &b, docs, nil); err != nil || b.String() != "h8h7\ni9i10j11\na1b2\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
}

func TestSniffPosition(t *testing.T) {
	for text, want := range map[string]bool{
		"h8h7g10": true, " H8H7\n\n": true, "h8h7\nh8h9": true, "h8h7\ni9i10": false, "h8": false, "h8 h7": false, "h8h7x": false, "h8h7\nhello": false, "": false,
		"abc12d3": false, "h8h123": false, "[Game \"x\"]\nh8h7": false, "4444": false, "h8h7\nh8 {x}": false,
	} {
		if sniffPosition([]byte(text)) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

var positions = [][]byte{
	[]byte("h8h7g10"), []byte("h8h7\nh8h9i10\n"), []byte("H8 H7"), []byte("h8,h7"), []byte("h8--h7"), []byte("h8h8"), []byte("h8zz"), []byte("zz yy"), []byte("h8 (i9) {x} j10"), []byte("h8h7 resign\nh8"),
	[]byte("[Variant \"line\"]\n\nh8"), []byte("\n\n h8\n\ti9j10 \n"), []byte("a1b2c3d4e5f6g7h8i9j10k11l12m13n14o15"), []byte("h8!h7?"), []byte("1. h8 h7 2. i9"), []byte("h16"), []byte("h8 1-0 i9"), []byte("h8;x"), []byte("(h8"),
	[]byte("h8h7*i9"), []byte("\xff"), []byte("h8\r\nh7\r\n"), []byte("88 77"), []byte("8877"), []byte("hh ii"), []byte("pass"), []byte("h8pass"), []byte("$1 h8 $4"), []byte("h8 +3 h7"), []byte("o15a15\no1a1"), []byte("0:0"), []byte("h8|h7|"),
}

func FuzzPosition(f *testing.F) {
	o := codectest.Options("a.pos")
	o.Spec = codectest.Spec(f, "renju")
	for _, s := range positions {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		sniffPosition(data)
		d, err := Position.Decode(context.Background(), data, o)
		if err != nil {
			return
		}
		var b bytes.Buffer
		if Position.Encode(context.Background(), &b, d, nil) != nil {
			return // the document has a start position
		}
		spec := d.Tree.Rules().Spec() // tags may determine the game
		o := o
		o.Spec = &spec
		// Decoding fails if there are more words than moves.
		if back, err := Position.Decode(context.Background(), b.Bytes(), o); err == nil {
			if again := codectest.Encode(t, &Position, back); !bytes.Equal(again, b.Bytes()) {
				t.Errorf("%q became %q", b.Bytes(), again)
			}
		}
	})
}

func TestCutPosition(t *testing.T) {
	o := codectest.Options("a.pos")
	o.Spec = codectest.Spec(t, "gomoku")
	for _, s := range positions {
		codectest.Cut(t, &Position, s, o)
	}
}

func TestHeavyPosition(t *testing.T) {
	if testing.Short() {
		t.Skip("heavy")
	}
	o := codectest.Options("a.pos")
	o.Spec = codectest.Spec(t, "gomoku")
	codectest.Heavy(t, &Position, o,
		codectest.Repeated{Text: "\x00"}, codectest.Repeated{Text: "h8"}, codectest.Repeated{Text: "h8\n"}, codectest.Repeated{Text: "h8h7\n"}, codectest.Repeated{Text: "z"}, codectest.Repeated{Text: "h8 "}, codectest.Repeated{Text: "("},
		codectest.Repeated{Before: "h8\n", Text: "x\n"}, codectest.Repeated{Text: "8"}, codectest.Repeated{Text: "\n"})
}
