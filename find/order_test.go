package find_test

import (
	"testing"

	"boardstudio/find"
	"boardstudio/model"
)

func TestOrder(t *testing.T) {
	d := open(t, "../samples/penloup-juhem.studio")
	var all []*model.Node
	for n := range d.Tree.All() {
		all = append(all, n)
	}
	for i := 0; i < len(all); i += 3 {
		for j := 0; j < len(all); j += 5 {
			if got, want := find.Order(all[i], all[j]), max(-1, min(1, i-j)); got != want {
				t.Fatalf("order of %d and %d is %d", i, j, got)
			}
		}
	}
	for _, n := range all {
		if find.Follow(d.Tree, find.Steps(n)) != n {
			t.Fatal("the steps lead elsewhere")
		}
	}
}
