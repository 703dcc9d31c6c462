package script

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/gametest"
	"boardstudio/ai/lua/api"
	"boardstudio/rules/all"
)

// compile compiles a valid script.
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
	m, err := New(compile(t, code), gametest.Build(t, game, nil), o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// choosing returns a script whose choose function has the given statements, then plays the first
// move.
func choosing(code string) string {
	return "return { name = \"Test\", choose = function(pos, moves)\n" + code + "\nreturn moves[1] end }"
}

// commanding returns a script with a command that has the given statements.
func commanding(code string) string {
	return "return { name = \"Test\", commands = { { name = \"test\", run = function(tree, here)\n" + code + "\nend } } }"
}

// command runs code in a command and returns its log and changes.
func command(t testing.TB, code string, limit time.Duration) (string, api.Changes, error) {
	t.Helper()
	m, err := New(compile(t, commanding(code)), gametest.Build(t, "tictactoe", nil), Options{Games: all.Games})
	if err != nil {
		return "", api.Changes{}, err
	}
	d, here := gametest.Tree(t)
	c, err := m.Command(context.Background(), "test", d, here, nil, limit, gametest.First, nil)
	return m.game.Remark(), c, err
}

// ask runs code in choose at the start of a game and returns its log.
func ask(t testing.TB, game, code string) (string, error) {
	t.Helper()
	m, err := New(compile(t, choosing(code)), gametest.Build(t, game, nil), Options{Games: all.Games})
	if err != nil {
		return "", err
	}
	a, err := m.Choose(context.Background(), m.game.Rules.Start(), nil, ai.Limit{Time: 20 * time.Second})
	return a.Text, err
}

// sound fails for errors caused by a panic in Go, which become errors of the script.
func sound(t testing.TB, err error) {
	t.Helper()
	if err != nil && strings.Contains(err.Error(), "runtime error") {
		t.Errorf("the studio made a mistake: %v", err)
	}
}

var arrow = regexp.MustCompile(`(?m)--> (.*)$`)

// wanted returns the expected output of an example, given by its arrows.
func wanted(code string) string {
	var b strings.Builder
	for _, o := range arrow.FindAllStringSubmatch(code, -1) {
		b.WriteString(o[1] + "\n")
	}
	return b.String()
}
