package script

import (
	"cmp"
	"context"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/yuin/gopher-lua/ast"

	"boardstudio/ai"
	"boardstudio/internal/race"
)

// TestLanguage checks that replaced operators and libraries behave as in Lua.
func TestLanguage(t *testing.T) {
	for _, x := range []struct{ code, want string }{
		{`local function f(s) s = s .. "x" return s end print(f("a"))`, "ax"},
		{`local function f(s) s = tostring(s) .. "x" .. 1 return s end print(f(2))`, "2x1"},
		{`local function two() return "a", "b" end print("x" .. two(), "y")`, "xa\ty"},
		{`local function f(...) return "x" .. ... end print(f("a", "b"))`, "xa"},
		{`local t = setmetatable({}, {__concat = function(a, b) return "joined" end}) print(1 .. t, t .. 1 .. 2, t .. t)`, "joined\tjoined\tjoined"},
		{`local s = "" for i = 1, 40 do s = s .. i .. "," .. i * 2 .. ";" end print(#s)`, "227"},
		{`print("a" .. "b" .. "c" .. "d" .. ("e"):rep(3) .. 1.5)`, "abcdeee1.5"},
		{`print(pcall(function() return "a" .. {} end))`, "false\ttest.lua:2: a table value cannot be joined with .."},
		{`print(pcall(function() return nil .. "a" end))`, "false\ttest.lua:2: a nil value cannot be joined with .."},
		{`local t = {5, 3, nil} t.x = 1 t.y = 2 t.x = nil t.x = 3 local s = "" for k, v in pairs(t) do s = s .. k .. "=" .. v .. " " end print(s)`, "1=5 2=3 x=3 y=2"},
		{`local t = {} t[262150] = 1 print(t[262150], #t, next(t))`, "1\t0\t262150\t1"},
		{`print(("x"):rep(3), ("abc"):upper(), ("a b"):find(" ", 1, true), ("k=v"):match("(%w)=(%w)"))`, "xxx\tABC\t2\tk\tv"},
		{`print(select("#", unpack({1, 2, 3})), (select(2, "a", "b")))`, "3\tb"},
		{`for i = 1, 3 do if i == 2 then goto continue end log(i) ::continue:: end`, "1\n3"},
		{`print(tostring(print), {}, string.format("%s %5.1f|%-3d|", {}, 2, 7))`, "function\ttable\ttable   2.0|7  |"},
	} {
		got, err := ask(t, "tictactoe", x.code)
		if got = strings.TrimRight(got, " \n"); err != nil || got != x.want {
			t.Errorf("%s\nprints %q, %v\nwant   %q", x.code, got, err, x.want)
		}
	}
}

// TestLibrary checks that functions that replace gopher-lua's behave as in Lua's manual, also with
// hooks.
func TestLibrary(t *testing.T) {
	race.Skip(t)
	text, err := os.ReadFile("../testdata/library.lua")
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []Options{{}, {Hook: func(*Pause) {}}} {
		m := machine(t, "tictactoe", string(text), o)
		a, err := m.Choose(context.Background(), m.game.Rules.Start(), nil, ai.Limit{Time: time.Minute})
		if err != nil || a.Text != "done\n" {
			t.Errorf("%v, %q", err, a.Text)
		}
	}
}

// TestOrderOfLibraries checks that iteration over the libraries always has the same order.
func TestOrderOfLibraries(t *testing.T) {
	first := ""
	for range 5 {
		got, err := ask(t, "tictactoe", `for _, lib in ipairs { _G, string, table, math, search, game, getmetatable("") } do
			local names = {} for name in pairs(lib) do names[#names + 1] = name end log(table.concat(names, " ")) end`)
		if err != nil || first != "" && got != first {
			t.Errorf("%s\n%s\n%v", first, got, err)
		}
		first = got
	}
	if !strings.Contains(first, "abs acos asin") || strings.Contains(first, "dofile") {
		t.Error(first)
	}
}

// TestRepeatable checks that the same seed and the same instruction limit give the same answer.
func TestRepeatable(t *testing.T) {
	code := `return { name = "E", evaluate = function(pos, player)
		local v = math.random(3)
		for n, count in ipairs(pos:tuples(player)) do v = v + n * count end
		return v
	end }`
	var first Answer
	for i := range 3 {
		m := machine(t, "connect4", code, Options{Seed: 7, Instructions: 300_000})
		a, err := m.Choose(context.Background(), m.game.Rules.Start(), nil, ai.Limit{Time: 60e9})
		if err != nil || a.Nodes < 100 || a.Depth < 2 {
			t.Fatalf("%+v, %v", a, err)
		}
		if i == 0 {
			first = a
		} else if a != first {
			t.Errorf("%+v, and then %+v", first, a)
		}
	}
}

// TestDepthOfCode checks that code may be nested up to the limit, and may have as many names and constants.
func TestDepthOfCode(t *testing.T) {
	for depth, ok := range map[int]bool{0: true, maxDepth - 1: true, maxDepth: false, maxDepth + 1: false} {
		w := walk{constants: map[string]bool{}}
		if err := w.node(&ast.NilExpr{}, depth); (err == nil) != ok {
			t.Errorf("at depth %d: %v", depth, err)
		}
	}
	for n, ok := range map[int]bool{maxConstants: true, maxConstants + 1: false} {
		w := walk{constants: map[string]bool{}}
		var err error
		for i := range n {
			name := "a" + strconv.Itoa(i/3)
			e := []ast.Expr{&ast.StringExpr{Value: name + "s"}, &ast.NumberExpr{Value: name + "n"}, &ast.IdentExpr{Value: name + "i"}}[i%3]
			err = cmp.Or(err, w.node(e, 1), w.node(e, 1)) // a repeated name is not counted again
		}
		if (err == nil) != ok {
			t.Errorf("%d names and constants: %v", n, err)
		}
	}
}
