package analysis_test

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/ai/extern"
	"boardstudio/analysis"
	"boardstudio/model"
	"boardstudio/rules"
)

// TestStoredShares checks that the shares at a node come from the result or the engine's stored
// evaluation, and are nil otherwise.
func TestStoredShares(t *testing.T) {
	r := build(t, "tictactoe", nil)
	d, end := document(t, r, "a1 b1 a2 b2 a3")
	d.Tree.Annotate(end.Parent(), model.Annotation{Evals: []model.Eval{{Engine: engine, Proved: true, Score: 1, Plies: 1}}})
	for _, x := range []struct {
		name    string
		node    *model.Node
		engine  string
		version string
		want    []float64
	}{
		{"end", end, engine, "", []float64{1, 0}},
		{"stored evaluation", end.Parent(), engine, "", []float64{1, 0}},
		{"other version", end.Parent(), engine, "9", nil},
		{"other engine", end.Parent(), "mcts", "", nil},
		{"no evaluation", end.Parent().Parent(), engine, "", nil},
	} {
		t.Run(x.name, func(t *testing.T) {
			at, err := d.Tree.Position(x.node)
			if err != nil {
				t.Fatal(err)
			}
			if got := analysis.StoredShares(aiall.Engines, r, at, x.node, x.engine, x.version); !slices.Equal(got, x.want) {
				t.Errorf("after %d moves by %s %q: %v, want %v", d.Tree.Ply(x.node), x.engine, x.version, got, x.want)
			}
		})
	}
}

// TestWeighing checks the loss of a move, and the errors for an illegal move and an unknown engine.
func TestWeighing(t *testing.T) {
	r := build(t, "tictactoe", nil)
	moves := func(texts ...string) (list []rules.Move) {
		for _, text := range texts {
			m, err := r.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, m)
		}
		return list
	}
	w := analysis.LossRequest{Engines: aiall.Engines, Rules: r, Start: r.Start(), Engine: engine, Nodes: 5000, Player: 0, Before: 1, Moves: moves("a1", "b1", "a2", "b2", "c3")}
	x, err := w.Do(context.Background())
	if err != nil || x.Loss != 1 || len(x.Line) == 0 || r.FormatMove(x.Line[0]) != "b3" {
		t.Errorf("a win was given away: %+v, %v", x, err)
	}
	w.Moves = moves("a1", "b1", "a2", "b2", "a3")
	if x, err = w.Do(context.Background()); err != nil || x.Loss != 0 || x.Line != nil {
		t.Errorf("a win: %+v, %v", x, err)
	}
	w.Moves = moves("a1", "a1")
	if _, err = w.Do(context.Background()); err == nil {
		t.Error("an illegal move is weighed")
	}
	w.Moves, w.Engine = moves("a1"), "nosuch"
	if _, err = w.Do(context.Background()); err == nil {
		t.Error("an unknown engine weighs")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	w.Engine = engine
	if _, err = w.Do(ctx); err == nil {
		t.Error("it does not stop")
	}
}

// TestMostUsedEngine checks that MostUsedEngine returns the engine with the most evaluations in a line. If several
// have the same number, it returns the first, and without evaluations "".
func TestMostUsedEngine(t *testing.T) {
	d, end := document(t, build(t, "tictactoe", nil), "a1 b1 b2 c3")
	line := d.Tree.Line(end)
	if engine, version := analysis.MostUsedEngine(line); engine != "" || version != "" {
		t.Errorf("%q %q has judged nothing", engine, version)
	}
	annotate := func(i int, list ...model.Eval) { d.Tree.Annotate(line[i], model.Annotation{Evals: list}) }
	a, b, b2 := model.Eval{Engine: "a", Depth: 1}, model.Eval{Engine: "b", Depth: 1}, model.Eval{Engine: "b", Version: "2", Depth: 1}
	annotate(1, a, b2)
	if engine, version := analysis.MostUsedEngine(line); engine != "a" || version != "" {
		t.Errorf("of equals %q %q is found", engine, version)
	}
	annotate(2, b, b2)
	if engine, version := analysis.MostUsedEngine(line); engine != "b" || version != "2" {
		t.Errorf("%q %q has judged most", engine, version)
	}
	annotate(3, a)
	annotate(4, a)
	if engine, version := analysis.MostUsedEngine(line); engine != "a" || version != "" {
		t.Errorf("%q %q has judged most", engine, version)
	}
}

// TestLatestEvaluationRemains checks that the later of two equally deep evaluations is kept, unless the
// earlier one has more nodes.
func TestLatestEvaluationRemains(t *testing.T) {
	first, second := model.Eval{Engine: "e", Depth: 3, Nodes: 7, Score: 1}, model.Eval{Engine: "e", Depth: 3, Nodes: 7, Score: 2}
	fewer, more := model.Eval{Engine: "e", Depth: 3, Nodes: 6, Score: 3}, model.Eval{Engine: "e", Depth: 3, Nodes: 8, Score: 4}
	for _, x := range []struct{ old, new, want model.Eval }{{first, second, second}, {first, fewer, first}, {first, more, more}} {
		if list := analysis.AddEval([]model.Eval{x.old}, x.new); len(list) != 1 || list[0].Score != x.want.Score {
			t.Errorf("%v and then %v: %v", x.old.Score, x.new.Score, list)
		}
	}
}

// TestEngineTitle checks that a title includes parameters, that an external program uses its own
// name, and that an unknown engine keeps its specification.
func TestEngineTitle(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	if err := extern.Update(extern.File(), func(l *extern.List) error {
		l.Put(extern.Entry{Name: "rows", Protocol: "gomocup", Command: []string{"x"}})
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for _, x := range [][3]string{
		{"alphabeta", "", "Looks ahead"},
		{"alphabeta", "2", "Looks ahead 2"},
		{"minimax:depth=3", "", "Minimax (depth=3)"},
		{"external:rows", "1.0", "rows 1.0"},
		{"nosuch", "", "nosuch"},
	} {
		if got := analysis.EngineTitle(aiall.Engines, x[0], x[1]); got != x[2] {
			t.Errorf("%s %s is called %q, want %q", x[0], x[1], got, x[2])
		}
	}
}

// TestFirstMoveEvaluated checks that the first position of a plan is evaluated like later
// positions: its best move has no loss.
func TestFirstMoveEvaluated(t *testing.T) {
	r := build(t, "tictactoe", nil)
	d, end := document(t, r, "a1 b1 a2 c1")
	at := end.Parent() // the first job is the position in which a3 wins
	d.Tree.Add(at, move(t, r, "a3"))
	p, err := analysis.NewPlan(aiall.Engines, d, at, analysis.Branch, engine, ai.Limit{Nodes: 5000}, nil)
	if err != nil {
		t.Fatal(err)
	}
	results, err := analysis.Run(context.Background(), aiall.Engines, r, p.Jobs, analysis.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Tree.Do(analysis.Label, p.Edits(results, analysis.Marking{}, nil)...); err != nil {
		t.Fatal(err)
	}
	// The loss of a2 requires the position before it, which is the first one of the branch. b1 is
	// outside the branch.
	if g := end.Parent().Parent().Glyphs(); len(g) != 0 {
		t.Errorf("a move before the branch has %v", g)
	}
	d, end = document(t, r, "a1 b1 a2 b2 c3 b3")
	start := end.Parent().Parent() // A to move, a3 wins
	if p, err = analysis.NewPlan(aiall.Engines, d, start, analysis.Branch, engine, ai.Limit{Nodes: 5000}, nil); err != nil {
		t.Fatal(err)
	}
	if results, err = analysis.Run(context.Background(), aiall.Engines, r, p.Jobs, analysis.Options{}); err != nil {
		t.Fatal(err)
	}
	results[0].Line = []string{"b2"} // as if the engine had preferred b2, whatever the score of b2
	if err := d.Tree.Do(analysis.Label, p.Edits(results, analysis.Marking{}, nil)...); err != nil {
		t.Fatal(err)
	}
	if g := start.Glyphs(); len(g) != 0 {
		t.Errorf("the best move of the first position has %v", g)
	}
	results[0].Line = []string{"c2", "c3"}
	results[0].Value, results[0].Proved, results[0].Plies = 1, true, 1
	if err := d.Tree.Do(analysis.Label, p.Edits(results, analysis.Marking{}, nil)...); err != nil {
		t.Fatal(err)
	}
	if g := start.Glyphs(); len(g) != 1 || g[0] != model.GlyphVeryBad || d.Tree.Find(start.Parent(), move(t, r, "c2")) == nil {
		t.Errorf("another move than the best of the first position has %v", g)
	}
}

func move(t *testing.T, r rules.Rules, text string) rules.Move {
	t.Helper()
	m, err := r.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestWorkFolderOtherWork checks that a work for another engine, branch or scope is a different work.
func TestWorkFolderOtherWork(t *testing.T) {
	ctx := context.Background()
	s := analysis.WorkFolder{Folder: filepath.Join(t.TempDir(), "works")}
	d, end := document(t, build(t, "tictactoe", nil), "a1 b1 b2 c3")
	put := func(at *model.Node, scope analysis.Scope, engine string, n int) {
		t.Helper()
		if _, err := s.Put(ctx, analysis.NewWork(d, at, scope, engine, limit, ""), d); err != nil {
			t.Fatal(err)
		}
		if all := s.All(ctx); len(all) != n {
			t.Errorf("%d works, want %d", len(all), n)
		}
	}
	put(end, analysis.Branch, engine, 1)
	put(end, analysis.Branch, engine, 1)
	put(end.Parent(), analysis.Branch, engine, 2)
	put(end, analysis.Branch, "mcts", 3)
	put(end, analysis.Game, engine, 4)
	put(end.Parent(), analysis.Game, engine, 4) // the whole game, whatever the node of the request
}
