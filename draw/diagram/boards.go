package diagram

import (
	"boardstudio/draw"
	"boardstudio/rules"
)

// Ground is the material of the board.
type Ground uint8

// The grounds.
const (
	OfGame Ground = iota // the default of the game's pieces
	Wood
	Paper
	Green
	Slate
)

// GroundNames are the names of the grounds in settings, indexed by Ground.
var GroundNames = []string{"", "wood", "paper", "green", "slate"}

// grounds are the colours of the grounds that users can choose: for each the light and the dark
// surface. Anything that depends on the kind of pieces, such as line widths, still comes from the
// theme.
var grounds = [...][2]surface{
	Wood: {
		{
			plate: rgb(0xe6c081), edge: rgb(0xc39a57), field: rgb(0xe6c081), line: rgb(0x5f4524), text: rgb(0x5e4320), hollow: rgb(0x8f5f34),
			accent: rgb(0xa51d2d), legal: rgb(0x1a5fb4).Alpha(.55), last: rgb(0xe01b24), shade: .20,
		},
		{
			plate: rgb(0xac8656), edge: rgb(0x7d5f39), field: rgb(0xac8656), line: rgb(0x35250f), text: rgb(0x2b1e0b), hollow: rgb(0x5f4224),
			accent: rgb(0x8a1020), legal: rgb(0x123f80).Alpha(.6), last: rgb(0xe01b24), shade: .26,
		},
	},
	Paper: {
		{
			plate: rgb(paper), edge: rgb(0xd9d5cd), field: rgb(paper), line: rgb(0x85878e), text: rgb(0x5f6168), hollow: rgb(0xe4e0d6),
			accent: rgb(0x1a73e8), legal: rgb(0x1a7f4b).Alpha(.45), last: rgb(0xe01b24), shade: .12,
		},
		{
			plate: rgb(0x2b2b30), edge: rgb(0x45454c), field: rgb(0x2b2b30), line: rgb(0x83858d), text: rgb(0xb4b6bd), hollow: rgb(0x1a1a1e),
			accent: rgb(0x78aeed), legal: rgb(0x2ec27e).Alpha(.5), last: rgb(0xff7b72), shade: .3,
		},
	},
	Green: {
		{
			plate: rgb(0x17402f), edge: rgb(0x0f2c22), field: rgb(0x1d5a41), line: rgb(0x0a2a1c), text: rgb(0xd2e4da), hollow: rgb(0x143a2b),
			accent: rgb(0xf8e45c), legal: rgb(0xf8e45c).Alpha(.65), last: rgb(0xff6b6b), shade: .24,
		},
		{
			plate: rgb(0x12241c), edge: rgb(0x2c4a3d), field: rgb(0x174a35), line: rgb(0x082016), text: rgb(0xb4cbbf), hollow: rgb(0x0f2019),
			accent: rgb(0xf8e45c), legal: rgb(0xf8e45c).Alpha(.60), last: rgb(0xff6b6b), shade: .3,
		},
	},
	Slate: {
		{
			plate: rgb(0x39424c), edge: rgb(0x232930), field: rgb(0x39424c), line: rgb(0x939da8), text: rgb(0xe2e6ea), hollow: rgb(0x2a3037),
			accent: rgb(0xf8e45c), legal: rgb(0x8fd0ff).Alpha(.6), last: rgb(0xff8a80), shade: .26,
		},
		{
			plate: rgb(0x24292f), edge: rgb(0x464f59), field: rgb(0x24292f), line: rgb(0x808a95), text: rgb(0xc2c9d0), hollow: rgb(0x14171b),
			accent: rgb(0xf8e45c), legal: rgb(0x8fd0ff).Alpha(.55), last: rgb(0xff8a80), shade: .3,
		},
	},
}

// surface returns the look of the board: the theme's for the game's pieces, on the chosen ground.
func (d *Diagram) surface() *surface { return surfaceOf(d.Theme, d.Ground, d.Rules.Board()) }

func surfaceOf(theme Theme, ground Ground, b *rules.Board) *surface {
	s := themes[theme][b.Pieces]
	if ground == OfGame || theme == Print {
		return &s
	}
	night := 0
	if theme == Dark {
		night = 1
	}
	g := grounds[ground][night]
	g.seed, g.grid, g.hair, g.holes = s.seed, s.grid, s.hair, s.holes
	if b.Style != rules.Squares || b.Radius > 0 || g.holes { // only boards of squares have a darker rim
		g.plate = g.field
	}
	if theme == Contrast {
		g.line, g.text, g.edge = on(g.field), on(g.plate), on(g.plate)
	}
	return &g
}

// halo reports whether marks get a rim in the colour of paper. The colours of marks are chosen for
// paper, so the rim keeps them distinguishable on any board.
func (d *Diagram) halo() bool {
	return d.Theme != Print && d.Ground != OfGame && d.Ground != Paper
}

// markGround returns the background colour of marks.
func (d *Diagram) markGround(s *surface) draw.Color {
	if d.halo() {
		return rgb(paper)
	}
	return s.field
}

// inks returns the colours of marks on s.
func (d *Diagram) inks(s *surface) *[rules.MaxPlayers]draw.Color {
	if d.Theme != Print && on(d.markGround(s)) != rgb(ink) && d.Ground != OfGame {
		return &nightInks
	} else if d.halo() {
		return &inks
	}
	return marksIn[d.Theme]
}
