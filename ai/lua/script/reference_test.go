package script

import (
	"context"
	"os"
	"regexp"
	"strings"
	"testing"

	"boardstudio/ai"
	"boardstudio/ai/lua/api"
)

// TestManual checks that the manual contains the text returned by Manual, and runs its other
// examples.
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
			continue // tested in ai/lua/api, or a script of commands
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
