package script

import (
	"context"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/gametest"
	"boardstudio/rules"
)

// TestCoroutines checks that coroutines work as in Lua 5.1, also with hooks.
func TestCoroutines(t *testing.T) {
	code, err := os.ReadFile("../testdata/coroutine.lua")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("../testdata/coroutine.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []Options{{}, {Hook: func(*Pause) {}}} {
		m := machine(t, "tictactoe", "return { name = 'T', choose = function(pos, moves) "+string(code)+"\nreturn moves[1] end }", o)
		a, err := m.Choose(context.Background(), m.game.Rules.Start(), nil, ai.Limit{Time: time.Minute})
		got := strings.ReplaceAll(a.Text, "test.lua", "coroutine.lua")
		if err != nil {
			t.Error(err)
		}
		g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
		for i := range max(len(g), len(w)) {
			if i >= len(g) || i >= len(w) || g[i] != w[i] {
				t.Fatalf("line %d: prints\n%s\nwant\n%s", i+1, got, want)
			}
		}
	}
}

// TestFaultsInCoroutines checks that errors in a coroutine are reported with their line and the
// calls that led there, including the coroutines that wait for it. Budgets also apply in
// coroutines.
func TestFaultsInCoroutines(t *testing.T) {
	for _, x := range []struct{ code, want, stack string }{
		{"local function dig()\nlocal x = nil\nx.y = 1\nend\nlocal function walk() dig() end\ncoroutine.wrap(walk)()", "line 4: cannot read field \"y\" of a nil value: is the name before it misspelt?", "4 6 7"},
		{"local g = coroutine.wrap(function()\ncoroutine.wrap(function()\nerror('so')\nend)()\nend)\ng()", "line 4: so", "4 3 7"},
		{"assert(coroutine.resume(coroutine.create(function()\nerror('so')\nend)))", "line 2: test.lua:3: so", "2"},
		{"coroutine.wrap(function()\nwhile true do end\nend)()", "line 3: out of instructions", "3 2"},
		{"pcall(coroutine.wrap(function()\npcall(function()\nwhile true do end end)\nend)) while true do end", "line 4: out of instructions", "4 3 2"},
		{"local function f() f() end\ncoroutine.wrap(f)()", "too many nested calls", ""},
		{"coroutine.wrap(function(...) coroutine.yield(...)\nend)(unpack({}, 1, 8000))\ncoroutine.wrap(function() local t = {} for i = 1, 2e6 do t[i] = {i} end end)()", "line 4: out of memory", ""},
		{"coroutine.wrap(print)", "line 2: wrap got a wrong value: a function of the script is needed", "2"},
		{"coroutine.yield()", "line 2: yield is only possible in a coroutine", "2"},
		{"coroutine.resume(moves)", "line 2: resume expects a thread, not a table", "2"},
		{"for x in coroutine.wrap(function() for _ in coroutine.yield do end end) do end", "line 2: a coroutine cannot yield inside pcall, table.sort, a metamethod or an iterator", ""},
		{"coroutine.wrap(function() pos:play('a1'):play('z9') end)()", "line 2: there is no move \"z9\" in this game", "2 2"},
		{"coroutine.wrap(function()\nsearch.alphabeta(pos, 2, function()\nlocal v = nil + 1 end)\nend)()", "line 4: ", ""},
		{"coroutine.wrap(function() search.alphabeta(pos, 2, function() coroutine.yield(1) return 1 end)\nend)()", "line 2: a coroutine cannot yield", ""},
		{"local co = coroutine.wrap(function() return 1 end) co()\nco()", "line 3: cannot resume dead coroutine", "3"},
	} {
		most := uint64(1e6)
		if strings.Contains(x.want, "memory") {
			most = 30e6
		}
		m := machine(t, "tictactoe", choosing(x.code), Options{Instructions: most})
		_, err := m.Choose(context.Background(), m.game.Rules.Start(), nil, ai.Limit{Time: time.Minute})
		var f *Fault
		if !errors.As(err, &f) || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s\nends with %v\nwant %s", x.code, err, x.want)
			continue
		}
		var lines []string
		for _, s := range f.Stack {
			lines = append(lines, strconv.Itoa(s.Line))
		}
		if got := strings.Join(lines, " "); x.stack != "" && got != x.stack {
			t.Errorf("%s\nhas the calls %v, want those of lines %s", x.code, f.Stack, x.stack)
		}
	}
}

// TestCoroutineOverMoves checks that a coroutine created for one move can continue at the next,
// under the budget of that move.
func TestCoroutineOverMoves(t *testing.T) {
	m := machine(t, "tictactoe", `return { name = "T", choose = function(pos, moves)
		plan = plan or coroutine.wrap(function(moves) while true do
			for i = 1, 200000 do end
			moves = coroutine.yield(moves[#moves])
		end end)
		log(tostring(coroutine.create(function() end)))
		return plan(moves)
	end }`, Options{Instructions: 700_000})
	p := m.game.Rules.Start()
	var moves []rules.Move
	for p.Turn() != rules.NoPlayer {
		a, err := m.Choose(context.Background(), m.game.Rules.Start(), moves, ai.Limit{Time: time.Minute})
		if err != nil || a.Text != "thread\n" {
			t.Fatalf("move %d: %v, %q", len(moves)+1, err, a.Text)
		}
		if p, err = p.Play(a.Move); err != nil {
			t.Fatal(err)
		}
		moves = append(moves, a.Move)
	}
	if len(moves) < 5 {
		t.Errorf("the game had %d moves", len(moves))
	}
}

// TestManyCoroutines checks that unused coroutines are freed, and that the nesting of coroutines is
// limited.
func TestManyCoroutines(t *testing.T) {
	got, err := ask(t, "tictactoe", `
		for i = 1, 30000 do local co = coroutine.wrap(function(x) coroutine.yield(x) end) assert(co(i) == i) end
		local function deep(n) local ok, more = coroutine.resume(coroutine.create(function() return deep(n + 1) end))
			if not ok then return n, more end
			return more
		end
		print(deep(0))`)
	if err != nil || !strings.HasPrefix(got, "50") {
		t.Errorf("%q, %v", got, err)
	}
}

// TestStepThroughCoroutines checks that stepping enters and leaves coroutines, with the correct
// depth.
func TestStepThroughCoroutines(t *testing.T) {
	m := compile(t, "return { name = 'T', choose = function(pos, moves)\nlocal g = coroutine.wrap(function()\ncoroutine.yield(1)\ncoroutine.yield(2)\nend)\nlocal n = g()\nn = n + g()\nreturn moves[n]\nend }")
	r := gametest.Build(t, "tictactoe", nil)
	s, err := NewStepper(m, r, Options{}, r.Start(), nil, ai.Limit{Time: time.Minute}, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var lines []string
	stop, ok := s.First()
	base := stop.Depth
	for ok {
		inside := stop.Depth > base
		if want := stop.Line == 3 || stop.Line == 4; inside != want || len(stop.Stack) != 1 && !want || want && len(stop.Stack) != 2 {
			t.Errorf("line %d: depth %d after %d, calls %v", stop.Line, stop.Depth, base, stop.Stack)
		}
		lines = append(lines, strconv.Itoa(stop.Line))
		stop, ok = s.Next()
	}
	if got := strings.Join(lines, " "); got != "2 6 3 7 4 8" {
		t.Errorf("lines %s", got)
	}
}
