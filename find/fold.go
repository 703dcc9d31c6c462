package find

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"boardstudio/internal/fold"
)

// words searches for a text, ignoring case and accents.
type words struct {
	what  []byte
	whole bool // match whole words only
	buf   []byte
}

func newWords(text string, whole bool) *words {
	return &words{what: fold.Append(nil, text), whole: whole}
}

// in returns the byte offsets of the first match in text. It reports false if text does not match.
func (w *words) in(text string) (from, to int, ok bool) {
	if text == "" {
		return 0, 0, false
	}
	w.buf = fold.Append(w.buf[:0], text)
	for at := 0; ; at++ {
		i := bytes.Index(w.buf[at:], w.what)
		if i < 0 {
			return 0, 0, false
		}
		at += i
		if end := at + len(w.what); !w.whole || !lettersMeet(w.buf, at) && !lettersMeet(w.buf, end) {
			return unfold(text, at, false), unfold(text, end, true), true
		}
	}
}

// lettersMeet reports whether at is inside a word.
func lettersMeet(b []byte, at int) bool {
	a, _ := utf8.DecodeLastRune(b[:at])
	z, _ := utf8.DecodeRune(b[at:])
	letter := func(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
	return letter(a) && letter(z)
}

// unfold converts a byte offset in the folded text to one in text, for the start or end of a match.
// A combining accent belongs to the character before it.
func unfold(text string, at int, end bool) int {
	var buf []byte
	for i := 0; i < len(text); {
		_, n := utf8.DecodeRuneInString(text[i:])
		was := len(buf)
		buf = fold.Append(buf, text[i:i+n])
		if !end && len(buf) > at || end && was >= at && len(buf) > was {
			return i
		}
		i += n
	}
	return len(text)
}

// Excerpt returns one line of about width characters from text, around text[from:to]. An ellipsis
// marks omitted text.
func Excerpt(text string, from, to, width int) string {
	from = max(0, min(from, len(text)))
	to = max(from, min(to, len(text)))
	room := max(0, width-utf8.RuneCountInString(text[from:to]))
	low, high := from, to
	for n := room / 3; n > 0 && low > 0; n-- {
		_, size := utf8.DecodeLastRuneInString(text[:low])
		low -= size
	}
	for n := room - utf8.RuneCountInString(text[low:from]); n > 0 && high < len(text); n-- {
		_, size := utf8.DecodeRuneInString(text[high:])
		high += size
	}
	for n := width - utf8.RuneCountInString(text[low:high]); n > 0 && low > 0; n-- {
		_, size := utf8.DecodeLastRuneInString(text[:low])
		low -= size
	}
	if i := strings.IndexByte(text[low:from], ' '); low > 0 && i >= 0 {
		low += i + 1 // start with a whole word
	}
	if i := strings.LastIndexByte(text[to:high], ' '); high < len(text) && i > 0 {
		high = to + i
	}
	part := strings.Join(strings.Fields(text[low:high]), " ")
	if low > 0 {
		part = "…" + part
	}
	if high < len(text) {
		part += "…"
	}
	return part
}
