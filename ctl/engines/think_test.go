package engines

import (
	"strings"
	"testing"
	"time"

	"boardstudio/ctl"
	"boardstudio/ctl/ctltest"
)

// TestThink checks that a forced win is found and printed.
func TestThink(t *testing.T) {
	r := program.Run(t, "", strings.Fields("think --game tictactoe --engine alphabeta --depth 9")...)
	r.Want(t, ctl.ExitYes, `move   [abc][123]\nscore  draw\nline   .*\ndepth  \d+\nnodes  [1-9]\d*\ntime   \S+s\n`, ``)
	from := strings.SplitN(program.Run(t, "", "moves", "--game", "connect4").Out, "\t", 2)[1]
	from, _, _ = strings.Cut(from, "\n")
	var j thinkJSON
	r = program.Run(t, "", "think", "--game", "connect4", "--from", from, "--depth", "6", "--lines", "2", "--json")
	r.Parse(t, &j)
	if r.Code != ctl.ExitYes || j.Position != from || j.Turn != "B" || j.Engine != "connect4" || len(j.Lines) != 2 ||
		j.Move != j.Lines[0].Moves[0] || j.Lines[0].Score.Value < j.Lines[1].Score.Value || j.Nodes == 0 || j.Seconds <= 0 {
		t.Errorf("exit code %d, %+v", r.Code, j)
	}
}

// TestThinkAtMost checks that a bound on the distance of a win is printed as a bound. The position
// has a win in 7. With few nodes only a win in 9 is found.
func TestThinkAtMost(t *testing.T) {
	think := strings.Fields("think --game connect4 --from ......./......./...B.../...A.../A.AA.../B.BABB.&A --engine alphabeta")
	think[4] = strings.ReplaceAll(think[4], "&", " ")
	program.Run(t, "", append(think, "--nodes", "1000")...).Want(t, ctl.ExitYes, `move   c\nscore  win in at most 9\n.*`, ``)
	program.Run(t, "", append(think, "--nodes", "50000")...).Want(t, ctl.ExitYes, `move   c\nscore  win in 7\n.*`, ``)
	var j thinkJSON
	program.Run(t, "", append(think, "--nodes", "1000", "--json")...).Parse(t, &j)
	if s := j.Lines[0].Score; !s.Proved || s.Value != 1 || s.Plies != 9 || !s.AtMost {
		t.Errorf("%+v", s)
	}
}

func TestThinkLimits(t *testing.T) {
	began := time.Now()
	program.Run(t, "", strings.Fields("think --game gomoku --depth 60 --time 100ms")...).Want(t, ctl.ExitYes, `move .*`, ``)
	if d := time.Since(began); d > 20*time.Second { // a search of that depth takes far longer
		t.Errorf("a limit of 100 ms took %v", d)
	}
	var j thinkJSON
	program.Run(t, "", strings.Fields("think --game gomoku --nodes 20000 --json")...).Parse(t, &j)
	if j.Nodes == 0 || j.Nodes > 200_000 {
		t.Errorf("%d nodes with a limit of 20000", j.Nodes)
	}
}

// TestThinkOver checks the exit code ExitNo for a finished game.
func TestThinkOver(t *testing.T) {
	r := program.Run(t, "", "think", "--game", "othello", "--param", "size=4", "--from", strings.Repeat("X", 16)+" O")
	r.Want(t, ctl.ExitNo, ``, `.*studioctl: Black wins 16-0\n`)
}

// TestReasons checks the reasons given for an engine's move.
func TestReasons(t *testing.T) {
	mate := []string{"think", "-g", "tictactoe", "--from", "AA./BB./... A", "-e", "alphabeta"}
	program.Run(t, "", append(mate, "--reasons")...).Want(t, ctl.ExitYes, `move +c1\nreason +wins: a row is complete\nscore +win in 1\n.*`, ``)
	if r := program.Run(t, "", mate...); strings.Contains(r.Out, "reason") {
		t.Errorf("reasons nobody asked for:\n%s", r.Out)
	}
	program.Run(t, "", append(mate, "--reasons", "--lang", "fr")...).Want(t, ctl.ExitYes, `.*gagne`+"\u00a0"+`: un alignement est complet\n.*`, ``)
	var j thinkJSON
	program.Run(t, "", append(mate, "--reasons", "--json")...).Parse(t, &j)
	if len(j.Reasons) == 0 || j.Reasons[0].Kind != "wins-by" || strings.Join(j.Reasons[0].Cells, " ") != "a1 b1 c1" || j.Reasons[0].Against {
		t.Errorf("%+v", j.Reasons)
	}
	j = thinkJSON{}
	program.Run(t, "", append(mate, "--json")...).Parse(t, &j)
	if j.Reasons != nil {
		t.Errorf("%+v", j.Reasons)
	}
}

// TestThinkFile checks that the engine receives the moves of a record.
func TestThinkFile(t *testing.T) {
	file := ctltest.Sample(t)
	var j thinkJSON
	r := program.Run(t, "", "think", file, "--depth", "5", "--json")
	r.Parse(t, &j)
	if r.Code != ctl.ExitYes || j.Turn != "A" || j.Game.Name != "line" || j.Move != "a2" {
		t.Errorf("%+v", j) // a2 prevents a row of Nought
	}
	program.Run(t, "", "think", file, "--from", "x").Want(t, ctl.ExitError, ``, `studioctl: option --from cannot be used with a file\n`)
}
