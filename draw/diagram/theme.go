package diagram

import (
	"boardstudio/draw"
	"boardstudio/rules"
)

// Theme is a colour scheme.
type Theme uint8

// The themes: for the screen by day and by night, one that saves ink, and one with high contrast.
const (
	Light Theme = iota
	Dark
	Print
	Contrast
)

// surface is the look of a kind of board in a theme.
type surface struct {
	plate, edge draw.Color // body around the cells, and its outline
	field       draw.Color // background of the cells
	line, text  draw.Color
	hollow      draw.Color // holes of a panel, and pits
	accent      draw.Color // keyboard focus, winning rows
	legal, last draw.Color
	seed        draw.Color
	// shade is the opacity of shadows. It is 0 if only flat outlines are drawn.
	shade float64
	// grid is the width of lines in cells. hair is their maximum width relative to the board's
	// longer side.
	grid, hair float64
	holes      bool // cells are holes in the plate instead of squares between lines
}

// rgb returns an opaque colour.
var rgb = draw.RGB

const (
	ink   = 0x1c1c20
	paper = 0xfdfcf9
)

var themes = [...][5]surface{
	Light: {
		rules.Marks: {
			plate: rgb(paper), edge: rgb(0xd9d5cd), field: rgb(paper), line: rgb(0x9a9ca3), text: rgb(0x6a6d75),
			accent: rgb(0x1a73e8), legal: rgb(0x2ec27e).Alpha(.20), last: rgb(0xf5c211).Alpha(.30), shade: .12, grid: .035, hair: .005,
		},
		rules.Stones: {
			plate: rgb(0xe6c081), edge: rgb(0xc39a57), field: rgb(0xe6c081), line: rgb(0x5f4524), text: rgb(0x5e4320),
			accent: rgb(0xc01c28), legal: rgb(0x1a5fb4).Alpha(.55), last: rgb(0xe01b24), shade: .20, grid: .032, hair: .0022,
		},
		rules.Discs: {
			plate: rgb(0x24493a), edge: rgb(0x17332a), field: rgb(0x2f8f66), line: rgb(0x1c5f44), text: rgb(0xc4d8cd),
			accent: rgb(0xf8e45c), legal: rgb(0xf8e45c).Alpha(.65), last: rgb(0xe5484d), shade: .24, grid: .028, hair: .004,
		},
		rules.Tokens: {
			plate: rgb(0x2463c4), edge: rgb(0x184a99), field: rgb(0x2463c4), line: rgb(0x1b4fa3), text: rgb(0xf0f5fe),
			hollow: rgb(0xf3f5f9), accent: rgb(0xffffff), legal: rgb(0x57c78b).Alpha(.45), last: rgb(0xffffff), shade: .22,
			grid: .03, hair: .004, holes: true,
		},
		rules.Seeds: {
			plate: rgb(0xcf9a5f), edge: rgb(0xa87440), field: rgb(0xcf9a5f), line: rgb(0x9a6a38), text: rgb(0x45280f),
			hollow: rgb(0x8f5f34), accent: rgb(0x1a4fa0), legal: rgb(0xfff1c2), last: rgb(0xc01c28), seed: rgb(0xe9e2cb), shade: .22,
			grid: .03, hair: .004, holes: true,
		},
	},
	Dark: {
		rules.Marks: {
			plate: rgb(0x2b2b30), edge: rgb(0x45454c), field: rgb(0x2b2b30), line: rgb(0x6f7179), text: rgb(0xa9abb3),
			accent: rgb(0x78aeed), legal: rgb(0x2ec27e).Alpha(.24), last: rgb(0xf5c211).Alpha(.26), shade: .3, grid: .035, hair: .005,
		},
		rules.Stones: {
			plate: rgb(0xac8656), edge: rgb(0x7d5f39), field: rgb(0xac8656), line: rgb(0x35250f), text: rgb(0x2b1e0b),
			accent: rgb(0xa51d2d), legal: rgb(0x123f80).Alpha(.6), last: rgb(0xe01b24), shade: .26, grid: .032, hair: .0022,
		},
		rules.Discs: {
			plate: rgb(0x15261f), edge: rgb(0x2c4a3d), field: rgb(0x20694b), line: rgb(0x123f2d), text: rgb(0xa6bfb2),
			accent: rgb(0xf8e45c), legal: rgb(0xf8e45c).Alpha(.60), last: rgb(0xe5484d), shade: .3, grid: .028, hair: .004,
		},
		rules.Tokens: {
			plate: rgb(0x1d4c97), edge: rgb(0x2e62b5), field: rgb(0x1d4c97), line: rgb(0x163c79), text: rgb(0xc9d9f3),
			hollow: rgb(0x1e1f24), accent: rgb(0xffffff), legal: rgb(0x57c78b).Alpha(.40), last: rgb(0xffffff), shade: .3,
			grid: .03, hair: .004, holes: true,
		},
		rules.Seeds: {
			plate: rgb(0x855e36), edge: rgb(0xa97c4c), field: rgb(0x855e36), line: rgb(0x5e3f20), text: rgb(0xfffaf0),
			hollow: rgb(0x553618), accent: rgb(0x99c1f1), legal: rgb(0xffe9a8), last: rgb(0xff7b72), seed: rgb(0xd8d0b6), shade: .3,
			grid: .03, hair: .004, holes: true,
		},
	},
	Print: {
		rules.Marks:  printed(false),
		rules.Stones: printed(false),
		rules.Discs:  printed(false),
		rules.Tokens: printed(true),
		rules.Seeds:  printed(true),
	},
	Contrast: {
		rules.Marks:  strong(false, 0xffffff),
		rules.Stones: strong(false, 0xffffff),
		rules.Discs:  strong(false, 0xd8e8d8),
		rules.Tokens: strong(true, 0xb8d0f0),
		rules.Seeds:  strong(true, 0xffffff),
	},
}

// strong returns a high-contrast surface: black lines on a light ground.
func strong(holes bool, field uint32) surface {
	s := surface{
		plate: rgb(field), edge: rgb(0), field: rgb(field), line: rgb(0), text: rgb(0), hollow: rgb(0xffffff),
		accent: rgb(0x0000c0), legal: rgb(0x0000c0).Alpha(.5), last: rgb(0xc00000), seed: rgb(0xf0d890), shade: .1,
		grid: .045, hair: .007, holes: holes,
	}
	return s
}

// printed returns outlines on white paper, with as few filled areas as possible.
func printed(holes bool) surface {
	return surface{
		line: rgb(0x55565c), text: rgb(0x3a3b40), hollow: rgb(0xffffff), field: rgb(0xffffff), edge: rgb(0x55565c),
		accent: rgb(0x1a5fb4), legal: rgb(0x1a5fb4).Alpha(.3), last: rgb(0xc01c28), seed: rgb(0xffffff),
		grid: .03, hair: .0018, holes: holes,
	}
}

// flat reports whether the surface is drawn as outlines on white.
func (s *surface) flat() bool { return s.plate.A == 0 }

// marksIn are the colours of marks in each theme.
var marksIn = [...]*[rules.MaxPlayers]draw.Color{Light: &inks, Dark: &nightInks, Print: &inks, Contrast: &inks}

// inks are 26 colours of marks that are distinguishable on white, also with colour-blindness. The
// first six differ more strongly. They were found by trial; TestPlayersAreDistinguishable measures them.
var inks = [rules.MaxPlayers]draw.Color{
	rgb(0x1a73e8), rgb(0xe05a1a), rgb(0x755e63), rgb(0x00009a), rgb(0x000030), rgb(0x180007), rgb(0x5e2a2a),
	rgb(0x1600de), rgb(0x747458), rgb(0x1c2e36), rgb(0xa01c00), rgb(0xb94727), rgb(0x9a8d80), rgb(0x809297),
	rgb(0x4fa055), rgb(0x464c64), rgb(0x332058), rgb(0x3e38ff), rgb(0x627784), rgb(0x320d01), rgb(0x740000),
	rgb(0x005745), rgb(0x9288b8), rgb(0x6a6399), rgb(0x5a3c97), rgb(0x1991fc),
}

// nightInks are the corresponding colours for dark boards.
var nightInks = [rules.MaxPlayers]draw.Color{
	rgb(0x62a8ff), rgb(0xff8a4c), rgb(0x79788c), rgb(0xffccc3), rgb(0xa3918b), rgb(0xffff00), rgb(0x879cc3),
	rgb(0xbeffe5), rgb(0xeeffbf), rgb(0x93986e), rgb(0x667fb5), rgb(0x9a60fb), rgb(0x3f8a00), rgb(0xff1400),
	rgb(0x847773), rgb(0xdbdeff), rgb(0x21d5ce), rgb(0xcba0b1), rgb(0xffb900), rgb(0xf9009e), rgb(0x65824e),
	rgb(0xb8b299), rgb(0xa1c5fe), rgb(0xfcea80), rgb(0xc0cc8b), rgb(0xe2fcff),
}

// discColors are the colours of discs after the first two: 24 that are distinguishable from each other
// and from black and white.
var discColors = [rules.MaxPlayers - 2]draw.Color{
	rgb(0xd4351c), rgb(0x2a6fca), rgb(0xf6c82e), rgb(0x6c6467), rgb(0x0000f0), rgb(0xbcb3be), rgb(0xb49e00),
	rgb(0x920c00), rgb(0xff947c), rgb(0x3d0f01), rgb(0xd8ffa8), rgb(0x000080), rgb(0x5d413a), rgb(0xb7b7ff),
	rgb(0x9794be), rgb(0xfa4890), rgb(0x009d8c), rgb(0x9f3186), rgb(0x1f4551), rgb(0x95dab2), rgb(0x210032),
	rgb(0xfcdbff), rgb(0x8a6a53), rgb(0x8888ff),
}

// firstDiscColors are the disc colours of the first two players.
var firstDiscColors = [...][2]draw.Color{
	rules.Marks:  {rgb(ink), rgb(0xf6f5f1)},
	rules.Stones: {rgb(ink), rgb(0xf6f5f1)},
	rules.Discs:  {rgb(ink), rgb(0xf6f5f1)},
	rules.Tokens: {rgb(0xdc3a35), rgb(0xfbd038)},
	rules.Seeds:  {rgb(ink), rgb(0xf6f5f1)},
}

// on returns the ink, dark or light, with the better contrast on c.
func on(c draw.Color) draw.Color {
	if draw.Contrast(c, rgb(ink)) > draw.Contrast(c, rgb(0xffffff)) {
		return rgb(ink)
	}
	return rgb(0xffffff)
}

// readable returns c, shifted away from under until their contrast is at least enough.
func readable(c, under draw.Color, enough float64) draw.Color {
	end := on(under)
	for t := 0.0; t <= 1; t += 0.1 {
		if m := draw.Mix(c, end, t); draw.Contrast(m, under) >= enough {
			return m
		}
	}
	return end
}
