package tree

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/gotk3/gotk3/cairo"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio"
	"boardstudio/model"
	"boardstudio/model/trees"
	"boardstudio/studio/app"
	"boardstudio/studio/app/settings"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/studio/ui/look"
)

// BenchmarkTreeFrame draws the tree around various nodes of a tree with a million nodes, in a view
// of 900 by 1000 pixels. The goal is 8 ms; cpu-ns measures it even on a busy machine. In "all", as
// much is unfolded as a user can unfold at once. Each frame shows a place that was not drawn
// before.
//
//	xvfb-run -a go test ./studio/ui/tree -run '^$' -bench TreeFrame -benchtime 100x
func BenchmarkTreeFrame(b *testing.B) {
	runtime.LockOSThread() // the CPU time of the thread is measured
	defer runtime.UnlockOSThread()
	if os.Getenv("DISPLAY") == "" {
		b.Skip("needs a display")
	}
	gtk.Init(nil)
	win, err := gtk.WindowNew(gtk.WINDOW_TOPLEVEL)
	if err != nil {
		b.Fatal(err)
	}
	defer win.Destroy()
	dir := b.TempDir()
	b.Setenv("XDG_STATE_HOME", dir)
	st, _ := settings.Load(filepath.Join(dir, "settings.json"))
	const wide, high = 900, 1000
	trees.Each(b, func(b *testing.B, d *model.Document, nodes []*model.Node) {
		s := app.New(boardstudio.All, gtkx.Loop{}, st).NewSession()
		s.Show(d)
		looks := look.New(s.View, &look.Shade{}, st, win)
		t := New(s, s.Jobs.Changing, looks, st, func() {}, nil)
		for _, zoom := range []float64{1, 0.5} {
			for _, all := range []bool{false, true} {
				b.Run(fmt.Sprintf("zoom%v/all=%v", zoom, all), func(b *testing.B) {
					surface := cairo.CreateImageSurface(cairo.FORMAT_ARGB32, wide, high)
					cr := cairo.Create(surface)
					t.zoom = zoom
					g := t.grid()
					drawn, i := 0, 0
					var cpu time.Duration
					for b.Loop() {
						b.StopTimer()
						n := nodes[i%len(nodes)]
						i++
						s.Go(n)
						if all {
							for up := n; up != nil && s.View.Layout().UnfoldAll(up); up = up.Parent() {
								n = up
							}
							s.Go(n)
						}
						row, col, _ := s.View.Layout().Find(n)
						t.down.SetUpper(1e9)
						t.across.SetUpper(1e9)
						t.down.SetValue(max(float64(row)*g.high-high/3, 0))
						t.across.SetValue(max(float64(col)*g.wide-wide/3, 0))
						b.StartTimer()
						cpu -= used()
						t.draw(looks.Canvas(cr), wide, high)
						surface.Flush()
						cpu += used()
						drawn += len(t.picture.Places)
					}
					b.ReportMetric(float64(cpu)/float64(i), "cpu-ns/op")
					b.ReportMetric(float64(drawn)/float64(i), "nodes/frame")
					cr.Close()
				})
			}
		}
		s.Close()
	})
}

// used returns the CPU time of this thread.
func used() time.Duration {
	var u syscall.Rusage
	const thread = 1
	_ = syscall.Getrusage(thread, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
