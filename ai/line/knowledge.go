package line

import (
	"boardstudio/ai"
	"boardstudio/rules"
)

// knowledge is how a board scores tuples.
type knowledge struct {
	// plain says that the board decides by itself what is legal and who wins.
	plain bool
	// forcing says that completing a row wins at once, so that one about to be
	// completed must be prevented.
	forcing bool
	// sure holds the players who win for certain with a symbol that threatens to
	// complete two rows, as no capture can break them and no rule forbids it.
	sure  rules.Players
	wide  int
	tempo int32 // how much more the tuples of the player to move count, in eighths
	// cell[n] is what an empty cell gains from a tuple with n symbols of one
	// player, row[n] the score of such a tuple for that player.
	cell, row []int32
	pair      []int32 // the score of so many captured pairs
}

// The score of a tuple by how many symbols it still lacks: for a cell that it
// contains, and for the player who owns it. The values were found by playing.
var (
	cellWorth = []int32{0, 4000, 300, 50, 10, 3, 2}
	rowWorth  = []int32{2000, 500, 140, 30, 3, 1, 1}
)

func know(t *tables) *knowledge {
	o, k := &t.opt, t.opt.K
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

// maxTuple bounds the length of a row on a Board.
const maxTuple = 100

// Maker prepares boards for the rules, or returns nil when it knows no better
// than positions of the rules themselves. The tables are built once, here.
func Maker(r rules.Rules) func(q ai.Request) *Board {
	t := newTables(r)
	if t == nil || t.opt.K > maxTuple {
		return nil
	}
	k := know(t)
	return func(q ai.Request) *Board { return newBoard(t, k, q) }
}
