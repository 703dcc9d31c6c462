package model

import (
	"slices"

	"boardstudio/rules"
)

// Snapshot returns the bytes of all that a document says now: players, information and tree, without its history. Reading
// them back is fast: it is for handing a document to another process, not for files.
func (d *Document) Snapshot() []byte {
	b := putList(nil, d.Players, putPlayer)
	b = putList(b, rules.Params(d.Info).Names(), func(b []byte, key string) []byte { return putText(putText(b, key), d.Info[key]) })
	root := d.Tree.root
	a := root.annotation()
	b = putPatch(putText(b, root.text()), &noAnnotation, &a)
	b = putBool(b, root.first != nil)
	for c := root.first; c != nil; c = c.next {
		for n := range d.Tree.Subtree(c) {
			b = putNode(b, c, n)
		}
		b = putBool(b, c.next != nil)
	}
	return b
}

// ReadSnapshot returns the document of which b is the snapshot. Its nodes have the same order. It refuses what Snapshot does
// not write. Like a decoder it takes moves that are not legal.
func ReadSnapshot(r rules.Rules, b []byte) (*Document, error) {
	s := &source{b: b}
	d := NewDocument(r)
	players := list(s, 6, (*source).player)
	last := ""
	for i := range s.length(2) {
		key, value := s.text(), s.text()
		if s.bad || i > 0 && key <= last {
			return nil, damaged()
		}
		last, d.Info[key] = key, value
	}
	t := d.Tree
	t.root.setText(s.text())
	a, ok := s.patch().on(Annotation{})
	if !ok || s.bad || len(players) != len(d.Players) {
		return nil, damaged()
	}
	d.Players = slices.Clip(players)
	t.root.setAnnotation(a)
	for more := s.bool(); more && !s.bad; more = s.bool() {
		top := s.branch(t)
		if s.bad {
			break
		}
		top.link(t.root, nil)
		for n := range t.Subtree(top) {
			n.mark = t.mark
			t.len++
		}
	}
	if s.bad || len(s.b) > 0 {
		return nil, damaged()
	}
	return d, nil
}
