package records

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"boardstudio/ctl"
	"boardstudio/ctl/ctltest"
)

func TestFind(t *testing.T) {
	file := ctltest.Sample(t)
	dir := filepath.Dir(file)
	program.Run(t, "", "find", "--text", "SECOND", dir).Want(t, ctl.ExitYes, `.*sample\.studio:\t0\tThe start\. Second line\.\n`, "")
	program.Run(t, "", "find", "--text", "trap", "--glyph", "!?", "--bookmark", "--ply", "4-", dir).
		Want(t, ctl.ExitYes, `.*sample\.studio:b2 a1 c3 a3\t4\t.*trap.* · !\?\n`, "")
	program.Run(t, "", "find", "--text", "trap", "--ply", "-3", dir).Want(t, ctl.ExitNo, "", "")
	program.Run(t, "", "find", "--after", "b2 c3", file).Want(t, ctl.ExitYes, `.*:b2 a1\t2\t\n`, "")
	program.Run(t, "", "find", "--game", "tictactoe", "--position", "A.B/.../... A", file).Want(t, ctl.ExitNo, "", "")
	program.Run(t, "", "find", "--position", ".../.A./B.. A", "--count", file).Want(t, ctl.ExitYes, "1\n", "")
	program.Run(t, "", "find", "--pattern", "a1=A b2=A", "--count", file).Want(t, ctl.ExitYes, "2\n", "")
	program.Run(t, "", "find", "--pattern", "a1=A b2=A", "--exact", file).Want(t, ctl.ExitNo, "", "")
	program.Run(t, "", "find", "--pattern", "a1=A b2=A", "--exact", "--exchange", file).Want(t, ctl.ExitNo, "", "")
	program.Run(t, "", "find", "--pattern", "a1=A b2=A", "--exact", "--anywhere", "--anew", file).Want(t, ctl.ExitYes, `.*:b2 a1 c3\t3\tb2 c3\n`, "")
	program.Run(t, "", "find", "--seat", "a", "--ply", "1", file).Want(t, ctl.ExitYes, `.*:b2\t1\t\n`, "")
	program.Run(t, "", "find", "--player", "ann", "--limit", "1", file).Want(t, ctl.ExitYes, `.*:b2\t1\t\n`, "")
	program.Run(t, "", "find", "--broken", file).Want(t, ctl.ExitNo, "", "")

	var got []foundJSON
	program.Run(t, "", "find", "--json", "--pattern", "c3=A", "--exact", "--anew", file).Parse(t, &got)
	if len(got) != 1 || got[0].Ply != 3 || len(got[0].Moves) != 3 || got[0].Moves[2] != "c3" || got[0].Cells[0] != "c3" {
		t.Errorf("%+v", got)
	}
	program.Run(t, "", "find", "--json", "--broken", file).Want(t, ctl.ExitNo, `\[\]\n`, "")
}

func TestFindErrors(t *testing.T) {
	file := ctltest.Sample(t)
	dir := filepath.Dir(file)
	bad := filepath.Join(dir, "bad.studio")
	if err := os.WriteFile(bad, []byte("<game-document"), 0o600); err != nil {
		t.Fatal(err)
	}
	program.Run(t, "", "find", "--commented", dir).Want(t, ctl.ExitError, `.*sample.*\n`, `studioctl: .*bad\.studio.*\n`)
	program.Run(t, "", "find", "--text", "no such text", dir).Want(t, ctl.ExitError, "", `studioctl: .*bad\.studio.*\n`)
	for args, why := range map[string]string{
		"":                   "no search condition: .*",
		"--mark box":         `unknown kind of mark "box".*`,
		"--ply x":            `"x" is not a range of move numbers such as 10-20`,
		"--ply 9-3":          `"9-3" is not a range of move numbers such as 10-20`,
		"--seat 1":           `"1" is not a seat; .*`,
		"--swing -1":         `option --swing: -1 is less than 0`,
		"--pattern z9=A":     `"z9" is not a cell of this board`,
		"--position nothing": `the position cannot be read: .*`,
		"--after b2,b2":      `.*`,
	} {
		t.Run("find "+args, func(t *testing.T) {
			list := []string{"find"}
			if args != "" {
				list = append(list, split(args)...)
			}
			program.Run(t, "", append(list, file)...).Want(t, ctl.ExitError, "", "studioctl: "+why+"\n")
		})
	}
	program.Run(t, "", "find", "--text", "x").Want(t, ctl.ExitError, "", "studioctl: PATH is missing\n")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	program.RunIn(t, ctx, "", nil, "find", "--text", "x", dir).Want(t, ctl.ExitInterrupted, "", "studioctl: stopped\n")
}

func split(args string) []string {
	for i := range args {
		if args[i] == ' ' {
			return []string{args[:i], args[i+1:]}
		}
	}
	return []string{args}
}

// TestFindSeat checks the search for the moves of some seats.
func TestFindSeat(t *testing.T) {
	t.Chdir(t.TempDir())
	program.Run(t, "b2\na1\nc3\nc1\n", "play", "-g", "tictactoe", "--save", "game.studio").Want(t, ctl.ExitYes, `.*`, ``)
	for seats, want := range map[string]string{
		"A":  `game\.studio:b2\t1\t.*\ngame\.studio:b2 a1 c3\t3\t.*\n`,
		"b":  `game\.studio:b2 a1\t2\t.*\ngame\.studio:b2 a1 c3 c1\t4\t.*\n`,
		"AB": `(game\.studio:.*\n){4}`,
	} {
		program.Run(t, "", "find", "--seat", seats, "game.studio").Want(t, ctl.ExitYes, want, ``)
	}
	program.Run(t, "", "find", "--seat", "C", "game.studio").Want(t, ctl.ExitNo, ``, ``)
	program.Run(t, "", "find", "--seat", "1", "game.studio").Want(t, ctl.ExitError, ``, `studioctl: "1" is not a seat; .*`)
}
