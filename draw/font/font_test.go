package font_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"boardstudio/draw"
	"boardstudio/draw/font"
)

func TestPlain(t *testing.T) {
	for _, x := range []struct{ in, want string }{
		{"l’été à Québec ½ ● ○", "l’été à Québec ½ ● ○"},
		{"a\tb\nc\r\nd", "a b c  d"},
		{"\x00a\x7f\u200bb\u00ad\ufeff", "ab"},
		{"\u202eabc\u202c", "abc"},
		{"🎲!", "\ufffd!"},
		{"👩\u200d👩\u200d👧 👍🏽 ❤\ufe0f", "\ufffd \ufffd ❤"},
		{"漢", "\ufffd"},
		{"\xff", "\ufffd"},
		{"שלום", "שלום"},
	} {
		if got := font.Plain(x.in); got != x.want {
			t.Errorf("%q becomes %q, want %q", x.in, got, x.want)
		}
	}
}

// TestRuns checks that the runs add up to the text, and that the sans-serif face replaces missing
// glyphs of the serif face.
func TestRuns(t *testing.T) {
	st := draw.TextStyle{Size: 10, Serif: true}
	for _, s := range []string{"", "abc", "●", "a●b○", "שa", "é½…"} {
		var parts []string
		var width float64
		font.Runs(s, st, func(f font.Face, part string) {
			parts = append(parts, part)
			width += f.Width(part, st.Size)
			for _, r := range part {
				if !f.Has(r) {
					t.Errorf("%q: face %d lacks %q", s, f, r)
				}
			}
		})
		if strings.Join(parts, "") != s || width != font.Width(s, st) {
			t.Errorf("%q becomes %q, %.1f wide", s, parts, width)
		}
	}
	var faces []font.Face
	font.Runs("aשb", st, func(f font.Face, _ string) { faces = append(faces, f) })
	if len(faces) != 3 || faces[0] != font.Serif || faces[1] != font.Sans {
		t.Errorf("faces %v", faces)
	}
}

// TestFaces checks that the faces are different fonts and have the letters of English and French.
func TestFaces(t *testing.T) {
	seen := map[int]bool{}
	for f := range font.Faces {
		for _, r := range "AZaz09ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸàâæçéèêëîïôœùûüÿ«»’“”–—…!?%\u00a0" {
			if !f.Has(r) {
				t.Errorf("face %d lacks %q", f, r)
			}
		}
		n := len(f.Data())
		if seen[n] {
			t.Errorf("face %d is as large as another", f)
		}
		seen[n] = true
	}
	for _, st := range []draw.TextStyle{{}, {Bold: true}, {Serif: true}, {Serif: true, Bold: true, Italic: true}, {Italic: true}} {
		if f := font.Of(st); f >= font.Faces || (f >= font.Serif) != st.Serif {
			t.Errorf("%+v is face %d", st, f)
		}
	}
}

func FuzzPlain(f *testing.F) {
	f.Add("é🎲\u202e\u200d")
	f.Fuzz(func(t *testing.T, s string) {
		p := font.Plain(s)
		if !utf8.ValidString(p) || font.Plain(p) != p {
			t.Fatalf("%q becomes %q", s, p)
		}
		for _, r := range p {
			if !font.Sans.Has(r) {
				t.Fatalf("%q holds %q, which no font shows", p, r)
			}
		}
		if w := font.Width(p, draw.TextStyle{Size: 10, Serif: true}); w < 0 {
			t.Fatal(w)
		}
	})
}
