package term

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"boardstudio/io/draw"
	"boardstudio/rules"
)

// surface are the colours of a board, of the 256-colour palette.
type surface struct {
	ground, tint ink // none: the terminal's own
	line, label  ink
	players      []ink
}

// Where the ground is the terminal's own, inks are of middle lightness: they are
// read on black and on white.
var middle = []ink{160, 33, 28, 164, 166, 30, 99, 130, 243}

var surfaces = [...]surface{
	rules.Marks:  {ground: none, tint: none, line: 244, label: 244, players: middle},
	rules.Stones: {ground: 179, tint: 137, line: 94, label: 244, players: []ink{16, 231, 124, 19, 22, 90, 23, 52}},
	rules.Discs:  {ground: 28, tint: 34, line: 22, label: 244, players: []ink{16, 231, 52, 19}},
	rules.Tokens: {ground: 25, tint: 32, line: 18, label: 244, players: []ink{203, 226, 231, 16, 46, 213, 51}},
	rules.Seeds:  {ground: none, tint: none, line: 137, label: 244, players: middle},
}

// look is a seat with everything decided: symbol has one or two narrow characters.
type look struct {
	symbol []rune
	ink    ink
}

// looks decides the look of each player.
func (d *Drawing) looks() []look {
	b := d.Rules.Board()
	inks := surfaces[b.Pieces].players
	looks := make([]look, d.Rules.Players())
	taken := make(map[string]bool, len(looks))
	for i := range looks {
		l := &looks[i]
		l.ink = inks[i%len(inks)]
		l.symbol = d.own(i)
		if i < len(b.Seats) && b.Seats[i].Color != 0 {
			l.ink = legible(b.Seats[i].Color, surfaces[b.Pieces].ground)
		}
		if i >= len(d.Seats) {
			continue
		}
		if c, ok := palette(d.Seats[i].Color); ok {
			l.ink = c
		}
		if s := d.chosen(d.Seats[i].Symbol); s != nil {
			l.symbol = s
		}
	}
	for i := range looks { // no two seats may look the same
		if taken[string(looks[i].symbol)] && !d.toldByInk(looks) {
			looks[i].symbol = free(taken)
		}
		taken[string(looks[i].symbol)] = true
	}
	return looks
}

// free returns the first letter that is not in use: seats are no more than letters,
// and one has yet none.
func free(taken map[string]bool) []rune {
	for r := 'A'; ; r++ {
		if !taken[string(r)] {
			return []rune{r}
		}
	}
}

// toldByInk reports whether colours alone tell the players apart: full discs
// of two colours on a coloured board do.
func (d *Drawing) toldByInk(ls []look) bool {
	return d.Terminal.Color && len(ls) == 2 && ls[0].ink != ls[1].ink
}

// The discs: full for all where colours are seen, otherwise full and empty.
const (
	full  = '●'
	empty = '○'
)

// own returns the game's own symbol of a seat. Marks are the letters X and O,
// then the seats' own; the seats with those letters take what these leave free.
func (d *Drawing) own(seat int) []rune {
	letter := rune(rules.Player(seat).Letter())
	discs := d.Terminal.UTF8 && d.Rules.Players() == 2 && d.Rules.Board().Pieces != rules.Marks
	switch {
	case discs && (seat == 0 || d.Terminal.Color):
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

// named are the symbols with names, in a UTF-8 terminal and in another.
var named = map[string][2]rune{"cross": {'X', 'X'}, "nought": {'O', 'O'}, "disc": {full, '@'}}

// chosen returns a symbol that a person chose, nil when the terminal cannot
// show it in one column a character.
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

// legible returns the ink nearest to 0xRRGGBB, moved away from the lightness of the ground where
// it would not stand out.
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

// palette returns the ink nearest to "#rrggbb".
func palette(color string) (ink, bool) {
	hex, found := strings.CutPrefix(color, "#")
	n, err := strconv.ParseUint(hex, 16, 32)
	if !found || err != nil || len(hex) != 6 {
		return none, false
	}
	return nearest(draw.RGB(uint32(n))), true
}

// nearest returns the ink of the 6×6×6 cube nearest to a colour.
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

// rgb returns the colour of an ink of the cube.
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
