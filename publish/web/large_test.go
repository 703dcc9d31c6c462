package web_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	aiall "boardstudio/ai/all"
	"boardstudio/model"
	"boardstudio/model/trees"
	"boardstudio/publish/web"
	"boardstudio/rules"
)

// many is the number of nodes of large trees.
const many = 100_000

// large returns trees of n nodes: a line, nested lines, and alternatives to the first move.
func large(t testing.TB, n int) map[string]*model.Document {
	t.Helper()
	docs := map[string]*model.Document{}
	make := func(name string, fill func(tree *model.Tree)) {
		d := trees.Gomoku(t)
		fill(d.Tree)
		docs[name] = d
	}
	make("deep", func(tree *model.Tree) {
		at := tree.Root()
		for i := 0; tree.Len() < n; i++ {
			if i%200 == 199 {
				at = tree.AddSetup(at, "")
				continue
			}
			at = tree.Add(at, rules.Place(rules.Cell(i%200)))
		}
	})
	make("broad", func(tree *model.Tree) {
		for i := 0; tree.Len() < n; i++ {
			tree.Add(tree.Root(), rules.Place(rules.Cell(i%361)))
		}
	})
	make("comb", func(tree *model.Tree) { // each move of a line has an alternative
		at := tree.Root()
		for i := 0; tree.Len() < n; i++ {
			if i%200 == 199 {
				at = tree.AddSetup(at, "")
				continue
			}
			next := tree.Add(at, rules.Place(rules.Cell(i%200)))
			tree.Add(at, rules.Place(rules.Cell(i%200+1)))
			at = next
		}
	})
	make("nested", func(tree *model.Tree) { // each alternative has one
		at := tree.Root()
		for i := 0; tree.Len() < n; i++ {
			if i%100 == 99 {
				at = tree.AddSetup(at, "")
				continue
			}
			tree.Add(at, rules.Place(rules.Cell(i%100)))
			at = tree.Add(at, rules.Place(rules.Cell(200+i%100)))
		}
	})
	return docs
}

// TestLarge checks that large trees of every shape can be written. If the environment variable
// WEB_PAGES names a folder, the pages are saved there.
func TestLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("writes pages of 100,000 nodes")
	}
	for name, d := range large(t, many) {
		p := pageOf(t, d, web.Options{})
		if want := 20 * many; len(p) < want {
			t.Errorf("%s: the page has %d bytes only", name, len(p))
		}
		if dir := os.Getenv("WEB_PAGES"); dir != "" {
			if err := os.WriteFile(filepath.Join(dir, "large-"+name+web.Ext), p, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	for name, d := range large(b, many) {
		b.Run(name, func(b *testing.B) {
			var buf bytes.Buffer
			for b.Loop() {
				buf.Reset()
				if err := web.Write(context.Background(), aiall.Engines, &buf, d, web.Options{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(buf.Len())/1e6, "MB/page")
		})
	}
}
