package app

import "boardstudio/model"

// Place is where a node stands in the drawn tree: the root is in row 0, each
// ply a row further down, each variation in a column of its own.
type Place struct {
	Node *model.Node
	Col  int32
	// Up is the column of the parent, in the row above; -1 for the root.
	Up int32
}

// TreeLayout places every node so that no two lines of play cross: the main line
// runs straight down, a variation takes the nearest column that is free as far
// as it reaches.
type TreeLayout struct {
	Rows [][]Place
	Cols int
	free []int32 // per row, the first column that nothing stands in or right of
}

// chain is a line of play that is still to be placed: head and its main continuation.
type chain struct {
	head *model.Node
	row  int
	up   int32
}

// LayOut returns the layout of t. It costs time in the number of nodes.
func LayOut(t *model.Tree) *TreeLayout {
	l := &TreeLayout{}
	stack := []chain{{t.Root(), 0, -1}}
	for len(stack) > 0 {
		c := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		stack = append(stack, l.put(c)...) // the deepest fork is laid out next
	}
	return l
}

// put places a chain and returns those that branch off it, deepest last.
func (l *TreeLayout) put(c chain) (forks []chain) {
	var col int32
	row := c.row
	for n := c.head; n != nil; n = n.First() {
		if row == len(l.Rows) {
			l.Rows = append(l.Rows, nil)
			l.free = append(l.free, 0)
		}
		col = max(col, l.free[row])
		row++
	}
	if c.row > 0 { // the line that leads here from the fork must be free as well
		col = max(col, l.free[c.row-1])
		l.free[c.row-1] = col
	}
	up := c.up
	row = c.row
	for n := c.head; n != nil; n = n.First() {
		l.free[row] = col + 1
		l.Rows[row] = append(l.Rows[row], Place{n, col, up})
		up = col
		row++
		if p := n.First(); p != nil && p.Next() != nil {
			for v := n.Last(); v != p; v = v.Prev() {
				forks = append(forks, chain{v, row, col})
			}
		}
	}
	l.Cols = max(l.Cols, int(col)+1)
	return forks
}

// Extend places n, a leaf that was just added below a leaf; false when there is
// no room for it and all must be laid out anew.
func (l *TreeLayout) Extend(n *model.Node) bool {
	up := n.Parent()
	if up == nil || n.First() != nil || up.First() != n || up.Last() != n {
		return false
	}
	p, row, ok := l.Find(up)
	if !ok {
		return false
	}
	row++
	if row == len(l.Rows) {
		l.Rows = append(l.Rows, nil)
		l.free = append(l.free, 0)
	}
	if l.free[row] > p.Col {
		return false
	}
	l.free[row] = p.Col + 1
	l.Rows[row] = append(l.Rows[row], Place{n, p.Col, p.Col})
	return true
}

// Find returns where n stands; false if the layout is older than n. It costs
// time in the depth of n and the width of its row.
func (l *TreeLayout) Find(n *model.Node) (p Place, row int, ok bool) {
	for up := n.Parent(); up != nil; up = up.Parent() {
		row++
	}
	if row < len(l.Rows) {
		for _, p := range l.Rows[row] {
			if p.Node == n {
				return p, row, true
			}
		}
	}
	return Place{}, 0, false
}
