package find

import (
	"cmp"
	"context"
	"slices"

	"boardstudio/model"
	"boardstudio/rules"
)

// Transposition is a node with the same position: same up to the board's symmetries,
// with the same player to move and the same held off the board. How it came about,
// and so what rules that look back may still forbid, can differ.
type Transposition struct {
	Node *model.Node
	Perm rules.Perm // takes the board at the node asked for to that at Node
}

// Index knows which nodes of a tree have the same position. It belongs, like the
// tree, to one goroutine.
type Index struct {
	tree *model.Tree
	scan *scanner
	keys []keyed // of all nodes that played when it was made, by key
	// shared are the keys of those that were not alone; what came or changed since is in now,
	// with 0 for what is gone or no longer plays, and in late by its key.
	shared map[*model.Node]uint64
	now    map[*model.Node]uint64
	late   map[uint64][]*model.Node
}

type keyed struct {
	key  uint64
	node *model.Node
}

// maxChange is the number of nodes that a change can touch without a new index.
const maxChange = 20000

// Collect begins an index of t: it returns one that is to be sorted still, or nil
// and the error of ctx. It reads the tree and writes nothing, so it can run in any
// goroutine while nobody edits. It costs one Play and a look at each cell for each
// node, and keeps 16 bytes for it.
func Collect(ctx context.Context, t *model.Tree, progress Progress) (*Index, error) {
	x := &Index{
		tree: t, scan: newScanner(t.Rules(), rules.SymmetriesOf(t.Rules().Board())),
		shared: map[*model.Node]uint64{}, now: map[*model.Node]uint64{}, late: map[uint64][]*model.Node{},
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

// Sort completes an index. It no longer looks at the tree, which may change meanwhile.
func (x *Index) Sort() {
	slices.SortStableFunc(x.keys, func(a, b keyed) int { return cmp.Compare(a.key, b.key) })
	for i, k := range x.keys {
		if i > 0 && x.keys[i-1].key == k.key || i+1 < len(x.keys) && x.keys[i+1].key == k.key {
			x.shared[k.node] = k.key
		}
	}
}

// key returns p's fingerprint, never 0.
func (x *Index) key(p rules.Position) uint64 { return max(1, x.scan.fingerprint(p)) }

// group returns the nodes that had the key when the index was made.
func (x *Index) group(key uint64) []keyed {
	low, _ := slices.BinarySearchFunc(x.keys, key, func(k keyed, key uint64) int { return cmp.Compare(k.key, key) })
	high := low
	for high < len(x.keys) && x.keys[high].key == key {
		high++
	}
	return x.keys[low:high]
}

// each calls f for the nodes with the key, until it returns false.
func (x *Index) each(key uint64, f func(*model.Node) bool) {
	for _, k := range x.group(key) {
		if is, changed := x.now[k.node]; (!changed || is == key) && !f(k.node) {
			return
		}
	}
	for _, n := range x.late[key] {
		if x.now[n] == key && !f(n) {
			return
		}
	}
}

// Count returns how many other nodes have the position of n, without looking
// closely: where a board has very many symmetries it can be too many. Beyond 9 it
// stops counting. It costs a look into a map where there are none.
func (x *Index) Count(n *model.Node) int {
	key, changed := x.now[n]
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

// Of returns the nodes with the same position as n, in the order in which they
// were found: at most limit of them. It looks at each as it is now, at the cost of
// Tree.Position. A node with an illegal move has none.
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

// Changed takes in a change of the tree. It returns false when that touched so much
// that a new index is needed; this one still returns no wrong node, but may miss some.
// It costs some microseconds for each node that came, went, or stands elsewhere.
func (x *Index) Changed(c model.Change) bool {
	switch {
	case c.Kind == model.Removed:
		return x.went(c.Gone)
	case c.Kind == model.Inserted, c.Kind == model.Restarted, c.Kind == model.Moved && c.From != nil:
		return x.came(c.Node)
	}
	return true
}

func (x *Index) went(top *model.Node) bool {
	left := maxChange
	for n := range x.tree.Subtree(top) {
		if left--; left < 0 {
			return false
		}
		x.now[n] = 0
	}
	return true
}

func (x *Index) came(top *model.Node) bool {
	if !x.tree.Contains(top) {
		return true // it went again in the same step
	}
	left := maxChange
	for n := range x.tree.Subtree(top) {
		if left--; left < 0 {
			return false
		}
		p, err := x.tree.Position(n)
		if err != nil {
			x.now[n] = 0
			continue
		}
		key := x.key(p)
		x.now[n] = key
		group := x.group(key)
		known := slices.ContainsFunc(group, func(k keyed) bool { return k.node == n })
		if !known && !slices.Contains(x.late[key], n) {
			x.late[key] = append(x.late[key], n)
		}
		for _, k := range group { // one that was alone no longer is
			x.shared[k.node] = key
		}
	}
	return true
}
