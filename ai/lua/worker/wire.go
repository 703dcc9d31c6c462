package worker

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"boardstudio/msg"
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

// coder writes or reads the fields of a message, one after the other. A message lists its fields once, each with
// its bounds, for both directions: so what one side agrees to send, the other takes. After the first error all that
// is read is zero.
type coder struct {
	b       []byte // what is written, behind the room for the length; or what is left to read
	reading bool
	// shorten cuts what is over its bounds to fit, when it is written. Otherwise that is an error for people.
	shorten bool
	err     error
}

// writer returns a coder that writes over buf.
func writer(buf []byte, shorten bool) *coder {
	return &coder{b: append(buf[:0], 0, 0, 0, 0), shorten: shorten}
}

// frame returns what was written, with its length in front.
func (c *coder) frame() ([]byte, error) {
	if c.err != nil {
		return nil, c.err
	}
	n := len(c.b) - 4
	if n > MaxFrame {
		return nil, msg.Errorf("a message for the script is longer than %d KB", MaxFrame>>10)
	}
	binary.LittleEndian.PutUint32(c.b, uint32(n))
	return c.b, nil
}

// end returns the error of reading, also when something is left.
func (c *coder) end() error {
	if len(c.b) > 0 {
		c.fail()
	}
	return c.err
}

// fail notes that what is read is broken.
func (c *coder) fail() { c.b, c.err = nil, errFrame }

// refuse notes why something is not written.
func (c *coder) refuse(err error) {
	if c.err == nil && !c.shorten {
		c.err = err
	}
}

func (c *coder) byte(v *byte) {
	switch {
	case !c.reading:
		c.b = append(c.b, *v)
	case len(c.b) == 0:
		c.fail()
		*v = 0
	default:
		*v, c.b = c.b[0], c.b[1:]
	}
}

func (c *coder) bool(v *bool) {
	var n byte
	if *v && !c.reading {
		n = 1
	}
	if c.byte(&n); n > 1 {
		c.fail()
	}
	*v = n == 1
}

// integer is any type of whole numbers.
type integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint32 | ~uint64
}

// natural is a number from 0 to most, which what names in an error.
func natural[N integer](c *coder, v *N, most uint64, what error) {
	if c.reading {
		*v = N(c.number(most))
		return
	}
	n := uint64(*v)
	switch {
	case *v < 0:
		c.refuse(msg.Errorf("%v: %v is less than %v", what, *v, 0))
		n = 0
	case n > most:
		c.refuse(msg.Errorf("%v: %v is more than %v", what, *v, N(most)))
		n = most
	}
	c.b = binary.AppendUvarint(c.b, n)
}

// number reads a number up to most, in its shortest form.
func (c *coder) number(most uint64) uint64 {
	n, size := binary.Uvarint(c.b)
	if size <= 0 || n > most || size > 1 && c.b[size-1] == 0 {
		c.fail()
		return 0
	}
	c.b = c.b[size:]
	return n
}

// whole is a number from least to most, which what names in an error.
func whole[N integer](c *coder, v *N, least, most int64, what error) {
	if c.reading {
		n, size := binary.Varint(c.b)
		if size <= 0 || n < least || n > most || size > 1 && c.b[size-1] == 0 {
			c.fail()
			*v = 0
			return
		}
		*v, c.b = N(n), c.b[size:]
		return
	}
	n := int64(*v)
	switch {
	case n < least:
		c.refuse(msg.Errorf("%v: %v is less than %v", what, n, least))
	case n > most:
		c.refuse(msg.Errorf("%v: %v is more than %v", what, n, most))
	}
	c.b = binary.AppendVarint(c.b, min(max(n, least), most))
}

func (c *coder) float(v *float64) {
	if !c.reading {
		c.b = binary.LittleEndian.AppendUint64(c.b, math.Float64bits(*v))
		return
	}
	if *v = 0; len(c.b) < 8 {
		c.fail()
		return
	}
	*v = math.Float64frombits(binary.LittleEndian.Uint64(c.b))
	c.b = c.b[8:]
}

// text is a string of most bytes, which what names in an error.
func text[S ~string | ~[]byte](c *coder, v *S, most int, what error) {
	if !c.reading {
		n := len(*v)
		if n > most {
			c.refuse(msg.Errorf("%v: there are more than %d bytes", what, most))
			n = end(string(*v), most)
		}
		c.b = append(binary.AppendUvarint(c.b, uint64(n)), (*v)[:n]...)
		return
	}
	n := c.number(uint64(min(most, len(c.b))))
	if uint64(len(c.b)) < n {
		c.fail()
		n = 0
	}
	*v = S(string(c.b[:n])) // a copy: the buffer is that of the next frame too
	c.b = c.b[n:]
}

// line is a text from a script's process: what is read is printable, and in one line.
func (c *coder) line(v *string, most int) {
	if text(c, v, most, nil); c.reading {
		*v = clean(*v, most)
	}
}

// count is the length of a list, most at most, whose elements take size bytes at least.
func (c *coder) count(n, most, size int, what error) int {
	if !c.reading {
		if n > most {
			c.refuse(msg.Errorf("%v: there are more than %d", what, most))
			n = most
		}
		c.b = binary.AppendUvarint(c.b, uint64(n))
		return n
	}
	if n = int(c.number(uint64(most))); n > len(c.b)/size {
		c.fail()
		return 0
	}
	return n
}

// list is a list of most elements, each of size bytes at least, for which element is called.
func list[T any](c *coder, v *[]T, most, size int, what error, element func(*T)) {
	n := c.count(len(*v), most, size, what)
	if c.reading {
		if *v = nil; n > 0 {
			*v = make([]T, n)
		}
	}
	for i := range n {
		element(&(*v)[i])
	}
}

// pairs are texts by their names: most of them, of size bytes each.
func (c *coder) pairs(m *map[string]string, most, size int, what error) {
	names := rules.Params(*m).Names()
	n := c.count(len(names), most, 2, what)
	if !c.reading {
		for _, name := range names[:n] {
			value := (*m)[name]
			switch {
			case len(name) > size:
				c.refuse(msg.Errorf("%v: the name %q has more than %d bytes", what, clean(name, 40)+"…", size))
			case len(value) > size:
				c.refuse(msg.Errorf("%v: the value of %q has more than %d bytes", what, name, size))
			}
			text(c, &name, size, what)
			text(c, &value, size, what)
		}
		return
	}
	*m = make(map[string]string, n)
	last := ""
	for i := range n {
		var name, value string
		if text(c, &name, size, what); i > 0 && name <= last { // sorted, each once
			c.fail()
		}
		text(c, &value, size, what)
		last, (*m)[name] = name, value
	}
}

func (c *coder) move(m *rules.Move) {
	whole(c, &m.From, math.MinInt16, math.MaxInt16, nil)
	whole(c, &m.To, math.MinInt16, math.MaxInt16, nil)
	whole(c, &m.Aux, math.MinInt32, math.MaxInt32, nil)
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

// The kinds of errors, and of their arguments.
const (
	asText byte = iota
	asNumber
	asError
	plainError     = asText
	formattedError = asNumber
)

// error is an error, an *msg.Error with its arguments so that it can be translated.
func (c *coder) error(v *error, depth int) {
	if c.reading {
		*v = c.readError(depth)
		return
	}
	r, ok := (*v).(*msg.Error)
	if !ok || depth == maxErrors || len(r.Args) > maxArgs || !plain(string(r.Format)) || len(r.Format) > maxMessage {
		c.b = append(c.b, plainError)
		c.message((*v).Error())
		return
	}
	c.b = append(c.b, formattedError)
	c.message(string(r.Format))
	c.count(len(r.Args), maxArgs, 2, nil)
	for _, a := range r.Args {
		switch a := a.(type) {
		case string:
			c.b = append(c.b, asText)
			c.message(a)
		case int:
			c.b = binary.AppendVarint(append(c.b, asNumber), int64(a))
		case error:
			c.b = append(c.b, asError)
			c.error(&a, depth+1)
		default:
			c.b = append(c.b, asText)
			c.message(msg.Errorf("%v", a).Error())
		}
	}
}

// message writes a text, or as much of it as fits.
func (c *coder) message(s string) {
	s = s[:end(s, maxMessage)]
	c.b = append(binary.AppendUvarint(c.b, uint64(len(s))), s...)
}

// readError reads an error.
func (c *coder) readError(depth int) error {
	var kind byte
	var message string
	c.byte(&kind)
	switch c.line(&message, maxMessage); kind {
	case plainError:
		return errors.New(message)
	case formattedError:
		if depth == maxErrors || !plain(message) {
			break
		}
		args := make([]any, 0, maxArgs)
		for range c.count(0, maxArgs, 2, nil) {
			switch c.byte(&kind); kind {
			case asText:
				var s string
				c.line(&s, maxMessage)
				args = append(args, s)
			case asNumber:
				var n int
				whole(c, &n, math.MinInt64, math.MaxInt64, nil)
				args = append(args, n)
			case asError:
				args = append(args, c.readError(depth+1))
			default:
				c.fail()
			}
		}
		return msg.Errorf(msg.Key(message), args...)
	}
	c.fail()
	return errFrame
}

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
