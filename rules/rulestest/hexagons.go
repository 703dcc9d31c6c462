package rulestest

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"

	"boardstudio/rules"
)

// Hexagons returns the rules of a game for tests of what is drawn: two players place stones on a
// rhombus of n rows of n hexagons, of which each row stands half a cell further to the right than the one
// above. The upper and the lower side belong to seat 0, the others to seat 1. Nobody wins.
func Hexagons(n int) rules.Rules {
	low, side := 1/math.Sqrt(3), math.Sqrt(3)/2
	b := &rules.Board{
		Style: rules.Squares, Pieces: rules.Stones,
		Seats:   []rules.Seat{{Color: 0xd4351c}, {Color: 0x2a6fca}},
		Size:    rules.Point{X: 1.5*float64(n) - 0.5, Y: side*float64(n-1) + 2*low},
		Outline: []rules.Point{{Y: -low}, {X: 0.5, Y: -low / 2}, {X: 0.5, Y: low / 2}, {Y: low}, {X: -0.5, Y: low / 2}, {X: -0.5, Y: -low / 2}},
		Sides:   []rules.Side{{Owner: 0}, {Owner: 0}, {Owner: 1}, {Owner: 1}},
		Step:    make([][]rules.Link, 6),
	}
	for i := range n {
		b.Columns, b.Rows = append(b.Columns, rules.ColumnName(i)), append(b.Rows, strconv.Itoa(i+1))
		for k, c := range []int{i, n*n - n + i, n * i, n*i + n - 1} {
			b.Sides[k].Cells = append(b.Sides[k].Cells, rules.Cell(c))
		}
	}
	for c := range n * n {
		row, col := c/n, c%n
		b.Cells = append(b.Cells, rules.CellInfo{
			Label: b.Columns[col] + b.Rows[row], Row: row, Col: col,
			Centre: rules.Point{X: float64(col) + float64(row)/2 + 0.5, Y: side*float64(row) + low},
		})
		for d, way := range [6][2]int{{0, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}} {
			l := rules.Link{Cell: rules.NoCell}
			if r, k := row+way[0], col+way[1]; r >= 0 && r < n && k >= 0 && k < n {
				l = rules.Link{Cell: rules.Cell(r*n + k), Dir: uint8(d)}
			}
			b.Step[d] = append(b.Step[d], l)
		}
	}
	return hexagons{b}
}

type hexagons struct{ board *rules.Board }

func (r hexagons) Spec() rules.Spec                          { return rules.Spec{Game: "hexagons"} }
func (r hexagons) Players() int                              { return 2 }
func (r hexagons) Board() *rules.Board                       { return r.board }
func (r hexagons) Start() rules.Position                     { return stones{board: r.board} }
func (r hexagons) SetUp(rules.Setup) (rules.Position, error) { return nil, errors.ErrUnsupported }
func (r hexagons) Parse(string) (rules.Position, error)      { return nil, errors.ErrUnsupported }
func (r hexagons) FormatMove(m rules.Move) string            { return r.board.Cells[m.To].Label }
func (r hexagons) ParseMove(text string) (rules.Move, error) {
	return rules.Place(r.board.Find(text)), nil
}

// stones are the cells played on, in order.
type stones struct {
	board *rules.Board
	cells []rules.Cell
}

func (p stones) Turn() rules.Player   { return rules.Player(len(p.cells) % 2) }
func (p stones) Result() rules.Result { return rules.Result{} }
func (p stones) Hash() uint64         { return uint64(len(p.cells)) }
func (p stones) String() string       { return fmt.Sprint(p.cells) }

func (p stones) Moves() iter.Seq[rules.Move] {
	return func(yield func(rules.Move) bool) {
		for c := range p.board.Cells {
			if c := rules.Cell(c); p.At(c) == rules.Empty && !yield(rules.Place(c)) {
				return
			}
		}
	}
}

func (p stones) Play(m rules.Move) (rules.Position, error) {
	if !rules.Legal(p, m) {
		return nil, &rules.MoveError{Move: m, Why: errors.ErrUnsupported}
	}
	return stones{p.board, append(slices.Clip(p.cells), m.To)}, nil
}

func (p stones) At(c rules.Cell) rules.Content {
	if i := slices.Index(p.cells, c); i >= 0 {
		return rules.Piece(rules.Player(i % 2))
	}
	return rules.Empty
}
