package api

import (
	lua "github.com/yuin/gopher-lua"

	"boardstudio/ai/lua/stdlib"
	"boardstudio/rules"
	"boardstudio/rules/awale"
)

// sown returns the pits after sowing the seeds of pit c, before captures, and the last pit.
func (g *Game) sown(p rules.Position, c rules.Cell) (pits []int, last rules.Cell) {
	pits = make([]int, len(g.labels))
	for i := range pits {
		pits[i] = int(p.At(rules.Cell(i)).Count)
	}
	n := rules.Cell(len(pits))
	seeds := pits[c]
	g.Budget.Step(len(pits) + seeds)
	pits[c] = 0
	for last = c; seeds > 0; {
		if last = (last + 1) % n; last != c {
			pits[last]++
			seeds--
		}
	}
	return pits, last
}

// sowsInto reports whether a move sows seeds into the empty pit c.
func (g *Game) sowsInto(p rules.Position, mv rules.Move, c rules.Cell) bool {
	home := g.Rules.Board().Home
	if home == nil || mv.From == rules.NoCell || home[c] == p.Turn() {
		return false
	}
	pits, _ := g.sown(p, mv.From)
	return pits[c] > 0
}

// sow returns the number of seeds that a move captures, and the pit of its last seed.
func sow(g *Game, l *lua.LState, p rules.Position) int {
	mv, _ := g.moveAt(l, 2, p)
	if mv.From == rules.NoCell {
		return stdlib.Push(l, lua.LNumber(0))
	}
	l.Push(lua.LNumber(p.(awale.Position).Takes(mv)))
	_, last := g.sown(p, mv.From)
	l.Push(g.labels[last])
	return 2
}

func seedsIn(g *Game, l *lua.LState, p rules.Position) int {
	return stdlib.Push(l, lua.LNumber(p.At(g.cellAt(l, 2)).Count))
}

func store(g *Game, l *lua.LState, p rules.Position) int {
	return stdlib.Push(l, lua.LNumber(p.(awale.Position).Held(g.playerAt(l, 2))))
}

func attacked(g *Game, l *lua.LState, p rules.Position) int {
	g.Budget.Step(8 * len(g.labels))
	return g.list(l, p.(awale.Position).Attacked(g.playerAt(l, 2)))
}

func exposed(g *Game, l *lua.LState, p rules.Position) int {
	g.Budget.Step(len(g.labels))
	return g.list(l, p.(awale.Position).Uncovered(g.playerAt(l, 2)))
}
