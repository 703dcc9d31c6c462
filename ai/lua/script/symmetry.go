package script

import (
	lua "github.com/yuin/gopher-lua"

	"boardstudio/rules"
)

// The most positions of one that a script is given.
const maxTwins = 64

// twins calls f with the positions that look like p turned, mirrored or shifted, p itself first,
// until it returns false. A board without edges of 15×15 has 1,800 of them.
func (m *Machine) twins(p rules.Position, f func(rules.Position) bool) {
	if m.sym == nil {
		m.budget.step(100 * len(m.labels))
		m.sym = rules.SymmetriesOf(m.rules.Board())
	}
	if !f(p) {
		return
	}
	s := rules.SetupOf(m.rules, p)
	if s.Turn == rules.NoPlayer {
		return
	}
	for i := 1; i < m.sym.Len(); i++ {
		m.budget.step(2 * len(m.labels))
		q, err := m.rules.SetUp(m.sym.At(i).Setup(s))
		if err == nil && !f(q) {
			return
		}
	}
}

func symmetries(m *Machine, l *lua.LState, p rules.Position) int {
	t := l.NewTable()
	seen := map[uint64]bool{}
	m.twins(p, func(q rules.Position) bool {
		if !seen[q.Hash()] {
			seen[q.Hash()] = true
			t.Append(m.position(q))
		}
		return t.Len() < maxTwins
	})
	l.Push(t)
	return 1
}

// canonical returns a number that is equal for positions that are symmetric.
func canonical(m *Machine, l *lua.LState, p rules.Position) int {
	least := ^uint64(0)
	m.twins(p, func(q rules.Position) bool {
		least = min(least, q.Hash())
		return true
	})
	l.Push(whole(least))
	return 1
}
