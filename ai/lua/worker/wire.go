package worker

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// MaxFrame is the largest size of a frame in bytes, without its length.
const MaxFrame = 1 << 20

var errFrame = errors.New("a frame of the script's process is broken")

// readFrame reads a frame into buf, which grows up to MaxFrame if necessary. It checks the length
// before it allocates memory.
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

// coder writes or reads the fields of a message in order. A message lists its fields once with
// their limits, for both directions. The receiver therefore accepts everything that the sender can
// write. After the first error, all fields are read as zero.
type coder struct {
	b       []byte // output, with space for the length at its start; or unread input
	reading bool
	// shorten makes writing shorten values that exceed their limits. Otherwise they are errors.
	shorten bool
	err     error
}

// writer returns a coder that writes to buf.
func writer(buf []byte, shorten bool) *coder {
	return &coder{b: append(buf[:0], 0, 0, 0, 0), shorten: shorten}
}

// frame returns the output with its length at the start.
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

// end returns the error of reading. Unread input is an error.
func (c *coder) end() error {
	if len(c.b) > 0 {
		c.fail()
	}
	return c.err
}

// fail records that the input is invalid.
func (c *coder) fail() { c.b, c.err = nil, errFrame }

// refuse records why a value is not written.
func (c *coder) refuse(err error) {
	if c.err == nil && !c.shorten {
		c.err = err
	}
}

// integer is any integer type.
type integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint32 | ~uint64
}

// number codes a number from low to high in its shortest form. what is its name in errors.
func number[N integer](c *coder, v *N, low, high N, what error) {
	if c.reading {
		n, size := binary.Varint(c.b)
		if size <= 0 || size > 1 && c.b[size-1] == 0 || int64(N(n)) != n || N(n) < low || N(n) > high {
			c.fail()
			*v = 0
			return
		}
		*v, c.b = N(n), c.b[size:]
		return
	}
	switch {
	case *v < low:
		c.refuse(msg.Errorf("%v: %v is less than %v", what, *v, low))
	case *v > high:
		c.refuse(msg.Errorf("%v: %v is more than %v", what, *v, high))
	}
	c.b = binary.AppendVarint(c.b, int64(min(max(*v, low), high)))
}

// natural codes a number from 0 to high.
func natural[N integer](c *coder, v *N, high N, what error) { number(c, v, 0, high, what) }

func (c *coder) bool(v *bool) {
	var n byte
	if *v {
		n = 1
	}
	natural(c, &n, 1, nil)
	*v = n == 1
}

func (c *coder) float(v *float64) {
	bits := math.Float64bits(*v)
	natural(c, &bits, math.MaxUint64, nil)
	*v = math.Float64frombits(bits)
}

// length codes the length of a list of at most limit elements. Each takes at least size bytes.
func (c *coder) length(n, limit, size int) int {
	if natural(c, &n, limit, nil); c.reading && n > len(c.b)/size {
		c.fail()
		return 0
	}
	return n
}

// text codes a string of at most limit bytes. what is its name in errors.
func text[S ~string | ~[]byte](c *coder, v *S, limit int, what error) {
	n := len(*v)
	if !c.reading && n > limit {
		c.refuse(msg.Errorf("%v: there are more than %d bytes", what, limit))
		n = end(string(*v), limit)
	}
	n = c.length(n, limit, 1)
	if !c.reading {
		c.b = append(c.b, (*v)[:n]...)
		return
	}
	if *v = *new(S); n > 0 {
		*v, c.b = S(string(c.b[:n])), c.b[n:] // a copy, since the next frame uses the same buffer
	}
}

// line codes a text from a script's process. It is read as one printable line.
func (c *coder) line(v *string, limit int) {
	if text(c, v, limit, nil); c.reading {
		*v = clean(*v, limit)
	}
}

// list codes a list of at most limit elements, each of at least size bytes. It calls element for
// each.
func list[T any](c *coder, v *[]T, limit, size int, what error, element func(*T)) {
	if !c.reading && len(*v) > limit {
		c.refuse(msg.Errorf("%v: there are more than %d", what, limit))
	}
	n := c.length(min(len(*v), limit), limit, size)
	if c.reading {
		if *v = nil; n > 0 {
			*v = make([]T, n)
		}
	}
	for i := range n {
		element(&(*v)[i])
	}
}

// pairs codes a map of at most limit texts, of at most size bytes each.
func (c *coder) pairs(m *map[string]string, limit, size int, what error) {
	names := rules.Params(*m).Names()
	if c.reading {
		*m = map[string]string{}
	}
	last := ""
	list(c, &names, limit, 2, what, func(name *string) {
		value := (*m)[*name]
		switch {
		case c.reading:
		case len(*name) > size:
			c.refuse(msg.Errorf("%v: the name %q has more than %d bytes", what, clean(*name, 40)+"…", size))
		case len(value) > size:
			c.refuse(msg.Errorf("%v: the value of %q has more than %d bytes", what, *name, size))
		}
		text(c, name, size, what)
		if text(c, &value, size, what); !c.reading {
			return
		}
		if len(*m) > 0 && *name <= last { // sorted and unique
			c.fail()
		}
		last, (*m)[*name] = *name, value
	})
}

func (c *coder) move(m *rules.Move) {
	number(c, &m.From, math.MinInt16, math.MaxInt16, nil)
	number(c, &m.To, math.MinInt16, math.MaxInt16, nil)
	number(c, &m.Aux, math.MinInt32, math.MaxInt32, nil)
}

// Limits for errors in a frame: their nesting depth and their content.
const (
	maxErrors  = 4
	maxArgs    = 8
	maxMessage = 4 << 10
)

// plain matches formats that only have simple verbs. Others could turn a short text into a long
// one.
var plain = regexp.MustCompile(`^(?:[^%]|%[sdvq%])*$`)

// Kinds of errors, and of their arguments.
const (
	asText byte = iota
	asNumber
	asError
	plainError     = asText
	formattedError = asNumber
)

// error codes an error. An *msg.Error is coded with its arguments, so that it can be translated.
func (c *coder) error(v *error, depth int) {
	kind, text, args := plainError, "", []any(nil)
	if c.reading {
		*v = errFrame
	} else {
		text = (*v).Error()
		if r, ok := (*v).(*msg.Error); ok && depth < maxErrors && len(r.Args) <= maxArgs && plain.MatchString(string(r.Format)) && len(r.Format) <= maxMessage {
			kind, text, args = formattedError, string(r.Format), slices.Clone(r.Args)
		}
	}
	number(c, &kind, plainError, formattedError, nil)
	switch c.line(&text, maxMessage); {
	case kind == plainError && c.reading:
		*v = errors.New(text)
	case kind == plainError:
	case c.reading && (depth == maxErrors || !plain.MatchString(text)):
		c.fail()
	default:
		list(c, &args, maxArgs, 2, nil, func(a *any) { c.argument(a, depth) })
		if c.reading {
			*v = msg.Errorf(msg.Key(text), args...)
		}
	}
}

// argument encodes or decodes an argument of an error.
func (c *coder) argument(a *any, depth int) {
	kind := asText
	switch (*a).(type) {
	case int:
		kind = asNumber
	case error:
		kind = asError
	}
	switch number(c, &kind, asText, asError, nil); kind {
	case asNumber:
		n, _ := (*a).(int)
		number(c, &n, math.MinInt, math.MaxInt, nil)
		*a = n
	case asError:
		err, _ := (*a).(error)
		c.error(&err, depth+1)
		*a = err
	default:
		s, ok := (*a).(string)
		if !ok && !c.reading {
			s = msg.Errorf("%v", *a).Error()
		}
		c.line(&s, maxMessage)
		*a = s
	}
}

// end returns the length of the longest valid prefix of s with at most n bytes.
func end(s string, n int) int {
	if len(s) <= n {
		return len(s)
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return n
}

// clean returns a text from a script's process as one line of at most n bytes, without control
// characters.
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
	return line[:end(line, n)] // do not call cut, whose result would be collected for translation
}
