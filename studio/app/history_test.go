package app

import (
	"strconv"
	"testing"

	"boardstudio"
	"boardstudio/internal/looptest"
	"boardstudio/model"
	"boardstudio/studio/app/settings"
)

// BenchmarkHistory reads the entry of a step and jumps between the ends of a long history.
func BenchmarkHistory(b *testing.B) {
	b.Setenv("XDG_STATE_HOME", b.TempDir())
	s := New(boardstudio.All, looptest.New(1024), settings.Defaults()).NewSession()
	b.Cleanup(s.Close)
	if err := s.NewGame(s.App.Settings.NewGame); err != nil {
		b.Fatal(err)
	}
	const steps = 100_000
	for i := range steps {
		if err := s.View.Tree().Do("Comment", model.SetComment{Node: s.View.Tree().Root(), Text: strconv.Itoa(i % 10)}); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("step", func(b *testing.B) {
		i := 0
		for b.Loop() {
			i = (i + 387_421) % steps
			_ = s.View.History(i)
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
	d := newFixture(t)
	d.play("b2", "a1", "c3")
	d.Comment(d.View.Node(), "why")
	if got := d.View.Tree().Steps(); got != 4 {
		t.Fatalf("%d steps", got)
	}
	want := []HistoryStep{{"Start of the document", "", true}, {"Move", "b2", true}, {"Move", "a1", true}, {"Move", "c3", true}, {"Comment", "c3", true}}
	check := func(done int) {
		t.Helper()
		for i, w := range want {
			w.Done = i <= done
			if got := d.View.History(i); got != w {
				t.Errorf("with %d done, step %d is %+v, want %+v", done, i, got, w)
			}
		}
	}
	check(4)
	d.JumpTo(1)
	if got := d.line(); got != "b2" || d.View.Tree().At() != 1 {
		t.Errorf("the line is %q after %d steps", got, d.View.Tree().At())
	}
	check(1)
	d.JumpTo(3)
	if got := d.line(); got != "b2 a1 c3" || d.View.Node().Comment() != "" {
		t.Errorf("the line is %q", got)
	}
	d.JumpTo(0)
	if d.View.Node() != d.View.Tree().Root() || d.View.Tree().Len() != 1 {
		t.Error("the start of the document has moves")
	}
	d.JumpTo(99)
	check(4)
	if d.View.Node().Comment() != "why" {
		t.Error("the last step was not made again")
	}
}
