package engines

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/ctl"
	"boardstudio/ctl/ctltest"
)

func TestLua(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	file := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file("first.lua", ctltest.Choosing("log('from', #moves) return moves[1]"))
	file("ignoring.lua", "return { name = \"T\", choose = function(pos, moves)\n  local me = pos:turn(1)\n  return moves[me] end }\n")
	file("syntax.lua", ctltest.Choosing("if true the return moves[1]"))
	file("nothing.lua", "return {\n  name = \"T\",\n}\n")
	file("range.lua", "return {\n  name = \"T\",\n  options = {\n    { name = \"depth\", type = \"number\", min = 1, max = 5, default = 9 },\n  },\n  order = function(pos, moves) return moves end,\n}\n")
	file("options.lua", "return {\n  name = \"T\",\n  options = { { name = \"nth\", title = \"Which\", type = \"number\", min = 1, max = 5, default = 2 } },\n  choose = function(pos, moves) return moves[options.nth] end,\n}\n")
	file("wrong.lua", ctltest.Choosing("local function f(t) return t.a.b end\n    return f {}"))
	file("endless.lua", ctltest.Choosing("while true do end"))
	file("illegal.lua", ctltest.Choosing("return 'zz'"))
	file("othello.lua", "return { name = \"T\", games = { \"othello\" }, evaluate = function(pos) return #pos:moves() end }")
	file("four.lua", ctltest.Choosing("return moves[pos:players()]"))
	for _, x := range []struct {
		args     []string
		code     int
		out, err string
	}{
		{[]string{"check", "first.lua"}, 0, `first\.lua: T\n  games +all games\n  functions +choose\n`, ""},
		{[]string{"check", "options.lua"}, 0, `options\.lua: T\n  games +all games\n  functions +choose\n  option +nth=2 +Which +1-5\n`, ""},
		{[]string{"check", "ignoring.lua"}, 0, `ignoring\.lua: T\n.*`, `ignoring\.lua:2: warning: pos:turn ignores its arguments\n`},
		{[]string{"check", "missing.lua"}, 1, "", `missing\.lua: it cannot be read: there is no such file or folder\n`},
		{[]string{"check", "."}, 1, "", `\.: it cannot be read: it is a folder\n`},
		{[]string{"check", "syntax.lua"}, 1, "", `syntax\.lua:4: syntax error near "the".*\n`},
		{[]string{"check", "nothing.lua"}, 1, "", `nothing\.lua:1: the script must return a table with a function choose, evaluate or order, or with commands\n`},
		{[]string{"check", "range.lua"}, 1, "", `range\.lua:4: option "depth": its default is not a whole number from 1 to 5\n`},
		{[]string{"check"}, 2, "", `studioctl: FILE is missing\n.*`},
		{[]string{"run", "-g", "tictactoe"}, 2, "", `studioctl: FILE is missing\n.*`},
		{[]string{"run", "first.lua", "-g", "tictactoe"}, 0, `a1\n`, `from 9\n`},
		{[]string{"run", "first.lua", "-g", "awale"}, 0, `A\n`, `from 6\n`},
		{[]string{"run", "first.lua", "-g", "tictactoe", "--from", "ZZ"}, 2, "", `studioctl: the position cannot be read: .*`},
		{[]string{"run", "first.lua", "-g", "tictactoe", "--from", "AB./.../... A"}, 0, `c1\n`, `from 7\n`},
		{[]string{"run", "first.lua", "-g", "tictactoe", "--from", "AAA/BB./... B"}, 1, "", `.*\n`},
		{[]string{"run", "four.lua", "-g", "tictactoe", "-p", "players=4", "-p", "rows=5", "-p", "cols=5"}, 0, `d1\n`, ``},
		{[]string{"run", "options.lua", "-g", "tictactoe"}, 0, `b1\n`, ``},
		{[]string{"run", "options.lua", "-g", "tictactoe", "-o", "nth=3"}, 0, `c1\n`, ``},
		{[]string{"run", "options.lua", "-g", "tictactoe", "-o", "nth=9"}, 1, "", `options\.lua: .*"9" is not a whole number from 1 to 5\n`},
		{[]string{"run", "first.lua", "-g", "tictactoe", "-o", "depth=3"}, 1, "", `first\.lua: the script has no option "depth"\n`},
		{[]string{"run", "wrong.lua", "-g", "tictactoe"}, 1, "", `wrong\.lua:4: cannot read field "b" of a nil value.*\n`},
		{[]string{"run", "endless.lua", "-g", "tictactoe", "--time", "100ms"}, 1, "", `endless\.lua:4: out of time: its limit is 100ms\n`},
		{[]string{"run", "illegal.lua", "-g", "tictactoe"}, 1, "", `illegal\.lua:3: choose returned "zz", which is not a legal move\n`},
		{[]string{"run", "othello.lua", "-g", "tictactoe"}, 1, "", `othello\.lua: the script does not play tictactoe\n`},
		{[]string{"run", "othello.lua", "-g", "othello6", "--depth", "1"}, 0, `[a-f][1-6]\n`, ``},
		{[]string{"run", "first.lua"}, 2, "", `studioctl: option --game is missing.*`},
		{[]string{"run", "first.lua", "-g", "chess"}, 2, "", `studioctl: unknown game "chess".*`},
		{[]string{"bench", "first.lua", "-g", "connect4", "--time", "20ms"}, 0, `moves +\d+, \d+ a second, the longest took .*\npositions +.*\nmemory +[\d.]+ MB\n`, ""},
		{[]string{"bench", "illegal.lua", "-g", "connect4", "--time", "20ms"}, 1, "", `illegal\.lua:3: choose returned "zz".*\n`},
		{[]string{"reference", "play"}, 0, `pos:play\(move\) → position\n\nReturns the position after a move.*Cost: a copy of the board.*print\(after:at\("b2"\)\).*`, ""},
		{[]string{"reference", "plya"}, 2, "", `studioctl: there is no function "plya".*`},
	} {
		t.Run(strings.Join(x.args, " "), func(t *testing.T) {
			program.Run(t, "", append([]string{"lua"}, x.args...)...).Want(t, x.code, x.out, x.err)
		})
	}
	fr := func(args ...string) ctltest.Ran {
		return program.RunIn(t, context.Background(), "", map[string]string{"LANG": "fr_FR.UTF-8"}, append([]string{"lua"}, args...)...)
	}
	fr("check", "nothing.lua").Want(t, 1, "", `nothing\.lua:1: le script doit renvoyer une table avec une fonction choose, evaluate ou order, ou avec commands\n`)
	fr("run", "endless.lua", "-g", "tictactoe", "--time", "100ms").Want(t, 1, "", `endless\.lua:4: temps écoulé : sa limite est 100ms\n`)
	fr("reference", "play").Want(t, 0, `pos:play\(move\) → position\n\nRenvoie la position après un coup.*Coût.: une copie du plateau.*`, "")

	// Scripts play in a match. A script that fails loses, and its line is reported.
	program.Run(t, "", "match", "-g", "tictactoe", "-s", "A=lua:first.lua", "-s", "B=lua:options.lua?nth=1", "-n", "2", "-v").Want(t, 0, `.*`, `.*`)
	r := program.Run(t, "", "match", "-g", "tictactoe", "-s", "A=lua:wrong.lua", "-s", "B=random", "-n", "2", "-v")
	r.Want(t, 0, `.*lua:wrong\.lua +all +2 +0 +0 +2 +0 +2 .*`, `.*wrong\.lua, line 4: cannot read field "b".*`)
}

func TestLuaCommand(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"mark.lua": ctltest.Marking, "game.txt": "[Variant \"tictactoe\"]\n\n1. b2 a1 c3\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	do := func(line string) ctltest.Ran { return program.Run(t, "", strings.Fields("lua command "+line)...) }
	do("mark.lua").Want(t, ctl.ExitYes, `mark  Mark all moves\nhalf  half\nask   ask\n`, ``)
	do("mark.lua mark game.txt --out out.studio").Want(t, ctl.ExitYes, ``, `4\n`)
	wrote, err := os.ReadFile("out.studio")
	if err != nil || strings.Count(string(wrote), `<mark kind="circle"`) != 3 || !strings.Contains(string(wrote), `c3 <comment>here</comment>`) {
		t.Fatalf("%s, %v", wrote, err)
	}
	do("mark.lua half game.txt --out out.studio").Want(t, ctl.ExitNo, ``, `mark\.lua:13: no more\n`)
	do("mark.lua half game.txt --out new.studio").Want(t, ctl.ExitNo, ``, `mark\.lua:13: no more\n`)
	if again, err := os.ReadFile("out.studio"); err != nil || string(again) != string(wrote) {
		t.Error("a command that fails has written its file")
	}
	if _, err := os.Stat("new.studio"); err == nil {
		t.Error("a command that fails has made a file")
	}
	do("mark.lua ask game.txt --out out.studio").Want(t, ctl.ExitNo, ``, `true\nmark\.lua:17: scripts cannot use the engine lua: it is not built in\n`)
	do("mark.lua none game.txt --out out.studio").Want(t, ctl.ExitNo, ``, `mark\.lua: the script has no command "none"\n`)
	do("mark.lua mark").Want(t, ctl.ExitError, ``, `studioctl: DOCUMENT is missing\n`)
	do("mark.lua mark game.txt").Want(t, ctl.ExitError, ``, `studioctl: option --out is missing\n`)
}
