package model

import "fmt"

// Check verifies the invariants of the tree. It returns an error for inconsistent links, a wrong
// node count, a cycle, a node that does not match its kind, or a checkpoint outside the tree. Edits
// never cause this; tests call Check after each edit. It costs a few steps per node.
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
		if _, ok := t.checkpoints[n]; ok {
			kept++
			if n.mark&markCheckpoint == 0 {
				return fmt.Errorf("model: %s does not know that it is a checkpoint", t.pathText(n))
			}
		}
		last = last || n == t.last
		// Check the links to the children before the walk follows them.
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
	case kept != len(t.checkpoints):
		return fmt.Errorf("model: %d of %d checkpoints are outside the tree", len(t.checkpoints)-kept, len(t.checkpoints))
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
	case e.details != nil && e.details.orNil() == nil:
		return fmt.Errorf("model: %s has room for annotations and none", t.pathText(n))
	case n.rareFields() != &noRare && !a.unusual():
		return fmt.Errorf("model: %s has room for rare annotations and none", t.pathText(n))
	case e.kind == isMove && a.empty():
		return fmt.Errorf("model: %s is a plain move but has room for annotations", t.pathText(n))
	case e.kind == isMove && n.text() != "", (e.kind == isSetup || e.kind == isRaw) && n.text() == "":
		return fmt.Errorf("model: %s has the text %q", t.pathText(n), n.text())
	}
	return nil
}
