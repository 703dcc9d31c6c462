package jobs

import (
	"context"
	"errors"
	"testing"
	"time"

	"boardstudio/io/codec"
)

// TestPause checks that pausing ends the operation of a job, and that resuming starts it again. A
// job cancelled while paused ends.
func TestPause(t *testing.T) {
	b := newFixture(t)
	runs, over, result := make(chan struct{}, 4), false, error(nil)
	finish := make(chan struct{})
	do := func() {
		over = false
		b.Do(Task{
			Kind: Study, Title: "study", Pausable: true,
			First: func(ctx context.Context, p codec.Progress) error {
				p(1, 3)
				runs <- struct{}{}
				select {
				case <-finish:
					return nil
				case <-ctx.Done():
					return ctx.Err()
				}
			},
			Then: func(err error) { over, result = true, err },
		})
	}
	do()
	<-runs
	j := b.Pausable()
	if j == nil || j != b.Job() || j.Paused() {
		t.Fatal("it cannot pause")
	}
	j.Pause()
	j.Pause()
	if !j.Paused() {
		t.Error("it does not pause")
	}
	j.Resume()
	<-runs // again
	if done, total := j.Progress(); done != 1 || total != 3 || j.Paused() {
		t.Errorf("%d of %d, pausing: %v", done, total, j.Paused())
	}
	finish <- struct{}{}
	b.loop.Until(t, "its end", func() bool { return over })
	if result != nil || b.Pausable() != nil {
		t.Errorf("it ended with %v", result)
	}
	do()
	<-runs
	b.Pausable().Pause()
	b.Pausable().Cancel()
	b.loop.Until(t, "its end", func() bool { return over })
	if !errors.Is(result, ErrAsked) || !errors.Is(result, context.Canceled) {
		t.Errorf("cancelled, it ended with %v", result)
	}
}

// TestClosingEndsStudies checks that closing a document ends the analysis of its positions.
func TestClosingEndsStudies(t *testing.T) {
	b := newFixture(t)
	ended := make(chan struct{})
	b.Do(Task{
		Kind: Study, Title: "study",
		First: func(ctx context.Context, _ codec.Progress) error { <-ctx.Done(); close(ended); return ctx.Err() },
		Then:  func(error) {},
	})
	b.Open(document(t))
	<-ended
}

func TestTimeLeft(t *testing.T) {
	for _, x := range []struct {
		in         time.Duration
		done, rest int64
		want       time.Duration
		known      bool
	}{
		{10 * time.Second, 5, 20, 40 * time.Second, true},
		{10 * time.Second, 5, 0, 0, true},
		{10 * time.Second, 0, 20, 0, false}, // nothing done yet
		{time.Second / 2, 5, 20, 0, false},  // too early
	} {
		if got, ok := left(x.in, x.done, x.rest); got != x.want || ok != x.known {
			t.Errorf("%v: %v, %v", x, got, ok)
		}
	}
	var c count
	c.Count(7, 10) // done before
	if d, ok := c.Left(); ok {
		t.Errorf("%v left, of which nothing is known", d)
	}
}
