package stdlib

import (
	"context"
	"errors"
	"math"
	"runtime"
	"runtime/metrics"
	"strings"
	"sync/atomic"
	"time"

	lua "github.com/yuin/gopher-lua"

	"boardstudio/msg"
)

// What a script may use for one call, unless it is said otherwise. Time comes
// with the call.
const (
	MaxSteps  = 1 << 30   // instructions of the machine, and what its libraries do
	MaxMemory = 128 << 20 // bytes by which the heap may grow
	maxString = 1 << 20   // bytes of a string
	maxLog    = 4 << 10   // bytes of a remark
)

// Time is looked at after so many steps, and memory after so many, or when that
// many took so long: then something big was made.
const (
	clockSteps  = 256
	memorySteps = 4096
	memoryTime  = time.Millisecond
)

// Budget is the context of a state while it runs. The machine calls Done before
// each instruction, library functions call step: both end the script when it has used
// up what it may. Once it has, every further instruction fails too, so that
// pcall cannot go on.
type Budget struct {
	context.Context
	state   *lua.LState
	stopped atomic.Pointer[error] // set from outside when the call is cancelled
	Spent   error                 // why the script was ended
	Which   string                // of the budgets that is
	Trail   []Frame               // where that was

	Start         time.Time
	last          time.Time
	Limit         time.Duration
	Steps         uint64
	next, sampled uint64
	most          uint64 // steps
	floor         uint64 // bytes of the heap at the start
	ceiling       uint64 // when to look what of them is garbage
	heap          []metrics.Sample
	note          func() // tells Options.Note, may be nil
	Raised        error  // what raise was given last
}

// newBudget returns what a call may use, most steps and limit of time, no longer than until the deadline of ctx.
// Call release after it.
func newBudget(ctx context.Context, l *lua.LState, most uint64, limit time.Duration) (b *Budget, release func() bool) {
	if end, ok := ctx.Deadline(); ok {
		limit = min(limit, time.Until(end))
	}
	b = &Budget{
		Context: context.WithoutCancel(ctx), state: l, Limit: limit, most: min(most, math.MaxUint64-1), Start: time.Now(),
		heap: []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}},
	}
	b.last, b.floor = b.Start, b.used()
	b.ceiling = b.floor + MaxMemory
	b.plan()
	return b, context.AfterFunc(ctx, func() {
		why := msg.Errorf("stopped")
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			why = msg.Errorf("out of time")
		}
		b.stopped.Store(&why)
	})
}

// budgetOf returns the budget under which l runs.
func budgetOf(l *lua.LState) *Budget { return l.Context().(*Budget) }

// used returns how many bytes the heap holds, garbage included.
func (b *Budget) used() uint64 {
	metrics.Read(b.heap)
	return b.heap[0].Value.Uint64()
}

// Done counts an instruction. The channel it returns never delivers.
func (b *Budget) Done() <-chan struct{} {
	if b.Steps++; b.Steps >= b.next {
		b.look()
	}
	return nil
}

// Step counts n instructions, and ends the script when something is used up.
func (b *Budget) Step(n int) {
	if b.Steps += uint64(n); b.Steps >= b.next {
		b.look()
	}
}

// plan sets when to look next: soon at first, as a few steps can make tables that the process does
// not survive, and then it is known at which line. That the instructions end is noticed exactly.
func (b *Budget) plan() { b.next = min(b.Steps+min(clockSteps, b.Steps+1), b.most+1) }

// look ends the script when something is used up.
func (b *Budget) look() {
	now := time.Now()
	gap := now.Sub(b.last)
	b.last = now
	switch why := b.stopped.Load(); {
	case b.Spent != nil:
	case why != nil:
		b.Spent, b.Which = *why, TimeBudget
	case now.Sub(b.Start) > b.Limit:
		b.Spent, b.Which = msg.Errorf("out of time"), TimeBudget
	case b.Steps > b.most:
		b.Spent, b.Which = msg.Errorf("out of instructions"), InstructionBudget
	case (gap > memoryTime || b.Steps-b.sampled > memorySteps) && b.full():
		b.Spent, b.Which = msg.Errorf("out of memory"), MemoryBudget
	default:
		if b.note != nil {
			b.note()
		}
		b.plan()
		return
	}
	if b.Trail == nil {
		b.Trail = Frames(b.state.G.CurrentThread)
	}
	b.end()
}

// end ends the script.
func (b *Budget) end() {
	b.next = 0
	// With a trace of its own, the error does not get the machine's, which can be long.
	panic(&lua.ApiError{Type: lua.ApiErrorRun, Object: lua.LString(b.where() + b.Spent.Error()), StackTrace: " "})
}

// full reports whether the heap has grown too much, even without its garbage. After a
// collection there is room again before the next.
func (b *Budget) full() bool {
	b.sampled = b.Steps
	if b.used() <= b.ceiling {
		return false
	}
	runtime.GC()
	b.last = time.Now()
	live := b.used()
	b.ceiling = max(b.floor+MaxMemory, live+MaxMemory/2)
	return live > b.floor+MaxMemory
}

// where returns "file:line: " of the script's innermost function.
func (b *Budget) where() string {
	for level := 0; ; level++ {
		switch w := b.state.G.CurrentThread.Where(level); {
		case w == "":
			return ""
		case !strings.HasPrefix(w, HostSource):
			return w + " "
		}
	}
}

// Left returns how much of the time is left.
func (b *Budget) Left() time.Duration { return b.Limit - time.Since(b.Start) }

// Stopped reports whether the call was stopped from outside.
func (b *Budget) Stopped() bool { return b.stopped.Load() != nil }

// Forgive takes back what was counted of n steps, and the time d.
func (b *Budget) Forgive(n uint64, d time.Duration) {
	b.Steps -= min(n, b.Steps)
	b.Start = b.Start.Add(d)
}
