package wire

import (
	"slices"

	"boardstudio/model"
	"boardstudio/rules"
)

// Snapshot returns the current content of d without its history: players, info and tree. The
// encoding is fast to read. It is intended for other processes, not for files.
func Snapshot(d *model.Document) []byte {
	b := putList(nil, d.Players, putPlayer)
	b = putList(b, rules.Params(d.Info).Names(), func(b []byte, key string) []byte { return putText(putText(b, key), d.Info[key]) })
	root := d.Tree.Root()
	a := root.Annotation()
	p := model.NewPatch(&noAnnotation, &a)
	b = putPatch(putText(b, root.Setup()), &p)
	b = putBool(b, root.First() != nil)
	for c := root.First(); c != nil; c = c.Next() {
		for n := range d.Tree.Subtree(c) {
			b = putNode(b, c, n)
		}
		b = putBool(b, c.Next() != nil)
	}
	return b
}

// ReadSnapshot returns the document encoded in b, with its nodes in the same order. It returns an
// error if b was not written by Snapshot, or if the start position cannot be read. Illegal moves are
// accepted.
func ReadSnapshot(r rules.Rules, b []byte) (*model.Document, error) {
	s := &source{b: b}
	d := model.NewDocument(r)
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
	start, a := s.text(), s.annotation()
	if s.bad || len(players) != len(d.Players) || t.SetStart(start) != nil {
		return nil, damaged()
	}
	d.Players = slices.Clip(players)
	t.Annotate(t.Root(), *a)
	add := func(parent *model.Node, m rules.Move, setup, raw string, a *model.Annotation) (n *model.Node) {
		if parent == nil {
			parent = t.Root()
		}
		switch {
		case setup != "":
			n = t.AddSetup(parent, setup)
		case raw != "":
			n = t.AddRaw(parent, raw)
		default:
			n = t.Add(parent, m)
		}
		if a != nil {
			t.Annotate(n, *a)
		}
		return n
	}
	for more := s.bool(); more && !s.bad; more = s.bool() {
		s.branch(add)
	}
	if s.bad || len(s.b) > 0 {
		return nil, damaged()
	}
	return d, nil
}
