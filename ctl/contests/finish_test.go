package contests

import (
	"os"
	"strings"
	"testing"
)

// finishScript returns a script whose finish function, called with the result, has the given body on
// line 4.
func finishScript(body string) string {
	return "return {\n  name = \"T\",\n  finish = function(result)\n    " + body + "\n  end,\n  choose = function(pos, moves) return moves[1] end,\n}\n"
}

// TestFinishErrors checks that an error after the end of a game is reported and counted, and does
// not change the result.
func TestFinishErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, body := range map[string]string{"bad": "error('what a pity')", "endless": "while true do end", "fine": "log(result.reason)"} {
		if err := os.WriteFile(name+".lua", []byte(finishScript(body)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	at := `; player [AB], after the game: script bad\.lua, line 4: what a pity\n`
	r := program.Run(t, "", strings.Fields("match -g tictactoe -s A=lua:bad.lua -s B=lua:fine.lua -n 2")...)
	r.Want(t, 0, `game 1: .*`+at+`game 2: .*`+at+`engine +seat +.* errors +errors after the end  rating  95 %\n`+
		`lua:bad\.lua +all +2 +\d +\d +\d +[\d.]+ +0 +2 +[-+~].*\n +A .* 1\n +B .* 1\nlua:fine\.lua +all +2 .* 0 +0 .*\n.*`, `game 1: .*`+at+`game 2: .*`+at)
	var j matchJSON
	r = program.Run(t, "", strings.Fields("match -g tictactoe -s A=lua:endless.lua -s B=random -n 3 --time 50ms --json")...)
	r.Parse(t, &j)
	if j.Engines[0].Total.FinishErrors != 3 || j.Engines[0].Total.Errors != 0 || j.Engines[1].Total.FinishErrors != 0 {
		t.Errorf("%+v", j.Engines)
	}
	for _, g := range j.Games {
		if len(g.FinishErrors) != 1 || !strings.HasSuffix(g.FinishErrors[0], "after the game: script endless.lua, line 4: out of time: its limit is 50ms") || g.Error != "" {
			t.Errorf("%+v", g)
		}
	}
	program.Run(t, "", strings.Fields("tournament -g tictactoe lua:bad.lua lua:fine.lua random -n 2")...).
		Want(t, 0, `.* errors after the end .*lua:bad\.lua +all +4 .* 4 .*`, `(game \d: .*`+at+`){4}`)
	program.Run(t, "", strings.Fields("match -g tictactoe -s A=lua:fine.lua -s B=random -n 1")...).Want(t, 0, `game 1: .*errors  rating  95 %\nlua.*`, ``)

	// the last move of a game in lua run, and a game of play
	almost := []string{"-g", "tictactoe", "--from", ".AA/BB./... A"}
	program.Run(t, "", append([]string{"lua", "run", "bad.lua"}, almost...)...).Want(t, 1, `a1\n`, `bad\.lua:4: what a pity\n`)
	program.Run(t, "", append([]string{"lua", "run", "endless.lua", "--time", "100ms"}, almost...)...).Want(t, 1, `a1\n`, `endless\.lua:4: out of time: its limit is 100ms\n`)
	program.Run(t, "", append([]string{"lua", "run", "fine.lua"}, almost...)...).Want(t, 0, `a1\n`, `row\n`)
	program.Run(t, "", "lua", "run", "bad.lua", "-g", "tictactoe").Want(t, 0, `a1\n`, ``)
	program.Run(t, "", append([]string{"play", "-s", "A=lua:bad.lua"}, almost...)...).Want(t, 0, `.*a row is complete\n`, `studioctl: script bad\.lua, line 4: what a pity\n`)
}
