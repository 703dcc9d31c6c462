package textbook

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"boardstudio/ai"
	"boardstudio/rules"
)

func play(t *testing.T, k *ai.Kind, r rules.Rules, p rules.Position, seed uint64) rules.Move {
	t.Helper()
	e, err := k.New(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	info, err := e.Think(context.Background(), ai.Request{Rules: r, Start: p, Seed: seed}, nil)
	if err != nil {
		t.Fatal(err)
	}
	m, ok := info.Move()
	if !ok {
		t.Fatalf("%s gives no move", k.Name)
	}
	return m
}

// count returns the number of discs of seat s.
func count(r rules.Rules, p rules.Position, s rules.Player) int {
	n := 0
	for c := range r.Board().Cells {
		if p.At(rules.Cell(c)).Owner == s {
			n++
		}
	}
	return n
}

// TestPlayers checks that first plays the first legal move, and that greedy turns the most discs
// and plays each of the best moves for some seed.
func TestPlayers(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	ties, passes := 0, 0
	for range 12 {
		r := build(t, "othello", nil)
		for p := r.Start(); p.Turn() != rules.NoPlayer; {
			moves := slices.Collect(p.Moves())
			if m := play(t, &First, r, p, rnd.Uint64()); m != moves[0] {
				t.Fatalf("%s: plays %v, the first is %v", p, m, moves[0])
			}
			if moves[0] == rules.Pass {
				passes++
			}
			most := -1
			var best []rules.Move
			for _, m := range moves {
				q, _ := p.Play(m)
				n := count(r, q, p.Turn()) - count(r, p, p.Turn())
				if n > most {
					most, best = n, nil
				}
				if n == most {
					best = append(best, m)
				}
			}
			seen := map[rules.Move]bool{}
			for seed := range uint64(40) {
				m := play(t, &Greedy, r, p, seed)
				if !slices.Contains(best, m) {
					t.Fatalf("%s: plays %v, most turn %v", p, m, best)
				}
				seen[m] = true
			}
			if len(best) > 1 {
				if ties++; len(seen) < 2 {
					t.Fatalf("%s: of %v it always plays the same", p, best)
				}
			}
			p, _ = p.Play(moves[rnd.IntN(len(moves))])
		}
	}
	if ties == 0 || passes == 0 {
		t.Errorf("%d ties, %d passes", ties, passes)
	}
}
