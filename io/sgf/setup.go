package sgf

import (
	"bytes"
	"strings"

	"boardstudio/io/codec"
	"boardstudio/rules"
)

// setup is the set-up of a node.
type setup struct {
	any   bool
	full  bool    // the set-up places pieces
	what  []uint8 // content of each cell: untouched, emptied, or stone plus the seat
	turn  rules.Player
	said  bool   // turn is given
	exact []byte // the position in the game's own notation
	line  int
}

// Changes of a cell.
const (
	untouched = iota
	emptied
	stone // stone of seat 0; add the seat for others
)

// maxPoints is the largest number of cells named by all point lists of a game.
const maxPoints = 1 << 28

// maxPositions is the number of bytes that all set-up positions may use, in addition to 16 bytes
// for each byte of the file.
const maxPositions = 16 << 20

// cells calls do for each cell named by a value, which is a point or a rectangle. It returns false
// if a cell is not on the board.
func (r *reader) cells(v []byte, do func(rules.Cell) error) (bool, error) {
	a, b, both := compose(bytes.TrimSpace(v))
	from, to := r.cell(a), rules.NoCell
	if to = from; both {
		to = r.cell(b)
	}
	switch {
	case from == rules.NoCell || to == rules.NoCell:
		return false, nil
	case from == to:
		return true, do(from)
	}
	cells := r.rules.Board().Cells
	p, q := cells[from], cells[to]
	if r.cols == 0 {
		return false, nil
	}
	top, bottom := min(p.Row, q.Row), max(p.Row, q.Row)
	left, right := min(p.Col, q.Col), max(p.Col, q.Col)
	if r.points += (bottom - top + 1) * (right - left + 1); r.points > maxPoints {
		return true, r.o.Errorf(r.line, "the lists of points name more than %d cells", maxPoints)
	}
	for row := top; row <= bottom; row++ {
		for col := left; col <= right; col++ {
			if err := do(rules.Cell(row*r.cols + col)); err != nil {
				return true, err
			}
		}
	}
	return true, nil
}

// cell returns the cell named by a point or a label, or NoCell.
func (r *reader) cell(v []byte) rules.Cell {
	if len(v) == 2 {
		if col, row := int(coordinate[v[0]]), int(coordinate[v[1]]); col < r.cols && row < r.rows {
			return rules.Cell(row*r.cols + col)
		}
	}
	if len(v) == 0 || len(v) > codec.MaxWord {
		return rules.NoCell
	}
	label := text(v)
	if c := r.rules.Board().Find(label); c != rules.NoCell {
		return c
	}
	return r.rules.Board().Find(strings.ToLower(label))
}

// readSetup processes a set-up property.
func (r *reader) readSetup(p property) error {
	s := &r.setup
	if !s.any {
		s.any, s.line = true, p.line
	}
	switch p.name {
	case ownBoard:
		s.exact = append([]byte{}, p.first()...)
		return nil
	case "PL":
		switch v := bytes.TrimSpace(p.first()); {
		case len(v) == 0:
		case v[0] == 'B', v[0] == 'b', v[0] == '1':
			s.turn, s.said = 0, true
		case v[0] == 'W', v[0] == 'w', v[0] == '2':
			s.turn, s.said = 1, true
		}
		return nil
	}
	what := uint8(emptied)
	if p.name != "AE" {
		what, s.full = stone+uint8(seatOf(p.name[1])), true
	}
	for _, v := range p.values {
		if err := r.step(); err != nil {
			return err
		}
		ok, err := r.cells(v, func(c rules.Cell) error {
			s.what[c] = what
			return nil
		})
		if err != nil {
			return err
		}
		if !ok {
			r.warnf(p.line, "the point %q of %s is not on the board", codec.Cut(text(v)), p.name)
		}
	}
	return nil
}

// setUp adds the position set up by the current node. mover is the player of the next move, or
// NoPlayer if it has to be determined.
func (r *reader) setUp(mover rules.Player) error {
	s := &r.setup
	position, err := r.setupPosition(mover)
	for c := range s.what {
		s.what[c] = untouched
	}
	*s = setup{what: s.what, line: s.line}
	if err == nil && r.node.root {
		if err = r.tree.SetStart(position); err == nil {
			return nil
		}
	}
	if err != nil {
		if r.node.root {
			return r.o.Errorf(s.line, "start position: %v", err)
		}
		r.warnf(s.line, "set-up position: %v", err)
		position = noPosition
	}
	return r.position(position)
}

// setupPosition returns the notation of the position that is set up, and sets the player to move.
func (r *reader) setupPosition(mover rules.Player) (string, error) {
	s := &r.setup
	if s.exact != nil {
		position := text(s.exact)
		if p, err := r.rules.Parse(position); err == nil {
			r.turn = max(p.Turn(), 0)
		}
		return position, nil
	}
	before, err := r.tree.Position(r.above)
	var lay rules.Setup
	if err == nil {
		lay = rules.SetupOf(r.rules, before)
	} else {
		lay = rules.Setup{Cells: make([]rules.Content, len(s.what)), Turn: r.turn}
	}
	if err != nil || r.node.root && s.full {
		for c := range lay.Cells {
			lay.Cells[c] = rules.Empty
		}
	}
	count := [2]int{}
	for c, what := range s.what {
		switch what {
		case untouched:
		case emptied:
			lay.Cells[c] = rules.Empty
		default:
			lay.Cells[c] = rules.Piece(rules.Player(what - stone))
		}
		if p := lay.Cells[c].Owner; p == 0 || p == 1 {
			count[p]++
		}
	}
	if mover == rules.NoPlayer {
		mover = r.nextMover()
	}
	switch {
	case s.said:
		lay.Turn = s.turn
	case mover != rules.NoPlayer:
		lay.Turn = mover
	case r.node.root && r.empty && count[0] > count[1]: // games in which players place stones in turn
		lay.Turn = 1
	}
	lay.Turn = max(lay.Turn, 0)
	p, err := r.rules.SetUp(lay)
	if err != nil {
		return "", err
	}
	r.turn = max(p.Turn(), 0)
	return p.String(), nil
}

// nextMover returns the player of the next move in the text, or NoPlayer if no move follows
// immediately.
func (r *reader) nextMover() rules.Player {
	i := r.pos
	for i < len(r.data) && strings.IndexByte(" \t\r\n\v\f(;", r.data[i]) >= 0 {
		i++
	}
	if i+1 < len(r.data) && (r.data[i] == 'B' || r.data[i] == 'W') && r.data[i+1] == '[' {
		return r.seat(r.data[i])
	}
	return rules.NoPlayer
}

// noPosition is the text of a set-up node with an impossible position.
const noPosition = "?"

// position adds a set-up node.
func (r *reader) position(text string) error {
	if r.tree.Len() >= codec.MaxNodes {
		return r.o.Errorf(r.node.line, "the game tree has more than %d nodes", codec.MaxNodes)
	}
	if r.size += len(text); r.size > maxPositions+16*len(r.data) {
		return r.o.Errorf(r.node.line, "the set-up positions take more than %d MB", (maxPositions+16*len(r.data))>>20)
	}
	if err := r.count(r.node.line); err != nil {
		return err
	}
	return r.enter(r.tree.AddSetup(r.above, text), r.node.line)
}

// turnTo makes a player the one to move. It adds a pass if the rules allow one, else a set-up,
// which several variations may share. It returns false if the game is over, the position is
// unknown, or such a set-up is impossible.
func (r *reader) turnTo(seat rules.Player, line int, share bool) (bool, error) {
	p, err := r.tree.Position(r.above)
	switch {
	case err != nil || p.Turn() == rules.NoPlayer:
		return false, nil
	case p.Turn() == seat:
		r.turn = seat
		return true, nil
	case rules.Legal(p, rules.Pass):
		r.node.mover = 1 - seat
		err := r.add(rules.Pass, true, nil, line)
		r.turn = seat
		return true, err
	}
	lay := rules.SetupOf(r.rules, p)
	lay.Turn = seat
	q, err := r.rules.SetUp(lay)
	if err != nil {
		return false, nil
	}
	r.turn = seat
	root, last := r.tree.Root(), r.above.Last()
	switch text := q.String(); {
	case r.above == root && root.First() == nil && share:
		return true, r.tree.SetStart(text)
	case share && last != nil && last.Setup() == text:
		if r.above = last; last.Prev() != nil {
			r.depth++
		}
		return true, nil
	default:
		return true, r.position(text)
	}
}
