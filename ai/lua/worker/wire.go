package worker

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"boardstudio/rules"
)

// MaxFrame is the largest frame in bytes, without its length.
const MaxFrame = 1 << 20

var errFrame = errors.New("a frame of the script's process is broken")

// readFrame reads a frame into buf, which grows where it must, up to MaxFrame. The
// length is checked before anything is allocated.
func readFrame(r io.Reader, buf []byte) ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return buf[:0], err
	}
	n := binary.LittleEndian.Uint32(head[:])
	if n == 0 || n > MaxFrame {
		return buf[:0], errFrame
	}
	if cap(buf) < int(n) {
		buf = make([]byte, n)
	}
	buf = buf[:n]
	if _, err := io.ReadFull(r, buf); err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return buf[:0], err
	}
	return buf, nil
}

// encoder writes a frame: the bytes of the length come first.
type encoder struct{ b []byte }

func newEncoder(buf []byte, kind byte) encoder { return encoder{append(buf[:0], 0, 0, 0, 0, kind)} }

// frame returns the frame, an error if it is too long.
func (e *encoder) frame() ([]byte, error) {
	n := len(e.b) - 4
	if n > MaxFrame {
		return nil, rules.Errorf("a message for the script is longer than %d KB", MaxFrame>>10)
	}
	binary.LittleEndian.PutUint32(e.b, uint32(n))
	return e.b, nil
}

func (e *encoder) uint(n uint64)     { e.b = binary.AppendUvarint(e.b, n) }
func (e *encoder) int(n int)         { e.b = binary.AppendVarint(e.b, int64(n)) }
func (e *encoder) float(f float64)   { e.b = binary.LittleEndian.AppendUint64(e.b, math.Float64bits(f)) }
func (e *encoder) bool(b bool)       { e.b = append(e.b, map[bool]byte{true: 1}[b]) }
func (e *encoder) text(s string)     { e.uint(uint64(len(s))); e.b = append(e.b, s...) }
func (e *encoder) move(m rules.Move) { e.int(int(m.From)); e.int(int(m.To)); e.int(int(m.Aux)) }

func (e *encoder) texts(list []string) {
	e.uint(uint64(len(list)))
	for _, s := range list {
		e.text(s)
	}
}

func (e *encoder) pairs(m map[string]string) {
	names := rules.Params(m).Names()
	e.uint(uint64(len(names)))
	for _, n := range names {
		e.text(n)
		e.text(m[n])
	}
}

// decoder reads a frame. After the first error all that it reads is zero.
type decoder struct {
	b   []byte
	err error
}

func (d *decoder) fail() { d.b, d.err = nil, errFrame }

// end returns the error, also when something is left.
func (d *decoder) end() error {
	if len(d.b) > 0 {
		d.fail()
	}
	return d.err
}

func (d *decoder) byte() byte {
	if len(d.b) == 0 {
		d.fail()
		return 0
	}
	c := d.b[0]
	d.b = d.b[1:]
	return c
}

func (d *decoder) bool() bool {
	c := d.byte()
	if c > 1 {
		d.fail()
	}
	return c == 1
}

// uint reads a number up to most, in its shortest form.
func (d *decoder) uint(most uint64) uint64 {
	n, size := binary.Uvarint(d.b)
	if size <= 0 || n > most || size > 1 && d.b[size-1] == 0 {
		d.fail()
		return 0
	}
	d.b = d.b[size:]
	return n
}

// int reads a number from least to most.
func (d *decoder) int(least, most int64) int {
	n, size := binary.Varint(d.b)
	if size <= 0 || n < least || n > most || size > 1 && d.b[size-1] == 0 {
		d.fail()
		return 0
	}
	d.b = d.b[size:]
	return int(n)
}

func (d *decoder) float() float64 {
	if len(d.b) < 8 {
		d.fail()
		return 0
	}
	f := math.Float64frombits(binary.LittleEndian.Uint64(d.b))
	d.b = d.b[8:]
	return f
}

// text reads a string of most bytes.
func (d *decoder) text(most int) string {
	n := d.uint(uint64(min(most, len(d.b))))
	if uint64(len(d.b)) < n {
		d.fail()
		return ""
	}
	s := string(d.b[:n])
	d.b = d.b[n:]
	return s
}

// count reads the length of a list whose elements take size bytes at least.
func (d *decoder) count(most, size int) int {
	n := int(d.uint(uint64(most)))
	if n > len(d.b)/size {
		d.fail()
		return 0
	}
	return n
}

func (d *decoder) texts(most, size int) []string {
	n := d.count(most, 1)
	if n == 0 {
		return nil
	}
	list := make([]string, 0, n)
	for range n {
		list = append(list, d.text(size))
	}
	return list
}

func (d *decoder) pairs(most, size int) map[string]string {
	n := d.count(most, 2)
	m := make(map[string]string, n)
	last := ""
	for i := range n {
		name := d.text(size)
		if i > 0 && name <= last { // sorted, each once
			d.fail()
		}
		last = name
		m[name] = d.text(size)
	}
	return m
}

func (d *decoder) move() rules.Move {
	return rules.Move{
		From: rules.Cell(d.int(math.MinInt16, math.MaxInt16)), To: rules.Cell(d.int(math.MinInt16, math.MaxInt16)),
		Aux: int32(d.int(math.MinInt32, math.MaxInt32)),
	}
}

// The errors of a frame: how deep they stand inside each other, and what they hold.
const (
	maxErrors  = 4
	maxArgs    = 8
	maxMessage = 4 << 10
)

// plain reports whether a format has the simplest verbs only: any other could make a long
// text of a short one.
func plain(format string) bool {
	for {
		_, rest, ok := strings.Cut(format, "%")
		if !ok {
			return true
		}
		if rest == "" || !strings.ContainsRune("sdvq%", rune(rest[0])) {
			return false
		}
		format = rest[1:]
	}
}

// error writes an error, an *rules.Error with its arguments so that it can be translated.
func (e *encoder) error(err error, depth int) {
	r, ok := err.(*rules.Error)
	if !ok || depth == maxErrors || len(r.Args) > maxArgs || !plain(r.Format) {
		e.b = append(e.b, 0)
		e.text(cut(err.Error(), maxMessage))
		return
	}
	e.b = append(e.b, 1)
	e.text(cut(r.Format, maxMessage))
	e.uint(uint64(len(r.Args)))
	for _, a := range r.Args {
		switch a := a.(type) {
		case string:
			e.b = append(e.b, 0)
			e.text(cut(a, maxMessage))
		case int:
			e.b = append(e.b, 1)
			e.int(a)
		case error:
			e.b = append(e.b, 2)
			e.error(a, depth+1)
		default:
			e.b = append(e.b, 0)
			e.text(cut(rules.Errorf("%v", a).Error(), maxMessage))
		}
	}
}

// error reads an error.
func (d *decoder) error(depth int) error {
	switch d.byte() {
	case 0:
		return errors.New(clean(d.text(maxMessage), maxMessage))
	case 1:
		if depth == maxErrors {
			break
		}
		format := clean(d.text(maxMessage), maxMessage)
		if !plain(format) {
			break
		}
		args := make([]any, 0, maxArgs)
		for range d.count(maxArgs, 2) {
			switch d.byte() {
			case 0:
				args = append(args, clean(d.text(maxMessage), maxMessage))
			case 1:
				args = append(args, d.int(math.MinInt64, math.MaxInt64))
			case 2:
				args = append(args, d.error(depth+1))
			default:
				d.fail()
			}
		}
		return rules.Errorf(format, args...)
	}
	d.fail()
	return errFrame
}

// cut shortens s to n bytes at most.
func cut(s string, n int) string { return s[:end(s, n)] }

// end returns where s ends when it has n bytes at most.
func end(s string, n int) int {
	if len(s) <= n {
		return len(s)
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return n
}

// clean makes one line of a text from a script's process, of n bytes at most, without what
// would steer a terminal.
func clean(s string, n int) string {
	line := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case r == utf8.RuneError, !unicode.IsPrint(r):
			return '?'
		}
		return r
	}, s)
	return line[:end(line, n)] // not by cut: what is sent would count as texts to translate
}
