package lua_test

import (
	"context"
	"os"
	"regexp"
	"strings"
	"testing"

	"boardstudio/ai"
)

var (
	block  = regexp.MustCompile("(?ms)^```lua ([a-z0-9]+)\n(.*?)^```$")
	output = regexp.MustCompile(`(?m)--> (.*)$`)
	method = regexp.MustCompile(`[a-z]+:([a-z]+)\(`)
)

// Each example of the manual runs, and prints what stands behind its arrows; each method has one.
func TestManual(t *testing.T) {
	text, err := os.ReadFile("../../docs/lua.md")
	if err != nil {
		t.Fatal(err)
	}
	examples := block.FindAllStringSubmatch(string(text), -1)
	shown := map[string]bool{}
	for _, x := range examples {
		game, code := x[1], x[2]
		for _, m := range method.FindAllStringSubmatch(code, -1) {
			shown[m[1]] = true
		}
		if !strings.HasPrefix(code, "return ") {
			code = choosing(code)
		}
		var want strings.Builder
		for _, o := range output.FindAllStringSubmatch(code, -1) {
			want.WriteString(o[1] + "\n")
		}
		r := build(t, game, nil)
		info, err := player(t, r, write(t, code)).Think(context.Background(), ai.Request{Rules: r, Start: r.Start()}, nil)
		if err != nil || info.Text != want.String() {
			t.Errorf("%s\nprints %q, %v", x[2], info.Text, err)
		}
	}
	for _, name := range []string{
		"turn", "players", "moves", "at", "cells", "size", "neighbours", "play", "over", "winners", "score", "text",
	} {
		if !shown[name] {
			t.Errorf("the manual has no example of pos:%s", name)
		}
	}
	if len(examples) < 12 {
		t.Errorf("only %d examples are found", len(examples))
	}
}
