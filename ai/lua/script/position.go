package script

import (
	lua "github.com/yuin/gopher-lua"

	"boardstudio/rules"
)

// names are the names of cells and moves as the script sees them, made once.
type names struct {
	cells         map[string]rules.Cell
	labels        []lua.LValue // of cells
	placed, taken []lua.LValue // the moves Place(c) and Take(c)
	read          map[string]rules.Move
}

// openPositions makes the methods of positions.
func (m *Machine) openPositions() {
	b := m.rules.Board()
	n := len(b.Cells)
	m.names = names{
		cells: make(map[string]rules.Cell, n), labels: make([]lua.LValue, n),
		placed: make([]lua.LValue, n), taken: make([]lua.LValue, n), read: make(map[string]rules.Move, n),
	}
	for c := range b.Cells {
		m.cells[b.Cells[c].Label] = rules.Cell(c)
		m.labels[c] = lua.LString(b.Cells[c].Label)
	}
	l := m.state
	methods := l.NewTable()
	for _, x := range append(positionMethods[:len(positionMethods):len(positionMethods)], m.openFamily()...) {
		f := x.call
		_, name, _ := cutColon(x.Name)
		methods.RawSetString(name, l.NewFunction(func(l *lua.LState) int {
			budgetOf(l).step(1)
			return f(m, l, self(l))
		}))
	}
	m.meta = l.NewTable()
	m.meta.RawSetString("__index", methods)
	m.meta.RawSetString("__metatable", lua.LString("position"))
	m.meta.RawSetString("__tostring", l.NewFunction(func(l *lua.LState) int { return asText(m, l, self(l)) }))
	m.meta.RawSetString("__eq", l.NewFunction(func(l *lua.LState) int {
		a, b := l.CheckUserData(1), l.CheckUserData(2)
		p, ok := a.Value.(rules.Position)
		q, ok2 := b.Value.(rules.Position)
		l.Push(lua.LBool(ok && ok2 && p.Hash() == q.Hash()))
		return 1
	}))
}

// self returns the position whose method is called.
func self(l *lua.LState) rules.Position {
	if u, ok := l.Get(1).(*lua.LUserData); ok {
		if p, ok := u.Value.(rules.Position); ok {
			return p
		}
	}
	raise(l, "this is no position: a method is called with a colon, as in pos:turn()")
	return nil
}

// position returns p as the script sees it.
func (m *Machine) position(p rules.Position) *lua.LUserData {
	return &lua.LUserData{Value: p, Metatable: m.meta, Env: m.state.G.Global}
}

// moveName returns the notation of a move.
func (m *Machine) moveName(mv rules.Move) lua.LValue {
	var slot *lua.LValue
	switch {
	case mv.Aux != 0:
	case mv.From == rules.NoCell && mv.To >= 0:
		slot = &m.placed[mv.To]
	case mv.To == rules.NoCell && mv.From >= 0:
		slot = &m.taken[mv.From]
	}
	if slot != nil && *slot != nil {
		return *slot
	}
	s := m.rules.FormatMove(mv)
	m.read[s] = mv
	v := lua.LString(s)
	if slot != nil {
		*slot = v
	}
	return v
}

// readMove reads the notation of a move.
func (m *Machine) readMove(s string) (rules.Move, bool) {
	if mv, ok := m.read[s]; ok {
		return mv, true
	}
	if len(s) > 60 {
		return rules.Move{}, false
	}
	mv, err := m.rules.ParseMove(s)
	return mv, err == nil
}

// moves returns the legal moves as a list of strings.
func (m *Machine) moves(p rules.Position) *lua.LTable {
	t := m.state.CreateTable(16, 0)
	m.budget.step(len(m.labels))
	for mv := range p.Moves() {
		t.Append(m.moveName(mv))
	}
	return t
}

// list pushes cells as a list of names.
func (m *Machine) list(l *lua.LState, cells []rules.Cell) int {
	l.Push(m.cellTable(cells))
	return 1
}

func (m *Machine) cellTable(cells []rules.Cell) *lua.LTable {
	t := m.state.CreateTable(len(cells), 0)
	for _, c := range cells {
		t.Append(m.labels[c])
	}
	return t
}

// seat returns a player's number, nil for nobody.
func seat(p rules.Player) lua.LValue {
	if p == rules.NoPlayer {
		return lua.LNil
	}
	return lua.LNumber(p + 1)
}

// playerAt reads argument i, a player's number.
func (m *Machine) playerAt(l *lua.LState, i int) rules.Player {
	if n, ok := l.Get(i).(lua.LNumber); ok && n == lua.LNumber(int8(n)) && n >= 1 && int(n) <= m.rules.Players() {
		return rules.Player(n - 1)
	}
	raise(l, "%s is no player: they are numbered from 1", show(l.Get(i)))
	return rules.NoPlayer
}

// cellAt reads argument i: the name of a cell, its number in the list of all, or a move
// that is made there.
func (m *Machine) cellAt(l *lua.LState, i int) rules.Cell {
	switch v := l.Get(i).(type) {
	case lua.LNumber:
		if v >= 1 && v <= lua.LNumber(len(m.labels)) {
			return rules.Cell(v - 1)
		}
	case lua.LString:
		if c, ok := m.cells[string(v)]; ok {
			return c
		}
		mv, ok := m.readMove(string(v))
		if ok && mv.To != rules.NoCell {
			return mv.To
		}
		if ok && mv.From != rules.NoCell {
			return mv.From
		}
	}
	raise(l, "%s is no cell of the board", show(l.Get(i)))
	return rules.NoCell
}

// moveAt reads argument i, a legal move of p, and returns the position after it.
func (m *Machine) moveAt(l *lua.LState, i int, p rules.Position) (rules.Move, rules.Position) {
	v := l.Get(i)
	s, ok := v.(lua.LString)
	if !ok {
		raise(l, "%s is no move: moves are strings such as %s", show(v), m.anyMove(p))
	}
	mv, ok := m.readMove(string(s))
	if !ok {
		raise(l, "there is no move %s in this game", show(v))
	}
	q, err := m.made(p, mv)
	if err != nil {
		raise(l, "the move %s cannot be played: %v", show(v), err)
	}
	return mv, q
}

// anyMove returns a legal move for a message.
func (m *Machine) anyMove(p rules.Position) string {
	for mv := range p.Moves() {
		return show(m.moveName(mv))
	}
	return `"a1"`
}

// played counts a move that is made, and lets it cost.
func (m *Machine) played() {
	m.nodes++
	m.budget.step(8 + len(m.labels)/8)
}

// made plays a move.
func (m *Machine) made(p rules.Position, mv rules.Move) (rules.Position, error) {
	m.played()
	return p.Play(mv)
}

func (m *Machine) owner(p rules.Position, c rules.Cell) rules.Player {
	if home := m.rules.Board().Home; home != nil {
		return home[c]
	}
	return p.At(c).Owner
}

func turn(_ *Machine, l *lua.LState, p rules.Position) int {
	l.Push(seat(p.Turn()))
	return 1
}

func players(m *Machine, l *lua.LState, _ rules.Position) int {
	l.Push(lua.LNumber(m.rules.Players()))
	return 1
}

func moveList(m *Machine, l *lua.LState, p rules.Position) int {
	l.Push(m.moves(p))
	return 1
}

func legal(m *Machine, l *lua.LState, p rules.Position) int {
	mv, ok := m.readMove(l.CheckString(2))
	l.Push(lua.LBool(ok && rules.Legal(p, mv)))
	m.budget.step(len(m.labels) / 8)
	return 1
}

// at returns the owner and the number of pieces or seeds.
func at(m *Machine, l *lua.LState, p rules.Position) int {
	c := m.cellAt(l, 2)
	l.Push(seat(m.owner(p, c)))
	l.Push(lua.LNumber(p.At(c).Count))
	return 2
}

// board returns what all cells hold, as numbers.
func board(m *Machine, l *lua.LState, p rules.Position) int {
	t := l.CreateTable(len(m.labels), 0)
	m.budget.step(len(m.labels))
	pits := m.rules.Board().Home != nil
	for c := range m.labels {
		x := p.At(rules.Cell(c))
		if pits {
			t.Append(lua.LNumber(x.Count))
		} else {
			t.Append(lua.LNumber(x.Owner + 1))
		}
	}
	l.Push(t)
	return 1
}

func cellList(m *Machine, l *lua.LState, _ rules.Position) int {
	m.budget.step(len(m.labels))
	t := l.CreateTable(len(m.labels), 0)
	for _, v := range m.labels {
		t.Append(v)
	}
	l.Push(t)
	return 1
}

// size returns the numbers of columns and rows.
func size(m *Machine, l *lua.LState, _ rules.Position) int {
	cols, rows := 0, 0
	for _, c := range m.rules.Board().Cells {
		cols, rows = max(cols, c.Col+1), max(rows, c.Row+1)
	}
	m.budget.step(len(m.labels))
	l.Push(lua.LNumber(cols))
	l.Push(lua.LNumber(rows))
	return 2
}

// neighbours returns the cells next to a cell in all directions, each once.
func neighbours(m *Machine, l *lua.LState, _ rules.Position) int {
	b := m.rules.Board()
	c := m.cellAt(l, 2)
	m.budget.step(8)
	var near []rules.Cell
next:
	for _, links := range b.Step {
		n := links[c].Cell
		if n == c || n == rules.NoCell {
			continue
		}
		for _, x := range near {
			if x == n {
				continue next
			}
		}
		near = append(near, n)
	}
	return m.list(l, near)
}

// play returns the position after a move. A move that is not legal is an error.
func play(m *Machine, l *lua.LState, p rules.Position) int {
	_, q := m.moveAt(l, 2, p)
	l.Push(m.position(q))
	return 1
}

func over(_ *Machine, l *lua.LState, p rules.Position) int {
	l.Push(lua.LBool(p.Result().Over))
	return 1
}

// winners returns the seats that have won.
func winners(_ *Machine, l *lua.LState, p rules.Position) int {
	t := l.NewTable()
	for w := range p.Result().Winners.All() {
		t.Append(lua.LNumber(w + 1))
	}
	l.Push(t)
	return 1
}

// result returns 1, 0 or -1 for a player, and why; nil while nothing is decided.
func result(m *Machine, l *lua.LState, p rules.Position) int {
	r := p.Result()
	who := m.playerAt(l, 2)
	switch {
	case r.Winners.Has(who):
		l.Push(lua.LNumber(1))
	case r.Winners != 0:
		l.Push(lua.LNumber(-1))
	case r.Over:
		l.Push(lua.LNumber(0))
	default:
		l.Push(lua.LNil)
		return 1
	}
	l.Push(lua.LString(r.Reason))
	return 2
}

// score returns what a seat has counted; nil in games that count nothing.
func score(m *Machine, l *lua.LState, p rules.Position) int {
	who := m.playerAt(l, 2)
	if p, ok := p.(rules.Scorer); ok {
		l.Push(lua.LNumber(p.Score(who)))
		return 1
	}
	l.Push(lua.LNil)
	return 1
}

// whole makes a number of a hash that Lua can tell from all others.
func whole(hash uint64) lua.LNumber { return lua.LNumber(hash >> 11) }

func hash(_ *Machine, l *lua.LState, p rules.Position) int {
	l.Push(whole(p.Hash()))
	return 1
}

func asText(_ *Machine, l *lua.LState, p rules.Position) int {
	s := p.String()
	budgetOf(l).step(len(s) / 16)
	l.Push(lua.LString(s))
	return 1
}

// captures returns the cells from which a move takes pieces or seeds of others.
func captures(m *Machine, l *lua.LState, p rules.Position) int {
	mv, q := m.moveAt(l, 2, p)
	m.budget.step(len(m.labels))
	var taken []rules.Cell
	for c := range rules.Cell(len(m.labels)) {
		before := p.At(c)
		if before.Owner == p.Turn() || q.At(c).Owner != rules.NoPlayer || c == mv.From {
			continue
		}
		if before.Owner != rules.NoPlayer || m.sowsInto(p, mv, c) {
			taken = append(taken, c)
		}
	}
	return m.list(l, taken)
}
