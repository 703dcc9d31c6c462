package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"boardstudio/ai"
	"boardstudio/rules"
)

// bare is a board of a game that counts nothing.
type bare struct{ *positions }

func (bare) Most() int { return 0 }

// bareNarrow is such a board of which only two moves are searched at first.
type bareNarrow struct{ bare }

func (bareNarrow) Wide() int { return 2 }

// holds reports whether what a score promises is true of a position, or a move,
// whose value a plain search has found.
func holds(s ai.Score, value, players int) bool {
	truth := score(value, players)
	switch {
	case !s.Proved:
		return !s.AtMost && s.Plies == 0
	case value == 0:
		return players == 2 && s.Value == 0 && s.Plies == 0 && !s.AtMost
	case !truth.Proved || s.Value != truth.Value:
		return false
	case s.AtMost:
		return s.Plies >= truth.Plies
	}
	return s.Plies == 0 || s.Plies == truth.Plies
}

// TestProofs: whatever keeps a search from seeing all, what it says it has proved
// is true, and so is how far the end is.
func TestProofs(t *testing.T) {
	seeds := 80
	if testing.Short() {
		seeds = 25
	}
	type count struct{ exact, atMost, distant, open int }
	for _, x := range []struct {
		name    string
		players int
		margins bool
		whole   bool // a deep search finds all distances
		board   func(*positions) Board
	}{
		{"counted", 2, true, true, func(p *positions) Board { return p }},
		{"bare", 2, false, true, func(p *positions) Board { return bare{p} }},
		{"narrow", 2, false, true, func(p *positions) Board { return bareNarrow{bare{p}} }},
		{"counted and narrow", 2, true, false, func(p *positions) Board { return narrow{p} }},
		{"three players", 3, false, true, func(p *positions) Board { return bareNarrow{bare{p}} }},
	} {
		var n count
		rnd := rand.New(rand.NewPCG(7, uint64(x.players)))
		for seed := range uint64(seeds) {
			g := &fake{players: x.players, branch: 6, length: 6, states: 60, margins: x.margins, seed: seed}
			b := x.board(newPositions(g, g.Start(), nil))
			worth := map[rules.Move]int{}
			want := -infinite
			for m := range g.Start().Moves() {
				b.Play(m)
				worth[m], _ = minimax(b, x.players, 0, 12, 1, true)
				b.Undo()
				want = max(want, worth[m])
			}
			e := plain()
			e.boards = func(ai.Request) Board { return x.board(newPositions(g, g.Start(), nil)) }
			for range 6 {
				q := ai.Request{Rules: g, Start: g.Start(), Seed: rnd.Uint64(), Lines: rnd.IntN(4)}
				switch rnd.IntN(3) {
				case 0:
					q.Limit.Depth = 1 + rnd.IntN(6)
				case 1:
					q.Limit.Nodes = 1 + uint64(rnd.IntN(1+rnd.IntN(1500)))
				default:
					q.Limit.Depth = 20
				}
				check := func(i ai.Info) {
					if !holds(i.Best.Score, want, x.players) {
						t.Fatalf("%s, seed %d, %+v: %+v, a plain search finds %+v", x.name, seed, q.Limit, i.Best.Score, score(want, x.players))
					}
					for at, l := range i.Lines {
						if v := worth[l.Moves[0]]; !holds(l.Score, v, x.players) {
							t.Fatalf("%s, seed %d, %+v, line %d: %+v, a plain search finds %+v", x.name, seed, q.Limit, at, l.Score, score(v, x.players))
						}
					}
				}
				info, err := e.Think(context.Background(), q, check)
				if err != nil {
					t.Fatal(err)
				}
				check(info)
				switch s := info.Best.Score; {
				case !s.Proved:
					n.open++
				case s.AtMost:
					n.atMost++
				case s.Plies == 0 && s.Value != 0:
					n.distant++
				default:
					n.exact++
				}
				if s := info.Best.Score; x.whole && q.Limit.Depth == 20 && (s.AtMost || s.Proved && s.Value != 0 && s.Plies == 0) {
					t.Fatalf("%s, seed %d, %+v: %+v although all was searched", x.name, seed, q.Limit, s)
				}
			}
		}
		t.Logf("%s: %+v", x.name, n)
		if !testing.Short() && n.exact < 2 || n.open < seeds || n.exact+n.atMost+n.distant < seeds/8 {
			t.Errorf("%s: too few of each: %+v", x.name, n)
		}
	}
}
