package find

import (
	"errors"
	"testing"
	"time"

	"go.uber.org/goleak"

	"boardstudio/internal/looptest"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/studio/app/jobs"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// loop is an event loop with timers that expire on request.
type loop struct {
	*looptest.Loop
	timers []*timer
}

type timer struct {
	f       func()
	d       time.Duration
	stopped bool
}

func (l *loop) After(d time.Duration, f func()) (stop func()) {
	x := &timer{f: f, d: d}
	l.timers = append(l.timers, x)
	return func() { x.stopped = true }
}

// running returns the active timers.
func (l *loop) running() (list []*timer) {
	for _, x := range l.timers {
		if !x.stopped {
			list = append(list, x)
		}
	}
	return list
}

// settle expires the only active timer.
func (l *loop) settle(t *testing.T) {
	t.Helper()
	list := l.running()
	if len(list) != 1 || list[0].d != jobs.SettleTime {
		t.Fatalf("%d timers are running, want one of %v", len(list), jobs.SettleTime)
	}
	list[0].stopped = true
	list[0].f()
}

// fixture is an open document.
type fixture struct {
	t       *testing.T
	loop    *loop
	jobs    *jobs.Runner
	doc     *model.Document
	changes int // number of change reports of the search or the transpositions
}

func newFixture(t *testing.T, preset string) *fixture {
	t.Helper()
	b := &fixture{t: t, loop: &loop{Loop: looptest.New(10_000)}}
	b.doc = model.NewDocument(build(t, preset))
	b.jobs = jobs.New(b.loop, func() {}, func(string) {})
	b.jobs.Open(b.doc)
	t.Cleanup(b.jobs.Close)
	return b
}

func build(t *testing.T, preset string) rules.Rules {
	t.Helper()
	r, err := all.Games.Build(preset, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func (b *fixture) changed() { b.changes++ }

// add adds a line of moves below a node and returns the last one.
func (b *fixture) add(at *model.Node, moves ...string) *model.Node {
	b.t.Helper()
	for _, text := range moves {
		m, err := b.doc.Tree.Rules().ParseMove(text)
		if err != nil {
			b.t.Fatal(err)
		}
		n := model.NewNode(m)
		b.do(model.Insert{Parent: at, Index: -1, Node: n})
		at = n
	}
	return at
}

func (b *fixture) comment(n *model.Node, text string) { b.do(model.SetComment{Node: n, Text: text}) }

func (b *fixture) do(edits ...model.Edit) {
	b.t.Helper()
	if err := b.doc.Tree.Do("Edit", edits...); err != nil {
		b.t.Fatal(err)
	}
}

var errTest = errors.New("an error")
