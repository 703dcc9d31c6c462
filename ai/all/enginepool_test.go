package all

import (
	"fmt"
	"strings"
	"testing"

	rulesall "boardstudio/rules/all"
)

func TestEnginePool(t *testing.T) {
	r, err := rulesall.Games.Build("connect4", nil)
	if err != nil {
		t.Fatal(err)
	}
	c := Engines.NewEnginePool(r)
	defer c.Close()
	var reported []string
	for range 2 { // the same questions to a new pool
		fresh := Engines.NewEnginePool(r)
		a, err := fresh.Ask(t.Context(), "alphabeta", r.Start(), 5000)
		if err != nil || len(a.Best.Moves) == 0 || a.Nodes > 6000 {
			t.Fatal(a, err)
		}
		reported = append(reported, fmt.Sprint(a.Best, a.Depth, a.Nodes))
		fresh.Close()
	}
	if reported[0] != reported[1] {
		t.Errorf("%s, then %s", reported[0], reported[1])
	}
	for spec, want := range map[string]string{
		"lua:x.lua": "is not built in", "external:x": "is not built in", "nobody": "unknown engine", "awale-offensive": "does not play",
	} {
		if _, err := c.Ask(t.Context(), spec, r.Start(), 10); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", spec, err, want)
		}
	}
}
