package app

import (
	"testing"

	"boardstudio/internal/looptest"
	"boardstudio/model"
)

// BenchmarkHistory reads the line of a step and jumps from one end of a long
// history to the other.
func BenchmarkHistory(b *testing.B) {
	b.Setenv("XDG_STATE_HOME", b.TempDir())
	s := New(looptest.New(1024), Defaults()).NewSession()
	b.Cleanup(s.Close)
	if err := s.NewGame(s.Settings.NewGame); err != nil {
		b.Fatal(err)
	}
	const steps = 100_000
	for i := range steps {
		if err := s.Tree().Do("Comment", model.SetComment{Node: s.Tree().Root(), Text: itoa(i % 10)}); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("step", func(b *testing.B) {
		i := 0
		for b.Loop() {
			i = (i + 387_421) % steps
			_ = s.History(i)
		}
	})
	b.Run("jump", func(b *testing.B) {
		for b.Loop() {
			s.JumpTo(0)
			s.JumpTo(steps)
		}
	})
}
