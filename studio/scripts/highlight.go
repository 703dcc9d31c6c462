package scripts

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// LuaKind is what a piece of Lua is.
type LuaKind byte

// The kinds of pieces that look different in an editor.
const (
	LuaPlain LuaKind = iota
	LuaKeyword
	LuaString
	LuaNumber
	LuaComment
	LuaCall // a name that is called
	luaKinds
)

// Span is a piece of a line, in characters from its begin.
type Span struct {
	From, To int
	Kind     LuaKind
}

// luaState is what a line begins in: a string, a long string or a comment of
// lines before it.
type luaState struct {
	in    byte // 0, a quote, '[' for a long string, '-' for a long comment
	level int  // of a long one: how many = stand between its brackets
}

var luaWords = map[string]bool{
	"and": true, "break": true, "do": true, "else": true, "elseif": true, "end": true, "false": true, "for": true, "function": true,
	"if": true, "in": true, "local": true, "nil": true, "not": true, "or": true, "repeat": true, "return": true, "then": true,
	"true": true, "until": true, "while": true,
}

// Highlighter finds the pieces of a script that look different. It reads no more of a text than an
// edit changed the look of.
type Highlighter struct {
	Lines
	begins []luaState // one more than lines: the state behind the last
}

// Update replaces the text, and returns the lines from from up to to whose look may have changed.
// It costs a look through the text, and the reading of these lines.
func (t *Highlighter) Update(text string) (from, to int) {
	old := t.lines
	t.Lines.Update(text)
	t.Hidden = t.hidden
	lines := t.lines
	same := 0
	for same < min(len(lines), len(old)) && lines[same] == old[same] {
		same++
	}
	tail := 0
	for tail < min(len(lines), len(old))-same && lines[len(lines)-1-tail] == old[len(old)-1-tail] {
		tail++
	}
	begins := make([]luaState, len(lines)+1)
	copy(begins, t.begins[:min(same+1, len(t.begins))])
	moved := len(old) - len(lines)
	to = same
	for i := same; i < len(lines); i++ {
		if i >= len(lines)-tail && i+moved < len(t.begins) && begins[i] == t.begins[i+moved] {
			copy(begins[i:], t.begins[i+moved:]) // from here on all is as it was
			break
		}
		_, begins[i+1] = luaLine(lines[i], begins[i], nil)
		to = i + 1
	}
	t.begins = begins
	return same, to
}

// hidden returns the strings and comments of line i.
func (t *Highlighter) hidden(i int) []Span {
	return slices.DeleteFunc(t.Spans(i, nil), func(s Span) bool { return s.Kind != LuaString && s.Kind != LuaComment })
}

// Spans appends the pieces of line i that have a look of their own.
func (t *Highlighter) Spans(i int, list []Span) []Span {
	list, _ = luaLine(t.lines[i], t.begins[i], list)
	return list
}

// luaLine reads a line that begins in a state, appends its pieces, and returns the state
// behind it.
func luaLine(line string, st luaState, list []Span) ([]Span, luaState) {
	at, from := 0, 0 // in characters: where i is, where the piece began
	i := 0
	move := func(to int) { at += utf8.RuneCountInString(line[i:to]); i = to }
	add := func(k LuaKind) {
		if at > from && k != LuaPlain {
			list = append(list, Span{from, at, k})
		}
	}
	for i < len(line) || st.in != 0 && i == 0 {
		from = at
		switch st.in {
		case '[', '-':
			kind := LuaString
			if st.in == '-' {
				kind = LuaComment
			}
			end, found := longEnd(line, i, st.level)
			move(end)
			add(kind)
			if !found {
				return list, st
			}
			st = luaState{}
			continue
		case '"', '\'':
			end, open := quoteEnd(line, i, st.in)
			move(end)
			add(LuaString)
			if open {
				return list, st
			}
			st = luaState{}
			continue
		}
		c := line[i]
		switch {
		case strings.HasPrefix(line[i:], "--"):
			if level, ok := longBegin(line, i+2); ok {
				st = luaState{'-', level}
				end, found := longEnd(line, i+4+level, level)
				move(end)
				add(LuaComment)
				if !found {
					return list, st
				}
				st = luaState{}
				continue
			}
			move(len(line))
			add(LuaComment)
		case c == '[':
			level, ok := longBegin(line, i)
			if !ok {
				move(i + 1)
				continue
			}
			end, found := longEnd(line, i+2+level, level)
			move(end)
			add(LuaString)
			if !found {
				return list, luaState{'[', level}
			}
		case c == '"' || c == '\'':
			end, open := quoteEnd(line, i+1, c)
			move(end)
			add(LuaString)
			if open {
				return list, luaState{in: c}
			}
		case strings.HasPrefix(line[i:], ".."):
			move(i + 2)
		case isDigit(c) || c == '.' && i+1 < len(line) && isDigit(line[i+1]):
			move(numberEnd(line, i))
			add(LuaNumber)
		case isLetter(c):
			end := i + 1
			for end < len(line) && (isLetter(line[end]) || isDigit(line[end])) {
				end++
			}
			word := line[i:end]
			move(end)
			switch rest := strings.TrimLeft(line[end:], " \t"); {
			case luaWords[word]:
				add(LuaKeyword)
			case rest != "" && strings.ContainsRune("(\"'{", rune(rest[0])):
				add(LuaCall)
			}
		default:
			_, n := utf8.DecodeRuneInString(line[i:])
			move(i + n)
		}
	}
	return list, luaState{}
}

// longBegin reports whether a long bracket begins at i, and its level.
func longBegin(line string, i int) (level int, ok bool) {
	if i >= len(line) || line[i] != '[' {
		return 0, false
	}
	for i++; i < len(line) && line[i] == '='; i++ {
		level++
	}
	return level, i < len(line) && line[i] == '['
}

// longEnd returns where a long string or comment ends that is open at i.
func longEnd(line string, i, level int) (end int, found bool) {
	closing := "]" + strings.Repeat("=", level) + "]"
	if n := strings.Index(line[i:], closing); n >= 0 {
		return i + n + len(closing), true
	}
	return len(line), false
}

// quoteEnd returns where a string ends that is open at i; open says that it goes on in the
// next line.
func quoteEnd(line string, i int, quote byte) (end int, open bool) {
	for ; i < len(line); i++ {
		switch line[i] {
		case quote:
			return i + 1, false
		case '\\':
			if i++; i >= len(line) {
				return len(line), true
			}
		}
	}
	return len(line), false // a mistake: a string ends with its line
}

// numberEnd returns where the number ends that begins at i.
func numberEnd(line string, i int) int {
	hex := strings.HasPrefix(line[i:], "0x") || strings.HasPrefix(line[i:], "0X")
	for ; i < len(line); i++ {
		c := line[i]
		sign := (c == '+' || c == '-') && !hex && line[i-1]|0x20 == 'e'
		if !isDigit(c) && !isLetter(c) && c != '.' && !sign {
			break
		}
		if strings.HasPrefix(line[i:], "..") { // joins texts
			break
		}
	}
	return i
}

var luaPairs = map[rune]rune{'(': ')', '[': ']', '{': '}', ')': '(', ']': '[', '}': '{'}

// Partner returns the character at which the bracket at offset is closed or opened; false
// when there is no bracket, or none that belongs to it. It may look through the whole text.
func (t *Highlighter) Partner(offset int) (int, bool) {
	i := t.LineAt(offset)
	own, ok := t.bracket(i, offset-t.starts[i])
	if !ok {
		return 0, false
	}
	other := luaPairs[own]
	step := 1
	if strings.ContainsRune(")]}", own) {
		step = -1
	}
	depth := 0
	col := offset - t.starts[i]
	for ; i >= 0 && i < len(t.lines); i += step {
		list := t.brackets(i)
		for n := range list {
			b := list[n]
			if step < 0 {
				b = list[len(list)-1-n]
			}
			if col >= 0 && (step > 0 && b.at < col || step < 0 && b.at > col) {
				continue
			}
			switch b.r {
			case own:
				depth++
			case other:
				if depth--; depth == 0 {
					return t.starts[i] + b.at, true
				}
			}
		}
		col = -1
	}
	return 0, false
}

type bracketAt struct {
	at int
	r  rune
}

// brackets returns the brackets of line i that are code.
func (t *Highlighter) brackets(i int) []bracketAt {
	if !strings.ContainsAny(t.lines[i], "()[]{}") {
		return nil
	}
	var list []bracketAt
	for at, r := range t.code(i) {
		if _, ok := luaPairs[r]; ok {
			list = append(list, bracketAt{at, r})
		}
	}
	return list
}

func (t *Highlighter) bracket(i, col int) (rune, bool) {
	for _, b := range t.brackets(i) {
		if b.at == col {
			return b.r, true
		}
	}
	return 0, false
}
