package script

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/lua/api"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// build returns the rules of a preset with some parameters changed.
func build(t testing.TB, name string, over rules.Params) rules.Rules {
	t.Helper()
	r, err := all.Build(name, over)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// compile compiles a script that is right.
func compile(t testing.TB, code string) *Program {
	t.Helper()
	p, err := Compile("test.lua", []byte(code))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// machine returns a machine that plays the preset.
func machine(t testing.TB, game, code string, o Options) *Machine {
	t.Helper()
	o.Games = all.Games
	m, err := New(compile(t, code), build(t, game, nil), o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// choosing makes a script of the statements of a function choose, which then plays the first move.
func choosing(code string) string {
	return "return { name = \"Test\", choose = function(pos, moves)\n" + code + "\nreturn moves[1] end }"
}

// commanding makes a script with a command of those statements.
func commanding(code string) string {
	return "return { name = \"Test\", commands = { { name = \"test\", run = function(tree, here)\n" + code + "\nend } } }"
}

// sampleTree returns a document of tic-tac-toe with the main line b2 a1 c3 and variations, and the number of the node in which that ends.
func sampleTree(t testing.TB) (d *model.Document, here int) {
	t.Helper()
	r := build(t, "tictactoe", nil)
	move := func(s string) rules.Move {
		m, err := r.ParseMove(s)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	d = model.NewDocument(r)
	d.Players[0].Name, d.Info["date"] = "Ada", "1843"
	b2 := d.Tree.Add(d.Tree.Root(), move("b2"))
	a1 := d.Tree.Add(b2, move("a1"))
	c3 := d.Tree.Add(a1, move("c3"))
	d.Tree.Add(a1, move("c1"))
	d.Tree.Add(b2, move("a2"))
	d.Tree.Annotate(c3, model.Annotation{Comment: "Well played.", Evals: []model.Eval{{Engine: "alphabeta", Score: -0.25, Depth: 4, PV: []rules.Move{move("c1")}}}})
	return d, 3
}

// thinks is an engine that answers the first move.
func thinks(_ string, p rules.Position, nodes uint64) (ai.Info, error) {
	for m := range p.Moves() {
		return ai.Info{Best: ai.Line{Moves: []rules.Move{m}, Score: ai.Score{Value: 0.5}}, Depth: 1, Nodes: nodes}, nil
	}
	return ai.Info{}, nil
}

// command runs code in a command, and returns what it logs and changes.
func command(t testing.TB, code string, limit time.Duration) (string, api.Changes, error) {
	t.Helper()
	m, err := New(compile(t, commanding(code)), build(t, "tictactoe", nil), Options{Games: all.Games})
	if err != nil {
		return "", api.Changes{}, err
	}
	d, here := sampleTree(t)
	c, err := m.Command(context.Background(), "test", d, here, nil, limit, thinks, nil)
	return m.game.Remark(), c, err
}

// ofTrees reports whether a function is one that commands have alone.
func ofTrees(name string) bool {
	return strings.HasPrefix(name, "tree:") || strings.HasPrefix(name, "node:") || name == "engine"
}

// ask runs code in choose at the start of a game, and returns what it logs.
func ask(t testing.TB, game, code string) (string, error) {
	t.Helper()
	m, err := New(compile(t, choosing(code)), build(t, game, nil), Options{Games: all.Games})
	if err != nil {
		return "", err
	}
	a, err := m.Choose(context.Background(), m.game.Rules.Start(), nil, ai.Limit{Time: 20 * time.Second})
	return a.Text, err
}

// sound checks that an error is none of the studio itself: a panic of Go becomes an error of the script that ran.
func sound(t testing.TB, err error) {
	t.Helper()
	if err != nil && strings.Contains(err.Error(), "runtime error") {
		t.Errorf("the studio made a mistake: %v", err)
	}
}

var arrow = regexp.MustCompile(`(?m)--> (.*)$`)

// wanted returns what the arrows of an example say that it prints.
func wanted(code string) string {
	var b strings.Builder
	for _, o := range arrow.FindAllStringSubmatch(code, -1) {
		b.WriteString(o[1] + "\n")
	}
	return b.String()
}
