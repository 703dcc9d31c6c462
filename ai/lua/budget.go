package lua

import (
	"context"
	"runtime"
	"runtime/metrics"
	"strings"
	"sync/atomic"
	"time"

	lua "github.com/yuin/gopher-lua"

	"boardstudio/rules"
)

// What a script may use for one move. Time comes with the request.
const (
	maxSteps  = 1 << 30  // instructions of the machine, and what its libraries do
	maxMemory = 64 << 20 // bytes by which the heap may grow
	maxString = 1 << 20  // bytes of a string that a library function makes
	maxLog    = 4 << 10  // bytes that print keeps
)

// Memory is looked at after so many steps, and after any step that took so
// long: one that made something big.
const (
	sampleSteps = 4096
	sampleTime  = 50 * time.Microsecond
)

// budget is the context of a state while it runs. The machine calls Done before
// each instruction, library functions call step: both end the script when it has used
// up what it may. Once it has, every further instruction fails too, so that
// pcall cannot go on.
type budget struct {
	context.Context
	state   *lua.LState
	stopped atomic.Pointer[error] // set from outside when the request is cancelled
	spent   error                 // why the script was ended

	start, last    time.Time
	limit          time.Duration
	steps, sampled uint64
	most           uint64 // steps
	floor          uint64 // bytes of the heap at the start
	ceiling        uint64 // when to look what of them is garbage
	heap           []metrics.Sample
}

func newBudget(ctx context.Context, limit time.Duration, l *lua.LState) *budget {
	b := &budget{
		Context: ctx, state: l, limit: limit, most: maxSteps, start: time.Now(),
		heap: []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}},
	}
	b.last, b.floor = b.start, b.used()
	b.ceiling = b.floor + maxMemory
	return b
}

// budgetOf returns the budget under which l runs.
func budgetOf(l *lua.LState) *budget { return l.Context().(*budget) }

// used returns how many bytes the heap holds, garbage included.
func (b *budget) used() uint64 {
	metrics.Read(b.heap)
	return b.heap[0].Value.Uint64()
}

// Done counts an instruction. The channel it returns never delivers.
func (b *budget) Done() <-chan struct{} {
	b.step(1)
	return nil
}

// step counts n instructions, and ends the script when something is used up.
func (b *budget) step(n int) {
	b.steps += uint64(n)
	now := time.Now()
	gap := now.Sub(b.last)
	b.last = now
	switch why := b.stopped.Load(); {
	case b.spent != nil:
	case why != nil:
		b.spent = *why
	case now.Sub(b.start) > b.limit:
		b.spent = rules.Errorf("out of time")
	case b.steps > b.most:
		b.spent = rules.Errorf("out of instructions")
	case (gap > sampleTime || b.steps-b.sampled > sampleSteps) && b.full():
		b.spent = rules.Errorf("out of memory")
	default:
		return
	}
	// With a trace of its own, the error does not get the machine's, which can be long.
	panic(&lua.ApiError{Type: lua.ApiErrorRun, Object: lua.LString(b.where() + b.spent.Error()), StackTrace: " "})
}

// full reports whether the heap has grown too much, even without its garbage. After a
// collection there is room again before the next.
func (b *budget) full() bool {
	b.sampled = b.steps
	if b.used() <= b.ceiling {
		return false
	}
	runtime.GC()
	b.last = time.Now()
	live := b.used()
	b.ceiling = max(b.floor+maxMemory, live+maxMemory/2)
	return live > b.floor+maxMemory
}

// where returns "file:line: " of the script's innermost function.
func (b *budget) where() string {
	for level := 0; ; level++ {
		switch w := b.state.Where(level); {
		case w == "":
			return ""
		case !strings.HasPrefix(w, "[G]"):
			return w + " "
		}
	}
}
