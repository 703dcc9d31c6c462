package stdlib

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	lua "github.com/yuin/gopher-lua"
)

// TestInstructionBudget checks that a script ends at the instruction after the last, whatever it
// does, and that the error has its line.
func TestInstructionBudget(t *testing.T) {
	for _, most := range []uint64{100, 511, 1000, 1023} {
		for _, code := range []string{
			"\nwhile true do end",
			"\nwhile true do pcall(function() while true do end end) end",
			"\nlocal function f() while true do end end f()",
			"\ncoroutine.wrap(function() while true do end end)()",
			"\nwhile true do xpcall(function() while true do end end, function() while true do end end) end",
		} {
			s := New(Options{})
			_, _, err := try(t, s, most, code)
			b := s.Budget
			if err == nil || !strings.Contains(err.Error(), "test.lua:2: out of instructions") || b.Which != InstructionBudget || len(b.Trail) == 0 || b.Trail[0].Line != 2 {
				t.Errorf("%d, %s: %v, %+v", most, code, err, b.Trail)
			}
			if !strings.Contains(code, "pcall") && !strings.Contains(code, "coroutine") && b.Steps != most+1 {
				t.Errorf("%d, %s: ended after %d", most, code, b.Steps)
			}
		}
		s := New(Options{})
		err := within(s, func(*lua.LState) { // in Go, step by step
			s.Budget.most = most
			s.Budget.plan()
			for {
				s.Budget.Step(1)
			}
		})
		if err == nil || s.Budget.Steps != most+1 {
			t.Errorf("%d: %v after %d steps", most, err, s.Budget.Steps)
		}
	}
	// A Go function ends too, with the line of the script.
	if _, _, err := try(t, New(Options{}), 2000, "local s = 'x'\nwhile true do s:rep(64000) end"); err == nil || !strings.Contains(err.Error(), "test.lua:2: out of instructions") {
		t.Error(err)
	}
}

// TestPlan checks that the first checks follow quickly, later ones every clockSteps, and that the
// last one is exact.
func TestPlan(t *testing.T) {
	for steps, next := range map[uint64]uint64{0: 1, 1: 3, 10: 21, 200: 401, 255: 511, 256: 512, 600: 856, 745: 1001, 900: 1001} {
		b := &Budget{Steps: steps, most: 1000}
		if b.plan(); b.next != next {
			t.Errorf("after %d steps: at %d, want %d", steps, b.next, next)
		}
	}
}

// TestTimeBudget checks that a call ends at its time limit, at the deadline of its context, and
// when it is cancelled.
func TestTimeBudget(t *testing.T) {
	const endless = "while true do end"
	run := func(ctx context.Context, limit time.Duration, code string) (*State, error) {
		s := New(Options{})
		f := load(t, s, code)
		_, err := s.Run(ctx, math.MaxUint64, limit, func(l *lua.LState) { Call(l, f) })
		return s, err
	}
	s, err := run(context.Background(), 30*time.Millisecond, endless)
	if err == nil || !strings.Contains(err.Error(), "out of time: its limit is 30ms") || s.Budget.Which != TimeBudget || s.Budget.Stopped() {
		t.Error(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 40*time.Millisecond)
	defer cancel()
	s, err = run(ctx, time.Hour, endless)
	if err == nil || !strings.Contains(err.Error(), "out of time: its limit is ") || s.Budget.Which != TimeBudget || s.Budget.Limit > 40*time.Millisecond {
		t.Error(err, s.Budget.Limit)
	}
	// The limit that was set is named, not what is left of it.
	part, cancelPart := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancelPart()
	whole, cancelWhole := WithLimit(part, 100*time.Millisecond)
	defer cancelWhole()
	for _, limit := range []time.Duration{100 * time.Millisecond, time.Hour} {
		if _, err = run(whole, limit, endless); err == nil || !strings.Contains(err.Error(), "out of time: its limit is 100ms") {
			t.Error(err)
		}
	}
	short, cancelShort := WithLimit(context.Background(), time.Hour)
	defer cancelShort()
	if _, err = run(short, 20*time.Millisecond, endless); err == nil || !strings.Contains(err.Error(), "out of time: its limit is 20ms") {
		t.Error(err)
	}
	long, cancelLong := context.WithTimeout(context.Background(), time.Hour)
	defer cancelLong()
	if s, err = run(long, time.Minute, "local a = 1"); err != nil || s.Budget.Limit != time.Minute || s.Budget.Left() > time.Minute || s.Budget.Left() < time.Second {
		t.Error(err, s.Budget.Limit, s.Budget.Left())
	}
	stop, cancelNow := context.WithCancel(context.Background())
	s = New(Options{})
	f := load(t, s, endless)
	_, err = s.Run(stop, math.MaxUint64, time.Hour, func(l *lua.LState) { cancelNow(); Call(l, f) })
	if err == nil || !strings.Contains(err.Error(), "stopped") || s.Budget.Which != TimeBudget || !s.Budget.Stopped() {
		t.Error(err)
	}
	for d, want := range map[time.Duration]string{0: "1ms", 1600 * time.Microsecond: "2ms", 2 * time.Second: "2s"} {
		if got := OutOfTime(d).Error(); got != "out of time: its limit is "+want {
			t.Errorf("%v: %s", d, got)
		}
	}
}

// TestMemoryBudget checks that a script that would use 300 MB ends.
func TestMemoryBudget(t *testing.T) {
	s := New(Options{})
	_, _, err := try(t, s, MaxSteps, "local t = {}\nfor i = 1, 3000 do t[i] = ('x'):rep(1e5) end")
	if err == nil || !strings.Contains(err.Error(), "test.lua:2: out of memory") || s.Budget.Which != MemoryBudget {
		t.Error(err)
	}
	// Garbage does not count.
	if _, _, err := try(t, New(Options{}), MaxSteps, "local t = {}\nfor i = 1, 3000 do t[1] = ('x'):rep(1e5) end"); err != nil {
		t.Error(err)
	}
}

// TestMemorySampled checks that memory is checked after memorySteps, and after a few slow steps.
func TestMemorySampled(t *testing.T) {
	for _, x := range []struct {
		steps   uint64
		gap     time.Duration
		sampled bool
	}{{memorySteps, -time.Hour, false}, {memorySteps + 1, -time.Hour, true}, {10, -time.Hour, false}, {10, 2 * memoryTime, true}, {memorySteps + 1, 2 * memoryTime, true}} {
		s := New(Options{})
		err := within(s, func(*lua.LState) {
			notes := 0
			b := s.Budget
			b.note = func() { notes++ }
			b.sampled, b.Steps, b.last = 0, x.steps, time.Now().Add(-x.gap)
			b.look()
			if (b.sampled == x.steps) != x.sampled || notes != 1 || b.next <= b.Steps || time.Since(b.last) > time.Minute || time.Since(b.last) < 0 {
				t.Errorf("%+v: sampled at %d, %d notes, next look at %d", x, b.sampled, notes, b.next)
			}
		})
		if err != nil {
			t.Error(err)
		}
	}
	s := New(Options{})
	err := within(s, func(*lua.LState) {
		b := s.Budget
		if used := b.used(); used < 1<<16 || b.ceiling != b.floor+MaxMemory || b.floor == 0 {
			t.Errorf("%d bytes are used, from %d to %d", used, b.floor, b.ceiling)
		}
		b.Steps = 77
		if b.ceiling = math.MaxUint64; b.full() || b.sampled != 77 || b.ceiling != math.MaxUint64 {
			t.Error("full below the ceiling")
		}
		// Above the ceiling, but without much live memory.
		b.last = time.Time{}
		if b.floor, b.ceiling = 1<<30, 0; b.full() || b.ceiling != 1<<30+MaxMemory || b.last.IsZero() {
			t.Errorf("full with little live; the ceiling is %d", b.ceiling)
		}
		b.floor, b.ceiling = math.MaxUint64-MaxMemory+1, 0 // as if the heap had been smaller than empty
		if !b.full() || b.ceiling < MaxMemory/2+1<<16 || b.ceiling > MaxMemory {
			t.Errorf("not full with everything live; the ceiling is %d", b.ceiling)
		}
	})
	if err != nil {
		t.Error(err)
	}
}

func TestForgive(t *testing.T) {
	start := time.Now()
	b := &Budget{Steps: 10, Start: start, Limit: time.Hour}
	if b.Refund(3, time.Second); b.Steps != 7 || b.Start != start.Add(time.Second) {
		t.Errorf("%+v", b)
	}
	if b.Refund(8, 0); b.Steps != 0 {
		t.Errorf("%d", b.Steps)
	}
	if b.Stopped() {
		t.Error("stopped")
	}
	why := errors.New("x")
	if b.stopped.Store(&why); !b.Stopped() {
		t.Error("not stopped")
	}
}

// TestFrames checks the list of active functions: innermost first, at most maxFrames, without
// functions of the host.
func TestFrames(t *testing.T) {
	for code, want := range map[string]string{
		"local function dig()\nlocal x = nil\nx.y = 1\nend\nlocal function walk()\ndig()\nend\nwalk()":   "dig 3, walk 6, <test.lua:0> 8",
		"local function f()\ntable.sort({2, 1}, function(a, b)\nerror('x') end)\nend\nf()":               "<test.lua:2> 3, f 2, <test.lua:0> 5",
		"local function f()\nerror('x')\nend\ncoroutine.wrap(function()\nf()\nend)()":                    "f 2, coroutine 5, <test.lua:0> 4",
		"local g = coroutine.wrap(function()\ncoroutine.wrap(function()\nerror('so')\nend)()\nend)\ng()": "coroutine 3, coroutine 2, <test.lua:0> 6",
		// The error is passed on.
		"local co = coroutine.create(function()\nerror('so')\nend)\nlocal _, e = coroutine.resume(co)\nerror(e, 0)": "coroutine 2, <test.lua:0> 4",
		"local co = coroutine.create(function()\nerror('so')\nend)\ncoroutine.resume(co)\nerror('x', 0)":            "<test.lua:0> 5",
	} {
		_, stack, err := try(t, New(Options{}), MaxSteps, code)
		var calls []string
		for _, f := range stack {
			calls = append(calls, fmt.Sprint(f.Function, " ", f.Line))
		}
		if got := strings.Join(calls, ", "); err == nil || got != want {
			t.Errorf("%s\n%v: %s\nwant %s", code, err, got, want)
		}
	}
	_, stack, _ := try(t, New(Options{}), MaxSteps, "local function f(n) if n == 0 then error('x') end f(n - 1) return 1 end\nf(60)")
	if len(stack) != maxFrames || stack[0].Line != 1 || stack[0].Function != "f" {
		t.Errorf("%+v", stack)
	}
	_, stack, _ = try(t, New(Options{}), MaxSteps, "local function f(n) if n == 0 then error('x') end f(n - 1) return 1 end\nf(18)")
	if len(stack) != maxFrames || stack[maxFrames-1].Line != 2 {
		t.Errorf("%+v", stack)
	}
	if _, stack, err := try(t, New(Options{}), MaxSteps, "return 1"); err != nil || len(stack) != 0 {
		t.Errorf("%+v, %v", stack, err)
	}
}

// TestRaise checks that a translatable error is kept, with its position.
func TestRaise(t *testing.T) {
	s := New(Options{})
	err := within(s, func(l *lua.LState) { Raise(l, "no %s", "way") })
	if err == nil || !strings.Contains(err.Error(), "no way") || s.Budget.Raised == nil || s.Budget.Raised.Error() != "no way" {
		t.Errorf("%v, %v", err, s.Budget.Raised)
	}
	if _, _, err := try(t, s, MaxSteps, "\n\nunpack({}, 1, 1e6)"); err == nil || !strings.Contains(err.Error(), "test.lua:3: more than 8000 results") {
		t.Error(err)
	}
	if _, _, err := try(t, s, MaxSteps, "\nlocal function f()\ncoroutine.yield(1)\nend\nf()"); err == nil || !strings.Contains(err.Error(), "test.lua:3: yield is only possible in a coroutine") {
		t.Error(err)
	}
	if _, _, err := try(t, s, MaxSteps, "coroutine.resume(coroutine.running() or coroutine.wrap(print))"); err == nil {
		t.Error("no error")
	}
	_, _, _ = try(t, s, MaxSteps, "local co = coroutine.create(function() end) coroutine.resume(co) coroutine.resume(co)")
	if s.Budget.Raised == nil || s.Budget.Raised.Error() != "cannot resume dead coroutine" {
		t.Errorf("%v", s.Budget.Raised)
	}
}

func TestShowAndClean(t *testing.T) {
	for v, want := range map[lua.LValue]string{
		lua.LString("a\"b"): `"a\"b"`, lua.LNumber(1.5): "1.5", lua.LTrue: "true", lua.LNil: "nil", lua.LString("a\nb"): `"a b"`,
		lua.LString(strings.Repeat("x", 60)): `"` + strings.Repeat("x", 60) + `"`, lua.LString(strings.Repeat("x", 61)): `"` + strings.Repeat("x", 60) + `…"`,
		lua.LString(strings.Repeat(" ", 199) + "yz"): `"…"`,
	} {
		if got := Show(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
	if got := Show(&lua.LTable{}); got != "(table)" {
		t.Error(got)
	}
	if got := Show(lua.LString(strings.Repeat("\x01", 300))); got != `"`+strings.Repeat("?", 60)+`…"` {
		t.Error(got)
	}
	for _, x := range []struct {
		text string
		n    int
		want string
	}{{"abc", 3, "abc"}, {"abcd", 3, "abc…"}, {"abc", 0, "…"}, {"", 0, ""}, {" a\tb\n", 9, "a b"}, {"a\x00b", 9, "a?b"}, {"é\u200bf", 9, "é?f"}} {
		if got := Clean(x.text, x.n); got != x.want {
			t.Errorf("Clean(%q, %d) = %q, want %q", x.text, x.n, got, x.want)
		}
	}
	for text, want := range map[string]string{"": "", "a: b": "a: b", "table: 0x12ab is": "table is", "x: 0x12": "x: 0x12", "function: 0x1 thread: 0x2": "function thread"} {
		if got := Unaddressed(text); got != want {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}

// TestNotes checks that a State reports its line and the running library function.
func TestNotes(t *testing.T) {
	var notes []string
	s := New(Options{Note: func(line int, what string) { notes = append(notes, fmt.Sprintf("%d %s", line, what)) }})
	_, _, err := try(t, s, MaxSteps, "local t = {3, 1, 2}\ntable.sort(t, function(a, b)\nlocal s = ('x'):rep(3) return a < b end)\nfor i = 1, 1000 do end\nlocal s = join('a', 'b')")
	all := strings.Join(notes, "\n") + "\n"
	for _, want := range []string{"2 table.sort\n", "3 string.rep\n3 table.sort\n", "2 \n", "4 \n", "5 ..\n"} {
		if !strings.Contains(all, want) {
			t.Errorf("no note %q in\n%s", want, all)
		}
	}
	if err != nil || len(notes) > 150 || s.inside != "" {
		t.Errorf("%d notes, %q, %v", len(notes), s.inside, err)
	}
	// After a call ended inside a function, the next call starts without it.
	s.inside = "string.rep"
	if _, _, err := try(t, s, MaxSteps, "local a = 1"); err != nil || s.inside != "" {
		t.Errorf("%q, %v", s.inside, err)
	}
}

// TestRemark checks that the output of a script is kept up to maxLog bytes, and passed to Log by
// lines.
func TestRemark(t *testing.T) {
	var log []string
	s := New(Options{Log: func(line string) { log = append(log, line) }})
	got, _, err := try(t, s, MaxSteps, "print('a', 'b') log('c') print() print('\\255x')")
	if err != nil || got != "a\tb\nc\n\n?x\n" || strings.Join(log, "|") != "a\tb|c||?x" {
		t.Errorf("%q, %q, %v", got, log, err)
	}
	if got, _, _ = try(t, s, MaxSteps, "local a = 1"); got != "" {
		t.Errorf("the next call has %q", got)
	}
	log = nil
	got, _, err = try(t, s, MaxSteps, "print(('x'):rep(5000), ('y'):rep(5000)) print('z')")
	if err != nil || len(log) != 2 || len(log[0]) != maxLog+1 || strings.Contains(log[0], "y") || log[1] != "z" || len(got) > maxLog || len(got) < maxLog-4 {
		t.Errorf("%d bytes, %d lines, %v", len(got), len(log), err)
	}
	// A line that an error interrupts is printed too.
	log = nil
	_, _, err = try(t, s, MaxSteps, "print('a', setmetatable({}, {__tostring = function() error('x') end}))")
	if err == nil || len(log) != 1 || log[0] != "a\t" || s.Remark() != "a\t\n" {
		t.Errorf("%q, %q, %v", log, s.Remark(), err)
	}
	// Without Log, only the remark has the output.
	if got, _, err := try(t, New(Options{}), MaxSteps, "print(1)"); got != "1\n" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

// TestDeadCoroutine checks that a coroutine is dead if a resume fails, and that the script
// continues.
func TestDeadCoroutine(t *testing.T) {
	prints(t, `local co = coroutine.create(function() coroutine.yield() end)
print(coroutine.resume(co)) print(coroutine.status(co)) print(coroutine.resume(co)) print(coroutine.status(co))`, "true\nsuspended\ntrue\ndead")
	prints(t, `local co co = coroutine.create(function() print(coroutine.resume(co)) end) coroutine.resume(co)`, "false\tcannot resume running coroutine")
	prints(t, `local a, b
a = coroutine.create(function() coroutine.resume(b) end)
b = coroutine.create(function() print(coroutine.resume(a)) end)
coroutine.resume(a)`, "false\tcannot resume normal coroutine")
	s := New(Options{})
	if err := within(s, func(l *lua.LState) {
		if s.Thread() != s.L {
			t.Error("something else runs")
		}
	}); err != nil {
		t.Error(err)
	}
	// A budget that is exceeded in a coroutine also ends the script that resumed it.
	got, _, err := try(t, New(Options{}), 5000, "coroutine.resume(coroutine.create(function() while true do end end)) print('on')")
	if err == nil || got != "" {
		t.Errorf("%q, %v", got, err)
	}
}
