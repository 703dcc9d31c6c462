// Package looptest provides an event loop that a test runs step by step.
package looptest

import (
	"testing"
	"time"
)

// Loop is an event loop whose functions wait in Queue until the test calls them.
type Loop struct{ Queue chan func() }

// New returns a loop with room for n functions.
func New(n int) *Loop { return &Loop{make(chan func(), n)} }

// Post queues f. It may be called from any goroutine.
func (l *Loop) Post(f func()) { l.Queue <- f }

// After queues f after the duration d, unless stop is called before.
func (l *Loop) After(d time.Duration, f func()) (stop func()) {
	stopped := false
	t := time.AfterFunc(d, func() {
		l.Post(func() {
			if !stopped {
				f()
			}
		})
	})
	return func() { stopped = true; t.Stop() }
}

// Turn waits for a function and calls it. It fails the test after a minute.
func (l *Loop) Turn(t *testing.T) {
	t.Helper()
	select {
	case f := <-l.Queue:
		f()
	case <-time.After(time.Minute):
		t.Fatal("nothing happens on the loop")
	}
}

// Until runs the loop until ok returns true. It fails the test after a minute.
func (l *Loop) Until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	deadline := time.After(60 * time.Second)
	for !ok() {
		select {
		case f := <-l.Queue:
			f()
		case <-deadline:
			t.Fatalf("%s never happened", what)
		}
	}
}
