package line

import (
	"maps"
	"slices"
	"strings"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// first is the seat bound by the renju fouls.
const first rules.Player = 0

// A cell contains empty, or the owner's seat plus 1.
const empty = 0

// stone returns the content of a cell with a piece of p.
func stone(p rules.Player) uint8 { return uint8(p) + 1 }

// Rules implements rules.Rules for an alignment game. It is immutable.
type Rules struct {
	opt    Options
	spec   rules.Spec
	board  *rules.Board
	links  []rules.Link // links[8*cell+direction]: Board.Step, with the links of a cell adjacent
	plane  bool         // lines do not return to a cell, so rows need not be checked for repeated cells
	free   bool         // every empty cell is always legal
	shaped rules.Players
	centre rules.Cell
	zero   *position
}

// build returns the rules for a full set of parameters. It returns an error if they are
// incompatible.
func build(p rules.Params) (rules.Rules, error) {
	r := &Rules{opt: options(p), spec: rules.Spec{Game: name, Params: maps.Clone(p)}}
	o := &r.opt
	var t topology
	for _, t = range topologies {
		if t.name == o.Topology {
			break
		}
	}
	if err := o.check(t); err != nil {
		return nil, err
	}
	r.board = layOut(o, t, p["view"] == "used")
	r.links = make([]rules.Link, 0, len(ways)*len(r.board.Cells))
	for c := range r.board.Cells {
		for d := range ways {
			r.links = append(r.links, r.board.Step[d][c])
		}
	}
	if o.K > max(o.Rows, o.Cols) {
		most := max(o.Rows, o.Cols)
		if t.joinCols {
			most = r.longest(o.K)
		}
		if o.K > most {
			return nil, msg.Errorf("no line of this board is long enough: a row needs %d cells, the longest line has %d", o.K, most)
		}
	}
	r.plane = !t.joinCols
	if o.DoubleThree != allowed {
		r.shaped = 1<<o.Players - 1
	} else if o.Renju {
		r.shaped = rules.Of(first)
	}
	r.free = r.shaped == 0 && !o.Adjacent && !o.CentreFirst
	r.centre = rules.Cell(o.Rows/2*o.Cols + o.Cols/2)
	n := len(r.board.Cells)
	if o.Captures > 0 {
		n += o.Players
	}
	r.zero = &position{r: r, cells: make([]uint8, n), empties: int16(len(r.board.Cells)), hash: turnKey(0)}
	r.zero.updateResult(rules.NoCell, 0)
	return r, nil
}

// Options returns the parsed parameters.
func (r *Rules) Options() Options { return r.opt }

// Family returns Game.
func (r *Rules) Family() *rules.Game { return &Game }

// Spec returns the specification of these rules.
func (r *Rules) Spec() rules.Spec {
	return rules.Spec{Game: r.spec.Game, Params: maps.Clone(r.spec.Params)}
}

// Players returns the number of seats.
func (r *Rules) Players() int { return r.opt.Players }

// Board returns the board. Its cells are in row order, with a1 at the top left.
func (r *Rules) Board() *rules.Board { return r.board }

// Start returns the empty board with seat 0 to move.
func (r *Rules) Start() rules.Position { return r.zero.public() }

// next returns the link that continues l on the same line. The cell of l must be on the board.
func (r *Rules) next(l rules.Link) rules.Link { return r.links[int(l.Cell)*8+int(l.Dir)] }

// before returns the seat before p in turn order.
func (r *Rules) before(p rules.Player) rules.Player {
	return (p + rules.Player(r.opt.Players) - 1) % rules.Player(r.opt.Players)
}

// after returns the seat after p in turn order.
func (r *Rules) after(p rules.Player) rules.Player {
	return (p + 1) % rules.Player(r.opt.Players)
}

// others returns all seats except p.
func (r *Rules) others(p rules.Player) rules.Players {
	return (rules.Players(1)<<r.opt.Players - 1) &^ rules.Of(p)
}

// bottom returns the lowest empty cell of a column, or NoCell if the column is full.
func (r *Rules) bottom(cells []uint8, column rules.Cell) rules.Cell {
	cols := rules.Cell(r.opt.Cols)
	for c := column + cols*rules.Cell(r.opt.Rows-1); c >= 0; c -= cols {
		if cells[c] == empty {
			return c
		}
	}
	return rules.NoCell
}

// FormatMove returns the label of the cell, or the letters of the column if pieces fall, or "pass",
// "resign" or "timeout".
func (r *Rules) FormatMove(m rules.Move) string {
	text := r.board.FormatMove(m, rules.Place, rules.Pass, rules.Resign, rules.Timeout)
	if r.opt.Drop && m.To != rules.NoCell && text != "?" {
		return r.board.Columns[r.board.Cells[m.To].Col]
	}
	return text
}

// ParseMove parses the label of a cell, in upper or lower case. If pieces fall, it also accepts the
// letters of a column, and a cell means its column. It returns an error if text is not a move of
// the game.
func (r *Rules) ParseMove(text string) (rules.Move, error) {
	m, ok := r.board.ParseMove(text, func(c rules.Cell) rules.Move { return rules.Place(r.board.Named(c)) }, rules.Pass, rules.Resign, rules.Timeout)
	switch {
	case ok:
		return m, nil
	case !r.opt.Drop:
		return m, msg.Errorf("%q is not a cell of the board", text)
	}
	col := slices.Index(r.board.Columns, strings.ToLower(strings.TrimSpace(text)))
	if col < 0 {
		return m, msg.Errorf("%q is not a column of the board", text)
	}
	return rules.Place(rules.Cell(col)), nil
}
