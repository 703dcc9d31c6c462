package script

import (
	"slices"
	"strings"
	"time"

	lua "github.com/yuin/gopher-lua"

	"boardstudio/ai/lua/stdlib"
	"boardstudio/rules"
)

// Hook is told of each statement before it runs, while the script waits. A program with
// hooks runs some times slower, but plays the same, and counts the same instructions.
type Hook func(*Pause)

// Pause is a script before a statement. It holds while the hook runs.
type Pause struct {
	Line  int
	Early bool // in start or opponent, before the function that answers
	m     *Machine
	l     *lua.LState
}

// Variable is a variable of a script as text.
type Variable struct{ Name, Value string }

// The instructions of the machine that a call of the hook is.
const hookSteps = 2

// line is called before each statement of a program with hooks.
func (m *Machine) line(l *lua.LState) int {
	if m.opt.Hook == nil {
		return 0
	}
	m.game.Budget.Forgive(hookSteps, 0)
	d, ok := l.GetStack(1)
	if !ok {
		return 0
	}
	if _, err := l.GetInfo("l", d, lua.LNil); err != nil {
		return 0
	}
	began := time.Now()
	m.opt.Hook(&Pause{Line: d.CurrentLine, Early: m.early, m: m, l: l})
	m.game.Budget.Forgive(0, time.Since(began)) // a script that stands still uses no time
	return 0
}

// Stack returns the calls that led to the statement, the innermost first, 20 at most.
func (p *Pause) Stack() []stdlib.Frame { return stdlib.Frames(p.l) }

// Depth returns how many calls of functions are under way: it is larger inside a function that a
// line calls, and smaller when that has returned. It costs a step for each.
func (p *Pause) Depth() int {
	n := 0
	for range stdlib.Calls(p.l) {
		n++
	}
	return n
}

// The most variables and elements of tables that are shown.
const (
	maxVariables = 100
	maxElements  = 20
)

// Locals returns the local variables of the function that runs, as text. It runs no code
// of the script.
func (p *Pause) Locals() []Variable {
	d, ok := p.l.GetStack(1)
	if !ok {
		return nil
	}
	var vs []Variable
	for i := 1; i <= maxVariables; i++ {
		name, v := p.l.GetLocal(d, i)
		if name == "" {
			break
		}
		if !strings.ContainsAny(name, " (") { // those that no script can write
			vs = append(vs, Variable{name, p.m.shown(v)})
		}
	}
	return vs
}

// shown returns a value as text, with the elements of a table but not theirs.
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

// Profile counts what a script does, line by line. Its zero value is ready; Hook is
// given to Options.
type Profile struct {
	lines map[int]*LineProfile
	last  *LineProfile
	since time.Time
}

// LineProfile is what one line cost: how often a statement of it began, and the time until the
// next began, wherever that was.
type LineProfile struct {
	Line  int
	Calls uint64
	Time  time.Duration
}

// Hook counts a statement, but none of start and opponent: they are calls of their own.
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

// Lines ends the last statement, and returns all lines, by number. Call it after each call of the
// machine, or the time until the next goes to its last line.
func (p *Profile) Lines() []LineProfile {
	p.close(time.Now())
	var ls []LineProfile
	for _, l := range p.lines {
		ls = append(ls, *l)
	}
	slices.SortFunc(ls, func(a, b LineProfile) int { return a.Line - b.Line })
	return ls
}
