package app

import (
	"maps"
	"slices"

	"boardstudio/find"
	"boardstudio/rules"
)

// Selection is a selection of cells on the board, used as a pattern.
type Selection struct {
	view    *View
	shown   func() rules.Position // returns the displayed position
	changed func(Topic)

	cells map[rules.Cell]rules.Content // selected cells and their content when selected
	// While a rectangle is being drawn: the previous selection and the start cell.
	before map[rules.Cell]rules.Content
	from   rules.Cell
	off    bool // the rectangle removes cells
}

// selecting is the mode for selecting cells with the pointer. Everything else is handled by the
// embedded mode.
type selecting struct {
	mode
	cells *Selection
}

func (m selecting) press(_ *Session, c rules.Cell, _ bool)          { m.cells.Begin(c) }
func (m selecting) drag(_ *Session, c rules.Cell)                   { m.cells.To(c) }
func (m selecting) release(*Session, rules.Cell)                    { m.cells.End() }
func (m selecting) ghost(*Session, rules.Cell) (rules.Player, bool) { return rules.NoPlayer, false }

func newSelection(v *View, shown func() rules.Position, changed func(Topic)) *Selection {
	return &Selection{view: v, shown: shown, changed: changed, from: rules.NoCell}
}

// clear removes the selection without a message to the listeners.
func (a *Selection) clear() { *a = *newSelection(a.view, a.shown, a.changed) }

// Selecting reports whether the pointer selects cells.
func (s *Session) Selecting() bool {
	_, ok := s.mode.(selecting)
	return ok
}

// Select sets whether the pointer selects cells.
func (s *Session) Select(on bool) {
	if on == s.Selecting() {
		return
	}
	if s.mode = s.base(); on {
		s.mode = selecting{s.mode, s.Selection}
	}
	s.Selection.End()
	s.changed(TopicMode | TopicCursor)
}

// Cells returns the selected cells in board order.
func (a *Selection) Cells() []rules.Cell {
	var cells []rules.Cell
	for c := range a.cells {
		cells = append(cells, c)
	}
	slices.Sort(cells)
	return cells
}

// Set selects the given cells instead of the previous ones. It ignores cells that are not on the
// board, and ends the rectangle.
func (a *Selection) Set(cells []rules.Cell) {
	a.cells = map[rules.Cell]rules.Content{}
	pos := a.shown()
	for _, c := range cells {
		if a.view.Rules().Board().Has(c) {
			a.cells[c] = pos.At(c)
		}
	}
	a.End()
	a.changed(TopicFind | TopicCursor)
}

// Begin starts a rectangle at a cell. If the cell is already selected, the rectangle removes cells
// from the selection.
func (a *Selection) Begin(c rules.Cell) {
	_, a.off = a.cells[c]
	a.before, a.from = a.cells, c
	a.To(c)
}

// To extends the rectangle to a cell.
func (a *Selection) To(c rules.Cell) {
	if a.from == rules.NoCell || c == rules.NoCell {
		return
	}
	a.cells = map[rules.Cell]rules.Content{}
	maps.Copy(a.cells, a.before)
	pos := a.shown()
	b := a.view.Rules().Board().Cells
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
	a.changed(TopicFind | TopicCursor)
}

// End ends the rectangle that Begin started. Its cells remain selected.
func (a *Selection) End() { a.before, a.from = nil, rules.NoCell }

// Pattern returns the selected cells with their content when selected.
func (a *Selection) Pattern() []find.Want {
	var list []find.Want
	for _, c := range a.Cells() {
		list = append(list, find.Want{Cell: c, Content: a.cells[c]})
	}
	return list
}
