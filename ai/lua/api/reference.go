package api

import (
	"strings"

	lua "github.com/yuin/gopher-lua"

	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/rules/awale"
	"boardstudio/rules/line"
	"boardstudio/rules/othello"
)

// Entry describes one function that scripts can call, for manuals and editors.
type Entry struct {
	Name      string  // "pos:play"
	Group     msg.Key // "Positions", "Alignment games"
	Signature string  // "pos:play(move) → position"
	Text      msg.Key
	Cost      msg.Key
	Game      string // the preset in which the example runs
	// Example is code of a function choose(pos, moves) at the start of a game. What
	// it prints stands behind the arrows "-->".
	Example string
}

// The groups of entries, in the order of the manual.
const (
	positions msg.Key = "Positions"
	lines     msg.Key = "Alignment games"
	discs     msg.Key = "Othello"
	seeds     msg.Key = "Awale"
	games     msg.Key = "The game"
	searches  msg.Key = "Search"
	basics    msg.Key = "Everywhere"
)

// method is a method of positions, and what the manual says of it.
type method struct {
	Entry
	call func(*Game, *lua.LState, rules.Position) int
}

// function is another function that scripts can call.
type function struct {
	Entry
	call func(*Game, *lua.LState) int
}

// methodsOf are the methods that only the positions of one family have. Other games have those of all games.
var methodsOf = map[string][]method{line.Game.Name: lineMethods, othello.Game.Name: discMethods, awale.Game.Name: seedMethods}

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

// cutColon cuts "pos:play" or "search.table" into its two words.
func cutColon(name string) (object, method string, ok bool) {
	i := strings.IndexAny(name, ":.")
	if i < 0 {
		return "", name, false
	}
	return name[:i], name[i+1:], true
}

// Method reports whether positions, strings or the game have a function of that name.
func (g *Game) Method(name string) bool {
	for _, e := range Reference() {
		if _, short, ok := cutColon(e.Name); ok && short == name && !strings.HasPrefix(e.Name, "pos:") {
			return true
		}
	}
	for _, t := range []lua.LValue{g.meta.RawGetString("__index"), g.L.GetGlobal("string")} {
		if t, ok := t.(*lua.LTable); ok {
			if _, ok := t.RawGetString(name).(*lua.LFunction); ok {
				return true
			}
		}
	}
	return false
}
