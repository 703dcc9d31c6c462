package engines

import (
	"testing"

	"boardstudio/ctl"
)

func TestBench(t *testing.T) {
	r := program.Run(t, "", "bench", "--time", "1ms", "--depth", "5", "--nodes", "500")
	r.Want(t, ctl.ExitYes, `gomoku 15x15, a move +\d+ ns, .*connect four, perft 5, 1 processor .* 16807 sequences\n.*record of 500 nodes, show .*record of 500 nodes, save again .*record of 500 nodes, undo, draw the tree +\d+\.\d\d ms, the slowest .*record of 500 nodes, search for a position .* s of processors, [1-9].* places?\n`, ``)
	program.Run(t, "", "bench", "alphabeta", "othello").Want(t, ctl.ExitYes, `othello  52403 positions, \d+\.\d{3} s, \d+\.\d\d million a second\n`, ``)
	program.Run(t, "", "bench", "random").Want(t, ctl.ExitError, ``, `studioctl: the engine "random" has no benchmarks; engines with benchmarks: .*alphabeta.*\n`)
	program.Run(t, "", "bench", "alphabeta", "chess").Want(t, ctl.ExitError, ``, `studioctl: the engine alphabeta has no benchmark "chess"; it has: othello, awale, connect4, gomoku\n`)
	program.Run(t, "", "bench", "--depth", "0").Want(t, ctl.ExitError, ``, `studioctl: a limit must be at least 1\n`)
}
