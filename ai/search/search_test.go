package search

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"

	"boardstudio/ai"
	"boardstudio/rules"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestEqualsMinimax compares proved results with a plain search of all moves.
func TestEqualsMinimax(t *testing.T) {
	for _, players := range []int{2, 3, 4} {
		for _, margins := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d players, margins %v", players, margins), func(t *testing.T) {
				drawn, won, lost, all, full := 0, 0, 0, 0, 0
				for seed := range uint64(60) {
					g := &fake{players: players, branch: 6, length: 6, states: 60, margins: margins, seed: seed}
					q := ai.Request{Rules: g, Start: g.Start(), Limit: ai.Limit{Depth: 12}, Seed: seed}
					b := NewPositions(g, g.Start(), nil)
					want, _ := minimax(b, players, 0, 12, 0, true)
					e := plain()
					r, err := e.prepare(context.Background(), q)
					if err != nil {
						t.Fatal(err)
					}
					r.run(depth(q), 1)
					got := r.moves[0]
					if got.value != want || !got.whole {
						t.Fatalf("seed %d: value %d (whole %v), plain search %d", seed, got.value, got.whole, want)
					}
					info := r.info(1)
					score := info.Best.Score
					all++
					if playedOut(t, g, info.Best, want) {
						full++
					}
					switch {
					case want > 0:
						won++
						if !score.Proved || score.Value != 1 || score.Plies != plies(want) {
							t.Fatalf("a win for %d reads %+v", want, score)
						}
					case want == 0:
						drawn++
						if score.Proved != (players == 2) || score.Value != 0 {
							t.Fatalf("a draw reads %+v", score)
						}
					default:
						lost++
						if score.Proved != (players == 2) || score.Value >= 0 {
							t.Fatalf("a loss for %d reads %+v", want, score)
						}
					}
				}
				t.Logf("%d won, %d drawn, %d lost", won, drawn, lost)
				if won == 0 || lost == 0 || drawn == 0 {
					t.Error("the games tried do not have all three results")
				}
				if full < all*9/10 {
					t.Errorf("%d lines of %d lead to the end", full, all)
				}
			})
		}
	}
}

// playedOut reports whether a line leads to the end of the game, with the result given by its
// value.
func playedOut(t *testing.T, g *fake, l ai.Line, value int) bool {
	t.Helper()
	p := g.Start()
	for _, m := range l.Moves {
		next, err := p.Play(m)
		if err != nil {
			t.Fatalf("the line %v cannot be played: %v", l.Moves, err)
		}
		p = next
	}
	res := p.Result()
	if !res.Over {
		return false
	}
	s := searcher{me: 0, players: g.players}
	margin := 0
	if w := res.Winners.Only(); w != rules.NoPlayer && res.Final != nil {
		margin = res.Final[w]
	}
	if got := s.end(res.Winners, margin, len(l.Moves), true); got != value {
		t.Fatalf("the line %v ends with %d, its value is %d", l.Moves, got, value)
	}
	return true
}

// narrow is a board that searches only two moves at first.
type narrow struct{ *Positions }

func (narrow) Width() int { return 2 }

// TestNarrow checks that proved results are true, however few moves are searched.
func TestNarrow(t *testing.T) {
	proofs := map[float64]int{}
	nodes := [2]uint64{}
	for seed := range uint64(400) {
		g := &fake{players: 2, branch: 5, length: 5, states: 40, seed: seed}
		want, _ := minimax(NewPositions(g, g.Start(), nil), 2, 0, 12, 0, true)
		q := ai.Request{Rules: g, Start: g.Start(), Limit: ai.Limit{Depth: 5}, Seed: seed}
		full, err := plain().Think(context.Background(), q, nil)
		if err != nil {
			t.Fatal(err)
		}
		made := 0
		e := plain()
		e.boards = func(ai.Request) Board {
			made++
			return narrow{NewPositions(g, g.Start(), nil)}
		}
		info, err := e.Think(context.Background(), q, nil)
		if err != nil || made != 1 {
			t.Fatal(err, made, "boards")
		}
		nodes[0], nodes[1] = nodes[0]+info.Nodes, nodes[1]+full.Nodes
		if s := info.Best.Score; s.Proved {
			proofs[s.Value]++
			if s.Value > 0 != (want > 0) || s.Value < 0 != (want < 0) {
				t.Fatalf("seed %d: %v, but a full search says %d", seed, s, want)
			}
		}
	}
	if t.Log(proofs, nodes); proofs[1] < 50 || proofs[-1] < 10 {
		t.Error("too few proofs")
	}
	if nodes[0] >= nodes[1]*9/10 {
		t.Errorf("%d nodes, %d when nothing is left out", nodes[0], nodes[1])
	}
}

// TestAdviseEqualsMinimax checks that every move gets its true value.
func TestAdviseEqualsMinimax(t *testing.T) {
	for seed := range uint64(60) {
		g := &fake{players: 2, branch: 6, length: 6, states: 40, seed: seed}
		q := ai.Request{Rules: g, Start: g.Start(), Limit: ai.Limit{Depth: 12}, Seed: seed}
		lines, err := plain().Advise(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for range g.Start().Moves() {
			n++
		}
		if len(lines) != n {
			t.Fatalf("seed %d: %d lines for %d moves", seed, len(lines), n)
		}
		b := NewPositions(g, g.Start(), nil)
		for i, l := range lines {
			b.Play(l.Moves[0])
			want, _ := minimax(b, 2, 0, 12, 1, true)
			b.Undo()
			s := score(want, 2)
			if want == 0 {
				s = ai.Score{Proved: true, Plies: l.Score.Plies}
			}
			if !reflect.DeepEqual(l.Score, s) {
				t.Fatalf("seed %d, move %d of %d: %+v, plain search %+v", seed, i, n, l.Score, s)
			}
			if i > 0 && lines[i-1].Score.Value < l.Score.Value {
				t.Fatalf("seed %d: line %d is better than the one before", seed, i)
			}
		}
	}
}

// long returns a game that is too long to be searched to its end.
func long(players int) *fake {
	return &fake{players: players, branch: 20, length: 90, states: 1 << 20, seed: 5}
}

func TestLimits(t *testing.T) {
	g := long(2)
	ask := func(l ai.Limit) ai.Info {
		info, err := plain().Think(context.Background(), ai.Request{Rules: g, Start: g.Start(), Limit: l, Seed: 3}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return info
	}
	if i := ask(ai.Limit{Depth: 3}); i.Depth != 3 {
		t.Errorf("asked for depth 3, searched to %d", i.Depth)
	}
	if i := ask(ai.Limit{Nodes: 5000}); i.Nodes != 5000 {
		t.Errorf("asked for 5000 nodes, visited %d", i.Nodes)
	}
	if i := ask(ai.Limit{Time: 150 * time.Millisecond}); i.Time < 140*time.Millisecond || i.Time > 20*time.Second {
		t.Errorf("asked for 150 ms, took %v", i.Time)
	}
	a, b := ask(ai.Limit{Nodes: 20000}), ask(ai.Limit{Nodes: 20000})
	a.Time, b.Time = 0, 0
	if !reflect.DeepEqual(a, b) {
		t.Errorf("the same request got two answers: %+v, %+v", a, b)
	}
}

func TestCancel(t *testing.T) {
	g := long(2)
	for _, after := range []time.Duration{0, 30 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(context.Background(), after)
		start := time.Now()
		info, err := plain().Think(ctx, ai.Request{Rules: g, Start: g.Start(), Limit: ai.Limit{Time: time.Hour}}, nil)
		cancel()
		if err != nil {
			t.Fatalf("cancelled after %v: %v", after, err)
		}
		if m, ok := info.Move(); !ok || !rules.Legal(g.Start(), m) {
			t.Errorf("cancelled after %v: no legal move in %+v", after, info)
		}
		if d := time.Since(start); d > 20*time.Second {
			t.Errorf("cancelled after %v: returned after %v", after, d)
		}
	}
}

func TestReports(t *testing.T) {
	g := long(2)
	var depths []int
	reports := 0
	q := ai.Request{Rules: g, Start: g.Start(), Limit: ai.Limit{Depth: 4}, Lines: 3}
	info, err := plain().Think(context.Background(), q, func(i ai.Info) {
		if len(i.Best.Moves) == 0 {
			t.Error("a report without a move")
		}
		if len(i.Lines) > 0 && !slices.Contains(depths, i.Depth) {
			depths = append(depths, i.Depth)
		}
		// A better move found during a depth does not remove other lines.
		if want := min(i.Depth, 1) * 3; len(i.Lines) != want || want > 0 && !reflect.DeepEqual(i.Lines[0], i.Best) {
			t.Errorf("depth %d: lines %v, best %v", i.Depth, i.Lines, i.Best)
		}
		reports++
	})
	if reports <= len(depths)+1 {
		t.Errorf("%d reports of %d depths: none on the way", reports, len(depths))
	}
	if err != nil || !reflect.DeepEqual(depths, []int{1, 2, 3, 4}) {
		t.Errorf("reports of depths %v, %v", depths, err)
	}
	seen := map[rules.Move]bool{}
	for i, l := range info.Lines {
		seen[l.Moves[0]] = true
		p := rules.Position(g.Start())
		for _, m := range l.Moves {
			if p, err = p.Play(m); err != nil {
				t.Fatalf("line %d: %v cannot be played: %v", i, l.Moves, err)
			}
		}
	}
	if len(seen) != 3 {
		t.Errorf("three lines begin with %d moves", len(seen))
	}
}

func TestOver(t *testing.T) {
	g := &fake{players: 2, branch: 1, length: 1, states: 2}
	p, _ := g.Start().Play(rules.Place(0))
	if _, err := plain().Think(context.Background(), ai.Request{Rules: g, Start: p}, nil); err == nil {
		t.Error("thinks about a game that is over")
	}
}

func TestScores(t *testing.T) {
	for _, x := range []struct {
		v    int
		want string
	}{
		{wonIn(0, 7), "win in 7"},
		{-wonIn(64, 12), "loss in 12"},
		{0, "+0.00"},
		{wonIn(0, 1000), "win in 1000"},
		{wonIn(3, 7), "win in 7"},
		{-wonIn(maxMargin+5, 158), "loss in 158"},
		{125, "+1.25"},
		{-maxEstimate, fmt.Sprintf("%.2f", -float64(maxEstimate)/100)},
	} {
		if got := score(x.v, 2).String(); got != x.want {
			t.Errorf("score(%d) = %s, want %s", x.v, got, x.want)
		}
	}
	for _, want := range []int{0, 1, 64, maxMargin} {
		for _, ply := range []int{0, 1, 1000} {
			if got := margin(wonIn(want, ply)); got != want || margin(-wonIn(want, ply)) != -want {
				t.Errorf("margin %d in %d plies is read as %d", want, ply, got)
			}
		}
	}
	if wonIn(1, 900) <= wonIn(0, 1) {
		t.Error("a larger margin must count more than speed")
	}
	for _, v := range []int{wonIn(3, 9), -wonIn(3, 9), 0, 77} {
		if shift(shift(v, 4), -4) != v {
			t.Errorf("shift does not come back: %d", v)
		}
	}
}
