package script

import (
	"errors"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// RunOpen runs a program with all libraries of Lua and without a budget. If the program returns a
// table with a function choose, it calls that. It is used to test the containment of a script if
// the sandbox fails. The program's output is passed to log.
func RunOpen(source string, log func(string)) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.New("the program ended in a panic")
		}
	}()
	l := lua.NewState()
	defer l.Close()
	l.SetGlobal("print", l.NewFunction(func(l *lua.LState) int {
		var words []string
		for i := 1; i <= l.GetTop(); i++ {
			words = append(words, l.ToStringMeta(l.Get(i)).String())
		}
		log(strings.Join(words, "\t"))
		return 0
	}))
	if err := l.DoString(source); err != nil {
		return err
	}
	if t, ok := l.Get(-1).(*lua.LTable); ok {
		moves := l.NewTable()
		moves.Append(lua.LString("a1"))
		return l.CallByParam(lua.P{Fn: t.RawGetString("choose"), Protect: true}, lua.LNil, moves)
	}
	return nil
}
