package flow

import (
	"slices"
	"unicode"

	"golang.org/x/text/unicode/bidi"

	"boardstudio/draw/font"
)

// rightToLeft reports whether r belongs to a script that is written from right to left.
func rightToLeft(r rune) bool {
	return r >= 0x590 && unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko)
}

// figureRune represents a figure in a text.
const figureRune = '\uFFFC'

// visual returns the parts of a line in visual order, using the Unicode bidirectional algorithm.
func visual(l line, right bool) line {
	var whole []rune
	var of []int // index of the part that contains each character
	for i, p := range l {
		text := []rune(p.text)
		if p.figure != nil {
			text = []rune{figureRune}
		}
		whole = append(whole, text...)
		of = append(of, slices.Repeat([]int{i}, len(text))...)
	}
	order, ok := visualOrder(whole, right)
	if !ok {
		return l
	}
	var out line
	for i := 0; i < len(order); {
		p := l[of[order[i].at]]
		var text []rune
		from := i
		for ; i < len(order) && of[order[i].at] == of[order[from].at]; i++ {
			text = append(text, order[i].rune(whole))
		}
		if p.figure == nil {
			p.text = string(text)
			p.w = font.Width(p.text, p.style)
		}
		out = append(out, p)
	}
	x := l[0].x
	for i := range out {
		out[i].x = x
		x += out[i].w
	}
	return out
}

// glyph is a character in visual order: its index in the text, and whether it runs from right to
// left.
type glyph struct {
	at   int
	back bool
}

// visualOrder returns the characters of a text in visual order, from left to right. right is the base
// direction of the text. It returns false if the algorithm fails.
func visualOrder(text []rune, right bool) ([]glyph, bool) {
	direction := bidi.LeftToRight
	if right {
		direction = bidi.RightToLeft
	}
	var para bidi.Paragraph
	if _, err := para.SetString(string(text), bidi.DefaultDirection(direction)); err != nil {
		return nil, false
	}
	order, err := para.Order()
	if err != nil || order.NumRuns() == 0 {
		return nil, false
	}
	type span struct {
		from, to int
		back     bool
	}
	var spans []span // in the order of the text
	for i := range order.NumRuns() {
		run := order.Run(i)
		from, last := run.Pos()
		spans = append(spans, span{from, last + 1, run.Direction() == bidi.RightToLeft})
	}
	if right {
		slices.Reverse(spans)
	} else { // reverse the order of right-to-left words together with the numbers between them
		for i := 0; i < len(spans); i++ {
			j := i
			for spans[i].back && j+2 < len(spans) && !slices.ContainsFunc(text[spans[j+1].from:spans[j+1].to], unicode.IsLetter) && spans[j+2].back {
				j += 2
			}
			slices.Reverse(spans[i : j+1])
			i = j
		}
	}
	var out []glyph
	for _, s := range spans {
		for k := s.from; k < s.to; k++ {
			at := k
			if s.back {
				at = s.from + s.to - 1 - k
			}
			out = append(out, glyph{at, s.back})
		}
	}
	return out, len(out) == len(text)
}

// visualText returns s in visual order, with its characters from left to right.
func visualText(s string) string {
	text := []rune(s)
	i := slices.IndexFunc(text, unicode.IsLetter)
	order, ok := visualOrder(text, i >= 0 && rightToLeft(text[i]))
	if !ok {
		return s
	}
	out := make([]rune, len(order))
	for i, g := range order {
		out[i] = g.rune(text)
	}
	return string(out)
}

// rune returns the character to draw. Brackets are mirrored in right-to-left text.
func (g glyph) rune(text []rune) rune {
	if !g.back {
		return text[g.at]
	}
	return []rune(bidi.ReverseString(string(text[g.at])))[0]
}
