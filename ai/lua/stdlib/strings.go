package stdlib

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// stringFunctions replace library functions without limits.
var stringFunctions = map[string]lua.LGFunction{
	"byte": bytesOf, "rep": repeat, "format": format, "find": search(true), "match": search(false), "gmatch": gmatch, "gsub": gsub,
	"lower": letters('A', 'Z'), "upper": letters('a', 'z'),
}

// tableFunctions replace library functions without limits.
var tableFunctions = map[string]lua.LGFunction{"concat": concat, "insert": insert, "sort": sortTable}

// room raises an error if a string of n bytes is too long.
func room(l *lua.LState, n int) {
	if n > maxString {
		Raise(l, "the string would be longer than %d bytes", maxString)
	}
}

// input returns argument i, a string that is short enough to process.
func input(l *lua.LState, i int) string {
	s := l.CheckString(i)
	room(l, len(s))
	budgetOf(l).Step(len(s) / 64)
	return s
}

// offset converts Lua's index i to an offset in s. A negative i counts from the end.
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
	if end-start > maxUnpack {
		Raise(l, "more than %d results", maxUnpack)
	}
	for i := start; i < end; i++ {
		l.Push(lua.LNumber(s[i]))
	}
	return max(end-start, 0)
}

func repeat(l *lua.LState) int {
	s, n := l.CheckString(1), min(max(l.CheckInt(2), 0), maxString+1)
	room(l, len(s)*n)
	budgetOf(l).Step(len(s) * n / 64)
	return Push(l, lua.LString(strings.Repeat(s, n)))
}

// letters returns a function that changes the case of ASCII letters from first to last.
func letters(first, last byte) lua.LGFunction {
	return func(l *lua.LState) int {
		b := []byte(input(l, 1))
		for i, c := range b {
			if first <= c && c <= last {
				b[i] ^= 'a' - 'A'
			}
		}
		return Push(l, lua.LString(b))
	}
}

// directive matches a percent sign with flags, width and precision of at most two digits each, and
// a letter.
var directive = regexp.MustCompile(`(?s)%([-+ #0]{0,5}[0-9]{0,2}(?:\.[0-9]{0,2})?)(.?)`)

// format implements string.format.
func format(l *lua.LState) int {
	f := input(l, 1)
	var out strings.Builder
	arg := 1
	for at := directive.FindStringSubmatchIndex(f); at != nil; at = directive.FindStringSubmatchIndex(f) {
		budgetOf(l).Step(1)
		out.WriteString(f[:at[0]])
		spec, verb := f[at[2]:at[3]], f[at[4]:at[5]]
		f = f[at[1]:]
		if verb == "" || !strings.Contains("diucxXoeEfgGqs%", verb) {
			l.ArgError(1, "unknown directive %"+Clean(spec+verb, 10))
		}
		if verb == "%" {
			out.WriteByte('%')
			continue
		}
		arg++
		s := formatted(l, spec, verb[0], arg)
		room(l, out.Len()+len(s))
		out.WriteString(s)
	}
	room(l, out.Len()+len(f))
	return Push(l, lua.LString(out.String()+f))
}

// formatted returns argument arg, formatted by a directive.
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

// special are the characters with a special meaning in patterns.
const special = "^$*+?.([%-"

// search returns the function find if where is true, else match.
func search(where bool) lua.LGFunction {
	return func(l *lua.LState) int {
		s, pat := input(l, 1), l.CheckString(2)
		from := offset(s, l.OptInt(3, 1))
		m := &matcher{}
		var start, end int
		if where && (l.ToBool(4) || !strings.ContainsAny(pat, special)) {
			if start = strings.Index(s[from:], pat); start >= 0 {
				start, end = from+start, from+start+len(pat)
			}
		} else {
			m = newMatcher(l, s, pat)
			start, end = m.find(from)
		}
		switch {
		case start < 0:
			return Push(l, lua.LNil)
		case where:
			return Push(l, lua.LNumber(start+1), lua.LNumber(end)) + m.push(start, end, false)
		}
		return m.push(start, end, true)
	}
}

// gmatch returns a function that returns one match after the other.
func gmatch(l *lua.LState) int {
	s, pat := input(l, 1), l.CheckString(2)
	newMatcher(l, s, pat)
	next := 0
	l.Push(l.NewFunction(func(l *lua.LState) int {
		m := newMatcher(l, s, pat)
		start, end := m.find(next)
		if start < 0 {
			next = len(s) + 1
			return Push(l, lua.LNil)
		}
		if next = end; end == start {
			next++
		}
		return m.push(start, end, true)
	}))
	return 1
}

// gsub replaces matches. The fourth argument limits their number.
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
	return Push(l, lua.LString(out.String()), lua.LNumber(n))
}

// replacement returns the replacement of a match.
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

// filled returns a replacement string with %0 to %9 replaced by captures.
func (m *matcher) filled(by string, start, end int) string {
	m.budget.Step(len(by))
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(by, "%")
		switch out.WriteString(before); {
		case !ok:
			return out.String()
		case rest == "":
			m.state.RaiseError("the replacement ends with '%c'", '%')
		}
		by = rest[1:]
		switch c := rest[0]; {
		case c == '0':
			out.WriteString(m.src[start:end])
		case '1' <= c && c <= '9':
			out.WriteString(lua.LVAsString(m.value(int(c-'1'), start, end)))
		default:
			out.WriteByte(c)
		}
		room(m.state, out.Len())
	}
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
	return Push(l, lua.LString(out.String()))
}

// sortTable sorts a list in place. Equal elements keep their order.
func sortTable(l *lua.LState) int {
	t := l.CheckTable(1)
	less := l.LessThan
	if l.GetTop() > 1 && l.Get(2) != lua.LNil {
		f := l.CheckFunction(2)
		less = func(a, b lua.LValue) bool { return lua.LVAsBool(Call(l, f, a, b)) }
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
