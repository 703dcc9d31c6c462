package search

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"boardstudio/ai"
	"boardstudio/rules"
)

// bare is a board of a game without scores.
type bare struct{ *Positions }

func (bare) Most() int { return 0 }

// bareNarrow is a bare board that searches only two moves at first.
type bareNarrow struct{ bare }

func (bareNarrow) Width() int { return 2 }

// holds reports whether a score is true for a position or move with the given value, found by a
// plain search.
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

// TestProofs checks that proved results and their distances are true, even if the search could not
// see everything.
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
		board   func(*Positions) Board
	}{
		{"counted", 2, true, true, func(p *Positions) Board { return p }},
		{"bare", 2, false, true, func(p *Positions) Board { return bare{p} }},
		{"narrow", 2, false, true, func(p *Positions) Board { return bareNarrow{bare{p}} }},
		{"counted and narrow", 2, true, false, func(p *Positions) Board { return narrow{p} }},
		{"three players", 3, false, true, func(p *Positions) Board { return bareNarrow{bare{p}} }},
	} {
		var n count
		rnd := rand.New(rand.NewPCG(7, uint64(x.players)))
		for seed := range uint64(seeds) {
			g := &fake{players: x.players, branch: 6, length: 6, states: 60, margins: x.margins, seed: seed}
			b := x.board(NewPositions(g, g.Start(), nil))
			worth := map[rules.Move]int{}
			want := -infinite
			for m := range g.Start().Moves() {
				b.Play(m)
				worth[m], _ = minimax(b, x.players, 0, 12, 1, true)
				b.Undo()
				want = max(want, worth[m])
			}
			e := plain()
			e.boards = func(ai.Request) Board { return x.board(NewPositions(g, g.Start(), nil)) }
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

// naive returns the value of the position on b for each player if each maximises its own value. Of
// equal moves, the first is played.
func naive(b *Positions, depth, ply int) []int {
	worths := make([]int, b.players)
	over, winners, margin := b.Over()
	switch {
	case over && winners == 0:
		return worths
	case over:
		for i := range worths {
			if worths[i] = -wonIn(margin, ply); winners.Has(rules.Player(i)) {
				worths[i] = wonIn(margin, ply)
			}
		}
		return worths
	case depth == 0:
		for i := range worths {
			worths[i] = b.Eval(rules.Player(i))
		}
		return worths
	}
	var best []int
	who := b.Turn()
	for _, m := range slices.Collect(b.Top().Moves()) {
		b.Play(m)
		if v := naive(b, depth-1, ply+1); best == nil || v[who] > best[who] {
			best = v
		}
		b.Undo()
	}
	return best
}

// TestExactThreePlayers compares the exact engine for three players with a plain search, including
// positions in which moves are equal for their player but not for the opponents.
func TestExactThreePlayers(t *testing.T) {
	estimate := func(p rules.Position, seat rules.Player) int { return int(p.Hash()>>(8*seat)&7) * 100 }
	proofs, nodes := 0, uint64(0)
	for seed := range uint64(60) {
		g := &fake{players: 3, branch: 5, length: 6, states: 60, margins: seed%2 == 0, seed: seed}
		e := Exact(func(q ai.Request) Board {
			b := NewPositions(g, g.Start(), estimate)
			if g.margins {
				return b
			}
			return bare{b}
		})
		r, err := e.prepare(t.Context(), ai.Request{Rules: g, Start: g.Start(), Limit: ai.Limit{Depth: 4}})
		if err != nil {
			t.Fatal(err)
		}
		r.run(4, 1)
		want := naive(NewPositions(g, g.Start(), estimate), 4, 0)
		if got := r.moves[0].value; got != want[0] {
			t.Fatalf("seed %d: %d, want %d", seed, got, want[0])
		}
		if proved(want[0]) {
			proofs++
		}
		nodes += r.nodes
	}
	if nodes != 5837 { // nothing is searched after the soonest win
		t.Errorf("%d nodes are searched", nodes)
	}
	if proofs == 0 || proofs == 60 {
		t.Errorf("%d games of 60 are decided", proofs)
	}
}
