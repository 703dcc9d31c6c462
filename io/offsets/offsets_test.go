package offsets

import (
	"strings"
	"testing"

	"boardstudio/io/codectest"
)

func TestDecode(t *testing.T) {
	for _, tt := range []struct{ text, preset, line, warn string }{
		{"0,0, 1,0, 1,3\n", "", "h8 i8 i11", ""},
		{"-7,-7, 7,7", "", "a1 o15", ""},
		{"-8,0, 7,7", "", "c11 r18", ""}, // on Gomocup's board
		{"0,0 1,0 1,3", "gomoku-standard", "h8 i8 i11", ""},
		{"0,0, 9,0", "renju", `h8 '9,0'`, "move 2 (9,0)"},
		{"0,0, 0,0", "", "h8 h8", "move 2 (h8)"},
		{"0,0, 1,1\r\n\r\n1,1, 2,2\r\n", "", "h8 i9", "the file contains 2 games"},
	} {
		t.Run(tt.text, func(t *testing.T) {
			o := codectest.Options("a.txt")
			if tt.preset != "" {
				o.Spec = codectest.Spec(t, tt.preset)
			}
			d, err := Decode(t.Context(), []byte(tt.text), o)
			if err != nil {
				t.Error(err)
				return
			}
			if got := codectest.Line(d); got != tt.line {
				t.Errorf("%s, want %s", got, tt.line)
			}
			if warn := codectest.Warnings(d); !strings.Contains(warn, tt.warn) || tt.warn == "" && warn != "" {
				t.Errorf("warnings %s", warn)
			}
			if !sniff([]byte(tt.text)) {
				t.Errorf("%q is not recognised", tt.text)
			}
		})
	}
	for _, text := range []string{"", "4,4,4,4", "4 4 4", "0,0", "f5d6", "1,1,3\n2,2,0", "4444 1", "hello"} {
		if sniff([]byte(text)) {
			t.Errorf("%q is taken for openings", text)
		}
	}
	// A line of other text is no opening, even if there are pairs in it.
	for _, text := range []string{"123,456", "0,0, 1x,5, 3,3", "0,0, 1,", "see 0,0", "0,0 1,1 end"} {
		if d, err := Decode(t.Context(), []byte(text), codectest.Options("a.txt")); err == nil {
			t.Errorf("%q is read as %s", text, codectest.Line(d))
		}
	}
	for _, text := range []string{"0,0", "0,0,1,1", "0,0, 1,1,", "0,0\t1,1"} {
		if _, err := Decode(t.Context(), []byte(text), codectest.Options("a.txt")); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	o := codectest.Options("a.txt")
	o.Spec = codectest.Spec(t, "othello")
	if _, err := Decode(t.Context(), []byte("0,0, 1,1"), o); err == nil {
		t.Error("an opening of Othello is read")
	}
}

func FuzzDecode(f *testing.F) {
	codectest.Fuzz(f, &Format, codectest.Options("a.offsets"), []byte("0,0, 1,0, 1,3\n"), []byte("-8,0, 7,7\n1,1 2,2"), []byte("0,0"), []byte("x"))
}
