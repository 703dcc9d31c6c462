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

	"boardstudio/text/msg"
)

// Default limits of a call. The time limit is an argument of the call.
const (
	MaxSteps  = 1 << 30   // instructions, and steps of library functions
	MaxMemory = 128 << 20 // growth of the heap, in bytes
	maxString = 1 << 20   // bytes of a string
	maxLog    = 4 << 10   // bytes of a remark
)

// The time is checked every clockSteps steps. Memory is checked every memorySteps steps, or if a
// check of the time finds that more than memoryTime has passed, since something large may have been
// created.
const (
	clockSteps  = 256
	memorySteps = 4096
	memoryTime  = time.Millisecond
)

// Budget is the context of a state while it runs. gopher-lua calls Done before each instruction,
// and library functions call Step. Both end the script if it exceeds a limit. All further
// instructions then fail as well, so pcall cannot continue the script.
type Budget struct {
	context.Context
	state   *lua.LState
	stopped atomic.Pointer[error] // set from outside when the call is cancelled
	Spent   error                 // why the script was ended
	Which   string                // the exceeded budget
	Trail   []Frame               // the calls at that moment

	Start         time.Time
	last          time.Time
	Limit         time.Duration // time left at the start
	said          time.Duration // the limit that messages name
	Steps         uint64
	next, sampled uint64
	most          uint64 // steps
	floor         uint64 // bytes of the heap at the start
	ceiling       uint64 // heap size at which to collect garbage
	heap          []metrics.Sample
	note          func() // calls Options.Note; may be nil
	Raised        error  // last error passed to RaiseAt
}

// newBudget returns the budget of a call: at most count steps, and the time limit, or the time until
// the deadline of ctx if that is shorter. Call release after the call.
func newBudget(ctx context.Context, l *lua.LState, count uint64, limit time.Duration) (b *Budget, release func() bool) {
	said := limit
	if end, ok := ctx.Deadline(); ok {
		if left := time.Until(end); left < limit {
			limit, said = left, left
			if whole, ok := ctx.Value(limitKey{}).(time.Duration); ok {
				said = whole
			}
		}
	}
	b = &Budget{
		Context: context.WithoutCancel(ctx), state: l, Limit: limit, said: said, most: min(count, math.MaxUint64-1), Start: time.Now(),
		heap: []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}},
	}
	b.last, b.floor = b.Start, b.used()
	b.ceiling = b.floor + MaxMemory
	b.plan()
	return b, context.AfterFunc(ctx, func() {
		why := msg.Errorf("stopped")
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			why = OutOfTime(b.said)
		}
		b.stopped.Store(&why)
	})
}

// limitKey is the key of the limit in a context of WithLimit.
type limitKey struct{}

// WithLimit returns a context that ends after limit. If a script is out of time, its error names
// this limit, not the time that was left when the call began.
func WithLimit(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithValue(ctx, limitKey{}, limit), limit)
}

// OutOfTime returns the error for a script that exceeded its time limit.
func OutOfTime(limit time.Duration) error {
	return msg.Errorf("out of time: its limit is %s", max(limit.Round(time.Millisecond), time.Millisecond).String())
}

// budgetOf returns the budget under which l runs.
func budgetOf(l *lua.LState) *Budget { return l.Context().(*Budget) }

// used returns the size of the heap in bytes, including garbage.
func (b *Budget) used() uint64 {
	metrics.Read(b.heap)
	return b.heap[0].Value.Uint64()
}

// Done counts an instruction. It returns nil.
func (b *Budget) Done() <-chan struct{} {
	if b.Steps++; b.Steps >= b.next {
		b.look()
	}
	return nil
}

// Step counts n instructions and ends the script if a limit is exceeded.
func (b *Budget) Step(n int) {
	if b.Steps += uint64(n); b.Steps >= b.next {
		b.look()
	}
}

// plan sets the step of the next check. The first checks follow quickly, since a few steps can
// create tables that kill the process, and a check records the current line. The limit of
// instructions is exact.
func (b *Budget) plan() { b.next = min(b.Steps+min(clockSteps, b.Steps+1), b.most+1) }

// look ends the script if a limit is exceeded.
func (b *Budget) look() {
	now := time.Now()
	gap := now.Sub(b.last)
	b.last = now
	switch why := b.stopped.Load(); {
	case b.Spent != nil:
	case why != nil:
		b.Spent, b.Which = *why, TimeBudget
	case now.Sub(b.Start) > b.Limit:
		b.Spent, b.Which = OutOfTime(b.said), TimeBudget
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

// end aborts the script with a Lua error that contains its position and b.Spent.
func (b *Budget) end() {
	b.next = 0
	// A non-empty trace avoids gopher-lua's stack trace, which can be long.
	panic(&lua.ApiError{Type: lua.ApiErrorRun, Object: lua.LString(b.where() + b.Spent.Error()), StackTrace: " "})
}

// full reports whether the heap has grown too much, without its garbage. After a collection it
// raises the limit for the next one.
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

// Left returns the remaining time.
func (b *Budget) Left() time.Duration { return b.Limit - time.Since(b.Start) }

// Stopped reports whether the call was stopped from outside.
func (b *Budget) Stopped() bool { return b.stopped.Load() != nil }

// Refund removes n steps and the time d from the account.
func (b *Budget) Refund(n uint64, d time.Duration) {
	b.Steps -= min(n, b.Steps)
	b.Start = b.Start.Add(d)
}
