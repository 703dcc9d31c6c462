package tuple

import (
	"context"
	"slices"
	"strings"
	"testing"

	"boardstudio/ai"
	"boardstudio/ai/line/linetest"
	"boardstudio/rules"
)

func advise(t *testing.T, r rules.Rules, p rules.Position, seed uint64) []ai.Line {
	t.Helper()
	e, err := KTuple.New(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	q := ai.Request{Rules: r, Start: p, Seed: seed}
	lines, err := e.(ai.Adviser).Advise(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	info, err := e.Think(context.Background(), q, nil)
	if m, _ := info.Move(); err != nil || m != lines[0].Moves[0] {
		t.Fatalf("Think plays %v, %v; the advice is %v", m, err, lines[0].Moves[0])
	}
	return lines
}

func TestKTuple(t *testing.T) {
	for _, x := range []struct {
		why, preset string
		over        rules.Params
		turn        rules.Player
		cells       []string
		want        string
	}{
		{"it completes its row before it blocks another", "gomoku", nil, 0, []string{"c3 d3 e3 f3 b9", "b3 c10 d10 e10 f10 g12"}, "g3"},
		{"it blocks four with one open end", "gomoku", nil, 1, []string{"c3 d3 e3 f3", "b3 k10 l10 k11"}, "g3"},
		{"it plays next to the edge of a torus", "gomoku", rules.Params{"topology": "torus"}, 0, []string{"a5 b5 n5 o5", "m5 h8"}, "c5"},
		{"it lets the symbol fall where it completes", "connect4", nil, 0, []string{"a6 b6 c6", "a5 b5 c5"}, "d"},
		{"it leaves its own row alone where rows lose", "tictactoe", rules.Params{"misere": "on"}, 0, []string{"a1 b1", "b2 c3"}, ""},
		{"it blocks the one of two others who is further", "morpion", rules.Params{"players": "3", "k": "4"}, 0, []string{"j10", "b2 c2 d2", "a2 h5 g1"}, "e2"},
	} {
		t.Run(x.why, func(t *testing.T) {
			r := linetest.Build(t, x.preset, x.over)
			p := linetest.SetUp(t, r, x.turn, nil, x.cells...)
			got := r.FormatMove(advise(t, r, p, 1)[0].Moves[0])
			if x.want != "" && got != x.want {
				t.Errorf("plays %s, want %s", got, x.want)
			}
			if x.want == "" && got == "c1" {
				t.Error("plays c1")
			}
		})
	}
}

// TestKTupleWorth checks that the score of a cell is the sum over its tuples.
func TestKTupleWorth(t *testing.T) {
	r := linetest.Build(t, "tictactoe", nil)
	p := linetest.SetUp(t, r, 0, nil, "a1", "c3")
	worth := map[string]float64{}
	for _, l := range advise(t, r, p, 1) {
		worth[r.FormatMove(l.Moves[0])] = l.Score.Value
	}
	// Own tuples count 16 and tuples of the opponent 8. Empty ones count 1, the weight of blocking.
	for cell, want := range map[string]float64{
		"b1": 16 + 1, "c1": 16 + 8 + 1, "a2": 16 + 1, "b2": 1 + 1 + 1, "c2": 8 + 1, "a3": 16 + 8 + 1, "b3": 8 + 1,
	} {
		if worth[cell] != want {
			t.Errorf("%s is worth %v, want %v", cell, worth[cell], want)
		}
	}
}

// TestKTupleDraws checks that ties are broken by the seed, reproducibly.
func TestKTupleDraws(t *testing.T) {
	r := linetest.Build(t, "tictactoe", nil)
	p := linetest.SetUp(t, r, 1, nil, "b2")
	seen := map[rules.Move]bool{}
	for seed := range uint64(40) {
		m := advise(t, r, p, seed)[0].Moves[0]
		if again := advise(t, r, p, seed)[0].Moves[0]; again != m {
			t.Errorf("seed %d: %v, then %v", seed, m, again)
		}
		seen[m] = true
	}
	if len(seen) != 4 {
		t.Errorf("of four equal corners it plays %d", len(seen))
	}
}

// TestKTupleLegal checks that Advise returns exactly the legal moves until the end of the game.
func TestKTupleLegal(t *testing.T) {
	for _, v := range linetest.Variants {
		r := linetest.Build(t, v.Preset, v.Over)
		e, err := KTuple.New(r, nil)
		if err != nil {
			t.Fatal(err)
		}
		p := r.Start()
		for ply := 0; p.Turn() != rules.NoPlayer && ply < 40; ply++ {
			lines, err := e.(ai.Adviser).Advise(context.Background(), ai.Request{Rules: r, Start: p, Seed: uint64(ply)})
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for range p.Moves() {
				n++
			}
			if len(lines) != n {
				t.Fatalf("%v: %d lines for %d moves", v, len(lines), n)
			}
			if p, err = p.Play(lines[0].Moves[0]); err != nil {
				t.Fatalf("%v: %v", v, err)
			}
		}
	}
}

// TestWeights checks the parsing of weights: separators, continuation by the last ratio, and
// errors.
func TestWeights(t *testing.T) {
	for _, x := range []struct {
		text string
		want []float64
	}{
		{"", nil},
		{"  ", nil},
		{"1/8/64", []float64{1, 8, 64, 512, 4096}},
		{"1, 2.5 ,3;4 5", []float64{1, 2.5, 3, 4, 5}},
		{"0 1", []float64{0, 1, 1, 1, 1}},
		{"5 0", []float64{5, 0, 0, 0, 0}},
		{"3", []float64{3, 3, 3, 3, 3}},
		{"1 2 3 4 5 6 7", []float64{1, 2, 3, 4, 5}},
		{"0.5/1e200", []float64{0.5, 1e200, 1e200, 1e200, 1e200}},
	} {
		if got, err := weights("own", x.text, 5); err != nil || !slices.Equal(got, x.want) {
			t.Errorf("%q: %v, %v, want %v", x.text, got, err, x.want)
		}
	}
	for _, text := range []string{"a", "1/x/3", "1/-2", "NaN", "inf", "1e300", "/"} {
		for _, param := range []string{"own", "block"} {
			_, err := KTuple.New(linetest.Build(t, "gomoku", nil), rules.Params{param: text})
			if err == nil || !strings.HasPrefix(err.Error(), "parameter "+param+": ") {
				t.Errorf("%s of %q: %v", param, text, err)
			}
		}
	}
}

// TestKTupleWeighs checks the scores of cells with chosen weights, and that they are negated in
// misère games.
func TestKTupleWeighs(t *testing.T) {
	for misere, sign := range map[string]float64{"off": 1, "on": -1} {
		r := linetest.Build(t, "tictactoe", rules.Params{"misere": misere})
		e, err := KTuple.New(r, rules.Params{"own": "0/10", "block": "0/7"})
		if err != nil {
			t.Fatal(err)
		}
		lines, err := e.(ai.Adviser).Advise(context.Background(), ai.Request{Rules: r, Start: linetest.SetUp(t, r, 0, nil, "a1", "c3")})
		if err != nil {
			t.Fatal(err)
		}
		worth := map[string]float64{}
		for _, l := range lines {
			worth[r.FormatMove(l.Moves[0])] = l.Score.Value
		}
		for cell, want := range map[string]float64{"b1": 10, "c1": 17, "a2": 10, "b2": 0, "c2": 7, "a3": 17, "b3": 7} {
			if worth[cell] != sign*want {
				t.Errorf("%s is worth %v, want %v", cell, worth[cell], sign*want)
			}
		}
	}
}
