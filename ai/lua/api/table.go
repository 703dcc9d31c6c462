package api

import (
	lua "github.com/yuin/gopher-lua"

	"boardstudio/ai"
	"boardstudio/ai/lua/stdlib"
	"boardstudio/rules"
)

// Sizes of tables of positions.
const (
	defaultSlots = 1 << 14
	maxSlots     = 1 << 18
)

// memo is a table of positions that drops older entries when slots are reused.
type memo struct {
	keys   []uint64
	values []lua.LValue
}

// openSearch creates the table search.
func (g *Game) openSearch() {
	l := g.L
	t := l.NewTable()
	for _, f := range searchFunctions {
		g.register(t, f.name, func(l *lua.LState) int { return f.call(g, l) })
	}
	l.SetGlobal("search", t)
	methods := l.NewTable()
	for _, f := range memoFunctions {
		g.register(methods, f.name, func(l *lua.LState) int { return f.call(g, l) })
	}
	g.memoMeta = l.NewTable()
	g.memoMeta.RawSetString("__index", methods)
	g.memoMeta.RawSetString("__metatable", lua.LString("search.table"))
}

// positionAt returns argument i, a position.
func positionAt(l *lua.LState, i int) rules.Position {
	p := asPosition(l.Get(i))
	if p == nil {
		stdlib.Raise(l, "%s is not a position", stdlib.Show(l.Get(i)))
	}
	return p
}

// searchAlphabeta implements search.alphabeta.
func searchAlphabeta(g *Game, l *lua.LState) int {
	p, depth, eval := positionAt(l, 1), l.CheckInt(2), l.CheckFunction(3)
	order := l.OptFunction(4, nil)
	if depth < 1 || depth > maxSearch {
		stdlib.Raise(l, "the depth is %d, not 1 to %d", depth, maxSearch)
	}
	if eval.IsG || order != nil && order.IsG {
		stdlib.Raise(l, "a function of the script is needed")
	}
	if g.searching {
		stdlib.Raise(l, "search.alphabeta cannot be called inside of itself")
	}
	if r := p.Result(); r.Over {
		stdlib.Raise(l, "the game is over in this position")
	}
	g.searching = true
	defer func() { g.searching = false }()
	info, err := g.lookahead(p, eval, order, ai.Limit{Depth: depth}, 0, nil, nil)
	if err != nil {
		stdlib.Raise(l, "%v", err)
	}
	return stdlib.Push(l, g.MoveName(info.Best.Moves[0]), lua.LNumber(valueOf(info.Best.Score)))
}

func searchTable(g *Game, l *lua.LState) int {
	n := l.OptInt(1, defaultSlots)
	if n < 1 || n > maxSlots {
		stdlib.Raise(l, "a table holds 1 to %d positions", maxSlots)
	}
	g.Budget.Step(n / 4)
	u := &lua.LUserData{
		Value: &memo{make([]uint64, n), make([]lua.LValue, n)}, Metatable: g.memoMeta, Env: l.G.Global,
	}
	return stdlib.Push(l, u)
}

// memoAt returns argument 1, a table of positions, and the key and slot of argument 2 in it.
func memoAt(l *lua.LState) (*memo, uint64, int) {
	if u, ok := l.Get(1).(*lua.LUserData); ok {
		if t, ok := u.Value.(*memo); ok {
			k := key(positionAt(l, 2))
			return t, k, int(k % uint64(len(t.keys)))
		}
	}
	stdlib.Raise(l, "this is not a table of positions: call it with a colon, as in known:get(pos)")
	return nil, 0, 0
}

func memoGet(_ *Game, l *lua.LState) int {
	t, k, i := memoAt(l)
	if t.values[i] == nil || t.keys[i] != k {
		l.Push(lua.LNil)
	} else {
		l.Push(t.values[i])
	}
	return 1
}

func memoPut(_ *Game, l *lua.LState) int {
	t, k, i := memoAt(l)
	t.keys[i], t.values[i] = k, l.CheckAny(3)
	return 0
}
