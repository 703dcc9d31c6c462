package words

import (
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/locale"
)

// Tally counts how often a player followed advice.
type Tally struct {
	Player          rules.Player
	By              string // the last adviser
	Given, Followed int
}

// CountAdvice returns a tally for each player who was given advice on the line from the root to to.
func CountAdvice(t *model.Tree, to *model.Node) []Tally {
	each := make([]Tally, t.Rules().Players())
	for n := to; n.Parent() != nil; n = n.Parent() {
		a := n.Advice()
		m, ok := n.Move()
		if a.By == "" || !ok {
			continue
		}
		p, err := t.Position(n.Parent())
		if err != nil || p.Turn() == rules.NoPlayer {
			continue
		}
		x := &each[p.Turn()]
		x.Given++
		if x.By == "" {
			x.Player, x.By = p.Turn(), a.By
		}
		if a.Move == m {
			x.Followed++
		}
	}
	var list []Tally
	for _, x := range each {
		if x.Given > 0 {
			list = append(list, x)
		}
	}
	return list
}

// Sentence returns a sentence about how often the player followed the advice, and how the game
// ended for the player.
func (x Tally) Sentence(name string, r rules.Result) string {
	switch {
	case r.Draw():
		return locale.T("%s followed the advice in %d of %d moves, and the game was drawn", name, x.Followed, x.Given)
	case r.Winners.Has(x.Player):
		return locale.T("%s followed the advice in %d of %d moves, and won", name, x.Followed, x.Given)
	}
	return locale.T("%s followed the advice in %d of %d moves, and lost", name, x.Followed, x.Given)
}

// Suggestion returns the facts that the rules prove about the first move of line. Otherwise it
// returns the line that the engine expects.
func Suggestion(r rules.Rules, p rules.Position, line []rules.Move) string {
	name := r.FormatMove(line[0])
	if why := Reasons(r, p, line[0]); why != "" {
		return name + " " + why
	}
	var names []string
	for _, m := range line[1:min(len(line), 5)] {
		names = append(names, r.FormatMove(m))
	}
	if names == nil {
		return locale.T("%s looks best", name)
	}
	return locale.T("%s prepares later moves; the engine expects %s", name, List(names))
}
