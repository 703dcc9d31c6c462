package games

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"boardstudio/ai/random"
	"boardstudio/ctl"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

func TestGames(t *testing.T) {
	r := program.Run(t, "", "games")
	for _, g := range all.Games {
		for _, p := range g.Presets {
			if !strings.Contains(r.Out, "\n    "+p.Name+" ") {
				t.Errorf("preset %s is not listed", p.Name)
			}
		}
		for _, d := range g.Params {
			if !strings.Contains(r.Out, "\n    "+d.Name+"="+d.Default+" ") {
				t.Errorf("parameter %s is not listed", d.Name)
			}
		}
	}
	r = program.Run(t, "", "games", "renju")
	r.Want(t, ctl.ExitYes, `line: .*\n    renju  Renju\n.*\n    rows=15 .*\n    foul=renju .*`, ``)
	if strings.Contains(r.Out, "tictactoe") {
		t.Error("other presets are listed too")
	}
}

func TestGamesJSON(t *testing.T) {
	var games []gameJSON
	program.Run(t, "", "games", "--json").Parse(t, &games)
	if len(games) != len(all.Games) {
		t.Fatalf("%d games, want %d", len(games), len(all.Games))
	}
	for i, g := range games {
		for _, p := range g.Presets {
			a, err := all.Games.Build(p.Name, nil)
			if err != nil {
				t.Fatal(err)
			}
			b, err := all.Games.FromSpec(rules.Spec{Game: g.Name, Params: p.Params})
			if err != nil || !a.Spec().Params.Equal(b.Spec().Params) {
				t.Errorf("%s: the parameters written are not those of the preset (%v)", p.Name, err)
			}
		}
		for j, p := range g.Params {
			d := all.Games[i].Params[j]
			if p.Name != d.Name || p.Default != d.Default || p.Kind == "int" && (*p.Min != d.Min || *p.Max != d.Max) || len(p.Options) != len(d.Options) {
				t.Errorf("parameter %s is wrong: %+v", d.Name, p)
			}
		}
	}
}

// TestMoves checks that each line has a move and the position after it.
func TestMoves(t *testing.T) {
	r := program.Run(t, "", "moves", "--game", "othello")
	r.Want(t, ctl.ExitYes, `d3\t\S+ O\nc4\t\S+ O\nf5\t\S+ O\ne6\t\S+ O\n`, ``)
	for l := range strings.Lines(r.Out) {
		_, position, _ := strings.Cut(strings.TrimSuffix(l, "\n"), "\t")
		next := program.Run(t, "", "moves", "--game", "othello", "--from", position)
		if next.Code != ctl.ExitYes || strings.Count(next.Out, "\n") != 3 {
			t.Errorf("from %s: exit code %d, moves\n%s%s", position, next.Code, next.Out, next.Err)
		}
	}
	r = program.Run(t, "", "moves", "--game", "tictactoe", "--param", "rows=1", "--param", "cols=2", "--param", "k=2")
	if strings.Count(r.Out, "\n") != 2 {
		t.Errorf("1×2 has two moves, not\n%s", r.Out)
	}
}

// TestMovesOfFinishedGame checks that a finished game has no moves, and the exit code.
func TestMovesOfFinishedGame(t *testing.T) {
	full := strings.Repeat("X", 16) + " O"
	program.Run(t, "", "moves", "--game", "othello", "--param", "size=4", "--from", full).Want(t, ctl.ExitNo, ``, `(studioctl: warning: .*)?`)
	var j movesJSON
	r := program.Run(t, "", "moves", "--game", "othello", "--param", "size=4", "--from", full, "--json")
	r.Parse(t, &j)
	if r.Code != ctl.ExitNo || len(j.Moves) != 0 || j.Turn != "" {
		t.Errorf("exit code %d, %+v", r.Code, j)
	}
}

func TestMovesJSON(t *testing.T) {
	var j movesJSON
	r := program.Run(t, "", "moves", "--game", "connect4", "--json")
	r.Parse(t, &j)
	if r.Code != ctl.ExitYes || j.Game.Name != "line" || j.Game.Params["cols"] != "7" || j.Turn != "A" || len(j.Moves) != 7 {
		t.Fatalf("%+v", j)
	}
	b, err := all.Games.FromSpec(rules.Spec{Game: j.Game.Name, Params: j.Game.Params})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range append([]moveJSON{{"", j.Position}}, j.Moves...) {
		if _, err := b.Parse(p.Position); err != nil {
			t.Errorf("the position after %q is not read back: %v", p.Move, err)
		}
	}
}

// TestPerft compares with published counts.
func TestPerft(t *testing.T) {
	for _, x := range []struct{ args, want string }{
		{"--game connect4 6", "1 7\n2 49\n3 343\n4 2401\n5 16807\n6 117649\n"},
		{"--game tictactoe 9 --jobs 1", "1 9\n2 72\n3 504\n4 3024\n5 15120\n6 54720\n7 148176\n8 200448\n9 127872\n"},
		{"--game tictactoe 9 --jobs 3", "1 9\n2 72\n3 504\n4 3024\n5 15120\n6 54720\n7 148176\n8 200448\n9 127872\n"},
		{"--game othello 5", "1 4\n2 12\n3 56\n4 244\n5 1396\n"},
		{"--game awale-abapa 5", "1 6\n2 36\n3 190\n4 1014\n5 5219\n"},
		{"--game othello --divide 3", "1 4\n2 12\n3 56\nd3 14\nc4 14\nf5 14\ne6 14\n"},
	} {
		t.Run(x.args, func(t *testing.T) {
			r := program.Run(t, "", append([]string{"perft"}, strings.Fields(x.args)...)...)
			if r.Out != x.want || r.Code != ctl.ExitYes || r.Err != "" {
				t.Errorf("perft %s: exit code %d, error output %q\n%swant\n%s", x.args, r.Code, r.Err, r.Out, x.want)
			}
		})
	}
}

// TestPerftEqual compares with rules.Perft on positions late in games, where some lines end and
// some results are known early.
func TestPerftEqual(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, name := range []string{"tictactoe", "connect4", "othello6", "awale", "awale-abapa"} {
		r, err := all.Games.Build(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		counted := 0
		for counted < 12 {
			line := []rules.Position{r.Start()}
			for p := r.Start(); !p.Result().Known(); {
				m, _ := random.Move(p, rng)
				if p, err = p.Play(m); err != nil {
					t.Fatal(err)
				}
				line = append(line, p)
			}
			for back := 1; back <= 4 && back < len(line); back++ {
				p := line[len(line)-back]
				for depth := 1; depth <= 5; depth++ {
					got, err := Perft(context.Background(), p, depth, 2)
					if want := rules.Perft(p, depth); got != want || err != nil {
						t.Fatalf("%s, depth %d from %s: %d, want %d (%v)", name, depth, p, got, want, err)
					}
				}
				counted++
			}
		}
	}
}

func TestPerftFrom(t *testing.T) {
	// After f5: published counts of Othello, divided by the four equivalent first moves.
	start, err := all.Games.Build("othello", nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := start.ParseMove("f5")
	if err != nil {
		t.Fatal(err)
	}
	p, err := start.Start().Play(m)
	if err != nil {
		t.Fatal(err)
	}
	var j perftJSON
	r := program.Run(t, "", "perft", "--game", "othello", "--from", p.String(), "--json", "--divide", "5")
	r.Parse(t, &j)
	want := []uint64{3, 14, 61, 349, 2050}
	var sum uint64
	for _, d := range j.Divide {
		sum += d.Count
	}
	if len(j.Counts) != len(want) || len(j.Divide) != 3 || sum != want[4] || j.Position != p.String() {
		t.Fatalf("%+v", j)
	}
	for i, c := range j.Counts {
		if c.Depth != i+1 || c.Count != want[i] {
			t.Errorf("%+v, want %d", c, want[i])
		}
	}
}

// TestPerftKnown checks that nothing is counted after a move that makes the result known.
func TestPerftKnown(t *testing.T) {
	r := program.Run(t, "", "perft", "--game", "awale-abapa", "--from", "1-1-1-1-1-1-1-1-1-1-1-1 26-10 S", "--divide", "1")
	r.Want(t, ctl.ExitYes, `1 0\n`, `.*`)
}

// TestPerftStops checks that a count that would take years can be stopped.
func TestPerftStops(t *testing.T) {
	began := time.Now()
	r := program.Interrupted(t, "perft", "--game", "connect4", "30")
	r.Want(t, ctl.ExitInterrupted, `(\d+ \d+\n)+`, `studioctl: stopped\n`)
	if d := time.Since(began); d > 20*time.Second {
		t.Errorf("it took %v to stop", d)
	}
}
