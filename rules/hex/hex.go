// Package hex holds the rules of Hex on boards from 3×3 to 19×19, with or
// without the swap rule.
package hex

import (
	"embed"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"boardstudio/msg"
	"boardstudio/rules"
)

// name of the family in files and on command lines.
const name = "hex"

// maxSide is the largest number of cells along a side.
const maxSide = 19

// connected is the reason of a game that a chain between two sides decided.
const connected rules.Reason = "connected"

//go:embed help
var help embed.FS

// Game is the Hex family.
var Game = rules.Game{
	Name:  name,
	Title: "Hex",
	Help:  help,
	Params: []rules.Param{
		{Name: "size", Title: "Board size", Kind: rules.Int, Min: 3, Max: maxSide, Default: "11"},
		{Name: "swap", Title: "Swap rule", Kind: rules.Switch, Default: "on"},
	},
	Presets: []rules.Preset{{Name: "hex", Title: "Hex"}},
	New:     build,
}

// The seats: Red starts and connects top and bottom, Blue left and right.
const (
	red  rules.Player = 0
	blue rules.Player = 1
)

// game is Hex with its parameters chosen.
type game struct {
	spec  rules.Spec
	size  int
	swap  bool
	board rules.Board
	// goals[p][c] tells which of the two sides of p the cell c lies on: a bit for each.
	goals [2][]uint8
	zero  *position // the start
}

// both is the value of goals for a cell, or a chain, on both sides of a player.
const both = 3

func build(p rules.Params) (rules.Rules, error) {
	g := &game{
		spec: rules.Spec{Game: name, Params: maps.Clone(p)},
		size: p.Int("size"), swap: p.On("swap"),
	}
	g.lay()
	g.zero = g.position(slices.Repeat([]rules.Player{rules.NoPlayer}, len(g.board.Cells)), red)
	return g, nil
}

// ways are the directions as steps over rows and columns: east, then clockwise.
var ways = [6][2]int{{0, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}}

// lay fills the tables of the board. Cells are hexagons with a corner at the top, and each
// row stands half a cell further to the right than the one above, so a1 lies at an acute corner.
func (g *game) lay() {
	n := g.size
	b := &g.board
	*b = rules.Board{
		Style: rules.Squares, Pieces: rules.Stones,
		Seats:   []rules.Seat{{Name: "Red", Color: 0xd4351c}, {Name: "Blue", Color: 0x2a6fca}},
		Reasons: map[rules.Reason]msg.Key{connected: "the two sides are connected"},
		Step:    make([][]rules.Link, len(ways)),
		Size:    rules.Point{X: 1.5*float64(n) - 0.5, Y: rowHeight*float64(n-1) + 2*radius},
		Sides:   []rules.Side{{Owner: red}, {Owner: red}, {Owner: blue}, {Owner: blue}},
	}
	for i := range len(ways) { // the corners, clockwise from the top
		sin, cos := math.Sincos(float64(i) * math.Pi / 3)
		b.Outline = append(b.Outline, rules.Point{X: radius * sin, Y: -radius * cos})
	}
	for i := range n {
		b.Columns = append(b.Columns, rules.ColumnName(i))
		b.Rows = append(b.Rows, strconv.Itoa(i+1))
	}
	g.goals = [2][]uint8{make([]uint8, n*n), make([]uint8, n*n)}
	for c := range n * n {
		row, col := c/n, c%n
		label := b.Columns[col] + b.Rows[row]
		b.Cells = append(b.Cells, rules.CellInfo{Label: label, Row: row, Col: col, Centre: rules.Point{
			X: float64(col) + float64(row)/2 + 0.5, Y: rowHeight*float64(row) + radius,
		}})
		for d, way := range ways {
			next := rules.Link{Cell: rules.NoCell}
			if r, k := row+way[0], col+way[1]; r >= 0 && r < n && k >= 0 && k < n {
				next = rules.Link{Cell: rules.Cell(r*n + k), Dir: uint8(d)}
			}
			b.Step[d] = append(b.Step[d], next)
		}
		for p, at := range [2]int{row, col} {
			for i, line := range [2]int{0, n - 1} {
				if at == line {
					g.goals[p][c] |= 1 << i
					b.Sides[2*p+i].Cells = append(b.Sides[2*p+i].Cells, rules.Cell(c))
				}
			}
		}
	}
}

// The distances between the rows, and from a cell's centre to a corner.
var (
	rowHeight = math.Sqrt(3) / 2
	radius    = 1 / math.Sqrt(3)
)

// Spec returns the parameters.
func (g *game) Spec() rules.Spec { return g.spec }

// Players returns 2.
func (g *game) Players() int { return 2 }

// Board returns the rhombus, a1 at the top left.
func (g *game) Board() *rules.Board { return &g.board }

// Start returns the empty board, Red to move.
func (g *game) Start() rules.Position { return g.zero }

// FormatMove returns the label of the cell, "swap" or "resign".
func (g *game) FormatMove(m rules.Move) string {
	switch {
	case m == rules.Swap:
		return "swap"
	case m == rules.Resign:
		return "resign"
	case g.board.Has(m.To) && m == rules.Place(m.To):
		return g.board.Cells[m.To].Label
	}
	return "?"
}

// ParseMove reads a move in upper or lower case. A swap may be written "swap-pieces", as
// other programs do.
func (g *game) ParseMove(text string) (rules.Move, error) {
	s := strings.ToLower(strings.TrimSpace(text))
	switch s {
	case "swap", "swap-pieces":
		return rules.Swap, nil
	case "resign":
		return rules.Resign, nil
	}
	if c := g.board.Find(s); c != rules.NoCell {
		return rules.Place(c), nil
	}
	return rules.Move{}, msg.Errorf("%q is neither a cell of the board nor a swap", text)
}
