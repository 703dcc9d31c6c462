package script

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/internal/race"
)

// TestIgnored checks that exactly the surplus arguments of Studio's functions are found.
func TestIgnored(t *testing.T) {
	for code, want := range map[string][]string{
		`here:comment("text")`:                                   nil,
		`return pos:turn(1)`:                                     {"2: pos:turn ignores its arguments"},
		`pos:play(moves[1], 2)` + "\n" + `here:name("A")`:        {"2: pos:play ignores all arguments after the first 1", "3: node:name ignores its arguments"},
		`tree:comment(here, "text")`:                             {},
		`t:comment(node, "text")`:                                {},
		`tree:comment(here, "text", true)`:                       {"2: tree:comment ignores all arguments after the first 2"},
		`search.alphabeta(pos, 3, f, g, h)`:                      {"2: search.alphabeta ignores all arguments after the first 4"},
		`local s = string.format("%d %d %d", 1, 2, 3)`:           {},
		`local list = {} function list:turn(a) end list:turn(1)`: {},
		`local o = { turn = function() end } o:turn(1)`:          {},
		`local function f() end f(1, 2)`:                         {},
		`function turn() end pos:turn(1)`:                        {},
		`function t.turn(a) end pos:turn(1)`:                     {},
		`turn = 5 pos:turn(1)`:                                   {},
		`t.turn = 5 pos:turn(1)`:                                 {},
		`local turn = 5 pos:turn(1)`:                             {"2: pos:turn ignores its arguments"},
		`f()(1) t[1](2) t.x.y(3) (f)(4)`:                         {},
		`print(pos:at("a1", "a2"))`:                              {"2: pos:at ignores all arguments after the first 1"},
	} {
		t.Run(code, func(t *testing.T) {
			if want == nil {
				want = []string{"2: node:comment ignores its arguments"}
			}
			p, err := Compile("test.lua", []byte("local pos, moves, here, tree, t, node, f, g, h = ...\n"+code))
			if err != nil {
				t.Fatal(err)
			}
			got := []string{}
			for _, f := range p.Ignored() {
				got = append(got, fmt.Sprintf("%d: %v", f.Line, f.Why))
			}
			if !slices.Equal(got, want) {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

// TestIgnoredOnce checks that each call is reported once, in the order of the lines, and that a script that does
// not parse has no such calls.
func TestIgnoredOnce(t *testing.T) {
	p := compile(t, "local pos, here = ...\nif pos:turn(1) then\n  here:name('A')\nend\nlocal f = function() return pos:turn(2) end\nprint(pos:turn(3), f)\n")
	var lines []int
	for _, f := range p.Ignored() {
		lines = append(lines, f.Line)
	}
	if !slices.Equal(lines, []int{2, 3, 5, 6}) {
		t.Errorf("surplus arguments on lines %v", lines)
	}
	if list := (&Program{name: "test.lua", source: []byte("pos:turn(1) = =")}).Ignored(); list != nil {
		t.Errorf("surplus arguments in a text that is not a script: %v", list)
	}
}

// TestArity checks the number of arguments in the signatures of the reference.
func TestArity(t *testing.T) {
	for signature, want := range map[string]int{
		"pos:turn()": 0, "pos:at(cell)": 1, "tree:mark(node, cell, kind, text)": 4, "log(…)": many, "f(a, …) → number": many, "name": 0,
	} {
		if got := arity(signature); got != want {
			t.Errorf("%s has %d arguments, want %d", signature, got, want)
		}
	}
}

// TestLongLists checks that a list that exceeds the largest length is an error, however it grows.
// Shorter lists can still grow.
func TestLongLists(t *testing.T) {
	race.Skip(t)
	for _, code := range []string{
		"local t = {} for i = 1, 262145 do t[#t + 1] = i end",
		"local t = {} for i = 1, 262145 do table.insert(t, i) end",
		"local t = {} for i = 1, 262145 do t[i] = i end local n = #t",
		"local t = {} for i = 1, 262143 do t[i] = i end table.insert(t, 1, 0)",
	} {
		m := machine(t, "tictactoe", choosing(code), Options{Instructions: 1 << 60})
		_, err := m.Choose(t.Context(), m.game.Rules.Start(), nil, ai.Limit{Time: time.Minute})
		if err == nil || err.Error() != "script test.lua, line 2: a list holds at most 262143 values" {
			t.Errorf("%s: %v", code, err)
		}
	}
	for code, want := range map[string]string{
		"local t = {} for i = 1, 262143 do t[#t + 1] = i end log(#t)":                                 "262143\n",
		"local t = { 1, 2 } t[262144] = 5 t[300000] = 6 log(#t, t[262144], t[300000])":                "2\t5\t6\n",
		"log(#'abc', #'', #{ 1, 2, 3 }, #setmetatable({}, { __len = function() return 'long' end }))": "3\t0\t3\tlong\n",
		"local t = { 1 } table.insert(t, 3) table.insert(t, 2, 2) log(#t, table.concat(t, ','))":      "3\t1,2,3\n",
		"log(pcall(function() return #5 end))":                                                        "",
	} {
		m := machine(t, "tictactoe", choosing(code), Options{Instructions: 1 << 60})
		a, err := m.Choose(t.Context(), m.game.Rules.Start(), nil, ai.Limit{Time: time.Minute})
		if err != nil || want != "" && a.Text != want {
			t.Errorf("%s: %q, %v", code, a.Text, err)
		}
	}
}
