package api

import (
	"context"
	"math"
	"regexp"
	"strings"
	"testing"
	"time"

	lua "github.com/yuin/gopher-lua"

	"boardstudio/ai/gametest"
	"boardstudio/ai/lua/stdlib"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// open returns a game as seen by a script.
func open(r rules.Rules) *Game {
	g := New(stdlib.New(stdlib.Options{Seed: 5}), r, all.Games)
	g.Open()
	return g
}

// function compiles code with parameters as a function of a script.
func (g *Game) function(t testing.TB, params, code string) *lua.LFunction {
	t.Helper()
	f, err := g.L.Load(strings.NewReader("return function("+params+") "+code+"\nend"), "test.lua")
	if err != nil {
		t.Fatalf("%s: %v", code, err)
	}
	g.L.Push(f)
	if err := g.L.PCall(0, 1, nil); err != nil {
		t.Fatal(err)
	}
	made := g.L.Get(-1).(*lua.LFunction)
	g.L.Pop(1)
	return made
}

// run runs code with the variables pos and moves for p. It returns the output without the last
// newline.
func (g *Game) run(t testing.TB, p rules.Position, code string) (string, error) {
	t.Helper()
	f := g.function(t, "pos, moves", code)
	_, err := g.Run(context.Background(), math.MaxUint64, 20*time.Second, func(l *lua.LState) {
		g.Begin(false)
		stdlib.Call(l, f, g.Position(p), g.Moves(p))
	})
	return strings.TrimSuffix(g.Remark(), "\n"), err
}

// prints checks the output of code at the start of a game.
func prints(t testing.TB, r rules.Rules, code, want string) {
	t.Helper()
	if got, err := open(r).run(t, r.Start(), code); err != nil || got != want {
		t.Errorf("%s\nprints %q, %v\nwant   %q", code, got, err, want)
	}
}

// fails checks that code ends with an error that contains a text.
func fails(t testing.TB, r rules.Rules, code, want string) {
	t.Helper()
	if got, err := open(r).run(t, r.Start(), code); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%s\nprints %q, %v\nwant the error %q", code, got, err, want)
	}
}

type commandCall struct {
	*Game
	doc  *model.Document
	tree *Tree
	here int
	made Changes
}

// command prepares a command for a document.
func command(d *model.Document, here int, units map[string]float64, ask AskEngine, progress func(int)) *commandCall {
	g := open(d.Tree.Rules())
	return &commandCall{Game: g, doc: d, here: here, tree: g.NewTree(d, units, ask, progress)}
}

// do runs code with the variables tree and here, and returns its output.
func (d *commandCall) do(t testing.TB, code string) (string, error) {
	t.Helper()
	f := d.function(t, "tree, here", code)
	_, err := d.Run(context.Background(), math.MaxUint64, 20*time.Second, func(l *lua.LState) {
		d.Begin(false)
		d.made = d.tree.Call(l, f, d.here)
	})
	return strings.TrimSuffix(d.Remark(), "\n"), err
}

// commands checks the output of a command for the sample tree.
func commands(t testing.TB, code, want string) *commandCall {
	t.Helper()
	doc, here := gametest.Tree(t)
	d := command(doc, here, nil, gametest.First, nil)
	if got, err := d.do(t, code); err != nil || got != want {
		t.Errorf("%s\nprints %q, %v\nwant   %q", code, got, err, want)
	}
	return d
}

// refuses checks that a command ends with an error for the sample tree.
func refuses(t testing.TB, code, want string) {
	t.Helper()
	doc, here := gametest.Tree(t)
	if got, err := command(doc, here, nil, gametest.First, nil).do(t, code); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%s\nprints %q, %v\nwant the error %q", code, got, err, want)
	}
}

var arrow = regexp.MustCompile(`(?m)--> (.*)$`)

// wanted returns the expected output of an example, given by its arrows.
func wanted(code string) string {
	var lines []string
	for _, o := range arrow.FindAllStringSubmatch(code, -1) {
		lines = append(lines, o[1])
	}
	return strings.Join(lines, "\n")
}
