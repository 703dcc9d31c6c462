package othello

import (
	"boardstudio/rules"
	"boardstudio/rules/othello"
	"boardstudio/text/msg"
)

// Former maps the former names of engines, when they played only Othello, to their current names.
var Former = map[string]string{"othello-first": "first", "othello-greedy": "greedy"}

func plays(r rules.Rules) error {
	if r.Spec().Game != othello.Game.Name {
		return msg.Errorf("it plays Othello only")
	}
	return nil
}
