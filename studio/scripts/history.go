package scripts

import (
	"strings"
	"unicode/utf8"
)

// Edit is one change of a text: at a character, Out is replaced by In.
type Edit struct {
	At      int
	Out, In string
}

// Differ returns the one edit that makes to of from: what lies between what is the same at
// their begins and at their ends. It costs a look through both.
func Differ(from, to string) Edit {
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
	return Edit{utf8.RuneCountInString(from[:i]), from[i:a], to[i:b]}
}

// What a History keeps.
const (
	maxEdits     = 10_000
	maxEditBytes = 16 << 20
)

// History is what was done to a text, for undo and redo. The zero History
// is ready.
type History struct {
	past, future []Edit
	size         int
	closed       bool // what comes next is a step of its own
}

// Did notes an edit. Characters typed one after the other are one step, up to a blank
// between words.
func (h *History) Did(e Edit) {
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
func join(l *Edit, e Edit) bool {
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
func (h *History) Close() { h.closed = true }

// Undo returns the edit that takes the last step back; false when there is none.
func (h *History) Undo() (Edit, bool) {
	n := len(h.past)
	if n == 0 {
		return Edit{}, false
	}
	e := h.past[n-1]
	h.past, h.future, h.closed = h.past[:n-1], append(h.future, e), true
	h.size -= len(e.In) + len(e.Out)
	return Edit{e.At, e.In, e.Out}, true
}

// Redo returns the edit that makes the last step again that was taken back.
func (h *History) Redo() (Edit, bool) {
	n := len(h.future)
	if n == 0 {
		return Edit{}, false
	}
	e := h.future[n-1]
	h.future, h.past, h.closed = h.future[:n-1], append(h.past, e), true
	h.size += len(e.In) + len(e.Out)
	return e, true
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
