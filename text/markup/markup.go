// Package markup finds formatted spans in comments, by their markup characters: "**", "*",
// backquotes, "- " and "# ". A comment is always stored as plain text. Only the text field shows
// the spans.
package markup

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Look is the formatting of a comment part.
type Look string

// The kinds of formatting. Markup characters are part of the comment, and are formatted as Sign
// themselves.
const (
	Bold    Look = "bold"    // **…**
	Italic  Look = "italic"  // *…*
	Code    Look = "code"    // `…`
	Heading Look = "heading" // a line that starts with "# "
	Item    Look = "item"    // a line that starts with "- "
	Sign    Look = "sign"
)

// Span is a formatted part of a comment, in characters. Spans do not extend over the end of a line.
// They may overlap.
type Span struct {
	From, To int
	Look     Look
}

// Parse returns the spans of a comment, line by line. It takes time proportional to the length of
// the text.
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

// markLine appends the spans of a line. at is the offset of its first character.
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
	used := make([]bool, len(line)) // markup characters, and characters in code
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

// pairs returns the positions of opening and closing markup, each of n characters sign. Opening
// markup must precede a non-space, closing markup must follow one, and the text between them must
// not be empty.
func pairs(line []rune, begin int, sign rune, n int, used []bool) (found [][2]int) {
	is := func(i int) bool {
		for k := i; k < i+n; k++ {
			if k >= len(line) || line[k] != sign || used != nil && used[k] {
				return false
			}
		}
		return true
	}
	separate := func(i int) bool { return n > 1 || !is(i) } // single characters must be separate
	for i := begin; i < len(line); {
		if !is(i) || i+n >= len(line) || unicode.IsSpace(line[i+n]) || !separate(i+1) {
			i++
			continue
		}
		end := -1
		for j := i + n + 1; j < len(line); j++ {
			if !is(j) || unicode.IsSpace(line[j-1]) || !separate(j-1) {
				continue
			}
			// In a longer sequence the last characters close: ***a*** is bold around italic.
			for is(j + 1) {
				j++
			}
			end = j
			break
		}
		if end < 0 { // if it is not closed here, later ones are not closed either
			return found
		}
		found = append(found, [2]int{i, end})
		i = end + n
	}
	return found
}

// Plain returns a comment without markup characters, for lists. Hyphens of items are kept.
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

// ChangedLines returns the lines of after from the first to the last difference from before, and
// the character offset of the first of these lines. lines is "" if both texts are equal.
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

// Emphasize adds the asterisks of look, Bold or Italic, around the characters from … to of a
// comment. If from and to are equal, it uses the word at that position. If the asterisks are
// already present, it removes them. It returns the new text and the new selection. Each line of a
// selection gets its own asterisks.
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
	rest := to // start of the text not yet written
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
	if newFrom < 0 { // only markup was selected, and it may be gone
		newFrom = min(from, len(out))
		newTo = newFrom
	}
	return string(out), newFrom, newTo
}

// emphasizeLine appends r[from:to], a part of a line, to out, and adds or removes n asterisks on
// each side. It returns the position in out of the text between the asterisks, and the position in
// r up to which text was written.
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
	for lo < hi && r[lo] == '*' { // treat asterisks inside the selection like those around it
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
