package term

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// ink is an index into the 256-colour palette, or none for the terminal's default. The first 16
// colours are the ANSI colours.
type ink int16

const none ink = -1

// glyph is a character on the screen.
type glyph struct {
	char  rune
	ink   ink
	bold  bool
	field bool // on the board, not in the margin
	tint  bool // on a highlighted background
}

// screen is a drawing before conversion to text.
type screen struct {
	rows    [][]glyph
	surface surface
}

func newScreen(rows, cols int, s surface) *screen {
	sc := &screen{rows: make([][]glyph, rows), surface: s}
	for y := range sc.rows {
		sc.rows[y] = make([]glyph, cols)
		for x := range sc.rows[y] {
			sc.rows[y][x] = glyph{char: ' ', ink: none}
		}
	}
	return sc
}

// put sets a character. Positions outside the screen are ignored.
func (s *screen) put(y, x int, g glyph) {
	if y >= 0 && y < len(s.rows) && x >= 0 && x < len(s.rows[y]) {
		s.rows[y][x] = g
	}
}

// write writes a label in the margin.
func (s *screen) write(y, x int, text string) {
	for _, r := range text {
		s.put(y, x, glyph{char: r, ink: s.surface.label})
		x++
	}
}

// tint highlights the background of line y from x0 to x1.
func (s *screen) tint(y, x0, x1 int) {
	for x := x0; x <= x1; x++ {
		if y >= 0 && y < len(s.rows) && x >= 0 && x < len(s.rows[y]) {
			s.rows[y][x].tint = true
		}
	}
}

// asciiOf maps box-drawing characters to ASCII.
var asciiOf = map[rune]rune{
	'─': '-', '│': '|', '┈': '~', '┊': ':', '·': '.',
	'┌': '+', '┬': '+', '┐': '+', '├': '+', '┼': '+', '┤': '+', '└': '+', '┴': '+', '┘': '+',
	'╲': '\\', '╱': '/', '╭': '+', '╮': '+', '╰': '+', '╯': '+',
}

// text returns the lines, with colours if the terminal supports them.
func (s *screen) text(t Terminal) string {
	var b strings.Builder
	for _, row := range s.rows {
		end := len(row)
		for end > 0 && row[end-1].char == ' ' && !(t.Color && row[end-1].field && s.surface.ground != none) {
			end--
		}
		style := reset
		for _, g := range row[:end] {
			if t.Few {
				g.bold = false // bold would turn one of the first eight inks into a brighter one
			}
			if t.Color {
				if next := s.style(g); next != style {
					b.WriteString(next)
					style = next
				}
			}
			if r, ok := asciiOf[g.char]; ok && !t.UTF8 {
				g.char = r
			} else if !t.UTF8 && g.char >= utf8.RuneSelf {
				g.char = '?'
			}
			b.WriteRune(g.char)
		}
		if style != reset {
			b.WriteString(reset)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

const reset = "\x1b[0m"

// code returns the part of an escape sequence that sets an ink: the foreground if base is 30, the
// background if base is 40.
func (i ink) code(base int) string {
	switch {
	case i < 8:
		return fmt.Sprintf(";%d", base+int(i))
	case i < 16:
		return fmt.Sprintf(";%d", base+60+int(i)-8)
	}
	return fmt.Sprintf(";%d;5;%d", base+8, i)
}

// style returns the escape sequence for the style of g.
func (s *screen) style(g glyph) string {
	ground := none
	if g.field {
		ground = s.surface.ground
	}
	if g.tint {
		ground = s.surface.tint
	}
	if g.char == ' ' && ground == none {
		return reset
	}
	seq := "\x1b[0"
	if g.bold {
		seq += ";1"
	}
	if g.ink != none {
		seq += g.ink.code(30)
	}
	if ground != none {
		seq += ground.code(40)
	}
	return seq + "m"
}
