package diagram

import (
	"boardstudio/io/draw"
	"boardstudio/rules"
)

// Theme is a set of colours.
type Theme uint8

// The themes: for the screen by day and by night, and one that spares ink.
const (
	Light Theme = iota
	Dark
	Print
)

// surface is how one kind of board looks in one theme.
type surface struct {
	plate, edge draw.Color // the body around the cells, and its outline
	field       draw.Color // what lies under the cells
	line, text  draw.Color
	hollow      draw.Color // holes of a panel and pits
	accent      draw.Color // keyboard focus, winning rows
	legal, last draw.Color
	seed        draw.Color
	// shade is the opacity of shadows, 0 where everything is flat outlines.
	shade float64
	// grid is the width of lines in cells, which also stay below hair of the whole side.
	grid, hair float64
	holes      bool // cells are holes in the plate, not squares between lines
}

// rgb is opaque, none is nothing drawn.
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
}

// printed returns outlines on white paper: no area is filled that need not be.
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
var marksIn = [...]*[rules.MaxPlayers]draw.Color{Light: &inks, Dark: &nightInks, Print: &inks}

// inks colour the marks: 26 that keep apart on white, the first six also for
// those who confuse red and green.
var inks = [rules.MaxPlayers]draw.Color{
	rgb(0x1a73e8), rgb(0xe05a1a), rgb(0x00957a), rgb(0x1c1c20), rgb(0x6a1b7a), rgb(0x5c3a00),
	rgb(0xd6336c), rgb(0x0b7f9c), rgb(0x8a6200), rgb(0x5c7a12), rgb(0x4038a8), rgb(0x6b7280), rgb(0x9c1c2e),
	rgb(0xd1700a), rgb(0x5b1a4a), rgb(0x1f4d2b), rgb(0x4a6a8a), rgb(0x7c5ce0), rgb(0xb5577a),
	rgb(0x14295c), rgb(0x3a931b), rgb(0xa3704c), rgb(0xc026d3), rgb(0x4d6b5e), rgb(0xe0503c), rgb(0x3d3d00),
}

// nightInks are their counterparts for dark boards.
var nightInks = [rules.MaxPlayers]draw.Color{
	rgb(0x62a8ff), rgb(0xff8a4c), rgb(0x26a884), rgb(0xf8f8fa), rgb(0xff9ec8), rgb(0xffd84a),
	rgb(0xff6a9e), rgb(0x4fd0d6), rgb(0xc79a7a), rgb(0xb5d25a), rgb(0x9c94ff), rgb(0xa9b1bd), rgb(0xff6b74),
	rgb(0xffa63a), rgb(0xd98cc4), rgb(0x7fbf8f), rgb(0x9fc0e0), rgb(0xc8b0ff), rgb(0xb86a80),
	rgb(0x7f9cf0), rgb(0x7fe05a), rgb(0xe8c8a8), rgb(0xf07cff), rgb(0xa8c9b5), rgb(0xff9c8a), rgb(0xcfcf6a),
}

// bodies colour discs beyond the two that a game knows.
var bodies = [rules.MaxPlayers - 2]draw.Color{
	rgb(0xd4351c), rgb(0x2a6fca), rgb(0xf6c82e), rgb(0x1f9d6b), rgb(0x8b3fa8), rgb(0x46c8fa),
	rgb(0xf28a1e), rgb(0x6b3a1e), rgb(0xf7a8c4), rgb(0x14295c), rgb(0xa8d45a), rgb(0x8a8f98), rgb(0x7a1024),
	rgb(0xb9a8f5), rgb(0x0f5a50), rgb(0xe85a9b), rgb(0xfaf09a), rgb(0x7f9fe0), rgb(0x5f6e14), rgb(0xdcaab4),
	rgb(0x4038a8), rgb(0xa0f0c0), rgb(0xbb8560), rgb(0xc026d3),
}

// firstTwo are the bodies of the first two players.
var firstTwo = [...][2]draw.Color{
	rules.Marks:  {rgb(ink), rgb(0xf6f5f1)},
	rules.Stones: {rgb(ink), rgb(0xf6f5f1)},
	rules.Discs:  {rgb(ink), rgb(0xf6f5f1)},
	rules.Tokens: {rgb(0xdc3a35), rgb(0xfbd038)},
	rules.Seeds:  {rgb(ink), rgb(0xf6f5f1)},
}

// on returns the ink, dark or light, that reads better on c.
func on(c draw.Color) draw.Color {
	if draw.Contrast(c, rgb(ink)) > draw.Contrast(c, rgb(0xffffff)) {
		return rgb(ink)
	}
	return rgb(0xffffff)
}

// readable returns c, moved away from the colour under it until the contrast is enough.
func readable(c, under draw.Color, enough float64) draw.Color {
	end := on(under)
	for t := 0.0; t <= 1; t += 0.1 {
		if m := draw.Mix(c, end, t); draw.Contrast(m, under) >= enough {
			return m
		}
	}
	return end
}
