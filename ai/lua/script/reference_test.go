package script

import (
	"strings"
	"testing"
)

// Each example runs, and prints what stands behind its arrows.
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
		_, word, _ := cutColon(e.Name)
		want := wanted(e.Example)
		if want == "" || !strings.Contains(e.Example, word) {
			t.Errorf("%s: the example shows nothing", e.Name)
		}
		got, err := ask(t, e.Game, e.Example)
		if err != nil || got != want {
			t.Errorf("%s\n%sprints %q, %v", e.Name, e.Example, got, err)
		}
	}
	if len(seen) < 40 {
		t.Errorf("only %d functions are described", len(seen))
	}
}
