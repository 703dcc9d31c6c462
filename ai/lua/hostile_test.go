package lua_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/internal/race"
	"boardstudio/rules"
)

// write writes a script to a file named bad.lua and returns its path.
func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bad.lua")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// choosing returns a script whose choose function runs the body, from line 2 on.
func choosing(body string) string {
	return "return { name = 'Bad', choose = function(pos, moves)\ndo " + body + " end\nreturn moves[1] end }"
}

// think asks a script for a move at the start of tic-tac-toe.
func think(t *testing.T, path string, limit time.Duration) (ai.Info, error) {
	t.Helper()
	r := build(t, "tictactoe", nil)
	return player(t, r, path).Think(context.Background(), ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Time: limit}}, nil)
}

// hostile are hostile or faulty scripts. Each must end with an error that names the script, the
// line if known, and the reason.
var hostile = []struct{ name, body, want string }{
	{"endless loop", "while true do end", "line 2: out of time"},
	{"endless for", "for i = 1, math.huge do end", "line 2: out of time"},
	{"endless goto", "::a:: goto a", "line 2: out of time"},
	{"endless repeat in a function", "local function f()\nrepeat until false\nend f()", "line 3: out of time"},
	{"pcall in a loop", "while true do pcall(function() while true do end end) end", "line 2: out of time"},
	{"pcall of itself", "local function f() pcall(f) pcall(f) return f() end f()", "line 2: out of time"},
	{"xpcall with itself", "local function f() xpcall(f, f) end while true do f() end", "line 2: out of time"},
	{"xpcall handler that loops", "xpcall(error, function() while true do end end)", "line 2: out of time"},
	{"deep recursion", "local function f() return 1 + f() end f()", "line 2: too many nested calls"},
	{"tail recursion", "local function f() return f() end f()", "line 2: too many nested calls"},
	{"mutual recursion by index", "local t = {} setmetatable(t, {__index = function(t, k) return t[k .. 'x'] end}) return t.x", "line 2: too many nested calls"},
	{"recursion by gsub", "local function f() return (string.gsub('a', 'a', f)) end f()", "line 2: too many nested calls"},
	{"recursion by sort", "local function f() table.sort({2, 1}, f) end f()", "line 2: too many nested calls"},
	{"index loop", "local a, b = {}, {} setmetatable(a, {__index = b}) setmetatable(b, {__index = a}) return a.x", "line 2: tables refer to each other in a loop"},
	{"string doubling", "local s = 'x' while true do s = s .. s end", "line 2: the string would be longer than"},
	{"string growing", "local s = ('x'):rep(1e6) local t = {} while true do s = s .. 'x' t[#t + 1] = s end", "line 2: out of memory"},
	{"rep bomb", "return ('x'):rep(1e9)", "line 2: the string would be longer than 1048576 bytes"},
	{"greater rep bomb", "return ('x'):rep(1e18)", "line 2: the string would be longer than"},
	{"rep of nothing", "local s = (''):rep(1e18) while true do s = s .. (''):rep(2^62) end", "line 2: out of time"},
	{"optional bomb", "return ('a'):rep(40):find(('a?'):rep(40) .. ('a'):rep(40))", "line 2: matching the pattern takes too many steps"},
	{"star bomb", "return ('a'):rep(5000):find('.*.*.*.*b')", "line 2: matching the pattern takes too many steps"},
	{"minus bomb", "return ('a'):rep(20000):match('.-.-.-b')", "line 2: matching the pattern takes too many steps"},
	{"quadratic pattern", "return ('a'):rep(1e6):find('.-b')", "line 2: matching the pattern takes too many steps"},
	{"balance bomb", "return ('('):rep(1e6):find('%b()')", "line 2: out of time"},
	{"gmatch bomb", "for x in ('a'):rep(1e5):gmatch('.-b') do end", "line 2: matching the pattern takes too many steps"},
	{"deep pattern", "return ('x'):find(('('):rep(4e5) .. (')'):rep(4e5))", "line 2: the pattern is longer than 1000 characters"},
	{"many captures", "return ('x'):find(('()'):rep(400))", "line 2: more than 32 captures in the pattern"},
	{"gsub bomb", "return ('x'):rep(1e5):gsub('x', ('y'):rep(1e5))", "line 2: the string would be longer than"},
	{"gsub amplifying itself", "local s = 'ab' while true do s = s:gsub('.', '%0%0') end", "line 2: "},
	{"gsub with its whole match", "return ('x'):rep(1e5):gsub('.*', ('%0'):rep(1e5))", "line 2: the string would be longer than"},
	{"format bomb", "return ('%99s'):rep(1e4):format(unpack({}, 1, 5e3))", "line 2: "},
	{"format width", "return ('%999999d'):format(1)", "line 2: format got a wrong value"},
	{"format showing the machine", "return ('%#v'):format(pos)", "line 2: format got a wrong value"},
	{"format showing an address", "return ('%p'):format(pos)", "line 2: format got a wrong value"},
	{"concat bomb", "local t = {} for i = 1, 2000 do t[i] = 'x' end return table.concat(t, ('x'):rep(5e5))", "line 2: the string would be longer than"},
	{"concat over a range", "return table.concat(setmetatable({}, {__index = function() return 'x' end}), '', 1, 1e15)", "line 2: invalid value (a nil) at index 1"},
	{"table bomb", "local t, row = {}, {} for i = 1, 1000 do row[i] = i end while true do t = {t, unpack(row)} end", "line 2: out of memory"},
	{"far index", "local t = {} for i = 1, 1e9 do t[i] = {} t[i][2e5] = 1 end", "line 2: out of "},
	{"farther index", "local t = {} t[67108862] = 1 table.insert(t, 67108860, 1) for i = 1, 1e9 do t[i * 1e6] = {1} end", "line 2: out of "},
	{"closure bomb", "local f while true do local g = f f = function() return g end end", "line 2: out of "},
	{"many results", "return unpack({}, 1, 1e8)", "line 2: more than 8000 results"},
	{"many results from afar", "return unpack({}, -2^62, 2^62)", "line 2: more than 8000 results"},
	{"many bytes", "return ('x'):rep(1e6):byte(1, -1)", "line 2: more than 8000 results"},
	{"results added up", "local function f(...) return f(1, 2, 3, 4, 5, 6, 7, 8, ...) end f()", "line 2: "},
	{"varargs doubled", "local t = {unpack({}, 1, 8000)} local function f(n, ...) if n > 0 then return f(n - 1, unpack({}, 1, 7000)) end end while true do f(10) end", "line 2: too many nested calls"},
	{"sort that lies", "local t = {} for i = 1, 1e5 do t[i] = i end while true do table.sort(t, function() return true end) end", "line 2: out of time"},
	{"long sort", "local t = {} for i = 1, 2e5 do t[i] = -i end while true do table.sort(t) end", "line 2: out of time"},
	{"print flood", "while true do print(('x'):rep(1000)) end", "line 2: out of time"},
	{"playing for ever", "while true do pos:play(moves[1]) end", "line 2: out of time"},
	{"positions kept", "local t, n = {}, 0 while true do n = n + 1 t[n] = pos:play(moves[1]):moves() end", "line 2: out of "},
	{"coroutines inside each other", "local function f() coroutine.wrap(f)() end f()", "line 2: too many nested coroutines"},
	{"coroutines that resume each other", "local function f() while true do coroutine.resume(coroutine.create(f)) end end f()", "line 2: out of time"},
	{"coroutines kept", "local t = {} while true do t[#t + 1] = coroutine.create(function() coroutine.yield() end) coroutine.resume(t[#t]) end", "line 2: out of memory"},
	{"coroutines dropped", "while true do coroutine.wrap(function() coroutine.yield() end)() end", "line 2: out of time"},
	{"a loop in a coroutine", "coroutine.wrap(function() pcall(function() while true do end end) end)()", "line 2: out of time"},
	{"a yield out of choose", "coroutine.yield(moves[1])", "line 2: yield is only possible in a coroutine"},
	{"a yield in a sort", "coroutine.wrap(function() table.sort({2, 1}, coroutine.yield) end)()", "line 2: a coroutine cannot yield inside"},
	{"a yield in a callback of the host", "coroutine.wrap(function() search.alphabeta(pos, 2, coroutine.yield) end)()", "line 2: a coroutine cannot yield inside"},
	{"a coroutine that resumes itself", "local f f = coroutine.wrap(function() f() end) f()", "line 2: cannot resume running coroutine"},
	{"os", "os.exit(0)", "line 2: cannot read field \"exit\" of a nil value: is the name before it misspelt?"},
	{"io", "io.open('/etc/passwd')", "line 2: cannot read field \"open\" of a nil value: is the name before it misspelt?"},
	{"debug", "debug.traceback()", "of a nil value"},
	{"channel", "channel.make()", "of a nil value"},
	{"package", "package.loadlib()", "of a nil value"},
	{"require", "require 'os'", "line 2: \"require\" is not a function: is its name misspelt?"},
	{"dump", "string.dump(print)", "line 2: \"string.dump\" is not a function: is its name misspelt?"},
	{"an error", "error('so\\nwhat\\27[31m')", "line 2: so what?[31m"},
	{"an error without a place", "error('so what', 0)", "bad.lua, line 2: so what"},
	{"an error that lies about its place", "error('bad.lua:99999999999999999999: so', 0)", "so"},
	{"an error of a line after the last", "error('bad.lua:2147483648: hi', 0)", "line 2: bad.lua:2147483648: hi"},
	{"an error of line 0", "error('bad.lua:0: hi', 0)", "line 2: bad.lua:0: hi"},
	{"an error of a line before the first", "error('bad.lua:-1: hi', 0)", "line 2: bad.lua:-1: hi"},
	{"an error of another line", "error('bad.lua:3: hi', 0)", "line 3: hi"},
	{"a table as error", "error({})", "it ended with the error value (table)"},
	{"an error that shows itself for ever", "error(setmetatable({}, {__tostring = function() while true do end end}))", "it ended with the error value (table)"},
	{"tostring for ever", "tostring(setmetatable({}, {__tostring = function(t) return tostring(t) end}))", "line 2: too many nested calls"},
	{"a call on nil", "local x\nx()", "line 3: \"x\" is not a function: is its name misspelt?"},
	{"an illegal play", "pos:play('z9')", "line 2: there is no move \"z9\" in this game"},
	{"a dot for a colon", "pos.turn()", "line 2: this is not a position: a method is called with a colon"},
	{"a method of something else", "pos.turn(print)", "line 2: this is not a position"},
	{"a cell that is none", "pos:at('q77')", `"q77" is not a cell of the board`},
	{"a seat that is none", "pos:score(3)", "is not a player: players are numbered from 1"},
	{"methods changed", "getmetatable(pos).__index = nil", "line 2: "},
	{"metatable changed", "setmetatable(pos, {})", "line 2: this metatable cannot be changed"},
	{"an answer that is nil", "if pos then return nil end", "line 1: choose returned nil, which is not a move"},
	{"a number for an answer", "if pos then return 42 end", "line 1: choose returned 42, which is not a move"},
	{
		"a cyclic table for an answer", "local t = {} t.t = t setmetatable(t, {__index = t, __tostring = function() while true do end end}) if t then return t end",
		"line 1: choose returned (table), which is not a move",
	},
	{"an illegal answer", "if pos then return 'z9' end", `line 1: choose returned "z9", which is not a legal move`},
	{"giving up", "if pos then return 'resign' end", `line 1: choose returned "resign", which is not a legal move`},
	{"a long answer", "if pos then return ('\\27x'):rep(1e5) end", `which is not a legal move`},
	{"random of nothing", "math.random(0)", "line 2: there is no whole number from 1 to 0"},
	{"random of no number", "math.random(0/0)", "there is no whole number from 1 to NaN"},
	{"a table with a nil key", "local t = {} t[nil] = 1", "line 2: "},
}

// placed matches the line in a message, which is unknown for a script whose process was killed.
var placed = regexp.MustCompile("line [0-9]+: ")

func TestHostile(t *testing.T) {
	race.Skip(t)
	for i, x := range hostile {
		if testing.Short() && i%3 != 0 {
			continue
		}
		t.Run(x.name, func(t *testing.T) {
			begun := time.Now()
			limit := 500 * time.Millisecond        // enough to start on any machine
			if !strings.Contains(x.want, "time") { // reached earlier, but not soon on every machine
				limit = 2 * time.Minute
			}
			_, err := think(t, write(t, choosing(x.body)), limit)
			took := time.Since(begun)
			want := x.want
			if took > limit+killAfter {
				want = placed.ReplaceAllString(want, "")
			}
			switch {
			case err == nil:
				t.Error("no error")
			case !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "script bad.lua") || strings.ContainsAny(err.Error(), "\n\x1b") || len(err.Error()) > 500:
				t.Errorf("%v\nwant %s", err, x.want)
			}
			if took > limit+10*time.Second { // a stuck script, not a slow machine
				t.Errorf("took %v", took)
			}
			if os.Getenv("LUA_TIMES") != "" {
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				fmt.Printf("%-40s %8v  sys %4d MB  %v\n", x.name, took.Round(time.Millisecond), m.Sys>>20, err)
			}
		})
	}
}

// TestBadTexts checks texts that are not scripts, or not scripts for Studio.
func TestBadTexts(t *testing.T) {
	for _, x := range []struct{ name, text, want string }{
		{"syntax", "return {\n name = 'x',\n choose = = 1 }", `^script bad.lua, line 3: syntax error near "="$`},
		{"an early end", "return {", "^script bad.lua, line 1: the script ends too early: perhaps .{. of line 1 has no .}.$"},
		{"nothing", "", "^script bad.lua: the script must return a table with a function choose, evaluate or order, or with commands$"},
		{"a number", "return 1", "^script bad.lua, line 1: the script must return a table with a function choose, evaluate or order, or with commands$"},
		{"no choose", "return {name = 'x'}", "^script bad.lua, line 1: the script must return a table with a function choose, evaluate or order, or with commands$"},
		{"choose of the machine", "return {name = 'x', choose = print}", "choose is not a function of the script$"},
		{"no name", "return {choose = function() end}", "^script bad.lua, line 1: the table that the script returns has no name$"},
		{"games that are no list", "return {name = 'x', games = 'line', choose = function() end}", "^script bad.lua, line 1: games is not a list of names$"},
		{"games of numbers", "return {name = 'x', games = {1}, choose = function() end}", "^script bad.lua, line 1: games is not a list of names$"},
		{"other games", "return {name = 'x', games = {'othello', 'awale'}, choose = function() end}", "^script bad.lua: the script does not play tictactoe$"},
		{"a loop outside", "x = 1\nwhile true do end", "^script bad.lua(, line 2)?: out of time: its limit is (2s|100ms)$"},
		{"an error outside", "\n\nfoo.bar = 1", "^script bad.lua, line 3: cannot read field \"bar\" of a nil value"},
		{"a trap in the table", "return setmetatable({}, {__index = function() while true do end end})", "must return a table with a function choose, evaluate or order, or with commands$"},
		{"bytecode", "\x1bLua\x51\x00", "^script bad.lua"},
		{"too long", strings.Repeat("--\n", 100000), "^script bad.lua: it is longer than 256 KB$"},
		{"long chain", "return a" + strings.Repeat(".b", 120000), "^script bad.lua, line 1: the code is nested too deeply$"},
		{"many nested calls", "return a" + strings.Repeat("()", 120000), "nested too deeply$"},
		{"deep tables", "return " + strings.Repeat("{", 120000) + strings.Repeat("}", 120000), "^script bad.lua.*"},
		{"many not", "return " + strings.Repeat("not ", 60000) + "1", "nested too deeply$"},
		{"many minus", "return " + strings.Repeat("- ", 120000) + "1", "nested too deeply$"},
		{"many do", strings.Repeat("do ", 36000) + strings.Repeat("end ", 36000), "nested too deeply$"},
		{"many elseif", "if a then " + strings.Repeat("elseif a then ", 18000) + "end", "nested too deeply$"},
		{"many constants", "local t = {}\n" + constants(20000), "^script bad.lua, line [0-9]+: the code has more than 10000 different names, strings and numbers$"},
		{"many locals", strings.Repeat("local a ", 300), "^script bad.lua"},
	} {
		t.Run(x.name, func(t *testing.T) {
			begun := time.Now()
			limit := 20 * time.Second
			if strings.Contains(x.want, "time") {
				limit = 100 * time.Millisecond
			}
			r := build(t, "tictactoe", nil)
			e, err := newEngine(r, write(t, x.text))
			if err == nil {
				_, err = e.Think(context.Background(), ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Time: limit}}, nil)
				ai.Close(e) // waits for the process, which would disturb the tests that count processes
			}
			if err == nil || !regexp.MustCompile(x.want).MatchString(err.Error()) || len(err.Error()) > 500 {
				t.Errorf("%v\nwant %s", err, x.want)
			}
			if took := time.Since(begun); took > 30*time.Second {
				t.Errorf("took %v", took)
			} else if os.Getenv("LUA_TIMES") != "" {
				fmt.Printf("%-40s %8v %v\n", x.name, took.Round(time.Millisecond), err)
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

func newEngine(r rules.Rules, path string) (ai.Engine, error) {
	return kind.New(r, rules.Params{"file": path})
}
