package app

import (
	"maps"
	"slices"

	"boardstudio/find"
	"boardstudio/rules"
)

// Chosen is a choice of cells of the board: a pattern to look for.
type Chosen struct {
	s     *Session
	on    bool                         // the board is for choosing cells
	cells map[rules.Cell]rules.Content // with what lay there when they were chosen
	// While a rectangle is drawn: what was chosen before, and where it began.
	before map[rules.Cell]rules.Content
	from   rules.Cell
	off    bool // it takes cells out of the choice
}

// Chosen returns the session's choice of cells.
func (s *Session) Chosen() *Chosen {
	if s.chosen == nil {
		s.chosen = &Chosen{s: s, from: rules.NoCell}
	}
	return s.chosen
}

// Choosing reports whether the board is for choosing cells.
func (s *Session) Choosing() bool { return s.chosen != nil && s.chosen.on }

// Choose says whether the board is for choosing cells.
func (a *Chosen) Choose(on bool) {
	if a.on != on {
		a.on = on
		a.End()
		a.s.changed(TopicMode | TopicCursor)
	}
}

// Cells returns the cells chosen, in their order on the board.
func (a *Chosen) Cells() []rules.Cell {
	var cells []rules.Cell
	for c := range a.cells {
		cells = append(cells, c)
	}
	slices.Sort(cells)
	return cells
}

// Set chooses these cells and no others.
func (a *Chosen) Set(cells []rules.Cell) {
	a.cells = map[rules.Cell]rules.Content{}
	pos := a.s.Shown()
	for _, c := range cells {
		if c >= 0 && int(c) < len(a.s.Rules().Board().Cells) {
			a.cells[c] = pos.At(c)
		}
	}
	a.End()
	a.s.changed(TopicFind | TopicCursor)
}

// Begin is a press on a cell: a rectangle begins there. Where the cell is chosen
// already, the rectangle takes cells out of the choice.
func (a *Chosen) Begin(c rules.Cell) {
	_, a.off = a.cells[c]
	a.before, a.from = a.cells, c
	a.To(c)
}

// To draws the rectangle to a cell.
func (a *Chosen) To(c rules.Cell) {
	if a.from == rules.NoCell || c == rules.NoCell {
		return
	}
	a.cells = map[rules.Cell]rules.Content{}
	maps.Copy(a.cells, a.before)
	pos := a.s.Shown()
	b := a.s.Rules().Board().Cells
	low := func(x, y int) (int, int) { return min(x, y), max(x, y) }
	top, bottom := low(b[a.from].Row, b[c].Row)
	left, right := low(b[a.from].Col, b[c].Col)
	for i, x := range b {
		if x.Row < top || x.Row > bottom || x.Col < left || x.Col > right {
			continue
		}
		if a.off {
			delete(a.cells, rules.Cell(i))
		} else {
			a.cells[rules.Cell(i)] = pos.At(rules.Cell(i))
		}
	}
	a.s.changed(TopicFind | TopicCursor)
}

// End is the release: the rectangle stands.
func (a *Chosen) End() { a.before, a.from = nil, rules.NoCell }

// Pattern returns what lay in the cells when they were chosen.
func (a *Chosen) Pattern() []find.Want {
	var list []find.Want
	for _, c := range a.Cells() {
		list = append(list, find.Want{Cell: c, Content: a.cells[c]})
	}
	return list
}
