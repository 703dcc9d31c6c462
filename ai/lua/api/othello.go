package api

import (
	lua "github.com/yuin/gopher-lua"

	"boardstudio/ai/lua/stdlib"
	"boardstudio/rules"
)

// flips returns the discs that a move flips.
func flips(g *Game, l *lua.LState, p rules.Position) int {
	_, q := g.moveAt(l, 2, p)
	g.Budget.Step(len(g.labels) / 2)
	return g.where(l, func(c rules.Cell) bool {
		before := p.At(c).Owner
		return before != rules.NoPlayer && before != q.At(c).Owner
	})
}

// mobility returns the number of moves that a player would have.
func mobility(g *Game, l *lua.LState, p rules.Position) int {
	who := g.playerAt(l, 2)
	own, b := g.owners(p), g.Rules.Board()
	g.Budget.Step(len(own) / 2)
	n := 0
	for c := range own {
		if own[c] == rules.NoPlayer && brackets(b, own, rules.Cell(c), who) {
			n++
		}
	}
	return stdlib.Push(l, lua.LNumber(n))
}

// brackets reports whether a disc of who on c would flip any discs.
func brackets(b *rules.Board, own []rules.Player, c rules.Cell, who rules.Player) bool {
	for d := range b.Step {
		at := b.Step[d][c]
		n := 0
		for at.Cell != rules.NoCell && own[at.Cell] != who && own[at.Cell] != rules.NoPlayer {
			at = b.Step[at.Dir][at.Cell]
			n++
		}
		if n > 0 && at.Cell != rules.NoCell && own[at.Cell] == who {
			return true
		}
	}
	return false
}

// stable returns a lower bound on the number of a player's stable discs. A disc is counted if, on
// each of its four lines, it is at an edge, next to another such disc, or in a full line.
func stable(g *Game, l *lua.LState, p rules.Position) int {
	who := g.playerAt(l, 2)
	own, b := g.owners(p), g.Rules.Board()
	g.Budget.Step(2 * len(own))
	safe := make([]bool, len(own))
	count := 0
	for found := true; found; {
		found = false
		for c := range rules.Cell(len(own)) {
			if own[c] == who && !safe[c] && holds(b, own, safe, c) {
				safe[c], found = true, true
				count++
			}
		}
	}
	return stdlib.Push(l, lua.LNumber(count))
}

// holds reports whether the disc on c is stable, given the stable discs in safe.
func holds(b *rules.Board, own []rules.Player, safe []bool, c rules.Cell) bool {
	for d := range len(b.Step) / 2 {
		held, full := false, true
		for _, dir := range [2]int{d, d + 4} {
			next := b.Step[dir][c]
			held = held || next.Cell == rules.NoCell || safe[next.Cell]
			for ; full && next.Cell != rules.NoCell; next = b.Step[next.Dir][next.Cell] {
				full = own[next.Cell] != rules.NoPlayer
			}
		}
		if !held && !full {
			return false
		}
	}
	return true
}

// atEdge returns a method that lists the cells with the given number of neighbours.
func atEdge(near int) method {
	return func(g *Game, l *lua.LState, _ rules.Position) int {
		g.Budget.Step(len(g.labels))
		return g.where(l, func(c rules.Cell) bool {
			n := 0
			for _, links := range g.Rules.Board().Step {
				if links[c].Cell != rules.NoCell {
					n++
				}
			}
			return n == near
		})
	}
}
