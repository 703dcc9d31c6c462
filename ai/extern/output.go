package extern

import (
	"bufio"
	"io"
	"slices"
	"strings"
	"sync"

	"boardstudio/msg"
)

// What is kept of what a program writes.
const (
	maxLine   = 64 << 10 // bytes of a line
	maxErrors = 64 << 10 // bytes of the standard error, the last
	maxWaits  = 1024     // lines that nobody has asked for yet
	logLines  = 20       // remarks
	exchange  = 100      // lines of the log
	logLine   = 500      // bytes of a line of the log
)

// record holds the last lines that were exchanged. It is safe for concurrent use.
type record struct {
	mu    sync.Mutex
	lines []string
}

// add adds a line, with a sign in front that says whose it is.
func (l *record) add(sign, line string) {
	if len(line) > logLine {
		line = line[:logLine]
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.lines) == exchange {
		l.lines = slices.Delete(l.lines, 0, 1)
	}
	l.lines = append(l.lines, sign+line)
}

// text returns the lines, cleaned.
func (l *record) text() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out []string
	for _, line := range l.lines {
		out = append(out, Clean(line))
	}
	return out
}

// lineReader reads lines of any length, and holds no more than maxLine bytes of one. A line ends with CR LF, LF or CR.
type lineReader struct {
	r     *bufio.Reader
	after bool // a CR: a LF that follows belongs to it
	cut   int  // bytes of lines that were longer
	part  func([]byte)
}

// next returns the next line. At the end of the file the error is io.EOF or that of the reader, with what stands behind the last end of a line.
func (l *lineReader) next() (string, error) {
	var line []byte
	for {
		b, err := l.r.ReadByte()
		switch {
		case err != nil:
			return string(line), err
		case b == '\n' && l.after:
			l.after = false
			continue
		}
		l.after = b == '\r'
		if b == '\n' || b == '\r' {
			return string(line), nil
		}
		if len(line) < maxLine {
			line = append(line, b)
		} else {
			l.cut++
		}
		if l.part != nil && l.r.Buffered() == 0 {
			l.part(line)
		}
	}
}

// stdout sorts what a program writes: into lines for the conversation, and remarks.
type stdout struct {
	lines  chan string // closed at the end of the file
	remark func(string) bool

	mu      sync.Mutex
	remarks []string // the last ones, since they were taken
	fresh   []string // likewise, for who listens while the program thinks
	floods  int      // lines that were dropped
	cut     int      // bytes that were
	partial string   // a line that has not ended
}

// read reads to the end of the file.
func (o *stdout) read(r io.Reader, log *record) {
	defer close(o.lines)
	in := lineReader{r: bufio.NewReaderSize(r, 64<<10)}
	in.part = func(line []byte) {
		o.mu.Lock()
		o.partial = string(line[:min(len(line), most)])
		o.mu.Unlock()
	}
	for {
		line, err := in.next()
		if err == nil || line != "" {
			log.add("< ", line)
			o.take(line, in.cut)
		}
		if err != nil {
			return
		}
	}
}

// take gives a line to who waits for it, or drops it where too many wait.
func (o *stdout) take(line string, cut int) {
	remark := o.remark(line)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.partial, o.cut = "", cut
	if remark {
		line = line[:min(len(line), logLine)]
		var dropped bool
		if o.remarks, dropped = last(o.remarks, line); dropped {
			o.floods++
		}
		o.fresh, _ = last(o.fresh, line)
		return
	}
	select {
	case o.lines <- line:
	default:
		o.floods++
	}
}

// last adds a remark to the latest ones, and reports whether one was dropped for it.
func last(list []string, line string) ([]string, bool) {
	full := len(list) == logLines
	if full {
		list = slices.Delete(list, 0, 1)
	}
	return append(list, line), full
}

// heard returns the latest remarks since its last call.
func (o *stdout) heard() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	fresh := o.fresh
	o.fresh = nil
	return fresh
}

// pop returns the last remarks since the last call, and what was dropped.
func (o *stdout) pop() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	var out []string
	for _, r := range o.remarks {
		out = append(out, Clean(r))
	}
	if o.floods > 0 {
		out = append(out, msg.Errorf("… %d lines more", o.floods).Error())
	}
	if o.cut > 0 {
		out = append(out, msg.Errorf("… %d bytes more", o.cut).Error())
	}
	o.remarks, o.floods = nil, 0
	return strings.Join(out, "\n")
}

// unfinished returns what stands behind the last end of a line.
func (o *stdout) unfinished() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.partial
}

// tail keeps the last bytes of the standard error.
type tail struct {
	mu   sync.Mutex
	text []byte
	end  chan struct{}
}

func (t *tail) read(r io.Reader) {
	defer close(t.end)
	buf := make([]byte, 32<<10)
	for {
		n, err := r.Read(buf)
		t.mu.Lock()
		t.text = append(t.text, buf[:n]...)
		if over := len(t.text) - maxErrors; over > 0 {
			t.text = slices.Delete(t.text, 0, over)
		}
		t.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}
