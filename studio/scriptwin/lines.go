package scriptwin

import (
	"regexp"
	"slices"
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
	i, begins := slices.BinarySearch(t.starts, offset)
	if !begins {
		i--
	}
	return i
}

// indentStep is what a block is moved to the right.
const indentStep = "  "

func indentOf(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

// token is a word or a bracket.
var token = regexp.MustCompile(`\w+|[(){}\[\]]`)

// codeWords returns the words and brackets of line i that are code.
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

// The parts of a name before and behind a place in it.
var nameBefore, nameBehind = regexp.MustCompile(`[\w:.]*$`), regexp.MustCompile(`^\w*`)

// wordAt returns the name that an offset stands in or behind, with the part before a colon
// or a point: "pos:play"; and where it begins.
func (t *lines) wordAt(offset int) (word string, from int) {
	i := t.lineAt(offset)
	runes := []rune(t.lines[i])
	at := min(offset-t.starts[i], len(runes))
	before := nameBefore.FindString(string(runes[:at]))
	return before + nameBehind.FindString(string(runes[at:])), t.starts[i] + at - len(before)
}
