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
		o.Topology != "plane" && o.Topology != "cylinder" || o.Cols*(o.Rows+1) > 64 || o.Cols > mostCols || o.K < 3 {
		return nil
	}
	return &o
}

// plays is ai.Kind.Plays.
func plays(r rules.Rules) error {
	if optionsOf(r) == nil {
		return msg.Errorf("it plays games of falling pieces for two in which a row of three or more wins, on flat boards and cylinders of up to 64 cells with one more in each column")
	}
	return nil
}

// seeker is a solver of boards of any height.
type seeker interface {
	// begin makes it use a table, 1<<size places of it, emptied, or none for size 0; false when stop, which may be nil, says yes before that is done.
	begin(t *table, size int, stop func() bool) bool
	// place converts a position; false when pieces hang in the air, as they can be set up.
	place(p rules.Position) (place, bool)
	winning(p place) uint64
	window(p place, alpha int) int
	narrow(p place, b *bounds)
	// doubled makes it solve on two threads.
	doubled()
	guess(p place, depth, alpha, beta int) int
	state() *state
	geometry() *shape
}

// newSeeker returns the solver that is compiled for the height of the columns, if there is one.
func newSeeker(o *line.Options) seeker {
	s := newShape(o.Rows, o.Cols, o.K, o.Topology == "cylinder")
	if o.K == 4 && !s.ring {
		switch o.Rows {
		case 4:
			return &solver[[5]struct{}]{shape: s}
		case 5:
			return &solver[[6]struct{}]{shape: s}
		case 6:
			return &solver[[7]struct{}]{shape: s}
		case 7:
			return &solver[[8]struct{}]{shape: s}
		case 8:
			return &solver[[9]struct{}]{shape: s}
		}
	}
	return &solver[[0]struct{}]{shape: s}
}

// place converts a position.
func (s *shape) place(p rules.Position) (place, bool) {
	var sets [2]uint64
	for c := range rules.Cell(s.cells) {
		if o := p.At(c).Owner; o != rules.NoPlayer {
			sets[o] |= s.bit(c)
		}
	}
	at := place{sets[0], sets[1]}
	if p.Turn() == 1 {
		at.me, at.opp = at.opp, at.me
	}
	all := at.me | at.opp
	return at, (all+s.floor)&all == 0
}
