package model

import (
	"cmp"
	"math"
	"slices"

	"boardstudio/rules"
)

// The functions below only read the tree. They may run in any goroutine while the tree is not being edited.

// CountIllegal returns the number of illegal nodes in the branches, including the nodes below an illegal one. It
// examines at most limit nodes, or all if limit is negative. Branches outside the tree or inside another of the
// branches are skipped. It costs one Play per node, and one per node above each branch.
func (t *Tree) CountIllegal(limit int, more More, branches ...*Node) int {
	bad := 0
	a := poller{more: more}
	tops := map[*Node]bool{}
	for _, top := range branches {
		tops[top] = true
	}
	inner := func(n *Node) bool {
		for n = n.parent; n != nil && !tops[n]; {
			n = n.parent
		}
		return n != nil
	}
	for _, top := range branches {
		if !t.Contains(top) || inner(top) {
			continue
		}
		for _, p := range t.walk(&a, top, top) {
			if limit == 0 {
				return bad
			}
			limit--
			if p.err != nil {
				bad++
			}
		}
	}
	return bad
}

// NextIllegal returns the first illegal node after n in the order of All. It continues at the root after the last
// node. It returns nil if no other node is illegal. It costs one Play per node above n and per node visited.
func (t *Tree) NextIllegal(n *Node, more More) *Node {
	a := poller{more: more}
	for m, p := range t.walk(&a, t.root, n) {
		if m != n && p.err != nil && p.err.Node == m {
			return m
		}
	}
	for m, p := range t.walk(&a, t.root, t.root) {
		if m == n {
			break
		}
		if p.err != nil && p.err.Node == m {
			return m
		}
	}
	return nil
}

// PrevIllegal returns the last illegal node before n in the order of All. It continues at the end of
// the tree after the first node. It returns nil if no other node is illegal. It costs one Play per
// node before n, or per node of the tree.
func (t *Tree) PrevIllegal(n *Node, more More) *Node {
	var last *Node
	a := poller{more: more}
	for m, p := range t.walk(&a, t.root, t.root) {
		if m == n {
			if last != nil {
				return last
			}
			continue
		}
		if p.err != nil && p.err.Node == m {
			last = m
		}
	}
	return last
}

// DeleteIllegal returns the edits that delete every branch starting with an illegal node. The root is kept, even if
// its position is invalid. It costs one Play per node. It returns an error only if more stops it.
func DeleteIllegal(t *Tree, more More) ([]Edit, error) {
	p := plan{t: t}
	a := poller{more: more}
	var end *Node // the first node after the branch being deleted
	inside := false
	for n, at := range t.walk(&a, t.root, t.root) {
		if n == end {
			inside = false
		}
		if inside || n == t.root || at.err == nil || at.err.Node != n {
			continue
		}
		p.remove(n)
		inside, end = true, n
		for end != nil && end.next == nil {
			end = end.parent
		}
		if end != nil {
			end = end.next
		}
	}
	if err := a.err(); err != nil {
		return nil, err
	}
	return p.edits, nil
}

// RepairKind is a kind of repair of an illegal node.
type RepairKind uint8

// The kinds of repair.
const (
	RepairMove   RepairKind = iota // replace the move by Move
	RepairBefore                   // insert the move Move before the node
	RepairOut                      // delete the node, keep its continuation
	RepairCut                      // delete the node and its continuation
)

// Repair is a possible repair of an illegal node.
type Repair struct {
	Kind RepairKind
	Move rules.Move
	// Plays is the number of moves, among the next Of moves in the order of All, that would be
	// legal after the repair. The repaired move itself is included.
	Plays, Of int
}

// repairPlays is the total number of moves that Repairs plays, about. repairLook is the number of
// moves followed for a single repair.
const (
	repairPlays = 50_000
	repairLook  = 500
)

// Repairs returns the possible repairs of n, best first. Replacing the move by a legal one and passing before
// it are sorted by the number of following moves that stay legal; ties are broken by the distance to the cell
// of the illegal move. Then follow deleting the node alone, and deleting it with its continuation.
//
// It plays about 50,000 moves at most, plus those above n. Like CountIllegal it only reads. It returns an error if
// n is the root or not in the tree, or if more stops it.
func Repairs(t *Tree, n *Node, more More) ([]Repair, error) {
	if err := t.checkInner(n); err != nil {
		return nil, err
	}
	var out []Repair
	a := poller{more: more}
	at := t.computeState(&a, n.parent)
	pos := at.pos
	if at.err == nil && n.counts() {
		moves := slices.Collect(pos.Moves())
		look := min(repairLook, max(1, repairPlays/(len(moves)+1)))
		for _, m := range moves {
			after, err := pos.Play(m)
			if err != nil {
				continue
			}
			r := Repair{Kind: RepairMove, Move: m}
			r.Plays, r.Of = t.follow(&a, n, after, look)
			r.Plays++
			r.Of++
			out = append(out, r)
		}
		if passed, err := pos.Play(rules.Pass); err == nil {
			if after, err := t.after(passed, n); err == nil {
				r := Repair{Kind: RepairBefore, Move: rules.Pass}
				r.Plays, r.Of = t.follow(&a, n, after, look)
				r.Plays += 2
				r.Of += 2
				out = append(out, r)
			}
		}
		slices.SortStableFunc(out, func(a, b Repair) int {
			return cmp.Or(
				cmp.Compare(a.Of-a.Plays, b.Of-b.Plays), cmp.Compare(b.Kind, a.Kind),
				cmp.Compare(t.distanceSquared(n.move, a.Move), t.distanceSquared(n.move, b.Move)))
		})
	}
	if n.first != nil {
		r := Repair{Kind: RepairOut}
		if at.err == nil {
			r.Plays, r.Of = t.follow(&a, n, pos, repairLook)
		}
		out = append(out, r)
	}
	if err := a.err(); err != nil {
		return nil, err
	}
	return append(out, Repair{Kind: RepairCut}), nil
}

// after returns the position after n's move is played at pos. It returns an error if the move is illegal.
func (t *Tree) after(pos rules.Position, n *Node) (rules.Position, error) {
	p := t.childState(nodeState{pos: pos}, n)
	if p.err != nil {
		return nil, p.err
	}
	return p.pos, nil
}

// follow plays the branch below n as if n led to pos. It returns how many of the first limit nodes
// are legal, and how many it visited.
func (t *Tree) follow(a *poller, n *Node, pos rules.Position, limit int) (plays, of int) {
	type branch struct {
		n *Node
		p nodeState
	}
	open := []branch{{n, nodeState{pos: pos}}}
	for m := n.after(n); m != nil && of < limit && a.next(); m = m.after(n) {
		for open[len(open)-1].n != m.parent {
			open = open[:len(open)-1]
		}
		p := t.childState(open[len(open)-1].p, m)
		open = append(open, branch{m, p})
		of++
		if p.err == nil {
			plays++
		}
	}
	return plays, of
}

// distanceSquared returns the square of the distance on the board between the cells of two moves.
// It is +Inf if a move has no cell.
func (t *Tree) distanceSquared(a, b rules.Move) float64 {
	cells := t.rules.Board().Cells
	spot := func(m rules.Move) (rules.Cell, bool) {
		c := m.To
		if c == rules.NoCell {
			c = m.From
		}
		return c, c >= 0 && int(c) < len(cells)
	}
	x, okx := spot(a)
	y, oky := spot(b)
	if !okx || !oky {
		return math.Inf(1)
	}
	dx, dy := cells[x].Centre.X-cells[y].Centre.X, cells[x].Centre.Y-cells[y].Centre.Y
	return dx*dx + dy*dy
}

// Edits returns the edits that make the repair.
func (r Repair) Edits(t *Tree, n *Node) ([]Edit, error) {
	switch r.Kind {
	case RepairMove:
		return ReplaceMove(t, n, r.Move)
	case RepairBefore:
		return InsertMove(t, n, r.Move)
	case RepairOut:
		return DeleteMove(t, n)
	}
	return []Edit{Remove{n}}, nil
}
