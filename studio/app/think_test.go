package app

import "testing"

// TestContinuingIsTold checks that continuing a game notifies the window, even if the user is to
// move.
func TestContinuingIsTold(t *testing.T) {
	d := newDesk(t)
	d.play("b2")
	d.Back()
	var told Topic
	d.OnChange(func(c Topic) { told |= c })
	if d.Continue(); !d.Game.Running() || told&TopicMode == 0 {
		t.Errorf("running %v, told %b", d.Game.Running(), told)
	}
}
