package app

import (
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

// LuaSpan is a piece of a line, in characters from its begin.
type LuaSpan struct {
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

// LuaText is the text of a script with the look of its pieces. It learns from an edit
// only what that changed.
type LuaText struct {
	text   string
	lines  []string
	begins []luaState // one more than lines: the state behind the last
	starts []int      // the character at which each line begins
}

// Text returns the text.
func (t *LuaText) Text() string { return t.text }

// Lines returns how many lines there are: one more than line ends.
func (t *LuaText) Lines() int { return len(t.lines) }

// Line returns a line, counted from 0, without its end.
func (t *LuaText) Line(i int) string { return t.lines[i] }

// Start returns the character at which line i begins.
func (t *LuaText) Start(i int) int { return t.starts[i] }

// LineAt returns the line of a character.
func (t *LuaText) LineAt(offset int) int {
	lo, hi := 0, len(t.starts)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; t.starts[mid] <= offset {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// Update makes text the text, and returns the lines whose look may have changed, the
// second not among them. It costs a look through the text, and the reading of these lines.
func (t *LuaText) Update(text string) (from, to int) {
	lines := strings.Split(text, "\n")
	same := 0
	for same < min(len(lines), len(t.lines)) && lines[same] == t.lines[same] {
		same++
	}
	tail := 0
	for tail < min(len(lines), len(t.lines))-same && lines[len(lines)-1-tail] == t.lines[len(t.lines)-1-tail] {
		tail++
	}
	begins := make([]luaState, len(lines)+1)
	copy(begins, t.begins[:min(same+1, len(t.begins))])
	moved := len(t.lines) - len(lines)
	to = same
	for i := same; i < len(lines); i++ {
		if i >= len(lines)-tail && i+moved < len(t.begins) && begins[i] == t.begins[i+moved] {
			copy(begins[i:], t.begins[i+moved:]) // from here on all is as it was
			break
		}
		_, begins[i+1] = luaLine(lines[i], begins[i], nil)
		to = i + 1
	}
	starts := make([]int, len(lines))
	at := 0
	for i, l := range lines {
		starts[i] = at
		at += utf8.RuneCountInString(l) + 1
	}
	t.text, t.lines, t.begins, t.starts = text, lines, begins, starts
	return same, to
}

// Spans appends the pieces of line i that have a look of their own.
func (t *LuaText) Spans(i int, list []LuaSpan) []LuaSpan {
	list, _ = luaLine(t.lines[i], t.begins[i], list)
	return list
}

// luaLine reads a line that begins in a state, appends its pieces, and returns the state
// behind it.
func luaLine(line string, st luaState, list []LuaSpan) ([]LuaSpan, luaState) {
	at, from := 0, 0 // in characters: where i is, where the piece began
	i := 0
	move := func(to int) { at += utf8.RuneCountInString(line[i:to]); i = to }
	add := func(k LuaKind) {
		if at > from && k != LuaPlain {
			list = append(list, LuaSpan{from, at, k})
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

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }

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
