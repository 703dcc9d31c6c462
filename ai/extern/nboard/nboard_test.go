package nboard

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/extern"
	"boardstudio/ai/extern/externtest"
	"boardstudio/rules"
)

func server(w *extern.Writer) extern.Server { return New(w, externtest.Make, ai.Limit{Depth: 1}) }

func TestMain(m *testing.M) { os.Exit(externtest.Main(m, server)) }

func game() rules.Rules { return samples()[0].Rules }

func TestRoundTrip(t *testing.T) { externtest.RoundTrip(t, game(), &Protocol) }

// Hints are lines with scores, the best first.
func TestLines(t *testing.T) {
	r := game()
	e := externtest.Engine(t, r, &Protocol)
	reports := 0
	q := ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Time: 5 * time.Second}, Lines: 3}
	info, err := e.Think(t.Context(), q, func(ai.Info) { reports++ })
	want, _ := externtest.Last{}.Think(t.Context(), q, nil)
	if err != nil || len(info.Lines) != 3 || reports < 3 || info.Depth != 1 {
		t.Fatalf("%v, %+v, %d reports", err, info, reports)
	}
	for i, l := range info.Lines {
		if l.Moves[0] != want.Lines[i].Moves[0] || l.Score.Value != want.Lines[i].Score.Value {
			t.Errorf("line %d: %v, want %v", i, l, want.Lines[i])
		}
	}
}

// A program that goes on thinking is stopped when its time is over, and the best that it has said counts; one that does not hear of
// that loses.
func TestTime(t *testing.T) {
	const hello = `read a; read a; echo set myname Foo 1; echo "pong ${a#ping }"; while read a; do case $a in hint*|go) echo "search f5d6c3 +1.50 0 18@73% and so on"; echo "search d3 2 0 3";;`
	r := game()
	for _, x := range []struct {
		rest, want string
		lines      int
	}{
		{`ping*) echo "pong ${a#ping }";; esac; done`, "d3", 0},
		{`ping*) echo "=== f5/3.25/0.1";; esac; done`, "f5", 0},
		{`esac; done`, "d3", 2},
		{`esac; done`, "", 0},
		{`ping*) echo "=== z9";; esac; done`, "", 0},
	} {
		e, err := extern.New(r, extern.Entry{Name: "foo", Protocol: "nboard", Command: []string{"/bin/sh", "-c", hello + x.rest}}, extern.Bounds{Late: 300 * time.Millisecond}, &Protocol)
		if err != nil {
			t.Fatal(err)
		}
		info, err := e.Think(t.Context(), ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Time: 300 * time.Millisecond}, Lines: x.lines}, nil)
		got := ""
		if m, ok := info.Move(); ok && err == nil {
			got = r.FormatMove(m)
		}
		if got != x.want || x.want != "" && info.Depth != 18 {
			t.Errorf("%s: %q, %v, %+v\n%s", x.rest, got, err, info, strings.Join(e.Log(), "\n"))
		}
		e.Close()
	}
}

// A game is told with where it began, and passes.
func TestGGF(t *testing.T) {
	r := game()
	p, err := r.Parse("OOOOOOO-/OOOOOOOX/OOOOOOOX/OOOOOOOX/OOOOOOOX/OOOOOOOX/OOOOOOOX/-------- O")
	if err != nil {
		t.Skip(err)
	}
	for _, start := range []rules.Position{r.Start(), p} {
		q := ai.Request{Rules: r, Start: start}
		for at := start; at.Turn() != rules.NoPlayer && len(q.Moves) < 100; {
			m := slices.Collect(at.Moves())[0]
			q.Moves = append(q.Moves, m)
			if at, err = at.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		text, err := ggf(r, q)
		if err != nil {
			t.Fatal(err)
		}
		got, moves, err := parseGGF(r, text)
		if err != nil || got.String() != start.String() || !slices.Equal(moves, q.Moves) {
			t.Errorf("%s\n%v, %v, %v", text, err, got, moves)
		}
	}
}

func TestServer(t *testing.T) {
	got := externtest.Answers(t, server,
		"nboard 2", "set depth 3", "set game (;GM[Othello]PC[x]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5//0.1]W[F6];)",
		"ping 7", "move D3", "move a1", "set game (;BO[8", "nonsense", "learn", "quit", "ping 8",
	)
	if !slices.Equal(got[:3], []string{"set myname Studio", "status Studio is waiting", "pong 7"}) || got[len(got)-1] != "learned" || len(got) != 6 {
		t.Errorf("%q", got)
	}
	got = externtest.Answers(t, server, "go")
	if !slices.ContainsFunc(got, func(l string) bool { return strings.HasPrefix(l, "=== E6/0.00/") }) {
		t.Errorf("%q", got)
	}
	got = externtest.Answers(t, server, "analyze")
	if got[0] != "analysis 0 0.00" {
		t.Errorf("%q", got)
	}
}

func FuzzLine(f *testing.F) {
	for _, s := range []string{"f5", "F5D6C3", "f5-d6", "PA", "f5/1.5/3", "f5/nan", "/", "18@73%", "(;BO[8 x]", "", "pag1"} {
		f.Add(s)
	}
	r := game()
	f.Fuzz(func(t *testing.T, text string) {
		remark(text)
		depthOf(text)
		at := r.Start()
		for _, m := range line(r, at, text) {
			next, err := at.Play(m)
			if err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			at = next
		}
		if m, eval, _, err := read(r, text); err == nil && (eval < -maxEval || eval > maxEval || m.To == rules.NoCell && m != rules.Pass) {
			t.Errorf("%q: %v, %v", text, m, eval)
		}
		if start, moves, err := parseGGF(r, text); err == nil {
			if _, err := (ai.Request{Start: start, Moves: moves}).Position(); err != nil {
				t.Error(err)
			}
		}
	})
}

func FuzzServer(f *testing.F) {
	f.Add("nboard 2\nset depth 1\nmove f5\nhint 3\ngo\nanalyze\nping 1\nlearn\nquit")
	f.Add("set game (;BO[8 -------------------------------------------------------------- ** *];)\ngo")
	f.Fuzz(func(t *testing.T, text string) { externtest.Feed(t, server, text) })
}
