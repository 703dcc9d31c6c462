package connect4

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/internal/race"
	"boardstudio/rules"
)

func engine(t testing.TB, r rules.Rules) *Engine {
	t.Helper()
	e, err := Kind.New(r, rules.Params{"hash": "16"})
	if err != nil {
		t.Fatal(err)
	}
	return e.(*Engine)
}

// value converts a proved score of a position with left empty cells to a value of the solver.
func value(s ai.Score, left int) int {
	if s.Value == 0 {
		return 0
	}
	for v := -left/2 - 1; v <= left/2+1; v++ {
		if v != 0 && (v > 0) == (s.Value > 0) && plies(v, left) == s.Plies {
			return v
		}
	}
	return 0
}

// TestAdvice compares the values of all moves with brute force, and checks that their lines have
// the reported length and result.
func TestAdvice(t *testing.T) {
	for _, x := range boards {
		r := build(t, rules.Params{"rows": strconv.Itoa(x.rows), "cols": strconv.Itoa(x.cols), "k": strconv.Itoa(x.k), "topology": x.topology})
		rnd := rand.New(rand.NewPCG(2, uint64(x.rows*100+x.cols)))
		e := engine(t, r)
		known := bruteForce{}
		for range 6 {
			left := min(x.left, 11) - rnd.IntN(5)
			p := randomPosition(r, left, rnd)
			if p == nil {
				continue
			}
			want := known.value(p, left)
			q := ai.Request{Rules: r, Start: p}
			info, err := e.Think(context.Background(), q, nil)
			if err != nil || !info.Best.Score.Proved || info.Best.Score.AtMost || value(info.Best.Score, left) != want {
				t.Fatalf("%v, %s: %v, %v, in truth %d", x, p, info.Best.Score, err, want)
			}
			lines, err := e.Advise(context.Background(), q)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for range p.Moves() {
				n++
			}
			if len(lines) != n {
				t.Fatalf("%v, %s: %d lines of %d moves", x, p, len(lines), n)
			}
			for i, l := range lines {
				at, v := p, value(l.Score, left)
				if i > 0 && v > value(lines[i-1].Score, left) || !l.Score.Proved || l.Score.AtMost {
					t.Fatalf("%v, %s: %v", x, p, lines)
				}
				for n, m := range l.Moves {
					at, err = at.Play(m)
					if err != nil {
						t.Fatal(err)
					}
					if v = -v; n < len(l.Moves)-1 {
						if w := known.value(at, left-n-1); w != v {
							t.Fatalf("%v, %s: after %v %d, in truth %d", x, p, l.Moves[:n+1], v, w)
						}
					}
				}
				res := at.Result()
				if !res.Over || res.Draw() != (v == 0) || v != 0 && len(l.Moves) != l.Score.Plies {
					t.Fatalf("%v, %s: %v ends with %v", x, p, l, res)
				}
			}
		}
	}
}

// known is a position with its published value.
type known struct {
	columns string
	value   int
}

// readKnown reads a file in testdata. Their origin is documented in SOURCE.
func readKnown(t testing.TB, file string) (all []known) {
	t.Helper()
	packed, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	text, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(text); lines.Scan(); {
		columns, value, _ := strings.Cut(lines.Text(), " ")
		v, err := strconv.Atoi(value)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, known{columns, v})
	}
	return all
}

// TestKnown checks the solved values of positions with published values.
func TestKnown(t *testing.T) {
	race.Skip(t)
	r := build(t, nil)
	e := engine(t, r)
	all := readKnown(t, "values.txt.gz")
	if len(all) != 2000 {
		t.Fatal(len(all))
	}
	all = append(all, readKnown(t, "medium.txt.gz")...)
	for i, k := range all {
		if (testing.Short() || i >= 2000) && i%10 != 0 {
			continue
		}
		q := ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Time: time.Hour}}
		for _, c := range k.columns {
			q.Moves = append(q.Moves, rules.Place(rules.Cell(c-'1')))
		}
		info, err := e.Think(context.Background(), q, nil)
		left := 42 - len(k.columns)
		if s := info.Best.Score; err != nil || !s.Proved || s.AtMost || (s.Value > 0) != (k.value > 0) || (s.Value < 0) != (k.value < 0) || value(s, left) != k.value {
			t.Fatalf("%s: %v, %v, not %d", k.columns, s, err, k.value)
		}
	}
}

// BenchmarkKnown measures the processor time of the whole process for each position: near the end,
// in the middle game, and harder ones with 14 to 18 pieces. As in other programs, the table is not
// cleared between positions.
func BenchmarkKnown(b *testing.B) {
	values, medium := readKnown(b, "values.txt.gz"), readKnown(b, "medium.txt.gz")
	s := newSearcher(optionsOf(build(b, nil)))
	for name, all := range map[string][]known{"end": values[:1000], "middle": values[1000:], "medium": medium} {
		b.Run(name, func(b *testing.B) {
			var at []position
			for _, k := range all {
				p := after(s, k.columns)
				at = append(at, p)
			}
			var nodes uint64
			var spent time.Duration
			for b.Loop() {
				s.begin(newTable(defaultHash), wholeSize, nil)
				before := cpuTime(b)
				for i, p := range at {
					v := fullBounds(s.geometry().left(p))
					if s.narrow(p, &v); v.lo != all[i].value {
						b.Fatalf("%s: %v, not %d", all[i].columns, v, all[i].value)
					}
				}
				spent += cpuTime(b) - before
				nodes += s.state().nodes
			}
			n := float64(b.N * len(at))
			b.ReportMetric(float64(spent.Nanoseconds())/1000/n, "cpu-µs/position")
			b.ReportMetric(float64(nodes)/n, "nodes/position")
		})
	}
}

// cpuTime returns the processor time used by the process.
func cpuTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano())
}

// TestSizes compares the results on other board sizes with the literature.
func TestSizes(t *testing.T) {
	for _, x := range []struct {
		rows, cols int
		value      float64
		last       int // number of the game's last move
		slow       bool
	}{
		{4, 4, 0, 0, false},
		{4, 5, 0, 0, false},
		{5, 4, 0, 0, false},
		{5, 5, 0, 0, false},
		{5, 6, 0, 0, false},
		{6, 6, -1, 36, true},
		{5, 8, 1, 39, true},
		{4, 8, -1, 32, true},
	} {
		if x.slow && os.Getenv("SLOW") == "" {
			continue
		}
		r := build(t, rules.Params{"rows": strconv.Itoa(x.rows), "cols": strconv.Itoa(x.cols)})
		info, err := engine(t, r).Think(context.Background(), ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Time: time.Hour}}, nil)
		if s := info.Best.Score; err != nil || !s.Proved || s.AtMost || s.Value != x.value || s.Plies != x.last {
			t.Errorf("%d×%d: %v, %v", x.cols, x.rows, s, err)
		}
		t.Log(x, info.Best.Score, info.Nodes)
	}
}

// TestLimits checks that requests with any limits return a move, and that the limits are observed.
func TestLimits(t *testing.T) {
	race.Skip(t)
	for _, over := range []rules.Params{nil, {"rows": "7", "cols": "8"}, {"topology": "cylinder"}, {"rows": "8", "cols": "9"}} {
		t.Run(fmt.Sprint(over), func(t *testing.T) {
			r := build(t, over)
			e := engine(t, r)
			for _, n := range []uint64{1, 10, 100, 1000, 30_000, 200_000} {
				var first string
				for range 2 {
					info, err := e.Think(context.Background(), ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Nodes: n}}, nil)
					if _, ok := info.Move(); err != nil || !ok || info.Nodes > n+50 { // the search stops with some delay
						t.Errorf("%d nodes of %d, %v", info.Nodes, n, err)
					}
					text := strings.Join(strings.Fields(info.Best.Score.String()), " ") + strconv.FormatUint(info.Nodes, 10)
					if first == "" {
						first = text
					} else if text != first {
						t.Errorf("%s, then %s", first, text)
					}
				}
			}
			info, err := e.Think(context.Background(), ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Depth: 5}}, nil)
			if err != nil || info.Depth != 5 && !info.Best.Score.Proved {
				t.Errorf("depth %d, %v", info.Depth, err)
			}
			ctx, cancel := context.WithTimeout(context.Background(), 60*time.Millisecond)
			info, err = e.Think(ctx, ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Time: time.Hour}}, nil)
			cancel()
			if _, ok := info.Move(); err != nil || !ok {
				t.Error(info, err)
			}
		})
	}
}

// TestEmptied checks that the table is empty each time it is used, even if clearing was interrupted
// before.
func TestEmptied(t *testing.T) {
	tb := newTable(ai.LeastHash)
	rnd := rand.New(rand.NewPCG(6, 6))
	for range 60 {
		stop := func() bool { return rnd.IntN(3) == 0 }
		if !tb.use(49, 10+rnd.IntN(12), stop) {
			continue
		}
		for i := range tb.slots {
			if tb.slots[i] != (bucket{}) {
				t.Fatalf("place %d of %d is not empty", i, len(tb.slots))
			}
			tb.slots[i][0] = 1
		}
	}
}

// TestHanging checks that positions with unsupported pieces, which can be set up, are searched by
// the fallback.
func TestHanging(t *testing.T) {
	r := build(t, nil)
	s := rules.SetupOf(r, r.Start())
	one, _ := r.Start().Play(rules.Place(0))
	s.Cells[3], s.Turn = one.At(rules.Cell(len(s.Cells)-7)), 1
	p, err := r.SetUp(s)
	if err != nil {
		t.Fatal(err)
	}
	info, err := engine(t, r).Think(context.Background(), ai.Request{Rules: r, Start: p, Limit: ai.Limit{Nodes: 500}}, nil)
	if m, ok := info.Move(); err != nil || !ok || !rules.Legal(p, m) {
		t.Error(info, err)
	}
}

// TestThreads checks that two threads find the same values as one.
func TestThreads(t *testing.T) {
	r := build(t, nil)
	one, two := newSearcher(optionsOf(r)), newSearcher(optionsOf(r))
	two.(threaded).useTwoThreads()
	for _, k := range readKnown(t, "medium.txt.gz")[:40] {
		p := after(one, k.columns)
		for _, s := range []searcher{one, two} {
			s.begin(newTable(ai.LeastHash), firstSize, nil)
			v := fullBounds(s.geometry().left(p))
			if s.narrow(p, &v); v.lo != k.value || v.hi != k.value {
				t.Errorf("%s: %v, not %d", k.columns, v, k.value)
			}
		}
	}
}

// BenchmarkThreads measures the benefit of a second thread: the number of nodes visited by a single
// thread for each node visited by two in half the time.
func BenchmarkThreads(b *testing.B) {
	r := build(b, nil)
	for name, n := range map[string]int{"one": 1, "two": 2} {
		b.Run(name, func(b *testing.B) {
			s := newSearcher(optionsOf(r))
			if n == 2 {
				s.(threaded).useTwoThreads()
			}
			var nodes uint64
			var spent time.Duration
			for b.Loop() {
				for _, columns := range []string{"44444545", "4444432", "444441"} {
					p := after(s, columns)
					s.begin(newTable(defaultHash), wholeSize, nil)
					v := fullBounds(s.geometry().left(p))
					before := cpuTime(b)
					s.narrow(p, &v)
					spent += cpuTime(b) - before
					nodes += s.state().nodes
				}
			}
			b.ReportMetric(spent.Seconds()/float64(b.N), "cpu-s")
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes")
		})
	}
}

// TestGuesses checks the moves proved by searches to limited depth.
func TestGuesses(t *testing.T) {
	race.Skip(t)
	for _, x := range boards {
		r := build(t, rules.Params{"rows": strconv.Itoa(x.rows), "cols": strconv.Itoa(x.cols), "k": strconv.Itoa(x.k), "topology": x.topology})
		rnd := rand.New(rand.NewPCG(4, uint64(x.rows*100+x.cols)))
		e := engine(t, r)
		known := bruteForce{}
		for range 8 {
			left := min(x.left, 11)
			p := randomPosition(r, left, rnd)
			if p == nil {
				continue
			}
			for depth := 1; depth < left; depth++ {
				at, err := e.prepare(context.Background(), ai.Request{Rules: r, Start: p})
				if err != nil {
					t.Fatal(err)
				}
				at.runWithin(0, 0, func() bool { return at.deepen(1, depth) })
				for _, m := range at.moves {
					next, err := p.Play(rules.Place(rules.Cell(m.col)))
					if err != nil {
						t.Fatal(err)
					}
					want := (left + 1) / 2
					if res := next.Result(); !res.Over {
						want = -known.value(next, left-1)
					} else if res.Draw() {
						want = 0
					}
					if want < m.value.lo || want > m.value.hi {
						t.Fatalf("%v, %s: column %d to depth %d %+v, in truth %d", x, p, m.col, depth, m.value, want)
					}
				}
			}
		}
	}
}

// TestAllocations checks that searches do not allocate memory.
func TestAllocations(t *testing.T) {
	for _, over := range []rules.Params{nil, {"topology": "cylinder"}, {"rows": "8", "cols": "9"}, {"rows": "9", "cols": "8", "k": "5", "topology": "cylinder"}} {
		r := build(t, over)
		s := newSearcher(optionsOf(r))
		tb := newTable(ai.LeastHash)
		p := after(s, "44534566")
		for name, search := range map[string]func(){
			"guess":  func() { s.guess(p, 6, -2*sure, 2*sure) },
			"window": func() { s.state().most = s.state().nodes + 10_000; s.window(p, 0) },
		} {
			if n := testing.AllocsPerRun(5, func() {
				s.begin(tb, firstSize, nil)
				search()
			}); n > 0 {
				t.Errorf("%v: %s allocates %v times", over, name, n)
			}
		}
	}
}
