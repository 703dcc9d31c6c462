package app

import "boardstudio/model"

// Place is where a node stands in the drawn tree: the root is in row 0, each
// ply a row further down, each variation in a column of its own.
type Place struct {
	Node     *model.Node
	Row, Col int
}

// TreeLayout places every node so that no two lines of play cross: the main line
// runs straight down, a variation takes the nearest column that is free as far
// as it reaches. It costs time in the number of nodes.
type TreeLayout struct {
	Rows  [][]Place // by row, columns ascending
	Cols  int
	index map[*model.Node]Place
}

// LayOut returns the layout of t.
func LayOut(t *model.Tree) *TreeLayout {
	l := &TreeLayout{index: make(map[*model.Node]Place, t.Len())}
	used := make([]int, 0, 64) // per row, the first column that is free
	type chain struct {
		head *model.Node
		row  int
	}
	stack := []chain{{t.Root(), 0}}
	for len(stack) > 0 {
		c := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		var forks []chain
		col, end := 0, c.row
		for n := c.head; n != nil; n = n.First() {
			for end >= len(used) {
				used = append(used, 0)
			}
			col = max(col, used[end])
			if p := n.First(); p != nil && p.Next() != nil {
				for v := n.Last(); v != p; v = v.Prev() {
					forks = append(forks, chain{v, end + 1})
				}
			}
			end++
		}
		if c.row > 0 { // the line that leads here must be free as well
			col = max(col, used[c.row-1])
			used[c.row-1] = col
		}
		r := c.row
		for n := c.head; n != nil; n = n.First() {
			used[r] = col + 1
			l.add(Place{n, r, col})
			r++
		}
		l.Cols = max(l.Cols, col+1)
		stack = append(stack, forks...) // the deepest fork is laid out next
	}
	return l
}

func (l *TreeLayout) add(p Place) {
	for p.Row >= len(l.Rows) {
		l.Rows = append(l.Rows, nil)
	}
	l.Rows[p.Row] = append(l.Rows[p.Row], p)
	l.index[p.Node] = p
}

// Find returns where n stands; false if the layout is older than n.
func (l *TreeLayout) Find(n *model.Node) (Place, bool) {
	p, ok := l.index[n]
	return p, ok
}
