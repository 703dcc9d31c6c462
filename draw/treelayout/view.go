package treelayout

import (
	"slices"
	"sort"

	"boardstudio/model"
)

// PlaceKind is the kind of a Place.
type PlaceKind uint8

// The kinds of places: a node, the first node of a folded line, and a symbol for children that are
// not shown.
const (
	PlaceNode PlaceKind = iota
	PlaceFolded
	PlaceMore
)

// Place is an item of the drawn tree.
type Place struct {
	Node     *model.Node // node; for PlaceMore, the parent of the hidden children
	Row, Col int
	Kind     PlaceKind
	// Hidden is the number of nodes hidden by a folded line, up to CountTo, or the number of
	// children hidden by PlaceMore.
	Hidden int
	OnPath bool // on the line from the root to the current node
}

// CountTo is the number up to which hidden nodes are counted.
const CountTo = countTo

// Run is a straight vertical line in column Col.
type Run struct {
	Col, From, To int
	OnPath        bool
}

// Branch is a line from a node in row Row to the head of a side line in the next row, in column To.
// From is the column of the node. If the line continues from another variation of the node, From is
// the column of that variation.
type Branch struct {
	Row, From, To int
	Joined        bool // From is the column of another variation
	OnPath        bool // on the line from the root to the current node
}

// Picture contains the nodes and lines in a part of the drawn tree.
type Picture struct {
	Places   []Place
	Runs     []Run
	Branches []Branch
}

// Area is a range of rows and columns, inclusive.
type Area struct{ Top, Bottom, Left, Right int }

// Size returns the number of rows and columns of the tree.
func (l *Layout) Size() (rows, cols int) {
	l.update()
	return int(l.root.rows), int(l.root.cols)
}

// visit is a chain to draw, with its position.
type visit struct {
	c        *chain
	row, col int
	pathLen  int // number of heads of the path above it, or -1 if it is not on the path
}

// View stores the items in the area in p. It takes time proportional to the visible items, and a
// step per few hundred moves of the lines that pass through.
func (l *Layout) View(a Area, p *Picture) {
	l.update()
	p.Places, p.Runs, p.Branches = p.Places[:0], p.Runs[:0], p.Branches[:0]
	todo := []visit{{l.root, 0, 0, 0}}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = l.see(v, a, p, todo[:len(todo)-1])
	}
}

// see adds a chain to p, and its side lines without chains. It appends the chains of side lines to
// todo.
func (l *Layout) see(v visit, a Area, p *Picture, todo []visit) []visit {
	c := v.c
	top, bottom := a.Top-v.row, a.Bottom-v.row
	leave, next := -1, (*model.Node)(nil) // row and side line by which the current line leaves the chain
	if v.pathLen >= 0 {
		leave, next = l.leave(c, v.pathLen)
	}
	from, to := max(top, 0), min(bottom, int(c.len)-1)
	if v.col >= a.Left && v.col <= a.Right && from <= to {
		l.run(p, v.row, v.col, from-1, to, int(c.len), leave)
		i := sort.Search(len(c.segs), func(i int) bool { return int(c.segs[i].row) > from }) - 1
		for row := from; row <= to; i++ {
			r := &c.segs[i]
			for k := row - int(r.row); k < len(r.nodes) && row <= to; k++ {
				p.Places = append(p.Places, Place{Node: r.nodes[k], Row: v.row + row, Col: v.col, OnPath: row <= leave})
				row++
			}
		}
	}
	for i := range c.segs {
		r := &c.segs[i]
		if int(r.row) > bottom {
			break
		}
		if int(r.row+r.reach) < top || r.right <= 1 || v.col > a.Right || v.col+int(r.right) <= a.Left {
			continue
		}
		lo, hi := 0, len(r.sides)
		for j := lo; j < hi; j++ {
			b := &r.sides[j]
			row := int(r.row + b.row)
			if row > bottom {
				break
			}
			if row+int(b.rows) < top {
				continue
			}
			col := v.col + int(b.col)
			before := v.col
			joined := j+1 < hi && r.sides[j+1].row == b.row
			if joined {
				before += int(r.sides[j+1].col)
			}
			way := -1
			onPath := row == leave && b.head != nil && b.head == next
			if onPath {
				way, before, joined = v.pathLen+1, v.col, false
			}
			if before <= a.Right && col >= a.Left && row+1 >= top {
				p.Branches = append(p.Branches, Branch{v.row + row, before, col, joined, onPath})
			}
			if col > a.Right || col+int(b.cols) <= a.Left || row+1 > bottom {
				continue
			}
			if b.kind == kindChain {
				todo = append(todo, visit{b.inner, v.row + row + 1, col, way})
				continue
			}
			l.place(b, r.nodes[b.row], v.row+row+1, col, a, p, onPath)
		}
	}
	return todo
}

// run adds the vertical line of a chain to p, for rows from to to. The chain starts in row. The
// part above leave belongs to the current line.
func (l *Layout) run(p *Picture, row, col, from, to, length, leave int) {
	from, to = max(from, 0), min(to+1, length-1)
	if mid := min(leave, to); mid > from {
		p.Runs = append(p.Runs, Run{col, row + from, row + mid, true})
		from = mid
	}
	if to > from {
		p.Runs = append(p.Runs, Run{col, row + from, row + to, false})
	}
}

// leave returns the row of c at which the current line branches off, and the head of its side line.
// pathLen is the number of heads of the path above c.
func (l *Layout) leave(c *chain, pathLen int) (row int, next *model.Node) {
	n := l.current
	if pathLen < len(l.path) {
		next = l.path[pathLen]
		n = next.Parent()
	}
	s, k, side := l.locate(n)
	switch {
	case s == nil:
		return -1, nil
	case s.chain != c: // the current node is the head of a side line
		if up := s.chain.up; up != nil && up.chain == c {
			return int(up.ref().row + s.chain.row), n
		}
		return -1, nil
	case side.head != nil: // the current node is in a short line
		return int(s.ref().row) + side.at, side.head
	}
	return int(s.ref().row) + k, next
}

// place adds a side line without a chain to p. n is the node that it branches off.
func (l *Layout) place(b *side, n *model.Node, row, col int, a Area, p *Picture, onPath bool) {
	switch b.kind {
	case kindMore:
		p.Places = append(p.Places, Place{Node: n, Row: row, Col: col, Kind: PlaceMore, Hidden: int(b.count)})
	case kindStub:
		if b.gen != l.gen {
			b.gen, b.count = l.gen, int32(count(b.head, countTo+1)-1)
		}
		p.Places = append(p.Places, Place{Node: b.head, Row: row, Col: col, Kind: PlaceFolded, Hidden: int(b.count), OnPath: onPath})
	default:
		last := -1 // the last node on the current line
		if onPath {
			for m := l.current; m != b.head.Parent(); m = m.Parent() {
				last++
			}
		}
		l.run(p, row, col, max(a.Top-row, 0)-1, min(a.Bottom-row, int(b.rows)-1), int(b.rows), last)
		i := 0
		for m := b.head; m != nil && row+i <= a.Bottom; m = m.First() {
			if row+i >= a.Top {
				p.Places = append(p.Places, Place{Node: m, Row: row + i, Col: col, OnPath: i <= last})
			}
			i++
		}
	}
}

// At returns the item at a row and column. ok is false if there is nothing. Folded lines and the
// symbol for more children are two columns wide.
func (l *Layout) At(row, col int) (Place, bool) {
	var p Picture
	l.View(Area{row, row, col, col}, &p)
	for _, q := range p.Places {
		if q.Col == col || q.Kind != PlaceNode && q.Col == col-1 {
			return q, true
		}
	}
	return Place{}, false
}

// Find returns the position of n. ok is false if n is not visible.
func (l *Layout) Find(n *model.Node) (row, col int, ok bool) {
	l.update()
	s, k, side := l.locate(n)
	if s == nil || side.deep {
		return 0, 0, false
	}
	if side.head != nil {
		j := s.find(side.at, side.head)
		if j < 0 || s.sides[j].kind != kindLine && side.down > 0 {
			return 0, 0, false
		}
		row, col, k = side.down+1, int(s.sides[j].col), side.at
	}
	for {
		row += int(s.ref().row) + k
		c := s.chain
		if c.up == nil {
			return row, col, c == l.root
		}
		s, k = c.up, int(c.row)
		b := &s.sides[s.find(k, c.head)]
		if b.kind == kindStub && row > 0 {
			return 0, 0, false
		}
		row, col = row+1, col+int(b.col)
	}
}

// Depth returns the number of nodes above n. It costs a step per few hundred nodes in lines with a
// layout.
func (l *Layout) Depth(n *model.Node) int {
	l.update()
	depth := 0
	for {
		for l.segs[n] == nil {
			if n.Parent() == nil {
				return depth
			}
			n = n.Parent()
			depth++
		}
		s := l.segs[n]
		depth += int(s.ref().row)
		c := s.chain
		if c.up == nil {
			return depth
		}
		depth += int(c.row) + 1
		n = c.up.nodes[0]
	}
}

// Below returns the number of nodes after n in its line of first children. n must be visible.
func (l *Layout) Below(n *model.Node) int {
	l.update()
	s, k, side := l.locate(n)
	if s != nil && side.head == nil {
		return int(s.chain.len) - int(s.ref().row) - k - 1
	}
	below := 0
	for n = n.First(); n != nil; n = n.First() {
		below++
	}
	return below
}

// Ahead returns the node the given number of steps after n in its line of first children, or nil if
// the line is shorter.
func (l *Layout) Ahead(n *model.Node, steps int) *model.Node {
	l.update()
	s, k, side := l.locate(n)
	if s == nil || side.head != nil || steps < segNodes {
		for ; n != nil && steps > 0; steps-- {
			n = n.First()
		}
		return n
	}
	row := int(s.ref().row) + k + steps
	if row >= int(s.chain.len) {
		return nil
	}
	return s.chain.node(row)
}

func (c *chain) node(row int) *model.Node {
	i := sort.Search(len(c.segs), func(i int) bool { return int(c.segs[i].row) > row }) - 1
	return c.segs[i].nodes[row-int(c.segs[i].row)]
}

// Above returns the node the given number of steps above n, or nil if there are not enough nodes.
func (l *Layout) Above(n *model.Node, steps int) *model.Node {
	l.update()
	for n != nil && steps > 0 {
		s := l.segs[n]
		if s == nil || steps < segNodes {
			n = n.Parent()
			steps--
			continue
		}
		row := int(s.ref().row)
		if steps <= row {
			return s.chain.node(row - steps)
		}
		steps -= row + 1
		n = s.chain.head.Parent()
	}
	return n
}

// Line returns the nodes from step from to step to, relative to n, in the line through n that
// continues with first children. Negative steps are above n. Steps outside the line are omitted. It
// costs a step per returned node, and one per few hundred others.
func (l *Layout) Line(n *model.Node, from, to int) []*model.Node {
	if from > to {
		return nil
	}
	var line []*model.Node
	if from > 0 {
		for n = l.Ahead(n, from); n != nil && len(line) <= to-from; n = n.First() {
			line = append(line, n)
		}
		return line
	}
	for m := l.Above(n, max(-to, 0)); m != nil && len(line) <= min(to, 0)-from; m = m.Parent() {
		line = append(line, m)
	}
	slices.Reverse(line)
	for m := n.First(); m != nil && to > 0; m = m.First() {
		line = append(line, m)
		to--
	}
	return line
}

// MainLineEnd returns the last node of the main line on the way to the current node.
func (l *Layout) MainLineEnd() *model.Node {
	l.update()
	if len(l.path) > 0 {
		return l.path[0].Parent()
	}
	if h := l.headOf(l.current); h.Parent() != nil {
		return h.Parent()
	}
	return l.current
}
