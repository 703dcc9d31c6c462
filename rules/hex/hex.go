// Package hex implements the rules of Hex on boards from 3×3 to 19×19, with or without the swap
// rule.
//
// Piet Hein published the game as Polygon in the newspaper Politiken of 26 December 1942; John Nash
// reinvented it in 1948. The rules follow Martin Gardner, "Concerning the game of Hex", Scientific
// American, July 1957. The swap rule, a pie rule, follows Ryan Hayward and Bjarne Toft, "Hex,
// Inside and Out: The Full Story", CRC Press, 2019.
package hex

import (
	"embed"
	"maps"
	"regexp"
	"slices"
	"strings"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// name is the name of the family in files and on command lines.
const name = "hex"

// maxSide is the maximum number of cells along a side.
const maxSide = 19

// connected is the end reason of a game won by connecting two sides.
const connected rules.Reason = "connected"

//go:embed help
var help embed.FS

// Game is the Hex family.
var Game = rules.Game{
	Name:  name,
	Title: "Hex",
	Help:  help,
	SGF: &rules.SGF{
		Number: 11, Size: 11, Params: rules.Params{"swap": "on"}, Labels: true, Words: true,
		LittleGolem: regexp.MustCompile(`(?i)^\s*hex[.0-9]`),
	},
	Params: []rules.Param{
		{Name: "size", Title: "Board size", Kind: rules.Int, Min: 3, Max: maxSide, Default: "11", Main: true},
		{Name: "swap", Title: "Swap rule", Kind: rules.Switch, Default: "on", Main: true, On: "with the swap rule", Off: "without the swap rule"},
	},
	Size: []string{"size", "size"},
	Presets: []rules.Preset{{
		Name: "hex", Title: "Hex",
		About:  "Connect your two sides of the board with a chain of stones. There are no draws.",
		Sample: "f6 e7 d9 e8 e9 f4 g5 g3 h3 c8 g6",
	}},
	New: build,
}

// Seats. Red moves first and connects top and bottom, Blue left and right.
const (
	red  rules.Player = 0
	blue rules.Player = 1
)

// game is Hex with fixed parameters.
type game struct {
	spec  rules.Spec
	size  int
	swap  bool
	board rules.Board
	// goals[p][c] is a bit set of the two sides of p that contain cell c.
	goals [2][]uint8
	zero  *position // initial position
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

// lay initialises the tables of the board.
func (g *game) lay() {
	g.board = rules.Board{
		Style: rules.Squares, Pieces: rules.Stones,
		Seats:   []rules.Seat{{Name: "Red", Color: 0xd4351c}, {Name: "Blue", Color: 0x2a6fca}},
		Reasons: map[rules.Reason]msg.Key{connected: "the two sides are connected"},
	}
	g.board.LayHexagons(g.size)
	for p := range g.goals {
		g.goals[p] = make([]uint8, len(g.board.Cells))
	}
	for i, side := range g.board.Sides {
		for _, c := range side.Cells {
			g.goals[side.Owner][c] |= 1 << (i % 2)
		}
	}
}

// Spec returns the specification of these rules.
func (g *game) Spec() rules.Spec { return g.spec }

func (g *game) Family() *rules.Game { return &Game }

// Players returns 2.
func (g *game) Players() int { return 2 }

// Board returns the rhombus, with a1 at the top left.
func (g *game) Board() *rules.Board { return &g.board }

// Start returns the empty board, with Red to move.
func (g *game) Start() rules.Position { return g.zero }

// FormatMove returns the label of the cell, "swap", "swap-sides", "resign" or "timeout".
func (g *game) FormatMove(m rules.Move) string {
	return g.board.FormatMove(m, rules.Place, rules.Swap, rules.SwapSides, rules.Resign, rules.Timeout)
}

// ParseMove parses a move, in upper or lower case. A swap may also be written "swap-pieces", as in
// other programs. ParseMove returns an error if text is not a move of the game.
func (g *game) ParseMove(text string) (rules.Move, error) {
	if strings.EqualFold(strings.TrimSpace(text), "swap-pieces") {
		return rules.Swap, nil
	}
	m, ok := g.board.ParseMove(text, rules.Place, rules.Swap, rules.SwapSides, rules.Resign, rules.Timeout)
	if !ok {
		return m, msg.Errorf("%q is neither a cell of the board nor a swap", text)
	}
	return m, nil
}
