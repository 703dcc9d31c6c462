package script

import (
	lua "github.com/yuin/gopher-lua"

	"boardstudio/rules"
	"boardstudio/rules/awale"
)

// sown returns the pits after the seeds of pit c are sown, before any are taken, and the last pit.
func (m *Machine) sown(p rules.Position, c rules.Cell) (pits []int, last rules.Cell) {
	pits = make([]int, len(m.labels))
	for i := range pits {
		pits[i] = int(p.At(rules.Cell(i)).Count)
	}
	n := rules.Cell(len(pits))
	seeds := pits[c]
	m.budget.step(len(pits) + seeds)
	pits[c] = 0
	for last = c; seeds > 0; {
		if last = (last + 1) % n; last != c {
			pits[last]++
			seeds--
		}
	}
	return pits, last
}

// sowsInto reports whether a sowing puts seeds into pit c, which is empty.
func (m *Machine) sowsInto(p rules.Position, mv rules.Move, c rules.Cell) bool {
	home := m.rules.Board().Home
	if home == nil || mv.From == rules.NoCell || home[c] == p.Turn() {
		return false
	}
	pits, _ := m.sown(p, mv.From)
	return pits[c] > 0
}

// sow returns how many seeds a move takes, and into which pit its last seed falls.
func sow(m *Machine, l *lua.LState, p rules.Position) int {
	mv, _ := m.moveAt(l, 2, p)
	if mv.From == rules.NoCell {
		l.Push(lua.LNumber(0))
		return 1
	}
	l.Push(lua.LNumber(p.(awale.Position).Takes(mv)))
	_, last := m.sown(p, mv.From)
	l.Push(m.labels[last])
	return 2
}

func seedsIn(m *Machine, l *lua.LState, p rules.Position) int {
	l.Push(lua.LNumber(p.At(m.cellAt(l, 2)).Count))
	return 1
}

func store(m *Machine, l *lua.LState, p rules.Position) int {
	l.Push(lua.LNumber(p.(awale.Position).Held(m.playerAt(l, 2))))
	return 1
}

func attacked(m *Machine, l *lua.LState, p rules.Position) int {
	m.budget.step(8 * len(m.labels))
	return m.list(l, p.(awale.Position).Threatened(m.playerAt(l, 2)))
}

func exposed(m *Machine, l *lua.LState, p rules.Position) int {
	m.budget.step(len(m.labels))
	return m.list(l, p.(awale.Position).Uncovered(m.playerAt(l, 2)))
}
