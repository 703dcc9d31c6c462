// Package externtest helps to test the protocols of package extern: a test program serves as the engine that it asks.
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

// serving has the test program answer as an engine of ours.
const serving = "BOARDSTUDIO_TEST_SERVE"

// Main runs the tests, or serves or guards where the program was started for that.
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

// Guard makes a test program the one that guards programs of others; it does so if it was started for that.
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

// Last is an engine that plays the last legal move, and says that it is worth its number of moves.
type Last struct{}

// Make makes one.
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

// Engine returns the player of a test program that serves, in a protocol.
func Engine(t *testing.T, r rules.Rules, p *extern.Protocol) *extern.Engine {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// A program that is built to find races takes more memory than there is.
	e, err := extern.New(r, extern.Entry{Name: "self", Protocol: p.Name, Command: []string{self, serving}}, extern.Bounds{Memory: 1 << 62}, p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// RoundTrip has Last play whole games against Last behind the protocol, on each seat and on both: all must be the same.
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

// Answers returns the lines that a server answers to those given.
func Answers(t *testing.T, server func(*extern.Writer) extern.Server, lines ...string) []string {
	t.Helper()
	var out strings.Builder
	w := &extern.Writer{W: &out}
	if err := extern.Serve(t.Context(), strings.NewReader(strings.Join(lines, "\r\n")), w, server(w)); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(out.String()), "\n")
}

// Feed gives a server any text: it must not fail.
func Feed(t *testing.T, server func(*extern.Writer) extern.Server, text string) {
	w := &extern.Writer{W: io.Discard}
	if err := extern.Serve(t.Context(), strings.NewReader(text), w, server(w)); err != nil {
		t.Error(err)
	}
}
