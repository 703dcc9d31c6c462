package app

import (
	"strings"
	"unicode/utf8"
)

// TextEdit is one change of a text: at a character, Out goes and In comes.
type TextEdit struct {
	At      int
	Out, In string
}

// Differ returns the one edit that makes to of from: what lies between what is the same at
// their begins and at their ends. It costs a look through both.
func Differ(from, to string) TextEdit {
	i := 0
	for i < min(len(from), len(to)) && from[i] == to[i] {
		i++
	}
	for i > 0 && (i < len(from) && !utf8.RuneStart(from[i]) || i < len(to) && !utf8.RuneStart(to[i])) {
		i--
	}
	a, b := len(from), len(to)
	for a > i && b > i && from[a-1] == to[b-1] {
		a, b = a-1, b-1
	}
	for a < len(from) && !utf8.RuneStart(from[a]) {
		a, b = a+1, b+1
	}
	return TextEdit{utf8.RuneCountInString(from[:i]), from[i:a], to[i:b]}
}

// What a TextHistory keeps.
const (
	maxEdits     = 10_000
	maxEditBytes = 16 << 20
)

// TextHistory is what was done to a text, for undo and redo. The zero TextHistory
// is ready.
type TextHistory struct {
	past, future []TextEdit
	size         int
	closed       bool // what comes next is a step of its own
}

// Did notes an edit. Characters typed one after the other are one step, up to a blank
// between words.
func (h *TextHistory) Did(e TextEdit) {
	if e.Out == "" && e.In == "" {
		return
	}
	h.future = nil
	if n := len(h.past); n > 0 && !h.closed {
		if l := &h.past[n-1]; join(l, e) {
			h.size += len(e.In) + len(e.Out)
			return
		}
	}
	h.closed = false
	h.past = append(h.past, e)
	h.size += len(e.In) + len(e.Out)
	for len(h.past) > 1 && (len(h.past) > maxEdits || h.size > maxEditBytes) {
		h.size -= len(h.past[0].In) + len(h.past[0].Out)
		h.past = h.past[1:]
	}
}

// join makes one step of l and what follows it, where that is one to a person.
func join(l *TextEdit, e TextEdit) bool {
	one := func(s string) bool { return utf8.RuneCountInString(s) == 1 && s != "\n" }
	switch {
	case e.Out == "" && l.Out == "" && one(e.In) && e.At == l.At+utf8.RuneCountInString(l.In) &&
		!strings.HasSuffix(l.In, "\n") && (e.In == " " || !strings.HasSuffix(l.In, " ")):
		l.In += e.In
	case e.In == "" && l.In == "" && one(e.Out) && e.At+1 == l.At: // backwards
		l.At, l.Out = e.At, e.Out+l.Out
	default:
		return false
	}
	return true
}

// Close ends the step: what comes next is another, as after the cursor was moved.
func (h *TextHistory) Close() { h.closed = true }

// Undo returns the edit that takes the last step back; false when there is none.
func (h *TextHistory) Undo() (TextEdit, bool) {
	n := len(h.past)
	if n == 0 {
		return TextEdit{}, false
	}
	e := h.past[n-1]
	h.past, h.future, h.closed = h.past[:n-1], append(h.future, e), true
	h.size -= len(e.In) + len(e.Out)
	return TextEdit{e.At, e.In, e.Out}, true
}

// Redo returns the edit that makes the last step again that was taken back.
func (h *TextHistory) Redo() (TextEdit, bool) {
	n := len(h.future)
	if n == 0 {
		return TextEdit{}, false
	}
	e := h.future[n-1]
	h.future, h.past, h.closed = h.future[:n-1], append(h.past, e), true
	h.size += len(e.In) + len(e.Out)
	return e, true
}

// indentStep is what a block is moved to the right.
const indentStep = "  "

func indentOf(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

// codeWords returns the words and brackets of a line that are no part of a string or a
// comment.
func (t *LuaText) codeWords(i int) []string {
	spans := t.Spans(i, nil)
	var list []string
	word := ""
	at := 0
	for _, r := range t.lines[i] {
		for len(spans) > 0 && spans[0].To <= at {
			spans = spans[1:]
		}
		hidden := len(spans) > 0 && at >= spans[0].From && (spans[0].Kind == LuaString || spans[0].Kind == LuaComment)
		at++
		if !hidden && r < utf8.RuneSelf && (isLetter(byte(r)) || isDigit(byte(r))) {
			word += string(r)
			continue
		}
		if word != "" {
			list, word = append(list, word), ""
		}
		if !hidden && strings.ContainsRune("(){}[]", r) {
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
func (t *LuaText) opens(i int) bool {
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

// IndentAfter returns the blanks with which a line begins that is begun behind line i.
func (t *LuaText) IndentAfter(i int) string {
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

// Outdent returns how many blanks at the begin of line i go, now that it ends a block, with
// nothing but that written in it yet.
func (t *LuaText) Outdent(i int) int {
	line := t.lines[i]
	if i == 0 || !luaCloses[strings.TrimSpace(line)] {
		return 0
	}
	if have := indentOf(line); have == t.IndentAfter(i-1) && strings.HasSuffix(have, indentStep) {
		return len(indentStep)
	}
	return 0
}

// ToggleComment makes comments of the lines from to to, both among them, or takes the
// signs away if all are. It returns the new text of these lines.
func (t *LuaText) ToggleComment(from, to int) string {
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

// Shift moves the lines from to to a step to the right, or to the left. It returns
// their new text.
func (t *LuaText) Shift(from, to int, left bool) string {
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

var luaPairs = map[rune]rune{'(': ')', '[': ']', '{': '}', ')': '(', ']': '[', '}': '{'}

// Partner returns the character at which the bracket at offset is closed or opened; false
// when there is no bracket, or none that belongs to it. It may look through the whole text.
func (t *LuaText) Partner(offset int) (int, bool) {
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
func (t *LuaText) brackets(i int) []bracketAt {
	if !strings.ContainsAny(t.lines[i], "()[]{}") {
		return nil
	}
	spans := t.Spans(i, nil)
	var list []bracketAt
	at := 0
	for _, r := range t.lines[i] {
		for len(spans) > 0 && spans[0].To <= at {
			spans = spans[1:]
		}
		hidden := len(spans) > 0 && at >= spans[0].From && (spans[0].Kind == LuaString || spans[0].Kind == LuaComment)
		if _, ok := luaPairs[r]; ok && !hidden {
			list = append(list, bracketAt{at, r})
		}
		at++
	}
	return list
}

func (t *LuaText) bracket(i, col int) (rune, bool) {
	for _, b := range t.brackets(i) {
		if b.at == col {
			return b.r, true
		}
	}
	return 0, false
}

// WordAt returns the name that an offset stands in or behind, with the part before a colon
// or a point: "pos:play"; and where it begins.
func (t *LuaText) WordAt(offset int) (word string, from int) {
	i := t.LineAt(offset)
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

// FindText returns the characters at which the words stand in a text, whatever their case.
func FindText(text, words string) []int {
	low, want := strings.ToLower(text), strings.ToLower(words)
	if want == "" {
		return nil
	}
	if utf8.RuneCountInString(low) != utf8.RuneCountInString(text) { // letters that change in number
		low, want = text, words
	}
	var places []int
	at := 0
	for {
		i := strings.Index(low, want)
		if i < 0 {
			return places
		}
		at += utf8.RuneCountInString(low[:i])
		places = append(places, at)
		at += utf8.RuneCountInString(want)
		low = low[i+len(want):]
	}
}

// NextPlace returns which of the places, which are sorted, is shown next after that at a
// character: with step 0 that itself, if it is one.
func NextPlace(places []int, at, step int, back bool) int {
	i := 0
	for i < len(places) && places[i] < at+step {
		i++
	}
	if back {
		for i = len(places) - 1; i >= 0 && places[i] >= at; i-- {
		}
	}
	return (i + len(places)) % len(places)
}
