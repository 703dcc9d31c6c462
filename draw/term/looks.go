package term

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"boardstudio/draw"
	"boardstudio/rules"
)

// surface is the colours of a board, as indexes into the 256-colour palette.
type surface struct {
	ground, tint ink // none for the terminal's default
	line, label  ink
	players      []ink
}

// middle lists inks of medium lightness, which are readable on black and on white. They are for
// boards with the terminal's default background.
var middle = []ink{160, 33, 28, 164, 166, 30, 99, 130, 243}

var surfaces = [...]surface{
	rules.Marks:  {ground: none, tint: none, line: 244, label: 244, players: middle},
	rules.Stones: {ground: 179, tint: 137, line: 94, label: 244, players: []ink{16, 231, 124, 19, 22, 90, 23, 52}},
	rules.Discs:  {ground: 28, tint: 34, line: 22, label: 244, players: []ink{16, 231, 52, 19}},
	rules.Tokens: {ground: 25, tint: 32, line: 18, label: 244, players: []ink{203, 226, 231, 16, 46, 213, 51}},
	rules.Seeds:  {ground: none, tint: none, line: 137, label: 244, players: middle},
}

// look is the look of a player's pieces, with all defaults filled in. symbol has one or two narrow
// characters.
type look struct {
	symbol []rune
	ink    ink
}

// looks returns the look of each player's pieces.
func (d *Drawing) looks() []look {
	b := d.Rules.Board()
	s := d.surface()
	inks := s.players
	looks := make([]look, d.Rules.Players())
	taken := make(map[string]bool, len(looks))
	for i := range looks {
		l := &looks[i]
		l.ink = inks[i%len(inks)]
		l.symbol = d.defaultSymbol(i)
		if i < len(b.Seats) && b.Seats[i].Color != 0 {
			l.ink = d.legible(b.Seats[i].Color, s.ground)
		}
		if i >= len(d.Seats) {
			continue
		}
		if c, ok := palette(d.Seats[i].Color); ok && d.Terminal.Few {
			l.ink = ansiNearest(rgb(c), s.ground)
		} else if ok {
			l.ink = c
		}
		if s := d.chosen(d.Seats[i].Symbol); s != nil {
			l.symbol = s
		}
	}
	for i := range looks { // give each seat a unique symbol
		if taken[string(looks[i].symbol)] && !d.distinctByInk(looks) {
			looks[i].symbol = free(taken)
		}
		taken[string(looks[i].symbol)] = true
	}
	return looks
}

// free returns the first unused letter. It always finds one because there are at most as many seats
// as letters.
func free(taken map[string]bool) []rune {
	for r := 'A'; ; r++ {
		if !taken[string(r)] {
			return []rune{r}
		}
	}
}

// distinctByInk reports whether colours alone distinguish the players. They do for two players with
// different inks.
func (d *Drawing) distinctByInk(ls []look) bool {
	return d.Terminal.Color && !d.Terminal.Few && len(ls) == 2 && ls[0].ink != ls[1].ink
}

// The discs: full for all players if there are colours, otherwise full and empty.
const (
	full  = '●'
	empty = '○'
)

// defaultSymbol returns the default symbol of a seat. Marks are X and O, then the seat's letter.
// The seats whose letters are X and O get the unused letters A and B.
func (d *Drawing) defaultSymbol(seat int) []rune {
	letter := rune(rules.Player(seat).Letter())
	discs := d.Terminal.UTF8 && d.Rules.Players() == 2 && d.Rules.Board().Pieces != rules.Marks
	switch {
	case discs && (seat == 0 || d.Terminal.Color && !d.Terminal.Few):
		return []rune{full}
	case discs:
		return []rune{empty}
	case seat == 0:
		return []rune{'X'}
	case seat == 1:
		return []rune{'O'}
	case letter == 'O':
		return []rune{'A'}
	case letter == 'X':
		return []rune{'B'}
	}
	return []rune{letter}
}

// named are the named symbols, for UTF-8 terminals and for others.
var named = map[string][2]rune{"cross": {'X', 'X'}, "nought": {'O', 'O'}, "disc": {full, '@'}}

// chosen returns the symbol chosen by a user, or nil if it is empty or the terminal cannot show it
// with one column per character.
func (d *Drawing) chosen(s string) []rune {
	s = strings.TrimSpace(s)
	if r, ok := named[s]; ok {
		if d.Terminal.UTF8 {
			return []rune{r[0]}
		}
		return []rune{r[1]}
	}
	symbol := []rune(s)
	if len(symbol) == 0 {
		return nil
	}
	symbol = symbol[:min(len(symbol), 2)]
	for _, r := range symbol {
		if !unicode.IsPrint(r) || unicode.In(r, unicode.Mn, unicode.Me) || r >= 0x1100 || r >= utf8.RuneSelf && !d.Terminal.UTF8 {
			return nil
		}
	}
	return symbol
}

// surface returns the colours of the board for the terminal.
func (d *Drawing) surface() surface {
	if d.Terminal.Few {
		return ansiSurfaces[d.Rules.Board().Pieces]
	}
	return surfaces[d.Rules.Board().Pieces]
}

// legible returns an ink similar to 0xRRGGBB with enough contrast to the ground.
func (d *Drawing) legible(color uint32, ground ink) ink {
	if d.Terminal.Few {
		return ansiNearest(draw.RGB(color), ground)
	}
	return legible(color, ground)
}

// legible returns the ink nearest to 0xRRGGBB. If the contrast to the ground is too low, it chooses
// a lighter or darker ink.
func legible(color uint32, ground ink) ink {
	c, end := draw.RGB(color), draw.RGB(0)
	if ground != none && c.Luminance() > rgb(ground).Luminance() {
		end = draw.RGB(0xffffff)
	}
	for t := 0.0; ; t += 0.1 {
		i := nearest(draw.Mix(c, end, min(t, 1)))
		if ground == none || t >= 1 || draw.Contrast(rgb(i), rgb(ground)) >= 3 {
			return i
		}
	}
}

// palette returns the ink nearest to "#rrggbb". It returns false for other strings.
func palette(color string) (ink, bool) {
	hex, found := strings.CutPrefix(color, "#")
	n, err := strconv.ParseUint(hex, 16, 32)
	if !found || err != nil || len(hex) != 6 {
		return none, false
	}
	return nearest(draw.RGB(uint32(n))), true
}

// nearest returns the ink of the 6×6×6 colour cube nearest to c.
func nearest(c draw.Color) ink {
	step := func(part float64) ink { // the levels are 0, 95, 135, 175, 215, 255
		switch v := math.Round(part * 255); {
		case v < 48:
			return 0
		case v < 115:
			return 1
		default:
			return ink((v - 35) / 40)
		}
	}
	return 16 + 36*step(c.R) + 6*step(c.G) + step(c.B)
}

// rgb returns the colour of an ink in the colour cube.
func rgb(i ink) draw.Color {
	level := func(step ink) float64 {
		if step == 0 {
			return 0
		}
		return float64(55+40*step) / 255
	}
	i -= 16
	return draw.Color{R: level(i / 36), G: level(i / 6 % 6), B: level(i % 6), A: 1}
}
