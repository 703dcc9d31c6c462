package engines

import (
	"os"
	"strings"
	"testing"

	"boardstudio/ai/extern"
	"boardstudio/ctl"
	"boardstudio/ctl/ctltest"
)

// TestEngine checks that this program can be added as an engine of each protocol, played with,
// listed, tested and removed.
func TestEngine(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	self := os.Args[0]
	// External engines do not inherit our environment, so a shell sets the variable that selects
	// studioctl.
	shell := func(protocol ...string) []string {
		return []string{"--memory", "100000000", "--", "/bin/sh", "-c", ctltest.AsProgram + "=1 LC_ALL=C.UTF-8 exec " + self + " engine " + strings.Join(protocol, " ") + ""}
	}
	add := func(name, protocol string, command []string) ctltest.Ran {
		return program.Run(t, "", append([]string{"engine", "add", name, "--protocol", protocol}, command...)...)
	}
	add("rows", "gomocup", shell("gomocup", "--depth", "1")).Want(t, ctl.ExitYes, `(?s)gomoku +plays\n.*renju +plays\nname +Studio .*\nrows was added: play with external:rows\n`, ``)
	add("discs", "nboard", shell("nboard", "--depth", "1")).Want(t, ctl.ExitYes, `(?s)othello +plays\n.*`, ``)
	program.Run(t, "", append([]string{"engine", "add", "four", "--protocol", "gtp", "--game", "connect4"}, shell("gtp", "--game", "connect4", "--depth", "1")...)...).
		Want(t, ctl.ExitYes, `(?s)line +plays\n.*`, ``)
	program.Run(t, "", "think", "--game", "gomoku", "--engine", "external:rows").Want(t, ctl.ExitYes, `(?s)move +h8\n.*`, ``)
	program.Run(t, "", "think", "--game", "othello", "--engine", "external:discs", "--time", "2s", "--lines", "2").Want(t, ctl.ExitYes, `(?s)move .*\n1\. .*\n2\. .*`, ``)
	program.Run(t, "", "think", "--game", "connect4", "--engine", "external:four").Want(t, ctl.ExitYes, `(?s)move .*`, ``)
	program.Run(t, "", "think", "--game", "othello", "--engine", "external:four").Want(t, ctl.ExitError, ``, `studioctl: it was added for another game\n`)
	program.Run(t, "", "think", "--game", "tictactoe", "--engine", "external").Want(t, ctl.ExitError, ``, `studioctl: the engine external does not play line: no external engine plays this game: add one first\n`)
	program.Run(t, "", "think", "--game", "gomoku", "--engine", "external:fuor").Want(t, ctl.ExitError, ``, `studioctl: there is no engine "fuor"; available engines: discs, four, rows\n`)
	program.Run(t, "", "engine", "list").Want(t, ctl.ExitYes, `discs +nboard .*\nfour +gtp \(line\) .*\nrows +gomocup .*\n`, ``)
	program.Run(t, "", "engine", "test", "discs").Want(t, ctl.ExitYes, `(?s)othello +plays\n.*`, ``)
	program.Run(t, "", "engine", "test", "rosw").Want(t, ctl.ExitError, ``, `studioctl: there is no engine "rosw".*\n`)
	program.Run(t, "", "engine", "fit", "discs", "--games", "2", "--depth", "1").Want(t, ctl.ExitYes, `othello +scale of scores [\d.e+-]+, fitted to \d+ positions\n`, ``)
	if l, err := extern.Load(extern.File()); err != nil || len(l.Engines[0].Units) != 1 || l.Engines[0].Units["othello"] <= 0 {
		t.Errorf("%+v, %v", l.Engines, err)
	}
	program.Run(t, "", "engine", "fit", "four", "--games", "1", "--depth", "1").Want(t, ctl.ExitNo, `line +it does not evaluate positions\n`, ``)
	program.Run(t, "", "engine", "fit", "discs", "--game", "connect4").Want(t, ctl.ExitError, ``, `studioctl: discs does not play this game\n`)
	program.Run(t, "", "engine", "fit", "discs", "--games", "0").Want(t, ctl.ExitError, ``, `studioctl: option --games: 0 is less than 1\n`)
	program.Run(t, "", "engine", "remove", "rows").Want(t, ctl.ExitYes, ``, ``)
	program.Run(t, "", "engine", "remove", "rows").Want(t, ctl.ExitError, ``, `studioctl: there is no engine "rows".*\n`)

	add("bad", "gomocup", []string{"--", "/bin/false"}).Want(t, ctl.ExitError, `gomoku +bad: it ended with exit code 1\n`, `(?s).*studioctl: the program does not play any game: bad: it ended with exit code 1\n`)
	add("bad", "gomocup", []string{"--untested", "--", "/bin/false"}).Want(t, ctl.ExitYes, `bad was added: .*\n`, ``)
	add("bad", "uci", []string{"--", "/bin/false"}).Want(t, ctl.ExitError, ``, `studioctl: unknown protocol "uci"; supported protocols: gomocup, nboard, gtp\n`)
	add("a b", "gtp", []string{"--", "/bin/false"}).Want(t, ctl.ExitError, ``, `studioctl: "a b" cannot be the name of an engine: .*\n`)
	add("x", "gtp", []string{"--option", "row1=left", "--", "/bin/false"}).Want(t, ctl.ExitError, ``, `studioctl: parameter row1: "left" is not one of usual, bottom, top\n`)

	if err := os.WriteFile(os.Getenv("XDG_CONFIG_HOME")+"/boardstudio/engines.json", []byte(`{"version":2}`), 0o600); err != nil {
		t.Fatal(err)
	}
	program.Run(t, "", "engine", "add", "bad", "--protocol", "gtp", "--untested", "--", "/bin/false").Want(t, ctl.ExitError, ``, `studioctl: the list of engines in .* was saved by a newer version of Studio, and is not changed\n`)
}

// TestDamagedList checks that a damaged list is reported and does not stop the program.
func TestDamagedList(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", dir)
	if err := os.Mkdir(dir+"/boardstudio", 0o700); err != nil {
		t.Fatal(err)
	}
	write := func(text string) {
		if err := os.WriteFile(dir+"/boardstudio/engines.json", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("")
	program.Run(t, "", "engine", "list").Want(t, ctl.ExitYes, ``, ``)
	write("{\n\"engines\": [")
	program.Run(t, "", "engine", "list").Want(t, ctl.ExitYes, ``, `studioctl: the list of engines in .*engines.json cannot be read: line 2: .*\n`)
	program.Run(t, "", "engine", "add", "x", "--protocol", "gtp", "--untested", "--folder", "sub", "--", "/bin/false").
		Want(t, ctl.ExitYes, `x was added: .*\n`, `studioctl: the list of engines in .* the old file is now .*engines.json.broken\n`)
	program.Run(t, "", "engine", "list").Want(t, ctl.ExitYes, `x +gtp +/bin/false +writes to /.*/sub\n`, ``)
}
