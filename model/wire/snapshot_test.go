package wire

import (
	"testing"

	"boardstudio/model"
)

func TestSnapshot(t *testing.T) {
	x := recordedDocument(t)
	recordedSteps(t, x)
	if err := x.Tree.Do("all", model.SetInfo{Doc: x, Key: "a", Value: "1"}, model.SetInfo{Doc: x, Key: "b", Value: "2"}); err != nil {
		t.Fatal(err)
	}
	b := Snapshot(x)
	d, err := ReadSnapshot(x.Tree.Rules(), b)
	if err != nil {
		t.Fatal(err)
	}
	if err := model.Equal(x, d); err != nil {
		t.Error(err)
	}
	if err := d.Tree.Check(); err != nil {
		t.Error(err)
	}
	if d.Tree.Len() != x.Tree.Len() || d.Tree.Do("edit", model.SetName{Node: d.Tree.Root().First(), Name: "n"}) != nil {
		t.Error("the tree that was read cannot be edited")
	}
	for n := range b {
		if _, err := ReadSnapshot(x.Tree.Rules(), b[:n]); err == nil {
			t.Fatalf("%d bytes of %d are a document", n, len(b))
		}
	}
	if _, err := ReadSnapshot(x.Tree.Rules(), append(b, 0)); err == nil {
		t.Error("a byte too many is read over")
	}
}
