package api

import (
	"strings"
	"testing"

	"boardstudio/ai/gametest"
)

// TestExamples checks that each example of the manual prints the text after its arrows.
func TestExamples(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range Reference() {
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
		if strings.HasPrefix(e.Name, "tree:") || strings.HasPrefix(e.Name, "node:") || e.Name == "engine" {
			commands(t, e.Example, want)
		} else if e.Group != "Everywhere" { // the functions of all scripts are tested in ai/lua/script
			prints(t, gametest.Build(t, e.Game, nil), e.Example, want)
		}
	}
	if len(seen) < 40 {
		t.Errorf("only %d functions are described", len(seen))
	}
}
