package xml

import (
	"bytes"
	stdxml "encoding/xml"
	"unicode/utf8"

	"boardstudio/io/codec"
)

// Most of a large tree consists of moves, variations and comments in the form written by Encode.
// These are read directly from the bytes, three times as fast as with encoding/xml, which reads
// everything else.

// skip moves the decoder forward to an offset of the data, past text that it need not read. lines
// is the number of line ends skipped.
func (s *scanner) skip(to, lines int) {
	s.skipped += to - s.source.at
	s.skippedLines += lines
	s.source.at = to
}

// exact returns the end offset of the current token. ok is false if the decoder has read further or
// an implied end tag is pending.
func (s *scanner) exact() (at int, ok bool) {
	at = s.offset()
	return at, at == s.source.at && !s.closes
}

// bare are the bytes that may occur in words and need no special handling.
var bare = func() (bytes [256]bool) {
	for b := byte('!'); b <= '~'; b++ {
		bytes[b] = b != '<' && b != '&' && b != ']' // ] could be part of ]]>, which is an error
	}
	return bytes
}()

var (
	varStart     = []byte("<var>")
	varEnd       = []byte("</var>")
	commentStart = []byte("<comment>")
	commentEnd   = []byte("</comment>")
	cdataEnd     = []byte("]]>")
	newline      = []byte("\n")
	varName      = stdxml.Name{Local: "var"}
)

// quick reads as far as possible without the decoder.
func (r *lineReader) quick() error {
	at, ok := r.exact()
	if !ok || !r.ours(varName) {
		return nil
	}
	data, line := r.data, r.position()
	from := line
	defer func() { r.skip(at, line-from) }()
	for at < len(data) {
		if at >= r.source.checkAt {
			if err := r.source.report(at); err != nil {
				return err
			}
		}
		if c := data[at]; bare[c] {
			end := at + 1
			for end < len(data) && bare[data[end]] {
				end++
			}
			if end == len(data) || !isSpace(data[end]) && data[end] != '<' || end-at > maxWord {
				break
			}
			r.scanner.line = line
			if err := r.word(data[at:end]); err != nil {
				return err
			}
			at = end
			continue
		} else if c == '\r' && (at+1 == len(data) || data[at+1] != '\n') {
			break // XML treats a single \r as a line end
		} else if isSpace(c) {
			if c == '\n' {
				line++
			}
			at++
			continue
		}
		size, lines, err := r.markup(data[at:], line)
		if err != nil {
			return err
		}
		if size == 0 {
			break
		}
		at += size
		line += lines
	}
	return nil
}

// markup reads the start or end of a variation, or a comment, at the beginning of text. It returns
// the number of bytes and line ends read, which are 0 for other text.
func (r *lineReader) markup(text []byte, line int) (size, lines int, err error) {
	switch f := &r.lines[len(r.lines)-1]; {
	case bytes.HasPrefix(text, varStart):
		r.scanner.line = line
		r.open = append(r.open, varName)
		return len(varStart), 0, r.element(stdxml.StartElement{Name: varName})
	case bytes.HasPrefix(text, varEnd) && len(r.lines) > 1 && r.open[len(r.open)-1] == varName:
		r.scanner.line = line
		r.open = r.open[:len(r.open)-1]
		return len(varEnd), 0, r.close()
	case bytes.HasPrefix(text, commentStart) && !f.fresh:
		said := text[len(commentStart):]
		end := bytes.IndexByte(said, '<')
		if end < 0 || !bytes.HasPrefix(said[end:], commentEnd) || end > codec.MaxText-1 || !plain(said[:end]) {
			return 0, 0, nil
		}
		said = said[:end]
		n := r.about(f)
		if n.comment.Len()+1+end > codec.MaxText {
			return 0, 0, nil
		}
		n.add(said)
		lines = bytes.Count(said, newline)
		r.scanner.line = line + lines
		return len(commentStart) + end + len(commentEnd), lines, r.count(1)
	}
	return 0, 0, nil
}

// plain reports whether text contains no markup, references or invalid characters, so XML does not
// change it.
func plain(text []byte) bool {
	for i := 0; i < len(text); {
		c := text[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRune(text[i:])
			if size == 1 || r == 0xFFFE || r == 0xFFFF {
				return false
			}
			i += size
			continue
		}
		if c < ' ' && c != '\n' && c != '\t' || c == '&' || c == ']' && bytes.HasPrefix(text[i:], cdataEnd) {
			return false
		}
		i++
	}
	return true
}
