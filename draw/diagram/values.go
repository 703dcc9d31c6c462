package diagram

import (
	"boardstudio/draw"
	"boardstudio/rules"
)

// Value is the evaluation of a move.
type Value struct {
	Cell  rules.Cell // cell that names the move
	Text  string     // short text: a percentage, or a result and its distance
	Loss  float64    // loss of winning chances compared with the best move, from 0 to 1
	Exact bool       // proved; drawn with an outline
	Best  bool       // a best move; drawn with a ring
}

// losses are the colours of losses: zero, small, mistake, blunder. They also differ in brightness,
// for users who cannot distinguish green from red.
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

// LossColor returns the colour of a loss of winning chances, interpolated between the steps of
// losses.
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

// values draws the values of moves.
func (p *painter) values() {
	for _, v := range p.Values {
		c := p.landing(v.Cell)
		if !p.Shows(c) {
			continue
		}
		at := p.Centre(c)
		corner := p.board.Piles || p.at(c).Owner != rules.NoPlayer
		color := LossColor(v.Loss)
		if v.Best {
			ring := draw.Circle(at, 0.44*p.u)
			if p.board.Radius > 0 {
				ring = p.pit(c)
			}
			p.canvas.Path(ring, draw.Style{Stroke: readable(color, p.cellColor(), 3), Width: max(0.06*p.u, 1.5*p.line)})
		}
		t := tag{text: v.Text, color: color, widest: 0.92, corner: corner}
		// Keep the text readable as long as there is room.
		t.half = max(p.plateHalf(corner, true), min(p.minText()/plateText, 0.3*p.u))
		switch {
		case v.Exact:
			t.rim, t.outline = max(0.055*p.u, 1.5*p.line), on(color)
		// A low contrast needs a rim, weaker than the rim of exact values.
		case draw.Contrast(color, p.cellColor()) < 1.5:
			t.rim, t.outline = max(0.03*p.u, p.line), draw.Mix(color, on(color), 0.3)
		}
		p.tag(t, at)
	}
}
