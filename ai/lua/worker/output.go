package worker

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
	"unicode"
)

// Limits for the stored output of the child: per second, and in total until it is read.
const (
	logRate = 64 << 10
	logKept = 256 << 10
)

// output reads the child's output, so the child never blocks, and stores part of it.
type output struct {
	file *os.File
	end  chan struct{}

	mu      sync.Mutex
	news    chan struct{} // closed when data was read; nil if there is no waiter
	text    []byte
	read    uint64
	dropped uint64
	second  time.Time // start of the current second
	room    int       // bytes left in that second
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

// upTo waits up to d until read bytes have been read since the start.
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

// pop returns the output since the last call, with a note about dropped bytes.
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

// close ends the reading, even if the other end is still open.
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
