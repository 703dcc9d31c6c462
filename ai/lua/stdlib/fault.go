package stdlib

import (
	"strconv"
	"strings"
	"unicode"

	lua "github.com/yuin/gopher-lua"

	"boardstudio/msg"
)

// The budgets of a script.
const (
	TimeBudget        = "time"
	InstructionBudget = "instructions"
	MemoryBudget      = "memory"
	StackBudget       = "stack"
	AnswerBudget      = "answer" // the answer is not a move
)

// Frame is one call of a function of the script.
type Frame struct {
	Function string
	Line     int
}

// Raise ends the script with an error that can be translated; pcall sees its English text.
func Raise(l *lua.LState, format msg.Key, args ...any) { RaiseAt(l, 1, msg.Errorf(format, args...)) }

// RaiseAt is Raise where it is not the caller, level 1, that made the mistake.
func RaiseAt(l *lua.LState, level int, err error) {
	budgetOf(l).Raised = err
	l.Error(lua.LString(err.Error()), level)
}

// trace returns the calls that led to the error r in l, those of a coroutine that
// let it through included.
func (s *State) trace(l *lua.LState, r any) []Frame {
	if e, ok := r.(*lua.ApiError); ok && s.trail != nil && e.Object == s.why {
		return s.trail
	}
	return Frames(l)
}

// currentLine returns the line of the script's innermost function, 0 if none runs.
func currentLine(l *lua.LState) int {
	for level := 0; ; level++ {
		d, ok := l.GetStack(level)
		if !ok {
			if l = l.Parent; l == nil {
				return 0
			}
			level = -1
			continue
		}
		if _, err := l.GetInfo("Sl", d, lua.LNil); err == nil && d.CurrentLine > 0 && d.Source != HostSource {
			return d.CurrentLine
		}
	}
}

// The most calls that a Fault tells.
const maxFrames = 20

// Frames returns the calls of the script's functions that are under way, through those of
// the coroutines that wait for l.
func Frames(l *lua.LState) []Frame {
	var fs []Frame
	for level := 0; len(fs) < maxFrames; level++ {
		d, ok := l.GetStack(level)
		if !ok {
			if l = l.Parent; l == nil {
				break
			}
			level = -1
			continue
		}
		f, err := l.GetInfo("nSlf", d, lua.LNil)
		if fn, isFunction := f.(*lua.LFunction); err != nil || !isFunction || fn.IsG || fn.Proto.SourceName == HostSource {
			continue
		}
		name := d.Name
		if name == "" {
			name = "?"
		}
		fs = append(fs, Frame{Function: Clean(name, 60), Line: d.CurrentLine})
	}
	return fs
}

// Show returns a value for a message. It never runs code of the script, and
// never looks into a table.
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

// Clean makes one line of a text, and shortens it to n characters.
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
