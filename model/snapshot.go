package model

import (
	"slices"

	"boardstudio/rules"
)

// Snapshot returns the current content of the document without its history: players, info and tree.
// The encoding is fast to read. It is intended for other processes, not for files.
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

// ReadSnapshot returns the document encoded in b, with its nodes in the same order. It returns an
// error if b was not written by Snapshot. Illegal moves are accepted.
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
