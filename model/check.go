package model

import "fmt"

// Check returns an error when the tree is not sound: links that disagree, a
// wrong count, a cycle, a node that is not what its kind says, a checkpoint outside
// the tree. No edit causes that; the tests call Check after each. It takes a few
// steps for each node.
func (t *Tree) Check() error {
	if t.root.parent != nil || t.root.next != nil || t.root.prev != nil {
		return fmt.Errorf("model: the root has a parent or siblings")
	}
	count, kept, last := 0, 0, t.last == nil
	for n := t.root; n != nil; n = n.after(t.root) {
		if err := t.checkNode(n); err != nil {
			return err
		}
		if !t.Contains(n) {
			return fmt.Errorf("model: %s does not know its tree", t.pathText(n))
		}
		count++
		if _, ok := t.places[n]; ok {
			kept++
			if n.mark&markKept == 0 {
				return fmt.Errorf("model: %s does not know that it is a checkpoint", t.pathText(n))
			}
		}
		last = last || n == t.last
		// The links to the children are proved before the walk follows them.
		var before *Node
		i := 0
		for c := n.first; c != nil; c = c.next {
			if c.parent != n {
				return fmt.Errorf("model: child %d of %s has another parent", i, t.pathText(n))
			}
			if before != nil && c.prev != before {
				return fmt.Errorf("model: child %d of %s does not lead back to the one before", i, t.pathText(n))
			}
			if i++; i >= t.len {
				return fmt.Errorf("model: %s has more children than there are nodes", t.pathText(n))
			}
			before = c
		}
		if n.first != nil && n.first.prev != before {
			return fmt.Errorf("model: the first child of %s does not lead to the last", t.pathText(n))
		}
		if count > t.len {
			break
		}
	}
	switch {
	case count != t.len:
		return fmt.Errorf("model: %d nodes are counted, %d or more are there", t.len, count)
	case kept != len(t.places):
		return fmt.Errorf("model: %d of %d checkpoints are outside the tree", len(t.places)-kept, len(t.places))
	case !last:
		return fmt.Errorf("model: the last place asked for is outside the tree")
	}
	return nil
}

func (t *Tree) checkNode(n *Node) error {
	if (n.kind() == isRoot) != (n == t.root) {
		return fmt.Errorf("model: a root inside the tree, or none at its top")
	}
	e := n.extra
	if e == nil {
		return nil
	}
	a := n.annotation()
	switch {
	case e.other != nil && e.other.orNil() == nil:
		return fmt.Errorf("model: %s has room for annotations and none", t.pathText(n))
	case n.rarely() != &noRare && !a.unusual():
		return fmt.Errorf("model: %s has room for rare annotations and none", t.pathText(n))
	case e.kind == isMove && a.empty():
		return fmt.Errorf("model: %s is a plain move but has room for annotations", t.pathText(n))
	case e.kind == isMove && n.text() != "", (e.kind == isSetup || e.kind == isRaw) && n.text() == "":
		return fmt.Errorf("model: %s has the text %q", t.pathText(n), n.text())
	}
	return nil
}
