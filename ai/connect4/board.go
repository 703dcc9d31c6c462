package connect4

import (
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/rules/line"
)

// optionsOf returns the options of a game that the engine plays, or nil.
func optionsOf(r rules.Rules) *line.Options {
	lr, ok := r.(*line.Rules)
	if !ok {
		return nil
	}
	o := lr.Options()
	if !o.Drop || o.Players != 2 || o.Misere || o.Exact != 0 || o.Adjacent || o.DoubleThree != "allowed" || o.Renju || o.Breakable ||
		o.Topology != "plane" && o.Topology != "cylinder" || o.Cols*(o.Rows+1) > 128 || o.Cols > mostWide || o.Rows > 63 || o.K < 3 {
		return nil
	}
	return &o
}

// plays is ai.Kind.Plays.
func plays(r rules.Rules) error {
	if optionsOf(r) == nil {
		return msg.Errorf("it plays games of falling pieces for two in which a row of three or more wins, on flat boards and cylinders of up to 128 cells with one more in each column")
	}
	return nil
}

// seeker is a solver of boards of any size.
type seeker interface {
	// begin makes it use a table, 1<<size places of it, emptied, or none for size 0; false when stop, which may be nil, says yes before that is done.
	begin(t *table, size int, stop func() bool) bool
	// wins reports whether a move in a column that is not full wins at once.
	wins(p position, col int) bool
	canWin(p position) bool
	// window searches a position that is not over: it returns a lower bound of its value that is greater than alpha, or an upper bound that is not.
	window(p position, alpha int) int
	// narrow narrows b down to the value of a position that is not over.
	narrow(p position, b *bounds)
	// guess searches to a depth, for a value between alpha and beta.
	guess(p position, depth, alpha, beta int) int
	// remembered returns the column of the best move of a position that a guess has come across.
	remembered(p position) (int, bool)
	// opening returns what the book says.
	opening(p position) (int, bool)
	// solvable reports whether solving a position with so many empty cells is worth trying.
	solvable(left int) bool
	// doubled makes it solve on two threads.
	doubled()
	state() *state
	geometry() *grid
}

// newSeeker returns the solver for a board; the one that is compiled for the height of the columns, if there is one.
func newSeeker(o *line.Options) seeker {
	g := newGrid(o.Rows, o.Cols, o.K, o.Topology == "cylinder")
	if o.Cols*(o.Rows+1) > 64 || o.Cols > mostCols {
		return newWide(g)
	}
	if o.K == 4 && !g.ring {
		switch o.Rows {
		case 4:
			return newNarrow[[5]struct{}](g)
		case 5:
			return newNarrow[[6]struct{}](g)
		case 6:
			return newNarrow[[7]struct{}](g)
		case 7:
			return newNarrow[[8]struct{}](g)
		case 8:
			return newNarrow[[9]struct{}](g)
		}
	}
	return newNarrow[[0]struct{}](g)
}

// narrow is a solver of boards of one word as a seeker.
type narrow[H heights] struct{ *solver[H] }

func newNarrow[H heights](g *grid) narrow[H] {
	return narrow[H]{&solver[H]{shape: newShape(g)}}
}

func (n narrow[H]) at(p position) place { return place{p.me.lo, p.opp.lo} }

func (n narrow[H]) wins(p position, col int) bool {
	return n.winning(n.at(p))&n.col(col) != 0
}
func (n narrow[H]) canWin(p position) bool           { return n.winning(n.at(p)) != 0 }
func (n narrow[H]) window(p position, alpha int) int { return n.solver.window(n.at(p), alpha) }
func (n narrow[H]) narrow(p position, b *bounds)     { n.solver.narrow(n.at(p), b) }
func (n narrow[H]) opening(p position) (int, bool)   { return n.solver.opening(n.at(p)) }
func (n narrow[H]) remembered(position) (int, bool)  { return 0, false }
func (n narrow[H]) solvable(int) bool                { return true }
func (n narrow[H]) guess(p position, depth, alpha, beta int) int {
	return n.solver.guess(n.at(p), depth, alpha, beta)
}
