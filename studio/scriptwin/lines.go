package scriptwin

import (
	"strings"
	"unicode/utf8"
)

// lines is the text of a script by lines, which it indents and comments.
type lines struct {
	lines  []string
	starts []int // the character at which each line begins
	// hidden reports whether a character is part of a string or a comment.
	hidden func(offset int) bool
}

// update replaces the text.
func (t *lines) update(text string) {
	t.lines = strings.Split(text, "\n")
	t.starts = make([]int, len(t.lines))
	at := 0
	for i, l := range t.lines {
		t.starts[i] = at
		at += utf8.RuneCountInString(l) + 1
	}
}

// len returns how many lines there are: one more than line ends.
func (t *lines) len() int { return len(t.lines) }

// line returns a line, counted from 0, without its end.
func (t *lines) line(i int) string { return t.lines[i] }

// start returns the character at which line i begins.
func (t *lines) start(i int) int { return t.starts[i] }

// lineAt returns the line of a character.
func (t *lines) lineAt(offset int) int {
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

// indentStep is what a block is moved to the right.
const indentStep = "  "

func indentOf(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

// codeWords returns the words and brackets of line i that are code.
func (t *lines) codeWords(i int) []string {
	var list []string
	word := ""
	at := t.starts[i] - 1
	for _, r := range t.lines[i] {
		at++
		letter := r < utf8.RuneSelf && (isLetter(byte(r)) || isDigit(byte(r)))
		bracket := strings.ContainsRune("(){}[]", r)
		if (letter || bracket) && t.hidden(at) {
			letter, bracket = false, false
		}
		if letter {
			word += string(r)
			continue
		}
		if word != "" {
			list, word = append(list, word), ""
		}
		if bracket {
			list = append(list, string(r))
		}
	}
	if word != "" {
		list = append(list, word)
	}
	return list
}

var luaOpens = map[string]int{
	"function": 1, "then": 1, "do": 1, "repeat": 1, "else": 1, "(": 1, "{": 1, "[": 1,
	"end": -1, "until": -1, ")": -1, "}": -1, "]": -1,
}

// opens reports whether a block begins in line i that does not end there.
func (t *lines) opens(i int) bool {
	open := 0
	for _, w := range t.codeWords(i) {
		if d := luaOpens[w]; d > 0 || open > 0 {
			open += d
		}
		if w == "elseif" {
			open = 0
		}
	}
	return open > 0
}

// indentAfter returns the blanks with which a line begins that is begun behind line i.
func (t *lines) indentAfter(i int) string {
	for i > 0 && strings.TrimSpace(t.lines[i]) == "" {
		i--
	}
	indent := indentOf(t.lines[i])
	if t.opens(i) {
		indent += indentStep
	}
	return indent
}

// luaCloses are the words that stand under what they end.
var luaCloses = map[string]bool{"end": true, "else": true, "elseif": true, "until": true, "}": true, ")": true}

// outdent returns how many blanks at the begin of line i go, now that it ends a block, with
// nothing but that written in it yet.
func (t *lines) outdent(i int) int {
	line := t.lines[i]
	if i == 0 || !luaCloses[strings.TrimSpace(line)] {
		return 0
	}
	if have := indentOf(line); have == t.indentAfter(i-1) && strings.HasSuffix(have, indentStep) {
		return len(indentStep)
	}
	return 0
}

// toggleComment makes comments of the lines from to to, both among them, or takes the
// signs away if all are. It returns the new text of these lines.
func (t *lines) toggleComment(from, to int) string {
	lines := append([]string(nil), t.lines[from:to+1]...)
	all, least := true, -1
	for _, l := range lines {
		if strings.TrimSpace(l) == "" {
			continue
		}
		all = all && strings.HasPrefix(strings.TrimLeft(l, " \t"), "--")
		if n := len(indentOf(l)); least < 0 || n < least {
			least = n
		}
	}
	for i, l := range lines {
		indent := indentOf(l)
		switch {
		case strings.TrimSpace(l) == "":
		case all:
			rest := strings.TrimPrefix(l[len(indent):], "--")
			lines[i] = indent + strings.TrimPrefix(rest, " ")
		default:
			lines[i] = l[:least] + "-- " + l[least:]
		}
	}
	return strings.Join(lines, "\n")
}

// shift moves the lines from to to a step to the right, or to the left. It returns
// their new text.
func (t *lines) shift(from, to int, left bool) string {
	lines := append([]string(nil), t.lines[from:to+1]...)
	for i, l := range lines {
		switch {
		case left && strings.HasPrefix(l, "\t"):
			lines[i] = l[1:]
		case left:
			lines[i] = l[min(len(indentOf(l)), len(indentStep)):]
		case strings.TrimSpace(l) != "":
			lines[i] = indentStep + l
		}
	}
	return strings.Join(lines, "\n")
}

// wordAt returns the name that an offset stands in or behind, with the part before a colon
// or a point: "pos:play"; and where it begins.
func (t *lines) wordAt(offset int) (word string, from int) {
	i := t.lineAt(offset)
	runes := []rune(t.lines[i])
	in := func(r rune) bool {
		return r < utf8.RuneSelf && (isLetter(byte(r)) || isDigit(byte(r)) || r == ':' || r == '.')
	}
	a := min(offset-t.starts[i], len(runes))
	b := a
	for a > 0 && in(runes[a-1]) {
		a--
	}
	for b < len(runes) && in(runes[b]) && runes[b] != ':' && runes[b] != '.' {
		b++
	}
	return string(runes[a:b]), t.starts[i] + a
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }
