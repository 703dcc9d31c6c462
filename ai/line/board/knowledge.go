package board

import (
	"boardstudio/ai"
	"boardstudio/rules"
)

// knowledge contains the properties of a game and the scores of its tuples.
type knowledge struct {
	// plain is true if the board itself can determine legality and the winner.
	plain bool
	// forcing is true if completing a row wins at once, so that such threats must be stopped.
	forcing bool
	// sure is the set of players who certainly win by threatening to complete two rows, because no
	// capture can break the rows and no rule forbids them.
	sure  rules.Players
	wide  int
	tempo int32 // bonus on the tuples of the player to move, in eighths
	// cell[n] is the value of a tuple with n symbols of one player for its empty cells. row[n] is
	// the score of such a tuple for that player.
	cell, row []int32
	pair      []int32 // score of n captured pairs
}

// Values by the number of missing symbols: of a tuple for its empty cells, and for its owner. They
// were tuned by playing games.
var (
	cellWorth = []int32{0, 4000, 300, 50, 10, 3, 2}
	rowWorth  = []int32{2000, 500, 140, 30, 3, 1, 1}
)

func newKnowledge(t *Tables) *knowledge {
	o, k := &t.Options, t.Options.K
	flat := o.Topology == "plane"
	e := &knowledge{
		plain: !o.Breakable && o.DoubleThree == "allowed" && !o.Renju &&
			(o.Exact == 0 || flat && o.Captures == 0) && !(o.Adjacent && o.Drop),
		forcing: !o.Breakable && !o.Misere && o.DoubleThree == "allowed" && o.Players == 2 && (o.Exact == 0 || flat),
		wide:    16, tempo: 2,
		cell: make([]int32, k+1), row: make([]int32, k+1),
	}
	switch {
	case !e.forcing || o.Captures > 0 || o.Drop || o.Adjacent:
	case e.plain:
		e.sure = rules.Of(0, 1)
	case o.Renju:
		e.sure = rules.Of(1)
	}
	for n := range k + 1 {
		i := min(k-n, len(cellWorth)-1)
		e.cell[n], e.row[n] = cellWorth[i], rowWorth[i]
	}
	e.cell[0] = 1
	e.row[0] = 0
	for n := range 257 {
		e.pair = append(e.pair, int32(n*n*40+n*60))
	}
	return e
}

// MaxTuple is the maximum row length supported by Board.
const MaxTuple = 100

// Maker returns a function that makes boards for r. It returns nil if r is not an alignment game or
// its rows are too long. The tables are built once, by Maker.
func Maker(r rules.Rules) func(q ai.Request) *Board {
	t := NewTables(r)
	if t == nil || t.Options.K > MaxTuple {
		return nil
	}
	k := newKnowledge(t)
	return func(q ai.Request) *Board { return newBoard(t, k, q) }
}
