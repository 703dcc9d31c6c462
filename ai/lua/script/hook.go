package script

import (
	"slices"
	"strings"
	"time"

	lua "github.com/yuin/gopher-lua"

	"boardstudio/ai/lua/stdlib"
	"boardstudio/rules"
)

// Hook is called before each statement, while the script waits. A program with hooks runs several
// times slower, but plays the same moves and counts the same instructions.
type Hook func(*Pause)

// Pause is the state of a script before a statement. It is valid while the hook is running.
type Pause struct {
	Line  int
	Early bool // in start or opponent, before the function that answers
	m     *Machine
	l     *lua.LState
	names []string // names of the local variables, by register
}

// Variable is a variable of a script as text.
type Variable struct{ Name, Value string }

// The instructions of the machine that a call of the hook is.
const hookSteps = 3

// line is called before each statement of a program with hooks.
func (m *Machine) line(l *lua.LState) int {
	if m.opt.Hook == nil {
		return 0
	}
	m.game.Budget.Refund(hookSteps, 0)
	d, ok := l.GetStack(1)
	if !ok {
		return 0
	}
	if _, err := l.GetInfo("l", d, lua.LNil); err != nil {
		return 0
	}
	began := time.Now()
	var names []string
	if i := l.ToInt(1); i < len(m.program.locals) {
		names = m.program.locals[i]
	}
	m.opt.Hook(&Pause{Line: d.CurrentLine, Early: m.early, m: m, l: l, names: names})
	m.game.Budget.Refund(0, time.Since(began)) // a paused script uses no time
	return 0
}

// Stack returns the calls that led to the statement, innermost first, at most 20.
func (p *Pause) Stack() []stdlib.Frame { return stdlib.Frames(p.l) }

// Depth returns the number of active function calls. It is larger inside a function called by a
// line, and smaller after the current function has returned. It costs one step per call.
func (p *Pause) Depth() int {
	n := 0
	for range stdlib.Calls(p.l) {
		n++
	}
	return n
}

// Largest numbers of variables and of table elements that are shown.
const (
	maxVariables = 100
	maxElements  = 20
)

// Locals returns the local variables of the running function as text. It does not run code of the
// script.
func (p *Pause) Locals() []Variable {
	d, ok := p.l.GetStack(1)
	if !ok {
		return nil
	}
	var vs []Variable
	for i, name := range p.names[:min(len(p.names), maxVariables)] {
		if name != "" && name[0] != ' ' { // skip names that no script can write
			_, v := p.l.GetLocal(d, i+1)
			vs = append(vs, Variable{name, p.m.shown(v)})
		}
	}
	return vs
}

// shown returns a value as text. It includes the elements of a table, but not nested ones.
func (m *Machine) shown(v lua.LValue) string {
	switch v := v.(type) {
	case *lua.LUserData:
		if p, ok := v.Value.(rules.Position); ok {
			return stdlib.Clean(p.String(), 1000)
		}
	case *lua.LTable:
		var parts []string
		for k, x := v.Next(lua.LNil); k != lua.LNil; k, x = v.Next(k) {
			if len(parts) == maxElements {
				parts = append(parts, "…")
				break
			}
			if n, ok := k.(lua.LNumber); ok && int(n) == len(parts)+1 {
				parts = append(parts, stdlib.Show(x))
				continue
			}
			key := stdlib.Show(k)
			if s, ok := k.(lua.LString); ok && optionName.MatchString(string(s)) {
				key = string(s)
			}
			parts = append(parts, key+" = "+stdlib.Show(x))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return stdlib.Show(v)
}

// Profile counts the statements of a script by line. The zero value is ready to use. Pass its Hook
// in Options.Hook.
type Profile struct {
	lines map[int]*LineProfile
	last  *LineProfile
	since time.Time
}

// LineProfile is the cost of one line of a script. Calls is the number of statements begun on the
// line. Time is the total time from the beginning of each of them to the beginning of the next
// statement on any line.
type LineProfile struct {
	Line  int
	Calls uint64
	Time  time.Duration
}

// Hook counts a statement, except in start and opponent, which are separate calls.
func (p *Profile) Hook(at *Pause) {
	now := time.Now()
	if p.close(now); at.Early {
		return
	}
	if p.lines == nil {
		p.lines = map[int]*LineProfile{}
	}
	l := p.lines[at.Line]
	if l == nil {
		l = &LineProfile{Line: at.Line}
		p.lines[at.Line] = l
	}
	l.Calls++
	p.last, p.since = l, time.Now()
}

func (p *Profile) close(now time.Time) {
	if p.last != nil {
		p.last.Time += now.Sub(p.since)
	}
	p.last = nil
}

// Lines ends the last statement and returns all lines by number. Call it after each call of the
// machine. Otherwise the time until the next call counts for the last line.
func (p *Profile) Lines() []LineProfile {
	p.close(time.Now())
	var ls []LineProfile
	for _, l := range p.lines {
		ls = append(ls, *l)
	}
	slices.SortFunc(ls, func(a, b LineProfile) int { return a.Line - b.Line })
	return ls
}
