package words

import (
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
)

// Tally is how often a player followed the advice that was given.
type Tally struct {
	Player          rules.Player
	By              string // who advised last
	Given, Followed int
}

// CountAdvice returns a tally for each player who was advised on the way to a node.
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

// Sentence says how often a player followed the advice, and how the game ended for that player.
func (x Tally) Sentence(name string, r rules.Result) string {
	switch {
	case r.Draw():
		return locale.T("%s followed the advice in %d of %d moves, and the game was drawn", name, x.Followed, x.Given)
	case r.Winners.Has(x.Player):
		return locale.T("%s followed the advice in %d of %d moves, and won", name, x.Followed, x.Given)
	}
	return locale.T("%s followed the advice in %d of %d moves, and lost", name, x.Followed, x.Given)
}

// Suggestion says what the rules prove of a move, or else what its engine expects to follow: line begins with the move.
func Suggestion(r rules.Rules, p rules.Position, line []rules.Move) string {
	name := r.FormatMove(line[0])
	if why := Reasons(r, p, line[0]); why != "" {
		return locale.T("%s %s", name, why)
	}
	var names []string
	for _, m := range line[1:min(len(line), 5)] {
		names = append(names, r.FormatMove(m))
	}
	if names == nil {
		return locale.T("%s is what looks best to the engine; the rules alone prove nothing of it", name)
	}
	return locale.T("%s prepares what comes later; the engine expects %s", name, List(names))
}
