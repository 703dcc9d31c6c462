package main

import (
	"syscall"
	"testing"
	"time"
)

// TestInsist checks that a second Ctrl+C ends a command that does not stop, and that no
// other second signal does.
func TestInsist(t *testing.T) {
	for first := range numbers {
		p := command(t.TempDir())
		p.Env = append(p.Env, asProgram+"=stuck")
		p.launch(t).gets(t, first)
		p.until(t, "stopping", 1)
		for range 3 {
			p.gets(t, syscall.SIGHUP)
			p.gets(t, syscall.SIGTERM)
		}
		ended := make(chan struct{})
		go func() {
			for {
				select {
				case <-ended:
					return
				case <-time.After(10 * time.Millisecond): // two at once would count as one
					_ = p.Process.Signal(syscall.SIGINT)
				}
			}
		}()
		if code := p.end(t); code != exitInterrupted {
			t.Errorf("%v: exit code %d", first, code)
		}
		close(ended)
	}
}
