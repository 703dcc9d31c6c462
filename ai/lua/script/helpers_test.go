package script

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"boardstudio/ai"
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
