package api

import (
	"strconv"

	lua "github.com/yuin/gopher-lua"

	"boardstudio/ai/lua/stdlib"
	"boardstudio/rules"
)

// maxRandom is the largest number of moves of a random position.
const maxRandom = 10000

// Open creates the table game, which exists from the script's function start on.
func (g *Game) Open() {
	l := g.L
	t := l.NewTable()
	spec := g.Rules.Spec()
	t.RawSetString("family", lua.LString(spec.Game))
	t.RawSetString("name", lua.LString(g.games.Name(spec)))
	for _, f := range gameFunctions {
		g.register(t, f.name, func(l *lua.LState) int {
			if _, ok := l.Get(1).(*lua.LTable); !ok {
				stdlib.Raise(l, "game is called with a colon, as in game:%s()", f.name)
			}
			return f.call(g, l)
		})
	}
	l.SetGlobal("game", t)
}

func gamePlayers(g *Game, l *lua.LState) int { return stdlib.Push(l, lua.LNumber(g.Rules.Players())) }

// gameParam returns a parameter of the game: a number, a boolean or a string.
func gameParam(g *Game, l *lua.LState) int {
	name := l.CheckString(2)
	s, ok := g.Rules.Spec().Params[name]
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

func gameStart(g *Game, l *lua.LState) int { return stdlib.Push(l, g.Position(g.Rules.Start())) }

// gameRandom returns the position after n random moves.
func gameRandom(g *Game, l *lua.LState) int {
	n := l.CheckInt(2)
	if n < 0 || n > maxRandom {
		stdlib.Raise(l, "a random position has 0 to %d moves", maxRandom)
	}
	for range 20 {
		p := g.Rules.Start()
		for range n {
			var pick rules.Move
			count := 0
			g.Budget.Step(len(g.labels))
			for mv := range p.Moves() {
				if count++; g.Random.IntN(count) == 0 {
					pick = mv
				}
			}
			if count == 0 {
				break
			}
			q, err := g.made(p, pick)
			if err != nil {
				break
			}
			p = q
		}
		if !p.Result().Over {
			return stdlib.Push(l, g.Position(p))
		}
	}
	return stdlib.Push(l, lua.LNil)
}

// gameLeft returns the remaining seconds.
func gameLeft(g *Game, l *lua.LState) int {
	left := g.Budget.Left()
	if g.Left != nil {
		left = g.Left()
	}
	return stdlib.Push(l, lua.LNumber(max(0, left.Seconds())))
}
