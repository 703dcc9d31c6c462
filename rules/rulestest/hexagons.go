package rulestest

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"boardstudio/rules"
)

// Hexagons returns the rules of a simple game for tests of drawing. Two players place stones on a
// rhombus of n×n hexagons, each row shifted half a cell to the right of the row above it. The top
// and bottom sides belong to seat 0, the left and right sides to seat 1. The game has no winner.
func Hexagons(n int) rules.Rules {
	b := &rules.Board{
		Style: rules.Squares, Pieces: rules.Stones, Seats: []rules.Seat{{Color: 0xd4351c}, {Color: 0x2a6fca}},
	}
	b.LayHexagons(n)
	return hexagons{b}
}

type hexagons struct{ board *rules.Board }

func (r hexagons) Family() *rules.Game                       { return nil }
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

// stones is a position, given by the cells played so far.
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
