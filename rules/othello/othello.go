// Package othello implements the rules of Othello, on boards from 4×4 to 16×16, and of
// Anti-Othello, won by the player with fewer discs.
package othello

import (
	"embed"
	"maps"
	"slices"
	"strings"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

//go:embed help
var help embed.FS

// discUnit is the unit of the score.
var discUnit = rules.Unit{Title: "Discs", Count: msg.Plural{One: "%d disc", Many: "%d discs"}, Decides: true}

// name is the name of the family in files and on command lines.
const name = "othello"

// Game is the Othello family.
var Game = rules.Game{
	Name:  name,
	Title: "Othello",
	Help:  help,
	SGF:   &rules.SGF{Number: 2, Size: 8, Params: rules.Params{"start": "standard", "goal": "most"}, Labels: true, Passes: true},
	Params: []rules.Param{
		{Name: "size", Title: "Board size", Kind: rules.Int, Min: 4, Max: 16, Default: "8", Main: true},
		{Name: "start", Title: "Start position", Kind: rules.Choice, Default: "standard", Options: []rules.Option{
			{Name: "standard", Title: "Standard", Said: "standard start"},
			{Name: "reversed", Title: "Colours swapped", Said: "colours swapped"},
			{Name: "open", Title: "Free placement in the centre", Said: "free placement in the centre"},
		}},
		{Name: "goal", Title: "Goal", Kind: rules.Choice, Default: "most", Options: []rules.Option{
			{Name: "most", Title: "Most discs win", Said: "most discs win"},
			{Name: "fewest", Title: "Fewest discs win", Said: "fewest discs win"},
		}},
	},
	Size: []string{"size", "size"},
	Presets: []rules.Preset{
		{
			Name: "othello", Title: "Othello",
			About:  "Turn over the discs between two of yours. Most discs at the end win.",
			Sample: sample,
		},
		{
			Name: "othello6", Title: "Othello on 6×6", Params: rules.Params{"size": "6"}, Of: "othello",
			About:  "Othello on a small board, for a short game.",
			Sample: "b3 b4 d5 b2 a4",
		},
		{
			Name: "othello10", Title: "Othello on 10×10", Params: rules.Params{"size": "10"}, Of: "othello",
			About:  "Othello on a large board, for a long game.",
			Sample: "d5 d6 f7 d4 c6",
		},
		{
			Name: "anti-othello", Title: "Anti-Othello", Params: rules.Params{"goal": "fewest"}, Of: "othello",
			About:  "Othello upside down: fewest discs at the end win.",
			Sample: sample,
		},
	},
	New: build,
}

// sample is the first moves of a typical game.
const sample = "d3 c5 d6 e3 f4 c3"

// Seats. Black moves first.
const (
	black rules.Player = 0
	white rules.Player = 1
)

// Contents of a cell, as in the text of a position.
const (
	empty = '-'
	disc0 = 'X' // black
	disc1 = 'O' // white
)

// discs are the contents of a cell with a disc of each seat.
var discs = [2]byte{disc0, disc1}

// starts are the contents of the centre in row order, by start position.
var starts = map[string]string{"standard": "OXXO", "reversed": "XOOX", "open": "----"}

// game is Othello with fixed parameters.
type game struct {
	spec   rules.Spec
	size   int
	open   bool // the first four plies fill the centre
	fewest bool
	board  rules.Board
	centre [4]uint8 // in row order
	// rays[c] are the lines of cells that start next to c and are long enough for a bracketed disc
	// and the bracketing one.
	rays [][][]uint8
	keys [2][]uint64 // keys[s][c] is the hash key of a disc of seat s on cell c
	flip []uint64    // change of the hash when a disc is flipped
	turn uint64      // hash key of White's turn
	zero *position   // initial position
}

func build(p rules.Params) (rules.Rules, error) {
	n := p.Int("size")
	if n%2 != 0 {
		return nil, msg.Errorf("the board size must be even, not %d", n)
	}
	g := &game{
		spec: rules.Spec{Game: name, Params: maps.Clone(p)},
		size: n, open: p["start"] == "open", fewest: p["goal"] == "fewest",
	}
	g.lay()
	var next uint64
	key := func() uint64 {
		next++
		return rules.Mix(next)
	}
	g.turn = key()
	for range n * n {
		a, b := key(), key()
		g.keys[0], g.keys[1], g.flip = append(g.keys[0], a), append(g.keys[1], b), append(g.flip, a^b)
	}
	cells := []byte(strings.Repeat(string(empty), n*n))
	for i, disc := range starts[p["start"]] {
		cells[g.centre[i]] = byte(disc)
	}
	g.zero = g.position(cells, black)
	return g, nil
}

// lay initialises the tables of the board.
func (g *game) lay() {
	n := g.size
	g.board = rules.Board{
		ShowLegal: true,
		Style:     rules.Squares, Pieces: rules.Discs, Score: &discUnit, Seats: []rules.Seat{{Name: "Black"}, {Name: "White"}},
	}
	g.board.LaySquares(n, n)
	step := g.board.Step
	g.rays = make([][][]uint8, n*n)
	cells := make([]uint8, 0, 4*n*n*n) // the rays of a cell have less than 4n cells in total
	for c := range g.rays {
		rays := make([][]uint8, 0, len(step))
		for d := range step {
			first := len(cells)
			for to := step[d][c].Cell; to != rules.NoCell; to = step[d][to].Cell {
				cells = append(cells, uint8(to))
			}
			if ray := cells[first:]; len(ray) > 1 {
				rays = append(rays, ray)
			}
		}
		g.rays[c] = rays
	}
	upper := uint8((n/2-1)*n + n/2 - 1)
	g.centre = [4]uint8{upper, upper + 1, upper + uint8(n), upper + uint8(n) + 1}
}

// Spec returns the specification of these rules.
func (g *game) Spec() rules.Spec { return g.spec }

func (g *game) Family() *rules.Game { return &Game }

// Players returns 2.
func (g *game) Players() int { return 2 }

// Board returns the board, with a1 at the top left.
func (g *game) Board() *rules.Board { return &g.board }

// Start returns the initial position, with Black to move.
func (g *game) Start() rules.Position { return g.zero }

// FormatMove returns the label of the cell, "pass", "resign" or "timeout".
func (g *game) FormatMove(m rules.Move) string {
	return g.board.FormatMove(m, rules.Place, rules.Pass, rules.Resign, rules.Timeout)
}

// ParseMove parses a move, in upper or lower case. A pass may also be written "pa", "ps" or "--",
// as on servers and in other programs. ParseMove returns an error if text is not a move of the
// game.
func (g *game) ParseMove(text string) (rules.Move, error) {
	if slices.Contains([]string{"pa", "ps", "--"}, strings.ToLower(strings.TrimSpace(text))) {
		return rules.Pass, nil
	}
	m, ok := g.board.ParseMove(text, rules.Place, rules.Pass, rules.Resign, rules.Timeout)
	if !ok {
		return m, msg.Errorf("%q is neither a cell of the board nor a pass", text)
	}
	return m, nil
}
