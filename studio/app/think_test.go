package app

import "testing"

// TestContinuingIsTold checks that continuing a game notifies the window, even if the user is to
// move.
func TestContinuingIsTold(t *testing.T) {
	d := newFixture(t)
	d.play("b2")
	d.Back()
	var notified Topic
	d.OnChange(func(c Topic) { notified |= c })
	if d.Continue(); !d.Game.Running() || notified&TopicMode == 0 {
		t.Errorf("running %v, notified %b", d.Game.Running(), notified)
	}
}
