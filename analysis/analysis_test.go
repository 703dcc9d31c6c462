package analysis_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/ai/extern"
	"boardstudio/analysis"
	"boardstudio/io/codec"
	"boardstudio/io/xml"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func build(t testing.TB, game string, over rules.Params) rules.Rules {
	t.Helper()
	r, err := all.Games.Build(game, over)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// document returns a document with the moves as its main line, and the last node.
func document(t testing.TB, r rules.Rules, moves string) (*model.Document, *model.Node) {
	t.Helper()
	d := model.NewDocument(r)
	n := d.Tree.Root()
	for text := range strings.FieldsSeq(moves) {
		m, err := r.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		n = d.Tree.Add(n, m)
	}
	return d, n
}

const engine = "alphabeta"

var limit = ai.Limit{Nodes: 5000}

// analyse analyses a document and returns the plan and the results.
func analyse(t testing.TB, d *model.Document, at *model.Node, scope analysis.Scope, o analysis.Options) (*analysis.Plan, []analysis.Result) {
	t.Helper()
	p, err := analysis.NewPlan(aiall.Engines, d, at, scope, engine, limit, nil)
	if err != nil {
		t.Fatal(err)
	}
	results, err := analysis.Run(context.Background(), aiall.Engines, d.Tree.Rules(), p.Jobs, o)
	if err != nil {
		t.Fatal(err)
	}
	return p, results
}

// written returns a document as XML. It checks that the document is preserved.
func written(t testing.TB, d *model.Document) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := xml.Format.Encode(context.Background(), &b, d, nil); err != nil {
		t.Fatal(err)
	}
	back, err := xml.Format.Decode(context.Background(), b.Bytes(), codec.Options{Games: all.Games})
	if err != nil {
		t.Fatal(err)
	}
	if err = model.Equal(d, back); err != nil {
		t.Fatalf("the file gives back another document: %v", err)
	}
	return b.Bytes()
}

// TestMistake checks that only the losing move of a game on a 3×3 board is marked, and that one
// undo step reverts everything.
func TestMistake(t *testing.T) {
	d, end := document(t, build(t, "tictactoe", nil), "a1 b1 b2 c3 a3 c1 a2")
	before := written(t, d)
	p, results := analyse(t, d, end, analysis.Game, analysis.Options{})
	edits := p.Edits(results, analysis.Marking{}, nil)
	if err := d.Tree.Do(analysis.Label, edits...); err != nil {
		t.Fatal(err)
	}
	line := d.Tree.Line(end)
	bad := line[2] // b1
	if g := bad.Glyphs(); !slices.Contains(analysis.Kinds[:], g[0]) || bad.Comment() == "" {
		t.Errorf("the mistake has the glyphs %q and the comment %q", g, bad.Comment())
	}
	best := bad.Next()
	if best == nil || best.First() == nil {
		t.Fatal("the best line is no variation")
	}
	if m, _ := best.Move(); d.Tree.Rules().FormatMove(m) != "b2" {
		t.Errorf("best is %s: only the centre draws", d.Tree.Rules().FormatMove(m))
	}
	for i, n := range line {
		if n.Comment() != "" && n != bad {
			t.Errorf("move %d has the comment %q", i, n.Comment())
		}
		if v, ok := analysis.Stored(n, engine, ""); ok != (n != end) {
			t.Errorf("move %d: evaluation %v", i, v)
		}
	}
	moves := analysis.EvaluatedInScope(aiall.Engines, d, end, analysis.Game, engine, "")
	if len(moves) != 7 || moves[1].Loss() != 0.5 || moves[6].After() != 1 {
		t.Errorf("judged %+v", moves)
	}
	r := analysis.NewReport(2, moves, analysis.Marking{})
	if r.Sides[0].Accuracy != 100 || r.Sides[1].Accuracy > 80 || len(r.Turning) != 1 || r.Moves[r.Turning[0]].Node != bad || r.Sides[1].Mistakes[0][2] != 1 {
		t.Errorf("report %+v", r)
	}
	written(t, d)
	// Existing evaluations and marks are not written again.
	p, results = analyse(t, d, end, analysis.Game, analysis.Options{})
	if again := p.Edits(results, analysis.Marking{}, nil); len(again) != 0 {
		t.Errorf("a second time it changes %v", again)
	}
	d.Tree.Undo()
	if after := written(t, d); !bytes.Equal(before, after) {
		t.Errorf("undone it is\n%s\nnot\n%s", after, before)
	}
}

// TestKeeps checks that existing glyphs and comments are preserved, and that an existing best line
// is not added again.
func TestKeeps(t *testing.T) {
	d, end := document(t, build(t, "tictactoe", nil), "a1 b1 b2")
	bad := end.Parent()
	if err := d.Tree.Do("x", model.SetGlyphs{Node: bad, Glyphs: []model.Glyph{model.GlyphGood, model.GlyphEven}}, model.SetComment{Node: bad, Text: "mine"},
		model.Insert{Parent: bad.Parent(), Index: -1, Node: model.NewNode(mustMove(t, d, "b2"))}); err != nil {
		t.Fatal(err)
	}
	p, results := analyse(t, d, end, analysis.Game, analysis.Options{})
	if err := d.Tree.Do(analysis.Label, p.Edits(results, analysis.Marking{}, nil)...); err != nil {
		t.Fatal(err)
	}
	if g := bad.Glyphs(); !slices.Equal(g, []model.Glyph{model.GlyphGood, model.GlyphEven}) {
		t.Errorf("glyphs %q", g)
	}
	if c := bad.Comment(); !strings.HasPrefix(c, "mine\n\nb2 was better") {
		t.Errorf("comment %q", c)
	}
	if bad.Next() == nil || bad.Next().Next() != nil || bad.Next().First() != nil {
		t.Error("the best line is there twice")
	}
}

func mustMove(t testing.TB, d *model.Document, text string) rules.Move {
	t.Helper()
	m, err := d.Tree.Rules().ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestScopes checks which positions are evaluated in each scope.
func TestScopes(t *testing.T) {
	d, end := document(t, build(t, "connect4", nil), "d d e c")
	side := d.Tree.Add(end.Parent(), mustMove(t, d, "f"))
	d.Tree.Add(side, mustMove(t, d, "g"))
	for scope, want := range map[analysis.Scope]int{analysis.Game: 5, analysis.Branch: 3, analysis.Tree: 7} {
		at := end
		if scope == analysis.Branch {
			at = side
		}
		p, err := analysis.NewPlan(aiall.Engines, d, at, scope, engine, limit, nil)
		if err != nil || len(p.Jobs) != want {
			t.Errorf("%s: %d jobs, %v", analysis.ScopeNames[scope], len(p.Jobs), err)
		}
	}
	if _, err := analysis.NewPlan(aiall.Engines, d, end, analysis.Tree, "nobody", limit, nil); err == nil {
		t.Error("an unknown engine has a plan")
	}
	if _, err := analysis.NewPlan(aiall.Engines, d, end, analysis.Tree, engine, limit, func(int) bool { return false }); err != nil {
		t.Errorf("so few nodes are not asked about: %v", err)
	}
}

// TestJobsOfTree checks that each job of a tree has the moves of its own line, and that the jobs of
// a long line use little memory.
func TestJobsOfTree(t *testing.T) {
	r := build(t, "infinite", nil)
	d := model.NewDocument(r)
	rng := rand.New(rand.NewPCG(1, 2))
	nodes := []*model.Node{d.Tree.Root()}
	for range 300 {
		at := nodes[rng.IntN(len(nodes))]
		p, err := d.Tree.Position(at)
		if err != nil || p.Result().Over {
			continue
		}
		moves := slices.Collect(p.Moves())
		nodes = append(nodes, d.Tree.Add(at, moves[rng.IntN(len(moves))]))
	}
	p, err := analysis.NewPlan(aiall.Engines, d, d.Tree.Root(), analysis.Tree, engine, limit, nil)
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for v := range d.Tree.Visits(true) {
		if v.Pos.Result().Over {
			continue
		}
		var line []string
		for _, n := range d.Tree.Line(v.Node)[1:] {
			m, _ := n.Move()
			line = append(line, r.FormatMove(m))
		}
		want = append(want, strings.Join(line, " "))
	}
	for _, j := range p.Jobs {
		got = append(got, strings.Join(j.Moves, " "))
	}
	if len(want) < 100 || !slices.Equal(got, want) {
		t.Errorf("%d jobs have other moves than the %d lines", len(got), len(want))
	}

	r = build(t, "morpion", rules.Params{"rows": "64", "cols": "64", "k": "64"})
	d = model.NewDocument(r)
	at := d.Tree.Root()
	for i := range 3000 {
		at = d.Tree.Add(at, rules.Place(rules.Cell(i)))
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	if p, err = analysis.NewPlan(aiall.Engines, d, at, analysis.Game, engine, limit, nil); err != nil || len(p.Jobs) < 3000 {
		t.Fatalf("%d jobs, %v", len(p.Jobs), err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if used := int64(after.HeapAlloc) - int64(before.HeapAlloc); used > 16<<20 {
		t.Errorf("%d jobs of a line of as many moves hold %d MB", len(p.Jobs), used>>20)
	}
	runtime.KeepAlive(p)
}

// TestResume checks that cancelled work can be resumed, and that the resulting documents do not
// depend on interruptions.
func TestResume(t *testing.T) {
	for _, x := range []struct {
		game, moves string
		over        rules.Params
	}{
		{"othello", "f5 d6 c3 d3 c4 f4 f6 f3", nil},
		{"awale", "a A b B c", nil},
		{"tictactoe", "b2 a1 c3 a3 c1 b1", rules.Params{"players": "3", "rows": "5", "cols": "5"}},
	} {
		t.Run(x.game, func(t *testing.T) {
			r := build(t, x.game, x.over)
			d, end := document(t, r, x.moves)
			p, results := analyse(t, d, end, analysis.Tree, analysis.Options{Jobs: 2})
			if err := d.Tree.Do(analysis.Label, p.Edits(results, analysis.Marking{}, nil)...); err != nil {
				t.Fatal(err)
			}
			want := written(t, d)

			path := filepath.Join(t.TempDir(), "store")
			d, end = document(t, r, x.moves)
			p, err := analysis.NewPlan(aiall.Engines, d, end, analysis.Tree, engine, limit, nil)
			if err != nil {
				t.Fatal(err)
			}
			for range len(p.Jobs) { // one or two jobs at a time
				store, err := analysis.OpenStore(context.Background(), path)
				if err != nil {
					t.Fatal(err)
				}
				ctx, cancel := context.WithCancel(context.Background())
				var first, last atomic.Int64
				first.Store(-1)
				_, err = analysis.Run(ctx, aiall.Engines, r, p.Jobs, analysis.Options{Store: store, Progress: func(done, _ int) {
					first.CompareAndSwap(-1, int64(done))
					if last.Store(int64(done)); int64(done) > first.Load() {
						cancel()
					}
				}})
				cancel()
				if err == nil || last.Load() == int64(len(p.Jobs)) {
					break
				}
				if !errors.Is(err, context.Canceled) {
					t.Fatal(err)
				}
			}
			store, err := analysis.OpenStore(context.Background(), path)
			if err != nil {
				t.Fatal(err)
			}
			begun := -1
			results, err = analysis.Run(context.Background(), aiall.Engines, r, p.Jobs, analysis.Options{Store: store, Progress: func(done, _ int) {
				if begun < 0 {
					begun = done
				}
			}})
			if err != nil || begun != len(p.Jobs) {
				t.Errorf("%d of %d jobs were known, %v", begun, len(p.Jobs), err)
			}
			if err := d.Tree.Do(analysis.Label, p.Edits(results, analysis.Marking{}, nil)...); err != nil {
				t.Fatal(err)
			}
			if got := written(t, d); !bytes.Equal(got, want) {
				t.Errorf("resumed it is\n%s\nnot\n%s", got, want)
			}
		})
	}
}

// TestHash checks that the hash depends on every field of a job.
func TestHash(t *testing.T) {
	d, end := document(t, build(t, "othello", nil), "f5 d6")
	p, err := analysis.NewPlan(aiall.Engines, d, end, analysis.Game, engine, limit, nil)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	j := p.Jobs[2]
	for range 2 {
		seen[j.Hash()] = true
	}
	for _, change := range []func(*analysis.Job){
		func(j *analysis.Job) { j.Moves = j.Moves[:1] }, func(j *analysis.Job) { j.Nodes++ }, func(j *analysis.Job) { j.Depth++ }, func(j *analysis.Job) { j.Time++ },
		func(j *analysis.Job) { j.Engine = "mcts" }, func(j *analysis.Job) { j.Version = "2" }, func(j *analysis.Job) { j.Start = "x" }, func(j *analysis.Job) { j.Params = rules.Params{"rows": "6"} },
	} {
		k := j
		change(&k)
		seen[k.Hash()] = true
	}
	if len(seen) != 9 {
		t.Errorf("%d hashes of 9 jobs", len(seen))
	}
}

// TestScales checks that every engine that evaluates positions of a preset has a scale, and that
// the winning chances increase with the score.
func TestScales(t *testing.T) {
	for _, g := range all.Games {
		for _, p := range g.Presets {
			r, err := g.Build(p.Name, nil)
			if err != nil {
				t.Fatal(err)
			}
			if name := analysis.GameName(r); name != p.Name {
				t.Errorf("%s is called %s", p.Name, name)
			}
			for _, k := range aiall.Engines.For(r) {
				s, last := analysis.ScaleOf(aiall.Engines, r, k.Name), -1.0
				for _, v := range []float64{math.Inf(-1), -1e9, -1, 0, 1, 1e9, math.Inf(1)} {
					shares := s.Shares(ai.Score{Value: v}, 1)
					if sum := shares[0] + shares[1]; math.Abs(sum-1) > 1e-9 || shares[1] < last || v == 0 && shares[1] != 0.5 {
						t.Errorf("%s, %s: %v gives %v", p.Name, k.Name, v, shares)
					}
					last = shares[1]
				}
				if w := s.Shares(ai.Score{Proved: true, Value: 1}, 0); w[0] != 1 || w[1] != 0 {
					t.Errorf("%s, %s: won is %v", p.Name, k.Name, w)
				}
			}
		}
	}
	for _, x := range []struct {
		preset string
		over   rules.Params
		want   string
	}{
		{"gomoku", rules.Params{"rows": "19", "cols": "19"}, "gomoku"},
		{"gomoku", rules.Params{"rows": "9", "cols": "9", "k": "4", "players": "3"}, "morpion/3"},
		{"tictactoe", rules.Params{"rows": "4", "cols": "4", "k": "4"}, "tictactoe"},
		{"connect4", rules.Params{"cols": "9", "players": "4"}, "connect4/3"},
		{"othello", rules.Params{"size": "12"}, "othello10"},
		{"awale-abapa", rules.Params{"pits": "8"}, "awale-abapa"},
	} {
		if got := analysis.GameName(build(t, x.preset, x.over)); got != x.want {
			t.Errorf("%s %v is called %s, want %s", x.preset, x.over, got, x.want)
		}
	}
	r := build(t, "tictactoe", rules.Params{"players": "3", "rows": "5", "cols": "5"})
	s := analysis.ScaleOf(aiall.Engines, r, engine)
	for _, score := range []ai.Score{{}, {Value: 3}, {Proved: true}, {Proved: true, Value: -1}, {Shares: []float64{0.5, 0.5, 0}}} {
		shares := s.Shares(score, 2)
		if len(shares) != 3 || math.Abs(shares[0]+shares[1]+shares[2]-1) > 1e-9 {
			t.Errorf("%+v gives %v", score, shares)
		}
	}
	if even := s.Shares(ai.Score{}, 0); math.Abs(even[0]-1.0/3) > 1e-9 {
		t.Errorf("nothing known is %v", even)
	}
}

// TestOwnUnits checks that an external program uses the unit fitted for the game, or else the unit
// of its protocol, instead of the table.
func TestOwnUnits(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	err := extern.Update(extern.File(), func(l *extern.List) error {
		l.Put(extern.Entry{Name: "rows", Protocol: "gomocup", Command: []string{"x"}, Units: map[string]float64{"gomoku": 37, "renju": -1}})
		l.Put(extern.Entry{Name: "discs", Protocol: "nboard", Command: []string{"x"}})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		preset, engine string
		want           float64
	}{
		{"gomoku", "external:rows", 37},
		{"renju", "external:rows", 200},
		{"gomoku-standard", "external:rows", 200},
		{"othello", "external:discs", analysis.ScaleOf(aiall.Engines, build(t, "othello", nil), "alphabeta").Unit},
		{"gomoku", "external:gone", analysis.ScaleOf(aiall.Engines, build(t, "gomoku", nil), "alphabeta").Unit},
	} {
		if got := analysis.ScaleOf(aiall.Engines, build(t, x.preset, nil), x.engine).Unit; got != x.want {
			t.Errorf("%s in %s: %v, want %v", x.engine, x.preset, got, x.want)
		}
	}
}

// TestSameEval checks that evaluations with any difference are not equal.
func TestSameEval(t *testing.T) {
	same := model.Eval{Engine: "e", Version: "1", Score: 1, Depth: 3, Nodes: 9, Plies: 4, PV: []rules.Move{rules.Place(1)}, Shares: []float64{.5, .25, .25}}
	if !analysis.SameEval(same, same) {
		t.Error("an evaluation is not the same as itself")
	}
	for i, change := range []func(*model.Eval){
		func(v *model.Eval) { v.Engine = "f" }, func(v *model.Eval) { v.Version = "2" }, func(v *model.Eval) { v.Score = 2 }, func(v *model.Eval) { v.Depth = 4 },
		func(v *model.Eval) { v.Nodes = 8 }, func(v *model.Eval) { v.Plies = 5 }, func(v *model.Eval) { v.PV = nil }, func(v *model.Eval) { v.Proved = true },
		func(v *model.Eval) { v.AtMost = true }, func(v *model.Eval) { v.Shares = []float64{.25, .5, .25} },
	} {
		other := same
		if change(&other); analysis.SameEval(same, other) {
			t.Errorf("change %d is none", i)
		}
	}
}

// TestNearestScale checks that rules without a preset use the scale of the most similar preset with
// significant scores.
func TestNearestScale(t *testing.T) {
	for _, x := range []struct {
		game string
		over rules.Params
		want string
	}{
		{"tictactoe", rules.Params{"rows": "8", "cols": "8", "k": "4", "players": "3"}, "morpion/3"},
		{"tictactoe", rules.Params{"rows": "4", "cols": "4", "k": "4"}, "tictactoe"},
		{"gomoku", rules.Params{"rows": "17", "cols": "17"}, "gomoku"},
		{"pente", rules.Params{"rows": "13", "cols": "13"}, "pente"},
		{"connect4", rules.Params{"rows": "8", "cols": "9"}, "connect4"},
		{"othello", rules.Params{"size": "12"}, "othello10"},
		{"othello", rules.Params{"start": "reversed"}, "othello"},
		{"awale-abapa", rules.Params{"quietLimit": "100"}, "awale-abapa"},
	} {
		r := build(t, x.game, x.over)
		if name := analysis.GameName(r); name != x.want {
			t.Errorf("%s with %v is called %s, want %s", x.game, x.over, name, x.want)
		}
	}
	d, end := document(t, build(t, "tictactoe", rules.Params{"rows": "8", "cols": "8", "k": "4", "players": "3"}), "d4 a1 h8 d5")
	p, results := analyse(t, d, end, analysis.Game, analysis.Options{})
	if err := d.Tree.Do(analysis.Label, p.Edits(results, analysis.Marking{}, nil)...); err != nil {
		t.Fatal(err)
	}
	for _, j := range analysis.EvaluatedInScope(aiall.Engines, d, end, analysis.Game, engine, "") {
		if math.Abs(j.Is[0]-j.Is[1]) < 1e-6 && math.Abs(j.Is[1]-j.Is[2]) < 1e-6 {
			t.Errorf("after %d moves nothing is said: %v", j.Ply, j.Is)
		}
	}
}

// TestDeepestEvaluationRemains checks that only the best evaluation of an engine and version is kept.
func TestDeepestEvaluationRemains(t *testing.T) {
	shallow, deep := model.Eval{Engine: "e", Depth: 3}, model.Eval{Engine: "e", Depth: 5}
	proved := model.Eval{Engine: "e", Depth: 1, Proved: true}
	other := model.Eval{Engine: "e", Version: "2", Depth: 1}
	list := analysis.AddEval(nil, shallow)
	list = analysis.AddEval(analysis.AddEval(analysis.AddEval(list, deep), shallow), other)
	if len(list) != 2 || list[0].Depth != 5 || list[1].Version != "2" {
		t.Errorf("kept %+v", list)
	}
	if list = analysis.AddEval(analysis.AddEval(list, proved), deep); !list[0].Proved {
		t.Errorf("kept %+v", list)
	}
}

// FuzzStore checks that a store with any content can be opened, and that added results are found.
func FuzzStore(f *testing.F) {
	f.Add([]byte("{\"job\":\"a\",\"result\":{\"value\":1}}\n{\"job\":\"b\",\"resu"))
	f.Add([]byte("\x00\n\n[]\n{}\nnull\n{\"job\":1}\n{\"job\":\"x\",\"result\":{\"line\":[\"a\",\"b\"],\"depth\":-1}}"))
	r := build(f, "tictactoe", rules.Params{"rows": "3", "cols": "3"})
	d, end := document(f, r, "a1 b2 c3 a3 c1 b1 b3 a2")
	p, err := analysis.NewPlan(aiall.Engines, d, end, analysis.Game, engine, ai.Limit{Nodes: 100}, nil)
	if err != nil {
		f.Fatal(err)
	}
	jobs := p.Jobs[len(p.Jobs)-1:]
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "store")
		write(t, path, data)
		for range 2 {
			s, err := analysis.OpenStore(context.Background(), path)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := analysis.Run(context.Background(), aiall.Engines, r, jobs, analysis.Options{Store: s}); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func write(t testing.TB, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// mute is an engine that returns only a move.
type mute struct{}

func (mute) Think(_ context.Context, q ai.Request, _ func(ai.Info)) (ai.Info, error) {
	p, err := q.Position()
	if err != nil {
		return ai.Info{}, err
	}
	for m := range p.Moves() {
		return ai.Info{Best: ai.Line{Moves: []rules.Move{m}}}, nil
	}
	return ai.Info{}, nil
}

// TestMuteEngine checks that a missing evaluation is not mistaken for an even position.
func TestMuteEngine(t *testing.T) {
	r, err := all.Games.Build("tictactoe", nil)
	if err != nil {
		t.Fatal(err)
	}
	j := analysis.Job{Game: "line", Engine: "mute"}
	if x, err := j.Do(t.Context(), r, mute{}); err == nil {
		t.Errorf("it was taken for %+v", x)
	}
}

// BenchmarkScaleOf measures ScaleOf, which the window calls ten times a second for an engine that
// was not chosen.
func BenchmarkScaleOf(b *testing.B) {
	r := build(b, "gomoku", nil)
	for b.Loop() {
		analysis.ScaleOf(aiall.Engines, r, engine)
	}
}
