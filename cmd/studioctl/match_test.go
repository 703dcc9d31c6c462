package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/match"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// TestMatch checks the table: everybody plays on every seat, and the numbers add up.
func TestMatch(t *testing.T) {
	r := run(t, "", "match", "--game", "othello6", "--seat", "A=alphabeta", "--seat", "B=random", "--games", "4", "--depth", "3")
	r.want(t, exitYes, `(game \d: .*, \d+ moves\n){4}engine +seat  games  won  drawn  lost  points  errors  rating  certainly
alphabeta  all   4 +[0-4].*
 +A     2 .*
 +B     2 .*
random     all   4 .*
 +A     2 .*
 +B     2 .*
`, ``)
}

// TestMatchJSON replays every game that was written, and counts again.
func TestMatchJSON(t *testing.T) {
	args := strings.Fields("match --game tictactoe --seat A=random --seat B=alphabeta --games 6 --depth 4 --seed 7 --opening 1 --json")
	var j matchJSON
	first := run(t, "", args...)
	first.parse(t, &j)
	if again := run(t, "", args...); again.out != first.out {
		t.Error("the same seed gives other games")
	}
	args[12] = "8"
	if other := run(t, "", args...); other.out == first.out {
		t.Error("another seed gives the same games")
	}
	if first.code != exitYes || len(j.Games) != 6 || len(j.Engines) != 2 || j.Seed != 7 {
		t.Fatalf("exit code %d, %+v", first.code, j)
	}
	g, err := all.FromSpec(rules.Spec{Game: j.Game.Name, Params: j.Game.Params})
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
	r := run(t, "", strings.Fields("match --game tictactoe --seat A=random --seat B=random --games 3 --plies 2 -v")...)
	r.want(t, exitYes, `game 1: cut short, 2 moves: [abc][123] [abc][123]\n(game [23]: cut short, 2 moves: .. ..\n){2}engine .*`, ``)
	if !regexp.MustCompile(`random +all +3 +0 +3 +0 +1.5 +0`).MatchString(r.out) {
		t.Errorf("games that are cut short are not draws:\n%s", r.out)
	}
}

// TestMatchFault checks that an engine's failure is told.
func TestMatchFault(t *testing.T) {
	rec := match.Record{
		Culprit: 1, Failure: fmt.Errorf("it fell over"),
		Result: rules.Result{Over: true, Winners: rules.Of(0), Reason: match.Fault},
	}
	g, err := all.Build("tictactoe", nil)
	if err != nil {
		t.Fatal(err)
	}
	p := asJSON(g, []int{0, 1}, rec)
	if p.Error != "it fell over" || p.Reason != "fault" {
		t.Errorf("%+v", p)
	}
	if got := (&tool{}).gameLine(g, []string{"x", "y"}, 0, p, rec); got != "game 1: it fell over, 0 moves" {
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
		t.Log(x.args)
		run(t, "", append([]string{"match", "--game", "gomoku"}, strings.Fields(x.args)...)...).want(t, exitError, ``, `studioctl: `+x.err+`\n`)
	}
}

// TestMatchInterrupted checks that the games that were finished are told.
func TestMatchInterrupted(t *testing.T) {
	r := interrupted(t, strings.Fields("match --game gomoku --seat A=random --seat B=random --games 1000000 --verbose")...)
	r.want(t, exitInterrupted, `game 1: .*engine .*\nrandom +all +[1-9].*`, `studioctl: stopped\n`)
}

// TestThink checks that a forced win is found and told.
func TestThink(t *testing.T) {
	r := run(t, "", strings.Fields("think --game tictactoe --engine alphabeta --depth 9")...)
	r.want(t, exitYes, `move   [abc][123]\nscore  draw\nline   .*\ndepth  \d+\nnodes  [1-9]\d*\ntime   \S+s\n`, ``)
	from := strings.SplitN(run(t, "", "moves", "--game", "connect4").out, "\t", 2)[1]
	from, _, _ = strings.Cut(from, "\n")
	var j thinkJSON
	r = run(t, "", "think", "--game", "connect4", "--from", from, "--depth", "6", "--lines", "2", "--json")
	r.parse(t, &j)
	if r.code != exitYes || j.Position != from || j.Turn != "B" || j.Engine != "connect4" || len(j.Lines) != 2 ||
		j.Move != j.Lines[0].Moves[0] || j.Lines[0].Score.Value < j.Lines[1].Score.Value || j.Nodes == 0 || j.Seconds <= 0 {
		t.Errorf("exit code %d, %+v", r.code, j)
	}
}

// TestThinkAtMost checks that a distance which is only bounded is told so: there
// is a win in 7, but with few nodes one in 9 is all that is known.
func TestThinkAtMost(t *testing.T) {
	think := strings.Fields("think --game connect4 --from ......./......./...B.../...A.../A.AA.../B.BABB.&A --engine alphabeta")
	think[4] = strings.ReplaceAll(think[4], "&", " ")
	run(t, "", append(think, "--nodes", "1000")...).want(t, exitYes, `move   c\nscore  win in at most 9\n.*`, ``)
	run(t, "", append(think, "--nodes", "50000")...).want(t, exitYes, `move   c\nscore  win in 7\n.*`, ``)
	var j thinkJSON
	run(t, "", append(think, "--nodes", "1000", "--json")...).parse(t, &j)
	if s := j.Lines[0].Score; !s.Proved || s.Value != 1 || s.Plies != 9 || !s.AtMost {
		t.Errorf("%+v", s)
	}
}

func TestThinkLimits(t *testing.T) {
	began := time.Now()
	run(t, "", strings.Fields("think --game gomoku --depth 60 --time 100ms")...).want(t, exitYes, `move .*`, ``)
	if d := time.Since(began); d > 20*time.Second { // so many plies take far longer
		t.Errorf("a limit of 100 ms took %v", d)
	}
	var j thinkJSON
	run(t, "", strings.Fields("think --game gomoku --nodes 20000 --json")...).parse(t, &j)
	if j.Nodes == 0 || j.Nodes > 200_000 {
		t.Errorf("%d nodes with a limit of 20000", j.Nodes)
	}
}

// TestThinkOver checks that a finished game is the answer no.
func TestThinkOver(t *testing.T) {
	r := run(t, "", "think", "--game", "othello", "--param", "size=4", "--from", strings.Repeat("X", 16)+" O")
	r.want(t, exitNo, ``, `.*studioctl: Black wins 16-0\n`)
}

func TestScoreText(t *testing.T) {
	for _, x := range []struct {
		score ai.Score
		want  string
	}{
		{ai.Score{Value: 1.25}, "+1.25"},
		{ai.Score{Value: -0.5}, "-0.50"},
		{ai.Score{Proved: true, Value: 1, Plies: 7}, "win in 7"},
		{ai.Score{Proved: true, Value: -1, Plies: 4}, "loss in 4"},
		{ai.Score{Proved: true, Value: 1, Plies: 7, AtMost: true}, "win in at most 7"},
		{ai.Score{Proved: true, Value: -1, Plies: 4, AtMost: true}, "loss in at most 4"},
		{ai.Score{Proved: true, Value: 1, Plies: 7, Margin: 12}, "win by 12"},
		{ai.Score{Proved: true, Value: -1, Plies: 7, Margin: -12}, "loss by 12"},
		{ai.Score{Proved: true, Value: 1}, "win"},
		{ai.Score{Proved: true, Value: -1}, "loss"},
		{ai.Score{Proved: true, Plies: 9}, "draw"},
		{ai.Score{Value: 0.25, Shares: []float64{0.5, 0.3, 0.2}}, "A 50%, B 30%, C 20%"},
	} {
		if got := scoreText(x.score); got != x.want {
			t.Errorf("%+v: %q, want %q", x.score, got, x.want)
		}
	}
}
