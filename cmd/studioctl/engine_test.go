package main

import (
	"os"
	"strings"
	"testing"

	"boardstudio/ai/extern"
)

// TestEngine adds this program as an engine of each protocol, and has it play, be listed, tested and removed.
func TestEngine(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	self := os.Args[0]
	// A program has none of our environment: a shell says that this one is studioctl.
	shell := func(protocol ...string) []string {
		return []string{"--memory", "100000000", "--", "/bin/sh", "-c", asProgram + "=1 LC_ALL=C.UTF-8 exec " + self + " engine " + strings.Join(protocol, " ") + ""}
	}
	add := func(name, protocol string, command []string) ran {
		return run(t, "", append([]string{"engine", "add", name, "--protocol", protocol}, command...)...)
	}
	add("rows", "gomocup", shell("gomocup", "--depth", "1")).want(t, exitYes, `(?s)gomoku +plays\n.*renju +plays\nname +Studio .*\nrows was added: play with external:rows\n`, ``)
	add("discs", "nboard", shell("nboard", "--depth", "1")).want(t, exitYes, `(?s)othello +plays\n.*`, ``)
	run(t, "", append([]string{"engine", "add", "four", "--protocol", "gtp", "--game", "connect4"}, shell("gtp", "--game", "connect4", "--depth", "1")...)...).
		want(t, exitYes, `(?s)line +plays\n.*`, ``)
	run(t, "", "think", "--game", "gomoku", "--engine", "external:rows").want(t, exitYes, `(?s)move +h8\n.*`, ``)
	run(t, "", "think", "--game", "othello", "--engine", "external:discs", "--time", "2s", "--lines", "2").want(t, exitYes, `(?s)move .*\n1\. .*\n2\. .*`, ``)
	run(t, "", "think", "--game", "connect4", "--engine", "external:four").want(t, exitYes, `(?s)move .*`, ``)
	run(t, "", "think", "--game", "othello", "--engine", "external:four").want(t, exitError, ``, `studioctl: it was added for another game\n`)
	run(t, "", "think", "--game", "tictactoe", "--engine", "external").want(t, exitError, ``, `studioctl: the engine external does not play line: no program that plays it was added\n`)
	run(t, "", "think", "--game", "gomoku", "--engine", "external:fuor").want(t, exitError, ``, `studioctl: there is no engine "fuor", there are discs, four, rows\n`)
	run(t, "", "engine", "list").want(t, exitYes, `discs +nboard .*\nfour +gtp \(line\) .*\nrows +gomocup .*\n`, ``)
	run(t, "", "engine", "test", "discs").want(t, exitYes, `(?s)othello +plays\n.*`, ``)
	run(t, "", "engine", "test", "rosw").want(t, exitError, ``, `studioctl: there is no engine "rosw".*\n`)
	run(t, "", "engine", "fit", "discs", "--games", "2", "--depth", "1").want(t, exitYes, `othello +a score of [\d.e+-]+ makes one of the logistic function, by \d+ positions\n`, ``)
	if l, err := extern.Load(extern.File()); err != nil || len(l.Engines[0].Units) != 1 || l.Engines[0].Units["othello"] <= 0 {
		t.Errorf("%+v, %v", l.Engines, err)
	}
	run(t, "", "engine", "fit", "four", "--games", "1", "--depth", "1").want(t, exitNo, `line +it says nothing of positions\n`, ``)
	run(t, "", "engine", "fit", "discs", "--game", "connect4").want(t, exitError, ``, `studioctl: discs does not play that\n`)
	run(t, "", "engine", "fit", "discs", "--games", "0").want(t, exitError, ``, `studioctl: option --games: 0 is less than 1\n`)
	run(t, "", "engine", "remove", "rows").want(t, exitYes, ``, ``)
	run(t, "", "engine", "remove", "rows").want(t, exitError, ``, `studioctl: there is no engine "rows".*\n`)

	add("bad", "gomocup", []string{"--", "/bin/false"}).want(t, exitError, `gomoku +bad: it ended with exit code 1\n`, `(?s).*studioctl: the program plays no game: bad: it ended with exit code 1\n`)
	add("bad", "gomocup", []string{"--untested", "--", "/bin/false"}).want(t, exitYes, `bad was added: .*\n`, ``)
	add("bad", "uci", []string{"--", "/bin/false"}).want(t, exitError, ``, `studioctl: unknown protocol "uci", it is not one of gomocup, nboard, gtp\n`)
	add("a b", "gtp", []string{"--", "/bin/false"}).want(t, exitError, ``, `studioctl: "a b" cannot be the name of an engine: .*\n`)
	add("x", "gtp", []string{"--option", "row1=left", "--", "/bin/false"}).want(t, exitError, ``, `studioctl: parameter row1: "left" is not one of bottom, top\n`)

	if err := os.WriteFile(os.Getenv("XDG_CONFIG_HOME")+"/boardstudio/engines.json", []byte(`{"version":2}`), 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, "", "engine", "add", "bad", "--protocol", "gtp", "--untested", "--", "/bin/false").want(t, exitError, ``, `studioctl: the list of engines in .* is of a newer studio, and is left as it is\n`)
}
