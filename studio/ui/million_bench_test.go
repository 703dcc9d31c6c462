package ui

import (
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

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
		w.s.Go(nodes[i%len(nodes)])
		w.frame()
		settle()
		i++
		b.StartTimer()
		cpu -= used()
		if i%2 == 0 || w.s.View.Node().First() == nil {
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

// used returns the CPU time of this thread.
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
