package sgf

import (
	"bytes"
	"context"
	"slices"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
)

// Games reads a file of several games.
func Games(ctx context.Context, data []byte, o codec.Options) (*codec.Games, error) {
	text, list, warn, err := open(ctx, data, o, 0)
	if err != nil {
		return nil, err
	}
	g := &codec.Games{Heads: make([]codec.Head, len(list)), Warnings: warn}
	for i, p := range list {
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		head := headOf(text[p.From:p.To])
		head.Plies, head.Line = p.Plies, o.At(p.Line)
		g.Heads[i] = head
	}
	o.Progress = nil
	g.Text, g.Span = text, func(i int) (from, to int) { return list[i].From, list[i].To }
	g.Decode = func(ctx context.Context, i int) (*model.Document, error) {
		o := o
		o.Skipped += list[i].Line - 1
		return decode(ctx, text[list[i].From:list[i].To], o)
	}
	return g, nil
}

// open returns the text of a file in UTF-8 and its games, at most so many, 0 for all. There is one at least.
func open(ctx context.Context, data []byte, o codec.Options, most int) ([]byte, []codec.Piece, []error, error) {
	if len(data) > codec.MaxFile {
		return nil, nil, nil, o.Errorf(0, "the file is larger than %d MB", codec.MaxFile>>20)
	}
	text, warn := utf8Text(data, o)
	list, err := split(ctx, text, o, most)
	if err == nil && len(list) == 0 {
		err = o.Errorf(0, "there is no game in the file: no ( with a ; and a property behind it")
	}
	return text, list, warn, err
}

// split finds the games of a text: where each begins and ends, its line, and how many moves its main line has. Text between
// games is passed over. A game whose end is missing ends where another begins.
func split(ctx context.Context, data []byte, o codec.Options, most int) (list []codec.Piece, err error) {
	s := scanner{o: o, data: data, line: 1}
	depth, first := 0, true // whether no parenthesis has closed yet
	p := &codec.Piece{}
	end := func() {
		p.To = s.pos
		list = append(list, *p)
		depth = 0
	}
	for pieces := 0; s.pos < len(data); s.pos++ {
		if pieces++; pieces&0xFFFF == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			o.Progress.Half(0, s.pos, len(data))
		}
		switch c := data[s.pos]; {
		case c == '\n':
			s.line++
		case c == '(':
			if depth > 0 && s.beginsGame(true) {
				end()
			}
			if depth == 0 {
				if !s.beginsGame(false) {
					continue
				}
				if len(list) == most && most > 0 {
					return list, nil
				}
				p = &codec.Piece{From: s.pos, Head: codec.Head{Line: s.line}}
				first = true
			}
			depth++
		case depth == 0:
		case c == ')':
			first = false
			if depth--; depth == 0 {
				s.pos++
				end()
				s.pos--
			}
		case c == '[':
			if first && s.isMove() {
				p.Plies++
			}
			e := valueEnd(data, s.pos+1)
			if e < 0 {
				e = len(data) - 1
			}
			s.line += countLines(data[s.pos:e])
			s.pos = e
		}
	}
	if depth > 0 {
		s.pos = len(data)
		end()
	}
	return list, nil
}

// beginsGame reports whether the parenthesis at pos begins a game; sure asks for a property that stands nowhere else.
func (s *scanner) beginsGame(sure bool) bool {
	at := bytes.TrimLeft(s.data[s.pos+1:], blanks)
	semicolon := len(at) > 0 && at[0] == ';'
	if semicolon {
		at = bytes.TrimLeft(at[1:], blanks)
	}
	i := 0
	capital := false
	for i < len(at) && isName(at[i]) {
		capital = capital || at[i] < 'a'
		i++
	}
	named := capital && bytes.HasPrefix(bytes.TrimLeft(at[i:], blanks), []byte("["))
	root := slices.Contains([]string{"FF", "GM", "FileFormat", "GaMe"}, string(at[:i]))
	if sure {
		return semicolon && named && root
	}
	return named && (semicolon || root) || semicolon && len(at) > 0 && (at[0] == ')' || at[0] == ';' || at[0] == '(')
}

// isMove reports whether the value that begins at pos is that of a move.
func (s *scanner) isMove() bool {
	i := s.pos
	switch {
	case i > 1 && (s.data[i-1] == 'B' || s.data[i-1] == 'W'):
		return !isName(s.data[i-2])
	case i > 2 && s.data[i-1] == 'M' && s.data[i-2] == 'X':
		return !isName(s.data[i-3])
	}
	return i > 5 && (string(s.data[i-5:i]) == "Black" || string(s.data[i-5:i]) == "White")
}

// blanks are the characters between properties.
const blanks = " \t\r\n\v\f"

func countLines(b []byte) int { return bytes.Count(b, newline) }

// headOf returns what a list shows of the game that text begins with.
func headOf(text []byte) codec.Head {
	s := scanner{data: text, pos: 1}
	s.space()
	if s.pos < len(text) && text[s.pos] == ';' {
		s.pos++
	}
	h := header{gm: gmGo, params: rules.Params{}}
	var props []property
	for s.space(); s.pos < len(text) && isLetter(text[s.pos]); s.space() {
		p := s.property()
		p.values = slices.Clone(p.values)
		h.take(p)
		if props = append(props, p); p.name == "B" || p.name == "W" {
			break
		}
	}
	return h.head(props)
}
