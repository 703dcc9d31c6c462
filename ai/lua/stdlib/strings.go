package stdlib

import (
	"fmt"
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// stringFunctions stand in for those of the library that know no limits.
var stringFunctions = map[string]lua.LGFunction{
	"byte": bytesOf, "rep": repeat, "format": format, "find": find, "match": match, "gmatch": gmatch, "gsub": gsub,
	"lower": letters('A', 'Z'), "upper": letters('a', 'z'),
}

// tableFunctions likewise.
var tableFunctions = map[string]lua.LGFunction{"concat": concat, "sort": sortTable}

// room ends the call if a string of n bytes is too long.
func room(l *lua.LState, n int) {
	if n > maxString {
		Raise(l, "the string would be longer than %d bytes", maxString)
	}
}

// input returns argument i, a string that is short enough to work on.
func input(l *lua.LState, i int) string {
	s := l.CheckString(i)
	room(l, len(s))
	budgetOf(l).Step(len(s) / 64)
	return s
}

// offset returns the offset in s that Lua calls i: from 1, or from the end if negative.
func offset(s string, i int) int {
	if i < 0 {
		i += len(s) + 1
	}
	return min(max(i-1, 0), len(s))
}

func bytesOf(l *lua.LState) int {
	s := l.CheckString(1)
	from := l.OptInt(2, 1)
	to := l.OptInt(3, from)
	if to < 0 {
		to += len(s) + 1
	}
	start, end := offset(s, from), min(to, len(s))
	if from < 0 && -from > len(s) && l.GetTop() < 3 {
		return 0
	}
	if end-start > maxUnpack {
		Raise(l, "more than %d results", maxUnpack)
	}
	for i := start; i < end; i++ {
		l.Push(lua.LNumber(s[i]))
	}
	return max(end-start, 0)
}

func repeat(l *lua.LState) int {
	s, n := l.CheckString(1), max(l.CheckInt(2), 0)
	if len(s) > 0 && n > maxString/len(s) {
		room(l, maxString+1)
	}
	if len(s) == 0 {
		n = 0
	}
	budgetOf(l).Step(len(s) * n / 64)
	l.Push(lua.LString(strings.Repeat(s, n)))
	return 1
}

// letters returns a function that turns the letters from first to last, of ASCII, into those of the other case.
func letters(first, last byte) lua.LGFunction {
	return func(l *lua.LState) int {
		b := []byte(input(l, 1))
		for i, c := range b {
			if first <= c && c <= last {
				b[i] ^= 'a' - 'A'
			}
		}
		l.Push(lua.LString(b))
		return 1
	}
}

// format writes values into a text.
func format(l *lua.LState) int {
	f := input(l, 1)
	var out strings.Builder
	arg := 1
	for len(f) > 0 {
		budgetOf(l).Step(1)
		i := strings.IndexByte(f, '%')
		if i < 0 {
			out.WriteString(f)
			break
		}
		out.WriteString(f[:i])
		f = f[i+1:]
		verb, spec := directive(l, &f)
		if verb == '%' {
			out.WriteByte('%')
			continue
		}
		arg++
		s := formatted(l, spec, verb, arg)
		room(l, out.Len()+len(s))
		out.WriteString(s)
	}
	room(l, out.Len())
	l.Push(lua.LString(out.String()))
	return 1
}

// directive reads what follows a percent sign: flags, width and precision of
// two digits at most, and a letter.
func directive(l *lua.LState, f *string) (verb byte, spec string) {
	s := *f
	i := 0
	for i < len(s) && i < 5 && strings.IndexByte("-+ #0", s[i]) >= 0 {
		i++
	}
	digits := func() {
		for n := 0; n < 2 && i < len(s) && '0' <= s[i] && s[i] <= '9'; n++ {
			i++
		}
	}
	digits()
	if i < len(s) && s[i] == '.' {
		i++
		digits()
	}
	if i == len(s) || strings.IndexByte("diucxXoeEfgGqs%", s[i]) < 0 {
		l.ArgError(1, "unknown directive %"+Clean(s[:min(i+1, len(s))], 10))
	}
	*f = s[i+1:]
	return s[i], s[:i]
}

// formatted returns argument arg as the directive says.
func formatted(l *lua.LState, spec string, verb byte, arg int) string {
	switch verb {
	case 'd', 'i', 'u':
		return fmt.Sprintf("%"+spec+"d", int64(l.CheckNumber(arg)))
	case 'x', 'X', 'o':
		return fmt.Sprintf("%"+spec+string(verb), int64(l.CheckNumber(arg)))
	case 'c':
		return string([]byte{byte(l.CheckInt(arg))})
	case 'e', 'E', 'f', 'g', 'G':
		if !strings.Contains(spec, ".") {
			spec += ".6"
		}
		return fmt.Sprintf("%"+spec+string(verb), float64(l.CheckNumber(arg)))
	case 'q':
		s := l.CheckString(arg)
		room(l, 2*len(s))
		return `"` + strings.NewReplacer("\\", "\\\\", "\"", "\\\"", "\n", "\\\n", "\r", "\\r", "\x00", "\\000").Replace(s) + `"`
	}
	s := text(l, l.CheckAny(arg))
	room(l, len(s))
	return fmt.Sprintf("%"+spec+"s", s)
}

// special are the characters that make a pattern of a plain text.
const special = "^$*+?.([%-"

func find(l *lua.LState) int {
	s, pat := input(l, 1), l.CheckString(2)
	from := offset(s, l.OptInt(3, 1))
	if l.ToBool(4) || !strings.ContainsAny(pat, special) {
		i := strings.Index(s[from:], pat)
		if i < 0 {
			l.Push(lua.LNil)
			return 1
		}
		l.Push(lua.LNumber(from + i + 1))
		l.Push(lua.LNumber(from + i + len(pat)))
		return 2
	}
	m := newMatcher(l, s, pat)
	start, end := m.find(from)
	if start < 0 {
		l.Push(lua.LNil)
		return 1
	}
	l.Push(lua.LNumber(start + 1))
	l.Push(lua.LNumber(end))
	return 2 + m.push(start, end, false)
}

func match(l *lua.LState) int {
	s := input(l, 1)
	m := newMatcher(l, s, l.CheckString(2))
	start, end := m.find(offset(s, l.OptInt(3, 1)))
	if start < 0 {
		l.Push(lua.LNil)
		return 1
	}
	return m.push(start, end, true)
}

// gmatch returns a function that finds one match after the other.
func gmatch(l *lua.LState) int {
	s, pat := input(l, 1), l.CheckString(2)
	newMatcher(l, s, pat)
	next := 0
	l.Push(l.NewFunction(func(l *lua.LState) int {
		m := newMatcher(l, s, pat)
		start, end := m.find(next)
		if start < 0 {
			next = len(s) + 1
			l.Push(lua.LNil)
			return 1
		}
		if next = end; end == start {
			next++
		}
		return m.push(start, end, true)
	}))
	return 1
}

// gsub replaces matches, at most as many as its fourth argument says.
func gsub(l *lua.LState) int {
	s, pat := input(l, 1), l.CheckString(2)
	l.CheckTypes(3, lua.LTString, lua.LTNumber, lua.LTTable, lua.LTFunction)
	most := l.OptInt(4, len(s)+1)
	m := newMatcher(l, s, pat)
	var out strings.Builder
	at, n := 0, 0
	for n < most && at <= len(s) {
		start, end := m.find(at)
		if start < 0 {
			break
		}
		n++
		out.WriteString(s[at:start])
		r := m.replacement(l.Get(3), start, end)
		room(l, out.Len()+len(r))
		out.WriteString(r)
		if at = end; end == start {
			if start < len(s) {
				out.WriteByte(s[start])
			}
			at++
		}
		if strings.HasPrefix(pat, "^") {
			break
		}
	}
	if at < len(s) {
		out.WriteString(s[at:])
	}
	room(l, out.Len())
	l.Push(lua.LString(out.String()))
	l.Push(lua.LNumber(n))
	return 2
}

// replacement returns what takes the place of a match.
func (m *matcher) replacement(by lua.LValue, start, end int) string {
	l := m.state
	var v lua.LValue
	switch by := by.(type) {
	case *lua.LTable:
		v = l.GetTable(by, m.value(0, start, end))
	case *lua.LFunction:
		l.Push(by)
		l.Call(m.push(start, end, true), 1)
		v = l.Get(-1)
		l.Pop(1)
	default:
		return m.filled(lua.LVAsString(by), start, end)
	}
	switch {
	case lua.LVIsFalse(v):
		return m.src[start:end]
	case !lua.LVCanConvToString(v):
		l.RaiseError("invalid replacement value (a %s)", v.Type().String())
	}
	return lua.LVAsString(v)
}

// filled returns a replacement with the captures that it names by %0 to %9.
func (m *matcher) filled(by string, start, end int) string {
	m.budget.Step(len(by))
	if strings.IndexByte(by, '%') < 0 {
		return by
	}
	var out strings.Builder
	for i := 0; i < len(by); i++ {
		switch {
		case by[i] != '%':
			out.WriteByte(by[i])
			continue
		case i+1 == len(by):
			m.state.RaiseError("the replacement ends with '%c'", '%')
		}
		i++
		switch c := by[i]; {
		case c == '0':
			out.WriteString(m.src[start:end])
		case '1' <= c && c <= '9':
			out.WriteString(lua.LVAsString(m.value(int(c-'1'), start, end)))
		default:
			out.WriteByte(c)
		}
		room(m.state, out.Len())
	}
	return out.String()
}

// concat joins the elements of a list.
func concat(l *lua.LState) int {
	t, sep := l.CheckTable(1), l.OptString(2, "")
	from, to := l.OptInt(3, 1), l.OptInt(4, t.Len())
	var out strings.Builder
	for i := from; i <= to; i++ {
		budgetOf(l).Step(1)
		v := t.RawGetInt(i)
		if !lua.LVCanConvToString(v) {
			l.RaiseError("invalid value (a %s) at index %d in table for 'concat'", v.Type().String(), i)
		}
		s := lua.LVAsString(v)
		if i == to {
			sep = ""
		}
		room(l, out.Len()+len(s)+len(sep))
		out.WriteString(s)
		out.WriteString(sep)
	}
	l.Push(lua.LString(out.String()))
	return 1
}

// sortTable sorts a list in place. Equal elements keep their order.
func sortTable(l *lua.LState) int {
	t := l.CheckTable(1)
	less := l.LessThan
	if l.GetTop() > 1 && l.Get(2) != lua.LNil {
		f := l.CheckFunction(2)
		less = func(a, b lua.LValue) bool {
			l.Push(f)
			l.Push(a)
			l.Push(b)
			l.Call(2, 1)
			v := l.Get(-1)
			l.Pop(1)
			return lua.LVAsBool(v)
		}
	}
	list := make([]lua.LValue, t.Len())
	for i := range list {
		list[i] = t.RawGetInt(i + 1)
	}
	b := budgetOf(l)
	slices.SortStableFunc(list, func(x, y lua.LValue) int {
		b.Step(1)
		switch {
		case less(x, y):
			return -1
		case less(y, x):
			return 1
		}
		return 0
	})
	for i, v := range list {
		t.RawSetInt(i+1, v)
	}
	return 0
}
