// Package search plays any game by looking ahead. It uses alpha-beta with iterative deepening, a
// transposition table and move ordering. It works on boards that are changed in place. A board
// based on rules.Position supports every game, and game families can provide faster boards with
// more knowledge.
package search

import (
	"boardstudio/ai"
	"boardstudio/rules"
)

// Board is a board for an engine, changed in place. It mentions only types of package rules, so a
// package can provide a board without importing package search.
type Board interface {
	// Turn returns the seat to move. The value after the end does not matter.
	Turn() rules.Player
	// Over reports whether the game has ended, the winners (none in a draw), and the margin in the
	// unit of the game. The margin is 0 in games without scores.
	Over() (over bool, winners rules.Players, margin int)
	// Forced appends the moves to consider if all others are certainly not better, because they
	// lose at once or these win at once. It appends nothing if there is a choice. Searching forced
	// moves does not reduce the remaining depth.
	Forced(moves []rules.Move) []rules.Move
	// Moves appends candidates with an estimate of each for the mover. It reports whether these are
	// all legal moves. If all estimates are 0, the search determines the order.
	Moves(moves []rules.Move, worth []int32) ([]rules.Move, []int32, bool)
	// Rest appends the legal moves that Moves omitted.
	Rest(moves []rules.Move) []rules.Move
	// Play makes a move from one of the lists. If the move turns out to be illegal, Play returns
	// false and changes nothing.
	Play(m rules.Move) bool
	// Undo takes back the last move played.
	Undo()
	// Eval estimates the advantage of seat p over its opponents in hundredths of the game's unit.
	// It is clipped to ±1<<24.
	Eval(p rules.Player) int
	// Hash returns a hash of the position and the seat to move.
	Hash() uint64
	// Left returns an upper bound on the number of moves, without passes, until the game ends.
	Left() int
}

// Scored is a Board of a game with scores.
type Scored interface {
	// Most returns the largest margin of a win. It is 0 if margins do not matter.
	Most() int
}

// Historian is a Board of a game in which earlier positions matter.
type Historian interface {
	// History returns a hash of the part of the history that can matter within the given number of
	// plies, or 0.
	History(plies int) uint64
}

// Selective is a Board with too many moves to search them all.
type Selective interface {
	// Width returns the number of candidates to search, in the order of their estimates. The others
	// are searched only if all of these lose.
	Width() int
}

// Orderer is a Board that can estimate moves at some cost, which is only worthwhile above the last
// ply.
type Orderer interface {
	// Order returns the moves to search there, with an estimate of each.
	Order(moves []rules.Move, worth []int32) ([]rules.Move, []int32)
}

// DistanceBounder is a Board that knows lower bounds on the distance of a win.
type DistanceBounder interface {
	// Soonest returns the least number of plies after which the side to move can win, and after
	// which it can lose, whatever is played.
	Soonest() (win, loss int)
}

// Maker returns a board for the position of a request. It returns nil if it does not support the
// rules or the history.
type Maker func(q ai.Request) Board

// most returns the largest margin of a win on b, or 0 in games without scores.
func most(b Board) int {
	if s, ok := b.(Scored); ok {
		return s.Most()
	}
	return 0
}

// pastOf returns the hash of the history of b that can matter within the given number of plies. It
// returns 0 if b is nil.
func pastOf(b Historian, plies int) uint64 {
	if b == nil {
		return 0
	}
	return b.History(plies)
}

// maxPly is the largest length of a line. Longer ones are evaluated by Eval.
const maxPly = 160

// Values of positions for the side to move. Estimates stay within ±maxEstimate. A proved win is won
// + margin<<plyBits - plies from the root, and a proved loss is its negative. 0 may also be a draw.
const (
	maxEstimate = 1 << 24
	won         = 1 << 26
	plyBits     = 10
	maxMargin   = 1<<14 - 1
	infinite    = 1 << 28
)

func proved(v int) bool { return v >= won-1<<plyBits || v <= -won+1<<plyBits }

// wonIn returns the value of a win by margin at a distance of ply from the root.
func wonIn(margin, ply int) int {
	return won + min(max(margin, 0), maxMargin)<<plyBits - ply
}

// margin returns the margin of a proved win or loss. It is negative for a loss.
func margin(v int) int {
	if v < 0 {
		return -margin(-v)
	}
	return (v - won + 1<<plyBits - 1) >> plyBits
}

// plies returns the distance of a proved win or loss from the root.
func plies(v int) int {
	if v < 0 {
		v = -v
	}
	return -(v - won) & (1<<plyBits - 1)
}

// shift moves a proved value by plies nearer to the root (by > 0) or farther from it. Values in the
// table count from their own node.
func shift(v, by int) int {
	switch {
	case !proved(v):
		return v
	case v > 0:
		return v + by
	}
	return v - by
}

// score returns v as an ai.Score. With more than two players, the opponents are assumed to play as
// one side, so only a win is certain.
func score(v, players int) ai.Score {
	switch {
	case v > 0 && proved(v):
		return ai.Score{Proved: true, Value: 1, Plies: plies(v)}
	case proved(v) && players == 2:
		return ai.Score{Proved: true, Value: -1, Plies: plies(v)}
	}
	return ai.Score{Value: float64(min(max(v, -maxEstimate), maxEstimate)) / 100}
}
