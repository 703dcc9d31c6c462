package diagram

import (
	"boardstudio/draw"
	"boardstudio/rules"
)

// Swatch draws one piece of who, as large as fits into box. It is used next to player names and in
// buttons that choose a piece. If all players have the same pieces, it draws a pit with seeds.
func (d *Diagram) Swatch(c draw.Canvas, who rules.Player, box draw.Rect) {
	b := d.Rules.Board()
	p := painter{
		Diagram: d, canvas: c, board: b, surface: d.surface(), seats: d.seats(),
		u: min(box.W, box.H),
	}
	p.line = p.hair()
	at := box.Centre()
	switch l := p.look(who); {
	case b.Piles:
		p.hollow(draw.Circle(at, 0.48*p.u), draw.Circle(draw.Point{X: at.X, Y: at.Y + 0.03*p.u}, 0.445*p.u))
		p.seeds(at, 0.4*p.u, 4)
	case l.symbol == disc:
		p.disc(at, 0.43*p.u, l, 1)
		if l.letter != "" {
			p.label(at, l.letter, 0.4*p.u, on(l.color))
		}
	default:
		p.u *= 1.3 // use the room that a cell has around its mark
		p.symbol(at, l.symbol, l.color)
	}
}

// Colors returns the colour of each player's pieces.
func (d *Diagram) Colors() []draw.Color {
	var cs []draw.Color
	for _, l := range d.seats() {
		cs = append(cs, l.color)
	}
	return cs
}
