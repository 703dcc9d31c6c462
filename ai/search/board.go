// Package search plays any game by looking ahead: alpha-beta with iterative
// deepening, a transposition table and ordered moves. It works on boards that
// are changed in place; a board made of rules.Position serves every game, and
// a family of games can bring a faster one that knows more.
package search

import (
	"boardstudio/ai"
	"boardstudio/rules"
)

// Board is a board of an engine's own, changed in place. It mentions only types
// of package rules, so a package need not import this one to offer a board.
type Board interface {
	// Turn returns the seat to move; what it says after the end does not matter.
	Turn() rules.Player
	// Over reports whether the game has ended, who has won (nobody in a draw),
	// and by how much in the unit of the game, 0 where nothing is counted.
	Over() (over bool, winners rules.Players, margin int)
	// Forced appends the moves to consider where all others are
	// known to be no better, because they lose at once or these win at once;
	// nothing where there is a choice. Searching them costs no depth.
	Forced(moves []rules.Move) []rules.Move
	// Moves appends candidates with an estimate of each for the mover, and
	// reports whether these are all the legal moves. A worth of 0 for each leaves
	// the order to the search.
	Moves(moves []rules.Move, worth []int32) ([]rules.Move, []int32, bool)
	// Rest appends the legal moves that Moves left out.
	Rest(moves []rules.Move) []rules.Move
	// Play makes a move that one of the lists named; it reports false and changes
	// nothing when the move turns out to be illegal.
	Play(m rules.Move) bool
	// Undo takes back the last move played.
	Undo()
	// Eval estimates, in hundredths of the game's unit, how much better off seat
	// p is than its opponents. It is cut at ±1<<24.
	Eval(p rules.Player) int
	// Hash is the same for the same position with the same seat to move.
	Hash() uint64
	// History hashes what of the past can matter within so many plies, 0 for nothing.
	History(plies int) uint64
	// Left bounds the number of moves, passes not counted, until the game must end.
	Left() int
	// Most is the largest margin a win can have: 0 where nothing is counted.
	Most() int
}

// Narrower is a Board whose Moves are too many to search them all.
type Narrower interface {
	// Wide is how many of them, those with the highest estimates, are searched; the others only if
	// all these lose.
	Wide() int
}

// Orderer is a Board that estimates moves at some cost, which pays only above the last ply.
type Orderer interface {
	// Order returns the moves that are to be searched there, with an estimate of each.
	Order(moves []rules.Move, worth []int32) ([]rules.Move, []int32)
}

// Racer is a Board that knows how far a win is.
type Racer interface {
	// Soonest returns the least number of plies in which the side to move can win,
	// and in which it can lose, whatever is played.
	Soonest() (win, loss int)
}

// Maker returns a board for the position that the request asks about, or nil
// when it has none for these rules or this history.
type Maker func(q ai.Request) Board

// maxPly bounds the length of a line; longer ones are judged by Eval.
const maxPly = 160

// Values of positions for the side to move, as the search handles them:
// estimates lie within ±maxEstimate; a proved win is won + margin<<plyBits -
// plies from the root, a proved loss its negative, and 0 is also a draw.
const (
	maxEstimate = 1 << 24
	won         = 1 << 26
	plyBits     = 10
	maxMargin   = 1<<14 - 1
	infinite    = 1 << 28
)

func proved(v int) bool { return v >= won-1<<plyBits || v <= -won+1<<plyBits }

// wonIn is the value of a win by margin at a distance of ply from the root.
func wonIn(margin, ply int) int {
	return won + min(max(margin, 0), maxMargin)<<plyBits - ply
}

// margin returns by how much a proved win or loss comes about, a loss as its negative.
func margin(v int) int {
	if v < 0 {
		return -margin(-v)
	}
	return (v - won + 1<<plyBits - 1) >> plyBits
}

// plies returns how far from the root a proved win or loss comes about.
func plies(v int) int {
	if v < 0 {
		v = -v
	}
	return -(v - won) & (1<<plyBits - 1)
}

// shift moves a proved value by some plies nearer to the root (by > 0) or
// farther from it; a table's values count from their own node.
func shift(v, by int) int {
	switch {
	case !proved(v):
		return v
	case v > 0:
		return v + by
	}
	return v - by
}

// score returns v as others see it. With more than two players the others
// are taken to play as one side, so only a win is certain.
func score(v, players int) ai.Score {
	switch {
	case v > 0 && proved(v):
		return ai.Score{Proved: true, Value: 1, Plies: plies(v)}
	case proved(v) && players == 2:
		return ai.Score{Proved: true, Value: -1, Plies: plies(v)}
	}
	return ai.Score{Value: float64(min(max(v, -maxEstimate), maxEstimate)) / 100}
}
