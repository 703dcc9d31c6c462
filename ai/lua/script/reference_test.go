package script

import (
	"context"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/lua/api"
)

// Each example runs, and prints what stands behind its arrows.
func TestExamples(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range api.Reference() {
		if seen[e.Name] {
			t.Errorf("%s is there twice", e.Name)
		}
		seen[e.Name] = true
		if e.Text == "" || e.Cost == "" || e.Group == "" || !strings.HasPrefix(e.Signature, e.Name) {
			t.Errorf("%s is not complete", e.Name)
		}
		word := e.Name[strings.LastIndexAny(e.Name, ":.")+1:]
		want := wanted(e.Example)
		if want == "" || !strings.Contains(e.Example, word) {
			t.Errorf("%s: the example shows nothing", e.Name)
		}
		got, err := "", error(nil)
		if ofTrees(e.Name) {
			got, _, err = command(t, e.Example, 20*time.Second)
		} else {
			got, err = ask(t, e.Game, e.Example)
		}
		if err != nil || got != want {
			t.Errorf("%s\n%sprints %q, %v", e.Name, e.Example, got, err)
		}
	}
	if len(seen) < 40 {
		t.Errorf("only %d functions are described", len(seen))
	}
}

// The manual holds what Manual returns, and its other examples run.
func TestManual(t *testing.T) {
	text, err := os.ReadFile("../../../docs/lua.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != api.Manual() {
		t.Errorf("docs/lua.md is not what studioctl lua reference writes")
	}
	blocks := regexp.MustCompile("(?ms)^```lua ([a-z0-9]+)\n(.*?)^```$").FindAllStringSubmatch(api.Manual(), -1)
	if len(blocks) < 3+len(api.Reference()) {
		t.Errorf("only %d examples are found", len(blocks))
	}
	for _, x := range blocks {
		code := x[2]
		if strings.Contains(code, "tree:") || strings.Contains(code, "here:") {
			continue // TestExamples, or a script of commands
		}
		if !strings.HasPrefix(code, "return ") {
			code = choosing(code)
		}
		m := machine(t, x[1], code, Options{})
		a, err := m.Choose(context.Background(), m.game.Rules.Start(), nil, ai.Limit{})
		if err != nil || a.Text != wanted(x[2]) {
			t.Errorf("%s\nprints %q, %v", x[2], a.Text, err)
		}
	}
}
