package application

import (
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"boardstudio/studio/ui/page"

	"boardstudio/model"
)

// BenchmarkMillionStep measures one step back or forward at any of a million nodes, including
// painting. BenchmarkMillionEdit measures adding a comment there and undoing it.
func BenchmarkMillionStep(b *testing.B) {
	w, nodes := openMillion(b)
	i := 0
	var cpu time.Duration
	defer func() { b.ReportMetric(float64(cpu)/float64(i), "cpu-ns/op") }()
	for b.Loop() {
		b.StopTimer()
		w.Session.Go(nodes[i%len(nodes)])
		frame(w)
		settle()
		i++
		b.StartTimer()
		cpu -= used()
		if i%2 == 0 || w.Session.View.Node().First() == nil {
			w.Session.Back()
		} else {
			w.Session.Forward()
		}
		w.Refresh(w.Pending)
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
		w.Session.Go(n)
		frame(w)
		settle()
		i++
		b.StartTimer()
		cpu -= used()
		w.Session.Comment(n, "a comment")
		w.Refresh(w.Pending)
		cpu += used()
		b.StopTimer()
		w.Session.Undo()
		frame(w)
		b.StartTimer()
	}
}

// used returns the CPU time of this thread.
func used() time.Duration {
	var u syscall.Rusage
	const thread = 1
	_ = syscall.Getrusage(thread, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func openMillion(b *testing.B) (*page.Page, []*model.Node) {
	w := openBench(b)
	d := bigTree(b, 1_000_000)
	w.Session.Show(d)
	frame(w)
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
