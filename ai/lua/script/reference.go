package script

import (
	lua "github.com/yuin/gopher-lua"

	"boardstudio/rules"
)

// Entry describes one function that scripts can call, for manuals and editors.
type Entry struct {
	Name      string // "pos:play"
	Group     string // "Positions", "Alignment games"
	Signature string // "pos:play(move) → position"
	Text      string
	Cost      string
	Game      string // the preset in which the example runs
	// Example is code of a function choose(pos, moves) at the start of a game. What
	// it prints stands behind the arrows "-->".
	Example string
}

// The groups of entries, in the order of the manual.
const (
	positions = "Positions"
	lines     = "Alignment games"
	discs     = "Othello"
	seeds     = "Awale"
	games     = "The game"
	searches  = "Search"
	basics    = "Everywhere"
)

// method is a method of positions, and what the manual says of it.
type method struct {
	Entry
	call func(*Machine, *lua.LState, rules.Position) int
}

// function is another function that scripts can call.
type function struct {
	Entry
	call func(*Machine, *lua.LState) int
}

// Reference returns what there is to say about each function, in the order of the manual.
func Reference() []Entry {
	var es []Entry
	for _, list := range [][]method{positionMethods, lineMethods, discMethods, seedMethods} {
		for _, x := range list {
			es = append(es, x.Entry)
		}
	}
	for _, list := range [][]function{gameFunctions, searchFunctions, tableFunctionsOfSearch} {
		for _, x := range list {
			es = append(es, x.Entry)
		}
	}
	return append(es, basicEntries...)
}
