package renlib

import (
	"bytes"
	"strings"
	"testing"

	"boardstudio/io/codec"
	"boardstudio/io/codectest"
	"boardstudio/model"
)

// lib returns a library with a header and these records.
func lib(records ...string) []byte {
	return []byte(magic + "\x03\x04" + strings.Repeat("\xff", headerSize-len(magic)-2) + strings.Join(records, ""))
}

// sample returns a library with two lines after h8, texts on the board, comments in both encodings,
// a mark and a pass.
func sample() []byte {
	return lib(
		"\x00\x08", "Start\bof all\r\n\x00\x00", // the start, with a comment in two parts
		"\x78\x00",                  // h8
		"\x68\x81\x00\x01", "A\x00", // h9, with a text; a sibling follows
		"\x59\x48", "caf\xe9\x00\x00", // i10, a leaf
		"\x67\x18", "won\x00", // g9, marked, with a comment
		"\x88\xc3\x00\x01", "B\x00", // only a text on h7
		"\x00\x40", // a pass
	)
}

func read(t testing.TB, data []byte) *model.Document {
	t.Helper()
	return codectest.Decode(t, &Format, data, codectest.Options("a.lib"))
}

// paths returns the lines of the tree.
func paths(d *model.Document) string {
	var lines []string
	for n := range d.Tree.All() {
		if n.First() != nil {
			continue
		}
		var words []string
		for _, n := range d.Tree.Line(n)[1:] {
			m, _ := n.Move()
			words = append(words, d.Tree.Rules().FormatMove(m))
		}
		lines = append(lines, strings.Join(words, " "))
	}
	return strings.Join(lines, "; ")
}

func TestSample(t *testing.T) {
	d := read(t, sample())
	if got := paths(d); got != "h8 h9 i10; h8 g9 pass" {
		t.Errorf("lines %s", got)
	}
	root := d.Tree.Root()
	h8 := root.First()
	h9, g9 := h8.First(), h8.Last()
	if root.Comment() != "Start\nof all\n" || h9.First().Comment() != "café" || g9.Comment() != "won" || !g9.Bookmarked() || h9.Bookmarked() {
		t.Errorf("comments %q, %q, %q", root.Comment(), h9.First().Comment(), g9.Comment())
	}
	b := d.Tree.Rules().Board()
	if m := h8.Marks(); len(m) != 1 || m[0].Cell != b.Find("h9") || m[0].Text != "A" {
		t.Errorf("marks %+v", m)
	}
	if m := g9.Marks(); len(m) != 1 || m[0].Cell != b.Find("h7") || m[0].Text != "B" {
		t.Errorf("marks %+v", m)
	}
	if len(d.Warnings) != 2 || !strings.Contains(d.Warnings[0].Error(), "read as Latin-1, which is a guess") || !strings.Contains(d.Warnings[1].Error(), "pass") {
		t.Errorf("warnings %v", d.Warnings)
	}
	if got := codectest.Encode(t, &Format, d); len(got) < headerSize || !bytes.Equal(got[headerSize:headerSize+len("\x00\x08Start\bof")], []byte("\x00\x08Start\bof")) {
		t.Errorf("written %q", got)
	}
	codectest.Same(t, &Format, d)
}

// TestOld checks an old file without a header. It begins with h8, and its comments have seven bits
// per character.
func TestOld(t *testing.T) {
	d := read(t, []byte("\x78\x20"+"f|r"+"\xf2"+"\x68\x40"))
	if got := paths(d); got != "h8 h9" || d.Tree.Root().First().Comment() != "förr" {
		t.Errorf("%s, %q", got, d.Tree.Root().First().Comment())
	}
	codectest.Same(t, &Format, d)
}

// TestForeign checks that data without a place in a document survives reading and writing.
func TestForeign(t *testing.T) {
	for name, x := range map[string][]byte{
		"header only":                              lib(),
		"root only":                                lib("\x00\x40"),
		"flags: start, no move":                    lib("\x00\x00", "\x78\x46"),
		"flags of another version":                 lib("\x00\x00", "\x78\x41\x12\x34"),
		"text too long for a label":                lib("\x00\x00", "\x78\x41\x00\x01", "too long\x00\x00"),
		"two texts on a point":                     lib("\x00\x00", "\x78\xc3\x00\x01", "A\x00", "\x78\x41\x00\x01", "B\x00"),
		"two texts on a point, the move first":     lib("\x00\x00", "\x78\xc1\x00\x01", "A\x00", "\x78\x43\x00\x01", "B\x00"),
		"same move twice":                          lib("\x00\x00", "\x78\x80", "\x79\x40", "\x78\x00", "\x7a\x40"),
		"text of the start":                        lib("\x00\x01\x00\x01", "root\x00\x00", "\x78\x48", "\xc3\xa9\x00\x00"),
		"Latin-1 that looks like UTF-8":            lib("\x00\x00", "\x78\x48", "\xc3\x83\xc2\xa9\x00\x00"), // “Ã©”, which Latin-1 would turn into “é”
		"no start, and a move after the last leaf": lib("\x78\x40", "\x79\x40"),
	} {
		t.Run(name, func(t *testing.T) {
			codectest.Same(t, &Format, read(t, x))
		})
	}
}

// TestCutOff checks that a library that is cut off between two moves is read up to there, and reported
// as damaged.
func TestCutOff(t *testing.T) {
	moves := []string{"\x00\x00", "\x78\x00", "\x89\x00", "\x69\x80", "\x5a\x00", "\x87\x40", "\x67\x00", "\x88\x40"}
	for n := range len(moves) + 1 {
		d := read(t, lib(moves[:n]...))
		cut := n > 0 && n < len(moves)
		if len(d.Warnings) > 0 != cut || cut && (!codec.IsDamaged(d.Warnings[0]) || d.Tree.Len() != max(n, 1)) {
			t.Errorf("%d parts: %d nodes, %v", n, d.Tree.Len(), d.Warnings)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, x := range []struct {
		data []byte
		want string
	}{
		{nil, "this is not a RenLib library (byte 0)"},
		{[]byte(magic + "\x03"), "the header is cut off (byte 0)"},
		{[]byte(magic + "\x04\x00" + strings.Repeat("\xff", 10)), "the library has version 4.0; up to 3.4 can be read (byte 0)"},
		{lib("\x00"), "the file is cut off (byte 20)"},
		{lib("\x00\x00", "\x10\x00"), "the point 0x10 is not on the board (byte 22)"},
		{lib("\x00\x08", "abc"), "a text does not end (byte 22)"},
		{[]byte("\x78\x20abc"), "a text does not end (byte 5)"},
	} {
		if _, err := Decode(t.Context(), x.data, codectest.Options("a.lib")); err == nil || err.Error() != "a.lib: "+x.want {
			t.Errorf("%q: %v, want %s", x.data, err, x.want)
		}
	}
	o := codectest.Options("a.lib")
	o.Spec = codectest.Spec(t, "othello")
	if _, err := Decode(t.Context(), sample(), o); err == nil || !strings.Contains(err.Error(), "15×15") {
		t.Errorf("in Othello: %v", err)
	}
	o.Spec = codectest.Spec(t, "gomoku")
	if d, err := Decode(t.Context(), sample(), o); err != nil || d.Tree.Rules().Spec().Params["foul"] != "none" {
		t.Errorf("in gomoku: %v", err)
	}
}

// TestPoints checks that all corners are where RenLib shows them, with row 15 at the top.
func TestPoints(t *testing.T) {
	d := read(t, lib("\x00\x00", "\x01\x00", "\x0f\x00", "\xe1\x00", "\xef\x40"))
	if got := paths(d); got != "a15 o15 a1 o1" {
		t.Error(got)
	}
}

func TestCut(t *testing.T) {
	codectest.Cut(t, &Format, sample(), codectest.Options("a.lib"))
}

func TestHeavy(t *testing.T) {
	codectest.Heavy(t, &Format, codectest.Options("a.lib"),
		codectest.Repeated{Before: string(lib("\x00\x00")), Text: "\x78\x00\x79\x00"},
		codectest.Repeated{Before: string(lib("\x00\x00")), Text: "\x78\xc0\x79\xc0"},
		codectest.Repeated{Before: string(lib("\x00\x00")), Text: "\x78\xc3\x00\x01A\x00"},
		codectest.Repeated{Before: string(lib("\x00\x08")), Text: "a"},
		codectest.Repeated{Before: string(lib("\x00\x00")), Text: "\x78\x80"})
}

func FuzzDecode(f *testing.F) {
	codectest.Fuzz(f, &Format, codectest.Options("a.lib"), sample(), []byte("\x78\x20f|r\xf2\x68\x40"),
		lib("\x00\x00", "\x78\xc3\x00\x01", "A\x00", "\x78\x41\x00\x01", "B\x00"),
		lib("\x00\x00", "\x78\x41\x12\x34"), lib("\x00\x01\x00\x01", "root\x00\x00", "\x78\x48", "\xc3\xa9\x00\x00"),
		lib("\x00\x00", "\x78\x80", "\x79\x40", "\x78\x00", "\x7a\x40"), lib("\x78\x40", "\x79\x40"),
		lib("\x00\x00", "\x01\x00", "\x0f\x00", "\xe1\x00", "\xef\x40"), lib("\x00\x08", "text", "\x78\x48", "a\x00"), lib("\x00\x00", "\x78\x60", "a|b"), lib("\x00\x00", "\x78\x50"))
}
