package sgf

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"regexp"
	"slices"
	"unicode/utf8"

	"boardstudio/io/charset"
	"boardstudio/io/codec"
)

// charsetProperty matches the property with the charset of a file.
var charsetProperty = regexp.MustCompile(`[;\]\s](?:CA|ca)\s*\[\s*([^\]]*?)\s*\]`)

// utf8Text returns a file as UTF-8. Valid UTF-8 is used, whatever charset the file declares. Otherwise the charset is
// o.Charset, the one that each game declares, or the most likely one.
func utf8Text(data []byte, o codec.Options) ([]byte, []error) {
	if text, wrong, ok := charset.UTF16(data); ok {
		if wrong > 0 {
			return text, []error{o.NotIn("UTF-16", wrong)}
		}
		return text, nil
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	escapes := bytes.Contains(data, []byte("\x1b$"))
	if charset.Plain(data) && !escapes {
		return data, nil
	}
	label := labelOf(data)
	name, known := charset.Canonical(label)
	if jis, _ := charset.Canonical(cmp.Or(o.Charset, label)); escapes && jis == charset.JIS {
		text, wrong := decodeText(data, jis)
		if wrong > 0 {
			return text, []error{o.NotIn(jis, wrong)}
		}
		return text, nil
	}
	known = known && !charset.IsUTF8(name) && charset.ASCII(name) // the label itself was read as ASCII
	if utf8.Valid(data) {
		if known {
			return data, []error{o.Errorf(0, "the file declares the charset %s, but its text is UTF-8 and was read as such", codec.Cut(label))}
		}
		return data, nil
	}
	if o.Charset == "" && differs(data, label) {
		return eachText(data, o)
	}
	if o.Charset == "" && known {
		text, wrong := decodeText(data, name)
		if wrong > 0 {
			return text, []error{o.NotIn(label, wrong)}
		}
		return text, nil
	}
	name, guess := o.Guess(values(data))
	text, wrong := decodeText(data, name)
	return text, []error{o.ReadAs(name, guess, wrong)}
}

// labelOf returns the charset that the first game of a text declares, or "".
func labelOf(data []byte) string {
	if m := charsetProperty.FindSubmatch(data[:min(len(data), 1<<16)]); m != nil {
		return string(m[1])
	}
	return ""
}

// differs reports whether a text declares a charset other than label.
func differs(data []byte, label string) bool {
	for {
		i := bytes.Index(data, []byte("CA["))
		if i < 0 {
			return false
		}
		if m := charsetProperty.FindSubmatch(data[max(i-1, 0):min(len(data), i+100)]); m != nil && !bytes.EqualFold(m[1], []byte(label)) {
			return true
		}
		data = data[i+1:]
	}
}

// eachText is utf8Text for a text whose games declare different charsets. It guesses the charset of games that declare
// none.
func eachText(data []byte, o codec.Options) (text []byte, warn []error) {
	games, _, err := split(context.Background(), skeleton(data), codec.Options{}, o.MostGames()+1)
	if err != nil {
		return data, []error{err}
	}
	wrong, guess := map[string]int{}, ""
	for i, from := 0, 0; from < len(data); i++ {
		to := len(data)
		if i+1 < len(games) {
			to = games[i+1].From
		}
		game := data[from:to]
		from = to
		label := labelOf(game)
		name, known := charset.Canonical(label)
		switch {
		case utf8.Valid(game):
			text = append(text, game...)
			continue
		case known && !charset.IsUTF8(name) && charset.ASCII(name):
		default:
			if guess == "" {
				guess, _ = o.Guess(values(data))
			}
			name, label = guess, ""
		}
		part, n := decodeText(game, name)
		text = append(text, part...)
		wrong[label] += n
	}
	for _, label := range slices.Sorted(maps.Keys(wrong)) {
		switch n := wrong[label]; {
		case label == "":
			warn = append(warn, o.ReadAs(guess, true, n))
		case n > 0:
			warn = append(warn, o.NotIn(label, n))
		}
	}
	return text, warn
}

// skeleton returns a copy of a text without the content of its values, which has the same lines and is as long.
func skeleton(data []byte) []byte {
	data = bytes.Clone(data)
	for at := 0; ; {
		open := bytes.IndexByte(data[at:], '[')
		if open < 0 {
			return data
		}
		open += at + 1
		at = multiEnd(data, open)
		for i := open; i < at; i++ {
			if data[i] != '\n' {
				data[i] = '.'
			}
		}
	}
}

// decodeText returns a text as UTF-8 and the number of invalid characters. If the second byte of a character can be ]
// or \, it finds the property values first and decodes them one by one. A damaged value then does not affect the
// others, and one that is surely UTF-8 stays.
func decodeText(data []byte, name string) ([]byte, int) {
	end := multiEnd
	switch {
	case name == charset.JIS:
		end = escapedEnd
	case !charset.Multi(name):
		return charset.Decode(data, name)
	}
	text, wrong := make([]byte, 0, len(data)+len(data)/4), 0
	decode := func(part []byte) []byte {
		if charset.Plain(part) && bytes.IndexByte(part, '\x1b') < 0 {
			return part
		}
		decoded, n := charset.Decode(part, name)
		if utf8.Valid(part) && (n > 0 || hasLong(part)) {
			return part
		}
		wrong += n
		return decoded
	}
	for at := 0; at < len(data); {
		open := bytes.IndexByte(data[at:], '[')
		if open < 0 {
			text = append(text, decode(data[at:])...)
			break
		}
		open += at + 1
		text = append(text, decode(data[at:open])...)
		at = end(data, open)
		value := decode(data[open:at])
		if bytes.HasSuffix(data[open:at], []byte(`\\`)) && backslashes(value)%2 == 1 {
			value = value[:len(value)-1] // the program that wrote the file escaped the second byte of the last character
		}
		text = appendValue(text, value)
	}
	return text, wrong
}

// hasLong reports whether UTF-8 text has a character of three or four bytes. A character of two
// bytes may also be a character of GBK.
func hasLong(text []byte) bool {
	return bytes.ContainsFunc(text, func(r rune) bool { return utf8.RuneLen(r) > 2 })
}

// backslashes returns how many of them text ends with.
func backslashes(text []byte) int { return len(text) - len(bytes.TrimRight(text, `\`)) }

// appendValue appends a decoded property value. It escapes each ] and trailing \ that would change
// the end of the value.
func appendValue(text, value []byte) []byte {
	if bytes.IndexByte(value, ']') < 0 && !bytes.HasSuffix(value, []byte(`\`)) {
		return append(text, value...)
	}
	for i := 0; i < len(value); i++ {
		switch c := value[i]; {
		case c == '\\' && i+1 < len(value):
			text = append(text, c, value[i+1])
			i++
		case c == '\\' || c == ']':
			text = append(text, '\\', c)
		default:
			text = append(text, c)
		}
	}
	return text
}

// values returns the non-ASCII property values of a file, one per line, as a sample to guess the charset.
func values(data []byte) (list []byte) {
	for at := 0; at < len(data) && len(list) < 64<<10; {
		open := bytes.IndexByte(data[at:], '[')
		if open < 0 {
			break
		}
		open += at + 1
		at = multiEnd(data, open)
		if v := data[open:at]; !charset.Plain(v) {
			list = append(append(list, v...), '\n')
		}
	}
	if len(list) == 0 {
		return data
	}
	return list
}

// multiEnd returns the end index of the value that starts at from, in a charset with one or two
// bytes per character. The end is its ], or the end of the file. A ] or \ after a lead byte is the
// second byte of a character, unless a property, node or variation follows the ].
func multiEnd(data []byte, from int) int {
	for i := from; i < len(data); i++ {
		switch c := data[i]; {
		case c == '\\':
			i++
			if i < len(data) && isLeadByte(data[i]) { // the escaped character
				i++
			}
		case c == ']':
			return i
		case isLeadByte(c) && i+1 < len(data):
			switch data[i+1] {
			case ']':
				if follows(data[i+2:]) {
					return i + 1
				}
				i++
			case '\\':
				switch {
				case bytes.HasPrefix(data[i+2:], []byte(`\]`)) && follows(data[i+4:]):
					i += 2 // a \ that escapes the second byte
				case i+2 >= len(data) || data[i+2] != ']' || follows(data[i+3:]):
					i++
				}
			default:
				if data[i+1] >= 0x40 {
					i++
				}
			}
		}
	}
	return len(data)
}

// escapedEnd is multiEnd for charsets in which escape sequences start and end a run of two-byte
// characters. If a run does not end on its line, the value ends at the first possible ].
func escapedEnd(data []byte, from int) int {
	run := 0 // start of the current run, or 0
	for i := from; i < len(data); i++ {
		switch c := data[i]; {
		case c == '\x1b' && i+2 < len(data):
			if i += 2; data[i-1] != '$' {
				run = 0
			} else if run == 0 {
				run = i + 1
			}
		case run > 0 && (c == '\n' || i+1 == len(data)):
			for j := run; j < i; j++ {
				if data[j] == ']' && follows(data[j+1:]) {
					return j
				}
			}
			run = 0
		case run > 0 && data[i+1] != '\n' && data[i+1] != '\x1b':
			i++
		case c == '\\':
			i++
		case c == ']':
			return i
		}
	}
	return len(data)
}

// isLeadByte reports whether c can be the first of two bytes.
func isLeadByte(c byte) bool { return c >= 0x81 && c <= 0xfe }

// afterValue matches text that can follow a property value.
var afterValue = regexp.MustCompile(`^[ \t\r\n\v\f]*(?:$|[;()\[]|[A-Za-z]{1,20}[0-9]?[ \t\r\n]*\[)`)

// follows reports whether rest can follow a property value.
func follows(rest []byte) bool { return afterValue.Match(rest[:min(len(rest), 64)]) }
