package model

import (
	"maps"
	"slices"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// ReplaceContent returns the edits that replace the content of d by a copy of other: tree, annotations,
// players and info. Apply them as one step, which can be undone like any other. Elements of newer
// versions in d.Foreign are not replaced.
//
// It returns an error if the documents are not of the same game, or if more stops it.
func ReplaceContent(d, other *Document, more More) ([]Edit, error) {
	if err := sameGame(d.Tree.rules.Spec(), other.Tree.rules.Spec()); err != nil {
		return nil, err
	}
	t, root := d.Tree, other.Tree.root
	p, a := plan{t: t}, poller{more: more}
	for c := t.root.first; c != nil; c = c.next {
		p.remove(c)
	}
	if root.text() != t.root.text() {
		p.add(setText{t.root, root.text()})
	}
	p.annotate(t.root, root.annotation())
	for c := root.first; c != nil; c = c.next {
		p.attach(c.copy(&a), t.root, nil)
	}
	for i, who := range other.Players {
		if who != d.Players[i] {
			p.add(seat{d, i, who})
		}
	}
	keys := slices.AppendSeq(slices.Collect(maps.Keys(d.Info)), maps.Keys(other.Info))
	slices.Sort(keys)
	for _, k := range slices.Compact(keys) {
		if d.Info[k] != other.Info[k] {
			p.add(info{d, k, other.Info[k]})
		}
	}
	return p.edits, a.err()
}

// SameGame reports whether both documents have the same game and the same parameters.
func SameGame(a, b *Document) bool { return SameRules(a.Tree.rules, b.Tree.rules) }

// SameRules reports whether a and b are the rules of the same game with the same parameters.
func SameRules(a, b rules.Rules) bool { return sameGame(a.Spec(), b.Spec()) == nil }

func sameGame(a, b rules.Spec) error {
	if name, ok := differing(a.Params, b.Params); a.Game != b.Game || ok {
		if a.Game != b.Game {
			name = a.Game
		}
		return msg.Errorf("it is another game (%s)", name)
	}
	return nil
}
