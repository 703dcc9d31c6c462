// Package line implements the alignment games, in which players place pieces in turn and a row
// decides: tic-tac-toe, gomoku and its variants, renju, pente and Connect Four. Boards may be flat
// or have joined edges.
package line

import (
	"embed"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

//go:embed help
var help embed.FS

// name is the name of the family in files and on command lines.
const name = "line"

// maxSide is the maximum number of rows and of columns.
const (
	maxSide  = 64
	maxCells = maxSide * maxSide
)

// maxPairs is the maximum number of captured pairs that a position can store for a player.
const maxPairs = 255

// Values of the parameter doubleThree.
const (
	allowed         = "allowed"
	forbidden       = "forbidden"
	unlessCapturing = "unlessCapturing"
	shared          = "shared"
)

// params is the value of Game.Params.
var params = []rules.Param{
	{Name: "rows", Title: "Rows", Kind: rules.Int, Min: 1, Max: maxSide, Default: "3", Main: true},
	{Name: "cols", Title: "Columns", Kind: rules.Int, Min: 1, Max: maxSide, Default: "3", Main: true},
	{
		Name: "k", Title: "In a row", Kind: rules.Int, Min: 2, Max: maxCells, Default: "3", Main: true,
		Count: msg.Plural{One: "%d in a row", Many: "%d in a row"},
	},
	{
		Name: "players", Title: "Players", Kind: rules.Int, Min: 2, Max: rules.MaxPlayers, Default: "2", Main: true,
		Count: msg.Plural{One: "%d player", Many: "%d players"},
	},
	{Name: "drop", Title: "Pieces fall", Kind: rules.Switch, Default: "off", On: "pieces fall", Off: "pieces do not fall"},
	{Name: "topology", Title: "Shape of the board", Kind: rules.Choice, Default: "plane", Options: shapes()},
	{Name: "overline", Title: "Longer rows", Kind: rules.Choice, Default: "wins", Options: []rules.Option{
		{Name: "wins", Title: "Count", Said: "longer rows count"},
		{Name: "ignored", Title: "Do not count", Said: "longer rows do not count"},
	}},
	{
		Name: "captures", Title: "Captured pairs that win", Kind: rules.Int, Min: 0, Max: 100, Default: "0",
		Count: msg.Plural{One: "%d captured pair wins", Many: "%d captured pairs win"},
	},
	{
		Name: "breakable", Title: "Rows can be broken", Kind: rules.Switch, Default: "off",
		On: "rows can be broken", Off: "rows cannot be broken",
	},
	{Name: "doubleThree", Title: "Double three", Kind: rules.Choice, Default: allowed, Options: []rules.Option{
		{Name: allowed, Title: "Allowed", Said: "double threes allowed"},
		{Name: forbidden, Title: "Forbidden", Said: "double threes forbidden"},
		{Name: unlessCapturing, Title: "Forbidden unless capturing", Said: "double threes forbidden unless capturing"},
		{Name: shared, Title: "Forbidden, earlier threes count", Said: "double threes forbidden, earlier threes count"},
	}},
	{
		Name: "adjacent", Title: "Pieces must touch", Kind: rules.Switch, Default: "off",
		On: "pieces must touch", Off: "pieces need not touch",
	},
	{
		Name: "centreFirst", Title: "First piece in the centre", Kind: rules.Switch, Default: "off",
		On: "first piece in the centre", Off: "first piece anywhere",
	},
	{Name: "foul", Title: "Fouls of the first player", Kind: rules.Choice, Default: "none", Options: []rules.Option{
		{Name: "none", Title: "None", Said: "no fouls"},
		{Name: "renju", Title: "Renju", Said: "renju fouls"},
	}},
	{
		Name: "misere", Title: "Making the row loses", Kind: rules.Switch, Default: "off",
		On: "making the row loses", Off: "making the row wins",
	},
	{Name: "view", Title: "View", Kind: rules.Choice, Default: "whole", Options: []rules.Option{
		{Name: "whole", Title: "Whole board", Said: "whole board shown"},
		{Name: "used", Title: "Part in use", Said: "only the part in use is shown"},
	}},
}

// leastPart is the minimum number of rows and columns in a view of part of the board.
const leastPart = 11

// idle reports whether a parameter has no effect; see rules.Game.Idle.
func idle(p rules.Params, param string) bool {
	o := options(p)
	side := max(o.Rows, o.Cols)
	switch param {
	case "overline":
		return o.Topology == "plane" && side <= o.K
	case "captures", "centreFirst":
		return o.Drop
	case "breakable":
		return o.Captures == 0 || o.Players != 2
	case "doubleThree":
		return o.Players != 2
	case "foul":
		return o.Players != 2 || o.K != 5
	case "view":
		return o.Topology != "plane" || side <= leastPart
	}
	return false
}

// Game is the family of alignment games.
var Game = rules.Game{
	Name:   name,
	Title:  "Alignment games",
	Help:   help,
	SGF:    &sgf,
	Params: params,
	Size:   []string{"rows", "cols"},
	Idle:   idle,
	Presets: []rules.Preset{
		{
			Name: "tictactoe", Title: "Tic-tac-toe", Lots: true,
			About:  "Two players take turns marking a square. Three in a row win: across, down or diagonally.",
			Sample: "b2 a3 c3 a1 a2",
		},
		{
			Name: "morpion", Title: "Tic-tac-toe, any size", Params: rules.Params{"rows": "10", "cols": "10", "k": "5"},
			Of: "tictactoe", Loose: true, Lots: true,
			About:  "Tic-tac-toe as you like it: any size of board, any length of row, 2 to 26 players.",
			Sample: "e5 f6 f5 d5 e6 e7 d7 g4 d4",
		},
		{
			Name: "gomoku", Title: "Gomoku", Params: rules.Params{"rows": "15", "cols": "15", "k": "5"},
			About:  "Place stones on the crossings of a large board. Five or more in a row win.",
			Sample: "h8 i9 h9 h10 i8 g8 j8 k8 i10 g11 j9",
		},
		{
			Name: "gomoku-standard", Title: "Gomoku, exactly five", Of: "gomoku", Params: rules.Params{
				"rows": "15", "cols": "15", "k": "5", "overline": "ignored",
			},
			About:  "Gomoku in which exactly five in a row win; six or more do not count.",
			Sample: "h8 i9 i8 j8 g10 h9 g9 g8 h10 i11 f10",
		},
		{
			Name: "gomoku-captures", Title: "Gomoku with captures", Of: "gomoku", Params: rules.Params{
				"rows": "19", "cols": "19", "k": "5", "captures": "5", "adjacent": "on",
			},
			About:  "Five in a row win, and so do five pairs of stones caught between two of yours. A stone must touch another.",
			Sample: "j10 k10 j9 k9 l9 k11 k8 l11 m11 j11",
		},
		{
			Name: "ninuki", Title: "Ninuki", Of: "pente", Params: rules.Params{
				"rows": "19", "cols": "19", "k": "5", "captures": "5", "adjacent": "on", "breakable": "on", "doubleThree": shared,
			},
			About:  "Five in a row or five captured pairs win. A row that a capture can break has not won yet, and double threes are forbidden.",
			Sample: "j10 k10 k11 j9 k9 l10 k8 k12 i9",
		},
		{
			Name: "pente", Title: "Pente", Params: rules.Params{
				"rows": "19", "cols": "19", "k": "5", "captures": "5", "centreFirst": "on",
			},
			About:  "Five in a row win, and so do five pairs of stones caught between two of yours.",
			Sample: "j10 k9 l10 k10 k8 l9 m10 k11 j9 i8",
		},
		{
			Name: "renju", Title: "Renju", Params: rules.Params{
				"rows": "15", "cols": "15", "k": "5", "foul": "renju", "centreFirst": "on",
			},
			About:  "Gomoku for experts: Black, who begins, must not make double threes, double fours or more than five.",
			Sample: "h8 h9 j8 g9 j9 i9 j10 j7 k11",
		},
		{
			Name: "connect4", Title: "Connect four", Params: rules.Params{
				"rows": "6", "cols": "7", "k": "4", "drop": "on",
			},
			About:  "Drop discs into the columns. Four in a row win.",
			Sample: "d d d c c e c e e b",
		},
		{
			Name: "infinite", Title: "Infinite board", Of: "gomoku", Params: rules.Params{
				"rows": "61", "cols": "61", "k": "5", "centreFirst": "on", "view": "used",
			},
			About:  "Gomoku on a board without edges: the part in use is shown, and it grows.",
			Sample: "ae31 af32 ae32 ae33 af31 ad31 ag31 ah31 af33",
		},
	},
	New: build,
}

// Options are the parsed parameters of a game.
type Options struct {
	Rows, Cols, K, Players int
	Drop                   bool
	Topology               string // "plane", "cylinder", "torus", "mobius" or "sphere"
	Captures               int    // number of pairs that win; 0 disables captures
	Breakable              bool
	DoubleThree            string // "allowed", "forbidden", "unlessCapturing" or "shared"
	Adjacent, CentreFirst  bool
	Renju                  bool // fouls apply to the first player
	Misere                 bool
	// Exact is the set of seats for which longer rows do not count.
	Exact rules.Players
}

// options parses a full set of parameters.
func options(p rules.Params) Options {
	o := Options{
		Rows: p.Int("rows"), Cols: p.Int("cols"), K: p.Int("k"), Players: p.Int("players"),
		Drop: p.On("drop"), Topology: p["topology"], Captures: p.Int("captures"), Breakable: p.On("breakable"),
		DoubleThree: p["doubleThree"], Adjacent: p.On("adjacent"), CentreFirst: p.On("centreFirst"),
		Renju: p["foul"] == "renju", Misere: p.On("misere"),
	}
	switch {
	case p["overline"] == "ignored":
		o.Exact = 1<<o.Players - 1
	case o.Renju:
		o.Exact = rules.Of(first)
	}
	return o
}

// check returns an *msg.Error if the options are incompatible. It does not check the row length
// against the lines of the board.
func (o *Options) check(t topology) error {
	pair := func(switched bool, param string) error {
		if switched && o.Players != 2 {
			return msg.Errorf("parameter %s needs exactly two players, not %d", param, o.Players)
		}
		return nil
	}
	for _, err := range []error{
		pair(o.Breakable, "breakable"), pair(o.DoubleThree != allowed, "doubleThree"), pair(o.Renju, "foul"),
	} {
		if err != nil {
			return err
		}
	}
	switch {
	case t.poles && o.Cols%2 != 0:
		return msg.Errorf("a sphere needs an even number of columns, not %d", o.Cols)
	case o.Drop && !t.gravity:
		return msg.Errorf("pieces cannot fall on the topology %s: gravity needs a plane, a cylinder or a Möbius strip", t.name)
	case o.Drop && o.Captures > 0:
		return msg.Errorf("captures are not possible with falling pieces")
	case o.Drop && o.CentreFirst:
		return msg.Errorf("with falling pieces, the first piece cannot be required in the centre")
	case o.Renju && o.K != 5:
		return msg.Errorf("the renju fouls are about rows of five, so k must be 5, not %d", o.K)
	}
	return nil
}
