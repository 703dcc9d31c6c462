package stdlib

import (
	"cmp"
	"iter"
	"strconv"
	"strings"
	"unicode"

	lua "github.com/yuin/gopher-lua"

	"boardstudio/text/msg"
)

// Budgets of a script.
const (
	TimeBudget        = "time"
	InstructionBudget = "instructions"
	MemoryBudget      = "memory"
	StackBudget       = "stack"
	AnswerBudget      = "answer" // the answer is not a move
)

// Frame is an active call of a script function.
type Frame struct {
	Function string
	Line     int
}

// Raise ends the script with a translatable error. pcall returns its English text.
func Raise(l *lua.LState, format msg.Key, args ...any) { RaiseAt(l, 1, msg.Errorf(format, args...)) }

// RaiseAt is like Raise, for an error caused by another caller than level 1.
func RaiseAt(l *lua.LState, level int, err error) {
	budgetOf(l).Raised = err
	l.Error(lua.LString(err.Error()), level)
}

// trace returns the calls that led to the error r in l, including those of a coroutine that passed
// it on.
func (s *State) trace(l *lua.LState, r any) []Frame {
	if e, ok := r.(*lua.ApiError); ok && s.trail != nil && e.Object == s.why {
		return s.trail
	}
	return Frames(l)
}

// Calls iterates over the active calls in l, innermost first, and then over those of the coroutines
// that wait for it.
func Calls(l *lua.LState) iter.Seq2[*lua.LState, *lua.Debug] {
	return func(yield func(*lua.LState, *lua.Debug) bool) {
		for ; l != nil; l = l.Parent {
			level := 0
			for d, ok := l.GetStack(0); ok; d, ok = l.GetStack(level) {
				if !yield(l, d) {
					return
				}
				level++
			}
		}
	}
}

// currentLine returns the line of the script's innermost function, or 0 if none is running.
func currentLine(l *lua.LState) int {
	for l, d := range Calls(l) {
		if _, err := l.GetInfo("Sl", d, lua.LNil); err == nil && d.CurrentLine > 0 && d.Source != HostSource {
			return d.CurrentLine
		}
	}
	return 0
}

// maxFrames is the largest number of calls in a Fault.
const maxFrames = 20

// Frames returns the active calls of the script's functions, including those of the coroutines that
// wait for l.
func Frames(l *lua.LState) []Frame {
	var fs []Frame
	for l, d := range Calls(l) {
		if len(fs) == maxFrames {
			break
		}
		f, err := l.GetInfo("nSlf", d, lua.LNil)
		if fn, isFunction := f.(*lua.LFunction); err != nil || !isFunction || fn.IsG || fn.Proto.SourceName == HostSource {
			continue
		}
		fs = append(fs, Frame{Function: Clean(cmp.Or(d.Name, "?"), 60), Line: d.CurrentLine})
	}
	return fs
}

// Show returns a value as text for a message. It never runs code of the script, and never reads the
// content of a table.
func Show(v lua.LValue) string {
	switch v := v.(type) {
	case lua.LString:
		if len(v) > 200 {
			v = v[:200] + "…"
		}
		return strconv.Quote(Clean(string(v), 60))
	case lua.LNumber, lua.LBool, *lua.LNilType:
		return v.String()
	}
	return "(" + v.Type().String() + ")"
}

// Clean returns a text as one line of at most n characters.
func Clean(text string, n int) string {
	var b strings.Builder
	for _, r := range text {
		if n--; n < 0 {
			b.WriteString("…")
			break
		}
		switch {
		case unicode.IsSpace(r):
			r = ' '
		case !unicode.IsPrint(r):
			r = '?'
		}
		b.WriteRune(r)
	}
	return strings.TrimSpace(b.String())
}
