package ctl

import (
	"fmt"
	"os"
	"time"

	xterm "golang.org/x/term"
)

// Progress is a line on the standard error that is written over, on a terminal.
type Progress struct {
	out   *os.File // nil where nobody sees it
	shown bool
	last  time.Time
}

// Progress returns a line to show how far something is.
func (t *Tool) Progress() *Progress {
	p := &Progress{last: time.Now()}
	if IsTerminal(t.Err) {
		p.out, _ = t.Err.(*os.File)
	}
	return p
}

// Show writes the line, some times a second at most.
func (p *Progress) Show(text string) {
	if p.out == nil || time.Since(p.last) < 200*time.Millisecond {
		return
	}
	fmt.Fprintf(p.out, "\r\x1b[K%s", text)
	p.shown, p.last = true, time.Now()
}

// Clear takes the line away, for another to be written.
func (p *Progress) Clear() {
	if p.shown {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.shown = false
	}
}

// IsTerminal reports whether a stream is a terminal, one that is not closed.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && xterm.IsTerminal(int(f.Fd()))
}
