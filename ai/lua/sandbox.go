package lua

import (
	"math"
	"math/rand/v2"
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

// sandbox is a state in which a script runs, and what its functions need.
type sandbox struct {
	state  *lua.LState
	rules  rules.Rules
	script *script
	player *lua.LFunction // choose, once the script has run
	cells  map[string]rules.Cell
	meta   *lua.LTable // of positions
	pcg    rand.PCG
	random *rand.Rand
	log    strings.Builder
	nodes  uint64
}

// removed are functions of the base library that read files, compile, change
// what others see or show the machine's inside.
var removed = []string{
	"load", "loadstring", "dofile", "loadfile", "require", "module", "newproxy", "collectgarbage",
	"getfenv", "setfenv", "_printregs",
}

func newSandbox(r rules.Rules, sc *script) *sandbox {
	bounded()
	s := &sandbox{rules: r, script: sc, cells: map[string]rules.Cell{}}
	s.random = rand.New(&s.pcg)
	s.state = lua.NewState(lua.Options{
		SkipOpenLibs: true, CallStackSize: callDepth,
		RegistrySize: registrySize, RegistryMaxSize: registryMax, RegistryGrowStep: registryStep,
	})
	l := s.state
	for name, open := range map[string]lua.LGFunction{
		lua.BaseLibName: lua.OpenBase, lua.TabLibName: lua.OpenTable,
		lua.StringLibName: lua.OpenString, lua.MathLibName: lua.OpenMath,
	} {
		l.Push(l.NewFunction(open))
		l.Push(lua.LString(name))
		l.Call(1, 0)
	}
	for _, name := range removed {
		l.SetGlobal(name, lua.LNil)
	}
	for lib, functions := range map[string]map[string]lua.LGFunction{
		"_G":     {"print": s.print, "tostring": toString, "unpack": unpack, "xpcall": xpcall},
		"table":  tableFunctions,
		"string": stringFunctions,
		"math":   {"random": s.draw, "randomseed": s.reseed},
	} {
		t := l.GetGlobal(lib).(*lua.LTable)
		for name, f := range functions {
			t.RawSetString(name, l.NewFunction(f))
		}
	}
	text := l.GetGlobal("string").(*lua.LTable)
	text.RawSetString("dump", lua.LNil)
	text.RawSetString("gfind", lua.LNil)
	l.GetGlobal("math").(*lua.LTable).RawSetString("huge", lua.LNumber(math.Inf(1)))
	s.openPositions()
	return s
}

// print collects what the script prints, up to a limit.
func (s *sandbox) print(l *lua.LState) int {
	for i := 1; i <= l.GetTop(); i++ {
		if i > 1 {
			s.write("\t")
		}
		s.write(text(l, l.Get(i)))
	}
	s.write("\n")
	return 0
}

// write adds to the log while there is room.
func (s *sandbox) write(text string) {
	text = strings.ToValidUTF8(text, "?")
	for _, r := range text {
		if s.log.Len()+4 > maxLog {
			return
		}
		s.log.WriteRune(r)
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
	case *lua.LFunction:
		return v.Type().String()
	}
	return v.String()
}

func toString(l *lua.LState) int {
	l.Push(lua.LString(text(l, l.CheckAny(1))))
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
		l.RaiseError("more than %d results to unpack", maxUnpack)
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
	if e, ok := err.(*lua.ApiError); ok {
		return e.Object
	}
	return lua.LString(err.Error())
}

// seed starts the script's own generator of chance.
func (s *sandbox) seed(n uint64) { s.pcg.Seed(n, 0) }

// draw is math.random: a number from 0 up to 1, from 1 to n, or from m to n.
func (s *sandbox) draw(l *lua.LState) int {
	from, to := 1.0, 1.0
	switch l.GetTop() {
	case 0:
		l.Push(lua.LNumber(s.random.Float64()))
		return 1
	case 1:
		to = math.Floor(float64(l.CheckNumber(1)))
	default:
		from, to = math.Floor(float64(l.CheckNumber(1))), math.Floor(float64(l.CheckNumber(2)))
	}
	if !(from <= to && to-from < 1<<53) {
		l.ArgError(l.GetTop(), "interval is empty")
	}
	l.Push(lua.LNumber(from + float64(s.random.Uint64N(uint64(to-from)+1))))
	return 1
}

// reseed is math.randomseed.
func (s *sandbox) reseed(l *lua.LState) int {
	s.seed(math.Float64bits(float64(l.CheckNumber(1))))
	return 0
}
