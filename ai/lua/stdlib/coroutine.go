package stdlib

import (
	"runtime"
	"strings"
	"sync"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/parse"

	"boardstudio/msg"
)

// Coroutines are Lua's, and held as the rest of a script is: what runs in one counts for
// the call that resumes it.

const (
	maxNested      = 50 // coroutines inside each other: each takes some of Go's stack
	coroutineSteps = 64 // that making one counts
	coroutineSize  = 64 // values that one has room for at first
)

// HostSource is the name of the source of functions of the host that are written in Lua. They are not
// told as functions of the script: nor are those of Go, which have this name too.
const HostSource = "[G]"

// starter is a chunk that makes the body of a coroutine: it enters, and then becomes the
// function it is given.
var starter = compiled("local enter, coroutine = ... return function(...) enter() return coroutine(...) end")

// yielder is a chunk that makes the function yield: the machine does not fit what a coroutine is
// resumed with to what its caller wants, unless Lua returns it.
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

// coroutines are the machine's own functions below those that scripts call.
type coroutines struct {
	create, resume lua.LGFunction
	// Where a coroutine failed, and with what, for Fault.
	trail   []Frame
	why     lua.LValue
	passing bool // it goes through the function that coroutine.wrap returned
}

// openCoroutines returns the library, but for the function yield, which it makes itself.
func (s *State) openCoroutines(own *lua.LTable) map[string]lua.LGFunction {
	function := func(name string) lua.LGFunction { return own.RawGetString(name).(*lua.LFunction).GFunction }
	s.create, s.coroutines.resume = function("create"), function("resume")
	// Coroutines are many and small: their stacks grow as they need.
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

// Thread returns what runs: the script or one of its coroutines.
func (s *State) Thread() *lua.LState { return s.L.G.CurrentThread }

// coroutine makes one of the function that is the first argument.
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

// enter is what a coroutine runs first.
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

// resume goes on with a coroutine until it yields, ends or fails.
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
		return refuse(msg.Errorf("too many coroutines inside each other"))
	}
	b.Step(1)
	th.SetContext(b)
	finished := false
	defer func() {
		l.G.CurrentThread = l
		if !finished { // it could not take what it was given, or give what it had
			th.Dead = true
		}
	}()
	n := s.coroutines.resume(l)
	finished = true
	if b.Spent != nil {
		b.end()
	}
	return n
}

// wrapped returns a function that resumes a coroutine, and lets its errors through.
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

// yield gives control back to whoever resumed the coroutine. It cannot from inside a function of
// Go, which would not go on afterwards.
func yield(l *lua.LState) int {
	if l.Parent == nil {
		RaiseAt(l, 3, msg.Errorf("there is no coroutine here that could yield"))
	}
	if !direct() {
		RaiseAt(l, 3, msg.Errorf("a coroutine cannot yield inside pcall, table.sort, a metamethod or an iterator"))
	}
	return -1
}

// direct reports whether the function of Go that asks was called by code of the script that the
// coroutine runs itself: the machine's loop, and the start of a coroutine below it.
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

// status returns what Lua calls the state of a coroutine.
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

// PlainCalls turns tail calls into ordinary calls, so that each takes a frame of the
// stack: the machine notes tail calls one by one for its error messages, millions of them.
func PlainCalls(p *lua.FunctionProto) {
	const shift = 26 // of the operation in an instruction
	for i, inst := range p.Code {
		if int(inst>>shift) == lua.OP_TAILCALL {
			p.Code[i] = inst&(1<<shift-1) | uint32(lua.OP_CALL)<<shift
		}
	}
	for _, f := range p.FunctionPrototypes {
		PlainCalls(f)
	}
}
