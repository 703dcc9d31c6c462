package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// TestOverlay shows overlays in the terminal and in pictures.
func TestOverlay(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, moves := range map[string]string{"t.txt": "a1 b2 a2", "o.txt": "f5 d6", "a.txt": "F f"} {
		if err := os.WriteFile(name, []byte(moves), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run(t, "", strings.Fields("show t.txt -g tictactoe --overlay threats --overlay legal")...).
		want(t, exitYes, `.*\nThreats\n.*  a3  Cross: completes a row\n.*\nLegal moves\n  b1 c1 c2 a3 b3 c3  a legal move\n`, ``)
	run(t, "", strings.Fields("show t.txt -g tictactoe --lang fr --overlay legal")...).want(t, exitYes, `.*Coups légaux\n.*  un coup légal\n`, ``)
	run(t, "", strings.Fields("show o.txt -g othello --overlay flips=c3 --overlay stable")...).
		want(t, exitYes, `.*Discs turned over\n  c3  Black: turns 1 disc over\n  d4  Black: is turned over\n\nStable discs\n  nothing\n`, ``)
	run(t, "", strings.Fields("show t.txt -g tictactoe --overlay threat")...).
		want(t, exitError, `.*`, `studioctl: this game has no overlay "threat", it has: legal, threats; did you mean threats\?\n`)
	run(t, "", strings.Fields("show o.txt -g othello --overlay flips=z9")...).want(t, exitError, `.*`, `studioctl: "z9" is not a cell of the board\n`)

	var pictures [2][]byte
	for i, args := range [2]string{"", " --overlay ends --overlay threatened --overlay uncovered"} {
		run(t, "", strings.Fields("picture a.txt -g awale --replace --out a.svg"+args)...).want(t, exitYes, ``, ``)
		text, err := os.ReadFile("a.svg")
		if err != nil {
			t.Fatal(err)
		}
		pictures[i] = text
	}
	plain, over := pictures[0], pictures[1]
	if bytes.Equal(plain, over) || !bytes.Contains(over, []byte(">E</text>")) {
		t.Error("the overlay is not in the picture")
	}
}

// TestReasons has an engine's move explained.
func TestReasons(t *testing.T) {
	mate := []string{"think", "-g", "tictactoe", "--from", "AA./BB./... A", "-e", "alphabeta"}
	run(t, "", append(mate, "--reasons")...).want(t, exitYes, `move +c1\nreason +wins: a row is complete\nscore +win in 1\n.*`, ``)
	if r := run(t, "", mate...); strings.Contains(r.out, "reason") {
		t.Errorf("reasons nobody asked for:\n%s", r.out)
	}
	run(t, "", append(mate, "--reasons", "--lang", "fr")...).want(t, exitYes, `.*gagne`+"\u00a0"+`: un alignement est complet\n.*`, ``)
	var j thinkJSON
	run(t, "", append(mate, "--reasons", "--json")...).parse(t, &j)
	if len(j.Reasons) == 0 || j.Reasons[0].Kind != "wins-by" || strings.Join(j.Reasons[0].Cells, " ") != "a1 b1 c1" || j.Reasons[0].Against {
		t.Errorf("%+v", j.Reasons)
	}
	j = thinkJSON{}
	run(t, "", append(mate, "--json")...).parse(t, &j)
	if j.Reasons != nil {
		t.Errorf("%+v", j.Reasons)
	}
}
