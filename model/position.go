package model

import (
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// limits configures the cache of positions. It must be dense enough that a jump plays few moves,
// but must not outweigh the tree.
type limits struct {
	checkpoints int // number of checkpoints allowed in any tree
	ratio       int // in larger trees, one checkpoint is allowed per ratio nodes
	// spacing is the maximum number of levels between two checkpoints of a line, after Validate or Prefetch.
	spacing   int
	forgetMax int // the largest branch that is searched for checkpoints to drop
	openMax   int // the number of positions that a walk stores to return to
	batch     int // nodes of a branch that a PendingStep visits between two calls of pause
	denseMax  int // the largest tree with this spacing; the spacing doubles for each factor of four above that
	serialMax int // the largest tree that Validate visits with one goroutine
	pollNodes int // nodes that a goroutine visits before it checks whether others are idle
}

var defaultLimits = limits{
	checkpoints: 8192, ratio: 16, spacing: 32, forgetMax: 16384, openMax: 16384, batch: 4096,
	denseMax: 500_000, serialMax: 2000, pollNodes: 256,
}

// nodeState is the state of the game at a node.
type nodeState struct {
	pos   rules.Position // nil if err is set
	err   *NodeError     // the error of the first illegal node above or at the node
	ply   int32          // as Node.Ply
	depth int32          // number of nodes above
	dist  int32          // number of nodes since the last set-up
}

// NodeError reports why the move or set-up of a node is illegal.
type NodeError struct {
	Node *Node
	Ply  int
	Move string // notation of the move, or the text of an unreadable move; "" for a set-up
	Err  error
}

// Error returns the English message.
func (e *NodeError) Error() string { return e.Unwrap().Error() }

// Unwrap returns the complete message as a *msg.Error, which unwraps to Err.
func (e *NodeError) Unwrap() error {
	switch {
	case e.Move != "":
		return msg.Errorf("move %d (%s): %v", e.Ply, e.Move, e.Err)
	case e.Ply > 0:
		return msg.Errorf("position after move %d: %v", e.Ply, e.Err)
	}
	return msg.Errorf("start position: %v", e.Err)
}

func (t *Tree) moveText(n *Node) string {
	if n.kind() != isMove {
		return n.Raw()
	}
	return t.format(n.move)
}

// format returns the notation of m. It returns "?" for cells outside the board: decoders may add
// such moves, and FormatMove need not handle them.
func (t *Tree) format(m rules.Move) string {
	cells := rules.Cell(len(t.rules.Board().Cells))
	if m.From < rules.NoCell || m.To < rules.NoCell || m.From >= cells || m.To >= cells {
		return "?"
	}
	return t.rules.FormatMove(m)
}

func notInTree() error { return msg.Errorf("the position is not in this game tree") }

// setupState returns the state of the root or a set-up node. Only the ply and depth of at are used.
func (t *Tree) setupState(n *Node, at nodeState) nodeState {
	at = nodeState{ply: at.ply, depth: at.depth}
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

// childState returns the state of n, a child of the node with state p.
func (t *Tree) childState(p nodeState, n *Node) nodeState {
	p.depth++
	if n.kind() == isSetup {
		return t.setupState(n, p)
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

// cached returns the state of n if it is cached.
func (t *Tree) cached(n *Node) (p nodeState, ok bool) {
	if n == t.last {
		return t.lastState, true
	}
	if n.mark&markCheckpoint == 0 {
		return nodeState{}, false
	}
	p, ok = t.checkpoints[n]
	if !ok {
		n.setMark(n.mark &^ markCheckpoint) // dropped together with all other checkpoints
	}
	return p, ok
}

// plyAndDepth returns a state with only the ply and depth of n, and the number of steps it took. It
// costs a step per node up to the nearest checkpoint.
func (t *Tree) plyAndDepth(n *Node) (at nodeState, steps int) {
	for m := n; ; m = m.parent {
		if p, ok := t.cached(m); ok {
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

// Ply returns n.Ply for a node of this tree. It costs only a few steps after Validate or Prefetch.
func (t *Tree) Ply(n *Node) int {
	at, _ := t.plyAndDepth(n)
	return int(at.ply)
}

// locate returns the state of n. It plays the moves from the nearest node above with a cached
// state. It returns an error only if n is not in the tree.
func (t *Tree) locate(n *Node) (nodeState, error) {
	if !t.Contains(n) {
		return nodeState{}, notInTree()
	}
	path := t.path[:0]
	var p nodeState
	for m := n; ; m = m.parent {
		var ok bool
		if p, ok = t.cached(m); ok {
			break
		}
		if m == t.root || m.kind() == isSetup {
			at, steps := t.plyAndDepth(m)
			if p = t.setupState(m, at); steps > 2*t.gap() {
				t.addCheckpoint(m, p)
			} else {
				t.checkpointIfDue(m, p)
			}
			break
		}
		path = append(path, m)
	}
	for i := len(path) - 1; i >= 0; i-- {
		p = t.childState(p, path[i])
		t.checkpointIfDue(path[i], p)
	}
	clear(path)
	if cap(path) <= 1<<16 {
		t.path = path[:0]
	}
	t.last, t.lastState = n, p
	return p, nil
}

// checkpointIfDue makes n a checkpoint if it is on a checkpoint level.
func (t *Tree) checkpointIfDue(n *Node, p nodeState) {
	if int(p.depth)%t.gap() == t.residue {
		t.addCheckpoint(n, p)
	}
}

// addCheckpoint makes n a checkpoint. If there are too many, it drops every second one.
func (t *Tree) addCheckpoint(n *Node, p nodeState) {
	if len(t.checkpoints) >= max(t.limits.checkpoints, t.len/t.limits.ratio) {
		drop := false
		for m := range t.checkpoints {
			if drop = !drop; drop {
				delete(t.checkpoints, m)
			}
		}
	}
	t.checkpoints[n] = p
	n.setMark(n.mark | markCheckpoint)
}

// forget drops the cached states of the branch of n. If the branch is large, it drops all cached
// states, because that is cheaper.
func (t *Tree) forget(n *Node) {
	size := 0
	for m := n; m != nil; m = m.after(n) {
		if size++; size > t.limits.forgetMax {
			t.forgetAll()
			return
		}
		t.forgetOne(m)
	}
}

func (t *Tree) forgetAll() {
	t.checkpoints = map[*Node]nodeState{} // faster than deleting the keys one by one
	t.last, t.lastState = nil, nodeState{}
	t.prefetch = prefetch{}
}

func (t *Tree) forgetOne(n *Node) {
	if n.mark&markCheckpoint != 0 {
		n.setMark(n.mark &^ markCheckpoint)
		delete(t.checkpoints, n)
		t.prefetch = prefetch{}
	}
	if n == t.last {
		t.last, t.lastState = nil, nodeState{}
	}
}

// Position returns the position at n. It returns a *NodeError if n or a node above it, up to the
// last set-up, is illegal. The error names the first such node.
//
// A step forward costs one Play. A jump costs about 32 at most in parts of the tree visited by
// Validate, Prefetch or Position. Elsewhere it costs one Play per node since the last set-up.
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

// Start returns the last set-up position at or above n, or the start of the game, and the moves
// from there to n. It returns the same errors as Position.
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
	b, ok := t.cached(n)
	if !ok {
		b = t.setupState(n, nodeState{})
	}
	return b.pos, moves, nil
}
