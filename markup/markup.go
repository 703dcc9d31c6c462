// Package markup finds what the signs of a comment ask for ("**", "*", backquotes, "- ", "# "). A comment
// is plain text, in files and everywhere; its field shows the spans that are found here.
package markup

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Look is how a part of a comment is shown.
type Look string

// The looks. A comment stays plain text: the signs that ask for a look are part
// of it, and have the look Sign themselves.
const (
	Bold    Look = "bold"    // **…**
	Italic  Look = "italic"  // *…*
	Code    Look = "code"    // `…`
	Heading Look = "heading" // a line that begins with "# "
	Item    Look = "item"    // a line that begins with "- "
	Sign    Look = "sign"
)

// Span is a part of a comment with its look, in characters. No span goes over the
// end of a line; several may cover the same characters.
type Span struct {
	From, To int
	Look     Look
}

// Parse returns the spans of a comment, line by line. It takes time in the length
// of the text.
func Parse(text string) []Span {
	var spans []Span
	at := 0
	for line := range strings.Lines(text) {
		r := []rune(line)
		n := len(r)
		for n > 0 && (r[n-1] == '\n' || r[n-1] == '\r') {
			n--
		}
		spans = markLine(spans, r[:n], at)
		at += len(r)
	}
	return spans
}

// markLine adds the spans of one line, whose first character stands at the offset at.
func markLine(spans []Span, line []rune, at int) []Span {
	add := func(from, to int, l Look) {
		if from < to {
			spans = append(spans, Span{at + from, at + to, l})
		}
	}
	begin := 0
	if len(line) > 2 && line[1] == ' ' && (line[0] == '#' || line[0] == '-') {
		l := Item
		if line[0] == '#' {
			l = Heading
		}
		add(0, len(line), l)
		add(0, 1, Sign)
		begin = 2
	}
	code := pairs(line, begin, '`', 1, nil)
	for _, p := range code {
		add(p[0], p[0]+1, Sign)
		add(p[0]+1, p[1], Code)
		add(p[1], p[1]+1, Sign)
	}
	used := make([]bool, len(line)) // characters that are signs already, or in code
	for _, p := range code {
		for i := p[0]; i <= p[1]; i++ {
			used[i] = true
		}
	}
	for _, k := range []struct {
		n int
		l Look
	}{{2, Bold}, {1, Italic}} {
		for _, p := range pairs(line, begin, '*', k.n, used) {
			add(p[0], p[0]+k.n, Sign)
			add(p[0]+k.n, p[1], k.l)
			add(p[1], p[1]+k.n, Sign)
			for i := range k.n {
				used[p[0]+i], used[p[1]+i] = true, true
			}
		}
	}
	return spans
}

// pairs returns where signs of n equal characters open and close: what opens stands
// before something, what closes behind something, and there is something between.
func pairs(line []rune, begin int, sign rune, n int, used []bool) (found [][2]int) {
	is := func(i int) bool {
		for k := i; k < i+n; k++ {
			if k >= len(line) || line[k] != sign || used != nil && used[k] {
				return false
			}
		}
		return true
	}
	lone := func(i int) bool { return n > 1 || !is(i) } // a sign of one character has none beside it
	for i := begin; i < len(line); {
		if !is(i) || i+n >= len(line) || unicode.IsSpace(line[i+n]) || !lone(i+1) {
			i++
			continue
		}
		end := -1
		for j := i + n + 1; j < len(line); j++ {
			if !is(j) || unicode.IsSpace(line[j-1]) || !lone(j-1) {
				continue
			}
			// In a longer row of signs the last ones close: ***a*** is bold around italic.
			for is(j + 1) {
				j++
			}
			end = j
			break
		}
		if end < 0 { // nothing closes here, so nothing closes further on
			return found
		}
		found = append(found, [2]int{i, end})
		i = end + n
	}
	return found
}

// Plain returns a comment without its signs, as lists show it.
func Plain(text string) string {
	r := []rune(text)
	var out []rune
	drop := map[int]bool{}
	for _, s := range Parse(text) {
		if s.Look == Sign {
			for i := s.From; i < s.To; i++ {
				drop[i] = r[i] != '-'
			}
		}
	}
	if len(drop) == 0 {
		return text
	}
	for i, c := range r {
		if !drop[i] {
			out = append(out, c)
		}
	}
	return string(out)
}

// ChangedLines returns the lines of after that differ from those of before, or stand
// between such, and at which character they begin. "" when nothing is to be done there.
func ChangedLines(before, after string) (from int, lines string) {
	a := 0
	for a < len(before) && a < len(after) && before[a] == after[a] {
		a++
	}
	if a == len(after) && a == len(before) {
		return 0, ""
	}
	z := 0
	for z < len(before)-a && z < len(after)-a && before[len(before)-1-z] == after[len(after)-1-z] {
		z++
	}
	start := strings.LastIndexByte(after[:a], '\n') + 1
	end := len(after)
	if i := strings.IndexByte(after[end-z:], '\n'); i >= 0 {
		end += i - z
	}
	return utf8.RuneCountInString(after[:start]), after[start:end]
}

// Emphasize puts the stars of a look, Bold or Italic, around the characters from … to of a comment, or around the
// word there when from and to are equal, or takes them away where they stand. It
// returns the new text and what is selected in it. Of several lines each gets its own stars.
func Emphasize(text string, from, to int, look Look) (after string, newFrom, newTo int) {
	n := 1
	if look == Bold {
		n = 2
	}
	r := []rune(text)
	from, to = min(max(from, 0), len(r)), min(max(to, 0), len(r))
	if from > to {
		from, to = to, from
	}
	word := func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) || c == '\'' || c == '’' }
	if from == to {
		for from > 0 && word(r[from-1]) {
			from--
		}
		for to < len(r) && word(r[to]) {
			to++
		}
	}
	out := append([]rune(nil), r[:from]...)
	newFrom = -1
	rest := to // where the text goes on that is not written yet
	for start := from; start <= to; {
		end := start
		for end < to && r[end] != '\n' {
			end++
		}
		a, b, tail := 0, 0, 0
		out, a, b, tail = emphasizeLine(out, r, start, end, n, from == to)
		rest = max(end, tail)
		if b > a || from == to {
			if newFrom < 0 {
				newFrom = a
			}
			newTo = b
		}
		if end >= to {
			break
		}
		out = append(out, r[rest:end+1]...)
		start, rest = end+1, end+1
	}
	out = append(out, r[min(rest, len(r)):]...)
	if newFrom < 0 { // nothing but signs was selected, and they may be gone
		newFrom = min(from, len(out))
		newTo = newFrom
	}
	return string(out), newFrom, newTo
}

// emphasizeLine writes r[from:to], a part of a line, to out, and puts n stars on each side or takes
// them away. It returns where the text between the stars lies in out, and up to where r is written.
func emphasizeLine(out, r []rune, from, to, n int, empty bool) (longer []rune, a, b, done int) {
	lo, hi := from, to
	for lo < hi && unicode.IsSpace(r[lo]) {
		lo++
	}
	for hi > lo && unicode.IsSpace(r[hi-1]) {
		hi--
	}
	out = append(out, r[from:lo]...)
	if lo == hi && !empty {
		return out, len(out), len(out), to
	}
	for lo < hi && r[lo] == '*' { // stars within the selection count as around it
		out, lo = append(out, '*'), lo+1
	}
	for hi > lo && r[hi-1] == '*' {
		hi--
	}
	left, right := 0, 0
	for left < len(out) && out[len(out)-1-left] == '*' {
		left++
	}
	for hi+right < len(r) && r[hi+right] == '*' {
		right++
	}
	stars := min(left, right)
	has := n == 2 && stars >= 2 || n == 1 && stars%2 == 1
	if has {
		out = out[:len(out)-n]
		a = len(out)
		out = append(out, r[lo:hi]...)
		b = len(out)
		done = hi + n
	} else {
		for range n {
			out = append(out, '*')
		}
		a = len(out)
		out = append(out, r[lo:hi]...)
		b = len(out)
		for range n {
			out = append(out, '*')
		}
		done = hi
	}
	if done < to {
		out = append(out, r[done:to]...)
		done = to
	}
	return out, a, b, done
}
