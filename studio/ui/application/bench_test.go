package application

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/gotk3/gotk3/glib"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/newgame"
	"boardstudio/studio/app/settings"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/studio/ui/page"
	"boardstudio/studio/ui/window"
)

// bigTree returns a gomoku document on a 19×19 board with at least the given number of nodes. It
// consists of lines of 300 moves that branch off each other.
func bigTree(b *testing.B, nodes int) *model.Document {
	c := settings.Choice{Game: "line", Preset: "gomoku"}.With("rows", "19").With("cols", "19").With("k", "19")
	r, err := newgame.Build(boardstudio.Games, c)
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

func openBench(b testing.TB) *page.Page {
	w := openPage(b, func(p *page.Page) { p.Waiting = true })
	frame(w)
	return w
}

// openPage opens a window with one tab. It calls first, unless nil, with the tab before showing the
// window.
func openPage(b testing.TB, first func(*page.Page)) *page.Page {
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
	s, err := newApplication(boardstudio.All, st).open(first)
	if err != nil {
		b.Fatal(err)
	}
	w := s.Current
	b.Cleanup(func() { s.Closing, w.Closed = true, true; w.Win.Destroy(); settle() })
	return w
}

// windowOf returns the window of a tab.
func windowOf(p *page.Page) *window.Window { return p.Window.(*window.Window) }

// frame runs the main loop until the board has been painted.
func frame(p *page.Page) {
	done := false
	p.OnPaint = func() { done = true }
	p.Board.Area.QueueDraw()
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
	w.Session.Show(bigTree(b, 100_000))
	w.Session.End()
	frame(w)
	settle()
	start := w.Session.View.Node()
	for b.Loop() {
		pos, err := w.Session.View.Position()
		if err != nil {
			b.Fatal(err)
		}
		for m := range pos.Moves() {
			w.Session.Click(m.To)
			break
		}
		frame(w)
		if w.Session.View.Node() == start {
			b.Fatal("the click did not play")
		}
		b.StopTimer()
		w.Session.Undo()
		frame(w) // painting after the undo is not part of the click
		settle()
		b.StartTimer()
	}
}

// BenchmarkStep measures one step forward, including painting, in the same tree.
func BenchmarkStep(b *testing.B) {
	w := openBench(b)
	w.Session.Show(bigTree(b, 100_000))
	frame(w)
	for b.Loop() {
		if w.Session.View.Node().First() == nil {
			w.Session.Home()
		}
		w.Session.Forward()
		frame(w)
	}
}

// BenchmarkSwitchTab measures the time from the key until the other document is painted, with ten
// open documents of 100,000 nodes. The goals are 50 ms, and 400 MB for all documents.
func BenchmarkSwitchTab(b *testing.B) {
	first := openBench(b)
	w := windowOf(first)
	first.Session.Show(bigTree(b, 100_000))
	for range 9 {
		w.NewTab()
		w.Current.Session.Show(bigTree(b, 100_000))
	}
	for _, p := range w.Tabs { // fill the caches
		p.Show()
		p.Session.End()
		frame(p)
		settle()
	}
	runtime.GC()
	debug.FreeOSMemory()
	size := resident(b)
	for b.Loop() {
		w.Turn(1)
		settle()
		frame(w.Current)
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
