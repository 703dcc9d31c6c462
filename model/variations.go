package model

// Promote returns the edit that brings the variation n is in one step nearer to
// the front; the variation begins at the nearest of n and the nodes above it that is
// not a first child. None on the main line. It takes a step for each node above n and each sibling.
func Promote(n *Node) []Edit {
	for ; n != nil; n = n.parent {
		if n.Prev() != nil {
			return []Edit{Reorder{n, n.Index() - 1}}
		}
	}
	return nil
}

// Demote returns the edit that brings the variation n is in one step further
// back; it begins at the nearest of n and the nodes above it that is not a last
// child. None where nothing has a sibling behind it.
func Demote(n *Node) []Edit {
	for ; n != nil; n = n.parent {
		if n.next != nil {
			return []Edit{Reorder{n, n.Index() + 1}}
		}
	}
	return nil
}

// DeleteOthers returns the edits that delete all variations that branch off between
// the root and n, and keep what is below n; none when there are none. It takes a step for each node
// above n, and for each node deleted when done.
func DeleteOthers(t *Tree, n *Node) ([]Edit, error) {
	if !t.Contains(n) {
		return nil, notHere()
	}
	p := plan{t: t}
	p.others(n)
	return p.edits, nil
}

// others removes the siblings of n and of the nodes above it.
func (p *plan) others(n *Node) {
	for ; n.parent != nil; n = n.parent {
		for c := range n.parent.Children() {
			if c != n {
				p.remove(c)
			}
		}
	}
}

// Flatten returns the edits that leave one line only: the one that leads to n
// and goes on with first children. It takes a step for each node of it, and for each node
// deleted when done.
func Flatten(t *Tree, n *Node) ([]Edit, error) {
	if !t.Contains(n) {
		return nil, notHere()
	}
	for n.first != nil {
		n = n.first
	}
	return DeleteOthers(t, n)
}

// DeleteAfter returns the edits that delete all that is below n.
func DeleteAfter(n *Node) []Edit {
	var edits []Edit
	for c := range n.Children() {
		edits = append(edits, Remove{c})
	}
	return edits
}

// DeleteBefore returns the edits that make the position at n the start of the
// game: what follows n follows the root, all else goes. The root keeps what is said
// about it, and what is said about n is joined to that. It fails when n is
// illegal. Rules that look back forget what was before. Done, it takes a step for each node of the tree.
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
		p.put(c, t.root, nil)
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

// Duplicate returns the edit that puts a copy of n, with all below it, behind n, to
// be changed there: until one of the two is, both make the same move. MergeDuplicates
// unites them again.
func Duplicate(t *Tree, n *Node, more More) ([]Edit, error) {
	if err := t.inside(n); err != nil {
		return nil, err
	}
	p, a := plan{t: t}, asker{more: more}
	p.attach(n.copy(&a), n.parent, n.next)
	return p.edits, a.err()
}

// Extract returns a new document of the same game and players that holds copies of
// n and all below it. Its start is the position that n sets up, or the one that the move
// at n is made from; where a move before n is illegal it is the start of d's game,
// and what is illegal there is reported by Position. Of the root it is a copy
// of the whole document. It takes a step for each node copied, and plays the moves above n. It reads
// only, so that it can run in any goroutine while nobody edits; ended by more, it returns nil.
func Extract(d *Document, n *Node, more More) *Document {
	if n.kind() != isSetup {
		return Clip(d, n, more)
	}
	a := asker{more: more}
	x := extract(&a, d, n.text(), n.copy(&a))
	if x != nil {
		x.Tree.root.setAnnotation(n.annotation())
	}
	return x
}

// Clip returns a new document as Extract does, but one in which a set-up too is the
// first variation, not the start: what follows its root is what Paste takes.
func Clip(d *Document, n *Node, more More) *Document {
	t, a := d.Tree, asker{more: more}
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
	if p := t.look(&a, n.parent); p.err == nil {
		start = p.pos.String()
	}
	over := &Node{}
	n.copy(&a).link(over, nil)
	return extract(&a, d, start, over)
}

// extract returns a document with the start, and what is below top, which is used up.
func extract(a *asker, d *Document, start string, top *Node) *Document {
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

// Setup returns the edits that make n stand for the position in text, "" for the usual start. The
// root or a set-up changes; a move becomes a set-up in its stead, by a new
// node, with what is said about it. What follows is kept, and reported by
// Position where it is now illegal.
func Setup(t *Tree, n *Node, text string) ([]Edit, error) {
	if !t.Contains(n) {
		return nil, notHere()
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
		p.put(c, in, nil)
	}
	p.remove(n)
	return p.edits, nil
}
