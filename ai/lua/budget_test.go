package lua

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"boardstudio/rules/all"
)

// The budget of instructions is exact: the same script ends at the same place.
func TestInstructions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "count.lua")
	code := "return { name = 'x', choose = function(pos, moves)\nfor i = 1, 1e9 do n = i end end }"
	if err := os.WriteFile(path, []byte(code), 0o644); err != nil {
		t.Fatal(err)
	}
	sc, err := read(path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := all.Build("tictactoe", nil)
	if err != nil {
		t.Fatal(err)
	}
	var counts []string
	for range 2 {
		box := newSandbox(r, sc)
		b := newBudget(context.Background(), time.Minute, box.state)
		b.most = 1e6
		_, err := box.choose(b, r.Start(), 1)
		if err == nil || !strings.HasSuffix(err.Error(), "script count.lua, line 2: out of instructions") {
			t.Errorf("%v", err)
		}
		if b.steps != 1e6+1 {
			t.Errorf("ended after %d steps", b.steps)
		}
		counts = append(counts, box.state.GetGlobal("n").String())
	}
	if counts[0] != counts[1] || counts[0] == "nil" {
		t.Errorf("the loop got to %v", counts)
	}
}
