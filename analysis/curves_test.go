package analysis_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/analysis"
	"boardstudio/model"
	"boardstudio/rules"
)

// analysed returns a game of tic-tac-toe with evaluations of all positions. Its second move loses
// half of the winning chances.
func analysed(t *testing.T) (*model.Document, *model.Node) {
	t.Helper()
	d, end := document(t, build(t, "tictactoe", nil), "a1 b1 b2 c3 a3 c1 a2")
	p, results := analyse(t, d, end, analysis.Game, analysis.Options{})
	if err := d.Tree.Do(analysis.Label, p.Edits(results, analysis.Marking{Threshold: 2}, nil)...); err != nil {
		t.Fatal(err)
	}
	return d, end
}

// TestReportJSON checks that the JSON form contains the numbers of the report.
func TestReportJSON(t *testing.T) {
	d, end := analysed(t)
	d.Players[1].Name = "Bob"
	r := analysis.ReportOn(aiall.Engines, d, end, analysis.Marking{})
	if r.Sides[1].Kinds() != [3]int{0, 0, 1} || r.Sides[1].Phases() != [3]int{1, 0, 0} || r.Sides[0].Kinds() != [3]int{} || r.Sides[0].Phases() != [3]int{} {
		t.Errorf("mistakes %+v", r.Sides)
	}
	x := r.JSON(d, "game.studio")
	if x.File != "game.studio" || x.Engine != engine || len(x.Players) != 2 || len(x.Moves) != 7 || !slices.Equal(x.Turning, []int{2}) {
		t.Fatalf("%+v", x)
	}
	none := map[string]int{"?!": 0, "?": 0, "??": 0}
	for i, want := range []analysis.SideJSON{
		{Seat: "A", Name: "A", Moves: 4, Accuracy: 100, Mistakes: map[string]map[string]int{"opening": none, "middle": none, "end": none}},
		{Seat: "B", Name: "Bob", Moves: 3, Accuracy: r.Sides[1].Accuracy, Loss: 0.5 / 3, Mistakes: map[string]map[string]int{"opening": {"?!": 0, "?": 0, "??": 1}, "middle": none, "end": none}},
	} {
		if !reflect.DeepEqual(x.Players[i], want) {
			t.Errorf("%+v, want %+v", x.Players[i], want)
		}
	}
	m := x.Moves[1]
	if m.Ply != 2 || m.Seat != "B" || m.Move != "b1" || m.Loss != 0.5 || len(m.Best) == 0 || m.Best[0] != "b2" || !slices.Equal(m.Before, []float64{0.5, 0.5}) || !slices.Equal(m.After, []float64{1, 0}) {
		t.Errorf("%+v", m)
	}
	if list := r.Mistakes(analysis.Marking{}, rules.NoPlayer); len(list) != 1 || list[0].Ply != 2 {
		t.Errorf("the mistakes are %+v", list)
	}
	if a, b := r.Mistakes(analysis.Marking{}, 0), r.Mistakes(analysis.Marking{}, 1); len(a) != 0 || len(b) != 1 {
		t.Errorf("%d and %d mistakes", len(a), len(b))
	}
}

// TestEvaluatedInLine checks that EvaluatedInLine and EvaluatedInScope return the same losses.
func TestEvaluatedInLine(t *testing.T) {
	d, end := analysed(t)
	want := analysis.EvaluatedInScope(aiall.Engines, d, end, analysis.Game, engine, "")
	got := analysis.EvaluatedInLine(aiall.Engines, d.Tree, d.Tree.Line(end), engine, "")
	if len(got) != len(want) || len(got) != 7 {
		t.Fatalf("%d moves, want %d", len(got), len(want))
	}
	for i, j := range got {
		w := want[i]
		if j.Node != w.Node || j.Ply != w.Ply || j.Player != w.Player || !slices.Equal(j.Was, w.Was) || !slices.Equal(j.Is, w.Is) || !slices.Equal(j.Best, w.Best) {
			t.Errorf("move %d: %+v, want %+v", i, j, w)
		}
	}
	if list := analysis.EvaluatedInLine(aiall.Engines, d.Tree, d.Tree.Line(end), "mcts", ""); len(list) != 0 {
		t.Errorf("another engine has evaluated %+v", list)
	}
}

// TestCurves checks the curves with two players, one of the first seat per engine, and with three
// players, one per seat.
func TestCurves(t *testing.T) {
	d, end := analysed(t)
	line := d.Tree.Line(end)
	node := line[3]
	d.Tree.Annotate(node, model.Annotation{Evals: append(slices.Clone(node.Evals()), model.Eval{Engine: "mcts", Version: "2", Depth: 1, Proved: true, Score: 1})})
	list := analysis.Curves(aiall.Engines, d.Tree, line)
	if len(list) != 2 || list[0].Engine != engine || list[0].Seat != 0 || list[1].Engine != "mcts" || list[1].Version != "2" || list[1].Seat != 0 {
		t.Fatalf("%+v", list)
	}
	// B is to move at node 3, so a win for the player to move is a win for B. The last node has the
	// result.
	if want := []analysis.Point{{At: 3, Share: 0}, {At: 7, Share: 1}}; !slices.Equal(list[1].Points, want) {
		t.Errorf("%v, want %v", list[1].Points, want)
	}
	moves := analysis.EvaluatedInLine(aiall.Engines, d.Tree, line, engine, "")
	if len(list[0].Points) != len(line) {
		t.Fatalf("%d points of %d positions", len(list[0].Points), len(line))
	}
	for i, p := range list[0].Points {
		want := moves[max(i-1, 0)].Is[0]
		if i == 0 {
			want = moves[0].Was[0]
		}
		if p.At != i || p.Share != want {
			t.Errorf("point %d is %+v, want %v", i, p, want)
		}
	}
	if list := analysis.Curves(aiall.Engines, d.Tree, line[7:]); list != nil {
		t.Errorf("a line without evaluations has the curves %+v", list)
	}
	three, last := document(t, build(t, "tictactoe", rules.Params{"players": "3", "rows": "5", "cols": "5"}), "b2")
	shares := []float64{0.5, 0.3, 0.2}
	three.Tree.Annotate(last, model.Annotation{Evals: []model.Eval{{Engine: engine, Depth: 1, Shares: shares}}})
	list = analysis.Curves(aiall.Engines, three.Tree, three.Tree.Line(last))
	if len(list) != 3 {
		t.Fatalf("%+v", list)
	}
	sum := 0.0
	for i, c := range list {
		if c.Seat != rules.Player(i) || len(c.Points) != 1 || c.Points[0].At != 1 {
			t.Fatalf("curve %d is %+v", i, c)
		}
		sum += c.Points[0].Share
	}
	if math.Abs(sum-1) > 1e-9 || list[0].Points[0].Share <= list[2].Points[0].Share {
		t.Errorf("the curves are %+v", list)
	}
}

// TestUnits checks that Units returns the units of ScaleOf.
func TestUnits(t *testing.T) {
	r := build(t, "gomoku", nil)
	got := analysis.Units(aiall.Engines, r, []string{"alphabeta", "mcts"})
	if len(got) != 2 || got["alphabeta"] != analysis.ScaleOf(aiall.Engines, r, "alphabeta").Unit || got["mcts"] != analysis.ScaleOf(aiall.Engines, r, "mcts").Unit {
		t.Errorf("%v", got)
	}
	if s := analysis.NewScale(3, 7); s.Players != 3 || s.Unit != 7 {
		t.Errorf("%+v", s)
	}
}

// TestFinite checks that NaN and infinite scores become numbers that JSON can represent.
func TestFinite(t *testing.T) {
	for in, want := range map[float64]float64{math.Inf(1): math.MaxFloat64, math.Inf(-1): -math.MaxFloat64, 3: 3, -2: -2} {
		v := analysis.Eval(ai.Info{Best: ai.Line{Score: ai.Score{Value: in, Shares: []float64{in}}}}, "e", "1")
		if v.Score != want || v.Shares[0] != want || v.Engine != "e" || v.Version != "1" {
			t.Errorf("%v is stored as %+v", in, v)
		}
	}
	if v := analysis.Eval(ai.Info{Best: ai.Line{Score: ai.Score{Value: math.NaN()}}}, "e", ""); v.Score != 0 {
		t.Errorf("%+v", v)
	}
}

// TestVariation checks that Variation follows existing moves and inserts missing ones.
func TestVariation(t *testing.T) {
	d, _ := document(t, build(t, "tictactoe", nil), "a1 b1")
	line := []rules.Move{mustMove(t, d, "a1"), mustMove(t, d, "c3"), mustMove(t, d, "b1")}
	edits, last := analysis.Variation(d.Tree, d.Tree.Root(), line)
	if err := d.Tree.Do(analysis.Label, edits...); err != nil || len(edits) != 2 {
		t.Fatal(len(edits), err)
	}
	if got := len(d.Tree.Line(last)); got != 4 {
		t.Errorf("the line has %d nodes", got)
	}
	if edits, again := analysis.Variation(d.Tree, d.Tree.Root(), line); len(edits) != 0 || again != last {
		t.Errorf("a second time it changes %v", edits)
	}
}

// thinking is an engine with a fixed answer.
type thinking struct {
	info ai.Info
	err  error
}

func (e thinking) Think(context.Context, ai.Request, func(ai.Info)) (ai.Info, error) {
	return e.info, e.err
}

// TestDoErrors checks that a job fails if it is invalid or cancelled, or if the engine fails or
// returns no move.
func TestDoErrors(t *testing.T) {
	r := build(t, "tictactoe", nil)
	failed := errors.New("failed")
	good := ai.Info{Depth: 2, Nodes: 9, Best: ai.Line{Moves: []rules.Move{rules.Place(4), rules.Place(0)}, Score: ai.Score{Value: 1, Margin: 2, Plies: 3, AtMost: true, Proved: true}}}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, x := range []struct {
		name string
		ctx  context.Context //nolint:containedctx // of a call
		job  analysis.Job
		e    thinking
		ok   bool
	}{
		{"a result", t.Context(), analysis.Job{Start: r.Start().String()}, thinking{info: good}, true},
		{"a bad position", t.Context(), analysis.Job{Start: "nonsense"}, thinking{info: good}, false},
		{"a bad move", t.Context(), analysis.Job{Moves: []string{"z9"}}, thinking{info: good}, false},
		{"an error", t.Context(), analysis.Job{}, thinking{info: good, err: failed}, false},
		{"no move", t.Context(), analysis.Job{}, thinking{info: ai.Info{Depth: 2}}, false},
		{"cancelled", cancelled, analysis.Job{}, thinking{info: good}, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			res, err := x.job.Do(x.ctx, r, x.e)
			if (err == nil) != x.ok {
				t.Errorf("%+v, %v", res, err)
			}
			want := analysis.Result{Value: 1, Proved: true, Plies: 3, AtMost: true, Margin: 2, Line: []string{"b2", "a1"}, Depth: 2, Nodes: 9}
			if x.ok && !reflect.DeepEqual(res, want) {
				t.Errorf("%+v, want %+v", res, want)
			}
		})
	}
}
