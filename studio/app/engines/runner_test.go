package engines

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/ai/player"
	"boardstudio/analysis"
	"boardstudio/internal/looptest"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/studio/app/settings"
	"boardstudio/text/msg"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// host is a test document.
type host struct {
	*looptest.Loop
	t      *testing.T
	tree   *model.Tree
	at     *model.Node
	hidden bool
	found  int
	held   *[]func() // collects background functions, unless nil
	left   sync.WaitGroup
}

func (h *host) Place() (Place, bool) {
	pos, err := h.tree.Position(h.at)
	return Place{h.tree, h.at, pos}, err == nil && !h.hidden
}

func (h *host) Evaluate(n *model.Node, list []model.Eval) {
	if err := h.tree.Evaluate(n, list); err != nil {
		h.t.Error(err)
	}
}

func (h *host) Change(label msg.Key, edits []model.Edit, then func()) {
	if err := h.tree.Do(label, edits...); err != nil {
		h.t.Error(err)
		return
	}
	then()
}

func (h *host) Found() { h.found++ }

func (h *host) Leave(f func()) {
	if h.held != nil {
		*h.held = append(*h.held, f)
		return
	}
	h.left.Go(f)
}

func (h *host) walk(d *Runner, n *model.Node) { h.at = n; d.Turn() }

// newRunner returns a Runner at the start of a game with the given engines. preset may be followed by a
// parameter.
func newRunner(t *testing.T, preset string, list ...settings.AnalysisEngine) (*Runner, *host) {
	t.Helper()
	return newRunnerWith(aiall.Engines, t, preset, list...)
}

// newRunnerWith is like newRunner, with a catalogue of engines.
func newRunnerWith(engines *player.Catalog, t *testing.T, preset string, list ...settings.AnalysisEngine) (*Runner, *host) {
	t.Helper()
	preset, param, over := strings.Cut(preset, " ")
	g, name, ok := all.Games.Find(preset)
	if !ok {
		t.Fatal(preset)
	}
	var params rules.Params
	if over {
		name, value, _ := strings.Cut(param, "=")
		params = rules.Params{name: value}
	}
	r, err := g.Build(name, params)
	if err != nil {
		t.Fatal(err)
	}
	h := &host{Loop: looptest.New(10_000), t: t, tree: model.NewTree(r)}
	h.at = h.tree.Root()
	d := New(engines, h, h)
	d.Choose(list, r)
	t.Cleanup(func() { d.Close(); h.left.Wait() })
	return d, h
}

func (h *host) until(d *Runner, what string, ok func(rows []Row) bool) {
	h.t.Helper()
	h.Until(h.t, what, func() bool { return ok(d.Rows()) })
}

func deep(n int) func([]Row) bool {
	return func(rows []Row) bool { return len(rows[0].Lines) > 0 && !rows[0].Kept && rows[0].Depth >= n }
}

// TestThinking checks that engines evaluate the current position. The evaluations are stored at the
// node without an undo step, and shown without thinking.
func TestThinking(t *testing.T) {
	d, h := newRunner(t, "othello", settings.AnalysisEngine{Engine: "alphabeta", Lines: 3})
	d.Toggle()
	h.until(d, "depth 4", deep(4))
	rows := d.Rows()
	if len(rows) != 1 || len(rows[0].Lines) != 3 || !rows[0].Thinking || rows[0].Nodes == 0 || len(rows[0].Lines[0].Shares) != 2 {
		t.Fatalf("%+v", rows)
	}
	root := h.at
	m := rows[0].Lines[1].Moves[0]
	d.Insert(rows[0].Lines[1].Moves, func(n *model.Node) {
		if got, _ := n.Move(); got != m {
			t.Errorf("inserted %v, want %v", got, m)
		}
	})
	next := h.tree.Find(root, m)
	if next == nil || h.tree.UndoLabel() != labelLine {
		t.Fatalf("no variation; undo %q", h.tree.UndoLabel())
	}
	h.walk(d, next)
	if len(root.Evals()) != 1 || root.Evals()[0].Engine != "alphabeta" || root.Evals()[0].Depth < 4 || len(root.Evals()[0].PV) == 0 {
		t.Errorf("kept %+v", root.Evals())
	}
	h.until(d, "an answer below", deep(2))
	d.Stop()
	if len(next.Evals()) != 1 || d.On() {
		t.Errorf("kept below %+v", next.Evals())
	}
	h.at = root
	kept := d.Rows()
	if len(kept) != 1 || !kept[0].Kept || kept[0].Thinking || len(kept[0].Lines) != 3 || kept[0].Depth < 4 {
		t.Errorf("shown again: %+v", kept)
	}
	if d.Shares() == nil {
		t.Error("no shares")
	}
	if v := d.Values(); len(v) != 3 || !v[0].Best {
		t.Errorf("values %+v of three lines", v)
	}
	h.tree.Undo()
	if h.tree.Steps() != 1 || len(root.Evals()) != 1 {
		t.Errorf("%d steps, %d evaluations", h.tree.Steps(), len(root.Evals()))
	}
	if n := d.Clear(h.tree, nil, "alphabeta"); n != 1 || len(root.Evals()) != 0 {
		t.Errorf("cleared %d", n)
	}
	if h.tree.Undo(); len(root.Evals()) != 1 {
		t.Error("clearing could not be undone")
	}
}

// TestPin checks that a pinned position is analysed wherever the user goes.
func TestPin(t *testing.T) {
	d, h := newRunner(t, "othello", settings.AnalysisEngine{Engine: "alphabeta", Lines: 1})
	root := h.at
	var first rules.Move
	p, _ := h.Place()
	for first = range p.Position.Moves() {
		break
	}
	next := h.tree.Add(root, first)
	d.Toggle()
	d.Pin() // before the engines have started
	if !d.Pinned() {
		t.Error("engines that are about to begin cannot stay")
	}
	h.until(d, "an answer", deep(2))
	h.walk(d, next)
	if at, _ := d.At(); at.Node != root || !d.Pinned() || !d.Rows()[0].Thinking {
		t.Error("the pinned place was left")
	}
	d.Pin()
	h.until(d, "an answer where the person is", func(rows []Row) bool {
		at, _ := d.At()
		return at.Node == next && deep(1)(rows)
	})
	h.hidden = true // a position is being set up
	d.Turn()
	if rows := d.Rows(); len(rows) > 0 && rows[0].Thinking {
		t.Error("an engine thinks where there is nothing to say")
	}
	if len(next.Evals()) != 1 {
		t.Error("what was found is lost")
	}
}

// TestValues checks that an engine stops after a proof, and that all moves are evaluated on
// request.
func TestValues(t *testing.T) {
	d, h := newRunner(t, "tictactoe", settings.AnalysisEngine{Engine: "alphabeta", Lines: 2})
	d.AnalyseAll(true)
	d.Toggle()
	h.until(d, "the proof", func(rows []Row) bool { return len(rows[0].Lines) == 2 && !rows[0].Thinking })
	v := d.Values()
	if len(v) != 9 {
		t.Fatalf("%d values", len(v))
	}
	for _, x := range v {
		if !x.Score.Proved || x.Loss != 0 || Short(x) != "D" {
			t.Errorf("%+v", x)
		}
	}
	if e := h.at.Evals(); len(e) != 1 || !e[0].Proved {
		t.Errorf("kept %+v", e)
	}
}

// TestLeaveAtTheEnd checks that the result of a finished engine is stored if the user leaves the
// position before it was read.
func TestLeaveAtTheEnd(t *testing.T) {
	d, h := newRunner(t, "tictactoe", settings.AnalysisEngine{Engine: "alphabeta", Lines: 1})
	d.Toggle()
	h.until(d, "thinking", func([]Row) bool { return d.analysers[0].cancel != nil })
	for x := (*news)(nil); x == nil || !x.over; x = d.analysers[0].latest.Load() {
		time.Sleep(time.Millisecond)
	}
	root := h.at
	p, _ := h.Place()
	for m := range p.Position.Moves() {
		h.walk(d, h.tree.Add(root, m))
		break
	}
	if e := root.Evals(); len(e) != 1 || !e[0].Proved {
		t.Errorf("kept %+v", e)
	}
}

// TestGivenBackFirst checks that an engine that is closed before it has started does not block the
// end of the program.
func TestGivenBackFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // fails on a deadlock
		d, h := newRunner(t, "tictactoe", settings.AnalysisEngine{Engine: "alphabeta", Lines: 1})
		var think, leave []func()
		h.held = &think
		d.Toggle()
		h.until(d, "thinking", func([]Row) bool { return len(think) == 1 })
		h.held = &leave
		d.Close()
		if h.held = nil; len(leave) != 1 {
			t.Fatalf("%d engines are given back", len(leave))
		}
		leave[0]()
		think[0]()
	})
}

// TestLinesStay checks that all lines and values of an engine are remembered while the document is
// open. They must survive stopping the engine and a new search with worse results. Cleared ones
// must not come back.
func TestLinesStay(t *testing.T) {
	d, h := newRunner(t, "othello", settings.AnalysisEngine{Engine: "alphabeta", Lines: 3})
	d.AnalyseAll(true)
	root := h.at
	p, _ := h.Place()
	var next *model.Node
	for m := range p.Position.Moves() {
		next = h.tree.Add(root, m)
		break
	}
	d.Toggle()
	h.until(d, "depth 7", deep(7))
	all := func(what string, kept bool) {
		t.Helper()
		rows, v := d.Rows(), d.Values()
		if len(rows) != 1 || len(rows[0].Lines) != 3 || rows[0].Kept != kept || rows[0].Depth < 7 || len(v) != 4 {
			t.Errorf("%s: %+v, values %+v", what, rows, v)
		}
	}
	d.Stop()
	all("stopped", true)
	h.walk(d, next)
	if rows := d.Rows(); len(rows[0].Lines) != 0 {
		t.Errorf("elsewhere: %+v", rows)
	}
	h.walk(d, root)
	all("back again", true)
	with(d, fake{})
	d.analysers[0].quiet.Store(true) // runs for one second and reports depth 1
	d.Toggle()
	h.until(d, "an answer", func([]Row) bool { return d.analysers[0].found.Depth > 0 })
	all("an answer that knows less", true)
	d.Stop()
	d.Clear(h.tree, nil, "alphabeta")
	if rows := d.Rows(); len(rows) != 1 || len(rows[0].Lines) != 0 || len(d.Values()) != 0 {
		t.Errorf("cleared: %+v, values %+v", rows, d.Values())
	}
}

// TestNews checks that results appear on the curves before they are stored.
func TestNews(t *testing.T) {
	d, h := newRunner(t, "othello", settings.AnalysisEngine{Engine: "alphabeta", Lines: 1}, settings.AnalysisEngine{Engine: "mcts", Lines: 1})
	d.Toggle()
	h.until(d, "answers of both", func([]Row) bool { return len(d.News()) == 2 })
	line := []*model.Node{h.at}
	if c := WithNews(analysis.Curves(aiall.Engines, h.tree, line), d.News(), 0, 2); len(c) != 2 || len(c[0].Points) != 1 || c[0].Points[0].Share != d.Shares()[0] {
		t.Errorf("%+v", c)
	}
	d.Stop()
	if len(d.News()) != 0 {
		t.Error("news of engines that rest")
	}
	kept := analysis.Curves(aiall.Engines, h.tree, line)
	if len(kept) != 2 {
		t.Fatalf("%+v", kept)
	}
	news := []News{{Engine: "mcts", Version: kept[1].Version, Shares: []float64{0.9, 0.1}}, {Engine: "another", Shares: []float64{0.2, 0.8}}}
	c := WithNews(kept, news, 0, 2)
	if len(c) != 3 || len(c[1].Points) != 1 || c[1].Points[0].Share != 0.9 || c[2].Points[0].Share != 0.2 || kept[1].Points[0].Share == 0.9 {
		t.Errorf("%+v", c)
	}
	if c = WithNews(kept, news[:1], 3, 2); len(c[1].Points) != 2 || c[1].Points[1].At != 3 {
		t.Errorf("%+v", c)
	}
	three := WithNews(nil, []News{{Engine: "one", Shares: []float64{.5, .3, .2}}, {Engine: "two", Shares: []float64{0, 0, 1}}}, 0, 3)
	if len(three) != 3 || three[2].Seat != 2 || three[2].Points[0].Share != .2 {
		t.Errorf("%+v", three)
	}
}

// TestValuesOfTheSecond checks that values on the board are from the first engine that evaluates
// all moves.
func TestValuesOfTheSecond(t *testing.T) {
	for _, first := range []fake{{broken: true}, {namer: true}, {single: true}} {
		d, h := newRunner(t, "othello", settings.AnalysisEngine{Engine: "alphabeta", Lines: 1}, settings.AnalysisEngine{Engine: "mcts", Lines: 1})
		d.AnalyseAll(true)
		with(d, first)
		d.Toggle()
		h.until(d, "the values of the second", func([]Row) bool { return len(d.Values()) == 4 })
		if rows := d.Rows(); len(rows[1].Lines) != 1 {
			t.Errorf("%d lines of the second", len(rows[1].Lines))
		}
		if first.single { // a single engine provides the values
			d.Choose(d.Chosen()[:1], d.analysers[0].rules)
			if v := d.Values(); len(v) != 1 {
				t.Errorf("values of the only one: %+v", v)
			}
		}
	}
}

// TestBest checks that the best move is the engine's first one, even if another has a larger share
// from a shallower search. No other move may be shown as better, unless it is proved.
func TestBest(t *testing.T) {
	for _, players := range []string{"2", "3"} {
		d, h := newRunner(t, "tictactoe players="+players, settings.AnalysisEngine{Engine: "alphabeta", Lines: 3})
		p, _ := h.Place()
		i := ai.Info{Depth: 3}
		for m := range p.Position.Moves() {
			i.Lines = append(i.Lines, ai.Line{Moves: []rules.Move{m}, Score: ai.Score{Value: float64(len(i.Lines))}})
		}
		i.Best = i.Lines[0]
		d.place, d.analysers[0].found = p, i
		list := d.Values()
		for k, v := range list {
			if v.Best != (k == 0) || v.Loss != 0 || v.Share != list[0].Share {
				t.Errorf("%s players, %d: %+v", players, k, v)
			}
		}
		i.Lines[2].Score = ai.Score{Proved: true, Value: 1, Plies: 3}
		for k, v := range d.Values() {
			if v.Best != (k == 2) || k != 2 && v.Loss <= 0 {
				t.Errorf("%s players, %d: %+v beside a win", players, k, v)
			}
		}
		d.place = Place{}
	}
}

// TestValuesStay checks that a new search does not replace the values of all moves by its first
// results.
func TestValuesStay(t *testing.T) {
	d, h := newRunner(t, "othello", settings.AnalysisEngine{Engine: "alphabeta", Lines: 1})
	p, _ := h.Place()
	all := func(depth int, step float64) ai.Info {
		i := ai.Info{Depth: depth}
		for m := range p.Position.Moves() {
			i.Lines = append(i.Lines, ai.Line{Moves: []rules.Move{m}, Score: ai.Score{Value: step * float64(len(i.Lines))}})
		}
		i.Best = i.Lines[0]
		return i
	}
	known := all(9, -2)
	h.tree.Annotate(p.Node, model.Annotation{Evals: []model.Eval{{Engine: "alphabeta", Depth: 12, PV: known.Best.Moves}}})
	d.analysers[0].memory.put(p, known)
	want := d.Values()
	d.place, d.analysers[0].found = p, all(1, -4)
	if got := d.Values(); len(want) != 4 || want[3].Loss == 0 || !slices.Equal(losses(got), losses(want)) {
		t.Errorf("%+v, want %+v", got, want)
	}
	d.analysers[0].found = all(9, -4)
	if got := d.Values(); slices.Equal(losses(got), losses(want)) {
		t.Errorf("%+v as before", got)
	}
	d.place = Place{}
}

// losses returns the loss of each move.
func losses(list []Value) (x []float64) {
	for _, v := range list {
		x = append(x, v.Loss)
	}
	return x
}

// TestHidden checks that engines stop in a hidden document, unless they are pinned.
func TestHidden(t *testing.T) {
	d, h := newRunner(t, "othello", settings.AnalysisEngine{Engine: "alphabeta", Lines: 1})
	d.Toggle()
	h.until(d, "an answer", deep(2))
	h.hidden = true
	d.Turn()
	if d.analysers[0].cancel != nil {
		t.Error("it thinks behind another document")
	}
	h.hidden = false
	d.Turn()
	h.until(d, "an answer", deep(2))
	d.Pin()
	h.hidden = true
	d.Turn()
	if d.analysers[0].cancel == nil || !d.Pinned() {
		t.Error("it does not stay")
	}
}

// fake is an engine. If noisy, it reports as often as possible, otherwise only at the end. A broken
// one fails, a namer returns moves without evaluations, and a single one evaluates one move only.
type fake struct{ noisy, broken, namer, single bool }

func (f fake) Think(ctx context.Context, q ai.Request, report func(ai.Info)) (ai.Info, error) {
	if f.broken {
		return ai.Info{}, errors.New("broken")
	}
	p, err := q.Position()
	if err != nil {
		return ai.Info{}, err
	}
	var m rules.Move
	for m = range p.Moves() {
		break
	}
	if f.namer {
		return ai.Info{Best: ai.Line{Moves: []rules.Move{m}}}, nil
	}
	if f.single {
		i := ai.Info{Best: ai.Line{Moves: []rules.Move{m}, Score: ai.Score{Value: 1}}, Depth: 3}
		return i, nil
	}
	i := ai.Info{Best: ai.Line{Moves: []rules.Move{m}}, Depth: int(q.Limit.Time / time.Second)}
	for end := time.Now().Add(q.Limit.Time); ctx.Err() == nil && time.Now().Before(end); {
		if f.noisy {
			i.Nodes++
			report(i)
			continue
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Until(end)):
		}
	}
	return i, nil
}

// with replaces the first engine of a Runner.
func with(d *Runner, e ai.Engine) { <-d.analysers[0].seat; d.analysers[0].seat <- e }

// TestNoisyEngine checks that the display is updated at most ten times a second, however often an
// engine reports.
func TestNoisyEngine(t *testing.T) {
	d, h := newRunner(t, "othello", settings.AnalysisEngine{Engine: "alphabeta", Lines: 1})
	with(d, fake{noisy: true})
	began := time.Now()
	d.Toggle()
	h.until(d, "many reports", func(rows []Row) bool { return len(rows[0].Lines) > 0 && rows[0].Nodes > 100_000 })
	if most := int(time.Since(began)/refresh) + 3; h.found > most {
		t.Errorf("told %d times, %d at most", h.found, most)
	}
}

// silent is an engine that reports only its answer.
type silent struct {
	takes func(limit time.Duration) time.Duration // returns its thinking time
	asked chan time.Duration                      // receives the limit of each call
}

func (e *silent) Think(ctx context.Context, q ai.Request, report func(ai.Info)) (ai.Info, error) {
	e.asked <- q.Limit.Time
	select {
	case <-ctx.Done():
	case <-time.After(e.takes(q.Limit.Time)):
	}
	return ai.Info{Best: ai.Line{Moves: []rules.Move{rules.Place(0)}}, Depth: 1}, nil
}

// TestQuietEngine checks that an engine without reports runs for a second, and then for twice as
// long each time, up to half an hour. If it answers in less than a quarter of its time, it has
// finished and does not run again.
func TestQuietEngine(t *testing.T) {
	all := []time.Duration{longest}
	for n := time.Duration(1); n <= 1024; n *= 2 {
		all = append(all, n*time.Second)
	}
	all = append(all, longest/2, longest/2, longest/2)
	for _, c := range []struct {
		name  string
		takes func(time.Duration) time.Duration
		want  []time.Duration
		over  bool
	}{
		{"all its time", func(l time.Duration) time.Duration { return l }, all, false},
		{"a quarter", func(l time.Duration) time.Duration { return l / 4 }, all, false},
		{"less than a quarter", func(l time.Duration) time.Duration { return l/4 - 1 }, all[:2], true},
		{"no time", func(l time.Duration) time.Duration { return 0 }, all[:1], true},
		{"less than the time after which it counts as quiet", func(l time.Duration) time.Duration { return silence - 1 }, all[:1], true},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { // waiting takes no time
				d, h := newRunner(t, "othello", settings.AnalysisEngine{Engine: "alphabeta", Lines: 1})
				e := &silent{c.takes, make(chan time.Duration, 100)}
				with(d, e)
				d.Toggle()
				h.until(d, "thinking", func(rows []Row) bool { return rows[0].Thinking })
				var got []time.Duration
				for range c.want {
					got = append(got, <-e.asked)
				}
				if !slices.Equal(got, c.want) {
					t.Errorf("it is asked for %v, want %v", got, c.want)
				}
				if c.over { // otherwise it waits for the next request
					h.until(d, "the end", func(rows []Row) bool { return !rows[0].Thinking && len(rows[0].Lines) == 1 })
				} else if !d.Rows()[0].Thinking {
					t.Errorf("%s: it has stopped", c.name)
				}
			})
		})
	}
}

// TestNothingToSay checks that positions without evaluations and finished games have no output.
func TestNothingToSay(t *testing.T) {
	d, h := newRunner(t, "tictactoe")
	h.tree.Evaluate(h.at, []model.Eval{{Engine: "old", Depth: 3, PV: []rules.Move{rules.Place(4)}, Score: 1}})
	if v := d.Values(); v != nil {
		t.Errorf("values without an engine: %v", v)
	}
	if rows := d.Rows(); len(rows) != 1 || rows[0].Engine != "old" || !rows[0].Kept {
		t.Errorf("rows of the record: %+v", rows)
	}
	if s := d.Shares(); len(s) != 2 || s[0] <= 0.5 || s[0]+s[1] != 1 {
		t.Errorf("shares of the record: %v", s)
	}
	r := h.tree.Rules()
	d.Choose([]settings.AnalysisEngine{{Engine: "alphabeta", Lines: 1}}, r)
	h.hidden = true
	if d.Rows() != nil || d.Values() != nil || d.Shares() != nil || d.News() != nil {
		t.Errorf("while a position is set up: rows %v, values %v, shares %v, news %v", d.Rows(), d.Values(), d.Shares(), d.News())
	}
	h.hidden = false
	for _, c := range []rules.Cell{0, 3, 1, 4, 2} { // the first player wins
		h.at = h.tree.Add(h.at, rules.Place(c))
	}
	h.tree.Evaluate(h.at, []model.Eval{{Engine: "old", Depth: 3, PV: []rules.Move{rules.Place(8)}, Score: 1}})
	if v := d.Values(); v != nil {
		t.Errorf("values after the end: %v", v)
	}
	if rows := d.Rows(); len(rows) != 1 || rows[0].Engine != "alphabeta" || rows[0].Lines != nil {
		t.Errorf("rows after the end: %+v", rows)
	}
	if s := d.Shares(); !slices.Equal(s, []float64{1, 0}) {
		t.Errorf("shares after the end: %v", s)
	}
}

// TestValuesOfTheTree checks the values of children in the tree, from stored evaluations. Illegal
// moves and moves that end the game have no value.
func TestValuesOfTheTree(t *testing.T) {
	d, h := newRunner(t, "tictactoe", settings.AnalysisEngine{Engine: "alphabeta", Lines: 1})
	for _, c := range []rules.Cell{0, 3, 1, 4} {
		h.at = h.tree.Add(h.at, rules.Place(c))
	}
	version := d.analysers[0].kind.Version
	eval := func(c rules.Cell, v model.Eval) {
		n := h.tree.Add(h.at, rules.Place(c))
		v.Engine, v.Version, v.PV = "alphabeta", version, []rules.Move{rules.Place(8)}
		h.tree.Annotate(n, model.Annotation{Evals: []model.Eval{v}})
	}
	eval(0, model.Eval{Depth: 2, Score: -5}) // occupied
	eval(2, model.Eval{Depth: 2, Score: -5}) // wins at once
	eval(5, model.Eval{Depth: 2, Score: -0.5})
	eval(6, model.Eval{Depth: 2, Score: 0.5})
	eval(7, model.Eval{Depth: 2, Proved: true, Score: 1, Plies: 1})
	h.tree.Add(h.at, rules.Place(8)) // no evaluation
	got := d.Values()
	if len(got) != 3 {
		t.Fatalf("%+v", got)
	}
	for i, want := range []struct {
		cell rules.Cell
		best bool
	}{{5, true}, {6, false}, {7, false}} {
		v := got[i]
		if v.Move != rules.Place(want.cell) || v.Best != want.best || (v.Loss == 0) != want.best {
			t.Errorf("value %d: %+v, want that of %d", i, v, want.cell)
		}
	}
	if s := got[2].Score; !s.Proved || s.Value >= 0 || s.Plies != 2 || got[2].Share != 0 {
		t.Errorf("a move that loses: %+v", got[2])
	}
	if s := got[0].Score; s.Value != 0.5 || got[0].Share <= 0.5 {
		t.Errorf("a good move: %+v", got[0])
	}
}

// TestClear checks that evaluations are counted and deleted as one undo step. It does so in a
// branch and in the whole tree, for one engine and for all.
func TestClear(t *testing.T) {
	d, h := newRunner(t, "tictactoe", settings.AnalysisEngine{Engine: "alphabeta", Lines: 1})
	root := h.at
	x := h.tree.Add(root, rules.Place(0))
	y := h.tree.Add(x, rules.Place(1))
	z := h.tree.Add(root, rules.Place(2))
	eval := func(n *model.Node, engines ...string) {
		var list []model.Eval
		for _, e := range engines {
			list = append(list, model.Eval{Engine: e, Depth: 1, PV: []rules.Move{rules.Place(8)}})
		}
		h.tree.Annotate(n, model.Annotation{Evals: list})
	}
	for _, c := range []struct {
		branch *model.Node
		engine string
		counts map[string]int // in the branch
		names  string
		want   int
		left   map[string]int // in the whole tree
	}{
		{nil, "", map[string]int{"a": 3, "b": 2}, "b a", 4, map[string]int{}},
		{nil, "a", map[string]int{"a": 3, "b": 2}, "b a", 3, map[string]int{"b": 2}},
		{x, "a", map[string]int{"a": 2, "b": 1}, "a b", 2, map[string]int{"a": 1, "b": 2}},
		{x, "", map[string]int{"a": 2, "b": 1}, "a b", 2, map[string]int{"a": 1, "b": 1}},
		{z, "b", map[string]int{"a": 1}, "a", 0, map[string]int{"a": 3, "b": 2}},
	} {
		eval(root, "b")
		eval(x, "a")
		eval(y, "a", "b")
		eval(z, "a")
		names, counts := Engines(h.tree, c.branch)
		if strings.Join(names, " ") != c.names || !maps.Equal(counts, c.counts) {
			t.Errorf("below %p there are %v, %v; want %v", c.branch, names, counts, c.counts)
		}
		steps := h.tree.Steps()
		if n := d.Clear(h.tree, c.branch, c.engine); n != c.want {
			t.Errorf("%q of %d nodes cleared, want %d", c.engine, n, c.want)
		}
		if _, left := Engines(h.tree, nil); !maps.Equal(left, c.left) {
			t.Errorf("%q cleared: %v left, want %v", c.engine, left, c.left)
		}
		if n := h.tree.Steps() - steps; n != min(c.want, 1) {
			t.Errorf("%q cleared in %d steps", c.engine, n)
		}
		for h.tree.Steps() > 0 && h.tree.At() > 0 {
			h.tree.Undo()
		}
	}
}

// TestBrokenEngine checks that the error of an engine is shown and that other engines keep running.
func TestBrokenEngine(t *testing.T) {
	d, h := newRunner(t, "othello", settings.AnalysisEngine{Engine: "alphabeta", Lines: 1}, settings.AnalysisEngine{Engine: "mcts", Lines: 1})
	with(d, fake{broken: true})
	d.Toggle()
	h.until(d, "the error", func(rows []Row) bool { return rows[0].Err != nil && len(rows[1].Lines) > 0 })
	if d.Rows()[0].Thinking {
		t.Error("a broken engine thinks")
	}
}

// TestShort checks that a cell shows a percentage or a proved result.
func TestShort(t *testing.T) {
	proved := func(value float64, plies, margin int) Value {
		return Value{Score: ai.Score{Proved: true, Value: value, Plies: plies, Margin: margin}}
	}
	for _, c := range []struct {
		value Value
		want  string
	}{
		{Value{Share: 0}, "0"},
		{Value{Share: 0.494}, "49"},
		{Value{Share: 0.495}, "50"},
		{Value{Share: 1}, "100"},
		{proved(1, 7, 0), "W7"},
		{proved(1, 0, 0), "W"},
		{proved(-1, 6, 0), "L6"},
		{proved(-1, 0, 0), "L"},
		{proved(0, 9, 0), "D"},
		{proved(1, 7, 12), "+12"},
		{proved(-1, 7, -4), "−4"},
	} {
		t.Run(c.want, func(t *testing.T) {
			if got := Short(c.value); got != c.want {
				t.Errorf("%+v: %q, want %q", c.value, got, c.want)
			}
		})
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[float64]string{
		0: "0", 999: "999", 1000: "1 k", 12_600: "13 k", 999_000: "999 k", 1e6: "1.0 M", 12.34e6: "12.3 M", 1e9: "1.0 G", 2.5e12: "2500.0 G",
	} {
		if got := Count(n); got != want {
			t.Errorf("%v: %q, want %q", n, got, want)
		}
	}
}

func TestText(t *testing.T) {
	name := func(p rules.Player) string { return []string{"X", "O", "△"}[p] }
	for _, c := range []struct {
		line  Line
		turn  rules.Player
		mover bool
		want  string
	}{
		{Line{Score: ai.Score{Value: 1.5}, Shares: []float64{.7, .3}}, 0, false, "+1.50"},
		{Line{Score: ai.Score{Value: 1.5}, Shares: []float64{.3, .7}}, 1, false, "−1.50"},
		{Line{Score: ai.Score{Value: 1.5}, Shares: []float64{.3, .7}}, 1, true, "+1.50"},
		{Line{Score: ai.Score{Value: 0.004}, Shares: []float64{.5, .5}}, 1, false, "+0.00"},
		{Line{Score: ai.Score{Proved: true, Value: 1, Plies: 7}, Shares: []float64{0, 1}}, 1, false, "O wins in 7"},
		{Line{Score: ai.Score{Proved: true, Value: -1, Plies: 6, AtMost: true}, Shares: []float64{0, 1}}, 0, false, "O wins in at most 6"},
		{Line{Score: ai.Score{Proved: true, Value: -1, Plies: 6, Margin: -4}, Shares: []float64{0, 1}}, 0, false, "O wins by 4"},
		{Line{Score: ai.Score{Proved: true}, Shares: []float64{.5, .5}}, 0, false, "Draw"},
		{Line{Score: ai.Score{Proved: true, Value: -1}, Shares: []float64{0, .5, .5}}, 2, false, "△ loses"},
		{Line{Score: ai.Score{Proved: true, Value: 1}, Shares: []float64{0, 0, 1}}, 2, false, "△ wins"},
		{Line{Score: ai.Score{Proved: true, Value: -1}, Shares: []float64{1, 0}}, 1, false, "X wins"},
		{Line{Score: ai.Score{Value: -0.005}, Shares: []float64{.5, .5}}, 0, false, "−0.01"},
		{Line{}, 0, false, "–"},
		{Line{Score: ai.Score{Value: 1}, Shares: []float64{.5, .25, .25}}, 0, false, "50\u00a0% · 25\u00a0% · 25\u00a0%"},
	} {
		t.Run(c.want, func(t *testing.T) {
			if got := Text(c.line, c.turn, c.mover, name); got != c.want {
				t.Errorf("%+v: %q, want %q", c.line, got, c.want)
			}
		})
	}
}
