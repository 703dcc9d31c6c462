package line

import (
	"boardstudio/rules"
	"boardstudio/rules/line"
)

// optionsOf returns the options of an alignment game, or nil if r is another game.
func optionsOf(r rules.Rules) *line.Options {
	lr, ok := r.(*line.Rules)
	if !ok {
		return nil
	}
	o := lr.Options()
	return &o
}

// owners returns the owners of the first n cells.
func owners(p rules.Position, n int) []rules.Player {
	owner := make([]rules.Player, n)
	for c := range owner {
		owner[c] = p.At(rules.Cell(c)).Owner
	}
	return owner
}
