package sgf

import (
	"bytes"
	"strings"

	"boardstudio/io/codec"
)

// scanner splits a text into properties.
type scanner struct {
	o      codec.Options
	data   []byte
	pos    int
	line   int      // line of pos
	name   []byte   // original name of the last property, if lower-case letters were dropped
	values [][]byte // values of the last property
	broken int      // line of a value that does not end, or 0
}

// property is a property of a node. It is valid until the next one is read.
type property struct {
	name   string
	values [][]byte // as written in the file
	line   int
}

// first returns the first value, or nil.
func (p property) first() []byte {
	if len(p.values) == 0 {
		return nil
	}
	return p.values[0]
}

// space skips white space.
func (s *scanner) space() {
	for ; s.pos < len(s.data); s.pos++ {
		switch s.data[s.pos] {
		case '\n':
			s.line++
		case ' ', '\t', '\r', '\v', '\f':
		default:
			return
		}
	}
}

// valueEnd returns the index of the ] that ends the value at from, or -1 if there is none.
func valueEnd(data []byte, from int) int {
	for i := from; ; {
		j := bytes.IndexByte(data[i:], ']')
		if j < 0 {
			return -1
		}
		j += i
		k := j
		for k > from && data[k-1] == '\\' {
			k--
		}
		if (j-k)%2 == 0 {
			return j
		}
		i = j + 1
	}
}

// property reads the property at pos and its values. It drops lower-case letters from the name, except that a name of
// one or two lower-case letters counts as upper case. The name is "" if no letters remain. An unterminated value is
// dropped with the rest of the file.
func (s *scanner) property() property {
	p := property{line: s.line}
	from, capitals := s.pos, true
	for s.pos < len(s.data) && isName(s.data[s.pos]) {
		capitals = capitals && (s.data[s.pos] < 'a' || s.data[s.pos] > 'z')
		s.pos++
	}
	s.name = s.data[from:s.pos]
	if !capitals {
		s.name = nil
		for _, c := range s.data[from:s.pos] {
			if c < 'a' || c > 'z' {
				s.name = append(s.name, c)
			}
		}
		if len(s.name) == 0 && s.pos-from <= 2 { // a current name in lower case
			s.name = bytes.ToUpper(s.data[from:s.pos])
		}
	}
	if known, ok := names[string(s.name)]; ok {
		p.name = known // without an allocation
	} else if len(s.name) > 0 && s.name[0] >= 'A' {
		p.name = string(s.name)
	}
	s.values = s.values[:0]
	for s.space(); s.pos < len(s.data) && s.data[s.pos] == '['; s.space() {
		end := valueEnd(s.data, s.pos+1)
		if end < 0 {
			s.broken = s.line
			s.pos = len(s.data)
			break
		}
		v := s.data[s.pos+1 : end]
		s.line += bytes.Count(v, newline)
		s.values = append(s.values, v)
		s.pos = end + 1
	}
	p.values = s.values
	return p
}

var newline = []byte("\n")

func isName(c byte) bool { return isLetter(c) || '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' }

// names contains the frequent property names.
var names = func() map[string]string {
	m := map[string]string{}
	for _, n := range strings.Fields("AB AE AP AR AW B BL BM C CA CR DD DM DO FF GB GM GW HO IT KO L LB LN M MA MN N OB OW PB PL PW SL SQ SZ TB TE TR TW UC V VW W WL " +
		"XA XB XC XE XG XI XJ XM XP XS XT") {
		m[n] = n
	}
	for _, p := range infoProps {
		m[p.prop] = p.prop
	}
	return m
}()

// text returns a value of type Text. It removes escapes and soft line breaks, and replaces other
// line breaks with \n.
func text(v []byte) string { return unescape(v, '\n') }

// simple returns a value of type SimpleText. It is like text, but replaces line breaks with spaces.
func simple(v []byte) string { return unescape(v, ' ') }

func unescape(v []byte, br byte) string {
	if !bytes.ContainsAny(v, "\\\r\n\t\v\f") {
		return string(v)
	}
	b := make([]byte, 0, len(v))
	for i := 0; i < len(v); i++ {
		switch c := v[i]; c {
		case '\\':
			if i++; i == len(v) {
				break
			}
			if n := breakLen(v[i:]); n > 0 {
				i += n - 1
			} else {
				b = append(b, blank(v[i]))
			}
		case '\n', '\r':
			i += breakLen(v[i:]) - 1
			b = append(b, br)
		default:
			b = append(b, blank(c))
		}
	}
	return string(b)
}

// blank replaces white-space characters with a space.
func blank(c byte) byte {
	if c == '\t' || c == '\v' || c == '\f' {
		return ' '
	}
	return c
}

// breakLen returns the length of the line break at the start of v, or 0. A pair of \n and \r, in
// either order, is one line break.
func breakLen(v []byte) int {
	switch {
	case len(v) == 0 || v[0] != '\n' && v[0] != '\r':
		return 0
	case len(v) > 1 && (v[1] == '\n' || v[1] == '\r') && v[1] != v[0]:
		return 2
	}
	return 1
}

// compose splits a value at the first unescaped colon. ok is false if there is none.
func compose(v []byte) (a, b []byte, ok bool) {
	for i := 0; i < len(v); i++ {
		switch v[i] {
		case '\\':
			i++
		case ':':
			return v[:i], v[i+1:], true
		}
	}
	return v, nil, false
}

var (
	escape  = strings.NewReplacer(`\`, `\\`, `]`, `\]`)
	escape2 = strings.NewReplacer(`\`, `\\`, `]`, `\]`, `:`, `\:`) // escapes composed values
)
