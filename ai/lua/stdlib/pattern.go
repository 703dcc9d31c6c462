package stdlib

import (
	"strings"

	lua "github.com/yuin/gopher-lua"
)

const (
	maxPattern  = 1000 // bytes: matching recurses as deeply as the pattern is long
	maxCaptures = 32
	maxTries    = 1 << 20 // maximum number of tries for one match
)

// Special lengths of captures.
const (
	unclosed   = -1
	positional = -2
)

type capture struct{ start, size int }

// matcher matches a pattern against a string. Each try is a step of the budget, since some patterns
// need exponentially many.
type matcher struct {
	state    *lua.LState
	budget   *Budget
	src, pat string
	captures []capture
	tries    int
}

func newMatcher(l *lua.LState, src, pat string) *matcher {
	if len(pat) > maxPattern {
		Raise(l, "the pattern is longer than %d characters", maxPattern)
	}
	return &matcher{state: l, budget: budgetOf(l), src: src, pat: pat}
}

// try counts n tries.
func (m *matcher) try(n int) {
	m.budget.Step(n)
	if m.tries += n; m.tries > maxTries {
		Raise(m.state, "matching the pattern takes too many steps")
	}
}

// byteAt returns the byte at offset i of the string, or 0 outside it.
func (m *matcher) byteAt(i int) byte {
	if i < 0 || i >= len(m.src) {
		return 0
	}
	return m.src[i]
}

// at matches the pattern from p on at offset s of the string. It returns the end of the match, or
// -1.
func (m *matcher) at(s, p int) int {
	for p < len(m.pat) {
		m.try(1)
		c, next := m.pat[p], byte(0)
		if p+1 < len(m.pat) {
			next = m.pat[p+1]
		}
		switch {
		case c == '(' && next == ')':
			return m.open(s, p+2, positional)
		case c == '(':
			return m.open(s, p+1, unclosed)
		case c == ')':
			return m.close(s, p+1)
		case c == '$' && p+1 == len(m.pat):
			if s == len(m.src) {
				return s
			}
			return -1
		case c == '%' && next == 'b':
			if s = m.balance(s, p+2); s < 0 {
				return -1
			}
			p += 4
			continue
		case c == '%' && next == 'f':
			if p += 2; p >= len(m.pat) || m.pat[p] != '[' {
				m.state.RaiseError("missing '[' after '%cf' in the pattern", '%')
			}
			end := m.itemEnd(p)
			if m.inSet(m.byteAt(s-1), p, end) || !m.inSet(m.byteAt(s), p, end) {
				return -1
			}
			p = end
			continue
		case c == '%' && '0' <= next && next <= '9':
			if s = m.again(s, int(next-'1')); s < 0 {
				return -1
			}
			p += 2
			continue
		}
		end := m.itemEnd(p)
		var times byte
		if end < len(m.pat) {
			times = m.pat[end]
		}
		switch times {
		case '*':
			return m.most(s, p, end, 0)
		case '+':
			return m.most(s, p, end, 1)
		case '-':
			return m.fewest(s, p, end)
		case '?':
			if m.one(s, p, end) {
				if e := m.at(s+1, end+1); e >= 0 {
					return e
				}
			}
			p = end + 1
		default:
			if !m.one(s, p, end) {
				return -1
			}
			s, p = s+1, end
		}
	}
	return s
}

// most matches an item as often as possible, then with fewer and fewer repetitions.
func (m *matcher) most(s, p, end, least int) int {
	n := 0
	for m.one(s+n, p, end) {
		n++
	}
	for ; n >= least; n-- {
		if e := m.at(s+n, end+1); e >= 0 {
			return e
		}
	}
	return -1
}

// fewest matches an item zero times, then with more and more repetitions.
func (m *matcher) fewest(s, p, end int) int {
	for {
		if e := m.at(s, end+1); e >= 0 {
			return e
		}
		if !m.one(s, p, end) {
			return -1
		}
		s++
	}
}

// open starts a capture. It removes the capture if the rest does not match.
func (m *matcher) open(s, p, size int) int {
	if len(m.captures) == maxCaptures {
		m.state.RaiseError("more than %d captures in the pattern", maxCaptures)
	}
	n := len(m.captures)
	m.captures = append(m.captures, capture{s, size})
	e := m.at(s, p)
	if e < 0 {
		m.captures = m.captures[:n]
	}
	return e
}

// close ends the innermost open capture.
func (m *matcher) close(s, p int) int {
	i := len(m.captures) - 1
	for ; i >= 0 && m.captures[i].size != unclosed; i-- {
	}
	if i < 0 {
		m.state.RaiseError("a ')' without '(' in the pattern")
	}
	m.captures[i].size = s - m.captures[i].start
	e := m.at(s, p)
	if e < 0 {
		m.captures[i].size = unclosed
	}
	return e
}

// balance matches from an opening character to its closing one.
func (m *matcher) balance(s, p int) int {
	if p+1 >= len(m.pat) {
		m.state.RaiseError("two characters are missing after '%cb' in the pattern", '%')
	}
	if s >= len(m.src) || m.src[s] != m.pat[p] {
		return -1
	}
	for depth, i := 1, s+1; i < len(m.src); i++ {
		m.budget.Step(1)
		switch m.src[i] {
		case m.pat[p+1]:
			if depth--; depth == 0 {
				return i + 1
			}
		case m.pat[p]:
			depth++
		}
	}
	return -1
}

// again matches the text of capture i again.
func (m *matcher) again(s, i int) int {
	if i < 0 || i >= len(m.captures) || m.captures[i].size < 0 {
		m.state.RaiseError("the pattern refers to a capture that is not there")
	}
	c := m.captures[i]
	m.budget.Step(c.size)
	if !strings.HasPrefix(m.src[s:], m.src[c.start:c.start+c.size]) {
		return -1
	}
	return s + c.size
}

// itemEnd returns the end of the item at p: a character, a class or a set.
func (m *matcher) itemEnd(p int) int {
	switch m.pat[p] {
	case '%':
		if p+1 == len(m.pat) {
			m.state.RaiseError("the pattern ends with '%c'", '%')
		}
		return p + 2
	case '[':
		i := p + 1
		if i < len(m.pat) && m.pat[i] == '^' {
			i++
		}
		for first := i; i < len(m.pat); i++ {
			switch {
			case m.pat[i] == '%':
				i++
			case m.pat[i] == ']' && i > first:
				return i + 1
			}
		}
		m.state.RaiseError("a ']' is missing in the pattern")
	}
	return p + 1
}

// one reports whether the item from p to end matches the character at s.
func (m *matcher) one(s, p, end int) bool {
	m.try(end - p)
	if s >= len(m.src) {
		return false
	}
	c := m.src[s]
	switch m.pat[p] {
	case '.':
		return true
	case '%':
		return inClass(c, m.pat[p+1])
	case '[':
		return m.inSet(c, p, end)
	}
	return c == m.pat[p]
}

// inSet reports whether c is in the set written from p to end.
func (m *matcher) inSet(c byte, p, end int) bool {
	set := m.pat[p+1 : end-1]
	want := true
	if strings.HasPrefix(set, "^") {
		want, set = false, set[1:]
	}
	for i := 0; i < len(set); i++ {
		switch {
		case set[i] == '%' && i+1 < len(set):
			if i++; inClass(c, set[i]) {
				return want
			}
		case i+2 < len(set) && set[i+1] == '-':
			if set[i] <= c && c <= set[i+2] {
				return want
			}
			i += 2
		case set[i] == c:
			return want
		}
	}
	return !want
}

// classes are the character ranges of class letters.
var classes = [256]string{
	'a': "AZaz", 'c': "\x00\x1f\x7f\x7f", 'd': "09", 'l': "az", 'p': "!/:@[`{~", 's': "\t\r  ", 'u': "AZ", 'w': "09AZaz", 'x': "09AFaf", 'z': "\x00\x00",
}

// inClass reports whether c belongs to a character class. An upper-case letter means the
// complement. Any other character only matches itself.
func inClass(c, class byte) bool {
	ranges := classes[class|0x20]
	for i := 0; i < len(ranges); i += 2 {
		if ranges[i] <= c && c <= ranges[i+1] {
			return class >= 'a'
		}
	}
	return ranges != "" && class < 'a' || ranges == "" && c == class
}

// find returns the start and end of the first match from offset s on, or -1.
func (m *matcher) find(s int) (start, end int) {
	p := 0
	anchored := strings.HasPrefix(m.pat, "^")
	if anchored {
		p = 1
	}
	for ; s <= len(m.src); s++ {
		m.captures = m.captures[:0]
		m.budget.Step(1)
		if e := m.at(s, p); e >= 0 {
			return s, e
		}
		if anchored {
			break
		}
	}
	return -1, -1
}

// value returns capture i of a match from start to end. Without captures, the first one is the
// whole match.
func (m *matcher) value(i, start, end int) lua.LValue {
	if i == 0 && len(m.captures) == 0 {
		return lua.LString(m.src[start:end])
	}
	if i >= len(m.captures) {
		m.state.RaiseError("there is no capture %d", i+1)
	}
	c := m.captures[i]
	switch c.size {
	case positional:
		return lua.LNumber(c.start + 1)
	case unclosed:
		m.state.RaiseError("a ')' is missing in the pattern")
	}
	return lua.LString(m.src[c.start : c.start+c.size])
}

// push pushes the captures. If there are no captures and whole is true, it pushes the whole match.
func (m *matcher) push(start, end int, whole bool) int {
	n := len(m.captures)
	if n == 0 && whole {
		n = 1
	}
	for i := range n {
		m.state.Push(m.value(i, start, end))
	}
	return n
}
