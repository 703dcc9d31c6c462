package othello

import (
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/rules/othello"
)

// Former are the names that engine types had when they played nothing else, and those they have now.
var Former = map[string]string{"othello-first": "first", "othello-greedy": "greedy"}

func plays(r rules.Rules) error {
	if r.Spec().Game != othello.Game.Name {
		return msg.Errorf("it plays Othello only")
	}
	return nil
}
