package script

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	lua "github.com/yuin/gopher-lua"

	"boardstudio/rules"
)

// Sizes of a state. Calls nest Go's stack too where a library calls back.
const (
	callDepth    = 200
	registrySize = 4 << 10
	registryMax  = 64 << 10
	registryStep = 4 << 10
	maxUnpack    = 8000 // results of one call
	maxIndex     = 1 << 18
)

// bounded makes the machine put far indices into a table's hash part, not into
// an array filled up to there. It is a variable of the machine, for all states.
var bounded = sync.OnceFunc(func() { lua.MaxArrayIndex = maxIndex })

// removed are functions of the base library that read files, compile, change
// what others see or show the machine's inside.
var removed = []string{
	"load", "loadstring", "dofile", "loadfile", "require", "module", "newproxy", "collectgarbage",
	"getfenv", "setfenv", "_printregs",
}

// library is one of Lua's that scripts have.
type library struct {
	name string
	open lua.LGFunction
}

var libraries = []library{
	{"_G", lua.OpenBase},
	{lua.TabLibName, lua.OpenTable},
	{lua.StringLibName, lua.OpenString},
	{lua.MathLibName, lua.OpenMath},
	{lua.CoroutineLibName, lua.OpenCoroutine},
}

func open(l *lua.LState, lib library) {
	l.Push(l.NewFunction(lib.open))
	l.Push(lua.LString(lib.name))
	l.Call(1, 0)
}

// libraryNames returns the sorted names in each library.
var libraryNames = sync.OnceValue(func() map[string][]string {
	l := lua.NewState(lua.Options{SkipOpenLibs: true})
	defer l.Close()
	names := map[string][]string{}
	for _, lib := range libraries {
		open(l, lib)
		l.GetGlobal(lib.name).(*lua.LTable).ForEach(func(k, _ lua.LValue) {
			names[lib.name] = append(names[lib.name], k.String())
		})
		slices.Sort(names[lib.name])
	}
	return names
})

// newMachine returns a machine whose script has not run yet; r may be nil.
func newMachine(p *Program, r rules.Rules, o Options) *Machine {
	if o.Instructions == 0 {
		o.Instructions = maxSteps
	}
	bounded()
	m := &Machine{program: p, proto: p.proto, rules: r, opt: o, own: -1}
	if o.Hook != nil {
		m.proto = p.hooked
	}
	m.random = rand.New(&m.pcg)
	m.pcg.Seed(o.Seed, 0)
	m.state = lua.NewState(lua.Options{
		SkipOpenLibs: true, CallStackSize: callDepth,
		RegistrySize: registrySize, RegistryMaxSize: registryMax, RegistryGrowStep: registryStep,
	})
	l := m.state
	for _, lib := range libraries {
		t := l.G.Global
		if lib.name != "_G" {
			t = l.NewTable()
			l.SetGlobal(lib.name, t)
		}
		// The library fills its table in any order, and pairs goes by the first: so
		// the names come before.
		for _, name := range libraryNames()[lib.name] {
			if t.RawGetString(name) == lua.LNil {
				t.RawSetString(name, lua.LTrue)
			}
		}
		open(l, lib)
	}
	for _, name := range removed {
		l.SetGlobal(name, lua.LNil)
	}
	own := l.GetGlobal("pcall").(*lua.LFunction).GFunction
	for _, lib := range []struct {
		name      string
		functions map[string]lua.LGFunction
	}{
		{"_G", map[string]lua.LGFunction{"print": m.print, "log": m.print, "tostring": toString, "unpack": unpack, "xpcall": xpcall, "pcall": pcall(own)}},
		{"table", tableFunctions},
		{"string", stringFunctions},
		{"math", map[string]lua.LGFunction{"random": m.draw, "randomseed": m.reseed}},
		{"coroutine", m.openCoroutines(l.GetGlobal("coroutine").(*lua.LTable))},
	} {
		t := l.GetGlobal(lib.name).(*lua.LTable)
		noted := m.notedAll(lib.name, lib.functions)
		for _, name := range slices.Sorted(maps.Keys(noted)) {
			t.RawSetString(name, l.NewFunction(noted[name]))
		}
	}
	text := l.GetGlobal("string").(*lua.LTable)
	text.RawSetString("dump", lua.LNil)
	text.RawSetString("gfind", lua.LNil)
	l.GetGlobal("math").(*lua.LTable).RawSetString("huge", lua.LNumber(math.Inf(1)))
	m.values = l.NewTable()
	l.SetGlobal("options", m.values)
	m.openSearch()
	if r != nil {
		m.openPositions()
	}
	return m
}

// print logs what it is given, as one line.
func (m *Machine) print(l *lua.LState) int {
	budgetOf(l).step(16)
	for i := 1; i <= l.GetTop(); i++ {
		if i > 1 {
			m.line1.WriteByte('\t')
		}
		s := text(l, l.Get(i))
		budgetOf(l).step(len(s) / 64)
		m.line1.WriteString(s[:min(len(s), max(0, maxLog-m.line1.Len()))])
	}
	m.emit()
	return 0
}

// emit hands the line over that was printed, and adds it to the remark while there is room.
func (m *Machine) emit() {
	line := strings.ToValidUTF8(m.line1.String(), "?")
	m.line1.Reset()
	if m.opt.Log != nil {
		m.opt.Log(line)
	}
	for _, r := range line + "\n" {
		if m.log.Len()+4 > maxLog {
			return
		}
		m.log.WriteRune(r)
	}
}

// text returns a value as tostring shows it. Tables and functions have no
// address: a script could draw lots with it, and would play differently each time.
func text(l *lua.LState, v lua.LValue) string {
	switch v.(type) {
	case *lua.LTable, *lua.LUserData:
		if f, ok := l.GetMetaField(v, "__tostring").(*lua.LFunction); ok {
			l.Push(f)
			l.Push(v)
			l.Call(1, 1)
			r := l.Get(-1)
			l.Pop(1)
			if !lua.LVCanConvToString(r) {
				l.RaiseError("__tostring must return a string")
			}
			return lua.LVAsString(r)
		}
		return v.Type().String()
	case *lua.LFunction, *lua.LState:
		return v.Type().String()
	}
	return v.String()
}

func toString(l *lua.LState) int {
	l.Push(lua.LString(text(l, l.CheckAny(1))))
	return 1
}

// join is what the operator .. does.
func join(l *lua.LState) int {
	n := l.GetTop()
	v := l.Get(n)
	for i := n - 1; i >= 1; i-- {
		a := l.Get(i)
		if lua.LVCanConvToString(a) && lua.LVCanConvToString(v) {
			// All that can be joined at once, from here to the left.
			from, size := i, 0
			for from > 1 && lua.LVCanConvToString(l.Get(from-1)) {
				from--
			}
			parts := make([]string, 0, i-from+2)
			for k := from; k <= i; k++ {
				parts = append(parts, lua.LVAsString(l.Get(k)))
			}
			parts = append(parts, lua.LVAsString(v))
			for _, s := range parts {
				size += len(s)
			}
			room(l, size)
			budgetOf(l).step(size / 64)
			v, i = lua.LString(strings.Join(parts, "")), from
			continue
		}
		f := l.GetMetaField(a, "__concat")
		if f == lua.LNil {
			f = l.GetMetaField(v, "__concat")
		}
		if f == lua.LNil {
			bad := a
			if lua.LVCanConvToString(a) {
				bad = v
			}
			raise(l, "a %s value cannot be joined with ..", bad.Type().String())
		}
		l.Push(f)
		l.Push(a)
		l.Push(v)
		l.Call(2, 1)
		v = l.Get(-1)
		l.Pop(1)
	}
	l.Push(v)
	return 1
}

// unpack returns the elements of a list.
func unpack(l *lua.LState) int {
	t := l.CheckTable(1)
	from := l.OptInt(2, 1)
	to := l.OptInt(3, t.Len())
	if from > to {
		return 0
	}
	n := uint64(to) - uint64(from)
	if n >= maxUnpack {
		raise(l, "more than %d results", maxUnpack)
	}
	budgetOf(l).step(int(n))
	for i := range int(n) + 1 {
		l.Push(t.RawGetInt(from + i))
	}
	return int(n) + 1
}

// xpcall is pcall with a function that is given the error. It runs that outside of the
// failed call, and lets its errors through.
func xpcall(l *lua.LState) int {
	f, handler := l.CheckFunction(1), l.CheckFunction(2)
	l.SetTop(2)
	l.Push(f)
	if err := l.PCall(0, lua.MultRet, nil); err != nil {
		l.Push(lua.LFalse)
		l.Push(handler)
		l.Push(object(err))
		l.Call(1, 1)
		return 2
	}
	l.Insert(lua.LTrue, 3)
	return l.GetTop() - 2
}

// object returns the error value of a failed call.
func object(err error) lua.LValue {
	e, ok := err.(*lua.ApiError)
	if !ok {
		return lua.LString(unaddressed(err.Error()))
	}
	if s, ok := e.Object.(lua.LString); ok {
		return lua.LString(unaddressed(string(s)))
	}
	return e.Object
}

// draw is math.random: a number from 0 up to 1, from 1 to n, or from m to n.
func (m *Machine) draw(l *lua.LState) int {
	from, to := 1.0, 1.0
	switch l.GetTop() {
	case 0:
		l.Push(lua.LNumber(m.random.Float64()))
		return 1
	case 1:
		to = math.Floor(float64(l.CheckNumber(1)))
	default:
		from, to = math.Floor(float64(l.CheckNumber(1))), math.Floor(float64(l.CheckNumber(2)))
	}
	if !(from <= to && to-from < 1<<53) {
		raise(l, "there is no whole number from %g to %g", from, to)
	}
	l.Push(lua.LNumber(from + float64(m.random.Uint64N(uint64(to-from)+1))))
	return 1
}

// reseed is math.randomseed.
func (m *Machine) reseed(l *lua.LState) int {
	m.pcg.Seed(math.Float64bits(float64(l.CheckNumber(1))), 0)
	return 0
}
