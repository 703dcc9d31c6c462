package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"testing"

	"boardstudio/studio/app/newgame"

	"github.com/gotk3/gotk3/glib"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/settings"
	"boardstudio/studio/ui/gtkx"
)

// bigTree returns a gomoku document on a 19×19 board with at least the given number of nodes. It
// consists of lines of 300 moves that branch off each other.
func bigTree(b *testing.B, nodes int) *model.Document {
	c := settings.Choice{Game: "line", Preset: "gomoku"}.With("rows", "19").With("cols", "19").With("k", "19")
	r, err := newgame.Build(c)
	if err != nil {
		b.Fatal(err)
	}
	d := model.NewDocument(r)
	t := d.Tree
	seed := uint64(1)
	for t.Len() < nodes {
		n := t.Root()
		used := [361]bool{}
		for range 300 {
			seed = seed*6364136223846793005 + 1442695040888963407
			c := int(seed>>33) % 361
			for used[c] {
				c = (c + 1) % 361
			}
			used[c] = true
			m := rules.Place(rules.Cell(c))
			if k := t.Find(n, m); k != nil {
				n = k
				continue
			}
			n = t.Add(n, m)
		}
	}
	return d
}

func openBench(b testing.TB) *page {
	w := openPage(b, func(p *page) { p.waiting = true })
	w.frame()
	return w
}

// openPage opens a window with one tab. It calls first, unless nil, with the tab before showing the
// window.
func openPage(b testing.TB, first func(*page)) *page {
	runtime.LockOSThread()
	if os.Getenv("DISPLAY") == "" {
		b.Skip("needs a display")
	}
	dir := b.TempDir()
	for _, v := range []string{"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"} {
		b.Setenv(v, dir)
	}
	glib.FinalizerStrategy = func(f glib.Finalizer) { gtkx.Idle(f) }
	gtk.Init(nil)
	st, _ := settings.Load(filepath.Join(dir, "settings.json"))
	st.Sounds = false
	s, err := newDesk(st).open(first)
	if err != nil {
		b.Fatal(err)
	}
	w := s.cur
	b.Cleanup(func() { s.closing, w.closed = true, true; w.win.Destroy(); settle() })
	return w
}

// frame runs the main loop until the board has been painted.
func (p *page) frame() {
	done := false
	p.onPaint = func() { done = true }
	p.board.Area.QueueDraw()
	for !done {
		gtk.MainIteration()
	}
}

func settle() {
	for gtk.EventsPending() {
		gtk.MainIteration()
	}
}

// BenchmarkClick measures the time from a click until the new position is painted, on a 19×19 board
// in a tree of 100,000 nodes. The goal is 50 ms.
func BenchmarkClick(b *testing.B) {
	w := openBench(b)
	w.s.Show(bigTree(b, 100_000))
	w.s.End()
	w.frame()
	settle()
	start := w.s.View.Node()
	for b.Loop() {
		pos, err := w.s.View.Position()
		if err != nil {
			b.Fatal(err)
		}
		for m := range pos.Moves() {
			w.s.Click(m.To)
			break
		}
		w.frame()
		if w.s.View.Node() == start {
			b.Fatal("the click did not play")
		}
		b.StopTimer()
		w.s.Undo()
		w.frame() // painting after the undo is not part of the click
		settle()
		b.StartTimer()
	}
}

// BenchmarkStep measures one step forward, including painting, in the same tree.
func BenchmarkStep(b *testing.B) {
	w := openBench(b)
	w.s.Show(bigTree(b, 100_000))
	w.frame()
	for b.Loop() {
		if w.s.View.Node().First() == nil {
			w.s.Home()
		}
		w.s.Forward()
		w.frame()
	}
}

// BenchmarkSwitchTab measures the time from the key until the other document is painted, with ten
// open documents of 100,000 nodes. The goals are 50 ms, and 400 MB for all documents.
func BenchmarkSwitchTab(b *testing.B) {
	first := openBench(b)
	w := first.window
	first.s.Show(bigTree(b, 100_000))
	for range 9 {
		w.newTab()
		w.cur.s.Show(bigTree(b, 100_000))
	}
	for _, p := range w.tabs { // fill the caches
		p.show()
		p.s.End()
		p.frame()
		settle()
	}
	runtime.GC()
	debug.FreeOSMemory()
	size := resident(b)
	for b.Loop() {
		w.turn(1)
		settle()
		w.cur.frame()
	}
	b.ReportMetric(float64(size)/1e6, "MB")
}

// resident returns the resident set size of the process, in bytes.
func resident(b *testing.B) int {
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		b.Skip(err)
	}
	var size, pages int
	if _, err := fmt.Sscan(string(data), &size, &pages); err != nil {
		b.Fatal(err)
	}
	return pages * os.Getpagesize()
}
