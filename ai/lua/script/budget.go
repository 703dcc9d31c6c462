package script

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

// What a script may use for one call, unless Options say otherwise. Time comes
// with the call.
const (
	maxSteps  = 1 << 30   // instructions of the machine, and what its libraries do
	maxMemory = 128 << 20 // bytes by which the heap may grow
	maxString = 1 << 20   // bytes of a string
	maxLog    = 4 << 10   // bytes of a remark
	maxSearch = 64        // plies that a search looks ahead
)

// Time is looked at after so many steps, and memory after so many, or when that
// many took so long: then something big was made.
const (
	clockSteps  = 256
	memorySteps = 4096
	memoryTime  = time.Millisecond
)

// budget is the context of a state while it runs. The machine calls Done before
// each instruction, library functions call step: both end the script when it has used
// up what it may. Once it has, every further instruction fails too, so that
// pcall cannot go on.
type budget struct {
	context.Context
	state   *lua.LState
	stopped atomic.Pointer[error] // set from outside when the call is cancelled
	spent   error                 // why the script was ended
	which   string                // of the budgets that is
	trail   []Frame               // where that was

	start, last          time.Time
	limit                time.Duration
	steps, next, sampled uint64
	most                 uint64 // steps
	floor                uint64 // bytes of the heap at the start
	ceiling              uint64 // when to look what of them is garbage
	heap                 []metrics.Sample
	note                 func() // tells Options.Note, may be nil
	raised               error  // what raise was given last
}

// newBudget returns what a call may use, most steps and limit of time, no longer than until the deadline of ctx.
// Call release after it.
func newBudget(ctx context.Context, l *lua.LState, most uint64, limit time.Duration) (b *budget, release func() bool) {
	if end, ok := ctx.Deadline(); ok {
		limit = min(limit, time.Until(end))
	}
	b = &budget{
		Context: context.WithoutCancel(ctx), state: l, limit: limit, most: min(most, math.MaxUint64-1), start: time.Now(),
		heap: []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}},
	}
	b.last, b.floor = b.start, b.used()
	b.ceiling = b.floor + maxMemory
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
func budgetOf(l *lua.LState) *budget { return l.Context().(*budget) }

// used returns how many bytes the heap holds, garbage included.
func (b *budget) used() uint64 {
	metrics.Read(b.heap)
	return b.heap[0].Value.Uint64()
}

// Done counts an instruction. The channel it returns never delivers.
func (b *budget) Done() <-chan struct{} {
	if b.steps++; b.steps >= b.next {
		b.look()
	}
	return nil
}

// step counts n instructions, and ends the script when something is used up.
func (b *budget) step(n int) {
	if b.steps += uint64(n); b.steps >= b.next {
		b.look()
	}
}

// plan sets when to look next: soon at first, as a few steps can make tables that the process does
// not survive, and then it is known at which line. That the instructions end is noticed exactly.
func (b *budget) plan() { b.next = min(b.steps+min(clockSteps, b.steps+1), b.most+1) }

// look ends the script when something is used up.
func (b *budget) look() {
	now := time.Now()
	gap := now.Sub(b.last)
	b.last = now
	switch why := b.stopped.Load(); {
	case b.spent != nil:
	case why != nil:
		b.spent, b.which = *why, TimeBudget
	case now.Sub(b.start) > b.limit:
		b.spent, b.which = msg.Errorf("out of time"), TimeBudget
	case b.steps > b.most:
		b.spent, b.which = msg.Errorf("out of instructions"), InstructionBudget
	case (gap > memoryTime || b.steps-b.sampled > memorySteps) && b.full():
		b.spent, b.which = msg.Errorf("out of memory"), MemoryBudget
	default:
		if b.note != nil {
			b.note()
		}
		b.plan()
		return
	}
	if b.trail == nil {
		b.trail = frames(b.state.G.CurrentThread)
	}
	b.end()
}

// end ends the script.
func (b *budget) end() {
	b.next = 0
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
		switch w := b.state.G.CurrentThread.Where(level); {
		case w == "":
			return ""
		case !strings.HasPrefix(w, hostSource):
			return w + " "
		}
	}
}

// left returns how much of the time is left.
func (b *budget) left() time.Duration { return b.limit - time.Since(b.start) }
