package engines

import (
	"os"
	"strings"
	"testing"

	"boardstudio/ai/extern"
	"boardstudio/internal/ctl"
	"boardstudio/internal/ctl/ctltest"
)

// TestEngine adds this program as an engine of each protocol, and has it play, be listed, tested and removed.
func TestEngine(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	self := os.Args[0]
	// A program has none of our environment: a shell says that this one is studioctl.
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
	program.Run(t, "", "think", "--game", "tictactoe", "--engine", "external").Want(t, ctl.ExitError, ``, `studioctl: the engine external does not play line: no program that plays it was added\n`)
	program.Run(t, "", "think", "--game", "gomoku", "--engine", "external:fuor").Want(t, ctl.ExitError, ``, `studioctl: there is no engine "fuor", there are discs, four, rows\n`)
	program.Run(t, "", "engine", "list").Want(t, ctl.ExitYes, `discs +nboard .*\nfour +gtp \(line\) .*\nrows +gomocup .*\n`, ``)
	program.Run(t, "", "engine", "test", "discs").Want(t, ctl.ExitYes, `(?s)othello +plays\n.*`, ``)
	program.Run(t, "", "engine", "test", "rosw").Want(t, ctl.ExitError, ``, `studioctl: there is no engine "rosw".*\n`)
	program.Run(t, "", "engine", "fit", "discs", "--games", "2", "--depth", "1").Want(t, ctl.ExitYes, `othello +a score of [\d.e+-]+ makes one of the logistic function, by \d+ positions\n`, ``)
	if l, err := extern.Load(extern.File()); err != nil || len(l.Engines[0].Units) != 1 || l.Engines[0].Units["othello"] <= 0 {
		t.Errorf("%+v, %v", l.Engines, err)
	}
	program.Run(t, "", "engine", "fit", "four", "--games", "1", "--depth", "1").Want(t, ctl.ExitNo, `line +it says nothing of positions\n`, ``)
	program.Run(t, "", "engine", "fit", "discs", "--game", "connect4").Want(t, ctl.ExitError, ``, `studioctl: discs does not play that\n`)
	program.Run(t, "", "engine", "fit", "discs", "--games", "0").Want(t, ctl.ExitError, ``, `studioctl: option --games: 0 is less than 1\n`)
	program.Run(t, "", "engine", "remove", "rows").Want(t, ctl.ExitYes, ``, ``)
	program.Run(t, "", "engine", "remove", "rows").Want(t, ctl.ExitError, ``, `studioctl: there is no engine "rows".*\n`)

	add("bad", "gomocup", []string{"--", "/bin/false"}).Want(t, ctl.ExitError, `gomoku +bad: it ended with exit code 1\n`, `(?s).*studioctl: the program plays no game: bad: it ended with exit code 1\n`)
	add("bad", "gomocup", []string{"--untested", "--", "/bin/false"}).Want(t, ctl.ExitYes, `bad was added: .*\n`, ``)
	add("bad", "uci", []string{"--", "/bin/false"}).Want(t, ctl.ExitError, ``, `studioctl: unknown protocol "uci", it is not one of gomocup, nboard, gtp\n`)
	add("a b", "gtp", []string{"--", "/bin/false"}).Want(t, ctl.ExitError, ``, `studioctl: "a b" cannot be the name of an engine: .*\n`)
	add("x", "gtp", []string{"--option", "row1=left", "--", "/bin/false"}).Want(t, ctl.ExitError, ``, `studioctl: parameter row1: "left" is not one of bottom, top\n`)

	if err := os.WriteFile(os.Getenv("XDG_CONFIG_HOME")+"/boardstudio/engines.json", []byte(`{"version":2}`), 0o600); err != nil {
		t.Fatal(err)
	}
	program.Run(t, "", "engine", "add", "bad", "--protocol", "gtp", "--untested", "--", "/bin/false").Want(t, ctl.ExitError, ``, `studioctl: the list of engines in .* is of a newer studio, and is left as it is\n`)
}
