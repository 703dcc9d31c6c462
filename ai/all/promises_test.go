package all

import (
	"context"
	"fmt"
	"reflect"
	"runtime"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"boardstudio/ai"
	"boardstudio/rules"
)

// thinking calls f for each engine and each game that it plays, with requests about positions of that game.
func thinking(t testing.TB, f func(k *ai.Kind, name string, r rules.Rules, qs []ai.Request)) {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	everything(t, func(name string, r rules.Rules) {
		qs := places(t, r)
		for _, k := range Kinds {
			if !foreign(k) && k.Plays(r) == nil {
				f(k, name, r, qs)
			}
		}
	})
}

// made returns an engine of a type with parameters of those below that it has; one that needs a while before it can think is ready.
func made(t testing.TB, k *ai.Kind, r rules.Rules, given rules.Params) ai.Engine {
	t.Helper()
	over := rules.Params{}
	for name, v := range given {
		if _, ok := k.Param(name); ok {
			over[name] = v
		}
	}
	e, err := New(Spec(k.Name, over), r)
	if err != nil {
		t.Fatalf("%s: %v", k.Name, err)
	}
	if s, ok := e.(ai.Starter); ok {
		if err := s.Start(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	return e
}

// TestSameAnswer: with the same nodes and seed on one thread there is the same line, score and number of positions, from an engine that has thought before
// as from a new one.
func TestSameAnswer(t *testing.T) {
	nodes := uint64(3000)
	if testing.Short() {
		nodes = 300
	}
	thinking(t, func(k *ai.Kind, name string, r rules.Rules, qs []ai.Request) {
		old := made(t, k, r, nil)
		for i, q := range qs {
			if i%2 > 0 && testing.Short() {
				continue
			}
			q.Limit, q.Seed, q.Lines = ai.Limit{Nodes: nodes}, uint64(i), 1+i%3
			var first ai.Info
			fresh := made(t, k, r, nil)
			for again, e := range []ai.Engine{old, old, fresh} {
				info, err := e.Think(context.Background(), q, nil)
				if err != nil {
					t.Fatalf("%s in %s: %v", k.Name, name, err)
				}
				if info.Time = 0; again == 0 {
					first = info
				} else if !reflect.DeepEqual(info, first) {
					t.Errorf("%s in %s, position %d: %+v, then %+v", k.Name, name, i, first, info)
				}
			}
			ai.Close(fresh)
		}
		ai.Close(old)
	})
}

// sized are the engines whose table has a size that a person can choose: those that are measured beside other programs.
func sized(k *ai.Kind) bool {
	_, ok := k.Param("hash")
	return ok
}

// TestHash: the size of tables is told in MB from 16 to 8192. With the least an engine thinks as well.
func TestHash(t *testing.T) {
	found := 0
	thinking(t, func(k *ai.Kind, name string, r rules.Rules, qs []ai.Request) {
		d, ok := k.Param("hash")
		if !ok {
			return
		}
		found++
		if d.Kind != rules.Int || d.Min != 16 || d.Max != 8192 {
			t.Errorf("%s: %+v", k.Name, d)
		}
		e := made(t, k, r, rules.Params{"hash": "16"})
		defer ai.Close(e)
		info, err := e.Think(context.Background(), ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Nodes: 2000}}, nil)
		if m, ok := info.Move(); err != nil || !ok || !rules.Legal(r.Start(), m) {
			t.Errorf("%s in %s: %v, %v", k.Name, name, m, err)
		}
	})
	if found < 10 {
		t.Errorf("%d games of engines with tables", found)
	}
}

// TestNoAllocation: engines with tables of their own allocate no more when they search longer. What they tell is theirs to allocate.
func TestNoAllocation(t *testing.T) {
	seen := map[string]int{}
	thinking(t, func(k *ai.Kind, name string, r rules.Rules, qs []ai.Request) {
		if !sized(k) {
			return
		}
		e := made(t, k, r, rules.Params{"hash": "16"})
		defer ai.Close(e)
		for i, q := range qs[:min(len(qs), 3)] {
			spent := func(nodes uint64) (visited, mallocs uint64) {
				q.Limit = ai.Limit{Nodes: nodes}
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				info, err := e.Think(context.Background(), q, nil)
				runtime.ReadMemStats(&after)
				if err != nil {
					t.Fatal(err)
				}
				return info.Nodes, after.Mallocs - before.Mallocs
			}
			spent(40_000) // what is made once
			few, some := spent(10_000)
			many, more := spent(40_000)
			if many < few+10_000 {
				continue // it knew all there was
			}
			seen[k.Name]++
			if extra := int64(more) - int64(some); extra > int64(many-few)/100 {
				t.Errorf("%s in %s, position %d: %d allocations at %d positions, %d at %d", k.Name, name, i, some, few, more, many)
			}
		}
	})
	for _, k := range Kinds {
		if sized(k) && seen[k.Name] == 0 {
			t.Errorf("%s never searched long enough", k.Name)
		}
	}
}

// watch is a context that ends after so much processor time of the goroutine that asks, which has a thread of its own. It notes how much time goes by between
// two questions whether it has ended: an engine cannot stop sooner.
type watch struct {
	context.Context
	began, last, longest time.Duration
	ends                 time.Duration
	asked                int
}

// processor returns how much of a processor the thread has had.
func processor() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts); err != nil {
		panic(err)
	}
	return time.Duration(ts.Nano())
}

func newWatch(ends time.Duration) *watch {
	now := processor()
	return &watch{Context: context.Background(), began: now, last: now, ends: ends}
}

// note notes the time since the last question.
func (w *watch) note() time.Duration {
	now := processor()
	w.longest = max(w.longest, now-w.last)
	w.last = now
	return now
}

// Err implements context.Context.
func (w *watch) Err() error {
	w.asked++
	if w.note()-w.began < w.ends {
		return nil
	}
	return context.Canceled
}

// slowest returns the longest time that an engine goes on in a game after it is told to stop, in processor time, whenever that is; it thinks twice, so that
// memory is there the second time.
func slowest(t testing.TB, k *ai.Kind, r rules.Rules, qs []ai.Request, ends time.Duration) (longest time.Duration) {
	over := rules.Params{}
	if d, ok := k.Param("depth"); ok {
		over["depth"] = strconv.Itoa(int(d.Max))
	}
	e := made(t, k, r, over)
	defer ai.Close(e)
	for _, q := range qs {
		for range 2 {
			q.Limit = ai.Limit{Time: time.Hour}
			w := newWatch(ends)
			info, err := e.Think(w, q, nil)
			w.note()
			if _, ok := info.Move(); err != nil || !ok {
				t.Fatalf("%s: %v, %v", k.Name, info, err)
			}
			longest = max(longest, w.longest)
			if p, ok := e.(ai.Prover); ok && r.Players() == 2 {
				w := newWatch(ends)
				if _, _, err := p.Wins(w, q, 0); err != nil {
					t.Fatalf("%s: %v", k.Name, err)
				}
				w.note()
				longest = max(longest, w.longest)
			}
		}
	}
	return longest
}

// mostLate is far more than engines may go on, 20 ms: the test runs beside others, which empty the caches of the processor.
const mostLate = 100 * time.Millisecond

// TestStops: between two questions whether to stop an engine does little, also before the first one and after the last.
func TestStops(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	thinking(t, func(k *ai.Kind, name string, r rules.Rules, qs []ai.Request) {
		if late := slowest(t, k, r, qs[:min(len(qs), 2)], 15*time.Millisecond); late > mostLate {
			t.Errorf("%s in %s goes on for %v of processor time after it is told to stop", k.Name, name, late)
		}
	})
}

// BenchmarkStop measures how long engines go on at most after they are told to stop, in processor time, of all games and positions.
func BenchmarkStop(b *testing.B) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	late := map[string]time.Duration{}
	where := map[string]string{}
	thinking(b, func(k *ai.Kind, name string, r rules.Rules, qs []ai.Request) {
		d := slowest(b, k, r, qs[:min(len(qs), 3)], 30*time.Millisecond)
		if d > late[k.Name] {
			late[k.Name], where[k.Name] = d, name
		}
	})
	for _, k := range Kinds {
		if d, ok := late[k.Name]; ok {
			b.Run(fmt.Sprint(k.Name, "/", where[k.Name]), func(b *testing.B) {
				for b.Loop() {
				}
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(float64(d)/1e6, "ms-late")
			})
		}
	}
}
