package main

import (
	"strconv"
	"strings"

	"boardstudio/io/term"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// seatNames are what two seats are called by how their pieces look.
var seatNames = [...][2]string{
	rules.Marks: {"Cross", "Nought"}, rules.Stones: {"Black", "White"}, rules.Discs: {"Black", "White"},
	rules.Tokens: {"Red", "Yellow"}, rules.Seeds: {"South", "North"},
}

// reasons are why games end, in words.
var reasons = map[rules.Reason]string{
	rules.Row:        "a row is complete",
	rules.Misere:     "completing a row loses",
	rules.Captures:   "enough pairs are captured",
	rules.Full:       "the board is full",
	rules.Blocked:    "nobody can move",
	rules.Count:      "all is counted",
	rules.Starved:    "one side has nothing left to move",
	rules.Repetition: "a position came back",
	rules.Quiet:      "too many moves without a capture",
	rules.Resigned:   "resignation",
}

// table is a game and who plays it.
type table struct {
	rules   rules.Rules
	players []model.Player // may be shorter than the seats
}

// name returns what a player is called: its name, or what its pieces look like.
func (g *table) name(p rules.Player) string {
	switch {
	case p == rules.NoPlayer:
		return ""
	case int(p) < len(g.players) && g.players[p].Name != "":
		return term.Clean(g.players[p].Name)
	case g.rules.Players() == 2:
		return locale.T(seatNames[g.rules.Board().Pieces][p])
	}
	return locale.T("Player %s", string(p.Letter()))
}

// names returns the names of several players.
func (g *table) names(ps rules.Players) string {
	var names []string
	for p := range ps.All() {
		names = append(names, g.name(p))
	}
	return strings.Join(names, ", ")
}

// status returns whose turn it is, or how the game ended.
func (g *table) status(p rules.Position) string {
	res := p.Result()
	if !res.Over {
		text := locale.T("%s to move", g.name(p.Turn()))
		if res.Winners != 0 {
			text += " - " + locale.T("%s has already won", g.names(res.Winners))
		}
		return text
	}
	return g.outcome(res)
}

// outcome returns how a game ended.
func (g *table) outcome(res rules.Result) string {
	var text string
	switch res.Winners.Len() {
	case 0:
		text = locale.T("Draw")
	case 1:
		text = locale.T("%s wins", g.name(res.Winners.Only()))
	default:
		text = locale.T("%s win", g.names(res.Winners))
	}
	if len(res.Final) > 0 {
		text += " " + join(res.Final, "-")
	}
	if why, ok := reasons[res.Reason]; ok {
		text += " - " + locale.T(why)
	}
	return text
}

// units are the names of what a game counts.
var units = [...]string{rules.NoUnit: "", rules.PairUnit: "Pairs", rules.DiscUnit: "Discs", rules.SeedUnit: "Seeds"}

// score returns what the players have, "" in games without a count.
func (g *table) score(p rules.Position) string {
	s, ok := p.(rules.Scorer)
	if !ok || g.rules.Board().Score == rules.NoUnit {
		return ""
	}
	var counts []int
	for i := range g.rules.Players() {
		counts = append(counts, s.Score(rules.Player(i)))
	}
	return locale.T(units[g.rules.Board().Score]) + " " + join(counts, "-")
}

func join(counts []int, sep string) string {
	var words []string
	for _, n := range counts {
		words = append(words, strconv.Itoa(n))
	}
	return strings.Join(words, sep)
}

// gameTitle returns the title of the preset that the game is, or the nearest
// one's with the parameters that differ.
func gameTitle(s rules.Spec) string {
	r, err := all.FromSpec(s)
	if err != nil {
		return s.Game
	}
	g, _, _ := all.Find(s.Game)
	full := r.Spec().Params
	title, fewest := locale.T(g.Title), []string(nil)
	for i, p := range g.Presets {
		base, err := rules.Resolve(g.Params, p.Params)
		if err != nil {
			continue
		}
		var differs []string
		for _, name := range full.Names() {
			if base[name] != full[name] {
				differs = append(differs, name+"="+full[name])
			}
		}
		if i == 0 || len(differs) < len(fewest) {
			title, fewest = locale.T(p.Title), differs
		}
	}
	if len(fewest) > 0 {
		title += " (" + strings.Join(fewest, ", ") + ")"
	}
	return title
}

// line returns moves in notation.
func line(r rules.Rules, moves []rules.Move) string {
	var words []string
	for _, m := range moves {
		words = append(words, r.FormatMove(m))
	}
	return strings.Join(words, " ")
}
