package contests

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"boardstudio"
	"boardstudio/ai/match"
	"boardstudio/ctl"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// TestMatch checks that every engine plays every seat, and the form of the results table.
func TestMatch(t *testing.T) {
	r := program.Run(t, "", "match", "--game", "othello6", "--seat", "A=alphabeta", "--seat", "B=random", "--games", "4", "--depth", "3")
	r.Want(t, ctl.ExitYes, `(game \d: .*, \d+ moves\n){4}engine +seat  games  won  drawn  lost  points  errors  rating  95 %
alphabeta  all   4 +[0-4].*
 +A     2 .*
 +B     2 .*
random     all   4 .*
 +A     2 .*
 +B     2 .*
`, ``)
}

// TestMatchJSON checks that the games of the JSON output are legal, and that their results add up.
func TestMatchJSON(t *testing.T) {
	args := strings.Fields("match --game tictactoe --seat A=random --seat B=alphabeta --games 6 --depth 4 --seed 7 --opening 1 --json")
	var j matchJSON
	first := program.Run(t, "", args...)
	first.Parse(t, &j)
	if again := program.Run(t, "", args...); again.Out != first.Out {
		t.Error("the same seed gives other games")
	}
	args[12] = "8"
	if other := program.Run(t, "", args...); other.Out == first.Out {
		t.Error("another seed gives the same games")
	}
	if first.Code != ctl.ExitYes || len(j.Games) != 6 || len(j.Engines) != 2 || j.Seed != 7 {
		t.Fatalf("exit code %d, %+v", first.Code, j)
	}
	g, err := all.Games.FromSpec(rules.Spec{Game: j.Game.Name, Params: j.Game.Params})
	if err != nil {
		t.Fatal(err)
	}
	won := make([]int, 2)
	for i, x := range j.Games {
		if x.Seats[0] != i%2 || x.Seats[1] != (i+1)%2 {
			t.Errorf("game %d is played from the seats %v", i+1, x.Seats)
		}
		if i%2 == 1 && x.Moves[0] != j.Games[i-1].Moves[0] {
			t.Errorf("the games of a round begin with %s and %s", j.Games[i-1].Moves[0], x.Moves[0])
		}
		p := g.Start()
		for _, text := range x.Moves {
			m, err := g.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			if p, err = p.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		res := p.Result()
		if !res.Over || string(res.Reason) != x.Reason || res.Winners.Len() != len(x.Winners) {
			t.Errorf("game %d ended otherwise: %+v", i+1, x)
		}
		if w := res.Winners.Only(); w != rules.NoPlayer {
			won[x.Seats[w]]++
		}
	}
	for i, e := range j.Engines {
		sum := tallyJSON{}
		for _, s := range e.Seats {
			sum.Games, sum.Won, sum.Drawn, sum.Lost = sum.Games+s.Games, sum.Won+s.Won, sum.Drawn+s.Drawn, sum.Lost+s.Lost
			sum.Points, sum.Errors = sum.Points+s.Points, sum.Errors+s.Errors
		}
		if sum != e.Total || e.Total.Games != 6 || e.Total.Won != won[i] || e.Total.Won+e.Total.Drawn+e.Total.Lost != 6 {
			t.Errorf("%s: total %+v, sum of the seats %+v, %d won in the games", e.Engine, e.Total, sum, won[i])
		}
	}
}

func TestMatchVerbose(t *testing.T) {
	r := program.Run(t, "", strings.Fields("match --game tictactoe --seat A=random --seat B=random --games 3 --plies 2 -v")...)
	r.Want(t, ctl.ExitYes, `game 1: unfinished, 2 moves: [abc][123] [abc][123]\n(game [23]: unfinished, 2 moves: .. ..\n){2}engine .*`, ``)
	if !regexp.MustCompile(`random +all +3 +0 +3 +0 +1.5 +0`).MatchString(r.Out) {
		t.Errorf("games that are cut short are not draws:\n%s", r.Out)
	}
}

// TestMatchFault checks that an engine's failure is reported.
func TestMatchFault(t *testing.T) {
	rec := match.Record{
		Culprit: 1, Failure: fmt.Errorf("it fell over"),
		Result: rules.Result{Over: true, Winners: rules.Of(0), Reason: match.Fault},
	}
	g, err := all.Games.Build("tictactoe", nil)
	if err != nil {
		t.Fatal(err)
	}
	p := asJSON(g, []int{0, 1}, rec)
	if p.Error != "it fell over" || p.Reason != "fault" {
		t.Errorf("%+v", p)
	}
	if got := gameLine(&ctl.Tool{All: boardstudio.All}, g, []string{"x", "y"}, 0, p, rec); got != "game 1: it fell over, 0 moves" {
		t.Errorf("got %q", got)
	}
}

func TestMatchErrors(t *testing.T) {
	for _, x := range []struct{ args, err string }{
		{"--seat A=random", `seat B has no engine`},
		{"--seat A=random --seat B=human", `seat B has no engine`},
		{"--seat A=random --seat B=rondom", `unknown engine "rondom"; did you mean random\?`},
		{"--seat A=random --seat B=random --games 0", `option --games: 0 is less than 1`},
		{"--seat A=random --seat B=random --opening -1", `a limit cannot be negative`},
	} {
		t.Run(x.args, func(t *testing.T) {
			program.Run(t, "", append([]string{"match", "--game", "gomoku"}, strings.Fields(x.args)...)...).Want(t, ctl.ExitError, ``, `studioctl: `+x.err+`\n`)
		})
	}
}

// TestMatchInterrupted checks that the finished games are printed.
func TestMatchInterrupted(t *testing.T) {
	r := program.Interrupted(t, strings.Fields("match --game gomoku --seat A=random --seat B=random --games 1000000 --verbose")...)
	r.Want(t, ctl.ExitInterrupted, `game 1: .*engine .*\nrandom +all +[1-9].*`, `studioctl: stopped\n`)
}
