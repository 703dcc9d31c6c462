package treelayout

import (
	"slices"
	"sort"

	"boardstudio/model"
)

// PlaceKind says what is drawn at a place.
type PlaceKind uint8

// What stands at a place: a node, a node with what is behind it folded, or a sign
// for the children of a node that are not shown.
const (
	PlaceNode PlaceKind = iota
	PlaceFolded
	PlaceMore
)

// Place is where a node stands in the drawn tree.
type Place struct {
	Node     *model.Node // of PlaceMore the parent of those that are not shown
	Row, Col int
	Kind     PlaceKind
	// Hidden is how many nodes a folded line hides, at most CountTo, and how many
	// children PlaceMore stands for.
	Hidden int
	OnPath bool // on the line from the root to the current node
}

// CountTo is the number up to which hidden nodes are counted.
const CountTo = countTo

// Run is a line straight down in column Col, from one row to another.
type Run struct {
	Col, From, To int
	OnPath        bool
}

// Branch is a line from a node at Row to the head of a side line in the next row, in
// column To. From is the column of the node, or, if the line goes on from that to another
// variation of the node, the column of that.
type Branch struct {
	Row, From, To int
	Joined        bool // From is that of another variation
	OnPath        bool // on the line from the root to the current node
}

// Picture is a part of a drawn tree.
type Picture struct {
	Places   []Place
	Runs     []Run
	Branches []Branch
}

// Area is a range of rows and columns, the last ones included.
type Area struct{ Top, Bottom, Left, Right int }

// Size returns how many rows and columns the tree has.
func (l *Layout) Size() (rows, cols int) {
	l.update()
	return int(l.root.rows), int(l.root.cols)
}

// visit is a chain to be looked at, with where it stands.
type visit struct {
	c        *chain
	row, col int
	way      int // how many side lines of the way lead to it, -1 when it is not on it
}

// View puts what stands in the area into p. It costs time in what is seen there, and a
// step for each few hundred moves of the lines that pass.
func (l *Layout) View(a Area, p *Picture) {
	l.update()
	p.Places, p.Runs, p.Branches = p.Places[:0], p.Runs[:0], p.Branches[:0]
	todo := []visit{{l.root, 0, 0, 0}}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = l.see(v, a, p, todo[:len(todo)-1])
	}
}

// see puts a chain into p, and the lines to its side that are not laid out. Its side
// chains are appended to todo.
func (l *Layout) see(v visit, a Area, p *Picture, todo []visit) []visit {
	c := v.c
	top, bottom := a.Top-v.row, a.Bottom-v.row
	leave, next := -1, (*model.Node)(nil) // where the current line leaves the chain, and by what
	if v.way >= 0 {
		leave, next = l.leave(c, v.way)
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
				way, before, joined = v.way+1, v.col, false
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

// run adds the line of a chain that begins in row to p, from from to to of its
// rows; a part of it belongs to the current line.
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

// leave returns the row in which the current line leaves c, to which so many side
// lines of the way lead, and the head of that by which it does.
func (l *Layout) leave(c *chain, way int) (row int, next *model.Node) {
	n := l.current
	if way < len(l.way) {
		next = l.way[way]
		n = next.Parent()
	}
	s, k, side := l.spot(n)
	switch {
	case s == nil:
		return -1, nil
	case s.chain != c: // the current node is the first of a side line
		if up := s.chain.up; up != nil && up.chain == c {
			return int(up.ref().row + s.chain.row), n
		}
		return -1, nil
	case side.head != nil: // it is in a short line
		return int(s.ref().row) + side.at, side.head
	}
	return int(s.ref().row) + k, next
}

// place puts a side line without a chain into p: n is the node that it branches off.
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
		last := -1 // of the line, on the current one
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

// At returns what is drawn at a row and column; false when nothing is. A folded
// line and the sign for more children take two columns.
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

// Find returns where n stands; false when it is not shown.
func (l *Layout) Find(n *model.Node) (row, col int, ok bool) {
	l.update()
	s, k, side := l.spot(n)
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

// Depth returns how many nodes are above n. It costs a step for each few hundred
// of them in lines that are laid out.
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

// Below returns how many nodes follow n in its line of first children. n must be shown.
func (l *Layout) Below(n *model.Node) int {
	l.update()
	s, k, side := l.spot(n)
	if s != nil && side.head == nil {
		return int(s.chain.len) - int(s.ref().row) - k - 1
	}
	below := 0
	for n = n.First(); n != nil; n = n.First() {
		below++
	}
	return below
}

// Ahead returns the node some steps after n in its line of first children, nil
// when that is shorter.
func (l *Layout) Ahead(n *model.Node, steps int) *model.Node {
	l.update()
	s, k, side := l.spot(n)
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

// Above returns the node some steps above n, nil when there are not as many.
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

// Line returns the nodes from so many steps after n to so many, in the line through n that goes on with first
// children; those that there are. Steps before n are negative. It costs a step for each of them, and for each few hundred others.
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

// Trunk returns the last node of the main line on the way to the current node.
func (l *Layout) Trunk() *model.Node {
	l.update()
	if len(l.way) > 0 {
		return l.way[0].Parent()
	}
	if h := l.headOf(l.current); h.Parent() != nil {
		return h.Parent()
	}
	return l.current
}
