// Package api holds the functions that scripts can call for their game: the methods of positions, those that only the
// positions of one family of games have, the tables game and search. The manual docs/lua.md holds signature, text, cost and example
// of each: the help of the editor is read from there, and a test runs the examples.
package api

import (
	"time"

	lua "github.com/yuin/gopher-lua"

	"boardstudio/ai/lua/stdlib"
	"boardstudio/rules"
)

// Game is a game as one script sees it. It is not safe for concurrent use.
type Game struct {
	*stdlib.State
	Rules rules.Rules          // nil for a script that only describes itself
	Left  func() time.Duration // what game:left() tells, nil for the rest of the call's time
	Nodes uint64               // positions that were made
	Wrong *lua.FunctionProto   // the function of the script whose answer was wrong, nil for none

	games     []*rules.Game
	names                 // of cells and moves
	family                // what the game's family needs
	meta      *lua.LTable // of positions
	memoMeta  *lua.LTable // of tables of positions
	treeMeta  *lua.LTable // of trees, nil until a command is called
	nodeMeta  *lua.LTable // of nodes
	tree      *Tree       // of the command that runs, nil for none
	searching bool
	search    lookahead
	sym       *rules.Symmetries
}

// New returns the game of r, nil for none, for scripts that can name games. The table game is there from Open on.
func New(s *stdlib.State, r rules.Rules, games []*rules.Game) *Game {
	g := &Game{State: s, Rules: r, games: games}
	g.openSearch()
	if r != nil {
		g.openPositions()
	}
	return g
}

// Begin prepares a call. In one that searches, the script cannot search itself.
func (g *Game) Begin(searching bool) {
	g.search.eval, g.search.order = nil, nil
	g.searching = searching
}

// register puts a function into a table.
func (g *Game) register(t *lua.LTable, name string, call lua.LGFunction) {
	t.RawSetString(name, g.L.NewFunction(func(l *lua.LState) int {
		g.Budget.Step(1)
		return call(l)
	}))
}
