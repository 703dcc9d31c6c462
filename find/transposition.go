package find

import (
	"cmp"
	"context"
	"slices"

	"boardstudio/model"
	"boardstudio/rules"
)

// Transposition is a node with the same position as another. The boards are equal up to symmetry,
// and the player to move and the pieces in hand are the same. The moves that led to it, and
// therefore rules that depend on the history, may differ.
type Transposition struct {
	Node *model.Node
	Perm rules.Perm // maps the board at the other node to the board at Node
}

// Index finds the nodes of a tree with equal positions. Like the tree, it must not be used by
// several goroutines at once.
type Index struct {
	tree *model.Tree
	scan *scanner
	keys []keyed // all legal nodes at the time of indexing, sorted by key
	// shared has the keys of nodes with transpositions at the time of indexing. Nodes that were
	// added or changed later are in current, with key 0 if they were removed or are illegal, and in
	// lateNodes by key.
	shared    map[*model.Node]uint64
	current   map[*model.Node]uint64
	lateNodes map[uint64][]*model.Node
}

type keyed struct {
	key  uint64
	node *model.Node
}

// maxChange is the maximum number of nodes in a change that updates the index.
const maxChange = 20000

// Collect starts an index of t. The index must be completed by Sort. It only reads the tree, so it
// may run in any goroutine while the tree is not edited. It returns nil and the error of ctx if ctx
// is done. The cost is one Play, a look at each cell, and 16 bytes of memory for each node.
func Collect(ctx context.Context, t *model.Tree, progress Progress) (*Index, error) {
	x := &Index{
		tree: t, scan: newScanner(t.Rules(), rules.SymmetriesOf(t.Rules().Board())),
		shared: map[*model.Node]uint64{}, current: map[*model.Node]uint64{}, lateNodes: map[uint64][]*model.Node{},
	}
	x.keys = make([]keyed, 0, t.Len())
	err := walk(ctx, t, true, progress, func(v *model.Visit) bool {
		if v.Pos != nil {
			x.keys = append(x.keys, keyed{x.key(v.Pos), v.Node})
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	return x, nil
}

// Sort completes an index. It does not access the tree, which may change during the call.
func (x *Index) Sort() {
	slices.SortStableFunc(x.keys, func(a, b keyed) int { return cmp.Compare(a.key, b.key) })
	for i, k := range x.keys {
		if i > 0 && x.keys[i-1].key == k.key || i+1 < len(x.keys) && x.keys[i+1].key == k.key {
			x.shared[k.node] = k.key
		}
	}
}

// key returns the fingerprint of p, but never 0.
func (x *Index) key(p rules.Position) uint64 { return max(1, x.scan.fingerprint(p)) }

// group returns the nodes that had the given key at the time of indexing.
func (x *Index) group(key uint64) []keyed {
	low, _ := slices.BinarySearchFunc(x.keys, key, func(k keyed, key uint64) int { return cmp.Compare(k.key, key) })
	high := low
	for high < len(x.keys) && x.keys[high].key == key {
		high++
	}
	return x.keys[low:high]
}

// each calls f for each node with the given key until f returns false.
func (x *Index) each(key uint64, f func(*model.Node) bool) {
	for _, k := range x.group(key) {
		if is, changed := x.current[k.node]; (!changed || is == key) && !f(k.node) {
			return
		}
	}
	for _, n := range x.lateNodes[key] {
		if x.current[n] == key && !f(n) {
			return
		}
	}
}

// Count returns the number of other nodes with the position of n. It compares only fingerprints, so
// it may be too high on boards with very many symmetries. It stops counting at 9. The cost without
// transpositions is a map lookup.
func (x *Index) Count(n *model.Node) int {
	key, changed := x.current[n]
	if !changed {
		key = x.shared[n]
	}
	if key == 0 {
		return 0
	}
	count := 0
	x.each(key, func(m *model.Node) bool {
		if m != n {
			count++
		}
		return count < 9
	})
	return count
}

// Of returns at most limit other nodes with the position of n, in the order of indexing. It
// compares the current positions, at the cost of Tree.Position for each. It returns nil if n is
// illegal.
func (x *Index) Of(n *model.Node, limit int) []Transposition {
	p, err := x.tree.Position(n)
	if err != nil {
		return nil
	}
	mine := x.scan.state(p)
	var list []Transposition
	x.each(x.key(p), func(m *model.Node) bool {
		if m == n || len(list) >= limit {
			return len(list) < limit
		}
		if q, err := x.tree.Position(m); err == nil {
			other := x.scan.state(q)
			if perm, ok := x.scan.perm(&mine, &other); ok {
				list = append(list, Transposition{m, perm})
			}
		}
		return true
	})
	return list
}

// Changed updates the index after a change of the tree. It returns false if the change is too
// large. A new index is then needed, as the old one may miss nodes, but it never returns wrong
// ones. The cost is some microseconds for each node that was added, removed or moved.
func (x *Index) Changed(c model.Change) bool {
	switch {
	case c.Kind == model.Removed:
		return x.removed(c.Gone)
	case c.Kind == model.Inserted, c.Kind == model.Restarted, c.Kind == model.Moved && c.From != nil:
		return x.inserted(c.Node)
	}
	return true
}

func (x *Index) removed(top *model.Node) bool {
	left := maxChange
	for n := range x.tree.Subtree(top) {
		if left--; left < 0 {
			return false
		}
		x.current[n] = 0
	}
	return true
}

func (x *Index) inserted(top *model.Node) bool {
	if !x.tree.Contains(top) {
		return true // removed again in the same step
	}
	left := maxChange
	for n := range x.tree.Subtree(top) {
		if left--; left < 0 {
			return false
		}
		p, err := x.tree.Position(n)
		if err != nil {
			x.current[n] = 0
			continue
		}
		key := x.key(p)
		x.current[n] = key
		group := x.group(key)
		known := slices.ContainsFunc(group, func(k keyed) bool { return k.node == n })
		if !known && !slices.Contains(x.lateNodes[key], n) {
			x.lateNodes[key] = append(x.lateNodes[key], n)
		}
		for _, k := range group { // a node without transpositions may now have one
			x.shared[k.node] = key
		}
	}
	return true
}
