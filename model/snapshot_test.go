package model

import (
	"bytes"
	"testing"
)

func TestSnapshot(t *testing.T) {
	x := newSample()
	if err := x.tree.Do("all", SetComment{x.root, "r"}, SetMarks{x.b, []Mark{{1, MarkLabel, "é"}}}, SetInfo{x.doc, "a", "1"}, SetInfo{x.doc, "b", "2"},
		SetPlayer{x.doc, 1, Player{"Eve", "lua:x.lua", 5, "éa", "#00ffAA", 3}}, SetEvals{x.a, []Eval{{Engine: "e", Score: 0.5}}}); err != nil {
		t.Fatal(err)
	}
	b := x.doc.Snapshot()
	d, err := ReadSnapshot(x.tree.Rules(), b)
	if err != nil {
		t.Fatal(err)
	}
	if err := Equal(x.doc, d); err != nil {
		t.Error(err)
	}
	if err := d.Tree.Check(); err != nil {
		t.Error(err)
	}
	if d.Tree.Len() != x.tree.Len() || d.Tree.Do("edit", SetName{d.Tree.Root().First(), "n"}) != nil {
		t.Error("the tree that was read cannot be edited")
	}
	for n := range b {
		if _, err := ReadSnapshot(x.tree.Rules(), b[:n]); err == nil {
			t.Fatalf("%d bytes of %d are a document", n, len(b))
		}
	}
	if _, err := ReadSnapshot(x.tree.Rules(), append(b, 0)); err == nil {
		t.Error("a byte too many is read over")
	}
}

// FuzzSnapshot checks that any snapshot that can be read is a sound tree, and is written with the
// same bytes.
func FuzzSnapshot(f *testing.F) {
	x := newSample()
	b := x.doc.Snapshot()
	f.Add(b)
	f.Add(b[:len(b)/2])
	f.Add(NewDocument(x.tree.Rules()).Snapshot())
	f.Fuzz(func(t *testing.T, b []byte) {
		d, err := ReadSnapshot(x.tree.Rules(), b)
		if err != nil {
			return
		}
		if err := d.Tree.Check(); err != nil {
			t.Fatal(err)
		}
		again, err := ReadSnapshot(x.tree.Rules(), d.Snapshot())
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(d.Snapshot(), again.Snapshot()) {
			t.Fatal("another document is read back")
		}
		d.Tree.Validate(10)
	})
}
