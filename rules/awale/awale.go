// Package awale implements the rules of awale (oware): the classroom rules, the tournament rules
// called abapa, and variants of both.
package awale

import (
	"embed"
	"maps"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

//go:embed help
var help embed.FS

// seedUnit is the unit of the score and the stores.
var seedUnit = rules.Unit{
	Title: "Seeds", Count: msg.Plural{One: "%d seed", Many: "%d seeds"}, Held: "In the store", Decides: true,
}

// name is the name of the family in files and on command lines.
const name = "awale"

// Game is the awale family.
//
// A grand slam is a move that would take all seeds of the opponent. Its effect is a parameter:
//
//   - "forbidden": the move is illegal
//   - "noCapture": the move is legal but does not capture
//   - "allowed": the move captures everything
//   - "leaveLast": the move captures all pits except the one that would be captured last, which is
//     the furthest back
//   - "opponentKeeps": the move captures everything, but the seeds on the mover's side go to the
//     opponent's store, which ends the game
var Game = rules.Game{
	Name:  name,
	Title: "Awale",
	Help:  help,
	Params: []rules.Param{
		{Name: "pits", Title: "Pits on a side", Kind: rules.Int, Min: 2, Max: maxPits, Default: "6", Main: true, Count: msg.Plural{One: "%d pit a side", Many: "%d pits a side"}},
		{Name: "seeds", Title: "Seeds in a pit", Kind: rules.Int, Min: 1, Max: 12, Default: "4", Main: true, Count: msg.Plural{One: "%d seed a pit", Many: "%d seeds a pit"}},
		{Name: "grandSlam", Title: "Grand slam", Kind: rules.Choice, Default: "forbidden", Options: []rules.Option{
			{Name: "forbidden", Title: "Not legal", Said: "grand slams not legal"},
			{Name: "noCapture", Title: "Takes nothing", Said: "grand slams take nothing"},
			{Name: "allowed", Title: "Takes all", Said: "grand slams take all"},
			{Name: "leaveLast", Title: "Leaves the last pit", Said: "grand slams leave the last pit"},
			{Name: "opponentKeeps", Title: "Gives the rest to the opponent", Said: "grand slams give the rest to the opponent"},
		}},
		{Name: "mustFeed", Title: "An opponent without seeds must be fed", Kind: rules.Switch, Default: "off", On: "opponents must be fed", Off: "opponents need not be fed"},
		{Name: "repetition", Title: "Seeds left after a repetition", Kind: rules.Choice, Default: "nobody", Options: []rules.Option{
			{Name: "nobody", Title: "Left uncaptured", Said: "seeds stay on the board after a repetition"},
			{Name: "ownSide", Title: "Each player takes the seeds on their side", Said: "after a repetition each player takes the seeds on their side"},
			{Name: "split", Title: "Each player takes half of the seeds", Said: "after a repetition each player takes half of the seeds"},
		}},
		{Name: "quietLimit", Title: "Plies without capture that end the game", Kind: rules.Int, Min: 0, Max: 10000, Default: "50", Count: msg.Plural{One: "%d ply without capture", Many: "%d plies without capture"}},
		{Name: "starvedEnd", Title: "Seeds left when a side is empty", Kind: rules.Choice, Default: "opponentTakes", Options: []rules.Option{
			{Name: "opponentTakes", Title: "The opponent takes them"},
		}},
	},
	Presets: []rules.Preset{
		{
			Name: "awale", Title: "Awale, classroom rules", Lots: true,
			About:  "Sow the seeds of one of your pits around the board. Pits of the opponent that then hold two or three are captured.",
			Sample: "C d F b D",
		},
		{
			Name: "awale-abapa", Title: "Awale, tournament rules (abapa)", Of: "awale", Params: rules.Params{
				"grandSlam": "noCapture", "mustFeed": "on", "repetition": "ownSide", "quietLimit": "0",
			},
			About:  "Awale by tournament rules: a move that would capture all seeds captures nothing, and a player who can must leave the opponent a seed.",
			Sample: "E c B f A",
		},
	},
	New: build,
}

// Seats. South moves first.
const (
	south rules.Player = 0
	north rules.Player = 1
)

// maxPits is the maximum number of pits on a side.
const maxPits = 12

// maxSeeds is the maximum number of seeds in a position that is set up.
const maxSeeds = 9999

// Slam is the effect of a grand slam, a move that would take all seeds of the opponent.
type Slam uint8

// Effects of a grand slam; see Game.
const (
	Forbidden Slam = iota
	NoCapture
	Allowed
	LeaveLast
	OpponentKeeps
)

var slams = map[string]Slam{
	"forbidden": Forbidden, "noCapture": NoCapture, "allowed": Allowed,
	"leaveLast": LeaveLast, "opponentKeeps": OpponentKeeps,
}

// SlamOf returns the effect of a grand slam under the awale parameters p.
func SlamOf(p rules.Params) Slam { return slams[p["grandSlam"]] }

// game is awale with fixed parameters. Pits are numbered in the direction of sowing: South's from
// its left, then North's from its left.
type game struct {
	spec       rules.Spec
	pits       int // number of pits on each side
	slam       Slam
	feed       bool
	repetition string
	quiet      int // number of plies without capture that end the game, or 0 for no limit
	board      rules.Board
	zero       *position // initial position
}

func build(p rules.Params) (rules.Rules, error) {
	g := &game{
		spec: rules.Spec{Game: name, Params: maps.Clone(p)},
		pits: p.Int("pits"), slam: SlamOf(p), feed: p.On("mustFeed"),
		repetition: p["repetition"], quiet: p.Int("quietLimit"),
	}
	if g.quiet != 0 && g.quiet < 25 {
		return nil, msg.Errorf("the limit of plies without capture is %d; it must be 0 (no limit) or at least 25", g.quiet)
	}
	n := g.pits
	g.board = rules.Board{
		Radius: 0.43, Piles: true, Stores: true, Pieces: rules.Seeds, Score: &seedUnit, Hold: &seedUnit,
		Seats: []rules.Seat{{Name: "South"}, {Name: "North"}},
		Size:  rules.Point{X: float64(n), Y: 2},
	}
	start := position{game: g}
	for i := range 2 * n {
		start.pits[i] = int16(p.Int("seeds"))
		home, first, row, col := south, 'A', 1, i
		if i >= n { // North sits opposite, so its left is on the right
			home, first, row, col = north, 'a', 0, 2*n-1-i
		}
		g.board.Home = append(g.board.Home, home)
		g.board.Cells = append(g.board.Cells, rules.CellInfo{
			Label: string(first + rune(i%n)), Row: row, Col: col,
			Centre: rules.Point{X: float64(col) + 0.5, Y: float64(row) + 0.5},
		})
	}
	g.zero = start.settle(nil)
	return g, nil
}

// Spec returns the specification of these rules.
func (g *game) Spec() rules.Spec { return g.spec }

func (g *game) Family() *rules.Game { return &Game }

// Players returns 2.
func (g *game) Players() int { return 2 }

// Board returns the pits: South's A, B, … along the bottom from the left, and North's a, b, … along
// the top from the right.
func (g *game) Board() *rules.Board { return &g.board }

// Start returns the initial position, with South to move.
func (g *game) Start() rules.Position { return g.zero }

// side returns the range [lo, hi) of the pits of s.
func (g *game) side(s rules.Player) (lo, hi int) { return int(s) * g.pits, int(s+1) * g.pits }

// FormatMove returns the letter of the pit, "pass", "resign" or "timeout".
func (g *game) FormatMove(m rules.Move) string {
	return g.board.FormatMove(m, rules.Take, rules.Pass, rules.Resign, rules.Timeout)
}

// ParseMove parses a move. The case of a pit's letter determines its owner, but the case of words
// is ignored. ParseMove returns an error if text is not a move of the game.
func (g *game) ParseMove(text string) (rules.Move, error) {
	m, ok := g.board.ParseMove(text, rules.Take, rules.Pass, rules.Resign, rules.Timeout)
	if !ok {
		return m, msg.Errorf("%q is neither the letter of a pit nor a pass", text)
	}
	return m, nil
}
