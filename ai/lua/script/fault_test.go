package script

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/gametest"
	"boardstudio/ai/lua/stdlib"
	"boardstudio/internal/race"
	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/text/msg"
)

// TestBudgets checks scripts that exceed a limit in the function choose. None may continue after
// its end. Each error must have the budget and the line.
func TestBudgets(t *testing.T) {
	for _, x := range []struct{ code, budget, want string }{
		{"while true do end", stdlib.InstructionBudget, "line 2: out of instructions"},
		{"while true do pcall(function() while true do end end) end", stdlib.InstructionBudget, "line 2: out of instructions"},
		{"local function f() return f() end f()", stdlib.StackBudget, "line 2: too many nested calls"},
		{"local s = 'x' while true do s = s .. s end", "", "line 2: the string would be longer than 1048576 bytes"},
		{"local t = {} while true do t[#t + 1] = ('x'):rep(1000000) end", stdlib.MemoryBudget, "line 2: out of memory"},
		{"local t = {} for i = 1, 1e9 do t[i] = { ('x'):rep(2000) } end", stdlib.MemoryBudget, "line 2: out of memory"},
		{"('a'):rep(26):find(('a?'):rep(26) .. ('a'):rep(26))", "", "line 2: matching the pattern takes too many steps"},
		{"('a'):rep(20000):find('.-b')", "", "line 2: matching the pattern takes too many steps"},
		{"('x'):find(('('):rep(400000) .. (')'):rep(400000))", "", "the pattern is longer than 1000 characters"},
		{"search.alphabeta(pos, 2, function(p) while true do end end)", stdlib.InstructionBudget, "out of instructions"},
		{"search.alphabeta(pos, 2, function(p) search.alphabeta(pos, 2, function() return 0 end) end)", "", "cannot be called inside of itself"},
		{"search.alphabeta(pos, 2, function(p) return 'x' end)", "", `line 2: evaluate returned "x", which is not a number`},
		{"search.alphabeta(pos, 2, print)", "", "a function of the script is needed"},
		{"search.table(1e9)", "", "a table holds 1 to 262144 positions"},
		{"unpack({}, 1, 1e8)", "", "more than 8000 results"},
		{"error({})", "", "it ended with the error value"},
		{"error('mine')", "", "line 2: mine$"},
		{"pos.turn(7)", "", "this is not a position: a method is called with a colon"},
		{"pos:play('z9')", "", `there is no move "z9" in this game`},
		{"pos:play({})", "", `is not a move: moves are strings such as "a1"`},
		{"pos:play('a1'):play('a1')", "", `the move "a1" cannot be played: `},
		{"pos:at(0)", "", "0 is not a cell of the board"},
		{"pos:score(3)", "", "3 is not a player"},
		{"pos:flips('a1')", "", `line 2: "pos:flips" is not a function: is its name misspelt\?$`},
		{"pos:plya('a1')", "", `line 2: "pos:plya" is not a function`},
		{"local p = pos:play(pos:mvoes()[1])", "", `line 2: "pos:mvoes" is not a function`},
		{"math.rnadom(3)", "", `line 2: "math.rnadom" is not a function`},
		{"\ntable.insert(moves, nix(#pos:moves()))", "", `line 3: "nix" is not a function`},
		{"x = { y = {} } x.y.z()", "", "line 2: the called value is not a function: is its name misspelt"},
		{"x = { {} } x[1]()", "", "line 2: the called value is not a function: is its name misspelt"},
		{"game:random(-1)", "", "line 2: a random position has 0 to 10000 moves$"},
		{"game:random(10001)", "", "line 2: a random position has 0 to 10000 moves$"},
		{"local f f(nix())", "", "line 2: the called value is not a function: is its name misspelt"},
		{"for i, m in moves do end", "", `line 2: this value cannot be iterated over: use ipairs\(list\) for a list$`},
		{"pos:at('z9')", "", `line 2: "z9" is not a cell of the board$`},
		{"pos:neighbours()", "", "line 2: nil is not a cell of the board$"},
		{"game:random('x')", "", "line 2: random expects a number, not a string$"},
		{"ipairs(nil)", "", "line 2: ipairs expects a table, not a nil$"},
		{"search.alphabeta(pos, 3)", "", "line 2: alphabeta expects a function, not a nil$"},
		{"search.alphabeta(pos, 99, function() end)", "", "line 2: the depth is 99, not 1 to 64$"},
		{"search.alphabeta(pos, 2, function() return 0 end, function() return {} end)", "", "line 2: order returned an empty list$"},
		{"math.random(0)", "", "line 2: there is no whole number from 1 to 0$"},
		{"io.open('x')", "", `line 2: cannot read field "open" of a nil value`},
		{"x = coroutine.create(print)", "", "line 2: create got a wrong value"},
		{"pos.x = 1", "", `cannot read field "x" of a userdata value`},
		{"local a = 1 < 'a'", "", "a number value cannot be compared with a string value"},
		{"local a = {} + 1", "", `cannot compute with a table value and a number value \(\+\)`},
	} {
		most := uint64(2_000_000)
		if x.budget == stdlib.MemoryBudget {
			most *= 4
		}
		m := machine(t, "tictactoe", choosing(x.code), Options{Instructions: most})
		_, err := m.Choose(context.Background(), m.game.Rules.Start(), nil, ai.Limit{Time: 20 * time.Second})
		t.Logf("%8v %s", time.Since(m.game.Budget.Start).Round(time.Millisecond), x.code)
		var f *Fault
		if !errors.As(err, &f) || f.Budget != x.budget || !regexp.MustCompile(x.want).MatchString(err.Error()) {
			t.Errorf("%s\n%v (%+v)\nwant %s", x.code, err, f, x.want)
		}
		sound(t, err)
	}
}

// TestBounds checks that each limit is exact.
func TestBounds(t *testing.T) {
	for _, x := range []struct{ code, fits, over, want string }{
		{"print(#('x'):rep(@))", "1048576", "1048577", "the string would be longer than 1048576 bytes"},
		{"print(#('xy'):rep(@))", "524288", "524289", "the string would be longer than 1048576 bytes"},
		{"print(#(('x'):rep(1e6) .. ('x'):rep(@)))", "48576", "48577", "the string would be longer than 1048576 bytes"},
		{"print(#table.concat({ ('x'):rep(1e6), ('x'):rep(@) }))", "48576", "48577", "the string would be longer than 1048576 bytes"},
		{"print(#table.concat({ 'a', 'b' }, ('x'):rep(@)))", "1048574", "1048575", "the string would be longer than 1048576 bytes"},
		{"print(#('%s%s'):format(('x'):rep(1e6), ('x'):rep(@)))", "48576", "48577", "the string would be longer than 1048576 bytes"},
		{"print(#('x'):gsub('x', ('y'):rep(@)) + #('xx'):gsub('x', ('y'):rep(@ / 2)))", "1048576", "1048578", "the string would be longer than 1048576 bytes"},
		{"print(select('#', unpack({}, 1, @)))", "8000", "8001", "more than 8000 results"},
		{"print(select('#', unpack({}, -1, @)))", "7998", "7999", "more than 8000 results"},
		{"print(select('#', ('x'):rep(9000):byte(1, @)))", "8000", "8001", "more than 8000 results"},
		{"print(('x'):find(('.'):rep(@)))", "1000", "1001", "the pattern is longer than 1000 characters"},
		{"print(select('#', ('x'):find(('()'):rep(@))))", "32", "33", "more than 32 captures in the pattern"},
		{"local t = search.table(@) print(t)", "262144", "262145", "a table holds 1 to 262144 positions"},
		{"local t = search.table(2 - @) print(t)", "1", "2", "a table holds 1 to 262144 positions"},
		{"local n = 0 local function f() n = n + 1 if n < @ then coroutine.wrap(f)() end end coroutine.wrap(f)() print(n)", "50", "51", "too many nested coroutines"},
		{"print(math.random(1, @))", "2^53", "2^53 + 2", "there is no whole number from"},
	} {
		if _, err := ask(t, "tictactoe", strings.ReplaceAll(x.code, "@", x.fits)); err != nil {
			t.Errorf("%s with %s: %v", x.code, x.fits, err)
		}
		if _, err := ask(t, "tictactoe", strings.ReplaceAll(x.code, "@", x.over)); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s with %s: %v", x.code, x.over, err)
		}
	}
}

// TestTime checks that the time limit stops a script, wherever it is.
func TestTime(t *testing.T) {
	m := machine(t, "tictactoe", choosing("while true do end"), Options{Instructions: 1 << 60})
	_, err := m.Choose(context.Background(), m.game.Rules.Start(), nil, ai.Limit{Time: 20 * time.Millisecond})
	var f *Fault
	if !errors.As(err, &f) || f.Budget != stdlib.TimeBudget || f.Error() != "script test.lua, line 2: out of time: its limit is 20ms" {
		t.Error(err)
	}
	m = machine(t, "tictactoe", choosing("while true do end"), Options{Instructions: 1 << 60})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err = m.Choose(ctx, m.game.Rules.Start(), nil, ai.Limit{Time: time.Minute}); err == nil || !strings.HasSuffix(err.Error(), "stopped") {
		t.Error(err)
	}
}

// TestInstructions checks that the budget of instructions is exact: the same script ends at the
// same point.
func TestInstructions(t *testing.T) {
	for range 2 {
		m := machine(t, "tictactoe", choosing("for i = 1, 1e9 do n = i end"), Options{Instructions: 1_000_000})
		_, err := m.Choose(context.Background(), m.game.Rules.Start(), nil, ai.Limit{Time: time.Minute})
		if err == nil || m.game.Budget.Steps != 1_000_001 || m.game.L.GetGlobal("n").String() != "333329" {
			t.Errorf("%v after %d steps at %v", err, m.game.Budget.Steps, m.game.L.GetGlobal("n"))
		}
	}
}

// TestAnswers checks that values that are not moves are refused as answers.
func TestAnswers(t *testing.T) {
	for _, v := range []string{
		"nil", "true", `"zz"`, "{}", "-1", "0", "1.5", "0/0", "1/0", "2^53", `"resign"`, `("x"):rep(1e6)`,
		"function() end", "setmetatable({}, {__index = function() while true do end end})", "pos", "print",
		"setmetatable({}, {__tostring = function() while true do end end})",
	} {
		m := machine(t, "tictactoe", "return { name = 'T', choose = function(pos, moves)\nreturn "+v+" end }", Options{})
		_, err := m.Choose(context.Background(), m.game.Rules.Start(), nil, ai.Limit{Time: 20 * time.Second})
		var f *Fault
		if !errors.As(err, &f) || f.Budget != stdlib.AnswerBudget || f.Line != 1 || len(err.Error()) > 300 || !strings.HasPrefix(f.Why.Error(), "choose returned ") {
			t.Errorf("%s: %v", v, err)
		}
	}
	for _, v := range []string{"nil", "{}", "{1}", "{'zz'}", "7"} {
		m := machine(t, "tictactoe", "return { name = 'T', order = function(pos, moves)\nreturn "+v+" end }", Options{})
		_, err := m.Choose(context.Background(), m.game.Rules.Start(), nil, ai.Limit{Time: 20 * time.Second})
		var f *Fault
		if !errors.As(err, &f) || f.Budget != stdlib.AnswerBudget || f.Line != 1 || !strings.HasPrefix(f.Why.Error(), "order returned ") {
			t.Errorf("order returns %s: %v", v, err)
		}
	}
}

// TestBadTexts checks texts that are not scripts, or not scripts for Studio.
func TestBadTexts(t *testing.T) {
	race.Skip(t)
	for _, x := range []struct{ name, text, want string }{
		{"syntax", "return {\n name = 'x',\n choose = = 1 }", `^script test.lua, line 3: syntax error near "="$`},
		{"an early end", "return {\n", "^script test.lua, line 1: the script ends too early: perhaps .{. of line 1 has no .}.$"},
		{"nothing", "", "^script test.lua: the script must return a table with a function choose, evaluate or order, or with commands$"},
		{"a number", "return 1", "must return a table with a function"},
		{"no choose", "return {name = 'x'}", "must return a table with a function"},
		{"choose of the machine", "return {name = 'x', choose = print}", "choose is not a function of the script$"},
		{"no name", "return {choose = function() end}", "^script test.lua, line 1: the table that the script returns has no name$"},
		{"games that are no list", "return {name = 'x', games = 'line', choose = function() end}", "games is not a list of names$"},
		{"games of numbers", "return {name = 'x', games = {1}, choose = function() end}", "games is not a list of names$"},
		{"other games", "return {name = 'x', games = {'othello', 'awale'}, choose = function() end}", "the script does not play tictactoe$"},
		{"other presets", "return {name = 'x', games = {'connect4'}, choose = function() end}", "the script does not play tictactoe$"},
		{"a loop outside", "x = 1\nwhile true do end", "^script test.lua, line 2: out of instructions$"},
		{"an error outside", "\n\nfoo.bar = 1", "^script test.lua, line 3: cannot read field .bar."},
		{"a trap in the table", "return setmetatable({}, {__index = function() while true do end end})", "must return a table with a function"},
		{"options", "return {name = 'x', options = 1, choose = function() end}", "options is not a list of at most"},
		{"an option", "return {name = 'x', options = {{name = 'a b'}}, choose = function() end}", "option 1: its name must be a word"},
		{"its type", "return {name = 'x', options = {{name = 'a', type = 'x'}}, choose = function() end}", "option .a.: its type must be number, choice, switch or text$"},
		{"its default", "return {name = 'x', options = {{name = 'a', type = 'number', min = 1, max = 3, default = 4}}, choose = function() end}", "option .a.: its default is not a whole number from 1 to 3$"},
		{"twice", "local o = {name = 'a', type = 'switch'} return {name = 'x', options = {o, o}, choose = function() end}", "option .a.: this name is used twice$"},
		{"bytecode", "\x1bLua\x51\x00", "^script test.lua"},
		{"too long", strings.Repeat("--\n", 100000), "^script test.lua: it is longer than 256 KB$"},
		{"long chain", "return a" + strings.Repeat(".b", 120000), "line 1: the code is nested too deeply$"},
		{"many nested calls", "return a" + strings.Repeat("()", 120000), "nested too deeply$"},
		{"deep tables", "return " + strings.Repeat("{", 120000) + strings.Repeat("}", 120000), "^script test.lua.*"},
		{"many not", "return " + strings.Repeat("not ", 60000) + "1", "nested too deeply$"},
		{"many joined", "return 'a'" + strings.Repeat("..'a'", 50000), "nested too deeply$"},
		{"many do", strings.Repeat("do ", 36000) + strings.Repeat("end ", 36000), "nested too deeply$"},
		{"many elseif", "if a then " + strings.Repeat("elseif a then ", 18000) + "end", "nested too deeply$"},
		{"many constants", "local t = {}\n" + constants(20000), "line [0-9]+: the code has more than 10000 different names, strings and numbers$"},
		{"many locals", strings.Repeat("local a ", 300), "^script test.lua"},
	} {
		t.Run(x.name, func(t *testing.T) {
			p, err := Compile("test.lua", []byte(x.text))
			if err == nil {
				_, err = New(p, gametest.Build(t, "tictactoe", nil), Options{Games: all.Games, Instructions: 1 << 20})
			}
			var f *Fault
			if !errors.As(err, &f) || !regexp.MustCompile(x.want).MatchString(err.Error()) || len(err.Error()) > 500 {
				t.Errorf("%v\nwant %s", err, x.want)
			}
		})
	}
}

// constants returns code with n different constants.
func constants(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "t[%d]=1\n", i)
	}
	return b.String()
}

// TestNothingElse checks that functions that access internals or the system are missing.
func TestNothingElse(t *testing.T) {
	got, err := ask(t, "tictactoe", `local names = {}
for name in pairs(_G) do table.insert(names, name) end
table.sort(names)
print(table.concat(names, " "))
print(getmetatable(pos), getmetatable(search.table()), getmetatable("").__index == string, string.dump)`)
	want := "_G _GOPHER_LUA_VERSION _VERSION assert coroutine error game getmetatable ipairs log math next options pairs pcall print rawequal " +
		"rawget rawset search select setmetatable string table tonumber tostring type unpack xpcall\n" +
		"position\tsearch.table\ttrue\tnil\n"
	if err != nil || got != want {
		t.Errorf("%q, %v", got, err)
	}
	for _, code := range []string{
		`print({}, print, pos.play, function() end, tostring({}), ("%s %s"):format({}, print), setmetatable({}, {}))`,
		`print(pcall(error, {}), pcall(error, print), select(2, pcall(function() local t = {} t() end)))`,
		`print(pcall(string.format, "%#v", pos)) print(pcall(string.format, "%p", pos)) print(pcall(string.format, "%+v", {}))`,
		`print(pcall(function() return {} + 1 end)) print(pcall(function() return {} < {} end)) print(pcall(function() return print .. {} end))`,
		`print(pcall(pos.play, pos, {})) print(pcall(pos.at, pos, print)) print(pcall(setmetatable, 1, {}))`,
		`print(table.concat({1, 2}), pcall(table.concat, {{}})) print(tostring(search.table()))`,
	} {
		if got, err := ask(t, "tictactoe", code); err != nil || strings.Contains(got, "0x") {
			t.Errorf("%s\nshows %q, %v", code, got, err)
		}
	}
}

// FuzzCompile checks that arbitrary text can be compiled and run without a panic or an endless
// loop, and that each error is a *Fault.
func FuzzCompile(f *testing.F) {
	for _, s := range []string{
		"", "return {", stepped, choosing("return pos:moves()[2]"), "return 'a'..'b'..1", "goto x ::x::", "#!/bin/lua\nreturn 1",
		"\ufeffreturn {name='x',evaluate=function(p) return #p:moves() end}", "for i=1,3 do local function f(...) return ... .. 'x' end end",
		choosing("local t = {} for k, v in pairs(pos:tuples(1)) do t[k] = v .. k end return search.alphabeta(pos, 2, function(p) return p:tuples(1)[1] end)"),
	} {
		f.Add(s)
	}
	r := gametest.Build(f, "tictactoe", nil)
	f.Fuzz(func(t *testing.T, code string) {
		check := func(err error) {
			var fault *Fault
			if err != nil && !errors.As(err, &fault) {
				t.Fatalf("%v is no fault", err)
			}
			sound(t, err)
		}
		p, err := Compile("fuzz.lua", []byte(code))
		check(err)
		if err != nil {
			return
		}
		if _, f := p.compile(true); f != nil {
			t.Fatalf("with hooks: %v", f)
		}
		m, err := New(p, r, Options{Instructions: 100_000})
		check(err)
		if err != nil {
			return
		}
		a, err := m.Choose(context.Background(), r.Start(), nil, ai.Limit{Time: time.Second, Depth: 2})
		check(err)
		if err == nil && !rules.Legal(r.Start(), a.Move) {
			t.Fatalf("%v is not legal", a.Move)
		}
	})
}

// TestShow checks that a value in a message has at most 60 characters.
func TestShow(t *testing.T) {
	for n, want := range map[int]string{60: strings.Repeat("x", 60), 61: strings.Repeat("x", 60) + "…", 1000: strings.Repeat("x", 60) + "…"} {
		m := machine(t, "tictactoe", fmt.Sprintf("return { name = 'T', choose = function() return ('x'):rep(%d) end }", n), Options{})
		_, err := m.Choose(context.Background(), m.game.Rules.Start(), nil, ai.Limit{Time: 20 * time.Second})
		if err == nil || err.Error() != `script test.lua, line 1: choose returned "`+want+`", which is not a legal move` {
			t.Error(err)
		}
	}
}

// TestPlainWords checks that gopher-lua's messages about common mistakes are replaced by
// translatable texts.
func TestPlainWords(t *testing.T) {
	for code, want := range map[string]string{
		"local t = {} t[nil] = 1": "the key of a table is nil",
		"local t = {} t[0/0] = 1": "the key of a table is not a number",
		"for i = 'a', 2 do end":   "the start of a for loop must be a number",
		"for i = 1, {} do end":    "the end of a for loop must be a number",
		"local x = 'a' .. {}":     "cannot be joined with ..",
		"local x = #nil":          "# counts texts and tables only",
		"local x = -{}":           "only numbers can have a minus sign",
		"setmetatable(nil, {})":   "nil cannot have a metatable",
		"coroutine.yield(1)":      "yield is only possible in a coroutine",
		"local x = select(-9, 1)": "select got a wrong value: the index is out of range",
	} {
		_, err := ask(t, "tictactoe", code)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", code, err, want)
			continue
		}
		var f *Fault
		var text *msg.Error
		if !errors.As(err, &f) || !errors.As(f.Why, &text) {
			t.Errorf("%s: %v cannot be translated", code, err)
		}
	}
}
