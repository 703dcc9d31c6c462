package nboard

import (
	"math"
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

func TestRoundTrip(t *testing.T) { externtest.RoundTrip(t, game(), &Protocol) }

// TestLines checks that hints are lines with scores, best first.
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

// TestTime checks that a program that continues to think is stopped when its time is over, and its
// best line is used. A program that ignores the stop loses.
func TestTime(t *testing.T) {
	const hello = `read a; read a; read a; echo set myname Foo 1; echo "pong ${a#ping }"; while read a; do case $a in hint*|go) echo "search f5d6c3 +1.50 0 18@73% and so on"; echo "search d3 2 0 3";;`
	r := game()
	for _, x := range []struct {
		name, rest, want string
		lines            int
	}{
		{"pong", `ping*) echo "pong ${a#ping }";; esac; done`, "d3", 0},
		{"late move", `ping*) echo "=== f5/3.25/0.1";; esac; done`, "f5", 0},
		{"status with a line", `esac; done`, "d3", 2},
		{"no answer", `esac; done`, "", 0},
		{"wrong move", `ping*) echo "=== z9";; esac; done`, "", 0},
	} {
		t.Run(x.name, func(t *testing.T) {
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
		})
	}
}

// said returns the result of a program that answers a hint with the given lines.
func said(t *testing.T, q ai.Request, lines ...string) (ai.Info, time.Duration) {
	t.Helper()
	script := `read a; read b; read c; echo "pong ${c#ping }"; while read a; do case $a in hint*) ` + "printf '%s\n' '" + strings.Join(lines, "' '") + `';; ping*) echo "pong ${a#ping }";; esac; done`
	e, err := extern.New(q.Rules, extern.Entry{Name: "foo", Protocol: "nboard", Command: []string{"/bin/sh", "-c", script}}, extern.Bounds{}, &Protocol)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	began := time.Now()
	info, err := e.Think(t.Context(), q, func(ai.Info) {})
	if err != nil {
		t.Errorf("%v\n%s", err, strings.Join(e.Log(), "\n"))
	}
	return info, time.Since(began)
}

// TestSolved checks that the expert proves the known values of small boards.
func TestSolved(t *testing.T) {
	r := game()
	q := ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Time: time.Minute}, Lines: 4}
	info, took := said(t, q, "status Foo thinks", "search e6 +9.00 0 18@73%", "search f5d6c3 +4.00 0 100%", "search d3 -2.00 0 100%W more words", "search c4 +0.50,-0.25 0 20", "status Foo waits")
	want := []string{"f5 win", "e6 +9.00", "c4 +0.12", "d3 loss"}
	var got []string
	for _, l := range info.Lines {
		got = append(got, r.FormatMove(l.Moves[0])+" "+l.Score.String())
	}
	if !slices.Equal(got, want) || info.Depth != 60 {
		t.Errorf("%q, depth %d", got, info.Depth)
	}
	if took > 10*time.Second {
		t.Errorf("it took %v to see that the program waits", took)
	}
}

// TestDone checks that hints end with a status, not with a count of positions.
func TestDone(t *testing.T) {
	r := game()
	q := ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Time: time.Minute}}
	info, took := said(t, q, "status", "nodestats 5 0.1", "search f5 +1.00 0 3", "nodestats 9 0.1", "search d3 +2.00 0 4", "nodestats 12 0.1", "status", "search c4 +9.00 0 5")
	if m, _ := info.Move(); r.FormatMove(m) != "d3" || info.Depth != 4 || info.Nodes != 12 || took > 10*time.Second {
		t.Errorf("%+v after %v", info, took)
	}
}

// TestGGF checks that a game is sent with its start position and its passes.
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
	for _, s := range []string{"f5", "F5D6C3", "f5-d6", "PA", "f5/1.5/3", "f5/nan", "/", "18@73%", "(;BO[8 x]", "", "pag1", "f5d6 +0.5,-0.25 0 100%W", "f5 nan 0 3"} {
		f.Add(s)
	}
	r := game()
	f.Fuzz(func(t *testing.T, text string) {
		remark(text)
		depthOf(text)
		at := r.Start()
		if j, depth, ok := (&client{rules: r}).parseLine(at, strings.Fields(text)); ok && (math.Abs(j.eval) > maxEval || depth > maxDepth || len(j.Moves) == 0) {
			t.Errorf("%q: %+v, %d", text, j, depth)
		}
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
