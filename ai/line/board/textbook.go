package board

import (
	"boardstudio/ai"
	"boardstudio/rules"
)

// Points of a row of k cells in the evaluation of textbooks, for the only player who has symbols in it.
const (
	pointsOne  = 10
	pointsMore = 30
)

// Textbook is a Board that evaluates positions as textbooks do: by the rows of k cells that only
// one player has symbols in.
type Textbook struct{ *Board }

// TextbookMaker returns a function that makes boards for r. It returns nil if r is not an alignment
// game or its rows are too long.
func TextbookMaker(r rules.Rules) func(q ai.Request) *Textbook {
	maker := Maker(r)
	if maker == nil {
		return nil
	}
	return func(q ai.Request) *Textbook {
		b := maker(q)
		if b == nil {
			return nil
		}
		return &Textbook{b}
	}
}

// Eval returns the points of the rows of p minus the points of the other players; if a row loses the game, the reverse.
func (b *Textbook) Eval(p rules.Player) int {
	sum := 0
	for t, who := range b.who {
		if who < 0 { // empty or mixed
			continue
		}
		points := pointsMore
		if b.total[t] == 1 {
			points = pointsOne
		}
		if (rules.Player(who) == p) == b.Options.Misere {
			points = -points
		}
		sum += points
	}
	return sum
}

// Pieces returns the number of symbols on the board.
func (b *Textbook) Pieces() int { return b.stones }
