// Package awale holds the rules of awale (oware): the classroom rules, the
// tournament rules called abapa, and what lies between and around them.
package awale

import (
	"embed"
	"maps"

	"boardstudio/msg"
	"boardstudio/rules"
)

//go:embed help
var help embed.FS

// seedUnit is what is counted.
var seedUnit = rules.Unit{
	Title: "Seeds", Count: msg.Plural{One: "%d seed", Many: "%d seeds"}, Held: "In the store", Decides: true,
}

// name of the family in files and on command lines.
const name = "awale"

// Game is the awale family.
//
// What a grand slam does, a move that would take all seeds of the opponent, is
// a parameter: "forbidden" makes it illegal; "noCapture" lets it sow and take
// nothing; "allowed" takes all; "leaveLast" leaves the pit that would be taken
// last, the one furthest back; with "opponentKeeps" all is taken, but the
// seeds that remain on the mover's side go to the opponent's store at once, which ends
// the game.
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
			{Name: "nobody", Title: "Nobody takes them", Said: "a repetition leaves the seeds"},
			{Name: "ownSide", Title: "Each takes its own side", Said: "after a repetition each takes its own side"},
			{Name: "split", Title: "Each takes half", Said: "after a repetition each takes half"},
		}},
		{Name: "quietLimit", Title: "Plies without capture that end the game", Kind: rules.Int, Min: 0, Max: 10000, Default: "50", Count: msg.Plural{One: "%d ply without capture", Many: "%d plies without capture"}},
		{Name: "starvedEnd", Title: "Seeds left when a side is empty", Kind: rules.Choice, Default: "opponentTakes", Options: []rules.Option{
			{Name: "opponentTakes", Title: "The opponent takes them"},
		}},
	},
	Presets: []rules.Preset{
		{
			Name: "awale", Title: "Awale, classroom rules",
			About:  "Sow the seeds of one of your pits around the board. Pits of the opponent that then hold two or three are captured.",
			Sample: "C d F b D",
		},
		{
			Name: "awale-abapa", Title: "Awale, tournament rules (abapa)", Of: "awale", Params: rules.Params{
				"grandSlam": "noCapture", "mustFeed": "on", "repetition": "ownSide", "quietLimit": "0",
			},
			About:  "Awale as in tournaments: a move that would take everything takes nothing, and who can must leave the opponent a seed.",
			Sample: "E c B f A",
		},
	},
	New: build,
}

// The seats: South starts.
const (
	south rules.Player = 0
	north rules.Player = 1
)

// maxPits is the largest number of pits on a side.
const maxPits = 12

// maxSeeds is the largest number of seeds that a position may be set up with.
const maxSeeds = 9999

// Slam says what a grand slam does, a move that would take all seeds of the opponent.
type Slam uint8

// What it can do.
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

// SlamOf returns what the parameters of awale say of grand slams.
func SlamOf(p rules.Params) Slam { return slams[p["grandSlam"]] }

// game is awale with its parameters chosen. Pits are numbered in the
// direction of sowing: South's from its left, then North's from its left.
type game struct {
	spec       rules.Spec
	pits       int // of each side
	slam       Slam
	feed       bool
	repetition string
	quiet      int // plies without capture that end the game; 0 for never
	board      rules.Board
	zero       *position // the start
}

func build(p rules.Params) (rules.Rules, error) {
	g := &game{
		spec: rules.Spec{Game: name, Params: maps.Clone(p)},
		pits: p.Int("pits"), slam: SlamOf(p), feed: p.On("mustFeed"),
		repetition: p["repetition"], quiet: p.Int("quietLimit"),
	}
	if g.quiet != 0 && g.quiet < 25 {
		return nil, msg.Errorf("the limit of plies without capture is %d, it must be 0 (none) or at least 25", g.quiet)
	}
	n := g.pits
	g.board = rules.Board{
		Style: rules.Pits, Pieces: rules.Seeds, Score: &seedUnit, Hold: &seedUnit,
		Seats: []rules.Seat{{Name: "South"}, {Name: "North"}},
		Size:  rules.Point{X: float64(n), Y: 2},
	}
	start := position{game: g}
	for i := range 2 * n {
		start.pits[i] = int16(p.Int("seeds"))
		home, first, row, col := south, 'A', 1, i
		if i >= n { // North sits opposite: its left is on the right
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

// Spec returns the parameters.
func (g *game) Spec() rules.Spec { return g.spec }

// Players returns 2.
func (g *game) Players() int { return 2 }

// Board returns the pits: South's A, B … along the bottom from the left,
// North's a, b … along the top from the right.
func (g *game) Board() *rules.Board { return &g.board }

// Start returns the first position, South to move.
func (g *game) Start() rules.Position { return g.zero }

// side returns the pits of s, from lo up to but without hi.
func (g *game) side(s rules.Player) (lo, hi int) { return int(s) * g.pits, int(s+1) * g.pits }

// FormatMove returns the letter of the pit, "pass", "resign" or "timeout".
func (g *game) FormatMove(m rules.Move) string {
	return g.board.FormatMove(m, rules.Take, rules.Pass, rules.Resign, rules.Timeout)
}

// ParseMove reads a move. The case of a pit's letter tells whose it is, that
// of the words does not matter.
func (g *game) ParseMove(text string) (rules.Move, error) {
	m, ok := g.board.ParseMove(text, rules.Take, rules.Pass, rules.Resign, rules.Timeout)
	if !ok {
		return m, msg.Errorf("%q is neither the letter of a pit nor a pass", text)
	}
	return m, nil
}
