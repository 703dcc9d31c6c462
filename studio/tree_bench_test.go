package studio

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/gotk3/gotk3/cairo"

	"boardstudio/model"
)

// BenchmarkTreeFrame draws the tree about any of a million nodes, in a view of
// 900 by 1000 pixels; the goal is 8 ms, which cpu-ns tells on a busy machine. "all" is with as much unfolded as a person can
// unfold in one go; each frame shows a place that was not drawn before.
//
//	xvfb-run -a go test ./studio -run '^$' -bench TreeFrame -benchtime 100x
func BenchmarkTreeFrame(b *testing.B) {
	w, nodes := openMillion(b)
	settle()
	const wide, high = 900, 1000
	for _, zoom := range []float64{1, 0.5} {
		for _, all := range []bool{false, true} {
			b.Run(fmt.Sprintf("zoom%v/all=%v", zoom, all), func(b *testing.B) {
				runtime.LockOSThread() // its time is what is measured
				defer runtime.UnlockOSThread()
				surface := cairo.CreateImageSurface(cairo.FORMAT_ARGB32, wide, high)
				cr := cairo.Create(surface)
				t := w.tree
				t.zoom = zoom
				g := t.grid()
				drawn, i := 0, 0
				var cpu time.Duration
				for b.Loop() {
					b.StopTimer()
					n := nodes[i%len(nodes)]
					i++
					w.s.Go(n)
					if all {
						for up := n; up != nil && w.s.Layout().UnfoldAll(up); up = up.Parent() {
							n = up
						}
						w.s.Go(n)
					}
					l := w.s.Layout()
					row, col, _ := l.Find(n)
					t.down.SetUpper(1e9)
					t.across.SetUpper(1e9)
					t.down.SetValue(max(float64(row)*g.high-high/3, 0))
					t.across.SetValue(max(float64(col)*g.wide-wide/3, 0))
					b.StartTimer()
					cpu -= used()
					t.draw(w.looks.canvas(cr), wide, high)
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
}

// BenchmarkMillionStep measures one ply back or forward at any of a million nodes,
// painted, and BenchmarkMillionEdit a comment written there and taken back.
func BenchmarkMillionStep(b *testing.B) {
	w, nodes := openMillion(b)
	i := 0
	var cpu time.Duration
	defer func() { b.ReportMetric(float64(cpu)/float64(i), "cpu-ns/op") }()
	for b.Loop() {
		b.StopTimer()
		w.s.Go(nodes[i%len(nodes)])
		w.frame()
		settle()
		i++
		b.StartTimer()
		cpu -= used()
		if i%2 == 0 || w.s.Node().First() == nil {
			w.s.Back()
		} else {
			w.s.Forward()
		}
		w.refresh(w.pending)
		cpu += used()
	}
}

func BenchmarkMillionEdit(b *testing.B) {
	w, nodes := openMillion(b)
	i := 0
	var cpu time.Duration
	defer func() { b.ReportMetric(float64(cpu)/float64(i), "cpu-ns/op") }()
	for b.Loop() {
		b.StopTimer()
		n := nodes[i%len(nodes)]
		w.s.Go(n)
		w.frame()
		settle()
		i++
		b.StartTimer()
		cpu -= used()
		w.s.Comment(n, "a comment")
		w.refresh(w.pending)
		cpu += used()
		b.StopTimer()
		w.s.Undo()
		w.frame()
		b.StartTimer()
	}
}

// used returns the time that this thread has computed.
func used() time.Duration {
	var u syscall.Rusage
	const thread = 1
	_ = syscall.Getrusage(thread, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func openMillion(b *testing.B) (*page, []*model.Node) {
	w := openBench(b)
	d := bigTree(b, 1_000_000)
	w.s.Show(d)
	w.frame()
	r, i := rand.New(rand.NewPCG(1, 2)), 0
	var nodes []*model.Node
	for n := range d.Tree.All() {
		if i++; r.IntN(1000) == 0 {
			nodes = append(nodes, n)
		}
	}
	r.Shuffle(len(nodes), func(i, j int) { nodes[i], nodes[j] = nodes[j], nodes[i] })
	return w, nodes
}
