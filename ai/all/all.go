// Package all lists the engines. To add an engine, add its type here.
package all

import (
	"slices"

	"boardstudio/ai"
	"boardstudio/ai/awale"
	awaledeep "boardstudio/ai/awale/deep"
	"boardstudio/ai/connect4"
	"boardstudio/ai/extern"
	"boardstudio/ai/extern/gomocup"
	"boardstudio/ai/extern/gtp"
	"boardstudio/ai/extern/nboard"
	"boardstudio/ai/gomoku"
	"boardstudio/ai/level"
	"boardstudio/ai/line/board"
	"boardstudio/ai/line/levels"
	"boardstudio/ai/line/multiplayer"
	"boardstudio/ai/line/threat"
	"boardstudio/ai/line/tuple"
	"boardstudio/ai/lua"
	"boardstudio/ai/mcts"
	"boardstudio/ai/othello"
	othellodeep "boardstudio/ai/othello/deep"
	"boardstudio/ai/player"
	"boardstudio/ai/random"
	"boardstudio/ai/search"
	"boardstudio/ai/solver"
	"boardstudio/ai/textbook"
	"boardstudio/rules"
)

// Engines lists the engine types. Nothing records the exchanges with external engines.
var Engines = New(nil)

// New returns a list of the engine types whose external engines record their exchanges in logs, which
// may be nil.
func New(logs *extern.Logs) *player.Catalog {
	return &player.Catalog{
		Computer:  level.Kind(engines, tables...),
		Engines:   append(slices.Clone(engines), extern.Kind(logs, protocols...)),
		General:   general,
		Levels:    tables,
		Protocols: protocols,
		Former:    othello.Former,
	}
}

// tables are the levels of families of games.
var tables = []level.Table{solver.Expert(connect4.Expert(gomoku.Expert(levels.Of))), othello.Levels, awale.Levels}

// engines are the types used by the levels. They can also be chosen directly.
var engines = []*ai.Kind{
	&random.Kind,
	&textbook.First,
	&textbook.Greedy,
	textbook.Minimax(text, families...),
	textbook.Negamax(text, families...),
	textbook.AlphaBeta(text, families...),
	textbook.MaxN(families...),
	textbook.Paranoid(families...),
	&mcts.Kind,
	&tuple.KTuple,
	&tuple.Rules3,
	&threat.Kind,
	&multiplayer.Kind,
	&othello.Positional,
	&othello.Evaporate,
	&awale.Offensive,
	&awale.Defensive,
	&awale.Personal,
	&solver.Kind,
	general,
	&gomoku.Kind,
	&awaledeep.Kind,
	&connect4.Kind,
	&othellodeep.Kind,
	&lua.Kind,
}

// protocols lists the supported engine protocols.
var protocols = []*extern.Protocol{&gomocup.Protocol, &nboard.Protocol, &gtp.Protocol}

// general plays every game.
var general = search.Kind(works, families...)

// families are the boards and estimates that the search uses for families of games.
var families = []search.Family{
	{Boards: func(r rules.Rules) search.Maker { return maker(board.DropMaker(r)) }},
	{Boards: func(r rules.Rules) search.Maker { return maker(board.Maker(r)) }},
	{Boards: func(r rules.Rules) search.Maker { return maker(othello.Maker(r)) }, Estimate: othello.Estimate},
	{Boards: func(r rules.Rules) search.Maker { return maker(awale.Maker(r)) }},
}

// text makes boards with the evaluation of textbooks.
func text(r rules.Rules) search.Maker { return maker(board.TextbookMaker(r)) }

// maker converts a maker of boards of a specific type to a search.Maker.
func maker[B interface {
	comparable
	search.Board
}](boards func(ai.Request) B,
) search.Maker {
	if boards == nil {
		return nil
	}
	return func(q ai.Request) search.Board {
		var none B
		if b := boards(q); b != none {
			return b
		}
		return nil
	}
}
