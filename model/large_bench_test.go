package model

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// cpu returns the processor time of the thread, so interruptions by other programs do not count.
func cpu() time.Duration {
	const threadCPU = 3 // CLOCK_THREAD_CPUTIME_ID
	var ts syscall.Timespec
	_, _, _ = syscall.Syscall(syscall.SYS_CLOCK_GETTIME, threadCPU, uintptr(unsafe.Pointer(&ts)), 0)
	return time.Duration(ts.Nano())
}

// each measures single calls of f for random nodes.
func each(b *testing.B, nodes []*Node, f func(n *Node) func()) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	r := rand.New(rand.NewPCG(3, 4))
	took := make([]time.Duration, 0, b.N)
	for range b.N {
		g := f(nodes[r.IntN(len(nodes))])
		start := cpu()
		g()
		took = append(took, cpu()-start)
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds())/1000, "µs-median")
	b.ReportMetric(float64(took[len(took)*999/1000].Nanoseconds())/1000, "µs-p99.9")
	b.ReportMetric(float64(took[len(took)-1].Nanoseconds())/1000, "µs-worst")
}

// BenchmarkLarge edits and walks trees of a million nodes. It reports the processor time of single
// calls.
func BenchmarkLarge(b *testing.B) {
	for name, build := range largeTrees(b, million(testing.Short())) {
		b.Run(name, func(b *testing.B) { benchLarge(b, build) })
	}
}

func benchLarge(b *testing.B, build func() *Tree) {
	var m runtime.MemStats
	heap := func() float64 {
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc)
	}
	before := heap()
	tree := build()
	tree.Validate(0)
	perNode := (heap() - before) / float64(tree.Len())
	nodes := slices.Collect(tree.All())
	do := func(label msg.Key, e Edit) func() {
		return func() {
			if err := tree.Do(label, e); err != nil {
				b.Fatal(err)
			}
		}
	}
	start := tree.Rules().Start().String()
	for name, f := range map[string]func(n *Node) func(){
		"jump": func(n *Node) func() { return func() { _, _ = tree.Position(n) } },
		"step": func(n *Node) func() {
			_, _ = tree.Position(n)
			next := n.Parent()
			if next == nil || n.First() != nil && b.N%2 == 0 {
				next = n.First()
			}
			return func() { _, _ = tree.Position(next) }
		},
		"comment": func(n *Node) func() { return do("comment", SetComment{n, "said at " + n.Comment()}) },
		"insert":  func(n *Node) func() { return do("insert", Insert{n, -1, NewSetup(start)}) },
		"remove": func(n *Node) func() {
			leaf := NewSetup(start)
			do("insert", Insert{n, -1, leaf})()
			return do("remove", Remove{leaf})
		},
		"reorder": func(n *Node) func() {
			if n == tree.Root() {
				n = n.First()
			}
			return do("reorder", Reorder{n, -1})
		},
		"undo": func(n *Node) func() {
			do("insert", Insert{n, 0, NewSetup(start)})()
			return func() { tree.Undo() }
		},
	} {
		b.Run(name, func(b *testing.B) {
			each(b, nodes, f)
			b.ReportMetric(perNode, "bytes/node")
			tree.Jump(0)
		})
	}
	b.Run("correct-above-all", func(b *testing.B) {
		first := tree.Root().First()
		was, _ := first.Move()
		for range b.N {
			do("correct", setMove{first, rules.Resign, isMove, ""})()
			do("correct", setMove{first, was, isMove, ""})()
		}
	})
}
