package scripts

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// lines is the text of a script, split into lines. It computes indentation and comments.
type lines struct {
	lines  []string
	starts []int // offset of each line, in characters
	// hidden reports whether a character is part of a string or a comment.
	hidden func(offset int) bool
}

// update replaces the text and recomputes where its lines start.
func (t *lines) update(text string) {
	t.lines = strings.Split(text, "\n")
	t.starts = make([]int, len(t.lines))
	at := 0
	for i, l := range t.lines {
		t.starts[i] = at
		at += utf8.RuneCountInString(l) + 1
	}
}

// len returns the number of lines, which is one more than the number of newlines.
func (t *lines) len() int { return len(t.lines) }

// line returns line i, counted from 0, without its newline.
func (t *lines) line(i int) string { return t.lines[i] }

// start returns the offset of line i, in characters.
func (t *lines) start(i int) int { return t.starts[i] }

// lineAt returns the line of a character.
func (t *lines) lineAt(offset int) int {
	i, begins := slices.BinarySearch(t.starts, offset)
	if !begins {
		i--
	}
	return i
}

// indentStep is the indentation of a block.
const indentStep = "  "

func indentOf(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

// token matches a word or a bracket.
var token = regexp.MustCompile(`\w+|[(){}\[\]]`)

// codeWords returns the words and brackets of line i that are not part of a string or a comment.
func (t *lines) codeWords(i int) []string {
	line := t.lines[i]
	var list []string
	for _, at := range token.FindAllStringIndex(line, -1) {
		if !t.hidden(t.starts[i] + utf8.RuneCountInString(line[:at[0]])) {
			list = append(list, line[at[0]:at[1]])
		}
	}
	return list
}

var luaOpens = map[string]int{
	"function": 1, "then": 1, "do": 1, "repeat": 1, "else": 1, "(": 1, "{": 1, "[": 1,
	"end": -1, "until": -1, ")": -1, "}": -1, "]": -1,
}

// opens reports whether line i opens a block that it does not close.
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

// indentAfter returns the indentation of a new line after line i.
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

// luaCloses are the words that are aligned with the start of the block they end.
var luaCloses = map[string]bool{"end": true, "else": true, "elseif": true, "until": true, "}": true, ")": true}

// outdent returns the number of blanks to remove from line i, which consists only of a word that
// ends a block.
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

// toggleComment comments out the lines from to to, inclusive. If all of them are comments, it
// uncomments them. It returns the new text of these lines.
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

// The parts of a name before and after an offset.
var nameBefore, nameBehind = regexp.MustCompile(`[\w:.]*$`), regexp.MustCompile(`^\w*`)

// wordAt returns the name around an offset, including a part before a colon or a point, such as
// "pos:play". It also returns the offset of its start.
func (t *lines) wordAt(offset int) (word string, from int) {
	i := t.lineAt(offset)
	runes := []rune(t.lines[i])
	at := min(offset-t.starts[i], len(runes))
	before := nameBefore.FindString(string(runes[:at]))
	return before + nameBehind.FindString(string(runes[at:])), t.starts[i] + at - len(before)
}
