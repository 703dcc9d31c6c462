package app

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	ioall "boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
)

func TestEveryCommandHasAKeyOfItsOwn(t *testing.T) {
	seen, ids := map[string]string{}, map[string]bool{}
	for _, c := range Commands {
		if ids[c.ID] {
			t.Errorf("%s stands twice", c.ID)
		}
		ids[c.ID] = true
		for _, k := range c.Keys {
			if o := seen[k]; o != "" {
				t.Errorf("%s is the key of %s and %s", k, o, c.ID)
			}
			seen[k] = c.ID
		}
		if !slices.Contains(Menus, c.Menu) {
			t.Errorf("%s stands in no menu", c.ID)
		}
	}
}

func TestTreeLayoutHasNoCollisions(t *testing.T) {
	r, err := Choice{Game: "line", Preset: "gomoku"}.Rules()
	if err != nil {
		t.Fatal(err)
	}
	tr := model.NewTree(r)
	nodes := []*model.Node{tr.Root()}
	seed := uint32(1)
	for i := range 3000 {
		seed = seed*1664525 + 1013904223
		p := nodes[len(nodes)-1]
		if seed>>24 < 60 {
			p = nodes[int(seed>>8)%len(nodes)]
		}
		nodes = append(nodes, tr.Add(p, rules.Place(rules.Cell(i%225))))
	}
	checkLayout(t, tr, LayOut(tr))
	// Growing a layout leaf by leaf is right as well.
	tr = model.NewTree(r)
	l, n := LayOut(tr), tr.Root()
	for c := range rules.Cell(50) {
		n = tr.Add(n, rules.Place(c))
		if !l.Extend(n) {
			t.Fatalf("no room for move %d of a single line", c)
		}
	}
	checkLayout(t, tr, l)
	if l.Extend(tr.Add(tr.Root(), rules.Place(200))) {
		t.Error("a variation was placed as if it went on")
	}
}

func checkLayout(t *testing.T, tr *model.Tree, l *TreeLayout) {
	t.Helper()
	type at struct{ row, col int32 }
	cols := map[*model.Node]int32{}
	seen := map[at]bool{}
	for row, ps := range l.Rows {
		for _, p := range ps {
			if seen[at{int32(row), p.Col}] {
				t.Fatalf("two nodes at row %d column %d", row, p.Col)
			}
			seen[at{int32(row), p.Col}] = true
			cols[p.Node] = p.Col
			if _, r, ok := l.Find(p.Node); !ok || r != row {
				t.Fatalf("found in row %d, not %d", r, row)
			}
			if up := p.Node.Parent(); up != nil {
				q, ok := cols[up]
				if !ok || q != p.Up || q > p.Col || p.Node == up.First() && q != p.Col {
					t.Fatalf("row %d: parent in column %d, child in %d", row, q, p.Col)
				}
			}
		}
	}
	if len(seen) != tr.Len() {
		t.Errorf("%d of %d nodes have a place", len(seen), tr.Len())
	}
}

func TestRealGamesOpen(t *testing.T) {
	for _, name := range []string{"penloup-juhem.studio", "pente.studio", "awale.studio", "three-players.studio", "legacy.xml"} {
		path := filepath.Join("..", "..", "samples", name)
		d, f, err := ioall.Open(context.Background(), path, codec.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(d.Warnings) > 0 || d.Tree.Len() < 9 || f == nil {
			t.Errorf("%s: %d nodes, %v", name, d.Tree.Len(), d.Warnings)
		}
	}
}
