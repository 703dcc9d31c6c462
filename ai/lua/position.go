package lua

import (
	lua "github.com/yuin/gopher-lua"

	"boardstudio/rules"
)

// openPositions makes the methods of positions.
func (s *sandbox) openPositions() {
	b := s.rules.Board()
	for c := range b.Cells {
		s.cells[b.Cells[c].Label] = rules.Cell(c)
	}
	l := s.state
	methods := l.NewTable()
	for name, f := range map[string]func(*lua.LState, rules.Position) int{
		"turn": turn, "players": s.players, "moves": s.moveList, "at": s.at, "cells": s.cellList, "size": s.size,
		"neighbours": s.neighbours, "play": s.play, "over": over, "winners": s.winners, "score": s.score, "text": asText,
	} {
		methods.RawSetString(name, l.NewFunction(func(l *lua.LState) int {
			budgetOf(l).step(1)
			return f(l, s.self(l))
		}))
	}
	s.meta = l.NewTable()
	s.meta.RawSetString("__index", methods)
	s.meta.RawSetString("__metatable", lua.LString("position"))
	s.meta.RawSetString("__tostring", l.NewFunction(func(l *lua.LState) int { return asText(l, s.self(l)) }))
}

// self returns the position whose method is called.
func (s *sandbox) self(l *lua.LState) rules.Position {
	if u, ok := l.Get(1).(*lua.LUserData); ok {
		if p, ok := u.Value.(rules.Position); ok {
			return p
		}
	}
	l.RaiseError("this is no position: a method is called with a colon, as in pos:turn()")
	return nil
}

// position returns p as the script sees it.
func (s *sandbox) position(p rules.Position) lua.LValue {
	u := s.state.NewUserData()
	u.Value, u.Metatable = p, s.meta
	return u
}

// moves returns the legal moves as a list of strings.
func (s *sandbox) moves(p rules.Position) *lua.LTable {
	t := s.state.NewTable()
	budgetOf(s.state).step(len(s.rules.Board().Cells))
	for m := range p.Moves() {
		t.Append(lua.LString(s.rules.FormatMove(m)))
	}
	return t
}

func (s *sandbox) moveList(l *lua.LState, p rules.Position) int {
	l.Push(s.moves(p))
	return 1
}

// pushSeat pushes the number of a seat, counted from 1; nil for nobody.
func pushSeat(l *lua.LState, p rules.Player) {
	if p == rules.NoPlayer {
		l.Push(lua.LNil)
		return
	}
	l.Push(lua.LNumber(p + 1))
}

func turn(l *lua.LState, p rules.Position) int {
	pushSeat(l, p.Turn())
	return 1
}

func (s *sandbox) players(l *lua.LState, _ rules.Position) int {
	l.Push(lua.LNumber(s.rules.Players()))
	return 1
}

// cell reads the name of a cell, or of a move that is made there.
func (s *sandbox) cell(l *lua.LState) rules.Cell {
	name := l.CheckString(2)
	if c, ok := s.cells[name]; ok {
		return c
	}
	m, err := s.rules.ParseMove(clean(name, 60))
	if err == nil && m.To != rules.NoCell {
		return m.To
	}
	if err == nil && m.From != rules.NoCell {
		return m.From
	}
	l.ArgError(2, show(lua.LString(name))+" is no cell of the board")
	return rules.NoCell
}

// at returns the owner and the number of pieces or seeds.
func (s *sandbox) at(l *lua.LState, p rules.Position) int {
	c := s.cell(l)
	x := p.At(c)
	if home := s.rules.Board().Home; home != nil {
		x.Owner = home[c]
	}
	pushSeat(l, x.Owner)
	l.Push(lua.LNumber(x.Count))
	return 2
}

func (s *sandbox) cellList(l *lua.LState, _ rules.Position) int {
	t := l.NewTable()
	budgetOf(l).step(len(s.rules.Board().Cells))
	for _, c := range s.rules.Board().Cells {
		t.Append(lua.LString(c.Label))
	}
	l.Push(t)
	return 1
}

// size returns the numbers of columns and rows.
func (s *sandbox) size(l *lua.LState, _ rules.Position) int {
	cols, rows := 0, 0
	for _, c := range s.rules.Board().Cells {
		cols, rows = max(cols, c.Col+1), max(rows, c.Row+1)
	}
	l.Push(lua.LNumber(cols))
	l.Push(lua.LNumber(rows))
	return 2
}

// neighbours returns the cells next to a cell in all directions, each once.
func (s *sandbox) neighbours(l *lua.LState, _ rules.Position) int {
	b := s.rules.Board()
	c := s.cell(l)
	seen := map[rules.Cell]bool{c: true, rules.NoCell: true}
	t := l.NewTable()
	for _, links := range b.Step {
		if n := links[c].Cell; !seen[n] {
			seen[n] = true
			t.Append(lua.LString(b.Cells[n].Label))
		}
	}
	l.Push(t)
	return 1
}

// play returns the position after a move. A move that is not legal is an error.
func (s *sandbox) play(l *lua.LState, p rules.Position) int {
	name := l.CheckString(2)
	m, err := s.rules.ParseMove(clean(name, 60))
	if err == nil {
		p, err = p.Play(m)
	}
	if err != nil {
		l.RaiseError("%s", "the move "+show(lua.LString(name))+" cannot be played: "+err.Error())
	}
	s.nodes++
	budgetOf(l).step(len(s.rules.Board().Cells))
	l.Push(s.position(p))
	return 1
}

func over(l *lua.LState, p rules.Position) int {
	l.Push(lua.LBool(p.Result().Over))
	return 1
}

// winners returns the seats that have won.
func (s *sandbox) winners(l *lua.LState, p rules.Position) int {
	t := l.NewTable()
	for w := range p.Result().Winners.All() {
		t.Append(lua.LNumber(w + 1))
	}
	l.Push(t)
	return 1
}

// score returns what a seat has counted; nil in games that count nothing.
func (s *sandbox) score(l *lua.LState, p rules.Position) int {
	seat := l.CheckInt(2)
	if seat < 1 || seat > s.rules.Players() {
		l.ArgError(2, "there is no such seat")
	}
	if p, ok := p.(rules.Scorer); ok {
		l.Push(lua.LNumber(p.Score(rules.Player(seat - 1))))
		return 1
	}
	l.Push(lua.LNil)
	return 1
}

func asText(l *lua.LState, p rules.Position) int {
	l.Push(lua.LString(p.String()))
	return 1
}
