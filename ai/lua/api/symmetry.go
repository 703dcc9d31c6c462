package api

import (
	lua "github.com/yuin/gopher-lua"

	"boardstudio/ai/lua/stdlib"
	"boardstudio/rules"
)

// maxTwins is the largest number of symmetric positions that a script receives.
const maxTwins = 64

// images calls f with the rotated, mirrored and shifted forms of p, starting with p itself, until f
// returns false. A 15×15 board without edges has 1,800 of them.
func (g *Game) images(p rules.Position, f func(rules.Position) bool) {
	if g.sym == nil {
		g.Budget.Step(100 * len(g.labels))
		g.sym = rules.SymmetriesOf(g.Rules.Board())
	}
	if !f(p) {
		return
	}
	s := rules.SetupOf(g.Rules, p)
	if s.Turn == rules.NoPlayer {
		return
	}
	for i := 1; i < g.sym.Len(); i++ {
		g.Budget.Step(2 * len(g.labels))
		q, err := g.Rules.SetUp(g.sym.At(i).Setup(s))
		if err == nil && !f(q) {
			return
		}
	}
}

func symmetries(g *Game, l *lua.LState, p rules.Position) int {
	t := l.NewTable()
	seen := map[uint64]bool{}
	g.images(p, func(q rules.Position) bool {
		if !seen[q.Hash()] {
			seen[q.Hash()] = true
			t.Append(g.Position(q))
		}
		return t.Len() < maxTwins
	})
	return stdlib.Push(l, t)
}

// canonical returns a number that is equal for symmetric positions.
func canonical(g *Game, l *lua.LState, p rules.Position) int {
	least := ^uint64(0)
	g.images(p, func(q rules.Position) bool {
		least = min(least, q.Hash())
		return true
	})
	return stdlib.Push(l, whole(least))
}
