package stdlib

import (
	"regexp"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

var address = regexp.MustCompile(`(table|function|userdata|thread|channel): 0x[0-9a-f]+`)

// Unaddressed removes memory addresses from a message of gopher-lua. They differ in each run, and a
// script could use them as random numbers.
func Unaddressed(message string) string {
	if !strings.Contains(message, ": 0x") {
		return message
	}
	return address.ReplaceAllString(message, "$1")
}

// pcall wraps gopher-lua's pcall. It removes addresses from the messages.
func pcall(own lua.LGFunction) lua.LGFunction {
	return func(l *lua.LState) int {
		n := own(l)
		if n == 2 && l.Get(-2) == lua.LFalse {
			if s, ok := l.Get(-1).(lua.LString); ok {
				l.Replace(-1, lua.LString(Unaddressed(string(s))))
			}
		}
		return n
	}
}
