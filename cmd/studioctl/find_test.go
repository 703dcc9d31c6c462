package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

func TestFind(t *testing.T) {
	file := sample(t)
	dir := filepath.Dir(file)
	run(t, "", "find", "--text", "SECOND", dir).want(t, exitYes, `.*sample\.studio:\t0\tThe start\. Second line\.\n`, "")
	run(t, "", "find", "--text", "trap", "--glyph", "!?", "--bookmark", "--ply", "4-", dir).
		want(t, exitYes, `.*sample\.studio:b2 a1 c3 a3\t4\t.*trap.* · !\?\n`, "")
	run(t, "", "find", "--text", "trap", "--ply", "-3", dir).want(t, exitNo, "", "")
	run(t, "", "find", "--after", "b2 c3", file).want(t, exitYes, `.*:b2 a1\t2\t\n`, "")
	run(t, "", "find", "--game", "tictactoe", "--position", "A.B/.../... A", file).want(t, exitNo, "", "")
	run(t, "", "find", "--position", ".../.A./B.. A", "--count", file).want(t, exitYes, "1\n", "")
	run(t, "", "find", "--pattern", "a1=A b2=A", "--count", file).want(t, exitYes, "2\n", "")
	run(t, "", "find", "--pattern", "a1=A b2=A", "--exact", file).want(t, exitNo, "", "")
	run(t, "", "find", "--pattern", "a1=A b2=A", "--exact", "--exchange", file).want(t, exitNo, "", "")
	run(t, "", "find", "--pattern", "a1=A b2=A", "--exact", "--anywhere", "--anew", file).want(t, exitYes, `.*:b2 a1 c3\t3\tb2 c3\n`, "")
	run(t, "", "find", "--seat", "a", "--ply", "1", file).want(t, exitYes, `.*:b2\t1\t\n`, "")
	run(t, "", "find", "--player", "ann", "--limit", "1", file).want(t, exitYes, `.*:b2\t1\t\n`, "")
	run(t, "", "find", "--broken", file).want(t, exitNo, "", "")

	var got []foundJSON
	run(t, "", "find", "--json", "--pattern", "c3=A", "--exact", "--anew", file).parse(t, &got)
	if len(got) != 1 || got[0].Ply != 3 || len(got[0].Moves) != 3 || got[0].Moves[2] != "c3" || got[0].Cells[0] != "c3" {
		t.Errorf("%+v", got)
	}
	run(t, "", "find", "--json", "--broken", file).want(t, exitNo, `\[\]\n`, "")
}

func TestFindErrors(t *testing.T) {
	file := sample(t)
	dir := filepath.Dir(file)
	bad := filepath.Join(dir, "bad.studio")
	if err := os.WriteFile(bad, []byte("<game-document"), 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, "", "find", "--commented", dir).want(t, exitYes, `.*sample.*\n`, `studioctl: .*bad\.studio.*\n`)
	run(t, "", "find", "--text", "no such text", dir).want(t, exitError, "", `studioctl: .*bad\.studio.*\n`)
	for args, why := range map[string]string{
		"":                   "nothing is asked for: .*",
		"--mark box":         `unknown kind of mark "box".*`,
		"--ply x":            `"x" is not a range of move numbers such as 10-20`,
		"--ply 9-3":          `"9-3" is not a range of move numbers such as 10-20`,
		"--seat 1":           `"1" is not a seat; .*`,
		"--swing -1":         `option --swing: -1 is less than 0`,
		"--pattern z9=A":     `"z9" is not a cell of this board`,
		"--position nothing": `the position cannot be read: .*`,
		"--after b2,b2":      `.*`,
	} {
		list := []string{"find"}
		if args != "" {
			list = append(list, split(args)...)
		}
		run(t, "", append(list, file)...).want(t, exitError, "", "studioctl: "+why+"\n")
	}
	run(t, "", "find", "--text", "x").want(t, exitError, "", "studioctl: PATH is missing\n")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	runIn(t, ctx, "", nil, "find", "--text", "x", dir).want(t, exitInterrupted, "", "studioctl: stopped\n")
}

func split(args string) []string {
	for i := range args {
		if args[i] == ' ' {
			return []string{args[:i], args[i+1:]}
		}
	}
	return []string{args}
}

// TestFindSeat finds the moves of some seats.
func TestFindSeat(t *testing.T) {
	t.Chdir(t.TempDir())
	run(t, "b2\na1\nc3\nc1\n", "play", "-g", "tictactoe", "--save", "game.studio").want(t, exitYes, `.*`, ``)
	for seats, want := range map[string]string{
		"A":  `game\.studio:b2\t1\t.*\ngame\.studio:b2 a1 c3\t3\t.*\n`,
		"b":  `game\.studio:b2 a1\t2\t.*\ngame\.studio:b2 a1 c3 c1\t4\t.*\n`,
		"AB": `(game\.studio:.*\n){4}`,
	} {
		run(t, "", "find", "--seat", seats, "game.studio").want(t, exitYes, want, ``)
	}
	run(t, "", "find", "--seat", "C", "game.studio").want(t, exitNo, ``, ``)
	run(t, "", "find", "--seat", "1", "game.studio").want(t, exitError, ``, `studioctl: "1" is not a seat; .*`)
}
