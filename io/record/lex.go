package record

import (
	"bytes"
	"regexp"
	"strings"

	"boardstudio/io/codec"
)

// kind is the kind of a token.
type kind uint8

const (
	end     kind = iota
	word         // a move, a move number, a result …
	tag          // text is the name, value the value
	comment      // text is what stands between the braces
	open         // (
	closed       // )
	badTag       // a line that begins as a tag and is none
)

// token is a piece of a record.
type token struct {
	kind        kind
	text, value string
	line        int
	first       bool // the first on its line
}

// lexer takes a record to pieces. A copy of it goes its own way.
type lexer struct {
	rest  []byte
	line  int
	first bool
	o     codec.Options
}

func newLexer(data []byte, o codec.Options) lexer {
	return lexer{rest: data, line: 1, first: true, o: o}
}

var tagLine = regexp.MustCompile(`^\[\s*([A-Za-z][^"\[\]\r\n]*?)\s*"((?:[^"\\\r\n]|\\.)*)"\s*\]`)

// next returns the next token, an end token when there is none.
func (l *lexer) next() (token, error) {
	for len(l.rest) > 0 {
		switch c := l.rest[0]; {
		case c == '\n':
			l.line++
			l.first = true
			l.rest = l.rest[1:]
		case isBlank(c):
			l.rest = l.rest[1:]
		case c == '[' && l.first:
			return l.tag(), nil
		case c == '{':
			return l.braces()
		case c == ';':
			return l.take(comment, trimmed(l.untilNewline()[1:]), len(l.untilNewline())), nil
		case c == '(':
			return l.take(open, "", 1), nil
		case c == ')':
			return l.take(closed, "", 1), nil
		default:
			i := bytes.IndexAny(l.rest, " \t\r\n\v\f{}();")
			switch {
			case i < 0:
				i = len(l.rest)
			case i == 0: // a brace that closes nothing
				i = 1
			}
			return l.take(word, string(l.rest[:i]), i), nil
		}
	}
	return token{kind: end, line: l.line}, nil
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' }

// take returns a token and goes on behind it.
func (l *lexer) take(k kind, text string, size int) token {
	t := token{kind: k, text: text, line: l.line, first: l.first}
	l.first = false
	l.line += bytes.Count(l.rest[:size], []byte("\n"))
	l.rest = l.rest[size:]
	return t
}

// untilNewline returns what is left of the line.
func (l *lexer) untilNewline() []byte {
	if i := bytes.IndexByte(l.rest, '\n'); i >= 0 {
		return l.rest[:i]
	}
	return l.rest
}

func trimmed(b []byte) string { return string(bytes.TrimSpace(b)) }

// tag reads a line such as [Event "Club evening"].
func (l *lexer) tag() token {
	line := l.untilNewline()
	m := tagLine.FindSubmatchIndex(line)
	if m == nil {
		return l.take(badTag, trimmed(line), len(line))
	}
	name, value := string(line[m[2]:m[3]]), string(line[m[4]:m[5]])
	t := l.take(tag, name, m[1])
	t.value = unescape.Replace(value)
	l.first = true // tags may share a line
	return t
}

var (
	unescape = strings.NewReplacer(`\"`, `"`, `\\`, `\`)
	escape   = strings.NewReplacer(`"`, `\"`, `\`, `\\`, "\n", " ", "\r", " ")
)

// braces reads a comment.
func (l *lexer) braces() (token, error) {
	i := bytes.IndexByte(l.rest, '}')
	switch {
	case i < 0:
		return token{}, l.o.Errorf(l.line, "a comment begins with { and does not end")
	case i > codec.MaxText:
		return token{}, l.o.Errorf(l.line, "a comment is longer than %d bytes", codec.MaxText)
	}
	return l.take(comment, trimmed(l.rest[1:i]), i+1), nil
}
