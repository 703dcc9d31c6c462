package xml

import (
	"bytes"
	stdxml "encoding/xml"
	"errors"

	"boardstudio/io/codec"
	"boardstudio/text/msg"
)

// A damaged file is read as far as the result is certain. A damaged move becomes an unreadable
// move, and a damaged note is omitted, unless a variation could begin or end inside the damage. In
// that case reading stops, because the following moves might be added at wrong positions.
// Everything omitted is reported with its line.

// salvage is the state of reading a damaged file.
type salvage struct {
	from, line int     // start of the current token
	cut        int     // number of bytes before it that are also omitted: a truncated last word
	reported   []error // reported damages
	damages    int     // number of damages, reported or not
	over       bool    // reading has stopped
}

// mark records the start of the next token.
func (s *scanner) mark() { s.salvage.from, s.salvage.line = s.offset(), s.position() }

// resume continues size bytes after the mark, with open elements open.
func (s *scanner) resume(size, open int) {
	at := s.salvage.from
	s.skipped, s.skippedLines, s.closes = at+size, s.salvage.line-1+bytes.Count(s.data[at:at+size], newline), false
	s.source.at = at + size
	charset := s.dec.CharsetReader
	s.dec = stdxml.NewDecoder(s.source)
	s.dec.CharsetReader = charset
	for len(s.open) > open {
		_ = s.end(stdxml.EndElement{Name: s.open[len(s.open)-1]}) // cannot fail: the name matches
	}
}

// lose records a damage and its consequence.
func (s *scanner) lose(err error, format msg.Key, args ...any) {
	if s.salvage.damages++; s.salvage.damages > codec.MaxWarnings {
		return
	}
	line, why := s.salvage.line, err
	var e *codec.Error
	if errors.As(err, &e) {
		line, why = e.Line, e.Why
	}
	s.salvage.reported = append(s.salvage.reported, s.o.Errorf(line, "damaged: %v: %v", why, msg.Errorf(format, args...)))
}

// loseRest records that everything after the mark is omitted.
func (s *scanner) loseRest(err error) {
	rest := s.data[s.salvage.from:]
	elements := 0
	for i, c := range rest[:max(len(rest)-1, 0)] {
		if next := rest[i+1] | 0x20; c == '<' && 'a' <= next && next <= 'z' {
			elements++
		}
	}
	s.lose(err, "the rest was left out: %d bytes with %d elements", len(rest)+s.salvage.cut, elements)
	s.salvage.over = true
}

// losses returns the recorded damages.
func (s *scanner) losses() []error {
	reported := s.salvage.reported
	if more := s.salvage.damages - len(reported); more > 0 {
		reported = append(reported, s.o.Errorf(0, "further damage: %d", more))
	}
	return reported
}

// skipDamage continues at the game tree after a damage in the head. It returns err if the game is
// unknown. After a damage that follows the tree it stops reading.
func (r *reader) skipDamage(err error) error {
	switch {
	case !r.o.Salvage || r.ctx.Err() != nil || r.known["game"] == nil:
		return err
	case r.known["tree"] == nil && r.salvage.from < len(r.data):
		const least = 1 // otherwise the same tag is found again
		rest := r.data[r.salvage.from+least:]
		for i := range rest {
			if bytes.HasPrefix(rest[i:], treeStart) && (len(rest) == i+len(treeStart) || bytes.IndexByte(tagEnd, rest[i+len(treeStart)]) >= 0) {
				r.lose(err, "%d bytes were left out", i+least)
				r.resume(i+least, 1)
				return nil
			}
		}
	}
	r.loseRest(err)
	return nil
}

var (
	treeStart = []byte("<tree")
	tagEnd    = []byte(space + "/>")
)

// mend continues after a damage if it can determine its extent. Otherwise it ends all lines and
// stops reading.
func (r *lineReader) mend(err error) {
	text := r.data[r.salvage.from:]
	if i := bytes.IndexByte(text, '<'); i != 0 {
		if i < 0 {
			i = len(text)
		}
		if r.mendWords(text[:i], err) {
			return
		}
	} else if names, size, content, ok := note(text); ok {
		switch {
		case names[0] == "var", names[1] == "var", names[0] == "tree", names[1] == "tree":
		case isNode(names[0]), isNode(names[1]):
			if r.enterDamaged(content) == nil {
				r.lose(err, "it was kept as an unreadable move")
				r.resume(size, 1+len(r.lines))
				return
			}
		default:
			r.lose(err, "%d bytes were left out", size)
			r.resume(size, 1+len(r.lines))
			return
		}
	}
	r.loseRest(err)
	for len(r.lines) > 0 {
		f := &r.lines[len(r.lines)-1]
		if !f.fresh && r.flush(f) != nil && f.notes != nil {
			f.notes.kept = nil
			_ = r.flush(f) // without unknown content, flush cannot fail
		}
		r.lines = r.lines[:len(r.lines)-1]
	}
}

// isNode reports whether elements with the name are nodes.
func isNode(name string) bool { return name == "setup" || name == "raw" }

// note parses the element at the beginning of text. One of its tags may be damaged. It returns the
// names in the start and end tags, the length of the element, and its content. ok is false if the
// element contains other elements or is incomplete.
func note(text []byte) (names [2]string, size int, content []byte, ok bool) {
	end := bytes.IndexByte(text, '>')
	if end < 0 || bytes.IndexByte(text[1:end], '<') >= 0 || bytes.IndexByte([]byte("/!?"), text[1]) >= 0 {
		return names, 0, nil, false
	}
	names[0] = string(text[1 : 1+min(bytes.IndexAny(text[1:end+1], string(tagEnd)), maxWord)])
	if text[end-1] == '/' {
		return names, end + 1, nil, true
	}
	from := end + 1
	to := bytes.IndexByte(text[from:], '<')
	if to < 0 || !bytes.HasPrefix(text[from+to:], []byte("</")) {
		return names, 0, nil, false
	}
	to += from
	last := bytes.IndexByte(text[to:], '>')
	if last < 0 {
		return names, 0, nil, false
	}
	name := bytes.TrimRight(text[to+2:to+last], space)
	if len(name) > maxWord || bytes.IndexByte(name, '<') >= 0 {
		return names, 0, nil, false
	}
	names[1] = string(name)
	return names, to + last + 1, text[from:to], true
}

// maxDamage is the maximum length of a damaged word after which reading continues. Longer ones
// may have contained variations.
const maxDamage = 12

// mendWords reads the words of a text up to the first damaged one. It returns false if reading
// cannot continue after that word, or if no word is damaged.
func (r *lineReader) mendWords(text []byte, err error) bool {
	whole := text
	line := r.salvage.line
	for {
		for len(text) > 0 && isSpace(text[0]) {
			if text[0] == '\n' {
				line++
			}
			text = text[1:]
		}
		i := bytes.IndexAny(text, space)
		if i < 0 {
			i = len(text)
		}
		word := text[:i]
		text = text[i:]
		done := len(whole) - len(text)
		if len(word) == 0 || r.salvage.from+done == len(r.data) || len(word) > maxWord {
			return false
		}
		r.scanner.line = line
		if plain(word) {
			if r.word(word) != nil {
				return false
			}
			continue
		}
		if len(word) > maxDamage || bytes.ContainsAny(word, "/>") || r.enterDamaged(word) != nil {
			return false
		}
		r.lines[len(r.lines)-1].doubt = true
		r.lose(err, "it was kept as an unreadable move")
		r.resume(done, 1+len(r.lines))
		return true
	}
}

// enterDamaged adds an unreadable move.
func (r *lineReader) enterDamaged(text []byte) error {
	if err := r.count(1); err != nil {
		return err
	}
	f, err := r.enter()
	if err != nil {
		return err
	}
	f.node = r.tree.AddRaw(f.node, string(text[:min(len(text), codec.MaxRaw)]))
	r.at.Add(f.node, r.line)
	return nil
}
