package script

import (
	lua "github.com/yuin/gopher-lua"

	"boardstudio/ai"
	"boardstudio/rules"
)

// The sizes of tables of positions.
const (
	defaultSlots = 1 << 14
	maxSlots     = 1 << 18
)

// memo is a table of positions that forgets older ones when it is full.
type memo struct {
	keys   []uint64
	values []lua.LValue
}

// openSearch makes the table search.
func (m *Machine) openSearch() {
	l := m.state
	t := l.NewTable()
	for _, f := range searchFunctions {
		_, name, _ := cutColon(f.Name)
		call := f.call
		t.RawSetString(name, l.NewFunction(func(l *lua.LState) int {
			m.budget.step(1)
			return call(m, l)
		}))
	}
	l.SetGlobal("search", t)
	methods := l.NewTable()
	for _, f := range tableFunctionsOfSearch {
		_, name, _ := cutColon(f.Name)
		call := f.call
		methods.RawSetString(name, l.NewFunction(func(l *lua.LState) int {
			m.budget.step(1)
			return call(m, l)
		}))
	}
	m.memoMeta = l.NewTable()
	m.memoMeta.RawSetString("__index", methods)
	m.memoMeta.RawSetString("__metatable", lua.LString("search.table"))
}

// positionAt reads argument i, a position.
func positionAt(l *lua.LState, i int) rules.Position {
	if u, ok := l.Get(i).(*lua.LUserData); ok {
		if p, ok := u.Value.(rules.Position); ok {
			return p
		}
	}
	raise(l, "%s is no position", show(l.Get(i)))
	return nil
}

// searchAlphabeta is search.alphabeta.
func searchAlphabeta(m *Machine, l *lua.LState) int {
	p, depth, eval := positionAt(l, 1), l.CheckInt(2), l.CheckFunction(3)
	order := l.OptFunction(4, nil)
	if depth < 1 || depth > maxSearch {
		raise(l, "the depth is %d, not 1 to %d", depth, maxSearch)
	}
	if eval.IsG || order != nil && order.IsG {
		raise(l, "a function of the script is needed")
	}
	if m.searching {
		raise(l, "search.alphabeta cannot be called inside of itself")
	}
	if r := p.Result(); r.Over {
		raise(l, "the game is over in this position")
	}
	m.searching = true
	defer func() { m.searching = false }()
	info, err := m.lookahead(p, eval, order, ai.Limit{Depth: depth}, 0, nil, nil)
	if err != nil {
		raise(l, "%v", err)
	}
	l.Push(m.moveName(info.Best.Moves[0]))
	l.Push(lua.LNumber(valueOf(info.Best.Score)))
	return 2
}

func searchTable(m *Machine, l *lua.LState) int {
	n := l.OptInt(1, defaultSlots)
	if n < 1 || n > maxSlots {
		raise(l, "a table holds 1 to %d positions", maxSlots)
	}
	m.budget.step(n / 4)
	u := &lua.LUserData{
		Value: &memo{make([]uint64, n), make([]lua.LValue, n)}, Metatable: m.memoMeta, Env: l.G.Global,
	}
	l.Push(u)
	return 1
}

// memoAt reads argument 1, a table of positions, and the place of argument 2 in it.
func memoAt(l *lua.LState) (*memo, uint64, int) {
	if u, ok := l.Get(1).(*lua.LUserData); ok {
		if t, ok := u.Value.(*memo); ok {
			k := key(positionAt(l, 2))
			return t, k, int(k % uint64(len(t.keys)))
		}
	}
	raise(l, "this is no table of positions: call it with a colon, as in known:get(pos)")
	return nil, 0, 0
}

func memoGet(_ *Machine, l *lua.LState) int {
	t, k, i := memoAt(l)
	if t.values[i] == nil || t.keys[i] != k {
		l.Push(lua.LNil)
	} else {
		l.Push(t.values[i])
	}
	return 1
}

func memoPut(_ *Machine, l *lua.LState) int {
	t, k, i := memoAt(l)
	t.keys[i], t.values[i] = k, l.CheckAny(3)
	return 0
}
