package flow

import (
	"slices"
	"unicode"

	"golang.org/x/text/unicode/bidi"

	"boardstudio/io/font"
)

// rightToLeft reports whether a character belongs to a script that is written from right to left.
func rightToLeft(r rune) bool {
	return r >= 0x590 && unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko)
}

// sign stands for a figure in a text.
const sign = '\uFFFC'

// visual puts the parts of a line in the order in which they are seen, by the Unicode bidirectional algorithm.
func visual(l line, right bool) line {
	var whole []rune
	var of []int // the part of each character
	for i, p := range l {
		text := []rune(p.text)
		if p.figure != nil {
			text = []rune{sign}
		}
		whole = append(whole, text...)
		of = append(of, slices.Repeat([]int{i}, len(text))...)
	}
	order, ok := seen(whole, right)
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

// glyph is a character as it is seen: where it stands in the text, and whether it faces the other way.
type glyph struct {
	at   int
	back bool
}

// seen returns the characters of a text from left to right; false where that is not known.
func seen(text []rune, right bool) ([]glyph, bool) {
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
	} else { // words from right to left with numbers between them are turned together
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

// seenText returns a text with its characters from left to right.
func seenText(s string) string {
	text := []rune(s)
	i := slices.IndexFunc(text, unicode.IsLetter)
	order, ok := seen(text, i >= 0 && rightToLeft(text[i]))
	if !ok {
		return s
	}
	out := make([]rune, len(order))
	for i, g := range order {
		out[i] = g.rune(text)
	}
	return string(out)
}

// rune returns the character as it is seen: brackets face the other way in text from right to left.
func (g glyph) rune(text []rune) rune {
	if !g.back {
		return text[g.at]
	}
	return []rune(bidi.ReverseString(string(text[g.at])))[0]
}
