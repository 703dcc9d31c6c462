package api

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	lua "github.com/yuin/gopher-lua"

	"boardstudio/docs"
	"boardstudio/rules"
	"boardstudio/rules/awale"
	"boardstudio/rules/line"
	"boardstudio/rules/othello"
	"boardstudio/text/msg"
)

// Entry describes a function that scripts can call, for editors and the command line.
type Entry struct {
	Name      string  // "pos:play"
	Group     msg.Key // "Positions", "Alignment games"
	Signature string  // "pos:play(move) → position"
	Text      msg.Key
	Cost      msg.Key
	Game      string // preset for the example
	// Example is code for a function choose(pos, moves) at the start of a game. Its output follows
	// the arrows "-->".
	Example string
}

// method is a method of positions.
type method = func(*Game, *lua.LState, rules.Position) int

// positionMethods are the methods of positions in all games.
var positionMethods = map[string]method{
	"turn": turn, "players": players, "moves": moveList, "legal": legal, "play": play, "at": at, "board": board, "cells": cellList,
	"size": size, "neighbours": neighbours, "captures": captures, "over": over, "winners": winners, "result": result, "score": score,
	"hash": hash, "text": asText, "symmetries": symmetries, "canonical": canonical,
}

// methodsOf are the methods of positions in single families of games.
var methodsOf = map[string]map[string]method{
	line.Game.Name:    {"lines": rowList, "tuples": tuples, "threats": threats, "wins": wins},
	othello.Game.Name: {"flips": flips, "mobility": mobility, "stable": stable, "corners": atEdge(3), "edges": atEdge(5)},
	awale.Game.Name:   {"sow": sow, "seeds": seedsIn, "store": store, "attacked": attacked, "exposed": exposed},
}

// function is a function in a table. Tables are filled in this order, which pairs follows.
type function struct {
	name string
	call func(*Game, *lua.LState) int
}

var (
	gameFunctions   = []function{{"players", gamePlayers}, {"param", gameParam}, {"start", gameStart}, {"random", gameRandom}, {"left", gameLeft}}
	searchFunctions = []function{{"alphabeta", searchAlphabeta}, {"table", searchTable}}
	memoFunctions   = []function{{"get", memoGet}, {"put", memoPut}} // methods of the tables created by search.table
)

// Manual returns the manual of scripts, as Markdown.
func Manual() string { return docs.Lua }

// section matches a section of the manual. It begins with its title; a section about a function has
// signature, description, cost and example.
var section = regexp.MustCompile("(?m)^### (.+)$|^#### `(([a-z]+(?:[:.][a-z]+)?).*)`\n\n(.+)\nCost: (.+)\\.\n\n```lua (.+)\n((?:.*\n)*?)```$")

var entries = sync.OnceValue(func() []Entry {
	var es []Entry
	group := ""
	for _, m := range section.FindAllStringSubmatch(docs.Lua, -1) {
		if m[1] != "" {
			group = m[1]
			continue
		}
		es = append(es, Entry{m[3], msg.Key(group), m[2], msg.Key(m[4]), msg.Key(m[5]), m[6], m[7]})
	}
	return es
})

// Reference returns the manual's description of each function, in order.
func Reference() []Entry { return slices.Clone(entries()) }

// Method reports whether positions, strings or the game have a function with that name.
func (g *Game) Method(name string) bool {
	for _, e := range entries() {
		if i := strings.IndexAny(e.Name, ":."); i >= 0 && e.Name[:i] != "pos" && e.Name[i+1:] == name {
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
