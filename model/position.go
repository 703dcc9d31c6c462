package model

import "boardstudio/rules"

// limits bound the positions that a tree keeps at checkpoints: enough that a jump
// costs few moves, and never so many that they weigh more than the tree.
type limits struct {
	places int // checkpoints kept
	apart  int // moves from one to the next, at least
	// walk is the most checkpoints that one walk down a long line leaves: there
	// they stand further apart, and later walks between two of them add more.
	walk int
	// open is the number of positions that Validate keeps to return to.
	open int
}

var usual = limits{places: 8192, apart: 32, walk: 1024, open: 16384}

// place is what is known about where a node stands.
type place struct {
	pos  rules.Position // nil when err is set
	err  *NodeError     // names the node that does not play
	ply  int32          // as Node.Ply
	dist int32          // nodes since the last set-up
}

// NodeError says why a node does not play.
type NodeError struct {
	Node *Node
	Ply  int
	Move string // its notation or its text, "" for a set-up
	Err  error
}

// Error returns the English message.
func (e *NodeError) Error() string { return e.Unwrap().Error() }

// Unwrap returns the whole message as a *rules.Error, which in turn unwraps to Err.
func (e *NodeError) Unwrap() error {
	switch {
	case e.Move != "":
		return rules.Errorf("move %d (%s): %v", e.Ply, e.Move, e.Err)
	case e.Ply > 0:
		return rules.Errorf("position after move %d: %v", e.Ply, e.Err)
	}
	return rules.Errorf("start position: %v", e.Err)
}

// moveText returns the notation of n's move. A decoder can have added a move
// with cells that the board lacks; rules need not cope with those.
func (t *Tree) moveText(n *Node) string {
	if n.kind() != isMove {
		return n.Raw()
	}
	m, cells := n.move, rules.Cell(len(t.rules.Board().Cells))
	if m.From < rules.NoCell || m.To < rules.NoCell || m.From >= cells || m.To >= cells {
		return "?"
	}
	return t.rules.FormatMove(m)
}

func notHere() error { return rules.Errorf("the place is not in this game tree") }

// base returns the place of the root or a set-up node.
func (t *Tree) base(n *Node, ply int32) place {
	if n.extra.text == "" {
		return place{pos: t.rules.Start(), ply: ply}
	}
	pos, err := t.rules.Parse(n.extra.text)
	if err != nil {
		return place{err: &NodeError{Node: n, Ply: int(ply), Err: err}, ply: ply}
	}
	return place{pos: pos, ply: ply}
}

// step returns the place of n, a child of the node at p.
func (t *Tree) step(p place, n *Node) place {
	if n.kind() == isSetup {
		return t.base(n, p.ply)
	}
	p.ply++
	p.dist++
	if p.err != nil {
		return p
	}
	var err error
	if n.kind() == isRaw {
		err = rules.Errorf("the move could not be read")
	} else {
		p.pos, err = p.pos.Play(n.move)
	}
	if err != nil {
		p.pos = nil
		p.err = &NodeError{Node: n, Ply: int(p.ply), Move: t.moveText(n), Err: err}
	}
	return p
}

// locate returns the place of n; the error is set only when n is not in the
// tree. It plays from the nearest node above that is known.
func (t *Tree) locate(n *Node) (place, error) {
	path := t.path[:0]
	var p place
	for m := n; ; m = m.parent {
		if m == nil {
			clear(path)
			return place{}, notHere()
		}
		if m == t.last {
			p = t.lastAt
			break
		}
		var ok bool
		if p, ok = t.places[m]; ok {
			break
		}
		if m == t.root || m.kind() == isSetup && t.Contains(m) {
			p = t.base(m, int32(m.Ply()))
			t.remember(m, p)
			break
		}
		path = append(path, m)
	}
	apart := max(t.limits.apart, len(path)/t.limits.walk)
	for i := len(path) - 1; i >= 0; i-- {
		p = t.step(p, path[i])
		t.arrive(path[i], p, apart)
	}
	clear(path)
	if cap(path) <= 1<<16 {
		t.path = path[:0]
	}
	t.last, t.lastAt = n, p
	return p, nil
}

// arrive makes n a checkpoint when it is so many nodes apart from the others.
func (t *Tree) arrive(n *Node, p place, apart int) {
	if int(p.dist)%apart == 0 {
		t.remember(n, p)
	}
}

// remember makes n a checkpoint. When there are too many every second one goes.
func (t *Tree) remember(n *Node, p place) {
	if len(t.places) >= t.limits.places {
		drop := false
		for m := range t.places {
			if drop = !drop; drop {
				delete(t.places, m)
			}
		}
	}
	t.places[n] = p
}

// forget drops what is known about the places of n and all below, and returns
// how many nodes that is.
func (t *Tree) forget(n *Node) (size int) {
	for m := n; m != nil; m = m.after(n) {
		if size++; size > t.limits.places {
			continue // cheaper to forget everything
		}
		delete(t.places, m)
		if m == t.last {
			t.last, t.lastAt = nil, place{}
		}
	}
	if size > t.limits.places {
		clear(t.places)
		t.last, t.lastAt = nil, place{}
	}
	return size
}

// Position returns the position at n. The error is a *NodeError when n or a node
// above it, down from the last set-up, does not play; it names the first such
// node. To step forward costs one Play, to jump about some 32 on lines walked
// before, and on others one for each node since the last set-up.
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
	b, ok := t.places[n]
	if !ok {
		b = t.base(n, 0)
	}
	return b.pos, moves, nil
}

// Validate plays every line and returns the nodes that do not play, in the
// order of All, as *NodeError: at most limit of them, all when it is negative. What
// follows such a node is not reported again. It costs one Play for each node, and
// leaves checkpoints for Position.
func (t *Tree) Validate(limit int) []error {
	return t.ValidateWhile(limit, func(int) bool { return true })
}

// ValidateWhile is Validate that asks on, with the number of nodes played so far,
// before each 1024 of them, and leaves off when the answer is false.
func (t *Tree) ValidateWhile(limit int, on func(played int) bool) []error {
	var errs []error
	played := 0
	apart := max(t.limits.apart, 2*t.len/t.limits.places)
	for n, p := range t.walk(t.root, t.root) {
		if played%1024 == 0 && !on(played) {
			break
		}
		played++
		if p.err != nil && p.err.Node == n && (limit < 0 || len(errs) < limit) {
			errs = append(errs, p.err)
		}
		if len(t.places) < t.limits.places {
			t.arrive(n, p, apart)
		}
	}
	return errs
}
