package app

import (
	"testing"

	"boardstudio/model"
	"boardstudio/rules"
)

// A computer player has the parameters that its kind names, and else its level, where it has levels.
func TestParametersOfAComputerPlayer(t *testing.T) {
	for _, x := range []struct {
		kind  string
		level int
		want  rules.Params
	}{
		{"alphabeta", 2, rules.Params{"level": "2"}},
		{"alphabeta", 0, rules.Params{}},
		{"alphabeta", 99, rules.Params{}},
		{"alphabeta:4", 2, rules.Params{"level": "4"}},
		{"alphabeta:level=4", 0, rules.Params{"level": "4"}},
		{"lua:a.lua", 2, rules.Params{"file": "a.lua"}},
		{"random", 2, rules.Params{}},
		{"nobody", 2, rules.Params{}},
		{"alphabeta:nonsense", 2, rules.Params{}},
	} {
		if got := engineParams(model.Player{Kind: x.kind, Level: x.level}); !got.Equal(x.want) {
			t.Errorf("%s of level %d: %v, want %v", x.kind, x.level, got, x.want)
		}
	}
}

// The window hears that a game goes on, also when it is a person's turn.
func TestContinuingIsTold(t *testing.T) {
	d := newDesk(t)
	d.play("b2")
	d.Back()
	var told Topic
	d.OnChange(func(c Topic) { told |= c })
	if d.Continue(); !d.Running() || told&TopicMode == 0 {
		t.Errorf("running %v, told %b", d.Running(), told)
	}
}
