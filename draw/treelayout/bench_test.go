package treelayout

import (
	"runtime"
	"testing"

	"boardstudio/model"
	"boardstudio/model/trees"
	"boardstudio/rules"
)

// Benchmarks of large trees. The budgets, on two cores: 1 ms for an edit, undo or step anywhere in
// a million nodes, and 300 ms for the first layout.
//
//	go test ./draw/treelayout -run '^$' -bench . -benchtime 200x

// BenchmarkLayoutFirst measures the time and memory for laying out a million nodes.
func BenchmarkLayoutFirst(b *testing.B) {
	trees.Each(b, func(b *testing.B, d *model.Document, _ []*model.Node) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		l := New(d.Tree)
		runtime.GC()
		runtime.ReadMemStats(&after)
		weight := float64(after.HeapAlloc) - float64(before.HeapAlloc)
		runtime.KeepAlive(l)
		for b.Loop() {
			New(d.Tree)
		}
		b.ReportMetric(weight/trees.Million, "B/node")
	})
}

// screen returns the visible area around n, at the smallest zoom on a large screen.
func screen(l *Layout, n *model.Node) Area {
	row, col, _ := l.Find(n)
	return Area{row - 60, row + 60, col - 60, col + 60}
}

// BenchmarkLayoutGo selects random nodes and views the area around them.
func BenchmarkLayoutGo(b *testing.B) {
	trees.Each(b, func(b *testing.B, d *model.Document, nodes []*model.Node) {
		l := New(d.Tree)
		var p Picture
		i := 0
		for b.Loop() {
			n := nodes[i%len(nodes)]
			l.Show(n)
			l.View(screen(l, n), &p)
			i++
		}
	})
}

// BenchmarkLayoutEdit adds or removes a move at random nodes and views the area around them.
// Selecting the node is not measured.
func BenchmarkLayoutEdit(b *testing.B) {
	trees.Each(b, func(b *testing.B, d *model.Document, nodes []*model.Node) {
		l := New(d.Tree)
		d.Tree.Watch(l.Apply)
		var p Picture
		i := 0
		for b.Loop() {
			b.StopTimer()
			n := nodes[i%len(nodes)]
			i++
			l.Show(n)
			add := model.NewNode(rules.Resign)
			if err := d.Tree.Do("add", model.Insert{Parent: n, Index: i % 2 * -1, Node: add}); err != nil {
				add = model.NewNode(rules.Pass)
				_ = d.Tree.Do("add", model.Insert{Parent: n, Index: -1, Node: add})
			}
			b.StartTimer()
			l.Show(n)
			l.View(screen(l, n), &p)
			b.StopTimer()
			d.Tree.Undo()
			b.StartTimer()
			l.Show(n)
			l.View(screen(l, n), &p)
		}
	})
}
