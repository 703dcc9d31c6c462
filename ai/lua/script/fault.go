package script

import (
	"bytes"
	"errors"
	"regexp"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"boardstudio/ai/lua/stdlib"
	"boardstudio/text/msg"
)

// Fault is the error that ended a script, for users.
type Fault struct {
	Script string
	Line   int            // 0 if unknown
	Why    error          // without script and line
	Stack  []stdlib.Frame // the calls that led to the fault, innermost first
	Budget string         // exceeded budget, "" for mistakes of the script
}

// Error returns one English sentence with the script, the line and the reason.
func (f *Fault) Error() string { return f.sentence().Error() }

// Unwrap returns the same sentence as a translatable *msg.Error.
func (f *Fault) Unwrap() error { return f.sentence() }

func (f *Fault) sentence() error {
	if f.Line > 0 {
		return msg.Errorf("script %s, line %d: %v", f.Script, f.Line, f.Why)
	}
	return msg.Errorf("script %s: %v", f.Script, f.Why)
}

// fault returns an error at a line, which may be 0.
func (p *Program) fault(line int, why error) *Fault {
	return &Fault{Script: p.name, Line: line, Why: why}
}

// answered returns an error about a value that the script returned.
func (p *Program) answered(line int, format msg.Key, args ...any) *Fault {
	return &Fault{Script: p.name, Line: line, Why: msg.Errorf(format, args...), Budget: stdlib.AnswerBudget}
}

// failed returns the Fault for an error of a call.
func (p *Program) failed(err error, b *stdlib.Budget, stack []stdlib.Frame) *Fault {
	f := &Fault{Script: p.name, Stack: stack}
	if b.Spent != nil {
		f.Stack = b.Trail
	}
	if len(f.Stack) > 0 {
		f.Line = f.Stack[0].Line
	}
	var e *lua.ApiError
	switch {
	case b.Spent != nil:
		f.Why, f.Budget = b.Spent, b.Which
	case !errors.As(err, &e):
		f.Why = errors.New(stdlib.Clean(stdlib.Unaddressed(err.Error()), 300))
	default:
		text, ok := e.Object.(lua.LString)
		if !ok {
			f.Why = msg.Errorf("it ended with the error value %s", stdlib.Show(e.Object))
			break
		}
		message := stdlib.Unaddressed(string(text))
		if line, rest, ok := p.cutLine(message); ok {
			f.Line, message = line, rest
		}
		if strings.HasSuffix(message, "stack overflow") || strings.Contains(message, "registry overflow") {
			f.Budget, f.Why = stdlib.StackBudget, msg.Errorf("too many nested calls")
			break
		}
		if f.Why = plain(message); b.Raised != nil && message == b.Raised.Error() {
			f.Why = b.Raised
		}
	}
	return f
}

// cutLine splits the prefix "name:line: " from a message. The script can write such a prefix
// itself: if the script does not have that line, the prefix is part of the text.
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

var (
	indexed  = regexp.MustCompile(`^attempt to index a non-table object\((\w+)\) with key '(.*)'$`)
	compared = regexp.MustCompile(`^attempt to compare (\w+) with (\w+)$`)
	computed = regexp.MustCompile(`^cannot perform (\w+) operation between (\w+) and (\w+)$`)
	refused  = regexp.MustCompile(`^bad argument #\d+ to (\w+) \((.+)\)$`)
	expected = regexp.MustCompile(`^bad argument #\d+ to (\w+) \((\w+) expected, got (\w+)\)$`)
)

// signs maps gopher-lua's names of operators to the operators.
var signs = map[string]string{"add": "+", "sub": "-", "mul": "*", "div": "/", "mod": "%", "pow": "^"}

// plain returns a message of gopher-lua as an error that beginners understand.
func plain(message string) error {
	message = stdlib.Clean(message, 300)
	if x := indexed.FindStringSubmatch(message); x != nil {
		return msg.Errorf("cannot read field %q of a %s value: is the name before it misspelt?", x[2], x[1])
	}
	if x := compared.FindStringSubmatch(message); x != nil {
		return msg.Errorf("a %s value cannot be compared with a %s value", x[1], x[2])
	}
	if x := computed.FindStringSubmatch(message); x != nil {
		return msg.Errorf("cannot compute with a %s value and a %s value (%s)", x[2], x[3], signs[x[1]])
	}
	// Argument numbers would also count the receiver of a method.
	if x := expected.FindStringSubmatch(message); x != nil {
		return msg.Errorf("%s expects a %s, not a %s", x[1], x[2], x[3])
	}
	if x := refused.FindStringSubmatch(message); x != nil {
		return msg.Errorf("%s got a wrong value: %v", x[1], plain(x[2]))
	}
	if message == "attempt to call a non-function object" {
		return errNotFunction
	}
	if why, ok := said[message]; ok {
		return msg.Errorf(why)
	}
	return errors.New(message)
}

// said maps other messages of gopher-lua for mistakes in scripts to plain ones.
var said = map[string]msg.Key{
	"table index is nil":                                 "the key of a table is nil: is a name misspelt?",
	"table index is NaN":                                 "the key of a table is not a number, such as 0/0",
	"for statement init must be a number":                "the start of a for loop must be a number",
	"for statement limit must be a number":               "the end of a for loop must be a number",
	"for statement step must be a number":                "the step of a for loop must be a number",
	"wrong number of arguments":                          "wrong number of arguments for the function",
	"a function of the script expected":                  "a function of the script is needed",
	"value expected":                                     "a value is missing",
	"index out of range":                                 "the index is out of range",
	"cannot change a protected metatable":                "this metatable cannot be changed",
	"cannot set metatable to a nil object.":              "nil cannot have a metatable",
	"__len undefined":                                    "# counts texts and tables only",
	"__unm undefined":                                    "only numbers can have a minus sign",
	"too many recursions in gettable":                    "tables refer to each other in a loop",
	"too many recursions in settable":                    "tables refer to each other in a loop",
	"invalid capture index":                              "the pattern has no capture of that number",
	"GopherLua does not support the string.dump":         "string.dump is not available in scripts",
	"can not resume a dead thread":                       "the coroutine has ended",
	"can not resume a running thread":                    "the coroutine is already running",
	"attempt to yield across metamethod/C-call boundary": "a coroutine cannot yield inside pcall, table.sort, a metamethod or an iterator",
}
