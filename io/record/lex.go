package record

import (
	"bytes"
	"context"
	"strings"
	"unicode/utf8"

	"boardstudio/io/codec"
)

// kind is the kind of a token.
type kind uint8

const (
	end     kind = iota
	word         // a move, a move number, a result …
	tag          // name and value
	comment      // text is the content of the braces
	open         // (
	closed       // )
	badTag       // a line that starts like a tag but is malformed
)

// token is a lexical token of a record.
type token struct {
	kind        kind
	text        []byte // text of a word, a comment or a badTag
	name, value string // name and value of a tag
	line        int
	first       bool // the first on its line
}

// lexer splits a record into tokens. A copy continues independently.
type lexer struct {
	rest  []byte
	size  int // size of the whole text
	line  int
	first bool
	count int // tokens so far
	depth int // open parentheses
	o     codec.Options

	eachLine bool // each line without tags is a game
}

// maxTokens is the largest number of words, comments and brackets in a record. It exceeds
// codec.MaxNodes moves, each with a number, a symbol and a comment.
const maxTokens = 4 * codec.MaxNodes

func newLexer(data []byte, o codec.Options) lexer {
	return lexer{rest: data, size: len(data), line: 1, first: true, o: o}
}

// next returns the next token. At the end of the text, it returns an end token.
func (l *lexer) next() (token, error) {
	if l.count++; l.count > maxTokens {
		return token{}, l.o.Errorf(l.line, "the record has more than %d words, comments and brackets", maxTokens)
	}
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
			return l.take(comment, bytes.TrimSpace(l.untilNewline()[1:]), len(l.untilNewline())), nil
		case c == '(':
			l.depth++
			return l.take(open, nil, 1), nil
		case c == ')':
			l.depth--
			return l.take(closed, nil, 1), nil
		default:
			i := 1 // includes an unmatched closing brace
			for c != '}' && i < len(l.rest) && !endsWord[l.rest[i]] {
				i++
			}
			if l.depth == 0 && i < len(l.rest) && l.rest[i] == ')' && digits(l.rest[:i]) {
				i++ // a move number such as "12)"
			}
			t := token{kind: word, text: l.rest[:i], line: l.line, first: l.first}
			l.first, l.rest = false, l.rest[i:]
			return t, nil
		}
	}
	return token{kind: end, line: l.line}, nil
}

// endsWord contains the characters that end a word.
var endsWord = func() (ends [256]bool) {
	for _, c := range []byte(" \t\r\n\v\f{}();") {
		ends[c] = true
	}
	return ends
}()

// check returns an error if the rest of the text cannot be split into tokens, up to the limit of
// one game.
func (l lexer) check(ctx context.Context) error {
	for l.count < maxTokens {
		if l.count%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if t, err := l.next(); err != nil || t.kind == end {
			return err
		}
	}
	return nil
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' }

// take returns a token and advances past it.
func (l *lexer) take(k kind, text []byte, size int) token {
	t := token{kind: k, text: text, line: l.line, first: l.first}
	l.first = false
	l.line += bytes.Count(l.rest[:size], []byte("\n"))
	l.rest = l.rest[size:]
	return t
}

// untilNewline returns the rest of the line.
func (l *lexer) untilNewline() []byte {
	if i := bytes.IndexByte(l.rest, '\n'); i >= 0 {
		return l.rest[:i]
	}
	return l.rest
}

// tag reads a tag such as [Event "Club evening"].
func (l *lexer) tag() token {
	line := l.untilNewline()
	name, value, size := splitTag(line)
	if size == 0 {
		return l.take(badTag, bytes.TrimSpace(line), len(line))
	}
	t := l.take(tag, nil, size)
	t.name, t.value = string(name), unescape.Replace(string(value))
	l.first = true // several tags may share a line
	return t
}

// blanks are allowed between the parts of a tag.
const blanks = " \t\r\f"

// splitTag returns the name of the tag at the start of a line, its value as written, and its
// length. The length is 0 if the line does not start with a tag. A regular expression would take
// seconds for a line of many megabytes.
func splitTag(line []byte) (name, value []byte, size int) {
	rest := bytes.TrimLeft(line[1:], blanks)
	i := bytes.IndexAny(rest, "\"[]\r")
	if i < 1 || rest[0]|0x20 < 'a' || rest[0]|0x20 > 'z' {
		return nil, nil, 0
	}
	name = bytes.TrimRight(rest[:i], blanks)
	if rest = bytes.TrimLeft(rest[i:], blanks); len(rest) == 0 || rest[0] != '"' {
		return nil, nil, 0
	}
	value = rest[1:]
	for end := 0; ; {
		i := bytes.IndexAny(value[end:], "\"\\\r")
		if i < 0 || value[end+i] == '\r' {
			return nil, nil, 0
		}
		if end += i; value[end] == '"' {
			rest = bytes.TrimLeft(value[end+1:], blanks)
			value = value[:end]
			break
		}
		_, next := utf8.DecodeRune(value[end+1:])
		if end += 1 + next; next == 0 {
			return nil, nil, 0
		}
	}
	if len(rest) == 0 || rest[0] != ']' {
		return nil, nil, 0
	}
	return name, value, len(line) - len(rest) + 1
}

var (
	unescape = strings.NewReplacer(`\"`, `"`, `\\`, `\`)
	escape   = strings.NewReplacer(`"`, `\"`, `\`, `\\`, "\n", " ", "\r", " ")
)

// braces reads a comment in braces. It returns an error if the closing brace is missing.
func (l *lexer) braces() (token, error) {
	i := bytes.IndexByte(l.rest, '}')
	if i < 0 {
		return token{}, l.o.Errorf(l.line, "a comment begins with { and does not end")
	}
	return l.take(comment, bytes.TrimSpace(l.rest[1:i]), i+1), nil
}
