package stdlib

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	lua "github.com/yuin/gopher-lua"
)

// TestLibraryItself runs the same checks as the test in ai/lua/script, but only with a State.
func TestLibraryItself(t *testing.T) {
	text, err := os.ReadFile("../testdata/library.lua")
	if err != nil {
		t.Fatal(err)
	}
	prints(t, "local script = (function() "+string(text)+" end)() script.choose(nil, { 'a1' })", "done")
	code, err := os.ReadFile("../testdata/coroutine.lua")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("../testdata/coroutine.txt")
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := try(t, New(Options{}), MaxSteps, string(code))
	if got = strings.ReplaceAll(got, "test.lua", "coroutine.lua"); err != nil || got != string(want) {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
}

// matches is a script that applies all functions with patterns to a subject.
const matches = `local out = {}
local function show(...) for i = 1, select("#", ...) do out[#out + 1] = tostring((select(i, ...))) end out[#out + 1] = ";" end
show(pcall(string.find, subject, pattern, init))
show(pcall(string.match, subject, pattern, init))
show(pcall(string.gsub, subject, pattern, "<%0>"))
show(pcall(string.gsub, subject, pattern, "<%1>", 2))
local n = 0
for a, b in string.gmatch(subject, anchored and "" or pattern) do show(a, b) n = n + 1 if n > 20 then break end end
result = table.concat(out, " ")`

// TestPatternsAgree compares patterns with gopher-lua's library.
func TestPatternsAgree(t *testing.T) {
	own := lua.NewState()
	defer own.Close()
	items := []string{"a", "b", ".", "%a", "%d", "%D", "[ab]", "[^a]", "[b-d]", "[%d_]", "1", "_", "%.", "%%"}
	rnd := rand.New(rand.NewPCG(1, 1))
	pattern := func() string {
		var b strings.Builder
		if rnd.IntN(8) == 0 {
			b.WriteString("^")
		}
		open := 0
		for range 1 + rnd.IntN(5) {
			switch rnd.IntN(9) {
			case 0:
				b.WriteString("(")
				open++
			case 1:
				if open > 0 {
					b.WriteString(")")
					open--
				}
			case 2:
				b.WriteString("()")
			case 3:
				b.WriteString("%bab")
			}
			b.WriteString(items[rnd.IntN(len(items))])
			b.WriteString([]string{"", "", "*", "+", "-", "?"}[rnd.IntN(6)])
		}
		b.WriteString(strings.Repeat(")", open))
		if rnd.IntN(8) == 0 {
			b.WriteString("$")
		}
		return b.String()
	}
	s := New(Options{})
	f := load(t, s, matches)
	theirs, err := own.LoadString(matches)
	if err != nil {
		t.Fatal(err)
	}
	same, found := 0, 0
	for range 3000 {
		p := pattern()
		subject := make([]byte, rnd.IntN(9))
		for i := range subject {
			subject[i] = "aabbcd1_.%"[rnd.IntN(10)]
		}
		init := lua.LNumber(1 + rnd.IntN(len(subject)+1))
		for _, l := range []*lua.LState{own, s.L} {
			l.SetGlobal("subject", lua.LString(subject))
			l.SetGlobal("pattern", lua.LString(p))
			l.SetGlobal("init", init)
			l.SetGlobal("anchored", lua.LBool(p[0] == '^')) // Lua's manual does not define this case for gmatch
		}
		own.Push(theirs)
		if own.PCall(0, 0, nil) != nil {
			continue // gopher-lua fails, and we need not
		}
		if err := within(s, func(l *lua.LState) { Call(l, f) }); err != nil {
			t.Fatalf("%q in %q: %v", p, subject, err)
		}
		want, got := own.GetGlobal("result").String(), s.L.GetGlobal("result").String()
		// Without a match, gopher-lua's match returns no value instead of nil.
		want = strings.Replace(want, "; true ; true", "; true nil ; true", 1)
		if want == got {
			same++
		} else {
			t.Errorf("%q in %q from %v:\n%s\nwant\n%s", p, subject, init, got, want)
		}
		if !strings.HasPrefix(got, "true nil") {
			found++
		}
	}
	if same < 1500 || found < 500 {
		t.Errorf("only %d patterns were compared, %d were found", same, found)
	}
}

// TestPatterns checks patterns against Lua's manual, and errors for malformed ones.
func TestPatterns(t *testing.T) {
	for code, want := range map[string]string{
		`print(("THE (quick) fox"):find("%f[%a]%a+%f[%A]", 2))`:                                       "6\t10",
		`print(("ab"):find("%f[b]b"), ("ab"):find("%f[a]b"))`:                                         "2\tnil",
		`print(("xaab"):find("%baab"), ("a(b"):find("%b()"))`:                                         "2\tnil",
		`print(("x(a)"):find("%b()"), ("((a)"):match("%b()"))`:                                        "2\t(a)",
		`print(("(a)b"):match("%b()b"))`:                                                              "(a)b",
		`print(("abab"):match("(a)(b)%1%2"))`:                                                         "a\tb",
		`print(("aab"):match("(a)%1b"))`:                                                              "a",
		`print(("ab$"):match("b$$"))`:                                                                 "b$",
		`print(("a]"):match("[^]]"), ("]a"):match("[]a]+"))`:                                          "a\t]a",
		`print(("a%"):match("[%%]"), ("b-"):match("[a-]+"))`:                                          "%\t-",
		`print(("k"):match("[a-j]"), ("j"):match("[a-j]"), ("a"):match("[b-j]"))`:                     "nil\tj\tnil",
		`print(("aXb"):match("%u"), ("aXb"):match("%L"))`:                                             "X\tX",
		`print(("a.b"):find("."), ("a.b"):find(".", 1, true), ("a.b"):find("%.", 1, true))`:           "1\t2\tnil",
		`print((("a.b"):find(".", 3, true)), (("aba"):find("a", 2, true)))`:                           "nil\t3",
		`print(("abc"):find("c"), ("abc"):find("b", 3), ("abc"):find("b", -2))`:                       "3\tnil\t2\t2",
		`print(("aaa"):gsub("a", "%%"), (("ab"):gsub("(a)(b)", "%2%1")), (("ab"):gsub("a", "%0%0")))`: "%%%\tba\taab",
		`print((("a"):gsub("a", "%x")), (("abc"):gsub("()", "%1", 2)))`:                               "x\t1a2bc",
		`print(("x = y"):gsub("%w", { x = "z", y = 3 }))`:                                             "z = 3\t2",
		`print(("abc"):gsub("(b)(c)", { b = "-" }))`:                                                  "a-\t1",
		`print(("abc"):gsub("()b", { [2] = "-" }), (("abc"):gsub("", ".", 2)))`:                       "a-c\t.a.bc",
		`local f = ("ab"):gmatch("a") print(f(), f(), f())`:                                           "a\tnil\tnil",
		`local f = ("aXb"):gmatch("()%u") print(f(), f())`:                                            "2\tnil",
		`print(("aaab"):match("^a-b"), ("aaab"):match("^(a-)(a?)b"))`:                                 "aaab\taa\ta",
		`print(("aaa"):match("a+a"), ("a"):match("a+a"), ("ab"):match("a?b"), ("b"):match("a?b"))`:    "aaa\tnil\tab\tb",
	} {
		// gsub and find return several values. Only the last call in a list keeps all of them.
		prints(t, code, want)
	}
	for code, want := range map[string]string{
		`("a"):find("(()")`:                             "a ')' is missing",
		`("a"):find("%bx")`:                             "two characters are missing after '%b' in the pattern",
		`("a"):find("%f")`:                              "missing '[' after '%f' in the pattern",
		`("a"):find("a%")`:                              "the pattern ends with '%'",
		`("a"):find("[")`:                               "a ']' is missing",
		`("a"):find("[^")`:                              "a ']' is missing",
		`("a"):find("[^]")`:                             "a ']' is missing",
		`("ab"):find("(a%1)")`:                          "a capture that is not there",
		`("ab"):find("(a)%2")`:                          "a capture that is not there",
		`("ab"):find("%0")`:                             "a capture that is not there",
		`("ab"):match("a)")`:                            "a ')' without '('",
		`("ab"):find("()a)")`:                           "a ')' without '('",
		`("ab"):gsub("a", "%2")`:                        "there is no capture 2",
		`("ab"):gsub("(a)", "%3")`:                      "there is no capture 3",
		`("ab"):gsub("a", "x%")`:                        "the replacement ends with '%'",
		`("ab"):gsub("a", function() return print end)`: "invalid replacement value (a function)",
		`("ab"):gsub("a", true)`:                        "bad argument #3",
		`("a"):find(("."):rep(1001))`:                   "the pattern is longer than 1000 characters",
		`("a"):gmatch(("a"):rep(1001))`:                 "the pattern is longer than 1000 characters",
		`("a"):find(("()"):rep(33))`:                    "more than 32 captures in the pattern",
		`("a"):rep(30):find(("a*"):rep(30) .. "b")`:     "matching the pattern takes too many steps",
	} {
		fails(t, code, want)
	}
	prints(t, `print(("a"):find(("x?"):rep(500)), select("#", ("a"):find(("()"):rep(32))))`, "1\t34")
}

// TestTries checks that a match may take maxTries tries, and that each is a step.
func TestTries(t *testing.T) {
	s := New(Options{})
	m := func(l *lua.LState) *matcher { return newMatcher(l, "aab", "a") }
	err := within(s, func(l *lua.LState) {
		x := m(l)
		before := s.Budget.Steps
		x.try(maxTries)
		if n := s.Budget.Steps - before; n != maxTries {
			t.Errorf("%d steps", n)
		}
	})
	if err != nil {
		t.Error(err)
	}
	if err := within(s, func(l *lua.LState) { x := m(l); x.try(maxTries); x.try(1) }); err == nil || !strings.Contains(err.Error(), "too many steps") {
		t.Error(err)
	}
	x := &matcher{src: "ab"}
	if x.byteAt(-1) != 0 || x.byteAt(0) != 'a' || x.byteAt(1) != 'b' || x.byteAt(2) != 0 {
		t.Error("a character outside the string is not 0")
	}
	// An item of 3 characters costs 3 steps for each try, a start position 1, and an iteration of
	// the loop 1.
	for _, x := range []struct {
		code, base string
		want       int
	}{
		{`("b"):find("[ac]")`, `("b"):find("[a]")`, 2},                         // at two offsets
		{`(("b"):rep(11)):find("[a]")`, `("b"):find("[a]")`, 10 * (1 + 1 + 3)}, // find, at, one
		{`("(" .. ("x"):rep(90) .. ")"):find("^%b()")`, `("(" .. ("x"):rep(80) .. ")"):find("^%b()")`, 10},
		{`(("x"):rep(40)):find("^(x+)%1$")`, `(("x"):rep(20)):find("^(x+)%1$")`, 0},
		{`("x"):gsub("x", ("y"):rep(90))`, `("x"):gsub("x", ("y"):rep(50))`, 40},
	} {
		if got := cost(t, x.code) - cost(t, x.base); got < x.want || x.want > 0 && got > x.want+5 {
			t.Errorf("%s costs %d more than %s, want %d", x.code, got, x.base, x.want)
		}
	}
}

// TestWork checks that library functions cost as much as they should.
func TestWork(t *testing.T) {
	for _, x := range []struct {
		code, base string
		want       int
	}{
		{`local s = ("x"):rep(6400)`, `local s = ("x"):rep(0)`, 100},
		{`local s = ("xy"):rep(3200)`, `local s = ("xy"):rep(0)`, 100},
		{`local s = big:upper()`, `local s = ("x"):upper()`, 100},
		{`local s = big:lower()`, `local s = ("x"):lower()`, 100},
		{`local s = join(big, big)`, `local s = join("a", "b")`, 200},
		{`local s = join(big, "x", big)`, `local s = join("a", "x", "b")`, 200},
		{`print(big)`, `print("x")`, 100},
		{`print("x", big)`, `print("x", "y")`, 100},
		{`local s = big:find("y", 1, true)`, `local s = ("x"):find("y", 1, true)`, 100},
		{`local s = table.concat({1, 2, 3, 4, 5, 6})`, `local s = table.concat({1, 2, 3, 4, 5, 6}, "", 3, 4)`, 0},
		{`local s = ("%d%d%d"):format(1, 2, 3)`, `local s = ("%d"):format(1, 2, 3)`, 2},
		{`unpack(list, 1)`, `unpack(list, 21)`, 20},
		{`local f = coroutine.wrap(function() end)`, `local f = tostring(function() end)`, coroutineSteps},
		{`print("a")`, `local a = tostring("a")`, 16},
	} {
		const with = `big, list = ("x"):rep(6400), {} for i = 1, 40 do list[i] = i end `
		got := cost(t, with+x.code) - cost(t, with+x.base)
		switch {
		case x.want == 0 && got <= 0, x.want > 0 && got < x.want, x.want > 0 && got > x.want+12:
			t.Errorf("%s costs %d more than %s, want %d", x.code, got, x.base, x.want)
		}
	}
	// Sorting n sorted elements only compares neighbours.
	sorted := cost(t, `local t = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10} table.sort(t)`) - cost(t, `local t = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10} tostring(t)`)
	if sorted < 9 || sorted > 30 {
		t.Errorf("sorting costs %d", sorted)
	}
}

// resultCases are the cases of TestResults.
var resultCases = map[string]string{
	`print(join("a", 1), join(1, 2, 3), join("a", "b", "c", "d"))`: "a1\t123\tabcd",
	`local t = setmetatable({}, {__concat = function(a, b) return type(a) .. type(b) end}) print(join(t, 1), join("x", t), join("x", "y", t), join("a", t, "b", "c"))`: "tablenumber\tstringtable\txstringtable\tatablestring",
	`print(length("abc"), length({1, 2}), length(setmetatable({}, {__len = function(t) return 7 end})))`:                                                               "3\t2\t7",
	`print(select("#", unpack({})), select("#", unpack({1, 2}, 2)), unpack({5, 6, 7}, 2, 3))`:                                                                          "0\t1\t6\t7",
	`print(unpack({5, 6, 7}, 3, 3))`:                                                                               "7",
	`print(select("#", unpack({}, 1, 8000)))`:                                                                      "8000",
	`print(xpcall(function() return 1, nil, 3 end, print))`:                                                        "true\t1\tnil\t3",
	`print(xpcall(function() error({7}) end, function(e) return e[1] end))`:                                        "false\t7",
	`print(xpcall(function() local x = nil + 1 end, function(e) return (e:gsub("^.*:%d+: ", "")) end))`:            "false\tcannot perform add operation between nil and number",
	`print(xpcall(function() error("table: 0x12ab") end, function(e) return e end))`:                               "false\ttest.lua:1: table",
	`print(pcall(error, "function: 0x12ab x", 0))`:                                                                 "false\tfunction x",
	`print(pcall(function() return "table: 0x12ab" end))`:                                                          "true\ttable: 0x12ab",
	`print(pcall(function() return false, "table: 0x12ab" end))`:                                                   "true\tfalse\ttable: 0x12ab",
	`print(tostring({}), tostring(print), tostring(coroutine.create(function() end)), tostring(1), tostring("s"))`: "table\tfunction\tthread\t1\ts",
	`print(setmetatable({}, {__tostring = function() return 5 end}))`:                                              "5",
	`print(tostring(setmetatable({}, {__tostring = 5})))`:                                                          "table",
	`print()`:               "",
	`print(nil, true, 1.5)`: "nil\ttrue\t1.5",
	`print(("abc"):byte(1, 3), ("abc"):byte(2, 2))`:                                                             "97\t98",
	`print(select("#", ("x"):rep(9000):byte(8001, 9001)), select("#", ("x"):rep(9000):byte(1, 8000)))`:          "1000\t8000",
	`print(("abc"):byte(-3, -2))`:                                                                               "97\t98",
	`print(("abc"):byte(2, -1))`:                                                                                "98\t99",
	`print(("@AZ[` + "`" + `az{"):lower(), ("@AZ[` + "`" + `az{"):upper())`:                                     "@az[`az{\t@AZ[`AZ{",
	`print(("%5.1f|%c%c|%i|%o|%x|%X|%g|%G|%e|%E"):format(2.25, 72, 105, 7, 8, 255, 255, 0.5, 1e-9, 1, 1))`:      "  2.2|Hi|7|10|ff|FF|0.5|1E-09|1.000000e+00|1.000000E+00",
	`print(("%f %s"):format(1 / 3, {}))`:                                                                        "0.333333 table",
	`print(("a%%b%sc"):format(1))`:                                                                              "a%b1c",
	`print(("%q"):format("a\rb\0"))`:                                                                            `"a\rb\000"`,
	`print(table.concat({1, 2, 3}, "--"), table.concat({1, 2, 3}, "-", 2), table.concat({1, 2, 3}, "-", 2, 2))`: "1--2--3\t2-3\t2",
	`local t = {3, 1, 2} table.sort(t) print(unpack(t))`:                                                        "1\t2\t3",
	`local t = {3, 1, 2} table.sort(t, function(a, b) return a > b end) print(unpack(t))`:                       "3\t2\t1",
	`local t = {{1, "a"}, {0, "b"}, {1, "c"}, {0, "d"}} table.sort(t, function(a, b) return a[1] < b[1] end) print(t[1][2], t[2][2], t[3][2], t[4][2])`: "b\td\ta\tc",
	`local t = {1, 2} table.insert(t, 3) table.insert(t, 1, 0) print(unpack(t))`:                                                                        "0\t1\t2\t3",
	`print(math.random(5, 5), math.random(1), math.random(-3, -3))`:                                                                                     "5\t1\t-3",
	`print(math.random(2^53 - 1, 2^53 - 1) == 2^53 - 1)`:                                                                                                "true",
	`print(string.dump, string.gfind, math.huge == 1 / 0)`:                                                                                              "nil\tnil\ttrue",
	`print(("x"):rep(3), ("x"):rep(0), ("x"):rep(-1), ("ab"):rep(2))`:                                                                                   "xxx\t\t\tabab",
	`local co co = coroutine.create(function() print(coroutine.status(co)) coroutine.wrap(function() print(coroutine.status(co)) end)() end) coroutine.resume(co) print(coroutine.status(co))`: "running\nnormal\ndead",
	`print(coroutine.status(coroutine.create(function() end)))`:                                                                 "suspended",
	`print(coroutine.resume(coroutine.create(function(...) return select("#", ...), coroutine.yield() end), 1, 2))`:             "true",
	`local co = coroutine.wrap(function(a) local b = coroutine.yield(a + 1) return b * 2 end) print(co(1), co(5), (pcall(co)))`: "2\t10\tfalse",
	`local co = coroutine.create(function() end) coroutine.resume(co) print(coroutine.resume(co))`:                              "false\tcannot resume dead coroutine",
	`print(pcall(coroutine.wrap(function() error("table: 0x12", 0) end)))`:                                                      "false\ttable",
	`local e = {} print(select(2, pcall(coroutine.wrap(function() error(e) end))) == e)`:                                        "true",
}

// TestResults checks the results of functions that replace functions of gopher-lua.
func TestResults(t *testing.T) {
	for code, want := range resultCases {
		prints(t, code, want)
	}
	for code, want := range map[string]string{
		`join("a", {})`:       "a table value cannot be joined with ..",
		`join({}, "a")`:       "a table value cannot be joined with ..",
		`join(nil, "a")`:      "a nil value cannot be joined with ..",
		`length(nil)`:         "__len undefined",
		`unpack({}, 1, 8001)`: "more than 8000 results",
		`tostring(setmetatable({}, {__tostring = function() return {} end}))`: "__tostring must return a string",
		`tostring()`:                                                 "bad argument #1",
		`("x"):rep(9000):byte(1, 8001)`:                              "more than 8000 results",
		`("x"):rep(1048577)`:                                         "the string would be longer than 1048576 bytes",
		`("xx"):rep(1e9)`:                                            "the string would be longer than 1048576 bytes",
		`join(("x"):rep(1e6), ("x"):rep(1e6))`:                       "the string would be longer than 1048576 bytes",
		`("%s%s"):format(("x"):rep(1e6), ("x"):rep(1e6))`:            "the string would be longer than 1048576 bytes",
		`("%q"):format(("x"):rep(524289))`:                           "the string would be longer than 1048576 bytes",
		`("%s"):rep(2):format(("x"):rep(1048576), "y")`:              "the string would be longer than 1048576 bytes",
		`("%sy"):format(("x"):rep(1048576))`:                         "the string would be longer than 1048576 bytes",
		`table.concat({("x"):rep(1e6), ("x"):rep(1e6)})`:             "the string would be longer than 1048576 bytes",
		`("xx"):gsub("x", ("y"):rep(524289))`:                        "the string would be longer than 1048576 bytes",
		`("x"):gsub("x", ("%0%0"):rep(100000) .. ("y"):rep(900000))`: "the string would be longer than 1048576 bytes",
		`(("x"):rep(1048576)):gsub("^x", "yy")`:                      "the string would be longer than 1048576 bytes",
		`("%y"):format(1)`:                                           "unknown directive %y",
		`("%5"):format(1)`:                                           "unknown directive %5",
		`("%s"):format()`:                                            "bad argument #2",
		`table.concat({1, {}})`:                                      "invalid value (a table) at index 2",
		`table.insert({})`:                                           "wrong number of arguments",
		`table.sort({1, 2}, 5)`:                                      "bad argument #2",
		`math.random(0)`:                                             "there is no whole number from 1 to 0",
		`math.random(2, 1)`:                                          "there is no whole number from 2 to 1",
		`math.random(0, 2^53)`:                                       "there is no whole number from 0 to",
		`math.random(0/0)`:                                           "there is no whole number from",
		`coroutine.yield(1)`:                                         "yield is only possible in a coroutine",
		`coroutine.create(print)`:                                    "a function of the script expected",
		`coroutine.wrap(5)`:                                          "bad argument #1",
		`coroutine.wrap(function() pcall(coroutine.yield) error("no") end)()`:                   "no",
		`coroutine.wrap(function() table.sort({1, 2}, function() coroutine.yield() end) end)()`: "a coroutine cannot yield inside pcall",
		`local function f(n) if n > 0 then coroutine.wrap(f)(n - 1) end end f(50) f(51)`:        "too many nested coroutines",
		`local function f() return 1 + f() end f()`:                                             "stack overflow",
	} {
		fails(t, code, want)
	}
	prints(t, `local function f(n) if n > 0 then coroutine.wrap(f)(n - 1) end end f(50) print("fits")`, "fits")
	prints(t, `print(#join(("x"):rep(1048575), "y"), #("x"):rep(1048576), #("%s"):format(("x"):rep(1048576)))`, "1048576\t1048576\t1048576")
}

// TestChance checks that random numbers depend only on the seed and include both ends of the range.
func TestChance(t *testing.T) {
	draw := func(seed uint64) string {
		got, _, err := try(t, New(Options{Seed: seed}), MaxSteps, `print(math.random(), math.random(1000), math.random(-5, 5))`)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if one, again, two := draw(1), draw(1), draw(2); one != again || one == two {
		t.Errorf("%s, %s, %s", one, again, two)
	}
	prints(t, `local least, most = 9, -9 for i = 1, 200 do local r = math.random(2, 4) least, most = math.min(least, r), math.max(most, r) end
for i = 1, 200 do local r = math.random(3) assert(r >= 1 and r <= 3) end
math.randomseed(4) local a = math.random() math.randomseed(4) print(least, most, a == math.random(), a ~= math.random())`, "2\t4\ttrue\ttrue")
	s := New(Options{Seed: 3})
	first, _, _ := try(t, s, MaxSteps, `print(math.random())`)
	s.Seed(3)
	if again, _, _ := try(t, s, MaxSteps, `print(math.random())`); again != first {
		t.Errorf("the same seed gives %s, then %s", first, again)
	}
}

// TestLongestList checks that a list can have MaxList values, and that the next one is an error.
func TestLongestList(t *testing.T) {
	s := New(Options{})
	list := s.L.NewTable()
	for range MaxList - 1 {
		list.Append(lua.LTrue)
	}
	s.L.SetGlobal("list", list)
	got, _, err := try(t, s, MaxSteps, `table.insert(list, 1) print(length(list), (select(2, pcall(table.insert, list, 2))), select(2, pcall(table.insert, list, 1, 2)))`)
	const full = "a list holds at most 262143 values"
	if err != nil || !strings.HasPrefix(got, "262143\t") || strings.Count(got, full) != 2 {
		t.Errorf("%q, %v", got, err)
	}
	if got, _, err = try(t, s, MaxSteps, `list[length(list) + 1] = 1 print(length(list))`); err == nil || !strings.Contains(err.Error(), full) {
		t.Errorf("%q, %v", got, err)
	}
	prints(t, fmt.Sprintf(`local t = {} t[%d] = 1 print(length(t))`, maxIndex), "0")
}

// TestNames checks that the libraries contain gopher-lua's functions, except the removed ones,
// always in the same order.
func TestNames(t *testing.T) {
	names := func() []string {
		var list []string
		s := New(Options{})
		for _, lib := range libraries {
			table := s.L.G.Global
			if lib.name != "_G" {
				table = s.L.GetGlobal(lib.name).(*lua.LTable)
			}
			for k, v := table.Next(lua.LNil); k != lua.LNil; k, v = table.Next(k) {
				if v == lua.LTrue {
					t.Errorf("%s.%s is a placeholder", lib.name, k)
				}
				list = append(list, lib.name+"."+k.String())
			}
		}
		return list
	}
	first := names()
	if !slices.Equal(first, names()) || len(first) < 60 || !slices.Contains(first, "coroutine.yield") || !slices.Contains(first, "math.fmod") {
		t.Errorf("%v", first)
	}
	for _, name := range removed {
		if slices.Contains(first, "_G."+name) {
			t.Errorf("%s is still there", name)
		}
	}
}
