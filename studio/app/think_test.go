package app

import "testing"

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
