package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	aiall "boardstudio/ai/all"
)

// TestTournament counts the games again: every pair has played as often, and the tables say what the games do.
func TestTournament(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("first.lua", []byte(choosing("return moves[1]")), 0o600); err != nil {
		t.Fatal(err)
	}
	var j matchJSON
	args := strings.Fields("tournament --game tictactoe random alphabeta lua:first.lua random --games 4 --depth 4 --seed 3 --opening 1")
	first := run(t, "", append(args, "--json")...)
	first.parse(t, &j)
	if first.code != exitYes || len(j.Games) != 6*4 || len(j.Engines) != 4 {
		t.Fatalf("exit code %d, %d games of %d engines", first.code, len(j.Games), len(j.Engines))
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
	if j.Games[0].Moves[0] != j.Games[4].Moves[0] {
		t.Error("the pairs do not begin alike")
	}
	text := run(t, "", args...)
	games, table, _ := strings.Cut(text.out, "engine ")
	if strings.Count(games, "\ngame ") != 6*4-1 || !strings.Contains(strings.Split(table, "\n")[1], "alphabeta  ") ||
		!strings.Contains(text.out, "\n1  alphabeta      –") || text.err != "" {
		t.Errorf("%s%s", text.out, text.err)
	}
	run(t, "", strings.Fields("tournament -g tictactoe -p players=3 random random random random -n 3")...).want(t, exitYes, `(game .*\n){12}engine .*(?s:random +all   9 .*){4}`, ``)
}

func TestTournamentErrors(t *testing.T) {
	for _, x := range []struct{ args, err string }{
		{"random", `ENGINE is missing`},
		{"random human", `a person cannot play in a tournament of engines`},
		{"random rondom", `unknown engine "rondom"; did you mean random\?`},
		{"-p players=3 random random", `the game has 3 seats, and there are 2 engines`},
		{"-p players=9 -p rows=9 -p cols=9 " + strings.Repeat("random ", 26), `more than 10000 sets of engines would play`},
	} {
		run(t, "", append([]string{"tournament", "--game", "tictactoe"}, strings.Fields(x.args)...)...).want(t, exitError, ``, `studioctl: `+x.err+`\n`)
	}
}

func TestSets(t *testing.T) {
	for _, x := range []struct {
		n, k int
		want string
	}{{3, 2, "[0 1][0 2][1 2]"}, {2, 2, "[0 1]"}, {4, 3, "[0 1 2][0 1 3][0 2 3][1 2 3]"}, {1, 2, ""}, {3, 1, "[0][1][2]"}} {
		got := ""
		for s := range sets(x.n, x.k) {
			got += fmt.Sprint(s)
		}
		if got != x.want {
			t.Errorf("%d of %d: %s, want %s", x.k, x.n, got, x.want)
		}
	}
}

// The help of what names engines tells which there are.
func TestHelpListsEngines(t *testing.T) {
	for _, command := range []string{"match", "tournament"} {
		got := run(t, "", command, "--help")
		for _, k := range aiall.Kinds {
			if want := "\n  " + k.Name + ": " + string(k.Title) + "\n"; got.code != exitYes || !strings.Contains(got.out, want) {
				t.Errorf("%s --help lacks %q:\n%s", command, want, got.out)
			}
		}
	}
}
