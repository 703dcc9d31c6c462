package term

import (
	"fmt"
	"strconv"

	"boardstudio/rules"
)

// pits draws rows of pits with seed counts, and the stores at the sides. The store of the upper
// row's owner is on the left, because both players sow towards their right.
func (d *Drawing) pits() *screen {
	b, v, won := d.Rules.Board(), d.view(), d.won()
	digits := 2
	for c := range b.Cells {
		digits = max(digits, len(strconv.Itoa(int(d.at(rules.Cell(c)).Count))))
	}
	pitch := digits + 3
	stores := d.stores()
	left := 0
	if len(stores) > 0 {
		left = len(stores[0]) + 1
	}
	s := newScreen(2*v.rows+3, 2*left+pitch*v.cols+1, d.surface())
	frame := func(y, x int, r rune) { s.put(y, left+x, glyph{char: r, ink: s.surface.line, field: true}) }
	for y := range v.rows + 1 {
		for x := range pitch*v.cols + 1 {
			frame(2*y+1, x, pitFrame(y, x, v.rows, v.cols, pitch))
		}
	}
	for y, row := range v.cells {
		line := 2*y + 2
		frame(line, pitch*v.cols, '│')
		for x, c := range row {
			frame(line, pitch*x, '│')
			if c == rules.NoCell {
				continue
			}
			at := left + pitch*x
			count := strconv.Itoa(int(d.at(c).Count))
			for i, r := range count {
				s.put(line, at+2+digits-len(count)+i, glyph{char: r, ink: d.homeInk(c), bold: true, field: true})
			}
			if around := d.around(c, won); around != "" {
				s.put(line, at+1, glyph{char: rune(around[0]), ink: none, bold: true, field: true})
				s.put(line, at+pitch-1, glyph{char: rune(around[1]), ink: none, bold: true, field: true})
			}
			if y == 0 {
				s.write(0, at+2+digits-len(b.Cells[c].Label), b.Cells[c].Label)
			} else if y == v.rows-1 {
				s.write(2*v.rows+2, at+2+digits-len(b.Cells[c].Label), b.Cells[c].Label)
			}
		}
	}
	if len(stores) > 1 {
		looks := d.looks()
		for i, x := range [...]int{left + pitch*v.cols + 2, 0} {
			for j, r := range stores[i] {
				s.put(v.rows+1, x+j, glyph{char: r, ink: looks[i].ink, bold: true})
			}
		}
	}
	return s
}

// pitFrame returns the character at x of the border line above row y of pits.
func pitFrame(y, x, rows, cols, pitch int) rune {
	line := 1
	switch y {
	case 0:
		line = 0
	case rows:
		line = 2
	}
	switch {
	case x%pitch != 0:
		return '─'
	case x == 0:
		return [...]rune{'╭', '├', '╰'}[line]
	case x == pitch*cols:
		return [...]rune{'╮', '┤', '╯'}[line]
	}
	return [...]rune{'┬', '┼', '┴'}[line]
}

// stores returns the contents of both stores as strings of equal width. It returns nil unless there
// are two players with stores.
func (d *Drawing) stores() []string {
	h, ok := d.Position.(rules.Holder)
	if !ok || d.Rules.Players() != 2 {
		return nil
	}
	a, b := fmt.Sprintf("%2d", h.Held(0)), fmt.Sprintf("%2d", h.Held(1))
	width := max(len(a), len(b))
	return []string{fmt.Sprintf("%*s", width, a), fmt.Sprintf("%*s", width, b)}
}

// homeInk returns the ink of a pit's owner.
func (d *Drawing) homeInk(c rules.Cell) ink {
	b := d.Rules.Board()
	if b.Home == nil || b.Home[c] == rules.NoPlayer {
		return none
	}
	return d.looks()[b.Home[c]].ink
}
