package app

import (
	"testing"

	"boardstudio/internal/looptest"
	"boardstudio/model"
	"boardstudio/studio/app/settings"
)

// BenchmarkHistory reads the entry of a step and jumps between the ends of a long history.
func BenchmarkHistory(b *testing.B) {
	b.Setenv("XDG_STATE_HOME", b.TempDir())
	s := New(looptest.New(1024), settings.Defaults()).NewSession()
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

func TestHistoryAndJump(t *testing.T) {
	d := newDesk(t)
	d.play("b2", "a1", "c3")
	d.Comment(d.Node(), "why")
	if got := d.Tree().Steps(); got != 4 {
		t.Fatalf("%d steps", got)
	}
	want := []HistoryStep{{"Start of the document", "", true}, {"Move", "b2", true}, {"Move", "a1", true}, {"Move", "c3", true}, {"Comment", "c3", true}}
	check := func(done int) {
		t.Helper()
		for i, w := range want {
			w.Done = i <= done
			if got := d.History(i); got != w {
				t.Errorf("with %d done, step %d is %+v, want %+v", done, i, got, w)
			}
		}
	}
	check(4)
	d.JumpTo(1)
	if got := d.line(); got != "b2" || d.Tree().At() != 1 {
		t.Errorf("the line is %q after %d steps", got, d.Tree().At())
	}
	check(1)
	d.JumpTo(3)
	if got := d.line(); got != "b2 a1 c3" || d.Node().Comment() != "" {
		t.Errorf("the line is %q", got)
	}
	d.JumpTo(0)
	if d.Node() != d.Tree().Root() || d.Tree().Len() != 1 {
		t.Error("the start of the document has moves")
	}
	d.JumpTo(99)
	check(4)
	if d.Node().Comment() != "why" {
		t.Error("the last step was not made again")
	}
}
