package term

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// ink is a colour of the 256-colour palette; none is the terminal's own.
type ink int16

const none ink = -1

// glyph is a character on the screen.
type glyph struct {
	char  rune
	ink   ink
	bold  bool
	field bool // stands on the board, not beside it
	tint  bool // stands on the highlighted ground
}

// screen is the drawing before it is written.
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

// put writes a character; outside the screen it is lost.
func (s *screen) put(y, x int, g glyph) {
	if y >= 0 && y < len(s.rows) && x >= 0 && x < len(s.rows[y]) {
		s.rows[y][x] = g
	}
}

// write writes a label beside the board.
func (s *screen) write(y, x int, text string) {
	for _, r := range text {
		s.put(y, x, glyph{char: r, ink: s.surface.label})
		x++
	}
}

// tint moves the ground of cells y, x0…x1 to the highlight.
func (s *screen) tint(y, x0, x1 int) {
	for x := x0; x <= x1; x++ {
		if y >= 0 && y < len(s.rows) && x >= 0 && x < len(s.rows[y]) {
			s.rows[y][x].tint = true
		}
	}
}

// plain are the ASCII characters that stand for others.
var plain = map[rune]rune{
	'─': '-', '│': '|', '┈': '~', '┊': ':', '·': '.',
	'┌': '+', '┬': '+', '┐': '+', '├': '+', '┼': '+', '┤': '+', '└': '+', '┴': '+', '┘': '+',
	'╲': '\\', '╱': '/', '╭': '+', '╮': '+', '╰': '+', '╯': '+',
}

// text returns the lines, in colours if the terminal has them.
func (s *screen) text(t Terminal) string {
	var b strings.Builder
	for _, row := range s.rows {
		end := len(row)
		for end > 0 && row[end-1].char == ' ' && !(t.Color && row[end-1].field && s.surface.ground != none) {
			end--
		}
		style := reset
		for _, g := range row[:end] {
			if t.Color {
				if next := s.style(g); next != style {
					b.WriteString(next)
					style = next
				}
			}
			if r, ok := plain[g.char]; ok && !t.UTF8 {
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

// style returns the escape sequence for the looks of g.
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
		seq += fmt.Sprintf(";38;5;%d", g.ink)
	}
	if ground != none {
		seq += fmt.Sprintf(";48;5;%d", ground)
	}
	return seq + "m"
}
