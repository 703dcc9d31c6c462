package api

import (
	lua "github.com/yuin/gopher-lua"

	"boardstudio/ai/lua/stdlib"
	"boardstudio/rules"
	"boardstudio/rules/line"
)

// family is the data for the methods of one family of games.
type family struct {
	line    *line.Rules // nil in other families
	aligned line.Options
	rows    map[int][][]rules.Cell
	lying   []rules.Player // cell owners in the current position
}

// openFamily returns the methods for the game's family.
func (g *Game) openFamily() map[string]method {
	g.lying = make([]rules.Player, len(g.labels))
	g.rows = map[int][][]rules.Cell{}
	if r, ok := g.Rules.(*line.Rules); ok {
		g.line, g.aligned = r, r.Options()
	}
	return methodsOf[g.Rules.Spec().Game]
}

// owners returns the owner of each cell. The result is valid until the next call.
func (g *Game) owners(p rules.Position) []rules.Player {
	g.Budget.Step(len(g.lying) / 4)
	for c := range g.lying {
		g.lying[c] = p.At(rules.Cell(c)).Owner
	}
	return g.lying
}

// maxRow is the largest length that scripts can request, except the length of the game's own rows.
const maxRow = 64

// rowsOf returns all sets of k cells in a row, without duplicates.
func (g *Game) rowsOf(k int) [][]rules.Cell {
	if rows, ok := g.rows[k]; ok {
		return rows
	}
	g.Budget.Step(8 * k * len(g.labels))
	g.rows[k] = g.line.Rows(k)
	return g.rows[k]
}

// length returns argument i, the length of a row. The default is the winning length of the game.
func (g *Game) length(l *lua.LState, i int) int {
	k := l.OptInt(i, g.aligned.K)
	if k < 1 || k > maxRow && k != g.aligned.K {
		stdlib.Raise(l, "a row has 1 to %d cells", maxRow)
	}
	return k
}

func rowList(g *Game, l *lua.LState, _ rules.Position) int {
	rows := g.rowsOf(g.length(l, 2))
	t := l.CreateTable(len(rows), 0)
	for _, row := range rows {
		g.Budget.Step(len(row))
		t.Append(g.cellTable(row))
	}
	return stdlib.Push(l, t)
}

// held returns the number of stones of who in a row, or -1 if another player has stones there.
func held(own []rules.Player, row []rules.Cell, who rules.Player) int {
	n := 0
	for _, c := range row {
		switch own[c] {
		case who:
			n++
		case rules.NoPlayer:
		default:
			return -1
		}
	}
	return n
}

// tuples returns, for n = 1, 2, …, the number of rows with n stones of a player and without stones
// of opponents.
func tuples(g *Game, l *lua.LState, p rules.Position) int {
	who, k := g.playerAt(l, 2), g.length(l, 3)
	rows, own := g.rowsOf(k), g.owners(p)
	g.Budget.Step(len(rows) * k / 16)
	count := make([]int, k+1)
	for _, row := range rows {
		if n := held(own, row, who); n > 0 {
			count[n]++
		}
	}
	t := l.CreateTable(k, 0)
	for _, n := range count[1:] {
		t.Append(lua.LNumber(n))
	}
	return stdlib.Push(l, t)
}

// threats returns the empty cells where a stone of a player would be the n-th in a row without
// stones of opponents.
func threats(g *Game, l *lua.LState, p rules.Position) int {
	makes := g.completing(p, g.playerAt(l, 2), l.OptInt(3, g.aligned.K))
	return g.where(l, func(c rules.Cell) bool { return makes[c] })
}

// completing reports for each cell whether a stone of who would be the n-th in a row.
func (g *Game) completing(p rules.Position, who rules.Player, n int) []bool {
	k := g.aligned.K
	rows, own := g.rowsOf(k), g.owners(p)
	g.Budget.Step(len(rows) * k / 16)
	makes := make([]bool, len(own))
	for _, row := range rows {
		if held(own, row, who) != n-1 {
			continue
		}
		for _, c := range row {
			makes[c] = makes[c] || own[c] == rules.NoPlayer
		}
	}
	return makes
}

// asTurn returns p with another player to move, or nil if that is impossible.
func (g *Game) asTurn(p rules.Position, who rules.Player) rules.Position {
	if p.Turn() == who {
		return p
	}
	if p.Result().Over {
		return nil
	}
	g.Budget.Step(2 * len(g.labels))
	s := rules.SetupOf(g.Rules, p)
	s.Turn = who
	q, err := g.Rules.SetUp(s)
	if err != nil || q.Turn() != who {
		return nil
	}
	return q
}

// wins returns the moves with which a player would win immediately, if it were that player's turn.
func wins(g *Game, l *lua.LState, p rules.Position) int {
	who := g.playerAt(l, 2)
	t := l.NewTable()
	q := g.asTurn(p, who)
	if q == nil {
		return stdlib.Push(l, t)
	}
	// If only rows win, a winning move completes one.
	var makes map[rules.Cell]bool
	if g.aligned.Captures == 0 && !g.aligned.Misere {
		makes = map[rules.Cell]bool{}
		for c, yes := range g.completing(q, who, g.aligned.K) {
			if yes {
				makes[g.Rules.Board().Named(rules.Cell(c))] = true
			}
		}
	}
	if makes == nil || len(makes) > 0 {
		for mv := range q.Moves() {
			if makes != nil && !makes[mv.To] {
				continue
			}
			after, err := g.made(q, mv)
			if err == nil && after.Result().Winners.Has(who) {
				t.Append(g.MoveName(mv))
			}
		}
	}
	return stdlib.Push(l, t)
}
