// Package externtest helps to test the protocols of package extern: the test program acts as the
// engine that it uses.
package externtest

import (
	"context"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"boardstudio/ai"
	"boardstudio/ai/extern"
	"boardstudio/ai/match"
	"boardstudio/internal/child"
	"boardstudio/rules"
)

// serving is the argument that makes the test program act as an engine.
const serving = "BOARDSTUDIO_TEST_SERVE"

// Main runs the tests. In a process started as an engine or a guard, it acts as that.
func Main(m *testing.M, server func(*extern.Writer) extern.Server) int {
	if code, ok := Guard(); ok {
		return code
	}
	if len(os.Args) > 1 && os.Args[1] == serving {
		w := &extern.Writer{W: os.Stdout}
		if err := extern.Serve(context.Background(), os.Stdin, w, server(w)); err != nil {
			return 1
		}
		return 0
	}
	return m.Run()
}

// Guard makes the test program act as the guard of external programs. In a process started as a
// guard, it runs the guard and returns true.
func Guard() (code int, ok bool) {
	if code, ok := child.Guarding(os.Args); ok {
		return code, true
	}
	self, err := os.Executable()
	if err == nil {
		err = os.Setenv("STUDIO_SCRIPT", self)
	}
	if err != nil {
		panic(err)
	}
	return 0, false
}

// Last is an engine that plays the last legal move. Its score is the number of moves.
type Last struct{}

// Make is an extern.Maker that returns a Last for any rules.
func Make(rules.Rules) (ai.Engine, error) { return Last{}, nil }

// Think returns the last moves, the last one first.
func (Last) Think(_ context.Context, q ai.Request, _ func(ai.Info)) (ai.Info, error) {
	p, err := q.Position()
	if err != nil {
		return ai.Info{}, err
	}
	moves := slices.Collect(p.Moves())
	slices.Reverse(moves)
	var lines []ai.Line
	for i, m := range moves {
		lines = append(lines, ai.Line{Moves: []rules.Move{m}, Score: ai.Score{Value: float64(-i)}})
	}
	return ai.FirstOf(lines, q), nil
}

// Engine returns an engine that runs the test program as a server of the protocol.
func Engine(t *testing.T, r rules.Rules, p *extern.Protocol) *extern.Engine {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// With the race detector, a program needs more address space than there is memory.
	e, err := extern.New(r, extern.Entry{Name: "self", Protocol: p.Name, Command: []string{self, serving}}, extern.Bounds{Memory: 1 << 62}, p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// RoundTrip plays whole games of Last against Last through the protocol, on each seat and on both.
// All games must be the same.
func RoundTrip(t *testing.T, r rules.Rules, p *extern.Protocol) {
	t.Helper()
	want, err := match.Play(t.Context(), match.Config{Rules: r, Engines: []ai.Engine{Last{}, Last{}}, MaxPlies: 300})
	if err != nil {
		t.Fatal(err)
	}
	e := Engine(t, r, p)
	for _, engines := range [][]ai.Engine{{e, Last{}}, {Last{}, e}, {e, e}} {
		got, err := match.Play(t.Context(), match.Config{Rules: r, Engines: engines, Limits: []ai.Limit{{Depth: 1}}, MaxPlies: 300})
		if err != nil || got.Failure != nil || !slices.Equal(got.Moves, want.Moves) {
			t.Errorf("%v: %v, %v after %d moves of %d\n%s", r.Spec(), err, got.Failure, len(got.Moves), len(want.Moves), strings.Join(e.Log(), "\n"))
		}
	}
}

// Answers returns the answers of a server to lines.
func Answers(t *testing.T, server func(*extern.Writer) extern.Server, lines ...string) []string {
	t.Helper()
	var out strings.Builder
	w := &extern.Writer{W: &out}
	if err := extern.Serve(t.Context(), strings.NewReader(strings.Join(lines, "\r\n")), w, server(w)); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(out.String()), "\n")
}

// Feed sends arbitrary text to a server, which must not fail.
func Feed(t *testing.T, server func(*extern.Writer) extern.Server, text string) {
	w := &extern.Writer{W: io.Discard}
	if err := extern.Serve(t.Context(), strings.NewReader(text), w, server(w)); err != nil {
		t.Error(err)
	}
}
