package lua_test

import (
	"context"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/lua/worker"
	"boardstudio/internal/race"
)

// patterns is a script that computes a table of all 3^12 patterns of 12 cells when it is loaded.
const patterns = `local worth, n = {}, 0
local function build(pattern, score, left)
  if left == 0 then
    worth[pattern], n = score, n + 1
    return
  end
  build(pattern .. ".", score, left - 1)
  build(pattern .. "x", score + 1, left - 1)
  build(pattern .. "o", score - 1, left - 1)
end
build("", 0, 12)
return { name = "Patterns", choose = function(pos, moves)
  log(n, worth["x.x.x.ooo..x"])
  return moves[1]
end }`

// TestLargeTable checks that a script may do much work when it is loaded. It has the time of a
// move, and at least 2 s, regardless of the number of instructions.
func TestLargeTable(t *testing.T) {
	race.Skip(t)
	r := build(t, "tictactoe", nil)
	q := ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Time: 2 * time.Minute}} // one second on an idle machine
	if move, info := ask(t, player(t, r, write(t, patterns)), q); move != "a1" || info.Text != "531441\t1\n" {
		t.Errorf("%s, %q", move, info.Text)
	}
}

// TestSlowLoad checks that loading a script for stepping or for a profile does not use the time of
// the call.
func TestSlowLoad(t *testing.T) {
	race.Skip(t)
	w, err := worker.Open(t.Context(), worker.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	r := build(t, "tictactoe", nil)
	source := "for i = 1, 3e6 do local x = i end\n" + choosing("log(1)")
	begun := time.Now()
	if _, err := w.Load(t.Context(), worker.Load{Name: "x.lua", Source: []byte(source), Game: r.Spec(), Time: time.Minute}); err != nil {
		t.Fatal(err)
	}
	w.Play(r)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	// With hooks, loading takes several times longer. The call takes almost no time.
	limit := ai.Limit{Time: time.Since(begun)}
	if _, _, err = w.Profile(ctx, r.Start(), nil, limit, 1); err != nil {
		t.Errorf("a profile: %v", err)
	}
	if at, err := w.Step(ctx, r.Start(), nil, limit, 1, 0); err != nil || at.Line != 3 {
		t.Errorf("a step: %+v, %v", at, err)
	}
}
