package consult

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"boardstudio/ai"
	"boardstudio/analysis"
	"boardstudio/internal/looptest"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/studio/settings"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// host is a document that a test looks at.
type host struct {
	*looptest.Loop
	t      *testing.T
	tree   *model.Tree
	at     *model.Node
	hidden bool
	found  int
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

func (h *host) Found()         { h.found++ }
func (h *host) Leave(f func()) { h.left.Go(f) }

func (h *host) walk(d *Desk, n *model.Node) { h.at = n; d.Turn() }

// newDesk returns a desk at the start of a preset, which a parameter may follow, where engines are chosen.
func newDesk(t *testing.T, preset string, list ...settings.Judge) (*Desk, *host) {
	t.Helper()
	preset, param, over := strings.Cut(preset, " ")
	g, name, ok := all.Find(preset)
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
	d := New(h, h)
	d.Choose(list, r)
	t.Cleanup(func() { d.Close(); h.left.Wait() })
	return d, h
}

func (h *host) until(d *Desk, what string, ok func(rows []Row) bool) {
	h.t.Helper()
	h.Until(h.t, what, func() bool { return ok(d.Rows()) })
}

func deep(n int) func([]Row) bool {
	return func(rows []Row) bool { return len(rows[0].Lines) > 0 && !rows[0].Kept && rows[0].Depth >= n }
}

// Engines think where the person is; what they found stays at the node, is shown without thinking, and no step of undo.
func TestThinking(t *testing.T) {
	d, h := newDesk(t, "othello", settings.Judge{Engine: "alphabeta", Lines: 3})
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

// A pinned position is thought about wherever the person goes.
func TestPin(t *testing.T) {
	d, h := newDesk(t, "othello", settings.Judge{Engine: "alphabeta", Lines: 1})
	root := h.at
	var first rules.Move
	p, _ := h.Place()
	for first = range p.Position.Moves() {
		break
	}
	next := h.tree.Add(root, first)
	d.Toggle()
	d.Pin() // at once, before they have begun
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
	h.hidden = true // a position is set up
	d.Turn()
	if rows := d.Rows(); len(rows) > 0 && rows[0].Thinking {
		t.Error("an engine thinks where there is nothing to say")
	}
	if len(next.Evals()) != 1 {
		t.Error("what was found is lost")
	}
}

// An engine that has proved the result stops, and all moves are judged if that is asked for.
func TestValues(t *testing.T) {
	d, h := newDesk(t, "tictactoe", settings.Judge{Engine: "alphabeta", Lines: 2})
	d.JudgeAll(true)
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

// An engine that has just come to its end, of which nobody was told yet, is left like any other.
func TestLeaveAtTheEnd(t *testing.T) {
	d, h := newDesk(t, "tictactoe", settings.Judge{Engine: "alphabeta", Lines: 1})
	d.Toggle()
	h.until(d, "thinking", func([]Row) bool { return d.judges[0].cancel != nil })
	for x := (*news)(nil); x == nil || !x.over; x = d.judges[0].latest.Load() {
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

// What an engine has found is there again with all its lines and values while the document is open, also when it has stopped, or thinks
// anew and knows less; what is cleared is not.
func TestLinesStay(t *testing.T) {
	d, h := newDesk(t, "othello", settings.Judge{Engine: "alphabeta", Lines: 3})
	d.JudgeAll(true)
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
	d.judges[0].quiet.Store(true) // it is asked for a second, so that it says that its depth is 1
	d.Toggle()
	h.until(d, "an answer", func([]Row) bool { return d.judges[0].found.Depth > 0 })
	all("an answer that knows less", true)
	d.Stop()
	d.Clear(h.tree, nil, "alphabeta")
	if rows := d.Rows(); len(rows) != 1 || len(rows[0].Lines) != 0 || len(d.Values()) != 0 {
		t.Errorf("cleared: %+v, values %+v", rows, d.Values())
	}
}

// What engines find is on the curves before the record has it.
func TestNews(t *testing.T) {
	d, h := newDesk(t, "othello", settings.Judge{Engine: "alphabeta", Lines: 1}, settings.Judge{Engine: "mcts", Lines: 1})
	d.Toggle()
	h.until(d, "answers of both", func([]Row) bool { return len(d.News()) == 2 })
	line := []*model.Node{h.at}
	if c := WithNews(analysis.Curves(h.tree, line), d.News(), 0, 2); len(c) != 2 || len(c[0].Points) != 1 || c[0].Points[0].Share != d.Shares()[0] {
		t.Errorf("%+v", c)
	}
	d.Stop()
	if len(d.News()) != 0 {
		t.Error("news of engines that rest")
	}
	kept := analysis.Curves(h.tree, line)
	if len(kept) != 2 {
		t.Fatalf("%+v", kept)
	}
	news := []News{{Engine: "mcts", Shares: []float64{0.9, 0.1}}, {Engine: "another", Shares: []float64{0.2, 0.8}}}
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

// The values on the board are those of the first engine that has some of all moves.
func TestValuesOfTheSecond(t *testing.T) {
	for _, first := range []fake{{broken: true}, {namer: true}, {single: true}} {
		d, h := newDesk(t, "othello", settings.Judge{Engine: "alphabeta", Lines: 1}, settings.Judge{Engine: "mcts", Lines: 1})
		d.JudgeAll(true)
		with(d, first)
		d.Toggle()
		h.until(d, "the values of the second", func([]Row) bool { return len(d.Values()) == 4 })
		if rows := d.Rows(); len(rows[1].Lines) != 1 {
			t.Errorf("%d lines of the second", len(rows[1].Lines))
		}
		if first.single { // where there is no other, the values are those of the only one
			d.Choose(d.Chosen()[:1], d.judges[0].rules)
			if v := d.Values(); len(v) != 1 {
				t.Errorf("values of the only one: %+v", v)
			}
		}
	}
}

// The best move is the first of the engine, also where its share is not the largest: the others may have been judged less deeply. None is
// shown as worth more, unless it is proved to be.
func TestBest(t *testing.T) {
	for _, players := range []string{"2", "3"} {
		d, h := newDesk(t, "tictactoe players="+players, settings.Judge{Engine: "alphabeta", Lines: 3})
		p, _ := h.Place()
		i := ai.Info{Depth: 3}
		for m := range p.Position.Moves() {
			i.Lines = append(i.Lines, ai.Line{Moves: []rules.Move{m}, Score: ai.Score{Value: float64(len(i.Lines))}})
		}
		i.Best = i.Lines[0]
		d.place, d.judges[0].found = p, i
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

// An engine that begins anew does not replace what it knew of all moves by its first guesses.
func TestValuesStay(t *testing.T) {
	d, h := newDesk(t, "othello", settings.Judge{Engine: "alphabeta", Lines: 1})
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
	d.judges[0].memory.put(p, known)
	want := d.Values()
	d.place, d.judges[0].found = p, all(1, -4)
	if got := d.Values(); len(want) != 4 || want[3].Loss == 0 || !slices.Equal(losses(got), losses(want)) {
		t.Errorf("%+v, want %+v", got, want)
	}
	d.judges[0].found = all(9, -4)
	if got := d.Values(); slices.Equal(losses(got), losses(want)) {
		t.Errorf("%+v as before", got)
	}
	d.place = Place{}
}

// losses are what moves lose.
func losses(list []Value) (x []float64) {
	for _, v := range list {
		x = append(x, v.Loss)
	}
	return x
}

// Nothing thinks in a document that is not looked at, unless it was told to stay.
func TestHidden(t *testing.T) {
	d, h := newDesk(t, "othello", settings.Judge{Engine: "alphabeta", Lines: 1})
	d.Toggle()
	h.until(d, "an answer", deep(2))
	h.hidden = true
	d.Turn()
	if d.judges[0].cancel != nil {
		t.Error("it thinks behind another document")
	}
	h.hidden = false
	d.Turn()
	h.until(d, "an answer", deep(2))
	d.Pin()
	h.hidden = true
	d.Turn()
	if d.judges[0].cancel == nil || !d.Pinned() {
		t.Error("it does not stay")
	}
}

// fake is an engine that reports as often as it can if it is noisy, else not before the end; broken it fails, a namer only names a move, and a single
// one judges one, however many are asked for.
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

// with gives the first engine of a desk another mind.
func with(d *Desk, e ai.Engine) { <-d.judges[0].seat; d.judges[0].seat <- e }

// However often an engine reports, the window is told ten times a second at most.
func TestNoisyEngine(t *testing.T) {
	d, h := newDesk(t, "othello", settings.Judge{Engine: "alphabeta", Lines: 1})
	with(d, fake{noisy: true})
	began := time.Now()
	d.Toggle()
	h.until(d, "many reports", func(rows []Row) bool { return len(rows[0].Lines) > 0 && rows[0].Nodes > 100_000 })
	if most := int(time.Since(began)/refresh) + 3; h.found > most {
		t.Errorf("told %d times, %d at most", h.found, most)
	}
}

// An engine that says nothing before the end is asked for a short time, and then for longer ones.
func TestQuietEngine(t *testing.T) {
	d, h := newDesk(t, "othello", settings.Judge{Engine: "alphabeta", Lines: 1})
	with(d, fake{})
	d.Toggle()
	h.until(d, "the second answer", func(rows []Row) bool { return len(rows[0].Lines) > 0 && rows[0].Depth == 2 })
	if !d.Rows()[0].Thinking {
		t.Error("it has stopped")
	}
}

// The reason why an engine says nothing is shown, and the others go on.
func TestBrokenEngine(t *testing.T) {
	d, h := newDesk(t, "othello", settings.Judge{Engine: "alphabeta", Lines: 1}, settings.Judge{Engine: "mcts", Lines: 1})
	with(d, fake{broken: true})
	d.Toggle()
	h.until(d, "the error", func(rows []Row) bool { return rows[0].Err != nil && len(rows[1].Lines) > 0 })
	if d.Rows()[0].Thinking {
		t.Error("a broken engine thinks")
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
		{Line{}, 0, false, "–"},
		{Line{Score: ai.Score{Value: 1}, Shares: []float64{.5, .25, .25}}, 0, false, "50\u00a0% · 25\u00a0% · 25\u00a0%"},
	} {
		if got := Text(c.line, c.turn, c.mover, name); got != c.want {
			t.Errorf("%+v: %q, want %q", c.line, got, c.want)
		}
	}
}
