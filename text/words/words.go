// Package words describes games in the user's language: the players, the side to move, the result
// and so on.
package words

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"boardstudio/rules"
	"boardstudio/text/locale"
)

// Seat returns the name of a seat, for players without a name.
func Seat(r rules.Rules, p rules.Player) string {
	seats := r.Board().Seats
	switch {
	case p == rules.NoPlayer:
		return ""
	case int(p) < len(seats):
		return locale.T(seats[p].Name)
	}
	return locale.T("Player %s", string(p.Letter()))
}

// Better returns the annotation symbol for an advantage of p, with a degree from 1 to 3: "W++" for
// White. It uses the first letter of the seat's name if these letters differ, else the letter of
// the seat.
func Better(r rules.Rules, p rules.Player, degree int) string {
	letter := string(p.Letter())
	if r.Players() == 2 {
		first := func(p rules.Player) string {
			c, _ := utf8.DecodeRuneInString(Seat(r, p))
			return strings.ToUpper(string(c))
		}
		if first(0) != first(1) {
			letter = first(p)
		}
	}
	return letter + strings.Repeat("+", degree)
}

// Namer returns the name of a player.
type Namer func(rules.Player) string

// Names returns the names of several players, joined for a sentence.
func (name Namer) Names(ps rules.Players) string {
	var names []string
	for p := range ps.All() {
		names = append(names, name(p))
	}
	return strings.Join(names, ", ")
}

// Outcome returns the result of a game, or "" if the game is not over.
func Outcome(r rules.Rules, res rules.Result, name Namer) string {
	if !res.Over {
		return ""
	}
	var text string
	switch res.Winners.Len() {
	case 0:
		text = locale.T("Draw")
	case 1:
		text = locale.T("%s wins", name(res.Winners.Only()))
	default:
		text = locale.T("%s win", name.Names(res.Winners))
	}
	if len(res.Final) > 0 && r.Board().Counted() {
		text += " " + Counts(res.Final)
	}
	if why := r.Board().Why(res.Reason); why != "" {
		text += " – " + locale.T(why)
	}
	return text
}

// Status returns the side to move, or the result of the game.
func Status(r rules.Rules, p rules.Position, name Namer) string {
	res := p.Result()
	if res.Over {
		return Outcome(r, res, name)
	}
	text := locale.T("%s to move", name(p.Turn()))
	if res.Winners != 0 {
		text += " – " + locale.T("%s has already won", name.Names(res.Winners))
	}
	return text
}

// Counts formats the counts of the players: "20–44".
func Counts(n []int) string {
	var s []string
	for _, v := range n {
		s = append(s, strconv.Itoa(v))
	}
	return strings.Join(s, "–")
}

// Game returns the title of a game. It is the title of the closest preset, followed by the
// differences from that preset: "Tic-tac-toe 10×10, 4 in a row, 3 players".
func Game(r rules.Rules) string {
	g := r.Family()
	if g == nil {
		return r.Spec().Game
	}
	full := r.Spec().Params
	var near []rules.Preset // the presets with the fewest differences
	fewest := 0
	for _, p := range g.Presets {
		switch d := len(differences(g, p, full)); {
		case near == nil || d < fewest:
			near, fewest = []rules.Preset{p}, d
		case d == fewest:
			near = append(near, p)
		}
	}
	p := near[0]
	for _, q := range near[1:] { // prefer a preset that looks like the game
		if looksLike(g, p, r) {
			break
		}
		if looksLike(g, q, r) {
			p = q
		}
	}
	if p.Loose {
		p, _ = g.Preset(p.Of)
	}
	title := locale.T(p.Title)
	for i, d := range differences(g, p, full) {
		if i > 0 || !d.size {
			title += ","
		}
		title += " " + d.text
	}
	return title
}

// looksLike reports whether a preset has the same pieces and board style as r.
func looksLike(g *rules.Game, p rules.Preset, r rules.Rules) bool {
	of, err := g.Build(p.Name, nil)
	return err == nil && of.Board().Pieces == r.Board().Pieces && of.Board().Style == r.Board().Style
}

// difference describes a difference between a game and a preset.
type difference struct {
	text string
	size bool // the size, which is appended to the title without a comma
}

// differences returns the differences of the parameters got from a preset, the size first.
func differences(g *rules.Game, p rules.Preset, got rules.Params) []difference {
	base, err := rules.Resolve(g.Params, p.Params)
	if err != nil {
		return nil
	}
	var out []difference
	var sides []string
	other := false
	for _, name := range g.Size {
		sides = append(sides, got[name])
		other = other || base[name] != got[name]
	}
	if other {
		out = append(out, difference{strings.Join(sides, "×"), true})
	}
	for _, d := range g.Params {
		if base[d.Name] != got[d.Name] && !slices.Contains(g.Size, d.Name) {
			out = append(out, difference{text: valueText(d, got[d.Name])})
		}
	}
	return out
}

// valueText returns the value of a parameter as part of a title.
func valueText(d rules.Param, v string) string {
	switch d.Kind {
	case rules.Int:
		if d.Count.Many != "" {
			n, _ := strconv.Atoi(v)
			return locale.N(d.Count.One, d.Count.Many, n, n)
		}
	case rules.Switch:
		key := d.Off
		if v == "on" {
			key = d.On
		}
		if key != "" {
			return locale.T(key)
		}
	case rules.Choice:
		for _, o := range d.Options {
			if o.Name == v && o.Said != "" {
				return locale.T(o.Said)
			}
		}
	}
	return locale.T(d.Title) + " " + Value(d, v)
}

// Value returns the value of a parameter in words.
func Value(d rules.Param, v string) string {
	switch d.Kind {
	case rules.Switch:
		if v == "on" {
			return locale.T("on")
		}
		return locale.T("off")
	case rules.Choice:
		for _, o := range d.Options {
			if o.Name == v {
				return locale.T(o.Title)
			}
		}
	}
	return v
}
