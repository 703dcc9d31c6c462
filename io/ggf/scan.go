package ggf

import (
	"bytes"

	"boardstudio/io/codec"
)

// prop is a property, or the end of a game.
type prop struct {
	name  string // "" for the end
	value string
	line  int
}

// scanner reads the properties of a game one by one.
type scanner struct {
	data []byte
	at   int
	line int
	o    codec.Options
}

// next returns the offset after the (; of the next game, or -1. text reports whether there is text
// before the game other than its number of games.
func next(data []byte, at int) (from int, text bool) {
	i := bytes.Index(data[at:], []byte("(;"))
	if i < 0 {
		return -1, len(bytes.Trim(data[at:], between)) > 0
	}
	return at + i + 2, len(bytes.Trim(data[at:at+i], between)) > 0
}

// between are the characters allowed between games.
const between = " \t\r\n\v\f0123456789"

// end returns the end offset of the game that begins at from. If its ;) is missing, the game ends
// at the next game or at the end of the data.
func end(data []byte, from int) int {
	for i := from; i < len(data); i++ {
		switch data[i] {
		case '[':
			n := value(data[i+1:])
			if n < 0 {
				return len(data)
			}
			i += n + 1
		case ')':
			return i + 1
		case '(':
			if i+1 < len(data) && data[i+1] == ';' {
				return i
			}
		}
	}
	return len(data)
}

// value returns the length of the value at the start of data, up to its ], or -1 if the ] is
// missing.
func value(data []byte) int {
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '\\':
			if i+1 < len(data) && (data[i+1] == ']' || data[i+1] == '\\') {
				i++
			}
		case ']':
			return i
		}
	}
	return -1
}

// inName reports whether c can be part of a name.
func inName(c byte) bool {
	return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '_'
}

// next returns the next property. It returns an error if the syntax is invalid.
func (s *scanner) next() (prop, error) {
	from, to := -1, -1 // start and end of the name
	for ; s.at < len(s.data); s.at++ {
		c := s.data[s.at]
		if from >= 0 && to < 0 && !inName(c) {
			to = s.at
		}
		switch {
		case c == '\n':
			s.line++
		case c == '[':
			n := value(s.data[s.at+1:])
			if n < 0 {
				return prop{}, s.o.Errorf(s.line, "a value begins with [ and does not end")
			}
			if n > codec.MaxText {
				return prop{}, s.o.Errorf(s.line, "the value of a tag is longer than %d bytes", codec.MaxText)
			}
			if from < 0 {
				return prop{}, s.o.Errorf(s.line, "there is a value without a name before it")
			}
			if to-from > codec.MaxWord {
				return prop{}, s.o.Errorf(s.line, "the name of a tag is longer than %d bytes", codec.MaxWord)
			}
			p := prop{name: string(s.data[from:to]), value: unescape.Replace(string(s.data[s.at+1 : s.at+1+n])), line: s.line}
			s.line += bytes.Count(s.data[s.at:s.at+n+1], []byte("\n"))
			s.at += n + 2
			return p, nil
		case c == ')' && from < 0:
			return prop{line: s.line}, nil
		case c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' || c == ';' && from < 0:
		case !inName(c) || to >= 0:
			return prop{}, s.o.Errorf(s.line, "expected a property such as B[f5], found %q", codec.Cut(string(s.data[s.at:min(len(s.data), s.at+20)])))
		case from < 0:
			from = s.at
		}
	}
	return prop{}, s.o.Errorf(s.line, "a game begins with (; and does not end")
}
