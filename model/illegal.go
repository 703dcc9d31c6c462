package model

import (
	"cmp"
	"math"
	"slices"

	"boardstudio/rules"
)

// The search for illegal nodes reads the tree and writes nothing, so that it can run
// in any goroutine while nobody edits.

// CountBad returns how many nodes of the branches are illegal, those that follow
// one included, and looks at no more than limit nodes, all when it is negative. A branch that is
// not in the tree, or is part of another of them, counts nothing. It costs one Play for each node, and for each above a branch.
func (t *Tree) CountBad(limit int, more More, branches ...*Node) int {
	bad := 0
	a := asker{more: more}
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

// NextBad returns the first illegal node behind n, in the order of All,
// going on from the root after the last; nil when no other node is illegal. It
// costs one Play for each node above n and on the way.
func (t *Tree) NextBad(n *Node, more More) *Node {
	a := asker{more: more}
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

// PrevBad returns the last illegal node before n, going on from the end
// before the first; nil when no other node is illegal. It costs one Play for each node
// before n, or for each of the tree.
func (t *Tree) PrevBad(n *Node, more More) *Node {
	var last *Node
	a := asker{more: more}
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

// CutBad returns the edits that delete every branch that begins with an illegal
// node. The root stays, even when its text is not a position. It costs one Play for each node.
func CutBad(t *Tree, more More) ([]Edit, error) {
	p := plan{t: t}
	a := asker{more: more}
	var end *Node // the first node behind a branch that goes
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

// RepairKind says how an illegal node could be put right.
type RepairKind uint8

// The ways to put a node right.
const (
	RepairMove   RepairKind = iota // it becomes the move Move
	RepairBefore                   // the move Move comes before it
	RepairOut                      // it is deleted, what follows it moves up
	RepairCut                      // it is deleted with all that follows
)

// Repair is a way to put an illegal node right.
type Repair struct {
	Kind RepairKind
	Move rules.Move
	// Plays tells how many of the next Of moves would be legal then, in the order of All
	// and with the move itself.
	Plays, Of int
}

// repairPlays bounds the moves that Repairs tries, and repairLook those it follows
// for one way.
const (
	repairPlays = 50_000
	repairLook  = 500
)

// Repairs returns the ways to put n right, the best first: the moves that are legal
// in its place and passing before it where that is legal, those first that leave the most of what follows playing, and of
// equal ones those nearest to the cell of the illegal move; then deleting it alone, and
// deleting it with what follows. None at the root. It tries at most some
// 50,000 moves, however much follows, and plays those above n. It reads only, as CountBad does.
func Repairs(t *Tree, n *Node, more More) ([]Repair, error) {
	if err := t.inside(n); err != nil {
		return nil, err
	}
	var out []Repair
	a := asker{more: more}
	at := t.look(&a, n.parent)
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
				cmp.Compare(t.apart(n.move, a.Move), t.apart(n.move, b.Move)))
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

// after returns the position after the move of n.
func (t *Tree) after(pos rules.Position, n *Node) (rules.Position, error) {
	p := t.step(place{pos: pos}, n)
	if p.err != nil {
		return nil, p.err
	}
	return p.pos, nil
}

// follow returns how many of the first nodes below n play when n stands at pos, and
// how many it looked at.
func (t *Tree) follow(a *asker, n *Node, pos rules.Position, limit int) (plays, of int) {
	type branch struct {
		n *Node
		p place
	}
	open := []branch{{n, place{pos: pos}}}
	for m := n.after(n); m != nil && of < limit && a.next(); m = m.after(n) {
		for open[len(open)-1].n != m.parent {
			open = open[:len(open)-1]
		}
		p := t.step(open[len(open)-1].p, m)
		open = append(open, branch{m, p})
		of++
		if p.err == nil {
			plays++
		}
	}
	return plays, of
}

// apart returns how far two moves are from each other on the board, squared.
func (t *Tree) apart(a, b rules.Move) float64 {
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

// Edits returns the edits that put n right so.
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
