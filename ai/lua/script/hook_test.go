package script

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/gametest"
	"boardstudio/ai/lua/stdlib"
	"boardstudio/internal/race"
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
	r := gametest.Build(t, "tictactoe", nil)
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
	r := gametest.Build(t, "tictactoe", nil)
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
			break // the script is closed while it is paused
		}
		at, ok = s.Over(at)
	}
	if fmt.Sprint(lines) != "[9 10 11 12 13 12 13]" {
		t.Errorf("it stepped through %v", lines)
	}
}

func TestStepOut(t *testing.T) {
	r := gametest.Build(t, "tictactoe", nil)
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

// TestProfile checks that hooks change neither the moves nor the counted instructions.
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

// TestStack checks that an error has its line and the calls that led to it.
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

// TestStepAfterStart checks that steps and profiles skip start and opponent, which are separate
// calls, unless one of their lines is requested.
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
	r := gametest.Build(t, "tictactoe", nil)
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

// TestStepTo checks that To runs to a line and End to the end of the call, and that the result exists
// only then.
func TestStepTo(t *testing.T) {
	r := gametest.Build(t, "tictactoe", nil)
	begin := func(to int) *Stepper {
		s, err := NewStepper(compile(t, stepped), r, Options{}, r.Start(), nil, ai.Limit{}, to)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		return s
	}
	s := begin(11)
	at, ok := s.First()
	if !ok || at.Line != 11 {
		t.Errorf("it stands first at line %d", at.Line)
	}
	for range 2 { // in both turns of the loop
		if at, ok = s.To(3); !ok || at.Line != 3 {
			t.Errorf("to line 3: it stands at line %d, %v", at.Line, ok)
		}
	}
	if at, ok = s.Next(); !ok || at.Line != 16 {
		t.Errorf("then it stands at line %d, %v", at.Line, ok)
	}
	if a, err := s.Answer(); !errors.Is(err, errClosed) || a.Move != (rules.Move{}) {
		t.Errorf("the answer before the end is %v, %v", a, err)
	}
	if at, ok = s.To(9); ok {
		t.Errorf("to a line that does not come again: it stands at line %d", at.Line)
	}
	if a, err := s.Answer(); err != nil || r.FormatMove(a.Move) != "c2" {
		t.Errorf("the answer is %v, %v", a, err)
	}
	if _, ok := s.Next(); ok {
		t.Error("it goes on after the end")
	}
	s = begin(0)
	s.First()
	s.End()
	if a, err := s.Answer(); err != nil || r.FormatMove(a.Move) != "c2" {
		t.Errorf("run to the end: %v, %v", a, err)
	}
	if at, ok := begin(9999).First(); ok {
		t.Errorf("at a line that there is not: it stands at line %d", at.Line)
	}
}

// TestShownVariables checks how variables are shown: a table by its first twenty elements, a position
// as a drawing.
func TestShownVariables(t *testing.T) {
	r := gametest.Build(t, "tictactoe", nil)
	s, err := NewStepper(compile(t, `return { name = "V", choose = function(pos, moves)
  local long, mixed, empty = {}, { 1, [3] = "c", ["a b"] = true, key = pos }, {}
  for i = 1, 25 do long[i] = i end
  local f, n = print, nil
  return moves[1]
end }`), r, Options{}, r.Start(), nil, ai.Limit{}, 5)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	at, _ := s.First()
	got := map[string]string{}
	for _, v := range at.Locals {
		got[v.Name] = v.Value
	}
	for name, want := range map[string]string{
		"long": "{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, …}", "empty": "{}", "n": "nil",
		"pos": r.Start().String(),
	} {
		t.Run(name, func(t *testing.T) {
			if got[name] != want {
				t.Errorf("%s is %q, want %q", name, got[name], want)
			}
		})
	}
	for _, part := range []string{"{1, ", `3 = "c"`, `"a b" = true`, "key = "} {
		if !strings.Contains(got["mixed"], part) {
			t.Errorf("mixed is %q, without %q", got["mixed"], part)
		}
	}
	if len(got) != 7 {
		t.Errorf("%d variables: %v", len(got), got)
	}
}

// TestVariablesOfBlocks checks that the variables at a statement are the ones in scope, even after the
// end of a block.
func TestVariablesOfBlocks(t *testing.T) {
	r := gametest.Build(t, "tictactoe", nil)
	for _, x := range []struct{ name, code, want string }{
		{"for", "for i = 1, 1 do local a = i end\nlocal f = 1\nlocal g = 2\nreturn moves[1]", "2: | 2: i=1 | 3: | 4: f=1 | 5: f=1 g=2"},
		{"for in", "local l = 0\nfor k, v in pairs({ x = 5 }) do\nlocal b = 2\nl = l + v end\nlocal f = l\nreturn moves[1]", `2: | 3: l=0 | 4: l=0 k="x" v=5 | 5: l=0 k="x" v=5 b=2 | 6: l=5 | 7: l=5 f=5`},
		{"while", "while not moves.x do local u = 1 moves.x = u end\nlocal f = 3\nreturn moves[1]", "2: | 2: | 2: u=1 | 3: | 4: f=3"},
		{"else", "if nil then local u = 2 else local v = 1 end\nlocal f = 1\nreturn moves[1]", "2: | 2: | 3: | 4: f=1"},
		{"if", "if 1 then local u = 2 else local v = 1 end\nlocal f = 1\nreturn moves[1]", "2: | 2: | 3: | 4: f=1"},
		{"repeat and do", "repeat local u = 2 until u == 2\ndo local w = 4 end\nlocal f = 1\nreturn moves[1]", "2: | 2: | 3: | 3: | 4: | 5: f=1"},
		{"function", "local function inner(n, ...)\nlocal m = n\nreturn m end\nlocal x = inner(7)\nreturn moves[1]", "2: | 5: inner=(function) | 3: n=7 arg={n = 0} | 4: n=7 arg={n = 0} m=7 | 6: inner=(function) x=7"},
		{"method", "local o = {}\nfunction o:m(n) local k = n\nreturn k end\nlocal x = o:m(3)\nreturn moves[1]", "2: | 3: o={} | 5: o={m = (function)} | 3: self={m = (function)} n=3 | 4: self={m = (function)} n=3 k=3 | 6: o={m = (function)} x=3"},
		{"equal names", "local n = 1\nlocal n = 2\nlocal f = function() return n end\nreturn moves[f()]", "2: | 3: n=1 | 4: n=1 n=2 | 5: n=1 n=2 f=(function) | 4:"},
	} {
		t.Run(x.name, func(t *testing.T) {
			s, err := NewStepper(compile(t, "return { name = 'x', choose = function(pos, moves)\n"+x.code+"\nend }"), r, Options{}, r.Start(), nil, ai.Limit{}, 0)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for at, ok := s.First(); ok; at, ok = s.Next() {
				line := fmt.Sprintf("%d:", at.Line)
				for _, v := range at.Locals {
					if v.Name != "pos" && v.Name != "moves" {
						line += " " + v.Name + "=" + v.Value
					}
				}
				got = append(got, line)
			}
			s.Close()
			if _, err := s.Answer(); err != nil || strings.Join(got, " | ") != x.want {
				t.Errorf("%s\n%v, %v\nwant %s", x.code, strings.Join(got, " | "), err, x.want)
			}
		})
	}
}

// TestFewIndexes checks that a long script has few indexes of variables, because the compiler searches
// them one by one.
func TestFewIndexes(t *testing.T) {
	race.Skip(t)
	for _, x := range []struct {
		name, code string
		most       int
	}{
		{"calls", strings.Repeat("f() ", 20_000), 2},
		{"blocks", strings.Repeat("do local a = f() f(a) end ", 5000), 3},
		{"many names", func() string {
			var b strings.Builder
			for i := range 10_500 {
				fmt.Fprintf(&b, "do local a%d f() end ", i)
			}
			return b.String()
		}(), maxConstants},
	} {
		if testing.Short() && x.most == maxConstants {
			continue // this case takes a second
		}
		t.Run(x.name, func(t *testing.T) {
			p, err := Compile("test.lua", []byte("local f = print "+x.code))
			if err != nil {
				t.Fatal(err)
			}
			if _, f := p.compile(true); f != nil || len(p.locals) > x.most+2 {
				t.Errorf("%.40s…: %v, %d indexes", x.code, f, len(p.locals))
			}
		})
	}
}

// TestProfileTimes checks that the time of a line lasts until the next statement or the end of the
// call, and that statements of start and opponent do not count.
func TestProfileTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // sleeping takes no time
		var p Profile
		for _, x := range []struct {
			at Pause
			d  time.Duration
		}{{Pause{Line: 2}, 2 * time.Second}, {Pause{Line: 1}, 3 * time.Second}, {Pause{Line: 9, Early: true}, time.Hour}, {Pause{Line: 2}, time.Second}} {
			p.Hook(&x.at)
			time.Sleep(x.d)
		}
		want := []LineProfile{{1, 1, 3 * time.Second}, {2, 2, 3 * time.Second}}
		if got := p.Lines(); !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
		time.Sleep(time.Hour) // between two calls
		if got := p.Lines(); !slices.Equal(got, want) {
			t.Errorf("later %v, want %v", got, want)
		}
	})
}
