package api

import (
	"slices"

	lua "github.com/yuin/gopher-lua"

	"boardstudio/ai/lua/stdlib"
	"boardstudio/rules"
)

// names caches the names of cells and moves as Lua values.
type names struct {
	cells         map[string]rules.Cell
	labels        []lua.LValue // labels of cells
	placed, taken []lua.LValue // names of the moves Place(c) and Take(c)
	read          map[string]rules.Move
}

// openPositions creates the methods of positions.
func (g *Game) openPositions() {
	b := g.Rules.Board()
	n := len(b.Cells)
	g.names = names{
		cells: make(map[string]rules.Cell, n), labels: make([]lua.LValue, n),
		placed: make([]lua.LValue, n), taken: make([]lua.LValue, n), read: make(map[string]rules.Move, n),
	}
	for c := range b.Cells {
		g.cells[b.Cells[c].Label] = rules.Cell(c)
		g.labels[c] = lua.LString(b.Cells[c].Label)
	}
	l := g.L
	methods := l.NewTable()
	for _, list := range []map[string]method{positionMethods, g.openFamily()} {
		for name, call := range list {
			g.register(methods, name, func(l *lua.LState) int { return call(g, l, self(l)) })
		}
	}
	g.meta = l.NewTable()
	g.meta.RawSetString("__index", methods)
	g.meta.RawSetString("__metatable", lua.LString("position"))
	g.meta.RawSetString("__tostring", l.NewFunction(func(l *lua.LState) int { return asText(g, l, self(l)) }))
	g.meta.RawSetString("__eq", l.NewFunction(func(l *lua.LState) int {
		p, q := asPosition(l.Get(1)), asPosition(l.Get(2))
		return stdlib.Push(l, lua.LBool(p != nil && q != nil && p.Hash() == q.Hash()))
	}))
}

// asPosition returns the position in a value, or nil.
func asPosition(v lua.LValue) rules.Position {
	if u, ok := v.(*lua.LUserData); ok {
		p, _ := u.Value.(rules.Position)
		return p
	}
	return nil
}

// self returns the receiver of a method of positions. It raises an error if that is not a position.
func self(l *lua.LState) rules.Position {
	p := asPosition(l.Get(1))
	if p == nil {
		stdlib.Raise(l, "this is not a position: a method is called with a colon, as in pos:turn()")
	}
	return p
}

// Position returns p as a Lua value.
func (g *Game) Position(p rules.Position) *lua.LUserData {
	return &lua.LUserData{Value: p, Metatable: g.meta, Env: g.L.G.Global}
}

// MoveName returns the notation of a move.
func (g *Game) MoveName(mv rules.Move) lua.LValue {
	var slot *lua.LValue
	switch {
	case mv.Aux != 0:
	case mv.From == rules.NoCell && mv.To >= 0:
		slot = &g.placed[mv.To]
	case mv.To == rules.NoCell && mv.From >= 0:
		slot = &g.taken[mv.From]
	}
	if slot != nil && *slot != nil {
		return *slot
	}
	s := g.Rules.FormatMove(mv)
	g.read[s] = mv
	v := lua.LString(s)
	if slot != nil {
		*slot = v
	}
	return v
}

// ReadMove parses the notation of a move.
func (g *Game) ReadMove(s string) (rules.Move, bool) {
	if mv, ok := g.read[s]; ok {
		return mv, true
	}
	if len(s) > 60 {
		return rules.Move{}, false
	}
	mv, err := g.Rules.ParseMove(s)
	return mv, err == nil
}

// Moves returns the legal moves as a list of strings.
func (g *Game) Moves(p rules.Position) *lua.LTable {
	t := g.L.CreateTable(16, 0)
	g.Budget.Step(len(g.labels))
	for mv := range p.Moves() {
		t.Append(g.MoveName(mv))
	}
	return t
}

// list pushes cells as a list of names.
func (g *Game) list(l *lua.LState, cells []rules.Cell) int { return stdlib.Push(l, g.cellTable(cells)) }

// where pushes the cells for which f returns true, as a list of names.
func (g *Game) where(l *lua.LState, f func(rules.Cell) bool) int {
	t := l.NewTable()
	for c, name := range g.labels {
		if f(rules.Cell(c)) {
			t.Append(name)
		}
	}
	return stdlib.Push(l, t)
}

func (g *Game) cellTable(cells []rules.Cell) *lua.LTable {
	t := g.L.CreateTable(len(cells), 0)
	for _, c := range cells {
		t.Append(g.labels[c])
	}
	return t
}

// seat returns a player's number, or nil for NoPlayer.
func seat(p rules.Player) lua.LValue {
	if p == rules.NoPlayer {
		return lua.LNil
	}
	return lua.LNumber(p + 1)
}

// playerAt returns argument i, a player's number.
func (g *Game) playerAt(l *lua.LState, i int) rules.Player {
	if n, ok := l.Get(i).(lua.LNumber); ok && n == lua.LNumber(int8(n)) && n >= 1 && int(n) <= g.Rules.Players() {
		return rules.Player(n - 1)
	}
	stdlib.Raise(l, "%s is not a player: players are numbered from 1", stdlib.Show(l.Get(i)))
	return rules.NoPlayer
}

// cellAt returns argument i: the name of a cell, its index, or a move made there.
func (g *Game) cellAt(l *lua.LState, i int) rules.Cell {
	switch v := l.Get(i).(type) {
	case lua.LNumber:
		if v >= 1 && v <= lua.LNumber(len(g.labels)) {
			return rules.Cell(v - 1)
		}
	case lua.LString:
		if c, ok := g.cells[string(v)]; ok {
			return c
		}
		mv, ok := g.ReadMove(string(v))
		if ok && mv.To != rules.NoCell {
			return mv.To
		}
		if ok && mv.From != rules.NoCell {
			return mv.From
		}
	}
	stdlib.Raise(l, "%s is not a cell of the board", stdlib.Show(l.Get(i)))
	return rules.NoCell
}

// moveAt returns argument i, a legal move of p, and the position after it.
func (g *Game) moveAt(l *lua.LState, i int, p rules.Position) (rules.Move, rules.Position) {
	v := l.Get(i)
	s, ok := v.(lua.LString)
	if !ok {
		stdlib.Raise(l, "%s is not a move: moves are strings such as %s", stdlib.Show(v), g.anyMove(p))
	}
	mv, ok := g.ReadMove(string(s))
	if !ok {
		stdlib.Raise(l, "there is no move %s in this game", stdlib.Show(v))
	}
	q, err := g.made(p, mv)
	if err != nil {
		stdlib.Raise(l, "the move %s cannot be played: %v", stdlib.Show(v), err)
	}
	return mv, q
}

// anyMove returns some legal move for a message.
func (g *Game) anyMove(p rules.Position) string {
	for mv := range p.Moves() {
		return stdlib.Show(g.MoveName(mv))
	}
	return `"a1"`
}

// played counts a move and adds its cost.
func (g *Game) played() {
	g.Nodes++
	g.Budget.Step(8 + len(g.labels)/8)
}

// made returns the position after mv, and counts the move in the budget.
func (g *Game) made(p rules.Position, mv rules.Move) (rules.Position, error) {
	g.played()
	return p.Play(mv)
}

func (g *Game) owner(p rules.Position, c rules.Cell) rules.Player {
	if home := g.Rules.Board().Home; home != nil {
		return home[c]
	}
	return p.At(c).Owner
}

func turn(_ *Game, l *lua.LState, p rules.Position) int { return stdlib.Push(l, seat(p.Turn())) }

func players(g *Game, l *lua.LState, _ rules.Position) int {
	return stdlib.Push(l, lua.LNumber(g.Rules.Players()))
}

func moveList(g *Game, l *lua.LState, p rules.Position) int { return stdlib.Push(l, g.Moves(p)) }

func legal(g *Game, l *lua.LState, p rules.Position) int {
	mv, ok := g.ReadMove(l.CheckString(2))
	l.Push(lua.LBool(ok && rules.Legal(p, mv)))
	g.Budget.Step(len(g.labels) / 8)
	return 1
}

// at returns the owner of a cell and the number of pieces or seeds.
func at(g *Game, l *lua.LState, p rules.Position) int {
	c := g.cellAt(l, 2)
	return stdlib.Push(l, seat(g.owner(p, c)), lua.LNumber(p.At(c).Count))
}

// board returns the content of all cells as numbers.
func board(g *Game, l *lua.LState, p rules.Position) int {
	t := l.CreateTable(len(g.labels), 0)
	g.Budget.Step(len(g.labels))
	pits := g.Rules.Board().Home != nil
	for c := range g.labels {
		x := p.At(rules.Cell(c))
		n := int16(x.Owner) + 1
		if pits {
			n = x.Count
		}
		t.Append(lua.LNumber(n))
	}
	return stdlib.Push(l, t)
}

func cellList(g *Game, l *lua.LState, _ rules.Position) int {
	g.Budget.Step(len(g.labels))
	return g.where(l, func(rules.Cell) bool { return true })
}

// size returns the numbers of columns and rows.
func size(g *Game, l *lua.LState, _ rules.Position) int {
	cols, rows := 0, 0
	for _, c := range g.Rules.Board().Cells {
		cols, rows = max(cols, c.Col+1), max(rows, c.Row+1)
	}
	g.Budget.Step(len(g.labels))
	return stdlib.Push(l, lua.LNumber(cols), lua.LNumber(rows))
}

// neighbours returns the cells next to a cell in all directions, without duplicates.
func neighbours(g *Game, l *lua.LState, _ rules.Position) int {
	b := g.Rules.Board()
	c := g.cellAt(l, 2)
	g.Budget.Step(8)
	var near []rules.Cell
	for _, links := range b.Step {
		if n := links[c].Cell; n != c && n != rules.NoCell && !slices.Contains(near, n) {
			near = append(near, n)
		}
	}
	return g.list(l, near)
}

// play returns the position after a move. It raises an error if the move is illegal.
func play(g *Game, l *lua.LState, p rules.Position) int {
	_, q := g.moveAt(l, 2, p)
	return stdlib.Push(l, g.Position(q))
}

func over(_ *Game, l *lua.LState, p rules.Position) int {
	return stdlib.Push(l, lua.LBool(p.Result().Over))
}

func winners(_ *Game, l *lua.LState, p rules.Position) int {
	return stdlib.Push(l, Winners(l, p.Result()))
}

// Winners returns the list of the winners' seats.
func Winners(l *lua.LState, r rules.Result) *lua.LTable {
	t := l.NewTable()
	for w := range r.Winners.All() {
		t.Append(seat(w))
	}
	return t
}

// result returns the result for a player (1 won, 0 drawn, -1 lost) and the reason, or nil if the
// result is not yet known.
func result(g *Game, l *lua.LState, p rules.Position) int {
	r := p.Result()
	who := g.playerAt(l, 2)
	n := 0
	switch {
	case r.Winners.Has(who):
		n = 1
	case r.Winners != 0:
		n = -1
	case !r.Over:
		return stdlib.Push(l, lua.LNil)
	}
	return stdlib.Push(l, lua.LNumber(n), lua.LString(r.Reason))
}

// score returns the score of a seat, or nil in games without scores.
func score(g *Game, l *lua.LState, p rules.Position) int {
	who := g.playerAt(l, 2)
	if p, ok := p.(rules.Scorer); ok {
		return stdlib.Push(l, lua.LNumber(p.Score(who)))
	}
	return stdlib.Push(l, lua.LNil)
}

// whole converts a hash to an integer that a Lua number can represent exactly.
func whole(hash uint64) lua.LNumber { return lua.LNumber(hash >> 11) }

func hash(_ *Game, l *lua.LState, p rules.Position) int { return stdlib.Push(l, whole(p.Hash())) }

func asText(g *Game, l *lua.LState, p rules.Position) int {
	s := p.String()
	g.Budget.Step(len(s) / 16)
	return stdlib.Push(l, lua.LString(s))
}

// captures returns the cells from which a move captures pieces or seeds.
func captures(g *Game, l *lua.LState, p rules.Position) int {
	mv, q := g.moveAt(l, 2, p)
	g.Budget.Step(len(g.labels))
	return g.where(l, func(c rules.Cell) bool {
		before := p.At(c)
		return before.Owner != p.Turn() && q.At(c).Owner == rules.NoPlayer && c != mv.From && (before.Owner != rules.NoPlayer || g.sowsInto(p, mv, c))
	})
}
