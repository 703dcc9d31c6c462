package app

import (
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"testing"

	"boardstudio/model"
	"boardstudio/rules"
)

// The benchmarks of large trees. The budgets, on two cores: 1 ms for one edit, undo or
// step anywhere in a million nodes, 300 ms to lay them out first.
//
//	go test ./studio/app -run '^$' -bench 'Layout|Session' -benchtime 200x

// million is the number of nodes of a large tree.
const million = 1_000_000

// shapes are the trees that are measured: how to build one of n nodes.
var shapes = []struct {
	name  string
	build func(t *model.Tree, n int)
}{
	{"line", func(t *model.Tree, n int) { // one line; every 200 moves the game begins anew
		at := t.Root()
		for i := range n - 1 {
			if i%200 == 199 {
				at = t.AddSetup(at, "")
				continue
			}
			at = t.Add(at, rules.Place(rules.Cell(i%200)))
		}
	}},
	{"bushy", func(t *model.Tree, n int) { // lines of 300 moves that branch off each other
		r := rand.New(rand.NewPCG(1, 2))
		for t.Len() < n {
			at := t.Root()
			for _, c := range r.Perm(361)[:300] {
				if next := t.Find(at, rules.Place(rules.Cell(c))); next != nil {
					at = next
					continue
				}
				if t.Len() >= n {
					break
				}
				at = t.Add(at, rules.Place(rules.Cell(c)))
			}
		}
	}},
	{"thorny", func(t *model.Tree, n int) { // a line with another move at each place
		at := t.Root()
		for i := 0; t.Len() < n; i++ {
			if i%200 == 199 {
				at = t.AddSetup(at, "")
				continue
			}
			next := t.Add(at, rules.Place(rules.Cell(i%200)))
			t.Add(at, rules.Place(rules.Cell(i%200+1)))
			at = next
		}
	}},
	{"wide", func(t *model.Tree, n int) { // nodes with 300 children, and nodes with 300 children below each
		r := rand.New(rand.NewPCG(1, 2))
		all := []*model.Node{t.Root()}
		for i := 0; t.Len() < n; i++ {
			for _, c := range r.Perm(361)[:300] {
				all = append(all, t.Add(all[i], rules.Place(rules.Cell(c))))
			}
		}
	}},
}

// each runs a benchmark on each shape.
func each(b *testing.B, f func(b *testing.B, d *model.Document, nodes []*model.Node)) {
	for _, s := range shapes {
		b.Run(s.name, func(b *testing.B) {
			r, err := Choice{Game: "line", Preset: "gomoku"}.With("rows", "19").With("cols", "19").With("k", "19").Rules()
			if err != nil {
				b.Fatal(err)
			}
			d := model.NewDocument(r)
			s.build(d.Tree, million)
			var nodes []*model.Node // some of them, in no order
			rnd, i := rand.New(rand.NewPCG(3, 4)), 0
			for n := range d.Tree.All() {
				if i++; rnd.IntN(1000) == 0 {
					nodes = append(nodes, n)
				}
			}
			rnd.Shuffle(len(nodes), func(i, j int) { nodes[i], nodes[j] = nodes[j], nodes[i] })
			runtime.GC()
			f(b, d, nodes)
		})
	}
}

// BenchmarkLayoutFirst lays a million nodes out, and tells what that weighs.
func BenchmarkLayoutFirst(b *testing.B) {
	each(b, func(b *testing.B, d *model.Document, _ []*model.Node) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		l := NewTreeLayout(d.Tree)
		runtime.GC()
		runtime.ReadMemStats(&after)
		weight := float64(after.HeapAlloc) - float64(before.HeapAlloc)
		runtime.KeepAlive(l)
		for b.Loop() {
			NewTreeLayout(d.Tree)
		}
		b.ReportMetric(weight/million, "B/node")
	})
}

// screen is what is seen of a tree at once, at the smallest zoom on a large screen.
func screen(l *TreeLayout, n *model.Node) Area {
	row, col, _ := l.Find(n)
	return Area{row - 60, row + 60, col - 60, col + 60}
}

// BenchmarkLayoutGo goes to any node, and looks at what is around it.
func BenchmarkLayoutGo(b *testing.B) {
	each(b, func(b *testing.B, d *model.Document, nodes []*model.Node) {
		l := NewTreeLayout(d.Tree)
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

// BenchmarkLayoutEdit adds a move at any node, or takes it back, and looks at
// what is around it; going there is not counted.
func BenchmarkLayoutEdit(b *testing.B) {
	each(b, func(b *testing.B, d *model.Document, nodes []*model.Node) {
		l := NewTreeLayout(d.Tree)
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

// bench returns a session on the document, with all a window asks for after a change.
func bench(b *testing.B, d *model.Document) (s *Session, refresh func()) {
	for _, v := range []string{"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"} {
		b.Setenv(v, b.TempDir())
	}
	st, err := Load(filepath.Join(b.TempDir(), "settings.json"))
	if err != nil {
		b.Fatal(err)
	}
	s = New(newLoop(), st)
	s.Show(d)
	b.Cleanup(s.Close)
	var p Picture
	return s, func() {
		l := s.Layout()
		l.View(screen(l, s.Node()), &p)
		here, _ := s.Progress()
		s.LineNodes(here-200, here+199)
		s.Clock()
		s.Status()
		s.Title()
		s.GameTitle()
		s.DescribeNode(s.Node())
		s.LastCell()
		for i := range Commands {
			if c := &Commands[i]; c.Can != nil {
				c.Can(s)
			}
		}
	}
}

// BenchmarkSessionStep takes a step from any node, forward or back.
func BenchmarkSessionStep(b *testing.B) {
	each(b, func(b *testing.B, d *model.Document, nodes []*model.Node) {
		s, refresh := bench(b, d)
		i := 0
		for b.Loop() {
			b.StopTimer()
			s.Go(nodes[i%len(nodes)])
			refresh()
			i++
			b.StartTimer()
			if i%2 == 0 || s.Node().First() == nil {
				s.Back()
			} else {
				s.Forward()
			}
			refresh()
		}
	})
}

// BenchmarkSessionJump goes to any node.
func BenchmarkSessionJump(b *testing.B) {
	each(b, func(b *testing.B, d *model.Document, nodes []*model.Node) {
		s, refresh := bench(b, d)
		i := 0
		for b.Loop() {
			s.Go(nodes[i%len(nodes)])
			refresh()
			i++
		}
	})
}

// BenchmarkSessionEdit writes a comment, plays a move and takes both back, at any
// node; each of the four is to be below 1 ms.
func BenchmarkSessionEdit(b *testing.B) {
	each(b, func(b *testing.B, d *model.Document, nodes []*model.Node) {
		s, refresh := bench(b, d)
		i := 0
		for b.Loop() {
			b.StopTimer()
			n := nodes[i%len(nodes)]
			i++
			s.Go(n)
			refresh()
			b.StartTimer()
			s.Comment(n, "a comment")
			refresh()
			if pos, err := s.Position(); err == nil {
				for m := range pos.Moves() {
					s.play(labelMove, m)
					break
				}
			}
			refresh()
			s.Undo()
			refresh()
			s.Undo()
			refresh()
		}
	})
}
