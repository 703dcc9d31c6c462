package puzzle

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// oracle is a prover and an engine with predefined answers.
type oracle struct {
	wins  func(at rules.Position, plies int) (moves []rules.Move, sure bool, err error)
	lines []ai.Line // result of Think, best line first
	err   error     // error of Think
	asked []int     // plies passed to Wins
	nodes []uint64  // node limits of Think and Wins
}

func (o *oracle) Think(_ context.Context, q ai.Request, _ func(ai.Info)) (ai.Info, error) {
	o.nodes = append(o.nodes, q.Limit.Nodes)
	if len(o.lines) == 0 {
		return ai.Info{}, o.err
	}
	return ai.Info{Best: o.lines[0], Lines: o.lines}, o.err
}

func (o *oracle) Wins(_ context.Context, q ai.Request, plies int) ([]ai.Line, bool, error) {
	o.asked, o.nodes = append(o.asked, plies), append(o.nodes, q.Limit.Nodes)
	moves, sure, err := o.wins(q.Start, plies)
	var lines []ai.Line
	for _, m := range moves {
		lines = append(lines, ai.Line{Moves: []rules.Move{m}, Score: ai.Score{Proved: true, Value: 1, Plies: plies}})
	}
	return lines, sure, err
}

// fixed returns the same wins for each position.
func fixed(sure bool, err error, moves ...rules.Move) func(rules.Position, int) ([]rules.Move, bool, error) {
	return func(rules.Position, int) ([]rules.Move, bool, error) { return moves, sure, err }
}

func game(t *testing.T, name string, over rules.Params) rules.Rules {
	t.Helper()
	r, err := all.Games.Build(name, over)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func moves(t *testing.T, r rules.Rules, texts string) (list []rules.Move) {
	t.Helper()
	for text := range strings.FieldsSeq(texts) {
		m, err := r.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, m)
	}
	return list
}

func after(t *testing.T, r rules.Rules, texts string) rules.Position {
	t.Helper()
	p := r.Start()
	for _, m := range moves(t, r, texts) {
		var err error
		if p, err = p.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// TestSources checks the origin of positions: named players, event or title, and move number.
func TestSources(t *testing.T) {
	r := game(t, "tictactoe", nil)
	for _, x := range []struct {
		players [2]model.Player
		info    map[string]string
		want    string
	}{
		{[2]model.Player{{Name: "Ann"}, {Name: "Bob"}}, nil, "Ann – Bob, #1"},
		{[2]model.Player{{Name: "Ann"}, {Kind: model.Human}}, nil, "Ann, #1"},
		{[2]model.Player{{Kind: model.Human}, {Kind: model.Human}}, nil, "#1"},
		{[2]model.Player{{Kind: "random"}, {Name: "Bob", Kind: "alphabeta"}}, nil, "random – Bob, #1"},
		{[2]model.Player{{Name: "Ann"}, {}}, map[string]string{model.InfoEvent: "Cup", model.InfoTitle: "Final"}, "Ann, Cup, #1"},
		{[2]model.Player{{Name: "Ann"}, {}}, map[string]string{model.InfoTitle: "Final"}, "Ann, Final, #1"},
		{[2]model.Player{}, map[string]string{model.InfoEvent: "Cup"}, "Cup, #1"},
	} {
		t.Run(x.want, func(t *testing.T) {
			d := model.NewDocument(r)
			copy(d.Players, x.players[:])
			for k, v := range x.info {
				d.Info[k] = v
			}
			n := d.Tree.Root()
			for _, m := range moves(t, r, "a1 b2") {
				n = d.Tree.Add(n, m)
			}
			d.Tree.AddRaw(n, "nonsense")
			var got []string
			for s := range Sources(aiall.Engines, d) {
				got = append(got, s.From)
				if s.Game != 0 || s.At == nil {
					t.Errorf("%+v", s)
				}
			}
			want := []string{x.want, strings.Replace(x.want, "#1", "#2", 1), strings.Replace(x.want, "#1", "#3", 1)}
			if !slices.Equal(got, want) {
				t.Errorf("%v: the sources are %q, want %q", x.players, got, want)
			}
			for s := range Sources(aiall.Engines, d) {
				if s.From != x.want {
					t.Errorf("%q comes after the first one was enough", s.From)
				}
				break
			}
		})
	}
}

// TestUniqueSolution checks that a puzzle needs one line with an exact length. If a count decides
// the game, the line may continue for the margin.
func TestUniqueSolution(t *testing.T) {
	r := game(t, "tictactoe", nil)
	line := func(n, plies int, atMost bool) ai.Line {
		return ai.Line{Moves: make([]rules.Move, n), Score: ai.Score{Proved: true, Value: 1, Plies: plies, AtMost: atMost}}
	}
	for _, x := range []struct {
		name    string
		lines   []ai.Line
		counted bool
		want    error
	}{
		{"no line", nil, false, errNone},
		{"one line", []ai.Line{line(3, 3, false)}, false, nil},
		{"uncertain line", []ai.Line{line(3, 3, true)}, false, errOpen},
		{"short uncertain line, counted", []ai.Line{line(2, 3, true)}, true, errOpen},
		{"uncertain line, counted", []ai.Line{line(3, 3, true)}, true, nil},
		{"long uncertain line, counted", []ai.Line{line(4, 3, true)}, true, nil},
		{"short line, counted", []ai.Line{line(2, 3, false)}, true, nil},
	} {
		t.Run(x.name, func(t *testing.T) {
			v := &Prover{rules: r, counted: x.counted}
			for _, ever := range []bool{false, true} {
				p, err := v.uniqueSolution(r.Start(), x.lines, ever)
				if !errors.Is(err, x.want) || (err == nil) != (x.want == nil) || err == nil && (p.Ever != ever || len(p.Line) != len(x.lines[0].Moves) || p.At == nil) {
					t.Errorf("%+v, counted %v: %+v, %v", x.lines, x.counted, p, err)
				}
			}
		})
	}
	v := &Prover{rules: r}
	two := []ai.Line{{Moves: moves(t, r, "a1")}, {Moves: moves(t, r, "b2")}}
	if _, err := v.uniqueSolution(r.Start(), two, true); err == nil || err.Error() != "more than one move wins: a1 and b2" {
		t.Error(err)
	}
}

// TestSolveSteps checks that Solve searches for wins of any length first, and then for wins in more
// and more plies up to the limit. It stops at the first win, or if the prover is not sure.
func TestSolveSteps(t *testing.T) {
	r := game(t, "tictactoe", nil)
	a1, b2 := moves(t, r, "a1")[0], moves(t, r, "b2")[0]
	failed := errors.New("failed")
	within := func(found int, sure bool, list ...rules.Move) func(rules.Position, int) ([]rules.Move, bool, error) {
		return func(_ rules.Position, plies int) ([]rules.Move, bool, error) {
			switch {
			case plies == 0:
				return nil, false, nil
			case plies < found:
				return nil, true, nil
			}
			return list, sure, nil
		}
	}
	for _, x := range []struct {
		name  string
		wins  func(rules.Position, int) ([]rules.Move, bool, error)
		most  int
		want  string // error text
		ever  bool
		asked []int
	}{
		{"one win at all", fixed(true, nil, a1), 0, "", true, []int{0}},
		{"no win at all", fixed(true, nil), 0, "no move wins", false, []int{0}},
		{"two wins at all", fixed(false, nil, a1, b2), 0, "more than one move wins: a1 and b2", false, []int{0}},
		{"an error", fixed(true, failed), 0, "failed", false, []int{0}},
		{"a win in five", within(5, true, a1), 0, "", false, []int{0, 1, 3, 5}},
		{"two wins in five", within(5, false, a1, b2), 0, "more than one move wins: a1 and b2", false, []int{0, 1, 3, 5}},
		{"perhaps two in five", within(5, false, a1), 0, errOpen.Error(), false, []int{0, 1, 3, 5}},
		{"open in three", within(3, false), 0, errOpen.Error(), false, []int{0, 1, 3}},
		{"a win in seven of at most five", within(7, true, a1), 5, "no move wins", false, []int{0, 1, 3, 5}},
		{"a win in seven of at most six", within(7, true, a1), 6, "no move wins", false, []int{0, 1, 3, 5}},
		{"a win in five of at most five", within(5, true, a1), 5, "", false, []int{0, 1, 3, 5}},
		{"no win in any number", within(mostPlies+1, true, a1), 1000, "no move wins", false, []int{0, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31}},
	} {
		t.Run(x.name, func(t *testing.T) {
			o := &oracle{wins: x.wins}
			v := &Prover{rules: r, by: o, nodes: 77}
			p, err := v.Solve(t.Context(), r.Start(), x.most)
			if text := fmt.Sprint(err); x.want == "" && (err != nil || p.Ever != x.ever || p.Line[0] != a1) || x.want != "" && text != x.want {
				t.Errorf("%+v, %v", p, err)
			}
			if !slices.Equal(o.asked, x.asked) || slices.ContainsFunc(o.nodes, func(n uint64) bool { return n != 77 }) {
				t.Errorf("asked for %v plies, with %v nodes", o.asked, o.nodes)
			}
		})
	}
	v := &Prover{rules: r, by: &oracle{wins: fixed(true, nil, a1)}}
	if _, err := v.Solve(t.Context(), after(t, r, "a1 b1 a2 b2 a3"), 0); err == nil || err.Error() != "the game is over" {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := v.Solve(ctx, r.Start(), 0); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestFastest checks that a later move of a solution wins in time and that no move wins faster.
func TestFastest(t *testing.T) {
	r := game(t, "tictactoe", nil)
	a1, b2 := moves(t, r, "a1")[0], moves(t, r, "b2")[0]
	failed := errors.New("failed")
	for _, x := range []struct {
		name  string
		wins  func(rules.Position, int) ([]rules.Move, bool, error)
		plies int
		less  int // plies subtracted from those requested
		want  string
	}{
		{"it wins", fixed(true, nil, a1), 3, 0, ""},
		{"it wins beside another", fixed(true, nil, b2, a1), 3, 0, ""},
		{"it wins at any distance", fixed(false, nil, b2, a1), 0, 0, ""},
		{"it does not win", fixed(true, nil, b2), 3, 0, "move 5 of the solution, a1, does not win in time"},
		{"perhaps it wins", fixed(false, nil, b2), 3, 0, errOpen.Error()},
		{"a faster win", fixed(true, nil, a1), 3, 1, "before move 5 of the solution, there is a faster win"},
		{"perhaps a faster win", fixed(false, nil, a1), 3, 0, errOpen.Error()},
		{"an error", fixed(true, failed, a1), 3, 0, "failed"},
	} {
		t.Run(x.name, func(t *testing.T) {
			o := &oracle{wins: x.wins}
			v := &Prover{rules: r, by: sooner{o, x.less}}
			err := v.fastest(t.Context(), r.Start(), a1, x.plies, 5)
			if text := fmt.Sprint(err); x.want == "" && err != nil || x.want != "" && text != x.want {
				t.Error(err)
			}
			if !slices.Equal(o.asked, []int{x.plies}) {
				t.Errorf("asked for %v plies", o.asked)
			}
		})
	}
}

// sooner is an oracle whose wins are some plies shorter than requested.
type sooner struct {
	*oracle
	less int
}

func (s sooner) Wins(ctx context.Context, q ai.Request, plies int) ([]ai.Line, bool, error) {
	lines, sure, err := s.oracle.Wins(ctx, q, plies)
	for i := range lines {
		lines[i].Score.Plies -= s.less
	}
	return lines, sure, err
}

// TestCheckLine checks that the line of a puzzle must be legal and end with the solver's win.
func TestCheckLine(t *testing.T) {
	r := game(t, "tictactoe", nil)
	v := &Prover{rules: r}
	for _, x := range []struct{ begin, line, want string }{
		{"a1 b1 a2 b2", "a3", ""},
		{"a1 b1 a2", "c3 b2 a3", "the solution does not end with the win"}, // the other player wins
		{"a1 b1 a2 b2", "c3", "the solution does not end with the win"},
		{"a1 b1 a2 b2", "a3 c3", "the solution continues after the win"},
		{"a1 b1 a2 b2", "a1", "move 1 of the solution is illegal"},
		{"a1 b1 a2 b2", "c1 c1", "move 2 of the solution is illegal"},
		{"a1 b1 a2 b2 a3", "c1", "the game is over"},
	} {
		err := v.checkLine(Puzzle{At: after(t, r, x.begin), Line: moves(t, r, x.line)})
		if text := fmt.Sprint(err); x.want == "" && err != nil || x.want != "" && text != x.want {
			t.Errorf("%s and then %s: %v", x.begin, x.line, err)
		}
	}
}

// TestTrySteps checks that a try wins at once or by proof. Otherwise it is refuted by the engine's
// reply or by the first reply that prevents the win.
func TestTrySteps(t *testing.T) {
	r := game(t, "tictactoe", nil)
	one := func(text string) rules.Move { return moves(t, r, text)[0] }
	at := after(t, r, "a1 b1 b2 c1") // A is to move and wins at c3
	failed := errors.New("failed")
	// refutes returns wins for each position unless the given reply was played.
	refutes := func(reply string, sure bool) func(rules.Position, int) ([]rules.Move, bool, error) {
		return func(p rules.Position, _ int) ([]rules.Move, bool, error) {
			if p.Hash() == at.Hash() || p.At(one(reply).To) != rules.Empty {
				return nil, sure || p.Hash() == at.Hash(), nil
			}
			return []rules.Move{one("c3")}, true, nil
		}
	}
	for _, x := range []struct {
		name, move string
		plies      int
		wins       func(rules.Position, int) ([]rules.Move, bool, error)
		engine     []ai.Line
		engineErr  error
		is         bool
		reply      string
		err        string
		asked      []int
	}{
		{name: "a win at once", move: "c3", plies: 3, is: true},
		{name: "an illegal move", move: "a1", plies: 3, err: "there is a piece on a1 already"},
		{name: "a proved win", move: "a2", plies: 3, wins: fixed(true, nil, one("a2")), is: true, asked: []int{3}},
		{name: "a proved win beside another", move: "a2", plies: 3, wins: fixed(false, nil, one("c3"), one("a2")), is: true, asked: []int{3}},
		{name: "perhaps a win", move: "a2", plies: 3, wins: fixed(false, nil, one("c3")), err: errOpen.Error(), asked: []int{3}},
		{name: "an error", move: "a2", plies: 3, wins: fixed(true, failed), err: "failed", asked: []int{3}},
		{name: "no time for another move", move: "a2", plies: 2, wins: fixed(true, nil), reply: "b3", engine: []ai.Line{{Moves: moves(t, r, "b3")}}, asked: []int{2}},
		{name: "no time, no engine", move: "a2", plies: 1, wins: fixed(true, nil), engineErr: failed, reply: "c2", asked: []int{1}},
		{name: "a move of an engine that failed", move: "a2", plies: 1, wins: fixed(true, nil), engine: []ai.Line{{Moves: moves(t, r, "b3")}}, engineErr: failed, reply: "c2", asked: []int{1}},
		{name: "the reply of the engine", move: "a2", plies: 5, wins: refutes("c3", true), engine: []ai.Line{{Moves: moves(t, r, "c3")}}, reply: "c3", asked: []int{5, 3}},
		{name: "another reply", move: "a2", plies: 5, wins: refutes("c3", true), engine: []ai.Line{{Moves: moves(t, r, "b3")}}, reply: "c3", asked: []int{5, 3, 3, 3, 3}},
		{name: "any time", move: "a2", plies: 0, wins: refutes("c3", true), engine: []ai.Line{{Moves: moves(t, r, "c3")}}, reply: "c3", asked: []int{0, 0}},
		{name: "three plies", move: "a2", plies: 3, wins: refutes("c3", true), engine: []ai.Line{{Moves: moves(t, r, "c3")}}, reply: "c3", asked: []int{3, 1}},
		{name: "no sure reply", move: "a2", plies: 5, wins: refutes("c3", false), asked: []int{5, 3, 3, 3, 3}},
	} {
		t.Run(x.name, func(t *testing.T) {
			o := &oracle{wins: x.wins, lines: x.engine, err: x.engineErr}
			v := &Prover{rules: r, by: o, nodes: 2000}
			is, reply, err := v.Try(t.Context(), o, at, one(x.move), x.plies)
			var want rules.Move
			if x.reply != "" {
				want = one(x.reply)
			}
			if text := fmt.Sprint(err); is != x.is || reply != want || x.err == "" && err != nil || x.err != "" && text != x.err {
				t.Errorf("wins %v, reply %s, %v", is, r.FormatMove(reply), err)
			}
			if !slices.Equal(o.asked, x.asked) {
				t.Errorf("asked for %v plies, want %v", o.asked, x.asked)
			}
		})
	}
	// A reply that wins for the opponent refutes the try. A reply that loses does not.
	danger := after(t, r, "a1 b1 b2 c1 a2 a3")
	o := &oracle{wins: fixed(true, nil)}
	v := &Prover{rules: r, by: o, nodes: 2000}
	if is, reply, err := v.Try(t.Context(), nil, danger, one("b3"), 2); is || err != nil || reply == (rules.Move{}) {
		t.Errorf("without an engine: %v, %v, %v", is, reply, err)
	}
	lost := after(t, r, "a1 b1 a3 b2 c1") // B is to move and wins at b3
	if is, reply, err := v.Try(t.Context(), nil, lost, one("c3"), 9); is || err != nil || reply == (rules.Move{}) {
		t.Errorf("%v, %v, %v", is, reply, err)
	}
	// If a count decides the game, plies are ignored.
	o.asked, v.counted = nil, true
	if _, _, err := v.Try(t.Context(), nil, at, one("a2"), 5); err != nil || !slices.Equal(o.asked, []int{0, 0}) {
		t.Errorf("counted: asked for %v plies, %v", o.asked, err)
	}
}

// TestRefuteOrder checks that Refute tries the solver's later moves, the opponent's moves, and the
// engine's moves, four at most.
func TestRefuteOrder(t *testing.T) {
	r := game(t, "gomoku", nil)
	line := moves(t, r, "a1 a2 a3 a4 a5")
	for _, x := range []struct {
		line, engine, want string
	}{
		{"a1 a2 a3 a4 a5", "b1 b2", "a3 a5 a2 a4"},
		{"a1 a2 a3", "b1 b2", "a3 a2 b1 b2"},
		{"a1", "b1 a1 b2 b1 b3 b4", "b1 b2 b3 b4"},
		{"a1 a2 a1", "b1", "a2 b1"},
	} {
		t.Run(x.line, func(t *testing.T) {
			line = moves(t, r, x.line)
			o := &oracle{lines: []ai.Line{{}}} // a line without moves
			for _, m := range moves(t, r, x.engine) {
				o.lines = append(o.lines, ai.Line{Moves: []rules.Move{m}})
			}
			v := &Prover{rules: r, by: o, nodes: 2000}
			want := moves(t, r, x.want)
			for skipped := range len(want) + 1 {
				o.wins = func(p rules.Position, _ int) ([]rules.Move, bool, error) {
					if p.Hash() == r.Start().Hash() {
						return append([]rules.Move{line[0]}, want[:skipped]...), true, nil
					}
					return nil, true, nil
				}
				try, reply, ok := v.Refute(t.Context(), o, Puzzle{At: r.Start(), Line: line})
				if ok != (skipped < len(want)) || ok && (try != want[skipped] || reply == (rules.Move{})) {
					t.Errorf("of the tries %s number %d is %s, %v", x.want, skipped, r.FormatMove(try), ok)
				}
			}
			// The prover has 2000 nodes for each search, and the engine a share of them.
			if slices.ContainsFunc(o.nodes, func(n uint64) bool { return n != 2000 && n != 2000/engineShare }) || !slices.Contains(o.nodes, 2000/engineShare) {
				t.Errorf("the node limits are %v", o.nodes)
			}
		})
	}
	// A try that ends the game has no reply and is skipped.
	r = game(t, "tictactoe", rules.Params{"misere": "on"})
	o := &oracle{wins: fixed(true, nil, moves(t, r, "b3")...), lines: []ai.Line{{Moves: moves(t, r, "c1")}}}
	v := &Prover{rules: r, by: o, nodes: 2000}
	if try, reply, ok := v.Refute(t.Context(), o, Puzzle{At: after(t, r, "a1 a2 b1 b2"), Line: moves(t, r, "b3")}); ok {
		t.Errorf("%s is refuted by %s", r.FormatMove(try), r.FormatMove(reply))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	o.lines = []ai.Line{{Moves: moves(t, r, "c3")}}
	if _, _, ok := v.Refute(ctx, o, Puzzle{At: after(t, r, "a1 a2 b1 b2"), Line: moves(t, r, "b3")}); ok {
		t.Error("refuted after it was cancelled")
	}
}

// TestEngineWin checks that the engine must find exactly one win, and that it must not be too
// short.
func TestEngineWin(t *testing.T) {
	r := game(t, "tictactoe", nil)
	line := func(proved bool, value float64, plies int) ai.Line {
		return ai.Line{Score: ai.Score{Proved: proved, Value: value, Plies: plies}}
	}
	failed := errors.New("failed")
	for _, x := range []struct {
		name  string
		lines []ai.Line
		err   error
		plies int
		want  error
	}{
		{"one win", []ai.Line{line(true, 1, 5), line(false, 3, 0)}, nil, 5, nil},
		{"one win and a loss", []ai.Line{line(true, 1, 5), line(true, -1, 4)}, nil, 5, nil},
		{"one win and a draw", []ai.Line{line(true, 1, 3), line(true, 0, 0)}, nil, 3, nil},
		{"a win of unknown length", []ai.Line{line(true, 1, 0)}, nil, 0, nil},
		{"too short a win", []ai.Line{line(true, 1, 2), line(false, 3, 0)}, nil, 0, errNone},
		{"two wins", []ai.Line{line(true, 1, 5), line(true, 1, 7)}, nil, 0, errNone},
		{"no win", []ai.Line{line(false, 9, 0)}, nil, 0, errNone},
		{"an error", []ai.Line{line(true, 1, 5)}, failed, 0, failed},
	} {
		t.Run(x.name, func(t *testing.T) {
			o := &oracle{lines: x.lines, err: x.err}
			s := &searcher{Prover: &Prover{rules: r, by: o, nodes: 40_000}, o: Options{Least: 3}, engine: o}
			plies, err := s.engineWin(t.Context(), r.Start())
			if plies != x.plies || !errors.Is(err, x.want) || (err == nil) != (x.want == nil) {
				t.Errorf("%d, %v", plies, err)
			}
			if !slices.Equal(o.nodes, []uint64{2000}) {
				t.Errorf("%v nodes", o.nodes)
			}
			s.nodes, o.nodes = 200, nil
			if _, _ = s.engineWin(t.Context(), r.Start()); !slices.Equal(o.nodes, []uint64{100}) {
				t.Errorf("%v nodes at least", o.nodes)
			}
		})
	}
}

// TestSearch checks the length limits of puzzles, and that no second move may win slightly later.
func TestSearch(t *testing.T) {
	r := game(t, "tictactoe", nil)
	a1, b2 := moves(t, r, "a1")[0], moves(t, r, "b2")[0]
	// in makes a1 win in the given number of plies, and b2 in later plies unless later is 0.
	in := func(plies, later int, ever bool) func(rules.Position, int) ([]rules.Move, bool, error) {
		return func(_ rules.Position, most int) (list []rules.Move, sure bool, err error) {
			if most == 0 {
				if ever {
					return []rules.Move{a1}, true, nil
				}
				return nil, false, nil
			}
			if most >= plies {
				list = append(list, a1)
			}
			if most >= later {
				list = append(list, b2)
			}
			return list, true, nil
		}
	}
	for _, x := range []struct {
		name string
		wins func(rules.Position, int) ([]rules.Move, bool, error)
		o    Options
		ok   bool
	}{
		{"a win in one", in(1, 99, false), Options{Least: 1}, true},
		{"a second win two plies later", in(1, 3, false), Options{Least: 1}, false},
		{"a second win four plies later", in(1, 5, false), Options{Least: 1}, true},
		{"too short", in(1, 99, false), Options{Least: 2}, false},
		{"no other move wins at all", in(1, 99, true), Options{Least: 1, Ever: true}, true},
		{"perhaps another move wins", in(1, 99, false), Options{Least: 1, Ever: true}, false},
		{"long enough and not too long", in(1, 99, true), Options{Least: 1, Most: 1}, true},
	} {
		t.Run(x.name, func(t *testing.T) {
			o := &oracle{wins: x.wins, lines: []ai.Line{{Moves: []rules.Move{a1}, Score: ai.Score{Proved: true, Value: 1, Plies: 9}}}}
			s := &searcher{Prover: &Prover{rules: r, by: o, nodes: 40_000}, o: x.o, engine: o}
			if p, err := s.search(t.Context(), r.Start()); (err == nil) != x.ok || x.ok && p.Line[0] != a1 {
				t.Errorf("%+v, %v", p, err)
			}
		})
	}
}

// TestSearchLimit checks that a search looks no further than the engine's win or the option Most,
// whichever is shorter. A win of unknown length does not lift the limit.
func TestSearchLimit(t *testing.T) {
	r := game(t, "tictactoe", nil)
	for _, x := range []struct {
		plies, most int
		asked       []int
	}{
		{5, 0, []int{0, 1, 3, 5}},
		{5, 3, []int{0, 1, 3}},
		{5, 9, []int{0, 1, 3, 5}},
		{0, 3, []int{0, 1, 3}},
		{5, 5, []int{0, 1, 3, 5}},
	} {
		o := &oracle{
			wins:  func(_ rules.Position, plies int) ([]rules.Move, bool, error) { return nil, plies > 0, nil },
			lines: []ai.Line{{Score: ai.Score{Proved: true, Value: 1, Plies: x.plies}}},
		}
		s := &searcher{Prover: &Prover{rules: r, by: o, nodes: 40_000}, o: Options{Least: 1, Most: x.most}, engine: o}
		if _, err := s.search(t.Context(), r.Start()); !errors.Is(err, errNone) || !slices.Equal(o.asked, x.asked) {
			t.Errorf("the engine wins in %d, Most is %d: asked for %v plies, %v", x.plies, x.most, o.asked, err)
		}
	}
}

// TestWithoutHistory checks that a candidate position needs an unknown result and a choice of
// moves.
func TestWithoutHistory(t *testing.T) {
	r := game(t, "tictactoe", nil)
	for texts, want := range map[string]bool{
		"": true, "a1 b2 c3 a3 c1 b1 b3": true, "a1 b2 c3 a3 c1 b1 b3 a2": false, "a1 b1 a2 b2 a3": false, "a1 b1 a2 b2": true,
	} {
		p, ok := withoutHistory(r, after(t, r, texts))
		if ok != want || ok && p.String() != after(t, r, texts).String() {
			t.Errorf("after %q: %v, %v", texts, p, ok)
		}
	}
}

// parsed are rules that return a predefined result of Parse.
type parsed struct {
	rules.Rules
	at  rules.Position
	err error
}

func (p parsed) Parse(string) (rules.Position, error) { return p.at, p.err }

// decided is a position whose winner is known although the game continues.
type decided struct{ rules.Position }

func (decided) Result() rules.Result { return rules.Result{Winners: rules.Of(0)} }

// TestWithoutHistoryRefused checks that a position is not a candidate if it cannot be set up, or if
// its result is known once it is set up.
func TestWithoutHistoryRefused(t *testing.T) {
	r := game(t, "tictactoe", nil)
	for _, x := range []parsed{
		{r, nil, errors.New("failed")},
		{r, r.Start(), errors.New("failed")},
		{r, decided{r.Start()}, nil},
	} {
		if p, ok := withoutHistory(x, r.Start()); ok {
			t.Errorf("%+v: %v is a candidate", x, p)
		}
	}
	if _, ok := withoutHistory(r, decided{r.Start()}); ok {
		t.Error("a decided position is a candidate")
	}
	if _, ok := withoutHistory(parsed{r, r.Start(), nil}, r.Start()); !ok {
		t.Error("the start is not a candidate")
	}
}

// TestOf checks that a solution consists of the moves directly below its set-up node, up to the
// first node without a move.
func TestOf(t *testing.T) {
	r := game(t, "tictactoe", nil)
	d := model.NewDocument(r)
	setup := after(t, r, "a1 b1 a2 b2").String()
	add := func(n *model.Node, texts string) *model.Node {
		for _, m := range moves(t, r, texts) {
			n = d.Tree.Add(n, m)
		}
		return n
	}
	add(d.Tree.Root(), "a1 b2")                           // moves without a position
	d.Tree.AddSetup(d.Tree.Root(), r.Start().String())    // a position without moves
	add(d.Tree.AddSetup(d.Tree.Root(), setup), "a3")      // a win in one
	n := add(d.Tree.AddSetup(d.Tree.Root(), setup), "c3") // a puzzle that ends at an unreadable move
	add(d.Tree.AddRaw(n, "nonsense"), "a3")
	d.Tree.AddRaw(d.Tree.AddSetup(d.Tree.Root(), setup), "??")  // a puzzle that begins with an unreadable move
	add(d.Tree.AddSetup(d.Tree.Root(), "no position"), "a3 b3") // an unreadable position
	n = add(d.Tree.AddSetup(d.Tree.Root(), setup), "c3")        // a puzzle with a variation
	add(n, "b3")
	add(n, "c1")
	var got []string
	for _, e := range Of(d.Tree) {
		if (e.At == nil) != (e.Err != nil) || e.Node.Setup() == "" {
			t.Errorf("%+v", e)
		}
		text := ""
		for _, m := range e.Line {
			text += " " + r.FormatMove(m)
		}
		if e.Err != nil {
			text += " ?"
		}
		got = append(got, text)
	}
	if want := []string{" a3", " c3", " a3 b3 ?", " c3 b3"}; !slices.Equal(got, want) {
		t.Errorf("the solutions are %q, want %q", got, want)
	}
}

// lineProver is a prover with predefined lines.
type lineProver struct {
	ai.Engine
	lines func(p rules.Position, plies int) []ai.Line
	asked []int
}

func (l *lineProver) Wins(_ context.Context, q ai.Request, plies int) ([]ai.Line, bool, error) {
	l.asked = append(l.asked, plies)
	return l.lines(q.Start, plies), true, nil
}

// TestProveSteps checks the first move and the length of a solution, and that another defence must
// last as long.
func TestProveSteps(t *testing.T) {
	r := game(t, "tictactoe", nil)
	at := after(t, r, "b2 a2 a1 c3")
	line := func(texts string, plies int) []ai.Line {
		return []ai.Line{{Moves: moves(t, r, texts), Score: ai.Score{Proved: true, Value: 1, Plies: plies}}}
	}
	for _, x := range []struct {
		name    string
		first   string // lines found at the start
		later   []ai.Line
		counted bool
		want    string
		asked   []int
	}{
		{"the same line", "c1 a3 b1", nil, false, "", []int{0}},
		{"another move", "b1 a3 c1", nil, false, "b1 wins, not c1", []int{0}},
		{"a faster win", "c1", nil, false, "c1 wins in 1 plies, not in 3", []int{0}},
		{"another defence", "c1 b1 a3", line("b1", 1), false, "", []int{0, 1}},
		{"a last move that does not win", "c1 b1 a3", line("c2", 1), false, "move 3 of the solution, b1, does not win in time", []int{0, 1}},
		{"a shorter line where a count decides", "c1", line("b1", 9), true, "", []int{0, 0}},
		{"a last move that does not win the count", "c1", line("c2", 9), true, "move 3 of the solution, b1, does not win in time", []int{0, 0}},
	} {
		t.Run(x.name, func(t *testing.T) {
			by := &lineProver{lines: func(p rules.Position, _ int) []ai.Line {
				if p.Hash() == at.Hash() {
					return line(x.first, len(strings.Fields(x.first)))
				}
				return x.later
			}}
			v := &Prover{rules: r, by: by, counted: x.counted}
			p, err := v.Prove(t.Context(), Puzzle{At: at, Line: moves(t, r, "c1 a3 b1"), From: "here"})
			if text := fmt.Sprint(err); x.want == "" && (err != nil || !p.Ever) || x.want != "" && text != x.want || p.From != "here" || len(p.Line) != 3 {
				t.Errorf("%+v, %v", p, err)
			}
			if !slices.Equal(by.asked, x.asked) {
				t.Errorf("asked for %v plies", by.asked)
			}
		})
	}
	for _, p := range []Puzzle{{}, {At: at}, {Line: moves(t, r, "a1")}} {
		if _, err := (&Prover{rules: r}).Prove(t.Context(), p); err == nil || err.Error() != "there is no solution" {
			t.Errorf("%+v: %v", p, err)
		}
	}
}

// TestRefuter checks that a wrong try is returned with a reply that refutes it.
func TestRefuter(t *testing.T) {
	r := game(t, "tictactoe", nil)
	p := Puzzle{At: after(t, r, "a1 b1 a2 b2"), Line: moves(t, r, "a3")}
	try, reply, ok := Refuter(aiall.Engines, 0)(t.Context(), r, p)
	// The reply blocks the winning cell or wins.
	if !ok || try == p.Line[0] || !rules.Legal(p.At, try) || !slices.Contains(moves(t, r, "a3 b3"), reply) || reply == try {
		t.Errorf("%s is refuted by %s, %v", r.FormatMove(try), r.FormatMove(reply), ok)
	}
	three := game(t, "tictactoe", rules.Params{"players": "3"})
	if _, _, ok := Refuter(aiall.Engines, 0)(t.Context(), three, Puzzle{At: three.Start(), Line: p.Line}); ok {
		t.Error("refuted in a game of three")
	}
}

// TestTrySameTurn checks that a try has no reply if the same player moves again.
func TestTrySameTurn(t *testing.T) {
	r := game(t, "hex", nil)
	at := after(t, r, "k1")
	if next, err := at.Play(rules.SwapSides); err != nil || next.Turn() != at.Turn() {
		t.Fatal(err)
	}
	o := &oracle{wins: fixed(true, nil)}
	v := &Prover{rules: r, by: o, nodes: 2000}
	wins, reply, err := v.Try(t.Context(), nil, at, rules.SwapSides, 3)
	if wins || reply != (rules.Move{}) || err != nil || !slices.Equal(o.asked, []int{3}) {
		t.Errorf("wins %v, reply %s, %v, asked %v", wins, r.FormatMove(reply), err, o.asked)
	}
}

// TestNodes checks that a proof examines Nodes positions if no number is given.
func TestNodes(t *testing.T) {
	r := game(t, "tictactoe", nil)
	for nodes, want := range map[uint64]uint64{0: Nodes, 1: 1, 7: 7, Nodes + 1: Nodes + 1} {
		v, err := NewProver(aiall.Engines, r, nodes)
		if err != nil || v.nodes != want || v.counted {
			t.Errorf("%d: %+v, %v", nodes, v, err)
		}
	}
	if v, err := NewProver(aiall.Engines, game(t, "awale", nil), 0); err != nil || !v.counted {
		t.Errorf("%+v, %v", v, err)
	}
}

// TestTryIllegalReply checks that an engine that replies with an illegal move is ignored.
func TestTryIllegalReply(t *testing.T) {
	r := game(t, "tictactoe", nil)
	at := after(t, r, "a1 b1 b2 c1")
	o := &oracle{wins: fixed(true, nil), lines: []ai.Line{{Moves: moves(t, r, "a1")}}}
	v := &Prover{rules: r, by: o, nodes: 2000}
	wins, reply, err := v.Try(t.Context(), o, at, moves(t, r, "a2")[0], 3)
	if wins || err != nil || !slices.Contains(moves(t, r, "c2 a3 b3 c3"), reply) {
		t.Errorf("wins %v, reply %s, %v", wins, r.FormatMove(reply), err)
	}
}

// TestFindWaits checks that Find returns only when no goroutine reads the positions any more.
func TestFindWaits(t *testing.T) {
	r := game(t, "connect4", rules.Params{"rows": "4", "cols": "5"})
	// A to move wins at once in column a, and nowhere else.
	at := after(t, r, "a b a b a b c c")
	synctest.Test(t, func(t *testing.T) {
		ending, stopped, returned, release := false, false, false, make(chan bool)
		from := func(yield func(Source) bool) {
			for range 100_000 { // the same position again and again
				if !yield(Source{At: at}) {
					stopped = true
					break
				}
			}
			ending = true
			<-release
		}
		go func() {
			if err := Find(t.Context(), aiall.Engines, r, from, Options{Least: 1, Nodes: 1000}, nil, func(Puzzle) bool { return false }); err != nil {
				t.Error(err)
			}
			returned = true
		}()
		synctest.Wait()
		if !ending || !stopped || returned {
			t.Errorf("the source is ending: %v, because it was stopped: %v, and Find has returned: %v", ending, stopped, returned)
		}
		close(release)
		synctest.Wait()
		if !returned {
			t.Error("Find does not return")
		}
	})
}
