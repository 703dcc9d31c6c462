package app

import (
	"path/filepath"
	"testing"

	"boardstudio"
	"boardstudio/draw/treelayout"
	"boardstudio/internal/looptest"
	"boardstudio/model"
	"boardstudio/model/trees"
	"boardstudio/studio/app/settings"
)

// Benchmarks of a session on a large tree. The budget on two cores is 1 ms for one edit, undo or
// step anywhere in a million nodes.
//
//	go test ./studio/app -run '^$' -bench Session -benchtime 200x

// screen returns the visible area of a tree at the smallest zoom on a large screen.
func screen(l *treelayout.Layout, n *model.Node) treelayout.Area {
	row, col, _ := l.Find(n)
	return treelayout.Area{Top: row - 60, Bottom: row + 60, Left: col - 60, Right: col + 60}
}

// bench returns a session on the document, and a function that requests everything a window shows
// after a change.
func bench(b *testing.B, d *model.Document) (s *Session, refresh func()) {
	for _, v := range []string{"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"} {
		b.Setenv(v, b.TempDir())
	}
	st, err := settings.Load(filepath.Join(b.TempDir(), "settings.json"))
	if err != nil {
		b.Fatal(err)
	}
	s = New(boardstudio.All, looptest.New(1024), st).NewSession()
	s.Show(d)
	b.Cleanup(s.Close)
	var p treelayout.Picture
	return s, func() {
		l := s.View.Layout()
		l.View(screen(l, s.View.Node()), &p)
		here, _ := s.Progress()
		s.LineNodes(here-200, here+199)
		s.Game.Clock()
		s.Status()
		s.File.Title()
		s.View.GameTitle()
		s.View.DescribeNode(s.View.Node())
		s.LastCell()
		s.Conditions()
	}
}

// BenchmarkSessionStep steps forward or back from any node.
func BenchmarkSessionStep(b *testing.B) {
	trees.Each(b, func(b *testing.B, d *model.Document, nodes []*model.Node) {
		s, refresh := bench(b, d)
		i := 0
		for b.Loop() {
			b.StopTimer()
			s.Go(nodes[i%len(nodes)])
			refresh()
			i++
			b.StartTimer()
			if i%2 == 0 || s.View.Node().First() == nil {
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
	trees.Each(b, func(b *testing.B, d *model.Document, nodes []*model.Node) {
		s, refresh := bench(b, d)
		i := 0
		for b.Loop() {
			s.Go(nodes[i%len(nodes)])
			refresh()
			i++
		}
	})
}

// BenchmarkSessionEdit writes a comment, plays a move and undoes both at any node. Each of the four
// must take less than 1 ms.
func BenchmarkSessionEdit(b *testing.B) {
	trees.Each(b, func(b *testing.B, d *model.Document, nodes []*model.Node) {
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
			if pos, err := s.View.Position(); err == nil {
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
