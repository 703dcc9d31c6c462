package web

import (
	"bufio"
	"html"
	"strconv"
	"strings"
	"unicode/utf8"

	"boardstudio/model"
	"boardstudio/text/markup"
	"boardstudio/text/msg"
	"boardstudio/text/words"
)

// glyphTitles are the names of move glyphs, as in the menu.
var glyphTitles = map[model.Glyph]msg.Key{
	model.GlyphVeryGood: "Very Good Move", model.GlyphGood: "Good Move", model.GlyphInteresting: "Interesting Move",
	model.GlyphDoubtful: "Doubtful Move", model.GlyphBad: "Bad Move", model.GlyphVeryBad: "Blunder",
}

// The styles of parts of a comment, as bits, and the kinds of lines.
const (
	bold = 1 << iota
	italic
	code
)

const (
	plain = iota
	heading
	item
)

// comment returns a comment as a list of lines. Each line is a list: its kind, then alternately the
// text and the style of each part. Markup characters are removed.
func comment(text string) []any {
	text = strings.ReplaceAll(strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\r\n", "\n"), "\r", "\n")
	text = strings.TrimRight(text, "\n")
	looks := make([]uint8, utf8.RuneCountInString(text))
	signs := make([]bool, len(looks))
	kinds := map[int]int{}
	for _, s := range markup.Parse(text) {
		switch s.Look {
		case markup.Heading:
			kinds[s.From] = heading
		case markup.Item:
			kinds[s.From] = item
		}
		for i := s.From; i < s.To; i++ {
			switch s.Look {
			case markup.Bold:
				looks[i] |= bold
			case markup.Italic:
				looks[i] |= italic
			case markup.Code:
				looks[i] |= code
			case markup.Sign:
				signs[i] = true
			}
		}
	}
	lines := []any{}
	at := 0
	for line := range strings.SplitSeq(text, "\n") {
		kind := kinds[at]
		parts := []any{kind}
		var part []rune
		look := uint8(0)
		end := func() {
			if len(part) > 0 {
				parts = append(parts, string(part), look)
			}
			part = nil
		}
		i := at
		for _, c := range line {
			if kind != plain && i == at+1 { // the space after the markup character
				signs[i] = true
			}
			if !signs[i] {
				if looks[i] != look {
					end()
					look = looks[i]
				}
				part = append(part, c)
			}
			i++
		}
		end()
		lines = append(lines, parts)
		at = i + 1
	}
	return lines
}

// clean returns text escaped for HTML, without control characters and invalid UTF-8.
func clean(text string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD")))
}

// writeMoves writes the moves as text. Variations are in parentheses after the move to which they
// are an alternative.
func writeMoves(w *bufio.Writer, d *model.Document) {
	r := d.Tree.Rules()
	write := func(parts ...string) {
		for _, p := range parts {
			_, _ = w.WriteString(p) // Flush returns the error
		}
	}
	type step struct {
		n       *model.Node // nil for the end of a variation
		ply     int         // number of moves before n
		opening string
	}
	todo := []step{{n: d.Tree.Root()}}
	for len(todo) > 0 {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		write(x.opening)
		for n, ply := x.n, x.ply; n != nil; n = n.First() {
			before := ply
			if counts(n) {
				ply++
				write(strconv.Itoa(ply), ".\u00a0")
			}
			if n.Parent() != nil {
				write(clean(words.Move(r, n)+words.Glyphs(r, n)), " ")
			}
			if n.Name() != "" {
				write("<b>", clean(n.Name()), "</b> ")
			}
			if text := strings.TrimSpace(markup.Plain(n.Comment())); text != "" {
				write("<em>", clean(text), "</em> ")
			}
			if n.Prev() != nil || n.Next() == nil {
				continue
			}
			todo = append(todo, step{n: n.First(), ply: ply}) // continue after the variations
			for v := n.Parent().Last(); v != n; v = v.Prev() {
				todo = append(todo, step{opening: ") "}, step{n: v, ply: before, opening: "("})
			}
			break
		}
	}
}

// counts reports whether a node is a move, readable or not.
func counts(n *model.Node) bool {
	_, ok := n.Move()
	return ok || n.Raw() != ""
}
