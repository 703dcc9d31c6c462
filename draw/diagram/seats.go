package diagram

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"boardstudio/draw"
	"boardstudio/model"
	"boardstudio/rules"
)

// The named symbols.
const (
	cross  = "cross"
	nought = "nought"
	disc   = "disc"
)

// look is the look of a player's pieces, with all defaults filled in.
type look struct {
	symbol string // cross, nought, disc, or letters
	color  draw.Color
	under  draw.Color // the other side of a two-sided disc
	letter string     // written on a disc if colours are not distinguishable enough
}

// SeatsOf returns the look of the players' pieces.
func SeatsOf(players []model.Player) []Seat {
	seats := make([]Seat, len(players))
	for i, p := range players {
		seats[i] = Seat{Name: p.Name, Symbol: p.Symbol, Color: draw.Hex(p.Color)}
	}
	return seats
}

// manyColors is the maximum number of disc colours that are easy to distinguish without letters.
const manyColors = 4

// seats returns the look of each player's pieces.
func (d *Diagram) seats() []look {
	kind := d.Rules.Board().Pieces
	s := d.surface()
	n := d.Rules.Players()
	looks := make([]look, n)
	for i := range looks {
		l := &looks[i]
		var chosen Seat
		if i < len(d.Seats) {
			chosen = d.Seats[i]
		}
		l.symbol, l.color = symbolOf(chosen.Symbol), chosen.Color
		if l.symbol == "" && kind == rules.Marks {
			l.symbol = markOf(i)
		} else if l.symbol == "" {
			l.symbol = disc
		}
		switch {
		case l.color.A > 0:
			l.color.A = 1
		case l.symbol != disc || kind == rules.Marks:
			l.color = readable(d.inks(s)[i%len(inks)], d.markGround(s), 3)
		case i < len(d.Rules.Board().Seats) && d.Rules.Board().Seats[i].Color != 0:
			l.color = rgb(d.Rules.Board().Seats[i].Color)
		case i < 2:
			l.color = firstDiscColors[kind][i]
		default:
			l.color = discColors[(i-2)%len(discColors)]
		}
		if l.symbol == disc && n > manyColors {
			l.letter = string(rules.Player(i).Letter())
		}
	}
	if s.flat() && n <= manyColors {
		d.keepApart(looks)
	}
	if kind == rules.Discs && n == 2 {
		looks[0].under, looks[1].under = looks[1].color, looks[0].color
	}
	return looks
}

// keepApart changes the colours of discs that would print in a similar grey. It keeps colours that
// the user chose. If one of those is too similar, all discs get letters instead.
func (d *Diagram) keepApart(looks []look) {
	colors := make([]draw.Color, len(looks))
	for i, l := range looks {
		colors[i] = l.color
		differs := func(c draw.Color) bool {
			for j := range i {
				if looks[j].symbol == disc && math.Abs(grey(colors[j])-grey(c)) < apart {
					return false
				}
			}
			return true
		}
		if l.symbol != disc || differs(l.color) {
			continue
		}
		c, ok := lighter(l.color, differs)
		if chosen := i < len(d.Seats) && d.Seats[i].Color.A > 0; chosen || !ok {
			for j := range looks {
				if looks[j].symbol == disc {
					looks[j].letter = string(rules.Player(j).Letter())
				}
			}
			return
		}
		colors[i] = c
	}
	for i, c := range colors {
		looks[i].color = c
	}
}

// apart is the minimum difference between two greys (0 is black, 1 is white) that are
// distinguishable in print.
const apart = 0.2

// grey returns the grey value of c without colour, from 0 to 1.
func grey(c draw.Color) float64 { return 0.299*c.R + 0.587*c.G + 0.114*c.B }

// lighter returns c, made lighter or else darker until good accepts it. It returns false if good
// accepts no colour.
func lighter(c draw.Color, good func(draw.Color) bool) (draw.Color, bool) {
	for _, end := range []draw.Color{rgb(0xffffff), rgb(0)} {
		for t := 0.05; t < 0.95; t += 0.05 {
			if m := draw.Mix(c, end, t); good(m) {
				return m, true
			}
		}
	}
	return c, false
}

// markOf returns the default symbol of a player in a game of marks: cross, nought, then the seat's
// letter. The letters X and O look like cross and nought, so those seats get the unused letters A
// and B.
func markOf(seat int) string {
	switch seat {
	case 0:
		return cross
	case 1:
		return nought
	case 'O' - 'A':
		return "A"
	case 'X' - 'A':
		return "B"
	}
	return string(rules.Player(seat).Letter())
}

// FreeSymbols assigns a free symbol to each player without a symbol whose default symbol was chosen
// by another player.
func FreeSymbols(players []model.Player, r rules.Rules) {
	if r.Board().Pieces != rules.Marks {
		return
	}
	taken := func(symbol string, except int) bool {
		for i, p := range players {
			if i != except && strings.EqualFold(cmp.Or(p.Symbol, markOf(i)), symbol) {
				return true
			}
		}
		return false
	}
	chosen := func(symbol string) bool {
		return slices.ContainsFunc(players, func(p model.Player) bool { return strings.EqualFold(p.Symbol, symbol) })
	}
	for i := range players {
		p := &players[i]
		if p.Symbol != "" || !chosen(markOf(i)) {
			continue
		}
		for j := 0; p.Symbol == ""; j++ {
			if s := markOf(j); !taken(s, i) {
				p.Symbol = s
			}
		}
	}
}

// symbolOf returns a chosen symbol in the form the painter expects: a named symbol or at most two
// letters.
func symbolOf(s string) string {
	s = strings.TrimSpace(s)
	switch s {
	case cross, nought, disc:
		return s
	}
	if utf8.RuneCountInString(s) > 2 {
		r := []rune(s)
		s = string(r[:2])
	}
	return s
}
