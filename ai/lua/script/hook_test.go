package script

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"boardstudio/ai"
	"boardstudio/ai/lua/stdlib"
	"boardstudio/rules"
)

const stepped = `local function double(n)
  local twice = n * 2
  return twice
end

return {
  name = "Steps",
  choose = function(pos, moves)
    local list = { 1, "two", key = pos }
    local sum = 0
    for i = 1, 2 do
      if i < 3 then
        sum = sum + double(i)
      end
    end
    return moves[sum]
  end,
}
`

func TestStepper(t *testing.T) {
	r := build(t, "tictactoe", nil)
	s, err := NewStepper(compile(t, stepped), r, Options{}, r.Start(), nil, ai.Limit{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var lines []string
	for at, ok := s.First(); ok; at, ok = s.Next() {
		lines = append(lines, fmt.Sprint(at.Line))
		switch at.Line {
		case 3:
			if len(at.Stack) < 2 || at.Stack[0].Line != 3 || at.Stack[0].Function != "double" || at.Stack[1].Line != 13 {
				t.Errorf("the stack is %v", at.Stack)
			}
		case 11:
			if len(at.Locals) != 4 || at.Locals[2].Name != "list" || !strings.HasPrefix(at.Locals[2].Value, `{1, "two", key = `) {
				t.Errorf("the local variables are %v", at.Locals)
			}
		}
	}
	if want := "9 10 11 12 13 2 3 12 13 2 3 16"; strings.Join(lines, " ") != want {
		t.Errorf("it stepped through %v, want %s", lines, want)
	}
	a, err := s.Answer()
	if err != nil || r.FormatMove(a.Move) != "c2" {
		t.Errorf("the answer is %v, %v", a, err)
	}
}

func TestStepOver(t *testing.T) {
	r := build(t, "tictactoe", nil)
	s, err := NewStepper(compile(t, stepped), r, Options{}, r.Start(), nil, ai.Limit{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var lines []int
	at, ok := s.First()
	for ok {
		lines = append(lines, at.Line)
		if len(lines) == 7 {
			break // and close it while it stands
		}
		at, ok = s.Over(at)
	}
	if fmt.Sprint(lines) != "[9 10 11 12 13 12 13]" {
		t.Errorf("it stepped through %v", lines)
	}
}

func TestStepOut(t *testing.T) {
	r := build(t, "tictactoe", nil)
	s, err := NewStepper(compile(t, `local function inner(n)
  n = n + 1
  return n
end
local function middle(n)
  n = inner(n)
  n = n * 2
  return n
end
return { name = "Out", choose = function(pos, moves)
  local n = middle(1)
  n = n + 1
  return moves[n]
end }`), r, Options{}, r.Start(), nil, ai.Limit{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	at, ok := s.First()
	for range 2 { // into inner
		at, ok = s.Next()
	}
	for _, want := range []int{2, 7, 12, 13} {
		if !ok || at.Line != want {
			t.Fatalf("it stands at line %d, not %d", at.Line, want)
		}
		if at.Line == 12 {
			at, ok = s.Next()
		} else {
			at, ok = s.Out(at)
		}
	}
	if ok {
		t.Errorf("out of choose it stands at line %d", at.Line)
	}
	if a, err := s.Answer(); err != nil || r.FormatMove(a.Move) != "b2" {
		t.Errorf("%v, %v", a, err)
	}
}

// Hooks change neither what a script plays nor the instructions it is counted.
func TestProfile(t *testing.T) {
	var profile Profile
	var steps []uint64
	for _, o := range []Options{{}, {Hook: profile.Hook}} {
		m := machine(t, "tictactoe", stepped, o)
		a, err := m.Choose(context.Background(), m.game.Rules.Start(), nil, ai.Limit{})
		if err != nil || m.game.Rules.FormatMove(a.Move) != "c2" {
			t.Fatalf("%v, %v", a, err)
		}
		steps = append(steps, m.game.Budget.Steps)
	}
	if steps[0] != steps[1] {
		t.Errorf("%d instructions, with hooks %d", steps[0], steps[1])
	}
	count := map[int]uint64{}
	for _, l := range profile.Lines() {
		count[l.Line] = l.Calls
		if l.Time < 0 {
			t.Errorf("line %d took %v", l.Line, l.Time)
		}
	}
	for line, want := range map[int]uint64{1: 1, 2: 2, 3: 2, 9: 1, 12: 2, 13: 2, 16: 1, 4: 0, 7: 0} {
		if count[line] != want {
			t.Errorf("line %d was counted %d times, not %d", line, count[line], want)
		}
	}
}

// An error tells its line and the calls that led there.
func TestStack(t *testing.T) {
	m := machine(t, "tictactoe", `local function inner(x)
  return x.y.z
end
local function outer(x)
  local r = inner(x)
  return r
end
return { name = "E", choose = function(pos, moves)
  return outer({})
end }`, Options{})
	_, err := m.Choose(context.Background(), m.game.Rules.Start(), nil, ai.Limit{})
	var f *Fault
	if !errors.As(err, &f) || f.Line != 2 || len(f.Stack) < 3 {
		t.Fatalf("%v, %+v", err, f)
	}
	for i, want := range []stdlib.Frame{{Function: "inner", Line: 2}, {Function: "outer", Line: 5}} {
		if f.Stack[i] != want {
			t.Errorf("frame %d is %v, not %v", i, f.Stack[i], want)
		}
	}
	if f.Stack[2].Line != 9 {
		t.Errorf("the outermost frame is %v", f.Stack[2])
	}
	if _, again := m.Choose(context.Background(), m.game.Rules.Start(), nil, ai.Limit{}); again == nil || again.Error() != err.Error() {
		t.Errorf("afterwards it says %v", again)
	}
}

// What start and opponent do belongs to other calls: steps and profiles pass them, unless a line of them is asked for.
func TestStepAfterStart(t *testing.T) {
	p := compile(t, `return {
  name = "Hooks",
  start = function()
    n = 0
  end,
  opponent = function()
    n = n + 1
  end,
  choose = function(pos, moves)
    return moves[n]
  end,
}`)
	r := build(t, "tictactoe", nil)
	moves := []rules.Move{rules.Place(8)}
	for _, x := range []struct {
		to   int
		want string
	}{{0, "10"}, {7, "7 10"}, {4, "4 7 10"}} {
		s, err := NewStepper(p, r, Options{}, r.Start(), moves, ai.Limit{}, x.to)
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for at, ok := s.First(); ok; at, ok = s.Next() {
			lines = append(lines, fmt.Sprint(at.Line))
		}
		if got := strings.Join(lines, " "); got != x.want {
			t.Errorf("to %d: it stepped through %s, want %s", x.to, got, x.want)
		}
		s.Close()
	}
	var prof Profile
	m, err := New(p, r, Options{Hook: prof.Hook})
	if err != nil {
		t.Fatal(err)
	}
	prof = Profile{}
	if _, err := m.Choose(t.Context(), r.Start(), moves, ai.Limit{}); err != nil || len(prof.Lines()) != 1 || prof.Lines()[0].Line != 10 {
		t.Errorf("%v, %+v", err, prof.Lines())
	}
}
