package engines

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"boardstudio/ai/enginetest"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/analysis"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/studio/app/settings"
)

// found returns a result with the given depth and number of lines.
func found(depth, lines int, proved bool) ai.Info {
	i := ai.Info{Depth: depth}
	for k := range lines {
		i.Lines = append(i.Lines, ai.Line{Moves: []rules.Move{rules.Place(rules.Cell(k))}, Score: ai.Score{Proved: proved}})
	}
	if lines > 0 {
		i.Best = i.Lines[0]
	}
	return i
}

// TestMemory checks that better results stay, that the least recently used ones are dropped, and
// that other positions have no result.
func TestMemory(t *testing.T) {
	r, err := all.Games.Build("gomoku", nil)
	if err != nil {
		t.Fatal(err)
	}
	tree := model.NewDocument(r).Tree
	var m memory
	at := func(n *model.Node) Place { return Place{tree, n, r.Start()} }
	root := at(tree.Root())
	if _, ok := m.at(root); ok {
		t.Error("something is known of nothing")
	}
	for _, x := range []struct {
		name       string
		put        ai.Info
		deep, wide int
		proved     bool
	}{
		{"first", found(5, 2, false), 5, 2, false},
		{"less deep", found(4, 2, false), 5, 2, false},
		{"less deep with fewer lines", found(4, 1, false), 5, 2, false},
		{"less deep with more lines", found(4, 3, false), 4, 3, false},
		{"deeper with fewer lines", found(6, 1, false), 6, 1, false},
		{"a proof", found(1, 1, true), 1, 1, true},
		{"deeper without a proof", found(9, 1, false), 1, 1, true},
	} {
		m.put(root, x.put)
		got, ok := m.at(root)
		if !ok || got.Depth != x.deep || len(got.Lines) != x.wide || got.Best.Score.Proved != x.proved || len(m.nodes) != 1 {
			t.Errorf("%s: %+v, %v, %d nodes", x.name, got, ok, len(m.nodes))
		}
	}
	moved, err := r.Start().Play(rules.Place(0))
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := m.at(Place{tree, tree.Root(), moved}); ok {
		t.Error("a node with another position is known")
	}
	n := tree.Root()
	nodes := []*model.Node{n}
	for i := range remembered {
		n = tree.Add(n, rules.Place(rules.Cell(i)))
		nodes = append(nodes, n)
		m.put(at(n), found(1, 1, false))
	}
	if _, ok := m.at(root); ok || len(m.nodes) != remembered || len(m.found) != remembered {
		t.Errorf("%d nodes, %d found, the oldest %v", len(m.nodes), len(m.found), ok)
	}
	for _, n := range nodes[1:] {
		if _, ok := m.at(at(n)); !ok {
			t.Fatal("one of the latest is gone")
		}
	}
	m.put(at(nodes[1]), found(2, 1, false)) // the oldest becomes the most recently used
	m.put(root, found(1, 1, false))
	if _, ok := m.at(at(nodes[1])); !ok {
		t.Error("the latest is gone")
	}
	if _, ok := m.at(at(nodes[2])); ok {
		t.Error("the oldest is still there")
	}
	m.forget(tree.Add(n, rules.Place(200))) // unknown node
	if len(m.nodes) != remembered {
		t.Errorf("%d nodes", len(m.nodes))
	}
}

// TestKnows checks that a proof is better than any depth, and any result better than an empty one.
func TestKnows(t *testing.T) {
	for _, x := range []struct {
		name string
		a, b ai.Info
		want bool
	}{
		{"result and none", found(1, 1, false), found(0, 0, false), true},
		{"no results", found(0, 0, false), found(0, 0, false), false},
		{"deeper", found(2, 1, false), found(1, 1, false), true},
		{"equally deep", found(1, 1, false), found(1, 1, false), false},
		{"proof and deeper", found(1, 1, true), found(9, 1, false), true},
		{"deeper and a proof", found(9, 1, false), found(1, 1, true), false},
		{"deeper proof", found(9, 1, true), found(1, 1, true), false},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := knows(x.a, x.b); got != x.want {
				t.Errorf("%+v knows more than %+v: %v", x.a, x.b, got)
			}
		})
	}
}

// TestSpeed checks the number of nodes per second, which is 0 if the time is unknown.
func TestSpeed(t *testing.T) {
	for _, x := range []struct {
		row  Row
		want float64
	}{{Row{Nodes: 300, Time: 2 * time.Second}, 150}, {Row{Nodes: 300, Time: time.Nanosecond}, 3e11}, {Row{Nodes: 300}, 0}, {Row{Nodes: 300, Time: -1}, 0}} {
		if got := x.row.Speed(); got != x.want {
			t.Errorf("%+v: %v, want %v", x.row, got, x.want)
		}
	}
}

// TestBefore checks that a move has the score of the position after it, with one ply more if it is
// proved.
func TestBefore(t *testing.T) {
	won := ai.Score{Value: 1, Proved: true, Plies: 4}
	if got := before(won, true); got.Plies != 5 || got.Value != 1 || !got.Proved {
		t.Errorf("%+v", got)
	}
	if got := before(won, false); got.Plies != 5 || got.Value != -1 {
		t.Errorf("%+v", got)
	}
	for _, s := range []ai.Score{{Value: 1, Plies: 4}, {Value: 1, Proved: true}} {
		if got := before(s, true); got.Plies != s.Plies || got.Value != s.Value || got.Proved != s.Proved {
			t.Errorf("%+v became %+v", s, got)
		}
	}
}

// TestBetter checks that a higher score, a faster win and a slower loss are better.
func TestBetter(t *testing.T) {
	v := func(share, value, margin float64, plies int, proved bool) *Value {
		x := &Value{Share: share}
		x.Score.Value, x.Score.Plies, x.Score.Proved = value, plies, proved
		x.Score.Margin = int(margin)
		return x
	}
	for _, x := range []struct {
		name string
		a, b *Value
		want bool
	}{
		{"share", v(0.6, 0, 0, 0, false), v(0.5, 0, 0, 0, false), true},
		{"less share", v(0.5, 0, 9, 0, true), v(0.6, 0, 0, 0, true), false},
		{"margin", v(1, 1, 5, 9, true), v(1, 1, 3, 3, true), true},
		{"less margin", v(1, 1, 3, 3, true), v(1, 1, 5, 9, true), false},
		{"margin without proof", v(1, 1, 5, 9, false), v(1, 1, 3, 3, true), false},
		{"faster win", v(1, 1, 0, 3, true), v(1, 1, 0, 5, true), true},
		{"slower win", v(1, 1, 0, 5, true), v(1, 1, 0, 3, true), false},
		{"as fast", v(1, 1, 0, 3, true), v(1, 1, 0, 3, true), false},
		{"slower loss", v(0, -1, 0, 5, true), v(0, -1, 0, 3, true), true},
		{"faster loss", v(0, -1, 0, 3, true), v(0, -1, 0, 5, true), false},
		{"as slow", v(0, -1, 0, 3, true), v(0, -1, 0, 3, true), false},
		{"plies of one unknown", v(0, -1, 0, 5, true), v(0, -1, 0, 0, true), false},
		{"plies of the other unknown", v(1, 1, 0, 0, true), v(1, 1, 0, 5, true), false},
	} {
		if got := better(x.a, x.b); got != x.want {
			t.Errorf("%s: %v", x.name, got)
		}
	}
}

// TestChoose checks that engines have between one line and MaxLines. An engine that stays must keep
// its results unless its number of lines changes.
func TestChoose(t *testing.T) {
	d, h := newRunner(t, "tictactoe")
	r := h.tree.Rules()
	d.Choose([]settings.AnalysisEngine{{Engine: "alphabeta", Lines: 0}, {Engine: "no such engine", Lines: 1}, {Engine: "mcts", Lines: 99}}, r)
	want := []settings.AnalysisEngine{{Engine: "alphabeta", Lines: 1}, {Engine: "mcts", Lines: MaxLines}}
	if got := d.Chosen(); !slices.Equal(got, want) {
		t.Fatalf("chosen %v, want %v", got, want)
	}
	first, second := d.analysers[0], d.analysers[1]
	first.found, second.found = found(3, 1, false), found(3, 1, false)
	before := h.found
	d.Choose([]settings.AnalysisEngine{{Engine: "mcts", Lines: 2}, {Engine: "alphabeta", Lines: 1}}, r)
	if d.analysers[0] != second || d.analysers[1] != first || h.found != before+1 {
		t.Errorf("chosen in another order: %v, shown %d times", d.Chosen(), h.found-before)
	}
	if first.found.Depth != 3 || second.found.Depth != 0 {
		t.Errorf("depth %d of the one that stays, %d of the one with other lines", first.found.Depth, second.found.Depth)
	}
	other, err := all.Games.Build("gomoku", nil)
	if err != nil {
		t.Fatal(err)
	}
	if d.Choose(Default(aiall.Engines, other), other); len(d.analysers) != 1 || d.analysers[0] == first || d.analysers[0].Lines != 3 || d.analysers[0].Engine != aiall.Engines.Best(other) {
		t.Errorf("of another game: %+v", d.Chosen())
	}
}

// TestProcessors checks that processors are reserved for running engines.
func TestProcessors(t *testing.T) {
	d, h := newRunner(t, "othello", settings.AnalysisEngine{Engine: "alphabeta", Lines: 1}, settings.AnalysisEngine{Engine: "mcts", Lines: 1})
	d.Toggle()
	h.until(d, "thinking", func(rows []Row) bool { return rows[0].Thinking })
	if n := runtime.GOMAXPROCS(0); n != runtime.NumCPU()+2 {
		t.Errorf("%d processors for two engines, of %d", n, runtime.NumCPU())
	}
	d.Stop()
	if n := runtime.GOMAXPROCS(0); n != runtime.NumCPU() {
		t.Errorf("%d processors afterwards, of %d", n, runtime.NumCPU())
	}
}

// TestInsert checks that a line is inserted once. If it exists, only its first node is passed on.
func TestInsert(t *testing.T) {
	d, h := newRunner(t, "tictactoe")
	at := rules.NoCell
	then := func(n *model.Node) { m, _ := n.Move(); at = m.To }
	line := []rules.Move{rules.Place(4), rules.Place(0)}
	if d.Insert(nil, then); at != rules.NoCell || h.tree.Len() != 1 {
		t.Errorf("no line leads to %d, of %d nodes", at, h.tree.Len())
	}
	if d.Insert(line, then); at != 4 || h.tree.Len() != 3 || h.tree.UndoLabel() != labelLine {
		t.Errorf("a line leads to %d, of %d nodes", at, h.tree.Len())
	}
	at = rules.NoCell
	if d.Insert(line, then); at != 4 || h.tree.Steps() != 1 {
		t.Errorf("a line that is there leads to %d, in %d steps", at, h.tree.Steps())
	}
	at, h.hidden = rules.NoCell, true
	if d.Insert([]rules.Move{rules.Place(8)}, then); at != rules.NoCell || h.tree.Len() != 3 {
		t.Errorf("while a position is set up, a line leads to %d, of %d nodes", at, h.tree.Len())
	}
}

// TestRows checks that a row of a stored evaluation shows the version of its engine. A chosen
// engine must show at most its number of lines, without shares if it names moves only.
func TestRows(t *testing.T) {
	d, h := newRunner(t, "tictactoe", settings.AnalysisEngine{Engine: "alphabeta", Lines: 2})
	p, _ := h.Place()
	pv := []rules.Move{rules.Place(4)}
	h.tree.Annotate(p.Node, model.Annotation{Evals: []model.Eval{
		{Engine: "alphabeta", Version: "of another time", Depth: 9, Nodes: 70, PV: pv, Score: 1},
		{Engine: "mcts", Depth: 2, PV: pv},
	}})
	i := found(3, 3, false)
	i.Nodes, i.Time = 50, time.Second
	for k := range i.Lines {
		i.Lines[k].Score.Value = 2 - float64(k)
	}
	i.Best = i.Lines[0]
	d.place, d.analysers[0].found = p, i
	rows := d.Rows()
	if len(rows) != 3 {
		t.Fatalf("%+v", rows)
	}
	if x := rows[0]; len(x.Lines) != 2 || x.Kept || x.Depth != 3 || x.Nodes != 50 || x.Time != time.Second || x.Lines[1].Score.Value != 1 || x.Lines[0].Shares[0] <= x.Lines[1].Shares[0] {
		t.Errorf("the chosen one: %+v", x)
	}
	if x := rows[1]; !x.Kept || x.Title != analysis.EngineTitle(aiall.Engines, "alphabeta", "")+", version of another time" || x.Depth != 9 || x.Nodes != 70 || x.Time != 0 || len(x.Lines) != 1 || x.Lines[0].Moves[0] != pv[0] {
		t.Errorf("the one of another version: %+v", x)
	}
	if x := rows[2]; !x.Kept || x.Title != analysis.EngineTitle(aiall.Engines, "mcts", "") || x.Depth != 2 {
		t.Errorf("the one that was not chosen: %+v", x)
	}
	if s := d.Shares(); !slices.Equal(s, rows[0].Lines[0].Shares) {
		t.Errorf("shares %v, want those of the first line", s)
	}
	if n := d.News(); len(n) != 1 || n[0].Engine != "alphabeta" || n[0].Version != d.analysers[0].kind.Version || !slices.Equal(n[0].Shares, d.Shares()) {
		t.Errorf("news %+v", n)
	}
	d.analysers[0].found = ai.Info{Best: ai.Line{Moves: pv}}
	if x := d.Rows()[0]; len(x.Lines) != 1 || x.Lines[0].Shares != nil || d.News() != nil {
		t.Errorf("a move without a score: %+v, news %v", x, d.News())
	}
	if s := d.Shares(); s == nil || s[0] <= 0.5 {
		t.Errorf("shares %v, want those of the record", s)
	}

	// The current position is not the one being analysed.
	h.at = h.tree.Add(h.at, pv[0])
	if d.Shares() != nil || d.News() != nil {
		t.Errorf("elsewhere: shares %v, news %v", d.Shares(), d.News())
	}
	h.tree.Annotate(h.at, model.Annotation{Evals: []model.Eval{{Engine: "mcts", Depth: 2, PV: []rules.Move{rules.Place(0)}, Score: 1}}})
	if s := d.Shares(); len(s) != 2 || s[1] <= 0.5 { // the second player is to move
		t.Errorf("elsewhere the record has the shares %v", s)
	}
	if at, ok := d.At(); !ok || at.Node != p.Node {
		t.Error("the rows are about another position than the one that engines think about")
	}
	d.place = Place{}
	if at, ok := d.At(); !ok || at.Node != h.at {
		t.Error("the rows are about another position than the one that is shown")
	}
}

// TestKnown checks that the best result is used: the current, an earlier or the stored one.
func TestKnown(t *testing.T) {
	d, h := newRunner(t, "tictactoe", settings.AnalysisEngine{Engine: "alphabeta", Lines: 2})
	p, _ := h.Place()
	j := d.analysers[0]
	d.place = p
	for _, x := range []struct {
		now, before, record int // depths, 0 for no result
		want                int
		kept                bool
	}{
		{0, 0, 0, 0, false},
		{3, 0, 0, 3, false},
		{3, 3, 3, 3, false},
		{3, 4, 0, 4, true},
		{3, 4, 5, 5, true},
		{0, 0, 5, 5, true},
		{6, 4, 5, 6, false},
	} {
		j.found, j.memory = ai.Info{}, memory{}
		if x.now > 0 {
			j.found = found(x.now, 1, false)
		}
		if x.before > 0 {
			j.memory.put(p, found(x.before, 1, false))
		}
		h.tree.Annotate(p.Node, model.Annotation{})
		if x.record > 0 {
			h.tree.Annotate(p.Node, model.Annotation{Evals: []model.Eval{{Engine: "alphabeta", Version: j.kind.Version, Depth: x.record, PV: []rules.Move{rules.Place(4)}}}})
		}
		if i, kept := d.known(j, p); i.Depth != x.want || kept != x.kept {
			t.Errorf("%+v: depth %d, kept %v", x, i.Depth, kept)
		}
	}
	d.place = Place{}
}

// TestNewsOfThree checks that with more than two seats all curves belong to one engine.
func TestNewsOfThree(t *testing.T) {
	news := []News{{Engine: "one", Shares: []float64{.5, .3, .2}}}
	curves := WithNews(nil, news, 4, 3)
	if len(curves) != 3 {
		t.Fatalf("%+v", curves)
	}
	for _, other := range []News{{Engine: "two", Shares: news[0].Shares}, {Engine: "one", Version: "2", Shares: news[0].Shares}} {
		if c := WithNews(curves, []News{other}, 5, 3); len(c) != 3 || len(c[0].Points) != 1 {
			t.Errorf("%+v is shown beside another engine: %+v", other, c)
		}
	}
	c := WithNews(curves, []News{{Engine: "one", Shares: []float64{.1, .1, .8}}}, 2, 3)
	if len(c) != 3 || len(c[2].Points) != 2 || c[2].Points[0] != (analysis.Point{At: 2, Share: .8}) || c[2].Points[1].At != 4 || c[2].Seat != 2 {
		t.Errorf("%+v", c)
	}
}

// TestDeeperValue checks that the deeper of two evaluations of a move is used.
func TestDeeperValue(t *testing.T) {
	d, h := newRunner(t, "tictactoe", settings.AnalysisEngine{Engine: "alphabeta", Lines: 1})
	p, _ := h.Place()
	wide := found(5, 9, false)
	for k := range wide.Lines {
		wide.Lines[k].Score.Value = -float64(k)
	}
	d.analysers[0].memory.put(p, wide)
	h.tree.Annotate(p.Node, model.Annotation{Evals: []model.Eval{
		{Engine: "alphabeta", Version: d.analysers[0].kind.Version, Depth: 12, Score: 3, PV: wide.Lines[4].Moves},
	}})
	v := d.Values()
	if len(v) != 9 || v[0].Move != rules.Place(4) || v[0].Score.Value != 3 || !v[0].Best {
		t.Fatalf("%+v", v)
	}
	for k, x := range v[1:] {
		if x.Score.Value == 3 || x.Best || x.Loss < 0 {
			t.Errorf("value %d: %+v", k, x)
		}
	}
}

// TestLeftAtOnce checks that a position without results takes no room in the memory.
func TestLeftAtOnce(t *testing.T) {
	d, h := newRunner(t, "tictactoe", settings.AnalysisEngine{Engine: "alphabeta", Lines: 1})
	d.place, _ = h.Place()
	d.analysers[0].cancel = func() {}
	d.leave()
	if n := len(d.analysers[0].memory.nodes); n != 0 || d.place.Node != nil {
		t.Errorf("%d positions are remembered", n)
	}
}

// TestToggle checks that an engine that cannot be built is shown with the reason, and that Toggle
// turns all engines on and off and then tries to build it again.
func TestToggle(t *testing.T) {
	engines, puppets := enginetest.Add(aiall.Engines, "puppet", false)
	puppets.Broken = errors.New("no memory")
	d, h := newRunnerWith(engines, t, "tictactoe", settings.AnalysisEngine{Engine: "puppet", Lines: 1})
	d.Toggle()
	h.until(d, "the reason", func(rows []Row) bool { return rows[0].Err != nil })
	if x := d.Rows()[0]; x.Err.Error() != "no memory" || x.Thinking || !d.On() {
		t.Errorf("%+v, on %v", x, d.On())
	}
	before := h.found
	if d.Toggle(); d.On() || h.found != before+1 || d.place.Node != nil {
		t.Errorf("on %v, shown %d times", d.On(), h.found-before)
	}
	puppets.Broken = nil
	d.Toggle()
	h.until(d, "thinking", func(rows []Row) bool { return rows[0].Thinking })
	e := puppets.Next(t) // Toggle builds the engine again
	e.Next(t)
	if x := d.Rows()[0]; x.Err != nil || !x.Thinking {
		t.Errorf("%+v", x)
	}
	d.Choose(nil, h.tree.Rules()) // the engine is closed once it has answered
	puppets.Stop()
	enginetest.Receive(t, e.Closed, "end of the engine")
}

// TestEditsWhileThinking checks that engines continue after an edit that does not change their
// position, and stop if the position changes or is deleted.
func TestEditsWhileThinking(t *testing.T) {
	engines, puppets := enginetest.Add(aiall.Engines, "puppet", false)
	d, h := newRunnerWith(engines, t, "tictactoe", settings.AnalysisEngine{Engine: "puppet", Lines: 2})
	t.Cleanup(puppets.Stop)
	root := h.at
	n := h.tree.Add(root, rules.Place(4))
	h.walk(d, n)
	d.Toggle()
	h.until(d, "thinking", func(rows []Row) bool { return rows[0].Thinking })
	e := puppets.Next(t)
	first := e.Next(t)
	if q := first.Request; q.Lines != 2 || len(q.Moves) != 1 || q.Moves[0] != rules.Place(4) || q.Limit.Time != longest {
		t.Errorf("asked %+v", q)
	}
	edit := func(edits ...model.Edit) {
		t.Helper()
		if err := h.tree.Do("test", edits...); err != nil {
			t.Fatal(err)
		}
		d.Turn()
	}
	edit(model.SetComment{Node: n, Text: "x"})
	edit(model.Insert{Parent: root, Index: -1, Node: model.NewNode(rules.Place(0))})
	d.Turn()
	if first.Context.Err() != nil || d.place.Node != n {
		t.Fatal("an edit of something else ends thinking")
	}
	d.Pin()
	h.walk(d, root)
	if first.Context.Err() != nil || !d.Pinned() {
		t.Error("a pinned position is left")
	}
	edit(model.Remove{Node: n})
	if first.Context.Err() == nil || d.Pinned() || d.place.Node != nil {
		t.Errorf("the position is deleted, and the engine thinks on, pinned %v", d.Pinned())
	}
	h.until(d, "thinking", func(rows []Row) bool { return rows[0].Thinking })
	late := ai.Info{Best: ai.Line{Moves: []rules.Move{rules.Place(0)}}, Depth: 9}
	first.Report(late) // result for the position before
	h.until(d, "the late report", func([]Row) bool { return d.analysers[0].latest.Load() == nil })
	if x := d.Rows()[0]; len(x.Lines) != 0 {
		t.Errorf("a late report is shown: %+v", x)
	}
	first.Answer(late, nil)
	second := e.Next(t)
	if q := second.Request; len(q.Moves) != 0 {
		t.Errorf("then asked about %v", q.Moves)
	}
	late.Depth = 2
	second.Report(late)
	h.until(d, "the report", func(rows []Row) bool { return len(rows[0].Lines) > 0 })
	if x := d.Rows()[0]; x.Depth != 2 {
		t.Errorf("shown: %+v", x)
	}
	if len(root.Evals()) != 0 {
		t.Errorf("the record has %+v", root.Evals())
	}
	d.Stop()
}

// TestAskedOnce checks that an engine that is thinking, or has finished with the position, is not asked again when
// the engines are chosen anew.
func TestAskedOnce(t *testing.T) {
	engines, puppets := enginetest.Add(aiall.Engines, "puppet", false)
	list := []settings.AnalysisEngine{{Engine: "puppet", Lines: 2}}
	d, h := newRunnerWith(engines, t, "tictactoe", list...)
	t.Cleanup(puppets.Stop)
	d.Toggle()
	h.until(d, "thinking", func(rows []Row) bool { return rows[0].Thinking })
	c := puppets.Next(t).Next(t)
	var asked []func()
	h.held = &asked
	d.Choose(list, h.tree.Rules())
	if len(asked) != 0 || c.Context.Err() != nil {
		t.Errorf("while it is thinking, it is asked %d times more, %v", len(asked), c.Context.Err())
	}
	c.Answer(found(3, 2, false), nil)
	h.until(d, "the answer", func(rows []Row) bool { return !rows[0].Thinking })
	d.Choose(list, h.tree.Rules())
	if x := d.Rows()[0]; len(asked) != 0 || x.Thinking || x.Depth != 3 || len(x.Lines) != 2 {
		t.Errorf("after its answer, it is asked %d times more: %+v", len(asked), x)
	}
	h.held = nil
}

// TestAnalyseAll checks that the first engine evaluates all moves while AnalyseAll is on, and is
// restarted only when the setting changes.
func TestAnalyseAll(t *testing.T) {
	engines, puppets := enginetest.Add(aiall.Engines, "puppet", false)
	d, h := newRunnerWith(engines, t, "tictactoe", settings.AnalysisEngine{Engine: "puppet", Lines: 2})
	t.Cleanup(puppets.Stop)
	d.Toggle()
	h.until(d, "thinking", func(rows []Row) bool { return rows[0].Thinking })
	e := puppets.Next(t)
	c := e.Next(t)
	if c.Request.Lines != 2 {
		t.Errorf("asked for %d lines", c.Request.Lines)
	}
	d.AnalyseAll(false) // off already, so nothing changes
	if c.Context.Err() != nil {
		t.Error("it is asked anew for nothing")
	}
	d.AnalyseAll(true)
	c.Answer(ai.Info{}, nil)
	c = e.Next(t)
	if c.Request.Lines != 9 {
		t.Errorf("asked for %d lines of all moves", c.Request.Lines)
	}
	d.AnalyseAll(false)
	if c.Context.Err() == nil {
		t.Error("it goes on with all moves")
	}
	c.Answer(ai.Info{}, nil)
	if c = e.Next(t); c.Request.Lines != 2 {
		t.Errorf("then asked for %d lines", c.Request.Lines)
	}
	d.Stop()
}

// TestProofsOfTheTree checks that a stored proof after a move overrides the running engine's value
// of that move, while a stored evaluation without proof does not.
func TestProofsOfTheTree(t *testing.T) {
	for _, x := range []struct {
		name   string
		cell   rules.Cell
		eval   model.Eval // evaluation for the player to move after the move
		best   rules.Cell
		shares [3]string // shares of a, b, c: more or less than half, or the result
	}{
		{"nothing", 8, model.Eval{Score: 0}, 0, [3]string{"more", "more", "less"}},
		{"another evaluation", 2, model.Eval{Score: -9}, 0, [3]string{"more", "more", "less"}},
		{"the best loses", 0, model.Eval{Score: 1, Proved: true, Plies: 3}, 1, [3]string{"0", "more", "less"}},
		{"the second wins", 1, model.Eval{Score: -1, Proved: true, Plies: 2}, 1, [3]string{"more", "1", "less"}},
		{"the worst wins", 2, model.Eval{Score: -1, Proved: true, Plies: 2}, 2, [3]string{"more", "more", "1"}},
		{"the worst is a draw", 2, model.Eval{Proved: true, Plies: 2}, 0, [3]string{"more", "more", "half"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			d, h := newRunner(t, "tictactoe", settings.AnalysisEngine{Engine: "alphabeta", Lines: 3})
			p, _ := h.Place()
			i := found(3, 3, false)
			for k, v := range []float64{2, 1, -2} {
				i.Lines[k].Score.Value = v
			}
			i.Best = i.Lines[0]
			d.analysers[0].memory.put(p, i)
			v := x.eval
			v.Engine, v.Version, v.Depth, v.PV = "alphabeta", d.analysers[0].kind.Version, 9, []rules.Move{rules.Place(4)}
			if x.cell == 8 {
				v.Engine = "mcts" // the evaluation of another engine
			}
			h.tree.Annotate(h.tree.Add(p.Node, rules.Place(x.cell)), model.Annotation{Evals: []model.Eval{v}})
			list := d.Values()
			if len(list) != 3 {
				t.Fatalf("%+v", list)
			}
			for k, v := range list {
				share := "more"
				switch {
				case v.Share == 0 || v.Share == 1:
					share = fmt.Sprint(v.Share)
				case v.Share == 0.5:
					share = "half"
				case v.Share < 0.5:
					share = "less"
				}
				if v.Move != rules.Place(rules.Cell(k)) || share != x.shares[k] || v.Best != (rules.Cell(k) == x.best) || (v.Loss == 0) != v.Best {
					t.Errorf("value %d is %+v, want the share %s, the best is %d", k, v, x.shares[k], x.best)
				}
			}
		})
	}
}

// TestSingle checks that an engine is recognised as evaluating only one move if its completed
// answer to a request for all moves has one line. This does not apply to positions with a single
// legal move.
func TestSingle(t *testing.T) {
	d, h := newRunner(t, "tictactoe", settings.AnalysisEngine{Engine: "alphabeta", Lines: 1})
	p, _ := h.Place()
	if !severalMoves(p.Position) {
		t.Error("there is one move at the start")
	}
	n := h.at
	for _, c := range []rules.Cell{4, 0, 2, 6, 3, 5, 1, 7} { // 8 is left
		n = h.tree.Add(n, rules.Place(c))
	}
	last, err := h.tree.Position(n)
	if err != nil || severalMoves(last) {
		t.Fatalf("several moves at the end: %v", err)
	}
	for _, x := range []struct {
		place  Place
		lines  int
		over   bool
		single bool
	}{
		{p, 1, true, true}, {p, 2, true, false}, {p, 1, false, false}, {Place{h.tree, n, last}, 1, true, false},
	} {
		j := d.analysers[0]
		d.place, j.wide, j.single = x.place, true, false
		i := found(3, x.lines, false)
		for k := range i.Lines {
			i.Lines[k].Score.Value = 1
		}
		i.Best = i.Lines[0]
		j.latest.Store(&news{turn: j.turn, info: i, over: x.over})
		if d.take(j); j.single != x.single || j.mute {
			t.Errorf("%d lines, over %v, after %d moves: single %v, mute %v", x.lines, x.over, x.place.Node.Ply(), j.single, j.mute)
		}
		j.found, j.done = ai.Info{}, false
		d.place = Place{}
	}
}
