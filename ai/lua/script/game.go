package script

import (
	"strconv"

	lua "github.com/yuin/gopher-lua"

	"boardstudio/rules"
)

// The most moves of a random position.
const maxRandom = 10000

// openGame makes the table game, which scripts have from their function start on.
func (m *Machine) openGame() {
	l := m.state
	t := l.NewTable()
	spec := m.rules.Spec()
	t.RawSetString("family", lua.LString(spec.Game))
	t.RawSetString("name", lua.LString(nameOf(m.opt.Games, spec)))
	for _, f := range gameFunctions {
		_, name, _ := cutColon(f.Name)
		call := f.call
		t.RawSetString(name, l.NewFunction(func(l *lua.LState) int {
			m.budget.step(1)
			if _, ok := l.Get(1).(*lua.LTable); !ok {
				raise(l, "game is called with a colon, as in game:%s()", name)
			}
			return call(m, l)
		}))
	}
	l.SetGlobal("game", t)
}

func gamePlayers(m *Machine, l *lua.LState) int {
	l.Push(lua.LNumber(m.rules.Players()))
	return 1
}

// gameParam returns a parameter of the game: a number, true or false, or a word.
func gameParam(m *Machine, l *lua.LState) int {
	name := l.CheckString(2)
	s, ok := m.rules.Spec().Params[name]
	n, err := strconv.Atoi(s)
	switch {
	case !ok:
		l.Push(lua.LNil)
	case err == nil:
		l.Push(lua.LNumber(n))
	case s == "on" || s == "off":
		l.Push(lua.LBool(s == "on"))
	default:
		l.Push(lua.LString(s))
	}
	return 1
}

func gameStart(m *Machine, l *lua.LState) int {
	l.Push(m.position(m.rules.Start()))
	return 1
}

// gameRandom returns the position after n random moves.
func gameRandom(m *Machine, l *lua.LState) int {
	n := l.CheckInt(2)
	if n < 0 || n > maxRandom {
		raise(l, "a random position has 0 to %d moves", maxRandom)
	}
	for range 20 {
		p := m.rules.Start()
		for range n {
			var pick rules.Move
			count := 0
			m.budget.step(len(m.labels))
			for mv := range p.Moves() {
				if count++; m.random.IntN(count) == 0 {
					pick = mv
				}
			}
			if count == 0 {
				break
			}
			q, err := m.made(p, pick)
			if err != nil {
				break
			}
			p = q
		}
		if !p.Result().Over {
			l.Push(m.position(p))
			return 1
		}
	}
	l.Push(lua.LNil)
	return 1
}

// gameLeft returns the seconds that are left.
func gameLeft(m *Machine, l *lua.LState) int {
	left := m.budget.left()
	if m.opt.Left != nil {
		left = m.opt.Left()
	}
	l.Push(lua.LNumber(max(0, left.Seconds())))
	return 1
}
