package sgf

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
)

// Games reads a file of several games. It returns an error if the file is too large or has too many
// games.
func Games(ctx context.Context, data []byte, o codec.Options) (*codec.Games, error) {
	text, list, warn, err := open(ctx, data, o, o.MostGames()+1)
	if err != nil {
		return nil, err
	}
	if len(list) > o.MostGames() {
		return nil, o.TooMany()
	}
	g := &codec.Games{Heads: make([]codec.Head, len(list)), Warnings: warn}
	var last rules.Spec // rules of the game before: most games of a file have the same rules
	name := ""
	for i, p := range list {
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		head, h := headOf(text[p.From:p.To], o.Games)
		if h.game != "" {
			if last.Game != h.game || !maps.Equal(last.Params, h.params) {
				last = rules.Spec{Game: h.game, Params: h.params}
				name = o.GameName(last)
			}
			head.Game = name
		}
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

// open returns a file as UTF-8 and at most limit of its games. It returns an error if it finds no
// game.
func open(ctx context.Context, data []byte, o codec.Options, limit int) ([]byte, []codec.Piece, []error, error) {
	if len(data) > codec.MaxFile {
		return nil, nil, nil, o.Errorf(0, "the file is larger than %d MB", codec.MaxFile>>20)
	}
	text, warn := utf8Text(data, o)
	list, out, err := split(ctx, text, o, limit)
	if err == nil && len(list) == 0 {
		err = o.Errorf(0, "there is no game in the file: no ( followed by a ; and a property")
	}
	return text, list, slices.Concat(warn, out.warnings(text, o)), err
}

// between counts the pieces of text between the games of a file.
type between struct {
	count    int // number of pieces
	from, to int // the first
	line     int // line of the first piece
	open     bool
}

// add adds the character at i.
func (x *between) add(i, line int) {
	if !x.open {
		x.open = true
		if x.count++; x.count == 1 {
			x.from, x.line = i, line
		}
	}
	if x.count == 1 {
		x.to = i + 1
	}
}

// warnings returns the warnings about text that belongs to no game.
func (x between) warnings(text []byte, o codec.Options) (list []error) {
	if x.count > 0 {
		list = append(list, o.Errorf(x.line, "%q belongs to no game: it was left out", codec.Cut(string(text[x.from:x.to]))))
	}
	if x.count > 1 {
		list = append(list, o.Errorf(0, "further texts that belong to no game: %d", x.count-1))
	}
	return list
}

// split finds the games of a text. For each game it returns the start, the end, the line number and
// the number of moves of the main line. It also returns the text between games. A game without an
// end ends where the next one begins.
func split(ctx context.Context, data []byte, o codec.Options, most int) (list []codec.Piece, out between, err error) {
	s := scanner{o: o, data: data, line: 1}
	depth, first := 0, true // first is true until the first closing parenthesis
	p := &codec.Piece{}
	end := func() {
		p.To = s.pos
		list = append(list, *p)
		depth = 0
	}
	for pieces := 0; s.pos < len(data); s.pos++ {
		if pieces++; pieces&0xFFFF == 0 {
			if err := ctx.Err(); err != nil {
				return nil, out, err
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
					out.add(s.pos, s.line)
					continue
				}
				if len(list) == most {
					return list, out, nil
				}
				out.open = false
				p = &codec.Piece{From: s.pos, Head: codec.Head{Line: s.line}}
				first = true
			}
			depth++
		case depth == 0:
			if bytes.HasPrefix(data[s.pos:], []byte("\ufeff")) { // byte order mark of a file that was appended to another
				s.pos += 2
			} else if strings.IndexByte(fillers, c) < 0 {
				out.add(s.pos, s.line)
			}
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
	return list, out, nil
}

// fillers are the characters that are ignored between games: white space, NUL, and the end-of-file mark of DOS.
const fillers = blanks + "\x00\x1a"

// beginsGame reports whether the parenthesis at pos begins a game. If sure is true, it requires a
// property that only occurs in roots.
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
	named := (capital || 0 < i && i <= 2) && bytes.HasPrefix(bytes.TrimLeft(at[i:], blanks), []byte("["))
	root := slices.Contains([]string{"FF", "GM", "ff", "gm", "FileFormat", "GaMe"}, string(at[:i]))
	if sure {
		return semicolon && named && root
	}
	return named && (semicolon || root) || semicolon && len(at) > 0 && (at[0] == ')' || at[0] == ';' || at[0] == '(')
}

// isMove reports whether the value at pos belongs to a move.
func (s *scanner) isMove() bool {
	i := s.pos
	switch {
	case i > 1 && strings.IndexByte("BWbw", s.data[i-1]) >= 0:
		return !isName(s.data[i-2])
	case i > 2 && s.data[i-1] == 'M' && s.data[i-2] == 'X':
		return !isName(s.data[i-3])
	}
	return i > 5 && (string(s.data[i-5:i]) == "Black" || string(s.data[i-5:i]) == "White")
}

// blanks are the white-space characters allowed between properties.
const blanks = " \t\r\n\v\f"

func countLines(b []byte) int { return bytes.Count(b, newline) }

// headOf returns the list entry for the game at the start of text, and its root. games are the known
// families.
func headOf(text []byte, games rules.Catalog) (codec.Head, *header) {
	s := scanner{data: text, pos: 1}
	s.space()
	if s.pos < len(text) && text[s.pos] == ';' {
		s.pos++
	}
	h := header{games: games, gm: gmGo, params: rules.Params{}}
	var props []property
	for s.space(); s.pos < len(text) && isLetter(text[s.pos]); s.space() {
		p := s.property()
		p.values = slices.Clone(p.values)
		h.readProperty(p)
		if props = append(props, p); p.name == "B" || p.name == "W" {
			break
		}
	}
	return h.head(props), &h
}
