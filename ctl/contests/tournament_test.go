package contests

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"boardstudio"
	aiall "boardstudio/ai/all"
	"boardstudio/ctl"
	"boardstudio/ctl/ctltest"
	"boardstudio/tournament"
)

// TestTournament checks that every pair plays the same number of games, and that the tables match
// the games.
func TestTournament(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("first.lua", []byte(ctltest.Choosing("return moves[1]")), 0o600); err != nil {
		t.Fatal(err)
	}
	var j matchJSON
	args := strings.Fields("tournament --game tictactoe random alphabeta lua:first.lua random --games 4 --depth 4 --seed 3 --opening 1")
	first := program.Run(t, "", append(args, "--json")...)
	first.Parse(t, &j)
	if first.Code != ctl.ExitYes || len(j.Games) != 6*4 || len(j.Engines) != 4 {
		t.Fatalf("exit code %d, %d games of %d engines", first.Code, len(j.Games), len(j.Engines))
	}
	var played [4][4]int
	var got [4][4]float64
	for _, x := range j.Games {
		a, b := x.Seats[0], x.Seats[1]
		played[a][b]++
		switch {
		case len(x.Winners) == 0 || len(x.Winners) == 2:
			got[a][b] += 0.5
			got[b][a] += 0.5
		case x.Winners[0] == "A":
			got[a][b]++
		default:
			got[b][a]++
		}
	}
	for i, e := range j.Engines {
		sum := 0.0
		for k := range j.Engines {
			if i != k && played[i][k] != 2 {
				t.Errorf("%d has sat before %d in %d games", i, k, played[i][k])
			}
			if e.Against[k] != got[i][k] {
				t.Errorf("%d has %v points against %d, want %v", i, e.Against[k], k, got[i][k])
			}
			sum += got[i][k]
		}
		if e.Total.Games != 12 || e.Total.Points != sum {
			t.Errorf("%d: %+v, want %v points", i, e.Total, sum)
		}
	}
	if j.Games[0].Moves[0] != j.Games[11].Moves[0] {
		t.Error("the pairs do not begin alike")
	}
	text := program.Run(t, "", args...)
	games, table, _ := strings.Cut(text.Out, "engine ")
	if strings.Count(games, "\ngame ") != 6*4-1 || !strings.Contains(strings.Split(table, "\n")[1], "alphabeta  ") ||
		!strings.Contains(text.Out, "\n1  alphabeta      –") || text.Err != "" {
		t.Errorf("%s%s", text.Out, text.Err)
	}
	program.Run(t, "", strings.Fields("tournament -g tictactoe -p players=3 random random random random -n 3")...).Want(t, ctl.ExitYes, `(game .*\n){12}engine .*(?s:random +all   9 .*){4}`, ``)
}

func TestTournamentErrors(t *testing.T) {
	for _, x := range []struct{ name, args, err string }{
		{"one engine", "random", `ENGINE is missing`},
		{"human", "random human", `human players cannot play in a tournament of engines`},
		{"unknown engine", "random rondom", `unknown engine "rondom"; did you mean random\?`},
		{"too few engines", "-p players=3 random random", `the game has 3 seats, but there are 2 engines`},
		{"too many sets", "-p players=9 -p rows=9 -p cols=9 " + strings.Repeat("random ", 26), `more than 10000 sets of engines would play`},
	} {
		t.Run(x.name, func(t *testing.T) {
			program.Run(t, "", append([]string{"tournament", "--game", "tictactoe"}, strings.Fields(x.args)...)...).Want(t, ctl.ExitError, ``, `studioctl: `+x.err+`\n`)
		})
	}
}

// TestScriptDefault checks that a script has two seconds per move by default. Other engines have
// their own defaults. The message about an exceeded limit names the limit.
func TestScriptDefault(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.WriteFile("endless.lua", []byte(ctltest.Choosing("while true do end")), 0o600); err != nil {
		t.Fatal(err)
	}
	program.Run(t, "", "match", "--game", "tictactoe", "--seat", "A=lua:endless.lua", "--seat", "B=first", "--games", "1", "--folder", "cup").
		Want(t, ctl.ExitYes, `.*out of time: its limit is 2s.*`, `.*`)
	text, err := os.ReadFile("cup/tournament.txt")
	if err != nil || !strings.Contains(string(text), "time 2s") || !strings.Contains(string(text), "time 100ms") {
		t.Errorf("%s, %v", text, err)
	}
	program.Run(t, "", "match", "--game", "tictactoe", "--seat", "A=lua:endless.lua", "--seat", "B=first", "--games", "1", "--time", "30ms").
		Want(t, ctl.ExitYes, `.*out of time: its limit is 30ms.*`, `.*`)
}

// TestTournamentOfOtherScript checks that a tournament is refused if one of its scripts does not
// play the game. The error for a folder without a tournament names the folder.
func TestTournamentOfOtherScript(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("othello.lua", []byte("return { name = 'T', games = { 'othello' }, choose = function(pos, moves) return moves[1] end }"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"tournament", "--game", "tictactoe", "random", "lua:othello.lua"},
		{"tournament", "--game", "tictactoe", "random", "lua:othello.lua", "--folder", "cup"},
		{"match", "--game", "tictactoe", "--seat", "A=lua:othello.lua", "--seat", "B=random"},
	} {
		program.Run(t, "", args...).Want(t, ctl.ExitError, ``, `studioctl: lua:othello.lua cannot take part: .*othello.*\n`)
	}
	if _, err := os.Lstat("cup"); err == nil {
		t.Error("a folder was made")
	}
	program.Run(t, "", "tournament", "--game", "othello", "random", "lua:othello.lua", "--games", "1").Want(t, ctl.ExitYes, `.*`, `.*`)
	for _, name := range []string{"resume", "table"} {
		program.Run(t, "", "tournament", name, "nosuch").Want(t, ctl.ExitError, ``, `studioctl: there is no tournament in nosuch\n`)
	}
}

// TestHelpListsEngines checks that the help of commands with engines lists the engines.
func TestHelpListsEngines(t *testing.T) {
	for _, command := range []string{"match", "tournament"} {
		got := program.Run(t, "", command, "--help")
		for _, k := range aiall.Engines.Kinds() {
			if want := "\n  " + k.Name + ": " + string(k.Title) + "\n"; got.Code != ctl.ExitYes || !strings.Contains(got.Out, want) {
				t.Errorf("%s --help lacks %q:\n%s", command, want, got.Out)
			}
		}
	}
}

// TestTournamentAfterPowerCut checks that damaged results are reported, and that a finished
// tournament is not called damaged.
func TestTournamentAfterPowerCut(t *testing.T) {
	t.Chdir(t.TempDir())
	program.Run(t, "", strings.Fields("tournament --game tictactoe random random -n 4 --folder cup")...).Want(t, ctl.ExitYes, `(?s).*`, ``)
	file := filepath.Join("cup", tournament.ResultsFile)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	cut := bytes.LastIndexByte(data[:len(data)-1], '\n') + 1
	if err := os.WriteFile(file, append(data[:cut:cut], make([]byte, 300)...), 0o600); err != nil {
		t.Fatal(err)
	}
	const warning = `studioctl: cup/games.jsonl: warning: skipped 1 damaged record\n`
	program.Run(t, "", "tournament", "table", "cup").Want(t, ctl.ExitYes, `(?s).*unfinished: 3 games were played\n`, warning)
	program.Run(t, "", "tournament", "resume", "cup").Want(t, ctl.ExitYes, `(?s)game 4.*`, warning)
	program.Run(t, "", "tournament", "table", "cup").Want(t, ctl.ExitYes, `(?s)engine .*`, ``)
}

// cup describes a tournament of six engines, including a script, whose games are always the same.
const cup = "game tictactoe\nparam rows=4\nparam cols=4\nparam k=4\ngames 4\nopening 2\nnodes 3000\n" +
	"engine lua:@first.lua\nname script\nengine random\nengine greedy\nengine computer:level=2\nengine alphabeta\nengine mcts\n"

// TestTournamentKilled checks that a tournament loses or repeats no game if it is killed five
// times, and that its table is the same as without kills.
func TestTournamentKilled(t *testing.T) {
	dir := t.TempDir()
	script := filepath.Join(dir, "first.lua")
	if err := os.WriteFile(script, []byte(ctltest.Choosing("return moves[1]")), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"calm", "killed"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(cup, "@first.lua", script)
		if err := os.WriteFile(filepath.Join(dir, name, tournament.DescriptionFile), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	calm := ctltest.Command(dir, "tournament", "run", "calm").Launch(t)
	if code := calm.End(t); code != ctl.ExitYes {
		t.Fatal(calm.Errs.String())
	}
	file := filepath.Join(dir, "killed", tournament.ResultsFile)
	lines := func() int {
		data, _ := os.ReadFile(file)
		return bytes.Count(data, []byte("\n"))
	}
	kills := 0
	for range 5 {
		watch := ctltest.Watch(t, filepath.Dir(file))
		p := ctltest.Command(dir, "tournament", "resume", "killed", "--jobs", "2").Launch(t)
		more := min(lines()+1+rand.IntN(10), 55)
		if !watch.Until(func() bool { return lines() >= more }) {
			t.Fatalf("%d games were played: %s", lines(), p.Errs.String())
		}
		p.Gets(t, syscall.SIGKILL)
		if p.End(t) == -1 {
			kills++
		}
	}
	last := ctltest.Command(dir, "tournament", "resume", "killed", "--jobs", "2").Launch(t)
	if code := last.End(t); code != ctl.ExitYes || kills < 5 {
		t.Fatalf("killed %d times: %s", kills, last.Errs.String())
	}
	want, got := program.Run(t, "", "tournament", "table", filepath.Join(dir, "calm")), program.Run(t, "", "tournament", "table", filepath.Join(dir, "killed"))
	if want.Code != ctl.ExitYes || !strings.Contains(want.Out, "script") || got.Out != want.Out {
		t.Errorf("the table is\n%s%s\nand not\n%s%s", got.Out, got.Err, want.Out, want.Err)
	}
	if n := lines(); n != 1+15*4 {
		t.Errorf("the file of results has %d lines", n)
	}
	for n := 1; n <= 15*4; n++ {
		a, err := os.ReadFile(filepath.Join(dir, "killed", tournament.RecordName(boardstudio.Documents, n)))
		if err != nil || !bytes.Contains(a, []byte("</studio>")) {
			t.Errorf("game %d: %v, %.100s", n, err, a)
		}
	}
}

// TestTournamentFolder checks a tournament in a folder, faults of its engines, and errors in its
// files.
func TestTournamentFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("wrong.lua", []byte(ctltest.Choosing("return 'z9'")), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("begin.txt", []byte("b2 a1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	program.Run(t, "", strings.Fields("tournament -g tictactoe --folder cup --openings begin.txt --format gauntlet lua:wrong.lua first greedy")...).
		Want(t, ctl.ExitYes, `game 1: player A, move 3: .*, 2 moves\n.*engine .*lua:wrong\.lua +all   4      0    0      4     0       4       ~-\d+ .*`, `(game .*\n)+`)
	t.Chdir("cup")
	r := program.Run(t, "", "tournament", "table", ".")
	r.Want(t, ctl.ExitYes, `engine .*first .*\n\n   against .*\n\n(game \d: player [AB], move \d: .*\n){4}`, ``)
	program.Run(t, "", "tournament", "resume", ".").Want(t, ctl.ExitYes, `engine .*`, ``)
	var j struct {
		Games   int
		Over    bool
		Engines []engineJSON
	}
	if program.Run(t, "", "tournament", "table", ".", "--json").Parse(t, &j); j.Games != 4 || !j.Over {
		t.Errorf("%+v", j)
	}
	program.Run(t, "", strings.Fields("match -g tictactoe -s A=first -s B=random --folder .")...).Want(t, ctl.ExitError, ``, `studioctl: there is a tournament in \. already\n`)
	data, err := os.ReadFile(tournament.ResultsFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ name, text, why string }{
		{"nonsense", string(data) + "nonsense}\n", `games\.jsonl:6: "nonsense}" is not a result`},
		{"all games twice", string(data) + string(data), `games\.jsonl:6: .* is not a result`},
	} {
		t.Run(x.name, func(t *testing.T) {
			if err := os.WriteFile(tournament.ResultsFile, []byte(x.text), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, command := range []string{"run", "table"} {
				program.Run(t, "", "tournament", command, ".").Want(t, ctl.ExitError, `.*`, `studioctl: `+x.why+`\n`)
			}
		})
	}
	if err := os.WriteFile(tournament.DescriptionFile, []byte("game tictactoe\nspeed 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	program.Run(t, "", "tournament", "run", ".").Want(t, ctl.ExitError, ``, `studioctl: tournament\.txt:2: there is no setting "speed"\n`)
	program.Run(t, "", "tournament", "run", "nowhere").Want(t, ctl.ExitError, ``, `studioctl: there is no tournament in nowhere\n`)
}

// TestMatchSPRT checks that a match stops when the test is decided.
func TestMatchSPRT(t *testing.T) {
	r := program.Run(t, "", strings.Fields("match -g tictactoe -s A=alphabeta -s B=random -n 1000 --nodes 300 --opening 1 --sprt 0,200 --jobs 2")...)
	r.Want(t, ctl.ExitYes, `.*\npairs of games with 0, ½, 1, 1½ and 2 points: .*\nlog-likelihood .*: alphabeta: a rating difference of 200 was accepted, 0 rejected\n`, ``)
	if n := strings.Count(r.Out, "game "); n < 10 || n >= 500 {
		t.Errorf("%d games", n)
	}
	program.Run(t, "", strings.Fields("match -g tictactoe -s A=first -s B=random --sprt 5")...).Want(t, ctl.ExitError, ``, `studioctl: "5" must be two ratings.*`)
}
