package diagram

import (
	"boardstudio/io/draw"
	"boardstudio/rules"
)

// Swatch draws one piece of who alone, as large as fits into box: for the name
// of a player or a button that chooses a piece.
func (d *Diagram) Swatch(c draw.Canvas, who rules.Player, box draw.Rect) {
	b := d.Rules.Board()
	p := painter{
		Diagram: d, canvas: c, board: b, surface: &themes[d.Theme][b.Pieces], seats: d.seats(),
		u: min(box.W, box.H),
	}
	if b.Style != rules.Squares || d.seats()[who].symbol == disc {
		p.u *= 1.05
		p.disc(box.Centre(), 0.42*p.u, p.look(who), 1)
		return
	}
	p.symbol(box.Centre(), p.look(who).symbol, p.look(who).color, 1.2)
}

// Colors returns the colour of each player's pieces.
func (d *Diagram) Colors() []draw.Color {
	var cs []draw.Color
	for _, l := range d.seats() {
		cs = append(cs, l.color)
	}
	return cs
}
