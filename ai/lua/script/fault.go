package script

import (
	"bytes"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	lua "github.com/yuin/gopher-lua"

	"boardstudio/msg"
)

// Fault is why a script ended: an error for people.
type Fault struct {
	Script string
	Line   int     // 0 when none is known
	Why    error   // without script and line
	Stack  []Frame // the calls that led there, the innermost first
	Budget string  // which budget is used up, "" for mistakes of the script
}

// The budgets of a script.
const (
	TimeBudget        = "time"
	InstructionBudget = "instructions"
	MemoryBudget      = "memory"
	StackBudget       = "stack"
	AnswerBudget      = "answer" // it answered what is no move
)

// Frame is one call of a function of the script.
type Frame struct {
	Function string
	Line     int
}

// Error returns one English sentence with the script, the line and the reason.
func (f *Fault) Error() string { return f.sentence().Error() }

// Unwrap returns the same sentence as an *msg.Error, which can be translated.
func (f *Fault) Unwrap() error { return f.sentence() }

func (f *Fault) sentence() error {
	if f.Line > 0 {
		return msg.Errorf("script %s, line %d: %v", f.Script, f.Line, f.Why)
	}
	return msg.Errorf("script %s: %v", f.Script, f.Why)
}

// fault returns an error at a line, 0 for none.
func (p *Program) fault(line int, why error) *Fault {
	return &Fault{Script: p.name, Line: line, Why: why}
}

// answered returns an error about what the script returned.
func (p *Program) answered(line int, format msg.Key, args ...any) *Fault {
	return &Fault{Script: p.name, Line: line, Why: msg.Errorf(format, args...), Budget: AnswerBudget}
}

// failed returns the error for what a call of the script ended with.
func (p *Program) failed(err error, b *budget, stack []Frame) *Fault {
	f := &Fault{Script: p.name, Stack: stack}
	if b.spent != nil {
		f.Stack = b.trail
	}
	if len(f.Stack) > 0 {
		f.Line = f.Stack[0].Line
	}
	var e *lua.ApiError
	switch {
	case b.spent != nil:
		f.Why, f.Budget = b.spent, b.which
	case !errors.As(err, &e):
		f.Why = errors.New(clean(unaddressed(err.Error()), 300))
	default:
		text, ok := e.Object.(lua.LString)
		if !ok {
			f.Why = msg.Errorf("it ended with the error value %s", show(e.Object))
			break
		}
		message := unaddressed(string(text))
		if line, rest, ok := p.cutLine(message); ok {
			f.Line, message = line, rest
		}
		if strings.HasSuffix(message, "stack overflow") || strings.Contains(message, "registry overflow") {
			f.Budget, f.Why = StackBudget, msg.Errorf("too many calls inside each other")
			break
		}
		if f.Why = plain(message); b.raised != nil && message == b.raised.Error() {
			f.Why = b.raised
		}
	}
	return f
}

// cutLine cuts "name:line: " off a message. A script can write that itself: a line that it does not have
// is a part of its text.
func (p *Program) cutLine(message string) (line int, rest string, ok bool) {
	rest, ok = strings.CutPrefix(message, p.name+":")
	if !ok {
		return 0, "", false
	}
	number, rest, _ := strings.Cut(rest, ":")
	line, err := strconv.Atoi(number)
	most := 1 + bytes.Count(p.source, []byte("\n")) + bytes.Count(p.source, []byte("\r"))
	return line, strings.TrimSpace(rest), err == nil && line >= 1 && line <= most
}

// raise ends the script with an error that can be translated; pcall sees its English text.
func raise(l *lua.LState, format msg.Key, args ...any) { raiseAt(l, 1, msg.Errorf(format, args...)) }

// raiseAt is raise where it is not the caller, level 1, that made the mistake.
func raiseAt(l *lua.LState, level int, err error) {
	budgetOf(l).raised = err
	l.Error(lua.LString(err.Error()), level)
}

var (
	indexed  = regexp.MustCompile(`^attempt to index a non-table object\((\w+)\) with key '(.*)'$`)
	compared = regexp.MustCompile(`^attempt to compare (\w+) with (\w+)$`)
	computed = regexp.MustCompile(`^cannot perform (\w+) operation between (\w+) and (\w+)$`)
	expected = regexp.MustCompile(`^bad argument #\d+ to (\w+) \((\w+) expected, got (\w+)\)$`)
)

// signs are the operators by their names in the machine's messages.
var signs = map[string]string{"add": "+", "sub": "-", "mul": "*", "div": "/", "mod": "%", "pow": "^"}

// plain returns a message of the machine as an error that beginners understand.
func plain(message string) error {
	message = clean(message, 300)
	if x := indexed.FindStringSubmatch(message); x != nil {
		return msg.Errorf("%q is looked up in a %s value, which holds nothing: is a name before it misspelt?", x[2], x[1])
	}
	if x := compared.FindStringSubmatch(message); x != nil {
		return msg.Errorf("a %s value cannot be compared with a %s value", x[1], x[2])
	}
	if x := computed.FindStringSubmatch(message); x != nil {
		return msg.Errorf("a %s value and a %s value cannot be computed with (%s)", x[2], x[3], signs[x[1]])
	}
	if x := expected.FindStringSubmatch(message); x != nil { // the number of the argument would count what stands before a colon
		return msg.Errorf("%s needs a %s here, not a %s", x[1], x[2], x[3])
	}
	if message == "attempt to call a non-function object" {
		return errNotFunction
	}
	return errors.New(message)
}

// The most calls that a Fault tells.
const maxFrames = 20

// frames returns the calls of the script's functions that are under way, through those of
// the coroutines that wait for l.
func frames(l *lua.LState) []Frame {
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
		if fn, isFunction := f.(*lua.LFunction); err != nil || !isFunction || fn.IsG || fn.Proto.SourceName == hostSource {
			continue
		}
		name := d.Name
		if name == "" {
			name = "?"
		}
		fs = append(fs, Frame{Function: clean(name, 60), Line: d.CurrentLine})
	}
	return fs
}

// show returns a value for a message. It never runs code of the script, and
// never looks into a table.
func show(v lua.LValue) string {
	switch v := v.(type) {
	case lua.LString:
		if len(v) > 200 {
			v = v[:200] + "…"
		}
		return strconv.Quote(clean(string(v), 60))
	case lua.LNumber, lua.LBool, *lua.LNilType:
		return v.String()
	}
	return "(" + v.Type().String() + ")"
}

// clean makes one line of a text, and shortens it to n characters.
func clean(text string, n int) string {
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
