// Package stdlib provides a bounded Lua. It has a state of gopher-lua with the parts of its library
// that scripts may use. Calls run under a budget of instructions, time and memory.
//
// Killing the process would already limit everything. The replacements of gopher-lua's functions
// exist for the hostile scripts (ai/lua/testdata/hostile) and the library's own test
// (ai/lua/testdata/library.lua). With gopher-lua's string and table functions alone, 12 of 76
// hostile scripts get another verdict:
//   - find, match, gmatch, gsub: their loops cannot be interrupted. A pattern with exponentially many tries
//     gets its verdict 205 ms after the limit, which is in time. But the process and all data of the script
//     are lost, and pcall cannot catch the error, while ours is an error after a million tries. "%f" is
//     missing, match pushes nothing if nothing matches, and the result of gmatch can only be called by a
//     loop. gsub with a limit of 0 is unlimited, and find beyond the end panics. Thin wrappers cannot add
//     these.
//   - rep and concat: 1 GB ends the process, while ours is an error. concat fails at 50,000 elements.
//   - format: "%s" of a table and "%p" show addresses, and errors are written into the text ("%!d(string=a)").
//   - byte without an end returns all bytes. sort fails if a list has become shorter, and with nil for the comparison.
//   - lower and upper change non-ASCII letters, and bytes that are not UTF-8.
//
// The operator .., which is not part of any library, is compiled to a call of a function that
// limits the length of strings. The functions len, sub, char and reverse, and all of math except
// random, are gopher-lua's.
package stdlib

import (
	"context"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	lua "github.com/yuin/gopher-lua"
)

// Sizes of a state. Calls also use the Go stack if a library function calls back.
const (
	callDepth    = 200
	registrySize = 4 << 10
	registryMax  = 64 << 10
	registryStep = 4 << 10
	maxUnpack    = 8000 // results of one call
	maxIndex     = 1 << 18
)

// bounded makes gopher-lua store large indices in the hash part of a table, rather than in an array
// filled up to them. The setting is a variable of gopher-lua for all states.
var bounded = sync.OnceFunc(func() { lua.MaxArrayIndex = maxIndex })

// removed are functions of the base library that read files, compile code, change shared data or
// expose internals.
var removed = []string{
	"load", "loadstring", "dofile", "loadfile", "require", "module", "newproxy", "collectgarbage",
	"getfenv", "setfenv", "_printregs",
}

// library is a Lua library that scripts can use.
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

// Options are the options of a State. The zero value is usable.
type Options struct {
	Seed uint64
	Log  func(string) // receives each line that the script logs; may be nil
	// Note is called from time to time with the current line of the script and the library function
	// that is running, or "". It may be nil.
	Note func(line int, what string)
}

// State is a state of gopher-lua with the bounded library. It is not safe for concurrent use.
type State struct {
	L      *lua.LState
	Budget *Budget // budget of the current call
	Random *rand.Rand

	coroutines
	opt    Options
	pcg    rand.PCG
	log    strings.Builder
	line   strings.Builder // the line that is being printed
	inside string          // the running library function, for Options.Note
}

// New returns a State that has not run any code.
func New(o Options) *State {
	bounded()
	s := &State{opt: o}
	s.Random = rand.New(&s.pcg)
	s.Seed(o.Seed)
	s.L = lua.NewState(lua.Options{
		SkipOpenLibs: true, CallStackSize: callDepth,
		RegistrySize: registrySize, RegistryMaxSize: registryMax, RegistryGrowStep: registryStep,
	})
	l := s.L
	for _, lib := range libraries {
		t := l.G.Global
		if lib.name != "_G" {
			t = l.NewTable()
			l.SetGlobal(lib.name, t)
		}
		// The library fills its table in random order, and pairs follows the order of insertion. So
		// insert the sorted names first.
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
		{"_G", map[string]lua.LGFunction{"print": s.print, "log": s.print, "tostring": toString, "unpack": unpack, "xpcall": xpcall, "pcall": pcall(own)}},
		{"table", tableFunctions},
		{"string", stringFunctions},
		{"math", map[string]lua.LGFunction{"random": s.draw, "randomseed": s.reseed}},
		{"coroutine", s.openCoroutines(l.GetGlobal("coroutine").(*lua.LTable))},
	} {
		t := l.GetGlobal(lib.name).(*lua.LTable)
		for _, name := range slices.Sorted(maps.Keys(lib.functions)) {
			full := strings.TrimPrefix(lib.name+"."+name, "_G.")
			t.RawSetString(name, l.NewFunction(s.noted(full, lib.functions[name])))
		}
	}
	text := l.GetGlobal("string").(*lua.LTable)
	text.RawSetString("dump", lua.LNil)
	text.RawSetString("gfind", lua.LNil)
	l.GetGlobal("math").(*lua.LTable).RawSetString("huge", lua.LNumber(math.Inf(1)))
	return s
}

// Seed restarts the random number generator.
func (s *State) Seed(seed uint64) { s.pcg.Seed(seed, 0) }

// Remark returns the log of the last call, up to 4 KB.
func (s *State) Remark() string { return s.log.String() }

// ConcatFunc returns the function that implements the operator .. .
func (s *State) ConcatFunc() *lua.LFunction { return s.L.NewFunction(s.noted("..", join)) }

// Length returns the function that implements the operator #.
func (s *State) Length() *lua.LFunction { return s.L.NewFunction(length) }

// Run calls f, which may raise errors of the script, under a budget of most steps and the time
// limit. With an error it returns the calls that led to it.
func (s *State) Run(ctx context.Context, most uint64, limit time.Duration, f func(*lua.LState)) (stack []Frame, err error) {
	l := s.L
	b, release := newBudget(ctx, l, most, limit)
	defer release()
	s.Budget = b
	if s.inside = ""; s.opt.Note != nil {
		b.note = func() { s.opt.Note(currentLine(s.Thread()), s.inside) }
	}
	l.SetContext(b)
	s.log.Reset()
	l.Push(l.NewFunction(func(l *lua.LState) int {
		defer func() {
			if r := recover(); r != nil {
				stack = s.trace(l, r)
				panic(r)
			}
		}()
		f(l)
		return 0
	}))
	err = l.PCall(0, 0, nil)
	if s.line.Len() > 0 {
		s.emit()
	}
	return stack, err
}

// print logs its arguments as one line.
func (s *State) print(l *lua.LState) int {
	budgetOf(l).Step(16)
	for i := 1; i <= l.GetTop(); i++ {
		if i > 1 {
			s.line.WriteByte('\t')
		}
		t := text(l, l.Get(i))
		budgetOf(l).Step(len(t) / 64)
		s.line.WriteString(t[:min(len(t), max(0, maxLog-s.line.Len()))])
	}
	s.emit()
	return 0
}

// emit passes the printed line to Log, and adds it to the remark if there is room.
func (s *State) emit() {
	line := strings.ToValidUTF8(s.line.String(), "?")
	s.line.Reset()
	if s.opt.Log != nil {
		s.opt.Log(line)
	}
	for _, r := range line + "\n" {
		if s.log.Len()+4 > maxLog {
			return
		}
		s.log.WriteRune(r)
	}
}

// Call calls f and returns its only result.
func Call(l *lua.LState, f lua.LValue, args ...lua.LValue) lua.LValue {
	l.Push(f)
	Push(l, args...)
	l.Call(len(args), 1)
	v := l.Get(-1)
	l.Pop(1)
	return v
}

// Push pushes the results of a Go function and returns their number.
func Push(l *lua.LState, results ...lua.LValue) int {
	for _, v := range results {
		l.Push(v)
	}
	return len(results)
}

// text returns a value in the form of tostring. Tables and functions have no address: a script
// could use it as a random number, and would play differently each time.
func text(l *lua.LState, v lua.LValue) string {
	switch v.(type) {
	case *lua.LTable, *lua.LUserData:
		if f, ok := l.GetMetaField(v, "__tostring").(*lua.LFunction); ok {
			r := Call(l, f, v)
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

func toString(l *lua.LState) int { return Push(l, lua.LString(text(l, l.CheckAny(1)))) }

// join implements the operator .. .
func join(l *lua.LState) int {
	n := l.GetTop()
	v := l.Get(n)
	for i := n - 1; i >= 1; i-- {
		a := l.Get(i)
		if lua.LVCanConvToString(a) && lua.LVCanConvToString(v) {
			// Join all values that can be joined at once, from here to the left.
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
			budgetOf(l).Step(size / 64)
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
			Raise(l, "a %s value cannot be joined with ..", bad.Type().String())
		}
		v = Call(l, f, a, v)
	}
	return Push(l, v)
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
		Raise(l, "more than %d results", maxUnpack)
	}
	budgetOf(l).Step(int(n))
	for i := range int(n) + 1 {
		l.Push(t.RawGetInt(from + i))
	}
	return int(n) + 1
}

// xpcall implements pcall with an error handler. It calls the handler outside the failed call and
// passes on its errors.
func xpcall(l *lua.LState) int {
	f, handler := l.CheckFunction(1), l.CheckFunction(2)
	l.SetTop(2)
	l.Push(f)
	if err := l.PCall(0, lua.MultRet, nil); err != nil {
		return Push(l, lua.LFalse, Call(l, handler, object(err)))
	}
	l.Insert(lua.LTrue, 3)
	return l.GetTop() - 2
}

// object returns the error value of a failed call.
func object(err error) lua.LValue {
	e, ok := err.(*lua.ApiError)
	if !ok {
		return lua.LString(Unaddressed(err.Error()))
	}
	if s, ok := e.Object.(lua.LString); ok {
		return lua.LString(Unaddressed(string(s)))
	}
	return e.Object
}

// draw implements math.random: a number from 0 up to 1, from 1 to n, or from m to n.
func (s *State) draw(l *lua.LState) int {
	from, to := 1.0, 1.0
	switch l.GetTop() {
	case 0:
		return Push(l, lua.LNumber(s.Random.Float64()))
	case 1:
		to = math.Floor(float64(l.CheckNumber(1)))
	default:
		from, to = math.Floor(float64(l.CheckNumber(1))), math.Floor(float64(l.CheckNumber(2)))
	}
	if !(from <= to && to-from < 1<<53) {
		Raise(l, "there is no whole number from %g to %g", from, to)
	}
	return Push(l, lua.LNumber(from+float64(s.Random.Uint64N(uint64(to-from)+1))))
}

// reseed implements math.randomseed.
func (s *State) reseed(l *lua.LState) int {
	s.pcg.Seed(math.Float64bits(float64(l.CheckNumber(1))), 0)
	return 0
}
