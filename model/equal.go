package model

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"boardstudio/text/msg"
)

// Equal returns nil if the saved content of a and b is equal: rules, tree, annotations, players and
// info. Otherwise the error describes the first difference and the moves that lead to it.
func Equal(a, b *Document) error { return equal(a, b, 0) }

// EqualEdits is like Equal but ignores evaluations, which engines add without an undo step.
func EqualEdits(a, b *Document) error { return equal(a, b, PartEvals) }

// equal implements Equal. It ignores the annotation parts in without.
func equal(a, b *Document, without Parts) error {
	sa, sb := a.Tree.rules.Spec(), b.Tree.rules.Spec()
	if sa.Game != sb.Game {
		return msg.Errorf("games differ: %s and %s", sa.Game, sb.Game)
	}
	if name, ok := differing(sa.Params, sb.Params); ok {
		return msg.Errorf("parameters %s differ: %q and %q", name, sa.Params[name], sb.Params[name])
	}
	if len(a.Players) != len(b.Players) {
		return msg.Errorf("numbers of players differ: %d and %d", len(a.Players), len(b.Players))
	}
	for i := range a.Players {
		if a.Players[i] != b.Players[i] {
			return msg.Errorf("players %d differ: %+v and %+v", i+1, a.Players[i], b.Players[i])
		}
	}
	if key, ok := differing(a.Info, b.Info); ok {
		return msg.Errorf("the values of %s in the game information differ: %q and %q", key, a.Info[key], b.Info[key])
	}
	if !slices.Equal(a.Foreign, b.Foreign) {
		return msg.Errorf("unknown elements of the documents differ: %q and %q", a.Foreign, b.Foreign)
	}
	return equalTrees(a.Tree, b.Tree, without)
}

// differing returns the first key whose values differ. A missing value counts as "".
func differing(a, b map[string]string) (key string, ok bool) {
	all := slices.AppendSeq(slices.Collect(maps.Keys(a)), maps.Keys(b))
	slices.Sort(all)
	i := slices.IndexFunc(all, func(k string) bool { return a[k] != b[k] })
	if i < 0 {
		return "", false
	}
	return all[i], true
}

// equalTrees walks both trees in parallel.
func equalTrees(a, b *Tree, without Parts) error {
	m, n := a.root, b.root
	for {
		if err := equalNodes(a, b, m, n, without); err != nil {
			return err
		}
		if (m.first == nil) != (n.first == nil) {
			return extraNode(a, b, m.first, n.first)
		}
		if m.first != nil {
			m, n = m.first, n.first
			continue
		}
		for m != a.root && m.next == nil && n.next == nil {
			m, n = m.parent, n.parent
		}
		if m == a.root {
			return nil
		}
		if m.next == nil || n.next == nil {
			return extraNode(a, b, m.next, n.next)
		}
		m, n = m.next, n.next
	}
}

func extraNode(a, b *Tree, m, n *Node) error {
	if m == nil {
		return msg.Errorf("the second document has more at %s", b.pathText(n))
	}
	return msg.Errorf("the first document has more at %s", a.pathText(m))
}

func equalNodes(a, b *Tree, m, n *Node, without Parts) error {
	if m.kind() != n.kind() || m.move != n.move {
		return msg.Errorf("moves differ: %s and %s", a.pathText(m), b.pathText(n))
	}
	if x, y := m.text(), n.text(); x != y {
		return msg.Errorf("texts differ at %s: %q and %q", a.pathText(m), x, y)
	}
	if m.extra == n.extra { // usually both are nil
		return nil
	}
	x, y := m.annotation(), n.annotation()
	if bits := x.parts(&y) &^ without; bits != 0 {
		return msg.Errorf("annotations differ at %s (%s): %+v and %+v", a.pathText(m), bits.first().name, x, y)
	}
	return nil
}

// pathText describes n by the moves that lead to it, at most the last twelve.
func (t *Tree) pathText(n *Node) string {
	if n == t.root {
		return "the root"
	}
	var words []string
	for m := n; m != t.root && m != nil; m = m.parent {
		if len(words) == 12 {
			words = append(words, "…")
			break
		}
		if m.kind() == isSetup {
			words = append(words, "[set-up]")
		} else {
			words = append(words, t.moveText(m))
		}
	}
	slices.Reverse(words)
	return fmt.Sprintf("move %d (%s)", n.Ply(), strings.Join(words, " "))
}
