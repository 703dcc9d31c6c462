package worker

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/lua/script"
	"boardstudio/ai/lua/stdlib"
	"boardstudio/rules"
)

const stepped = `local function best(moves)
  local m = moves[1]
  log("taking", m)
  return m
end
return { name = "S", choose = function(pos, moves)
  local n = #moves
  local m = best(moves)
  for i = 1, 3 do
    n = n + i
  end
  return m
end }`

func TestStep(t *testing.T) {
	w, r := load(t, stepped)
	at, err := w.Step(t.Context(), r.Start(), nil, ai.Limit{Time: time.Minute}, 1, 0)
	if err != nil || at.Line != 7 || at.Ended {
		t.Fatalf("%+v, %v", at, err)
	}
	next := func(how Step, line, want int) {
		t.Helper()
		at, err = w.Next(t.Context(), how, line, time.Minute)
		if err != nil || at.Line != want {
			t.Fatalf("%+v, %v, want line %d", at, err, want)
		}
	}
	next(Into, 0, 8)
	if len(at.Locals) == 0 || at.Locals[len(at.Locals)-1] != (script.Variable{Name: "n", Value: "9"}) {
		t.Errorf("locals %v", at.Locals)
	}
	next(Into, 0, 2)
	if len(at.Stack) != 2 || at.Stack[0].Line != 2 || at.Stack[1].Line != 8 {
		t.Errorf("stack %v", at.Stack)
	}
	next(Into, 0, 3)
	next(Out, 0, 9)
	if log := w.Log(); log != "taking\ta1\n" {
		t.Errorf("log %q", log)
	}
	next(To, 10, 10)
	next(To, 10, 10)
	next(Over, 0, 10)
	next(Over, 0, 12)
	at, err = w.Next(t.Context(), Into, 0, time.Minute)
	if err != nil || !at.Ended || r.FormatMove(at.Answer.Move) != "a1" {
		t.Fatalf("%+v, %v", at, err)
	}

	// The next request ends a call that is paused.
	if at, err = w.Step(t.Context(), r.Start(), nil, ai.Limit{}, 1, 0); err != nil || at.Line != 7 {
		t.Fatalf("%+v, %v", at, err)
	}
	if at, err = w.Next(t.Context(), End, 0, time.Minute); err != nil || !at.Ended {
		t.Fatalf("%+v, %v", at, err)
	}
	if at, err = w.Step(t.Context(), r.Start(), []rules.Move{at.Answer.Move}, ai.Limit{}, 1, 0); err != nil || at.Line != 7 {
		t.Fatalf("%+v, %v", at, err)
	}
	if a, err := w.Choose(t.Context(), r.Start(), nil, ai.Limit{}, 1); err != nil || r.FormatMove(a.Move) != "a1" {
		t.Fatalf("%+v, %v", a, err)
	}
	if _, err := w.Next(t.Context(), Into, 0, time.Minute); err == nil {
		t.Error("it went on with a call that had ended")
	}
}

func TestStepStopped(t *testing.T) {
	w, r := load(t, "return { name = 'S', choose = function(pos)\n  local n = 0\n  while true do\n    n = n + 1\n  end\nend }")
	if at, err := w.Step(t.Context(), r.Start(), nil, ai.Limit{Time: time.Minute}, 1, 0); err != nil || at.Line != 2 {
		t.Fatalf("%+v, %v", at, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	defer whileRunning(w, 3, cancel)()
	_, err := w.Next(ctx, End, 0, time.Minute)
	var f *script.Fault
	if !errors.As(err, &f) || f.Line < 3 || f.Line > 4 {
		t.Errorf("%v", err)
	}
}

func TestProfile(t *testing.T) {
	w, r := load(t, stepped)
	a, lines, err := w.Profile(t.Context(), r.Start(), nil, ai.Limit{Time: time.Minute}, 1)
	if err != nil || r.FormatMove(a.Move) != "a1" {
		t.Fatalf("%+v, %v", a, err)
	}
	calls := map[int]uint64{}
	for _, l := range lines {
		calls[l.Line] = l.Calls
	}
	if calls[2] != 1 || calls[8] != 1 || calls[10] != 3 || calls[6] != 0 {
		t.Errorf("%v", lines)
	}
	w, r = load(t, "return { name = 'S', choose = function(pos)\n  local x = nil\n  return x.y\nend }")
	if _, _, err := w.Profile(t.Context(), r.Start(), nil, ai.Limit{Time: time.Minute}, 1); err == nil || !strings.Contains(err.Error(), "line 3") {
		t.Errorf("%v", err)
	}
}

func FuzzStop(f *testing.F) {
	r := response{kind: tellStop, id: 3, stop: script.Stop{Line: 3, Depth: 2, Stack: []stdlib.Frame{{Function: "f", Line: 3}}, Locals: []script.Variable{{Name: "n", Value: "9"}}}}
	frame, err := r.encode(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(frame[4:])
	r = response{kind: tellProfile, profile: []script.LineProfile{{Line: 1, Calls: 2, Time: 3}}}
	if frame, err = r.encode(nil); err != nil {
		f.Fatal(err)
	}
	f.Add(frame[4:])
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := decodeResponse(b)
		if err != nil || r.kind != tellStop && r.kind != tellProfile {
			return
		}
		frame, err := r.encode(nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := decodeResponse(frame[4:]); err != nil {
			t.Fatalf("%v: %v", r, err)
		}
	})
}
