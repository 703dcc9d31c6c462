// Package api provides the functions that scripts can call for their game: the methods of
// positions, including those for single families of games, and the tables game and search. The
// manual docs/lua.md has the signature, description, cost and an example of each. The editor reads
// its help from the manual, and a test runs the examples.
package api

import (
	"time"

	lua "github.com/yuin/gopher-lua"

	"boardstudio/ai/lua/stdlib"
	"boardstudio/rules"
)

// Game is a game as seen by one script. It is not safe for concurrent use.
type Game struct {
	*stdlib.State
	Rules rules.Rules          // nil for a script that only describes itself
	Left  func() time.Duration // result of game:left(), nil for the remaining time of the call
	Nodes uint64               // positions created
	Wrong *lua.FunctionProto   // function of the script that gave a wrong answer, or nil

	games     rules.Catalog
	names                 // names of cells and moves
	family                // data of the game's family
	meta      *lua.LTable // metatable of positions
	memoMeta  *lua.LTable // metatable of tables of positions
	treeMeta  *lua.LTable // metatable of trees; nil until a command is called
	nodeMeta  *lua.LTable // metatable of nodes
	tree      *Tree       // tree of the running command, or nil
	searching bool
	search    lookahead
	sym       *rules.Symmetries
}

// New returns the game r for a script. r may be nil. Scripts can name games. The table game only
// exists after Open.
func New(s *stdlib.State, r rules.Rules, games rules.Catalog) *Game {
	g := &Game{State: s, Rules: r, games: games}
	g.openSearch()
	if r != nil {
		g.openPositions()
	}
	return g
}

// Begin prepares a call. If searching is true, the script cannot start a search.
func (g *Game) Begin(searching bool) {
	g.search.eval, g.search.order = nil, nil
	g.searching = searching
}

func (g *Game) register(t *lua.LTable, name string, call lua.LGFunction) {
	t.RawSetString(name, g.L.NewFunction(func(l *lua.LState) int {
		g.Budget.Step(1)
		return call(l)
	}))
}
