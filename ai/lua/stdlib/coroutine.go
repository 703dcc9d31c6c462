package stdlib

import (
	"runtime"
	"strings"
	"sync"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/parse"

	"boardstudio/text/msg"
)

// Coroutines work as in Lua. The code of a coroutine counts towards the budget of the call that
// resumes it.

const (
	maxNested      = 50 // nesting depth of coroutines, since each needs Go stack
	coroutineSteps = 64 // cost of creating one
	coroutineSize  = 64 // initial number of values
)

// HostSource is the source name of functions of the host that are written in Lua. gopher-lua uses
// the same name for Go functions. They are not reported as functions of the script.
const HostSource = "[G]"

// starter is a chunk that returns the body of a coroutine. The body calls enter, and then the given
// function as a tail call.
var starter = compiled("local enter, coroutine = ... return function(...) enter() return coroutine(...) end")

// yielder is a chunk that returns the function yield. It is written in Lua, since gopher-lua only
// adjusts the number of values passed to resume if Lua code returns them.
var yielder = compiled("local yield = ... return function(...) return yield(...) end")

func compiled(code string) func() *lua.FunctionProto {
	return sync.OnceValue(func() *lua.FunctionProto {
		chunk, err := parse.Parse(strings.NewReader(code), HostSource)
		if err != nil {
			panic(err)
		}
		proto, err := lua.Compile(chunk, HostSource)
		if err != nil {
			panic(err)
		}
		PlainCalls(proto)
		return proto
	})
}

// coroutines has gopher-lua's functions that the replacements use.
type coroutines struct {
	create, resume lua.LGFunction
	// The calls and the error value of a failed coroutine, for Fault.
	trail   []Frame
	why     lua.LValue
	passing bool // the error is passing through a function made by coroutine.wrap
}

// openCoroutines returns the functions of the library, except yield, which it sets itself.
func (s *State) openCoroutines(own *lua.LTable) map[string]lua.LGFunction {
	function := func(name string) lua.LGFunction { return own.RawGetString(name).(*lua.LFunction).GFunction }
	s.create, s.coroutines.resume = function("create"), function("resume")
	// Coroutines are many and small, so their stacks grow on demand.
	s.L.Options.RegistrySize, s.L.Options.MinimizeStackMemory = coroutineSize, true
	own.RawSetString("yield", Call(s.L, s.L.NewFunctionFromProto(yielder()), s.L.NewFunction(s.noted("coroutine.yield", yield))))
	return map[string]lua.LGFunction{
		"create":  func(l *lua.LState) int { return Push(l, s.coroutine(l)) },
		"wrap":    s.wrapped,
		"resume":  s.resume,
		"status":  func(l *lua.LState) int { return Push(l, lua.LString(status(l, l.CheckThread(1)))) },
		"running": function("running"),
	}
}

// Thread returns the running thread: the script or one of its coroutines.
func (s *State) Thread() *lua.LState { return s.L.G.CurrentThread }

// coroutine creates a coroutine for the function in the first argument.
func (s *State) coroutine(l *lua.LState) *lua.LState {
	f := l.CheckFunction(1)
	if f.IsG {
		l.ArgError(1, "a function of the script expected")
	}
	budgetOf(l).Step(coroutineSteps)
	l.Replace(1, Call(l, l.NewFunctionFromProto(starter()), l.NewFunction(s.enter), f))
	l.SetTop(1)
	s.create(l)
	th := l.CheckThread(-1)
	l.Pop(1)
	return th
}

// enter is called at the start of a coroutine.
func (s *State) enter(l *lua.LState) int {
	l.Panic = func(l *lua.LState) {
		v := l.Get(-1)
		if !s.passing {
			s.trail = Frames(l)
		}
		s.why, s.passing = v, false
		panic(&lua.ApiError{Type: lua.ApiErrorRun, Object: v, StackTrace: " "})
	}
	return 0
}

// resume runs a coroutine until it yields, ends or fails.
func (s *State) resume(l *lua.LState) int {
	th := l.CheckThread(1)
	b := budgetOf(l)
	refuse := func(why error) int {
		b.Raised = why
		return Push(l, lua.LFalse, lua.LString(why.Error()))
	}
	if s := status(l, th); s != "suspended" {
		return refuse(msg.Errorf("cannot resume %s coroutine", s))
	}
	depth := 0
	for t := l; t.Parent != nil; t = t.Parent {
		depth++
	}
	if depth >= maxNested {
		return refuse(msg.Errorf("too many nested coroutines"))
	}
	b.Step(1)
	th.SetContext(b)
	finished := false
	defer func() {
		l.G.CurrentThread = l
		if !finished { // passing the values failed
			th.Dead = true
		}
	}()
	n := s.coroutines.resume(l)
	finished = true
	return n
}

// wrapped returns a function that resumes a coroutine and passes on its errors.
func (s *State) wrapped(l *lua.LState) int {
	th := s.coroutine(l)
	l.Push(l.NewFunction(s.noted("coroutine.wrap", func(l *lua.LState) int {
		l.Insert(th, 1)
		n := s.resume(l)
		if l.Get(-n) != lua.LTrue {
			v := l.Get(-1)
			if s, ok := v.(lua.LString); ok {
				v = lua.LString(Unaddressed(string(s)))
			}
			s.why, s.passing = v, l.Parent != nil
			l.Error(v, 0)
		}
		return n - 1
	})))
	return 1
}

// yield suspends the running coroutine. It fails inside a Go function, which could not be
// continued.
func yield(l *lua.LState) int {
	if l.Parent == nil {
		RaiseAt(l, 3, msg.Errorf("yield is only possible in a coroutine"))
	}
	if !direct() {
		RaiseAt(l, 3, msg.Errorf("a coroutine cannot yield inside pcall, table.sort, a metamethod or an iterator"))
	}
	return -1
}

// direct reports whether the calling Go function was called directly by code of the script. In that
// case the stack only has gopher-lua's main loop and, below it, the start of the coroutine.
func direct() bool {
	var pcs [16]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	loop := false
	for {
		f, more := frames.Next()
		if loop {
			return strings.HasSuffix(f.Function, ".threadRun")
		}
		loop = strings.HasSuffix(f.Function, ".mainLoopWithContext")
		if !more {
			return false
		}
	}
}

// status returns Lua's name for the state of a coroutine.
func status(l, th *lua.LState) string {
	switch {
	case th.Dead:
		return "dead"
	case th == l:
		return "running"
	}
	for t := l.Parent; t != nil; t = t.Parent {
		if t == th {
			return "normal"
		}
	}
	return "suspended"
}

// PlainCalls replaces tail calls with ordinary calls, so each one uses a stack frame. gopher-lua
// would record every tail call for its error messages, possibly millions of them.
func PlainCalls(p *lua.FunctionProto) {
	const shift = 26 // position of the opcode in an instruction
	for i, inst := range p.Code {
		if int(inst>>shift) == lua.OP_TAILCALL {
			p.Code[i] = inst&(1<<shift-1) | uint32(lua.OP_CALL)<<shift
		}
	}
	for _, f := range p.FunctionPrototypes {
		PlainCalls(f)
	}
}
