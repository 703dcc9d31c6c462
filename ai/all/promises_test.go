package all

import (
	"context"
	"fmt"
	"reflect"
	"runtime"
	"strconv"
	"testing"
	"time"

	"boardstudio/ai/player"

	"golang.org/x/sys/unix"

	"boardstudio/ai"
	"boardstudio/internal/effort"
	"boardstudio/rules"
)

// forAllEngines calls f for each engine and each game that it plays, with requests for that game.
func forAllEngines(t testing.TB, f func(k *ai.Kind, name string, r rules.Rules, qs []ai.Request)) {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	forAllGames(t, func(name string, r rules.Rules) {
		qs := requests(t, r)
		for _, k := range Engines.Kinds() {
			if !player.NeedsName(k) && k.Plays(r) == nil {
				f(k, name, r, qs)
			}
		}
	})
}

// newEngine returns an engine with the given parameters, without the ones that its type lacks. It
// starts the engine if necessary.
func newEngine(t testing.TB, k *ai.Kind, r rules.Rules, given rules.Params) ai.Engine {
	t.Helper()
	over := rules.Params{}
	for name, v := range given {
		if _, ok := k.Param(name); ok {
			over[name] = v
		}
	}
	e, err := Engines.New(player.Spec(k.Name, over), r)
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

// TestSameAnswer checks that equal nodes and seeds on one thread give equal lines, scores and
// numbers of positions, whether the engine is new or has searched before.
func TestSameAnswer(t *testing.T) {
	nodes := uint64(effort.ShortAmount(testing.Short(), 3000, 600, 300))
	forAllEngines(t, func(k *ai.Kind, name string, r rules.Rules, qs []ai.Request) {
		small := rules.Params{"hash": "16"} // clearing a large table takes longer than the search
		old := newEngine(t, k, r, small)
		for i, q := range qs {
			if i%2 > 0 && !effort.Full() {
				continue
			}
			q.Limit, q.Seed, q.Lines = ai.Limit{Nodes: nodes}, uint64(i), 1+i%3
			var first ai.Info
			fresh := newEngine(t, k, r, small)
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

// sized reports whether the user can set the size of the engine's hash table. These engines are
// compared with other programs.
func sized(k *ai.Kind) bool {
	_, ok := k.Param("hash")
	return ok
}

// TestHash checks that the size of hash tables is a parameter from 16 to 8192 MB, and that an
// engine also plays with the minimum.
func TestHash(t *testing.T) {
	found := 0
	forAllEngines(t, func(k *ai.Kind, name string, r rules.Rules, qs []ai.Request) {
		d, ok := k.Param("hash")
		if !ok {
			return
		}
		found++
		if d.Kind != rules.Int || d.Min != 16 || d.Max != 8192 {
			t.Errorf("%s: %+v", k.Name, d)
		}
		e := newEngine(t, k, r, rules.Params{"hash": "16"})
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

// TestNoAllocation checks that engines with hash tables do not allocate more in longer searches.
// Allocations for reports are allowed.
func TestNoAllocation(t *testing.T) {
	seen := map[string]int{}
	forAllEngines(t, func(k *ai.Kind, name string, r rules.Rules, qs []ai.Request) {
		if !sized(k) {
			return
		}
		e := newEngine(t, k, r, rules.Params{"hash": "16"})
		defer ai.Close(e)
		for i, q := range qs[:min(len(qs), effort.Amount(3, 1))] {
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
			spent(20_000) // allocate everything that is allocated only once
			few, some := spent(5_000)
			many, more := spent(20_000)
			if many < few+5_000 {
				continue // the search was already complete
			}
			seen[k.Name]++
			if extra := int64(more) - int64(some); extra > int64(many-few)/100 {
				t.Errorf("%s in %s, position %d: %d allocations at %d positions, %d at %d", k.Name, name, i, some, few, more, many)
			}
		}
	})
	for _, k := range Engines.Kinds() {
		if sized(k) && seen[k.Name] == 0 {
			t.Errorf("%s never searched long enough", k.Name)
		}
	}
}

// stopwatch is a context that ends after a given processor time of the calling goroutine, which
// must be locked to its thread. It records the longest time between two calls of Err, because an
// engine cannot stop sooner.
type stopwatch struct {
	context.Context
	began, last, longest time.Duration
	ends                 time.Duration
	asked                int
}

// processor returns the processor time used by the thread.
func processor() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts); err != nil {
		panic(err)
	}
	return time.Duration(ts.Nano())
}

func newStopwatch(ends time.Duration) *stopwatch {
	now := processor()
	return &stopwatch{Context: context.Background(), began: now, last: now, ends: ends}
}

// note records the time since the last call.
func (w *stopwatch) note() time.Duration {
	now := processor()
	w.longest = max(w.longest, now-w.last)
	w.last = now
	return now
}

// Err implements context.Context.
func (w *stopwatch) Err() error {
	w.asked++
	if w.note()-w.began < w.ends {
		return nil
	}
	return context.Canceled
}

// slowest returns the longest time, in processor time, that an engine continues after its context
// ends, at whatever moment that is. The engine searches twice, so that its memory is allocated
// before the measurement.
func slowest(t testing.TB, k *ai.Kind, r rules.Rules, qs []ai.Request, ends time.Duration) (longest time.Duration) {
	over := rules.Params{}
	if d, ok := k.Param("depth"); ok {
		over["depth"] = strconv.Itoa(int(d.Max))
	}
	e := newEngine(t, k, r, over)
	defer ai.Close(e)
	for _, q := range qs {
		for range 2 {
			q.Limit = ai.Limit{Time: time.Hour}
			w := newStopwatch(ends)
			info, err := e.Think(w, q, nil)
			w.note()
			if _, ok := info.Move(); err != nil || !ok {
				t.Fatalf("%s: %v, %v", k.Name, info, err)
			}
			longest = max(longest, w.longest)
			if p, ok := e.(ai.Prover); ok && r.Players() == 2 {
				w := newStopwatch(ends)
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

// mostLate is the time allowed in the test. It is far more than the 20 ms that engines may take,
// because other tests run at the same time and compete for the processor caches.
const mostLate = 100 * time.Millisecond

// TestStops checks that an engine polls its context often enough, also at the beginning and the end
// of a search.
func TestStops(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	forAllEngines(t, func(k *ai.Kind, name string, r rules.Rules, qs []ai.Request) {
		if late := slowest(t, k, r, qs[:min(len(qs), effort.Amount(2, 1))], 15*time.Millisecond); late > mostLate {
			t.Errorf("%s in %s goes on for %v of processor time after it is told to stop", k.Name, name, late)
		}
	})
}

// BenchmarkStop measures the maximum time that engines continue after their context ends, in
// processor time, over all games and positions.
func BenchmarkStop(b *testing.B) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	late := map[string]time.Duration{}
	where := map[string]string{}
	forAllEngines(b, func(k *ai.Kind, name string, r rules.Rules, qs []ai.Request) {
		d := slowest(b, k, r, qs[:min(len(qs), 3)], 30*time.Millisecond)
		if d > late[k.Name] {
			late[k.Name], where[k.Name] = d, name
		}
	})
	for _, k := range Engines.Kinds() {
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
