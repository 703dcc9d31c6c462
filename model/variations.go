package model

// Promote returns the edit that moves the variation of n one place towards the front. The variation
// starts at the nearest node, from n upwards, that is not a first child. Promote returns nil on the
// main line. It costs a step per node above n and per sibling.
func Promote(n *Node) []Edit {
	for ; n != nil; n = n.parent {
		if n.Prev() != nil {
			return []Edit{Reorder{n, n.Index() - 1}}
		}
	}
	return nil
}

// Demote returns the edit that moves the variation of n one place towards the end. The variation starts at the
// nearest node, from n upwards, that is not a last child. Demote returns nil if there is no such node.
func Demote(n *Node) []Edit {
	for ; n != nil; n = n.parent {
		if n.next != nil {
			return []Edit{Reorder{n, n.Index() + 1}}
		}
	}
	return nil
}

// DeleteOthers returns the edits that delete all variations branching off between the root and n.
// The nodes below n are kept. It costs a step per node above n. Applying the edits costs a step per
// deleted node. It returns an error if n is not in the tree.
func DeleteOthers(t *Tree, n *Node) ([]Edit, error) {
	if !t.Contains(n) {
		return nil, notInTree()
	}
	p := plan{t: t}
	p.removeSiblings(n)
	return p.edits, nil
}

// removeSiblings removes the siblings of n and of the nodes above it.
func (p *plan) removeSiblings(n *Node) {
	for ; n.parent != nil; n = n.parent {
		for c := range n.parent.Children() {
			if c != n {
				p.remove(c)
			}
		}
	}
}

// Flatten returns the edits that leave a single line: the line to n, continued by first children.
// It costs a step per node of the line. Applying the edits costs a step per deleted node. It
// returns an error if n is not in the tree.
func Flatten(t *Tree, n *Node) ([]Edit, error) {
	if !t.Contains(n) {
		return nil, notInTree()
	}
	for n.first != nil {
		n = n.first
	}
	return DeleteOthers(t, n)
}

// DeleteAfter returns the edits that delete all nodes below n.
func DeleteAfter(n *Node) []Edit {
	var edits []Edit
	for c := range n.Children() {
		edits = append(edits, Remove{c})
	}
	return edits
}

// DeleteBefore returns the edits that make the position at n the start of the game. The children of
// n become children of the root; all other nodes are deleted. The annotation of n is merged into
// the root's annotation. Rules that depend on earlier moves lose that history. Applying the edits
// costs a step per node of the tree. It returns an error if n is illegal.
func DeleteBefore(t *Tree, n *Node) ([]Edit, error) {
	pos, err := t.Position(n)
	if err != nil || n == t.root {
		return nil, err
	}
	text, err := t.setupText(t.root, pos.String())
	if err != nil {
		return nil, err
	}
	p := plan{t: t}
	for c := range n.Children() {
		p.move(c, t.root, nil)
	}
	for c := range t.root.Children() {
		p.remove(c)
	}
	if text != t.root.text() {
		p.add(setText{t.root, text})
	}
	p.annotate(t.root, Join(t.root.annotation(), n.annotation()))
	return p.edits, nil
}

// Duplicate returns the edit that inserts a copy of the branch of n after n. Both make the same
// move until one of them is changed; MergeDuplicates merges them again. It returns an error if n is
// the root or not in the tree, or if more stops it.
func Duplicate(t *Tree, n *Node, more More) ([]Edit, error) {
	if err := t.checkInner(n); err != nil {
		return nil, err
	}
	p, a := plan{t: t}, poller{more: more}
	p.attach(n.copy(&a), n.parent, n.next)
	return p.edits, a.err()
}

// Extract returns a new document with copies of n and all nodes below it, and with the game and
// players of d. It starts from the position before n's move, or from the position that n sets up.
// If a move above n is illegal, it starts from the start of d, and Position reports illegal moves.
// For the root it copies the whole document.
//
// It costs a step per copied node, and plays the moves above n. It only reads, so it may run in any
// goroutine while d is not being edited. It returns nil if more stops it.
func Extract(d *Document, n *Node, more More) *Document {
	if n.kind() != isSetup {
		return Clip(d, n, more)
	}
	a := poller{more: more}
	x := extract(&a, d, n.text(), n.copy(&a))
	if x != nil {
		x.Tree.root.setAnnotation(n.annotation())
	}
	return x
}

// Clip is like Extract, but a set-up node becomes the first variation instead of the start. The
// children of the root can be passed to Paste.
func Clip(d *Document, n *Node, more More) *Document {
	t, a := d.Tree, poller{more: more}
	if n == t.root {
		x := extract(&a, d, n.text(), n.copy(&a))
		if x == nil {
			return nil
		}
		x.Foreign = d.Foreign
		x.Tree.root.setAnnotation(n.annotation())
		return x
	}
	start := t.root.text()
	if p := t.computeState(&a, n.parent); p.err == nil {
		start = p.pos.String()
	}
	over := &Node{}
	n.copy(&a).link(over, nil)
	return extract(&a, d, start, over)
}

// extract returns a document with the given start. The children of top are moved to it.
func extract(a *poller, d *Document, start string, top *Node) *Document {
	if a.stopped {
		return nil
	}
	t := d.Tree
	x := NewDocument(t.rules)
	copy(x.Players, d.Players)
	for k, v := range d.Info {
		x.Info[k] = v
	}
	if start == t.rules.Start().String() {
		start = ""
	}
	root := x.Tree.root
	root.setText(start)
	for c := range top.Children() {
		c.unlink()
		c.link(root, nil)
	}
	x.Tree.len = 0
	for c := range x.Tree.All() {
		c.mark = x.Tree.mark
		x.Tree.len++
	}
	return x
}

// Setup returns the edits that make n a set-up of the position in text. "" is the normal start. If n is a move,
// it is replaced by a new set-up node with the same annotation. The continuation is kept; Position reports
// moves in it that are now illegal. It returns an error if n is not in the tree or text is not a position.
func Setup(t *Tree, n *Node, text string) ([]Edit, error) {
	if !t.Contains(n) {
		return nil, notInTree()
	}
	text, err := t.setupText(n, text)
	if err != nil {
		return nil, err
	}
	if n.kind() == isRoot || n.kind() == isSetup {
		return []Edit{SetSetup{n, text}}, nil
	}
	p := plan{t: t}
	in := NewSetup(text)
	in.setAnnotation(n.annotation())
	p.attach(in, n.parent, n)
	for c := range n.Children() {
		p.move(c, in, nil)
	}
	p.remove(n)
	return p.edits, nil
}
