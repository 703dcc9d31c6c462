package find_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"syscall"
	"testing"
	"time"

	"boardstudio/find"
	"boardstudio/model"
	"boardstudio/rules"
)

// million is a tree of a million nodes on a 15×15 board, made of branching lines of 40 moves. Each
// tenth node has a comment.
var million = sync.OnceValue(func() *model.Document {
	r := build(&testing.B{}, "line", "rows=15", "cols=15", "k=15")
	rnd := rand.New(rand.NewPCG(1, 1))
	d := model.NewDocument(r)
	stems := []*model.Node{d.Tree.Root()}
	for d.Tree.Len() < 1_000_000 {
		n := stems[rnd.IntN(len(stems))]
		used := map[rules.Cell]bool{}
		for m := n; m != nil; m = m.Parent() {
			if x, ok := m.Move(); ok {
				used[x.To] = true
			}
		}
		for range 40 {
			c := rules.Cell(rnd.IntN(225))
			if used[c] || len(used) > 100 {
				continue
			}
			used[c] = true
			n = d.Tree.Add(n, rules.Place(c))
			if d.Tree.Len()%10 == 0 {
				d.Tree.Annotate(n, model.Annotation{Comment: fmt.Sprintf("Here the attack on the left begins; remark number %d, with a second sentence as people write them.", d.Tree.Len())})
			}
		}
		stems = append(stems, n.Parent().Parent().Parent())
	}
	return d
})

// processors returns the CPU time used so far, which is largely independent of other load on the
// machine.
func processors(b *testing.B) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
}

func benchmark(b *testing.B, q find.Query, want int) {
	d := million()
	cpu := processors(b)
	defer func() { b.ReportMetric((processors(b)-cpu)/float64(b.N), "cpu-s/op") }()
	for b.Loop() {
		n := 0
		if err := find.Search(context.Background(), d, &q, nil, func(find.Hit) bool { n++; return true }); err != nil {
			b.Fatal(err)
		}
		if n < want {
			b.Fatalf("%d hits", n)
		}
	}
}

func BenchmarkText(b *testing.B) { benchmark(b, find.Query{Text: "number 77777"}, 1) }

func BenchmarkBookmarks(b *testing.B) { benchmark(b, find.Query{Bookmarked: true}, 0) }

func BenchmarkPosition(b *testing.B) {
	d := million()
	n := d.Tree.Root()
	for range 20 {
		n = n.First()
	}
	benchmark(b, find.Query{Position: setup(b, d.Tree, n)}, 1)
}

func BenchmarkPattern(b *testing.B) {
	var p find.Pattern
	for i, c := range []rules.Cell{16, 17, 18, 32, 46} {
		p.Cells = append(p.Cells, find.Want{Cell: c, Content: rules.Piece(rules.Player(i % 2))})
	}
	p.Turned, p.Anywhere, p.Anew = true, true, true
	benchmark(b, find.Query{Pattern: &p}, 1)
}

func BenchmarkTranspositions(b *testing.B) {
	d := million()
	cpu := processors(b)
	defer func() { b.ReportMetric((processors(b)-cpu)/float64(b.N), "cpu-s/op") }()
	for b.Loop() {
		x, err := find.Collect(context.Background(), d.Tree, nil)
		if err != nil {
			b.Fatal(err)
		}
		x.Sort()
	}
}

func BenchmarkReplay(b *testing.B) { benchmark(b, find.Query{Broken: true}, 0) }
