package deep

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"boardstudio/ai"
	"boardstudio/rules"
)

// randomPosition returns a position of a random game with the given number of empty cells, or nil
// if the game ended earlier.
func randomPosition(t testing.TB, rng *rand.Rand, empty int) rules.Position {
	p := standard(t).Start()
	for !p.Result().Over {
		if b, _ := Of(p); bits.OnesCount64(b.Empty()) <= empty {
			return p
		}
		legal := slices.Collect(p.Moves())
		p, _ = p.Play(legal[rng.IntN(len(legal))])
	}
	return nil
}

// TestWins compares the moves that are proved to win with the result of an exhaustive search. It
// also checks that the value stays the same along the line of a single winning move.
func TestWins(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	r := standard(t)
	e := &Engine{hash: 16, threads: 1}
	single, none, several := 0, 0, 0
	for range 60 {
		p := randomPosition(t, rng, 2+rng.IntN(8))
		if p == nil {
			continue
		}
		legal := slices.Collect(p.Moves())
		if legal[0] == rules.Pass {
			continue
		}
		b, _ := Of(p)
		left := bits.OnesCount64(b.Empty())
		margins := map[rules.Move]int{}
		winning := 0
		for _, m := range legal {
			if margins[m] = -brute(b.Play(int(m.To)), false); margins[m] > 0 {
				winning++
			}
		}
		q := ai.Request{Rules: r, Start: p, Limit: ai.Limit{Nodes: 1_000_000}, Seed: rng.Uint64()}
		wins, sure, err := e.Wins(t.Context(), q, 0)
		if err != nil || !sure || len(wins) != winning {
			t.Fatalf("%s: %v, sure %v, %v; %d win", p, wins, sure, err, winning)
		}
		for _, l := range wins {
			if m := l.Moves[0]; margins[m] <= 0 || l.Score.Value != 1 || !l.Score.Proved || !l.Score.AtMost || l.Score.Plies > 2*left {
				t.Fatalf("%s: %v is worth %d, said to be %+v", p, m, margins[m], l.Score)
			}
		}
		if soon, sure, _ := e.Wins(t.Context(), q, 1); len(soon) > 0 || sure != (winning == 0) {
			t.Fatalf("%s: within a ply %v, sure %v", p, soon, sure)
		}
		switch winning {
		case 0:
			none++
		case 1:
			single++
			l := wins[0]
			want := margins[l.Moves[0]]
			if l.Score.Margin != want || len(l.Moves) != l.Score.Plies {
				t.Fatalf("%s: %+v, want a margin of %d", p, l, want)
			}
			at := p
			for _, m := range l.Moves {
				if at, err = at.Play(m); err != nil {
					t.Fatalf("%s: %v: %v", p, l.Moves, err)
				}
				if x, side := Of(at); !at.Result().Over && brute(x, false) != want*(1-2*(side^int(p.Turn()))) {
					t.Fatalf("%s: the line %v is not the best play: after %v", p, l.Moves, m)
				}
			}
			if res := at.Result(); !res.Over || res.Final[p.Turn()]-res.Final[1-p.Turn()] != want {
				t.Fatalf("%s: the line %v ends with %v, not by %d", p, l.Moves, res.Final, want)
			}
		default:
			several++
		}
	}
	if single < 5 || none < 5 || several < 5 {
		t.Errorf("%d with one win, %d with none, %d with several", single, none, several)
	}
	if wins, sure, err := e.Wins(t.Context(), ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Nodes: 1_000_000}}, 0); len(wins) > 0 || sure || err != nil {
		t.Errorf("from the start: %v, %v, %v", wins, sure, err)
	}
}
