package worker

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
	"unicode"
)

// What is kept of what the child writes: so much a second, and so much in all
// until it is taken.
const (
	logRate = 64 << 10
	logKept = 256 << 10
)

// output reads what the child writes, so that it never waits for us, and keeps some of it.
type output struct {
	file *os.File
	end  chan struct{}

	mu      sync.Mutex
	news    chan struct{} // closed when something was read, nil while nobody waits
	text    []byte
	read    uint64
	dropped uint64
	second  time.Time // when the rate was last looked at
	room    int       // bytes until a second later
}

func drain(file *os.File) *output {
	o := &output{file: file, end: make(chan struct{})}
	go o.run()
	return o
}

func (o *output) run() {
	defer close(o.end)
	buf := make([]byte, 32<<10)
	for {
		n, err := o.file.Read(buf)
		if n > 0 {
			o.take(buf[:n], time.Now())
		}
		if err != nil {
			return
		}
	}
}

func (o *output) take(b []byte, now time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.read += uint64(len(b))
	if now.Sub(o.second) >= time.Second {
		o.second, o.room = now, logRate
	}
	n := min(len(b), o.room, logKept-len(o.text))
	o.text = append(o.text, b[:n]...)
	o.room -= n
	o.dropped += uint64(len(b) - n)
	if o.news != nil {
		close(o.news)
		o.news = nil
	}
}

// upTo waits until so many bytes have been read since the start, not longer than d.
func (o *output) upTo(read uint64, d time.Duration) {
	late := time.Now().Add(d)
	for {
		o.mu.Lock()
		if o.read >= read {
			o.mu.Unlock()
			return
		}
		if o.news == nil {
			o.news = make(chan struct{})
		}
		news := o.news
		o.mu.Unlock()
		wait := time.NewTimer(time.Until(late))
		select {
		case <-news:
			wait.Stop()
		case <-o.end:
			wait.Stop()
			return
		case <-wait.C:
			return
		}
	}
}

// pop returns what has come since the last call, with a note of what was dropped.
func (o *output) pop() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	text := printable(string(o.text))
	if o.dropped > 0 {
		text += fmt.Sprintf("… %d bytes more\n", o.dropped)
	}
	o.text, o.dropped = nil, 0
	return text
}

// close ends the reading, also where somebody still holds the other end.
func (o *output) close() {
	o.file.Close()
	<-o.end
}

// printable returns lines of printable text.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsPrint(r) && r != unicode.ReplacementChar:
			return r
		}
		return '?'
	}, s)
}
