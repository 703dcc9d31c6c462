package stdlib

import lua "github.com/yuin/gopher-lua"

// MaxList is the largest length of a list. gopher-lua stores further values separately, and # and
// ipairs do not see them.
const MaxList = maxIndex - 1

// length implements the operator #. It raises an error if the list is too long.
func length(l *lua.LState) int {
	v := l.Get(1)
	if s, ok := v.(lua.LString); ok {
		return Push(l, lua.LNumber(len(s)))
	}
	if f, ok := l.GetMetaField(v, "__len").(*lua.LFunction); ok {
		return Push(l, Call(l, f, v))
	}
	t, ok := v.(*lua.LTable)
	if !ok {
		l.RaiseError("__len undefined")
	}
	n := t.Len()
	if n >= MaxList && t.RawGetH(lua.LNumber(maxIndex)) != lua.LNil {
		tooLong(l)
	}
	return Push(l, lua.LNumber(n))
}

func tooLong(l *lua.LState) { Raise(l, "a list holds at most %d values", MaxList) }

// insert implements table.insert.
func insert(l *lua.LState) int {
	t := l.CheckTable(1)
	if l.GetTop() == 1 {
		l.RaiseError("wrong number of arguments")
	}
	if t.Len() >= MaxList {
		tooLong(l)
	}
	if l.GetTop() == 2 {
		t.Append(l.Get(2))
	} else {
		t.Insert(l.CheckInt(2), l.CheckAny(3))
	}
	return 0
}
