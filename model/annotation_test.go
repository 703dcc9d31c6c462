package model

import (
	"testing"
	"time"

	"boardstudio/rules"
)

func TestGlyphsOfPositions(t *testing.T) {
	for _, tt := range []struct {
		g      Glyph
		p      rules.Player
		degree int
	}{
		{"=", rules.NoPlayer, 0},
		{"~", rules.NoPlayer, 0},
		{"A+", 0, 1},
		{"A++", 0, 2},
		{"A+++", 0, 3},
		{"B+", 1, 1},
		{"Z+++", 25, 3},
	} {
		if p, degree, ok := tt.g.Position(); p != tt.p || degree != tt.degree || !ok {
			t.Errorf("%s: player %d, degree %d, %v", tt.g, p, degree, ok)
		}
		if tt.degree > 0 && Better(tt.p, tt.degree) != tt.g {
			t.Errorf("Better(%d, %d) = %s, want %s", tt.p, tt.degree, Better(tt.p, tt.degree), tt.g)
		}
	}
	for _, g := range []Glyph{
		"", "+", "A", "++", "A-", "+A", "AA", "a+", "@+", "[+", "A++++", "A+ ", "A++-", "==", "=+", "É+",
		GlyphVeryGood, GlyphGood, GlyphInteresting, GlyphDoubtful, GlyphBad, GlyphVeryBad,
	} {
		if p, degree, ok := g.Position(); p != rules.NoPlayer || degree != 0 || ok {
			t.Errorf("%q: player %d, degree %d, %v", g, p, degree, ok)
		}
	}
	// Degrees out of range are clamped.
	if a, b := Better(0, 0), Better(1, 4); a != "A+" || b != "B+++" {
		t.Errorf("Better: %s %s", a, b)
	}
}

// TestJoin checks that Join keeps the first of two single values and combines lists without
// duplicates.
func TestJoin(t *testing.T) {
	pv := []rules.Move{play(1)}
	full := Annotation{
		Comment: "here", Name: "a", Color: "#111111", Used: time.Second, Number: 3, Bookmark: true, Advice: Advice{"a", play(1)},
		Marks:   []Mark{{1, MarkLabel, "x"}, {2, MarkCross, ""}},
		Lines:   []Line{{1, 2, true}},
		Glyphs:  []Glyph{GlyphGood, GlyphEven},
		Evals:   []Eval{{Engine: "e", Depth: 5, Score: 1}},
		Foreign: []Foreign{{"<x/>"}},
	}
	for _, tt := range []struct {
		name       string
		a, b, want Annotation
	}{
		{"nothing", Annotation{}, Annotation{}, Annotation{}},
		{"to nothing", Annotation{}, full, full},
		{"nothing to it", full, Annotation{}, full},
		{"the same", full, full, full},
		{
			"all that is other",
			full,
			Annotation{
				Comment: "there", Name: "b", Color: "#222222", Used: time.Hour, Number: 4, Advice: Advice{"b", play(2)},
				Marks:   []Mark{{1, MarkCross, ""}, {1, MarkLabel, "y"}, {2, MarkCross, ""}, {3, MarkLabel, "x"}},
				Lines:   []Line{{2, 1, true}, {1, 2, false}, {1, 3, true}, {3, 2, true}},
				Glyphs:  []Glyph{GlyphBad, "A+"},
				Evals:   []Eval{{Engine: "e", Depth: 5}, {Engine: "e", Depth: 6, PV: pv}, {Engine: "f", Depth: 1}},
				Foreign: []Foreign{{"<y/>"}, {"<x/>"}},
			},
			Annotation{
				Comment: "here\n\nthere", Name: "a", Color: "#111111", Used: time.Second, Number: 3, Bookmark: true, Advice: Advice{"a", play(1)},
				Marks:   []Mark{{1, MarkLabel, "x"}, {2, MarkCross, ""}, {1, MarkCross, ""}, {3, MarkLabel, "x"}},
				Lines:   []Line{{1, 2, true}, {2, 1, true}, {1, 3, true}, {3, 2, true}},
				Glyphs:  []Glyph{GlyphGood, GlyphEven},
				Evals:   []Eval{{Engine: "e", Depth: 5, Score: 1}, {Engine: "e", Depth: 6, PV: pv}, {Engine: "f", Depth: 1}},
				Foreign: []Foreign{{"<x/>"}, {"<y/>"}},
			},
		},
		{
			"a move's glyph and a position's",
			Annotation{Glyphs: []Glyph{GlyphBad}},
			Annotation{Glyphs: []Glyph{GlyphGood, "B+"}},
			Annotation{Glyphs: []Glyph{GlyphBad, "B+"}},
		},
		{"a comment said already", Annotation{Comment: "a\n\nb\n\nc"}, Annotation{Comment: "b"}, Annotation{Comment: "a\n\nb\n\nc"}},
		{"a comment inside a word", Annotation{Comment: "able"}, Annotation{Comment: "a"}, Annotation{Comment: "able\n\na"}},
		{"a bookmark", Annotation{}, Annotation{Bookmark: true}, Annotation{Bookmark: true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Join(tt.a, tt.b); got.differs(&tt.want) != nil {
				t.Errorf("the %s of\n%+v, want\n%+v", got.differs(&tt.want).name, got, tt.want)
			}
		})
	}
	// The lists passed to Join must not be modified.
	marks := append(make([]Mark, 0, 8), Mark{1, MarkCross, ""})
	Join(Annotation{Marks: marks}, Annotation{Marks: []Mark{{2, MarkCross, ""}}})
	if marks[:2][1] != (Mark{}) {
		t.Error("Join writes behind a list that it was given")
	}
}
