package term

import "boardstudio/rules"

// The directions of Board.Step that correspond to lines of a grid.
const (
	east, south, west, north = 0, 2, 4, 6
)

// crossing is the character for a crossing of lines, indexed by the sides that a line leads to: 1
// north, 2 east, 4 south, 8 west.
var crossing = [16]rune{
	'·', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼',
}

// sides returns the sides of c that have a neighbour, as an index into crossing.
func sides(b *rules.Board, c rules.Cell) (bits int) {
	for i, dir := range [...]int{north, east, south, west} {
		if joined(b, c, dir) {
			bits |= 1 << i
		}
	}
	return bits
}

// joined reports whether c has a neighbour in a direction.
func joined(b *rules.Board, c rules.Cell, dir int) bool {
	return c != rules.NoCell && dir < len(b.Step) && b.Step[dir][c].Cell != rules.NoCell
}

// lattice draws pieces on crossings, or in cells without boxes. Columns are pitch characters apart.
// A pitch of 2 leaves room for lines and brackets.
func (d *Drawing) lattice(v view, pitch int) *screen {
	b, looks, won := d.Rules.Board(), d.looks(), d.won()
	rim, width := v.rim(b), latticeWidth(v.cols, pitch)
	head, left := v.head(b, pitch)+rim, v.margin(b)+1+rim
	s := newScreen(head+v.rows+rim, left+width+v.reach(pitch)+rim, d.surface())
	d.labels(s, v, head, left, pitch, 1)
	for y, row := range v.cells {
		left := left + v.lean(y, pitch)
		for x := range width + 1 {
			s.put(head+y, left-1+x, glyph{char: ' ', ink: s.surface.line, field: true})
		}
		for x, c := range row {
			if c == rules.NoCell {
				continue
			}
			at := left + pitch*x
			d.ground(s, head+y, at, pitch, c)
			if p := d.at(c).Owner; p != rules.NoPlayer {
				s.put(head+y, at, glyph{char: looks[p].symbol[0], ink: looks[p].ink, bold: true, field: true})
			}
		}
		d.brackets(s, head+y, left, pitch, row, won)
	}
	for _, side := range b.Sides {
		d.side(s, v, head, left, pitch, side)
	}
	return s
}

// latticeWidth is the width of a lattice row without its label. There is a free column before the
// first cell and after the last one.
func latticeWidth(cols, pitch int) int { return max(pitch*cols, cols+1) }

// side draws a player's side along its cells, in the player's ink and with the symbol in the
// middle.
func (d *Drawing) side(s *screen, v view, head, left, pitch int, side rules.Side) {
	cells, look, slant := d.Rules.Board().Cells, d.looks()[side.Owner], v.slant(pitch)
	level := true // the side is above or below its cells, not to their left or right
	for _, c := range side.Cells {
		level = level && cells[c].Row == cells[side.Cells[0]].Row
	}
	// beside returns the position next to c.
	beside := func(c rules.Cell) (line, at int) {
		y, x := cells[c].Row-v.row, cells[c].Col-v.col
		line, at = head+y, left+v.lean(y, pitch)+pitch*x
		switch {
		case level && 2*y < v.rows:
			return line - 1, at - slant
		case level:
			return line + 1, at + slant
		case 2*x < v.cols:
			return line, at - 2
		}
		return line, at + 2
	}
	for _, c := range side.Cells {
		line, at := beside(c)
		g := glyph{char: '│', ink: look.ink, field: true}
		switch {
		case level:
			for x := range pitch + 1 {
				s.put(line, at-1+x, glyph{char: '─', ink: look.ink, field: true})
			}
			continue
		case slant > 0:
			g.char = '╲'
		case slant < 0:
			g.char = '╱'
		}
		s.put(line, at, g)
	}
	line, at := beside(side.Cells[len(side.Cells)/2])
	s.put(line, at, glyph{char: look.symbol[0], ink: look.ink, bold: true, field: true})
}

// ground draws an empty cell and the line to its right. At a joined edge, the line extends over the
// edge.
func (d *Drawing) ground(s *screen, y, x, pitch int, c rules.Cell) {
	b := d.Rules.Board()
	g := glyph{char: '·', ink: s.surface.line, field: true}
	lines := b.Style == rules.Crossings && b.Outline == nil && d.Terminal.UTF8
	if lines {
		g.char = crossing[sides(b, c)]
	}
	for _, star := range b.Stars {
		if star == c && lines {
			g.char, g.bold = '╋', true
		} else if star == c {
			g.char = '+'
		}
	}
	s.put(y, x, g)
	if !lines || pitch == 1 {
		return
	}
	g.char, g.bold = '─', false
	if joined(b, c, east) {
		s.put(y, x+1, g)
	}
	if joined(b, c, west) && b.Cells[c].Col == 0 {
		s.put(y, x-1, g)
	}
}

// brackets marks the winning cells of a row and the last move. A run of winning cells shares one
// pair of brackets. Without room for brackets, only the background is highlighted.
func (d *Drawing) brackets(s *screen, y, left, pitch int, row []rules.Cell, won map[rules.Cell]bool) {
	mark := func(x int, r rune) {
		if pitch > 1 {
			s.put(y, x, glyph{char: r, ink: d.bracketInk(s), bold: true, field: true})
		}
	}
	for x, c := range row {
		at := left + pitch*x
		if won[c] {
			s.tint(y, at, at)
			if x == 0 || !won[row[x-1]] {
				mark(at-1, '[')
			}
			if x == len(row)-1 || !won[row[x+1]] {
				mark(at+1, ']')
			} else {
				s.tint(y, at, at+pitch)
			}
		}
	}
	for x, c := range row {
		if c == d.Last && c != rules.NoCell {
			mark(left+pitch*x-1, '(')
			mark(left+pitch*x+1, ')')
			s.tint(y, left+pitch*x, left+pitch*x)
		}
	}
}

// bracketInk returns black on a coloured board, the ink of the lines if there are only 16 colours,
// and otherwise the terminal's default colour.
func (d *Drawing) bracketInk(s *screen) ink {
	if s.surface.ground == none {
		return none
	}
	if d.Terminal.Few {
		return s.surface.line
	}
	return 16
}

// head is the number of lines for the column labels. Long labels are written vertically.
func (v view) head(b *rules.Board, pitch int) int {
	n := longest(b.Columns, v.col, v.cols)
	if pitch > n {
		return min(n, 1)
	}
	return n
}

// labels writes the coordinates. left and head are the column and the line of the first cell. pitch
// and down are the distances between columns and between rows.
func (d *Drawing) labels(s *screen, v view, head, left, pitch, down int) {
	b := d.Rules.Board()
	rim := v.rim(b)
	for x := range v.cols {
		text, at := label(b.Columns, v.col+x), left+pitch*x-(1+rim)*v.slant(pitch)
		if head == 1+rim {
			s.write(0, at, text)
			continue
		}
		for i, r := range text {
			s.write(head-rim-len(text)+i, at, string(r))
		}
	}
	width := v.margin(b) - 1
	for y := range v.rows {
		text := label(b.Rows, v.row+y)
		s.write(head+y*down+down/2, width-len(text)+v.lean(y, pitch), text)
	}
}

// boxes draws each square as a box. Joined edges are dashed. If pieces drop, the top is open.
func (d *Drawing) boxes(v view) *screen {
	b, looks, won := d.Rules.Board(), d.looks(), d.won()
	head, left := v.head(b, 4), v.margin(b)
	s := newScreen(head+2*v.rows+1, left+4*v.cols+1, d.surface())
	d.labels(s, v, head, left+2, 4, 2)
	for y := range 2*v.rows + 1 {
		for x := range 4*v.cols + 1 {
			s.put(head+y, left+x, glyph{char: d.frame(v, y, x), ink: s.surface.line, field: true})
		}
	}
	for y, row := range v.cells {
		for x, c := range row {
			at, line, end := left+4*x+2, head+2*y+1, 1
			if p := d.at(c).Owner; p != rules.NoPlayer {
				for i, r := range looks[p].symbol {
					s.put(line, at+i, glyph{char: r, ink: looks[p].ink, bold: true, field: true})
				}
				end = len(looks[p].symbol) // the bracket after two letters is on the border
			}
			around := d.around(c, won)
			if around == "" {
				continue
			}
			s.put(line, at-1, glyph{char: rune(around[0]), ink: d.bracketInk(s), bold: true, field: true})
			s.put(line, at+end, glyph{char: rune(around[1]), ink: d.bracketInk(s), bold: true, field: true})
			s.tint(line, at-1, at+1)
		}
	}
	if b.Drops() {
		for x := range 4*v.cols + 1 {
			s.put(head, left+x, glyph{char: ' ', ink: none, field: true})
		}
	}
	return s
}

// around returns the brackets for a cell: round ones for the last move, square ones for winning
// cells, or "".
func (d *Drawing) around(c rules.Cell, won map[rules.Cell]bool) string {
	switch {
	case c == rules.NoCell:
		return ""
	case c == d.Last:
		return "()"
	case won[c]:
		return "[]"
	}
	return ""
}

// frame returns the character of the boxes at y, x. Even lines and every fourth column are borders.
func (d *Drawing) frame(v view, y, x int) rune {
	b := d.Rules.Board()
	switch {
	case y%2 == 1 && x%4 != 0:
		return ' '
	case y%2 == 1:
		if x == 0 && joined(b, v.cells[y/2][0], west) || x == 4*v.cols && joined(b, v.cells[y/2][v.cols-1], east) {
			return '┊'
		}
		return '│'
	case x%4 != 0:
		if y == 0 && joined(b, v.cells[0][x/4], north) || y == 2*v.rows && joined(b, v.cells[v.rows-1][x/4], south) {
			return '┈'
		}
		return '─'
	}
	bits := 15
	for i, edge := range [...]bool{y == 0, x == 4*v.cols, y == 2*v.rows, x == 0} {
		if edge {
			bits &^= 1 << i
		}
	}
	return crossing[bits]
}
