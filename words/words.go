// Package words says of a game what a person wants to know: who plays, who is
// to move, how it ended, in the person's language.
package words

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"boardstudio/locale"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// Seat returns what a seat is called when its player has no name.
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

// Better returns the sign for a position in which p stands better by a degree from 1 to 3: "W++"
// for White, by the first letter of what the seat is called where those differ, else the seat's letter.
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

// Namer returns what a player is called.
type Namer func(rules.Player) string

// Names returns the names of several players, joined for a sentence.
func (name Namer) Names(ps rules.Players) string {
	var names []string
	for p := range ps.All() {
		names = append(names, name(p))
	}
	return strings.Join(names, ", ")
}

// Outcome returns how a game ended; "" while it goes on.
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
	if unit := r.Board().Score; len(res.Final) > 0 && unit != nil && unit.Decides {
		text += " " + Counts(res.Final)
	}
	if why := r.Board().Why(res.Reason); why != "" {
		text += " – " + locale.T(why)
	}
	return text
}

// Status returns who is to move, or how the game ended.
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

// Counts writes what the players have, as "20–44".
func Counts(n []int) string {
	var s []string
	for _, v := range n {
		s = append(s, strconv.Itoa(v))
	}
	return strings.Join(s, "–")
}

// Game returns the title of a game: the preset's if the parameters are exactly
// its, else the nearest preset's with what differs.
func Game(spec rules.Spec) string {
	r, err := all.FromSpec(spec)
	if err != nil {
		return spec.Game
	}
	g, _, _ := all.Find(spec.Game)
	full := r.Spec().Params
	title, fewest := locale.T(g.Title), []string(nil)
	for i, p := range g.Presets {
		base, err := rules.Resolve(g.Params, p.Params)
		if err != nil {
			continue
		}
		if d := differences(g, base, full); i == 0 || len(d) < len(fewest) {
			title, fewest = locale.T(p.Title), d
		}
	}
	if len(fewest) > 0 {
		title += " (" + strings.Join(fewest, ", ") + ")"
	}
	return title
}

// differences lists the parameters of got that are not as in base.
func differences(g *rules.Game, base, got rules.Params) []string {
	var out []string
	for _, d := range g.Params {
		if base[d.Name] != got[d.Name] {
			out = append(out, locale.T(d.Title)+" "+Value(d, got[d.Name]))
		}
	}
	return out
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
