package json

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"io"
	"strconv"

	"boardstudio/text/msg"
)

// scanner splits a text into brackets, keys and unparsed values. Package encoding/json parses and
// validates the values; its tokenizer alone would take 1.5 s for 1,000,000 moves.
type scanner struct {
	data []byte
	pos  int
}

func unexpected(c byte, where string) error {
	return errors.New("invalid character " + strconv.QuoteRune(rune(c)) + " " + where)
}

// space skips white space and reports whether any text is left.
func (s *scanner) space() bool {
	for ; s.pos < len(s.data); s.pos++ {
		switch s.data[s.pos] {
		case ' ', '\n', '\r', '\t':
		default:
			return true
		}
	}
	return false
}

// open skips white space and reads a bracket. It returns an error if something else follows.
func (s *scanner) open(bracket byte) error {
	if !s.space() {
		return io.ErrUnexpectedEOF
	}
	if c := s.data[s.pos]; c != bracket {
		return msg.Errorf("expected %q, found %q", string(bracket), string(c))
	}
	s.pos++
	return nil
}

// more reports whether another element follows, and reads the comma before it. If not, it reads the
// closing bracket.
func (s *scanner) more(first bool, end byte) (bool, error) {
	if !s.space() {
		return false, io.ErrUnexpectedEOF
	}
	switch c := s.data[s.pos]; {
	case c == end:
		s.pos++
		return false, nil
	case first:
		return true, nil
	case c != ',':
		return false, unexpected(c, "behind a value")
	}
	s.pos++
	return true, nil
}

// key reads a key and the colon after it.
func (s *scanner) key() (string, error) {
	value, err := s.value()
	if err != nil {
		return "", err
	}
	if value[0] != '"' {
		return "", unexpected(value[0], "where a key is expected")
	}
	if err := s.open(':'); err != nil {
		return "", err
	}
	if bytes.IndexByte(value, '\\') < 0 {
		return string(value[1 : len(value)-1]), nil
	}
	var key string
	return key, stdjson.Unmarshal(value, &key)
}

// value reads a value and checks that it is valid JSON.
func (s *scanner) value() ([]byte, error) {
	if !s.space() {
		return nil, io.ErrUnexpectedEOF
	}
	from := s.pos
	if err := s.pass(); err != nil {
		return nil, err
	}
	value := s.data[from:s.pos]
	if !plain(value) && !stdjson.Valid(value) {
		var any stdjson.RawMessage
		return nil, stdjson.Unmarshal(value, &any)
	}
	return value, nil
}

// plain reports whether a value is a string without escapes and control characters.
func plain(value []byte) bool {
	if value[0] != '"' {
		return false
	}
	for _, c := range value {
		if c < ' ' || c == '\\' {
			return false
		}
	}
	return true
}

// pass skips a value without checking its content.
func (s *scanner) pass() error {
	depth := 0
	for s.pos < len(s.data) {
		switch c := s.data[s.pos]; c {
		case '"':
			if !s.quoted() {
				return io.ErrUnexpectedEOF
			}
			if depth == 0 {
				return nil
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				s.pos++
				return nil
			}
			if depth < 0 {
				return unexpected(c, "where a value is expected")
			}
		default:
			if depth == 0 {
				return s.word()
			}
		}
		s.pos++
	}
	return io.ErrUnexpectedEOF
}

// quoted skips a string and reports whether it is terminated.
func (s *scanner) quoted() bool {
	for i := s.pos + 1; i < len(s.data); i++ {
		switch s.data[i] {
		case '\\':
			i++
		case '"':
			s.pos = i + 1
			return true
		}
	}
	return false
}

// word skips a number or any other text without quotation marks and brackets.
func (s *scanner) word() error {
	from := s.pos
	for ; s.pos < len(s.data); s.pos++ {
		switch c := s.data[s.pos]; c {
		case ',', ':', '}', ']', '{', '[', '"', ' ', '\n', '\r', '\t':
			if s.pos == from {
				return unexpected(c, "where a value is expected")
			}
			return nil
		}
	}
	return nil
}

// member is a key with its value.
type member struct {
	key   string
	value []byte
}

// members returns the members of a valid object. It reuses the memory of list.
func members(object []byte, list []member) ([]member, error) {
	s := scanner{data: object}
	if err := s.open('{'); err != nil {
		return nil, err
	}
	for list = list[:0]; ; {
		more, err := s.more(len(list) == 0, '}')
		if err != nil || !more {
			return list, err
		}
		key, err := s.key()
		if err != nil {
			return nil, err
		}
		s.space()
		from := s.pos
		if err := s.pass(); err != nil {
			return nil, err
		}
		list = append(list, member{key, object[from:s.pos]})
	}
}

// find returns the value of a key, or nil. If the key occurs several times, it returns the last
// value.
func find(list []member, key string) []byte {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].key == key {
			return list[i].value
		}
	}
	return nil
}

// decode decodes a JSON value into to. Its errors can be translated.
func decode(value []byte, to any) error {
	if err := stdjson.Unmarshal(value, to); err != nil {
		return msg.JSON(err)
	}
	return nil
}
