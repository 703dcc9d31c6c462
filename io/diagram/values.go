package diagram

import (
	"boardstudio/io/draw"
	"boardstudio/rules"
)

// Value is what a move is worth.
type Value struct {
	Cell  rules.Cell // that names the move
	Text  string     // short: a percentage, or a result and how far it is
	Loss  float64    // of the share in the win against the best move, from 0 to 1
	Exact bool       // it is certain, and outlined
	Best  bool       // it is ringed
}

// losses are the colours of what is lost: nothing, a little, a mistake, a blunder. They differ in brightness as well, for those who do
// not tell green from red.
var losses = []struct {
	from  float64
	color draw.Color
}{
	{0, rgb(0x1b6e3c)},
	{0.02, rgb(0x8ac06a)},
	{0.10, rgb(0xf2c14e)},
	{0.20, rgb(0xe8743b)},
	{0.30, rgb(0xb3202c)},
}

// LossColor returns the colour of what a move loses of the share in the win, between those of the steps.
func LossColor(loss float64) draw.Color {
	for i := len(losses) - 1; i >= 0; i-- {
		if loss < losses[i].from {
			continue
		}
		if i+1 == len(losses) {
			return losses[i].color
		}
		return draw.Mix(losses[i].color, losses[i+1].color, (loss-losses[i].from)/(losses[i+1].from-losses[i].from))
	}
	return losses[0].color
}

// values writes what moves are worth.
func (p *painter) values() {
	for _, v := range p.Values {
		c := p.landing(v.Cell)
		if !p.Shows(c) {
			continue
		}
		at, pits := p.Centre(c), p.board.Style == rules.Pits
		corner := pits || p.at(c).Owner != rules.NoPlayer
		color := LossColor(v.Loss)
		if v.Best {
			ring := draw.Circle(at, 0.44*p.u)
			if pits {
				ring = draw.Circle(at, pitRadius*p.u)
			}
			p.canvas.Path(ring, draw.Style{Stroke: readable(color, p.cellColor(), 3), Width: max(0.06*p.u, 1.5*p.line)})
		}
		t := tag{text: v.Text, color: color, widest: 0.92, corner: corner}
		t.half = max(p.plateHalf(corner, true), min(p.minText()/plateText, 0.3*p.u)) // so that it can be read as long as there is room
		switch {
		case v.Exact:
			t.rim, t.outline = max(0.055*p.u, 1.5*p.line), on(color)
		case draw.Contrast(color, p.cellColor()) < 1.5: // it would not stand out, but must not be taken for what is exact
			t.rim, t.outline = max(0.03*p.u, p.line), draw.Mix(color, on(color), 0.3)
		}
		p.tag(t, at)
	}
}
