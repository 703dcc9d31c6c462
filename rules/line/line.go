// Package line holds the rules of all games in which pieces are placed one by
// one and a row of them decides: tic-tac-toe, gomoku and its kin, renju, pente,
// connect four, on flat boards and on boards whose edges are joined.
package line

import (
	"embed"

	"boardstudio/msg"
	"boardstudio/rules"
)

//go:embed help
var help embed.FS

// name of the family in files and on command lines.
const name = "line"

// maxSide is the largest number of rows or columns, maxCells what follows from it.
const (
	maxSide  = 64
	maxCells = maxSide * maxSide
)

// maxPairs is the largest number of captured pairs that a player can hold.
const maxPairs = 255

// Values of the parameter doubleThree.
const (
	allowed         = "allowed"
	forbidden       = "forbidden"
	unlessCapturing = "unlessCapturing"
)

// params describes the parameters; Game.Params is the same list.
var params = []rules.Param{
	{Name: "rows", Title: "Rows", Kind: rules.Int, Min: 1, Max: maxSide, Default: "3"},
	{Name: "cols", Title: "Columns", Kind: rules.Int, Min: 1, Max: maxSide, Default: "3"},
	{Name: "k", Title: "In a row", Kind: rules.Int, Min: 2, Max: maxCells, Default: "3"},
	{Name: "players", Title: "Players", Kind: rules.Int, Min: 2, Max: rules.MaxPlayers, Default: "2"},
	{Name: "drop", Title: "Pieces fall", Kind: rules.Switch, Default: "off"},
	{Name: "topology", Title: "Shape of the board", Kind: rules.Choice, Default: "plane", Options: shapes()},
	{Name: "overline", Title: "Longer rows", Kind: rules.Choice, Default: "wins", Options: []rules.Option{
		{Name: "wins", Title: "Count"},
		{Name: "ignored", Title: "Do not count"},
	}},
	{Name: "captures", Title: "Captured pairs that win", Kind: rules.Int, Min: 0, Max: 100, Default: "0"},
	{Name: "breakable", Title: "Rows can be broken", Kind: rules.Switch, Default: "off"},
	{Name: "doubleThree", Title: "Double three", Kind: rules.Choice, Default: allowed, Options: []rules.Option{
		{Name: allowed, Title: "Allowed"},
		{Name: forbidden, Title: "Forbidden"},
		{Name: unlessCapturing, Title: "Forbidden unless capturing"},
	}},
	{Name: "adjacent", Title: "Pieces must touch", Kind: rules.Switch, Default: "off"},
	{Name: "centreFirst", Title: "First piece in the centre", Kind: rules.Switch, Default: "off"},
	{Name: "foul", Title: "Fouls of the first player", Kind: rules.Choice, Default: "none", Options: []rules.Option{
		{Name: "none", Title: "None"},
		{Name: "renju", Title: "Renju"},
	}},
	{Name: "misere", Title: "Making the row loses", Kind: rules.Switch, Default: "off"},
	{Name: "view", Title: "View", Kind: rules.Choice, Default: "whole", Options: []rules.Option{
		{Name: "whole", Title: "Whole board"},
		{Name: "used", Title: "Part in use"},
	}},
}

// Game is the family of alignment games.
var Game = rules.Game{
	Name:   name,
	Title:  "Alignment games",
	Help:   help,
	Params: params,
	Presets: []rules.Preset{
		{Name: "tictactoe", Title: "Tic-tac-toe"},
		{Name: "morpion", Title: "Morpion", Params: rules.Params{"rows": "10", "cols": "10", "k": "5"}},
		{Name: "gomoku", Title: "Gomoku", Params: rules.Params{"rows": "15", "cols": "15", "k": "5"}},
		{Name: "gomoku-standard", Title: "Gomoku, exactly five", Params: rules.Params{
			"rows": "15", "cols": "15", "k": "5", "overline": "ignored",
		}},
		{Name: "gomoku-captures", Title: "Gomoku with captures", Params: rules.Params{
			"rows": "19", "cols": "19", "k": "5", "captures": "5", "adjacent": "on",
		}},
		{Name: "ninuki", Title: "Ninuki", Params: rules.Params{
			"rows": "19", "cols": "19", "k": "5", "captures": "5", "adjacent": "on", "breakable": "on", "doubleThree": forbidden,
		}},
		{Name: "pente", Title: "Pente", Params: rules.Params{
			"rows": "19", "cols": "19", "k": "5", "captures": "5", "centreFirst": "on",
		}},
		{Name: "renju", Title: "Renju", Params: rules.Params{
			"rows": "15", "cols": "15", "k": "5", "foul": "renju", "centreFirst": "on",
		}},
		{Name: "connect4", Title: "Connect four", Params: rules.Params{
			"rows": "6", "cols": "7", "k": "4", "drop": "on",
		}},
		{Name: "infinite", Title: "Infinite board", Params: rules.Params{
			"rows": "61", "cols": "61", "k": "5", "centreFirst": "on", "view": "used",
		}},
	},
	New: build,
}

// Options are the parameters in the form that code reads.
type Options struct {
	Rows, Cols, K, Players int
	Drop                   bool
	Topology               string // "plane", "cylinder", "torus", "mobius" or "sphere"
	Captures               int    // pairs that win, 0 when nothing is captured
	Breakable              bool
	DoubleThree            string // "allowed", "forbidden" or "unlessCapturing"
	Adjacent, CentreFirst  bool
	Renju                  bool // the first player's fouls
	Misere                 bool
	// Exact holds the seats for which a longer row does not count.
	Exact rules.Players
}

// options reads a full parameter set.
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

// check returns an *msg.Error when the options do not go together, whatever
// the length of the lines.
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
		return msg.Errorf("nothing can be captured where pieces fall")
	case o.Drop && o.CentreFirst:
		return msg.Errorf("the first piece cannot go to the centre where pieces fall")
	case o.Renju && o.K != 5:
		return msg.Errorf("the renju fouls are about rows of five, so k must be 5, not %d", o.K)
	}
	return nil
}
