package extern

import (
	"bufio"
	"io"
	"slices"
	"strings"
	"sync"

	"boardstudio/text/msg"
)

// Limits on the stored output of a program.
const (
	maxLine   = 64 << 10 // bytes per line
	maxErrors = 64 << 10 // last bytes of standard error
	maxWaits  = 1024     // lines waiting to be read
	logLines  = 20       // remarks
	exchange  = 100      // lines of the log
	logLine   = 500      // bytes per line of the log
)

// record has the last lines exchanged. It is safe for concurrent use.
type record struct {
	mu    sync.Mutex
	lines []string
}

// add adds a line with a prefix that indicates the sender.
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

// Logs contains the last lines exchanged with each engine, by name. The zero value is empty. A nil
// *Logs records nothing. Methods may be called on any goroutine.
type Logs struct {
	mu sync.Mutex
	of map[string]*record
}

// begin sets the record of an engine.
func (l *Logs) begin(name string, r *record) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.of == nil {
		l.of = map[string]*record{}
	}
	l.of[name] = r
}

// put sets the last lines exchanged with an engine.
func (l *Logs) put(name string, lines []string) {
	l.begin(name, &record{lines: slices.Clone(lines)})
}

// Last returns the last lines exchanged with the named engine, even while it is running. It returns
// nil if there are none.
func (l *Logs) Last(name string) []string {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	r := l.of[name]
	l.mu.Unlock()
	if r == nil {
		return nil
	}
	return r.text()
}

// lineReader reads lines of any length, and stores at most maxLine bytes of each. A line ends with
// CR LF, LF or CR.
type lineReader struct {
	r     *bufio.Reader
	after bool // the last byte was a CR, so a LF belongs to it
	cut   int  // bytes cut from long lines
	part  func([]byte)
}

// next returns the next line. At the end of the input, it returns the rest after the last line end
// with io.EOF or the error of the reader.
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

// stdout separates the output of a program into answers and remarks.
type stdout struct {
	lines  chan string // closed at the end of the output
	remark func(string) bool

	mu      sync.Mutex
	remarks []string // the last ones since the last call of pop
	fresh   []string // the last ones since the last call of heard
	floods  int      // number of dropped lines
	cut     int      // number of dropped bytes
	partial string   // an unfinished line
}

// read reads to the end of the output.
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

// take processes a line. It drops an answer if too many are waiting.
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

// last appends a remark to the latest ones. It reports whether it dropped one.
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

// pop returns the last remarks since its last call, and the amount of dropped output.
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

// unfinished returns the text after the last line end.
func (o *stdout) unfinished() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.partial
}

// tail stores the last bytes of standard error.
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
