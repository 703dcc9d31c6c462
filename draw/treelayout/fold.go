package treelayout

import "boardstudio/model"

// Fold folds the variations at n, if they show more than their first moves, or else the side line
// that contains n. It returns the node to select, which is still visible, or nil if nothing can be
// folded.
func (l *Layout) Fold(n *model.Node) *model.Node {
	l.update()
	if folded := l.setFolds(n, func(b *side) bool { return b.kind != kindStub && b.size > 1 }, foldClosed); folded {
		return n
	}
	for n != nil {
		h := l.headOf(n)
		if h.Parent() == nil {
			return nil
		}
		if s, j := l.reconsider(h); s != nil && s.sides[j].size > 1 && s.sides[j].kind != kindStub {
			l.folds[h] = foldClosed
			l.look(s, j)
			l.pack()
			return h
		}
		n = h.Parent()
	}
	return nil
}

// Unfold unfolds n or the variations at n. If there are many variations, it shows more of them. It
// reports whether anything was hidden.
func (l *Layout) Unfold(n *model.Node) bool {
	l.update()
	if s, j := l.reconsider(n); s != nil && s.sides[j].kind == kindStub {
		l.folds[n] = foldOpen
		l.look(s, j)
		l.finish()
		l.pack()
		return true
	}
	more := l.More(n)
	return l.setFolds(n, func(b *side) bool { return b.kind == kindStub }, foldOpen) || more
}

// More shows more children of n. It returns false if all are shown.
func (l *Layout) More(n *model.Node) bool {
	l.update()
	s, k, side := l.locate(n)
	if s == nil || side.head != nil {
		return false
	}
	lo, hi := s.group(k)
	if lo == hi || s.sides[lo].kind != kindMore {
		return false
	}
	l.more[n] = 4 * (hi - lo)
	l.fork(s, k, false)
	l.finish()
	l.pack()
	return true
}

// setFolds sets the fold state of the side lines at n that satisfy match. It reports whether there
// were any.
func (l *Layout) setFolds(n *model.Node, match func(*side) bool, f fold) bool {
	s, k, side := l.locate(n)
	if s == nil || side.head != nil {
		return false
	}
	found := false
	lo, hi := s.group(k)
	for j := lo; j < hi; j++ {
		if b := &s.sides[j]; b.kind != kindMore && match(b) {
			l.folds[b.head] = f
			l.look(s, j)
			found = true
		}
	}
	l.finish()
	l.pack()
	return found
}

// MostUnfolded is the maximum number of nodes that UnfoldAll unfolds.
const MostUnfolded = 20_000

// UnfoldAll unfolds the whole branch of n. It returns false if the branch has too many nodes.
func (l *Layout) UnfoldAll(n *model.Node) bool {
	if count(n, MostUnfolded+1) > MostUnfolded {
		return false
	}
	if n.Parent() == nil {
		l.foldShort = false
	}
	for m := range l.t.Subtree(n) {
		delete(l.folds, m)
		children := 0
		for range m.Children() {
			children++
		}
		if children > ForkShown {
			l.more[m] = children
		}
	}
	l.folds[n] = foldAll
	for m := n; m != nil; m = m.First() {
		for c := range m.Children() {
			if c != m.First() {
				l.folds[c] = foldAll
			}
		}
	}
	l.build()
	return true
}

// FoldOthers folds all side lines that do not lead to the current node.
func (l *Layout) FoldOthers() {
	l.update()
	l.foldShort = true
	clear(l.folds)
	clear(l.more)
	l.build()
}
