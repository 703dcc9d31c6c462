package ctl

import (
	"fmt"
	"os"
	"time"

	xterm "golang.org/x/term"
)

// Progress shows a line on standard error that is overwritten, if it is a terminal.
type Progress struct {
	out   *os.File // nil if standard error is not a terminal
	shown bool
	last  time.Time
}

// Progress returns a new progress line.
func (t *Tool) Progress() *Progress {
	p := &Progress{last: time.Now()}
	if IsTerminal(t.Err) {
		p.out, _ = t.Err.(*os.File)
	}
	return p
}

// Show writes the line, at most five times a second.
func (p *Progress) Show(text string) {
	if p.out == nil || time.Since(p.last) < 200*time.Millisecond {
		return
	}
	fmt.Fprintf(p.out, "\r\x1b[K%s", text)
	p.shown, p.last = true, time.Now()
}

// Clear erases the line, before other output.
func (p *Progress) Clear() {
	if p.shown {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.shown = false
	}
}

// IsTerminal reports whether a stream is an open terminal.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && xterm.IsTerminal(int(f.Fd()))
}
