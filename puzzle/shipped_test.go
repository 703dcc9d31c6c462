package puzzle_test

import (
	"context"
	"slices"
	"testing"

	aiall "boardstudio/ai/all"
	"boardstudio/find"
	"boardstudio/internal/race"
	"boardstudio/io/codec"
	"boardstudio/io/xml"
	"boardstudio/puzzle"
	"boardstudio/rules/all"
	"boardstudio/samples"
)

// shipped lists the games with puzzles in the samples. ever reports that in all of them no other
// move wins at all.
var shipped = []struct {
	game string
	ever bool
}{{"gomoku", false}, {"renju", false}, {"pente", false}, {"connect4", true}, {"othello", true}, {"awale", true}}

// collection returns the sample puzzles of a game.
func collection(t *testing.T, game string) []puzzle.Entry {
	t.Helper()
	data, err := samples.Puzzles.ReadFile("puzzles/" + game + ".studio")
	if err != nil {
		t.Fatal(err)
	}
	d, err := xml.Format.Decode(context.Background(), data, codec.Options{Games: all.Games})
	if err != nil || len(d.Warnings) > 0 {
		t.Fatal(err, d.Warnings)
	}
	if r := build(t, game, nil); r.Spec().Game != d.Tree.Rules().Spec().Game || r.Board().Style != d.Tree.Rules().Board().Style ||
		r.Start().String() != d.Tree.Rules().Start().String() {
		t.Errorf("%s: it is another game", game)
	}
	return puzzle.Of(d.Tree)
}

// TestShipped proves all sample puzzles: 50 for each game, of several lengths.
func TestShipped(t *testing.T) {
	race.Skip(t)
	for _, x := range shipped {
		t.Run(x.game, func(t *testing.T) {
			r := build(t, x.game, nil)
			list := collection(t, x.game)
			if len(list) != 50 {
				t.Errorf("%d puzzles", len(list))
			}
			seen, grades, lengths := find.NewPositionSet(r), map[puzzle.Grade]int{}, map[int]int{}
			v := prover(t, r, 0)
			for i, e := range list {
				if e.Err != nil || !seen.Add(e.At) || e.From == "" || len(e.Line) < 3 {
					t.Fatalf("puzzle %d: %+v", i+1, e)
				}
				if i > 0 && len(list[i-1].Line) > len(e.Line) {
					t.Errorf("puzzle %d: it is shorter than the one before", i+1)
				}
				grades[puzzle.GradeOf(r, len(e.Line))]++
				lengths[len(e.Line)]++
				if testing.Short() && i%10 != 5 {
					continue
				}
				p, err := v.Prove(context.Background(), e.Puzzle)
				if err != nil || x.ever && !p.Ever {
					t.Errorf("puzzle %d (%s): no other move wins: %v, %v", i+1, e.From, p.Ever, err)
				}
			}
			for g, n := range grades {
				if n > 30 {
					t.Errorf("%d puzzles of the grade %s", n, g.Title())
				}
			}
			if len(grades) < 3 || len(lengths) < 4 {
				t.Errorf("there are few grades: %v, %v", grades, lengths)
			}
		})
	}
}

// TestShippedAltered checks that altered sample puzzles are not proved.
func TestShippedAltered(t *testing.T) {
	race.Skip(t)
	for _, x := range shipped {
		t.Run(x.game, func(t *testing.T) {
			r := build(t, x.game, nil)
			v := prover(t, r, 0)
			refused := func(what string, p puzzle.Puzzle) {
				t.Helper()
				if _, err := v.Prove(context.Background(), p); err == nil {
					t.Errorf("%s: %s is proved", p.From, what)
				}
			}
			list := collection(t, x.game)
			for i := 2; i < len(list); i += 12 {
				p := list[i].Puzzle
				refused("the solution without its end", puzzle.Puzzle{At: p.At, Line: p.Line[:len(p.Line)-2], From: p.From})
				tried := 0
				for m := range p.At.Moves() {
					if tried++; m == p.Line[0] || tried > 4 {
						continue
					}
					line := slices.Clone(p.Line)
					line[0] = m
					refused("another move", puzzle.Puzzle{At: p.At, Line: line, From: p.From})
				}
				at, _ := p.At.Play(p.Line[0])
				refused("the other player's turn", puzzle.Puzzle{At: at, Line: p.Line[1:], From: p.From})
				refused("the start", puzzle.Puzzle{At: r.Start(), Line: p.Line, From: p.From})
			}
		})
	}
}

// TestRefute checks the refutations of a few puzzles from each collection.
func TestRefute(t *testing.T) {
	for i, x := range shipped {
		if testing.Short() && i%3 != 0 {
			continue
		}
		t.Run(x.game, func(t *testing.T) {
			list := collection(t, x.game)[:6]
			r := build(t, x.game, nil)
			v, err := puzzle.NewProver(aiall.Engines, r, 100_000)
			if err != nil {
				t.Fatal(err)
			}
			e, err := aiall.Engines.Strongest(r)
			if err != nil {
				t.Fatal(err)
			}
			found := 0
			for _, p := range list {
				try, reply, ok := v.Refute(t.Context(), e, p.Puzzle)
				if !ok {
					continue
				}
				found++
				if again, other, _ := v.Refute(t.Context(), e, p.Puzzle); again != try || other != reply {
					t.Error("another refutation the second time")
				}
				if try == p.Line[0] {
					t.Error("the solution is taken for a wrong try")
				}
				at, err := p.At.Play(try)
				if err != nil {
					t.Fatal(err)
				}
				if at, err = at.Play(reply); err != nil {
					t.Fatal(err)
				}
				if at.Result().Known() || at.Turn() != p.At.Turn() {
					continue
				}
				if is, err := v.Solve(t.Context(), at, len(p.Line)-2); err == nil && len(is.Line) <= len(p.Line)-2 {
					t.Errorf("after %s %s there is a win in %d", r.FormatMove(try), r.FormatMove(reply), len(is.Line))
				}
			}
			if found < 3 {
				t.Errorf("%d refutations", found)
			}
		})
	}
}
