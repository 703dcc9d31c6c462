package model

import (
	"maps"
	"slices"

	"boardstudio/rules"
)

// Become returns the edits that give d the content of other: its tree, annotations,
// players and info. As one step they are undone like any edit, so nothing of d is
// lost by them. Both must be of the same game. What a newer version wrote about the
// document as a whole stays that of d. It copies the tree of other.
func Become(d, other *Document) ([]Edit, error) {
	if err := sameGame(d.Tree.rules.Spec(), other.Tree.rules.Spec()); err != nil {
		return nil, err
	}
	t, root := d.Tree, other.Tree.root
	var edits []Edit
	for c := t.root.first; c != nil; c = c.next {
		edits = append(edits, detach{c})
	}
	if root.extra.text != t.root.extra.text {
		edits = append(edits, setText{t.root, root.extra.text})
	}
	x, y := t.root.annotation(), root.annotation()
	if x.differs(&y) != "" {
		edits = append(edits, setAnnotation{t.root, y})
	}
	for c := root.first; c != nil; c = c.next {
		edits = append(edits, restore{node: c.Copy(), parent: t.root})
	}
	for i, p := range other.Players {
		if p != d.Players[i] {
			edits = append(edits, seat{d, i, p})
		}
	}
	keys := slices.AppendSeq(slices.Collect(maps.Keys(d.Info)), maps.Keys(other.Info))
	slices.Sort(keys)
	for _, k := range slices.Compact(keys) {
		if d.Info[k] != other.Info[k] {
			edits = append(edits, info{d, k, other.Info[k]})
		}
	}
	return edits, nil
}

// SameGame reports whether both documents are of the same game, with the same
// parameters.
func SameGame(a, b *Document) bool {
	return sameGame(a.Tree.rules.Spec(), b.Tree.rules.Spec()) == nil
}

func sameGame(a, b rules.Spec) error {
	if name, ok := differing(a.Params, b.Params); a.Game != b.Game || ok {
		if a.Game != b.Game {
			name = a.Game
		}
		return rules.Errorf("it is another game (%s)", name)
	}
	return nil
}
