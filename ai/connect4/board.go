package connect4

import (
	"boardstudio/rules"
	"boardstudio/rules/line"
	"boardstudio/text/msg"
)

// optionsOf returns the options of r, or nil if the engine does not play it.
func optionsOf(r rules.Rules) *line.Options {
	lr, ok := r.(*line.Rules)
	if !ok {
		return nil
	}
	o := lr.Options()
	if !o.Drop || o.Players != 2 || o.Misere || o.Exact != 0 || o.Adjacent || o.DoubleThree != "allowed" || o.Renju || o.Breakable ||
		o.Topology != "plane" && o.Topology != "cylinder" || o.Cols*(o.Rows+1) > 128 || o.Cols > maxWideCols || o.Rows > 63 || o.K < 3 {
		return nil
	}
	return &o
}

// plays implements ai.Kind.Plays.
func plays(r rules.Rules) error {
	if optionsOf(r) == nil {
		return msg.Errorf("it only plays games of two players in which pieces fall and rows of three or more win, on planes and cylinders of at most 128 cells (counting one extra cell per column)")
	}
	return nil
}

// searcher is a solver for boards of any size.
type searcher interface {
	// begin prepares a search. It clears 1<<size slots of the table for use, or does not use the
	// table if size is 0. It returns false if stop, which may be nil, interrupts it.
	begin(t *table, size int, stop func() bool) bool
	// wins reports whether a move in a column, which must not be full, wins at once.
	wins(p position, col int) bool
	canWin(p position) bool
	// window searches a position that is not over. It returns a lower bound of the value that is
	// greater than alpha, or an upper bound that is not.
	window(p position, alpha int) int
	// narrow narrows b to the value of a position that is not over.
	narrow(p position, b *bounds)
	// guess searches to a limited depth, for a value between alpha and beta.
	guess(p position, depth, alpha, beta int) int
	// tableMove returns the column of the best move stored in the table for a position searched by
	// guess.
	tableMove(p position) (int, bool)
	// solvable reports whether positions with left empty cells are worth solving.
	solvable(left int) bool
	state() *state
	geometry() *grid
}

// booked is a searcher with a book.
type booked interface {
	// bookValue returns the value of a position in the book.
	bookValue(p position) (int, bool)
}

// threaded is a searcher that can use several threads.
type threaded interface {
	// useTwoThreads enables solving on two threads.
	useTwoThreads()
}

// newSearcher returns the solver for a board, compiled for its column height if possible.
func newSearcher(o *line.Options) searcher {
	g := newGrid(o.Rows, o.Cols, o.K, o.Topology == "cylinder")
	if o.Cols*(o.Rows+1) > 64 || o.Cols > maxCols {
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

// narrow adapts a solver of one-word boards to searcher.
type narrow[H heights] struct{ *solver[H] }

func newNarrow[H heights](g *grid) narrow[H] {
	return narrow[H]{&solver[H]{shape: newShape(g)}}
}

func (n narrow[H]) at(p position) narrowPos { return narrowPos{p.me.lo, p.opp.lo} }

func (n narrow[H]) wins(p position, col int) bool {
	return n.winning(n.at(p))&n.col(col) != 0
}
func (n narrow[H]) canWin(p position) bool           { return n.winning(n.at(p)) != 0 }
func (n narrow[H]) window(p position, alpha int) int { return n.solver.window(n.at(p), alpha) }
func (n narrow[H]) narrow(p position, b *bounds)     { n.solver.narrow(n.at(p), b) }
func (n narrow[H]) bookValue(p position) (int, bool) { return n.solver.bookValue(n.at(p)) }
func (n narrow[H]) tableMove(position) (int, bool)   { return 0, false }
func (n narrow[H]) solvable(int) bool                { return true }
func (n narrow[H]) guess(p position, depth, alpha, beta int) int {
	return n.solver.guess(n.at(p), depth, alpha, beta)
}
