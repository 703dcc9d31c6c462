package term

import (
	"math"
	"strings"

	"boardstudio/draw"
	"boardstudio/rules"
)

// The 16 colours of ANSI, as inks.
const (
	black ink = iota
	red
	green
	yellow
	blue
	magenta
	cyan
	white
	brightBlack
	brightRed
	brightGreen
	brightYellow
	brightBlue
	brightMagenta
	brightCyan
	brightWhite
)

// ansiRGB contains the colours of the 16 inks on the Linux console and in xterm. Each terminal
// chooses its own.
var ansiRGB = [2][16]draw.Color{
	colors(0x000000, 0xaa0000, 0x00aa00, 0xaa5500, 0x0000aa, 0xaa00aa, 0x00aaaa, 0xaaaaaa, 0x555555, 0xff5555, 0x55ff55, 0xffff55, 0x5555ff, 0xff55ff, 0x55ffff, 0xffffff),
	colors(0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff),
}

func colors(list ...uint32) (all [16]draw.Color) {
	for i, c := range list {
		all[i] = draw.RGB(c)
	}
	return all
}

// onDefault lists inks that are readable on both black and white.
var onDefault = []ink{brightRed, brightBlue, magenta, red, brightMagenta}

// ansiSurfaces are the board colours for 16-colour terminals. On wood and green boards all pieces
// are black, because some terminals show yellow and green too bright for white pieces. Symbols
// distinguish the players.
var ansiSurfaces = [...]surface{
	rules.Marks:  {ground: none, tint: none, line: none, label: none, players: onDefault},
	rules.Stones: {ground: yellow, tint: white, line: black, label: none, players: []ink{black}},
	rules.Discs:  {ground: green, tint: white, line: black, label: none, players: []ink{black}},
	rules.Tokens: {ground: blue, tint: black, line: white, label: none, players: []ink{brightWhite, brightYellow, brightCyan, brightGreen, white}},
	rules.Seeds:  {ground: none, tint: none, line: none, label: none, players: onDefault},
}

// ansiContrast returns the lowest contrast between an ink and a ground over the palettes. For the
// ground none, it returns the lower of the contrasts with black and white.
func ansiContrast(i, ground ink) float64 {
	least := math.Inf(1)
	for _, colors := range ansiRGB {
		grounds := []draw.Color{draw.RGB(0), draw.RGB(0xffffff)}
		if ground != none {
			grounds = []draw.Color{colors[ground]}
		}
		for _, g := range grounds {
			least = min(least, draw.Contrast(colors[i], g))
		}
	}
	return least
}

// ansiNearest returns the ink most similar to c that is readable on ground.
func ansiNearest(c draw.Color, ground ink) ink {
	best, least, enough := black, math.Inf(1), 3.0
	if ground == none {
		enough = 2.5 // higher contrast with both black and white is impossible
	}
	for i := black; i <= brightWhite; i++ {
		if ansiContrast(i, ground) < enough {
			continue
		}
		x := ansiRGB[0][i]
		if d := (x.R-c.R)*(x.R-c.R) + (x.G-c.G)*(x.G-c.G) + (x.B-c.B)*(x.B-c.B); d < least {
			best, least = i, d
		}
	}
	return best
}

// colorTerms lists parts of TERM that indicate at least 256 colours. Such terminals may not set
// COLORTERM.
var colorTerms = []string{"256", "direct", "truecolor", "kitty", "alacritty", "foot", "wezterm", "ghostty", "contour", "iterm"}

// colorsOf reports whether the environment indicates a colour terminal, and whether it has only 16
// colours.
func colorsOf(getenv func(string) string) (color, few bool) {
	name := strings.ToLower(getenv("TERM"))
	switch {
	case getenv("NO_COLOR") != "" || name == "dumb" || strings.HasPrefix(name, "vt") || strings.HasSuffix(name, "-m") || strings.HasSuffix(name, "-mono"):
		return false, false
	case getenv("COLORTERM") == "truecolor" || getenv("COLORTERM") == "24bit":
		return true, false
	}
	for _, part := range colorTerms {
		if strings.Contains(name, part) {
			return true, false
		}
	}
	return true, true
}
