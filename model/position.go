package model

import (
	"boardstudio/msg"
	"boardstudio/rules"
)

// limits bound the positions that a tree keeps at checkpoints: enough that a jump
// costs few moves, and never so many that they weigh more than the tree.
type limits struct {
	places int // checkpoints kept in a tree of any size
	share  int // a tree of more nodes than share*places has one for so many nodes
	// apart is how many levels there are from one to the next on a line, at most
	// once Validate or Warm has gone through the tree.
	apart int
	walk  int // the largest branch that is gone through to forget what is known of it
	open  int // the number of positions that Validate keeps to return to
	turn  int // nodes of a branch that a step in pieces visits between two questions
	dense int // the largest tree in which they are apart; they are twice as far in one of up to four times the size, and so on
	alone int // the largest tree that Validate goes through alone
	piece int // nodes that each goroutine visits for itself before it looks whether the others have some
}

var usual = limits{
	places: 8192, share: 16, apart: 32, walk: 16384, open: 16384, turn: 4096,
	dense: 500_000, alone: 2000, piece: 256,
}

// place is what is known about where a node stands.
type place struct {
	pos   rules.Position // nil when err is set
	err   *NodeError     // names the illegal node
	ply   int32          // as Node.Ply
	depth int32          // nodes above
	dist  int32          // nodes since the last set-up
}

// NodeError says why the move or set-up of a node is illegal.
type NodeError struct {
	Node *Node
	Ply  int
	Move string // its notation or its text, "" for a set-up
	Err  error
}

// Error returns the English message.
func (e *NodeError) Error() string { return e.Unwrap().Error() }

// Unwrap returns the whole message as a *msg.Error, which in turn unwraps to Err.
func (e *NodeError) Unwrap() error {
	switch {
	case e.Move != "":
		return msg.Errorf("move %d (%s): %v", e.Ply, e.Move, e.Err)
	case e.Ply > 0:
		return msg.Errorf("position after move %d: %v", e.Ply, e.Err)
	}
	return msg.Errorf("start position: %v", e.Err)
}

// moveText returns the notation of n's move.
func (t *Tree) moveText(n *Node) string {
	if n.kind() != isMove {
		return n.Raw()
	}
	return t.format(n.move)
}

// format returns the notation of m. A decoder can have added a move with cells
// that the board lacks; rules need not cope with those.
func (t *Tree) format(m rules.Move) string {
	cells := rules.Cell(len(t.rules.Board().Cells))
	if m.From < rules.NoCell || m.To < rules.NoCell || m.From >= cells || m.To >= cells {
		return "?"
	}
	return t.rules.FormatMove(m)
}

func notHere() error { return msg.Errorf("the position is not in this game tree") }

// base returns the place of the root or a set-up node, of which only the ply and
// the depth are known.
func (t *Tree) base(n *Node, at place) place {
	at = place{ply: at.ply, depth: at.depth}
	if n.text() == "" {
		at.pos = t.rules.Start()
		return at
	}
	pos, err := t.rules.Parse(n.text())
	if err != nil {
		at.err = &NodeError{Node: n, Ply: int(at.ply), Err: err}
		return at
	}
	at.pos = pos
	return at
}

// step returns the place of n, a child of the node at p.
func (t *Tree) step(p place, n *Node) place {
	p.depth++
	if n.kind() == isSetup {
		return t.base(n, p)
	}
	p.ply++
	p.dist++
	if p.err != nil {
		return p
	}
	var err error
	if n.kind() == isRaw {
		err = msg.Errorf("the move could not be read")
	} else {
		p.pos, err = p.pos.Play(n.move)
	}
	if err != nil {
		p.pos = nil
		p.err = &NodeError{Node: n, Ply: int(p.ply), Move: t.moveText(n), Err: err}
	}
	return p
}

// kept returns the place of n if it is kept.
func (t *Tree) kept(n *Node) (p place, ok bool) {
	if n == t.last {
		return t.lastAt, true
	}
	if n.mark&markKept == 0 {
		return place{}, false
	}
	p, ok = t.places[n]
	if !ok {
		n.setMark(n.mark &^ markKept) // it was forgotten with all others
	}
	return p, ok
}

// level returns a place of which only the ply and the depth of n are known. It
// takes a step for each node up to the nearest checkpoint, and returns how many.
func (t *Tree) level(n *Node) (at place, steps int) {
	for m := n; ; m = m.parent {
		if p, ok := t.kept(m); ok {
			at.ply += p.ply
			at.depth += p.depth
			return at, steps
		}
		if m == t.root {
			return at, steps
		}
		if m.counts() {
			at.ply++
		}
		at.depth++
		steps++
	}
}

// Ply returns the same as n.Ply, which must be in the tree, in a few steps where
// Validate or Warm has gone through it.
func (t *Tree) Ply(n *Node) int {
	at, _ := t.level(n)
	return int(at.ply)
}

// locate returns the place of n; the error is set only when n is not in the
// tree. It plays from the nearest node above that is known.
func (t *Tree) locate(n *Node) (place, error) {
	if !t.Contains(n) {
		return place{}, notHere()
	}
	path := t.path[:0]
	var p place
	for m := n; ; m = m.parent {
		var ok bool
		if p, ok = t.kept(m); ok {
			break
		}
		if m == t.root || m.kind() == isSetup {
			at, steps := t.level(m)
			if p = t.base(m, at); steps > 2*t.gap() {
				t.remember(m, p)
			} else {
				t.arrive(m, p)
			}
			break
		}
		path = append(path, m)
	}
	for i := len(path) - 1; i >= 0; i-- {
		p = t.step(p, path[i])
		t.arrive(path[i], p)
	}
	clear(path)
	if cap(path) <= 1<<16 {
		t.path = path[:0]
	}
	t.last, t.lastAt = n, p
	return p, nil
}

// arrive makes n a checkpoint when it is on a level that has them.
func (t *Tree) arrive(n *Node, p place) {
	if int(p.depth)%t.gap() == t.residue {
		t.remember(n, p)
	}
}

// remember makes n a checkpoint. When there are too many every second one goes.
func (t *Tree) remember(n *Node, p place) {
	if len(t.places) >= max(t.limits.places, t.len/t.limits.share) {
		drop := false
		for m := range t.places {
			if drop = !drop; drop {
				delete(t.places, m)
			}
		}
	}
	t.places[n] = p
	n.setMark(n.mark | markKept)
}

// forget drops what is known about the places of n and all below. Of a large
// branch that costs more than to find again what else is known.
func (t *Tree) forget(n *Node) {
	size := 0
	for m := n; m != nil; m = m.after(n) {
		if size++; size > t.limits.walk {
			t.forgetAll()
			return
		}
		t.forgetOne(m)
	}
}

func (t *Tree) forgetAll() {
	t.places = map[*Node]place{} // in one step, which deleting is not
	t.last, t.lastAt = nil, place{}
	t.warmth = warming{}
}

func (t *Tree) forgetOne(n *Node) {
	if n.mark&markKept != 0 {
		n.setMark(n.mark &^ markKept)
		delete(t.places, n)
		t.warmth = warming{}
	}
	if n == t.last {
		t.last, t.lastAt = nil, place{}
	}
}

// Position returns the position at n. The error is a *NodeError when n or a node
// above it, down from the last set-up, is illegal; it names the first such
// node. To step forward costs one Play, to jump about at most some 32 where Validate,
// Warm or Position went before, and elsewhere one for each node since the last set-up.
func (t *Tree) Position(n *Node) (rules.Position, error) {
	p, err := t.locate(n)
	switch {
	case err != nil:
		return nil, err
	case p.err != nil:
		return nil, p.err
	}
	return p.pos, nil
}

// Start returns the last set-up position at or above n, or the start of the
// game, and the moves from there to n. It fails as Position does.
func (t *Tree) Start(n *Node) (start rules.Position, moves []rules.Move, err error) {
	p, err := t.locate(n)
	if err != nil {
		return nil, nil, err
	}
	if p.err != nil {
		return nil, nil, p.err
	}
	moves = make([]rules.Move, p.dist)
	for i := len(moves) - 1; i >= 0; i-- {
		moves[i] = n.move
		n = n.parent
	}
	b, ok := t.kept(n)
	if !ok {
		b = t.base(n, place{})
	}
	return b.pos, moves, nil
}
