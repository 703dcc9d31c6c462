package xml

import (
	"bytes"
	stdxml "encoding/xml"
	"errors"

	"boardstudio/io/codec"
	"boardstudio/msg"
)

// Of a damaged file as much is read as is certain. A damaged move stays as one that cannot be read, and a damaged note is
// left out, as long as no variation can begin or end in the damage: else the moves behind could come to stand at other places
// than they had, so reading leaves off there. What is left out is told with its line.

// salvage is what reading a damaged file has come to.
type salvage struct {
	from, line int     // where the current token begins
	cut        int     // bytes before it that are left out too: a word that the end of the file has cut
	told       []error // what is damaged
	damages    int     // told or not
	over       bool    // nothing that follows is read
}

// mark notes where the next token begins.
func (s *scanner) mark() { s.salvage.from, s.salvage.line = s.offset(), s.position() }

// resume goes on so many bytes behind the mark, with so many elements open.
func (s *scanner) resume(size, open int) {
	at := s.salvage.from
	s.skipped, s.skippedLines, s.closes = at+size, s.salvage.line-1+bytes.Count(s.data[at:at+size], newline), false
	s.source.at = at + size
	charset := s.dec.CharsetReader
	s.dec = stdxml.NewDecoder(s.source)
	s.dec.CharsetReader = charset
	for len(s.open) > open {
		_ = s.end(stdxml.EndElement{Name: s.open[len(s.open)-1]}) // it is this one
	}
}

// lose tells of a damage, and what becomes of it.
func (s *scanner) lose(err error, format msg.Key, args ...any) {
	if s.salvage.damages++; s.salvage.damages > codec.MaxWarnings {
		return
	}
	line, why := s.salvage.line, err
	var e *codec.Error
	if errors.As(err, &e) {
		line, why = e.Line, e.Why
	}
	s.salvage.told = append(s.salvage.told, s.o.Errorf(line, "damaged: %v: %v", why, msg.Errorf(format, args...)))
}

// loseRest tells that nothing from the mark on is read.
func (s *scanner) loseRest(err error) {
	rest := s.data[s.salvage.from:]
	elements := 0
	for i, c := range rest[:max(len(rest)-1, 0)] {
		if next := rest[i+1] | 0x20; c == '<' && 'a' <= next && next <= 'z' {
			elements++
		}
	}
	s.lose(err, "what follows was left out, %d bytes with %d elements", len(rest)+s.salvage.cut, elements)
	s.salvage.over = true
}

// losses returns what is damaged.
func (s *scanner) losses() []error {
	told := s.salvage.told
	if more := s.salvage.damages - len(told); more > 0 {
		told = append(told, s.o.Errorf(0, "further damages: %d", more))
	}
	return told
}

// skipDamage goes on at the game tree after a damage in the head. Without a game nothing can be read, and nothing is behind the tree.
func (r *reader) skipDamage(err error) error {
	switch {
	case !r.o.Salvage || r.ctx.Err() != nil || r.known["game"] == nil:
		return err
	case r.known["tree"] == nil && r.salvage.from < len(r.data):
		const least = 1 // else it would be found again
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

// mend goes on behind a damage if it can tell what the damage is, and else ends all lines.
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
				r.lose(err, "it was kept as a move that cannot be read")
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
			_ = r.flush(f) // nothing in it can be refused
		}
		r.lines = r.lines[:len(r.lines)-1]
	}
}

// isNode reports whether an element of the name is a node.
func isNode(name string) bool { return name == "setup" || name == "raw" }

// note returns the names at the beginning and at the end of the element that a text begins with, one of which may be damaged, its length and
// its content, if that is text.
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

// longestDamage is the length of the longest damaged word behind which reading goes on: more can have been moves and variations.
const longestDamage = 12

// mendWords reads the words of a text, up to the first that is damaged. It reports false when there is none that it
// can go on behind.
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
		if len(word) > longestDamage || bytes.ContainsAny(word, "/>") || r.enterDamaged(word) != nil {
			return false
		}
		r.lines[len(r.lines)-1].doubt = true
		r.lose(err, "it was kept as a move that cannot be read")
		r.resume(done, 1+len(r.lines))
		return true
	}
}

// enterDamaged adds a move that cannot be read.
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
