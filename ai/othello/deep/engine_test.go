package deep

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/othello/bitboard"
	"boardstudio/rules"
	"boardstudio/rules/othello"
	"boardstudio/rules/rulestest"
)

func standard(t testing.TB) rules.Rules { return rulestest.Build(t, &othello.Game, "othello", nil) }

func parsed(t testing.TB, text string) rules.Position { return rulestest.Parse(t, standard(t), text) }

// checkAgainstRules compares a position of the rules with the board of the engine: the cells, the
// moves, and the positions after the moves.
func checkAgainstRules(t testing.TB, p rules.Position) {
	b, _ := Of(p)
	var moves []rules.Move
	for m := b.Moves(); m != 0; m &= m - 1 {
		moves = append(moves, moveOf(bits.TrailingZeros64(m)))
	}
	if len(moves) == 0 && b.Pass().Moves() != 0 {
		moves = append(moves, rules.Pass)
	}
	legal := slices.Collect(p.Moves())
	if p.Turn() != rules.NoPlayer && !slices.Equal(moves, legal) || p.Turn() == rules.NoPlayer && len(moves) > 0 {
		t.Fatalf("%s: moves %v, the rules have %v", p, moves, legal)
	}
	for _, m := range moves {
		q, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		after := b.Pass()
		if m != rules.Pass {
			after = b.Play(int(m.To))
		}
		want, _ := Of(q)
		if q.Turn() == p.Turn() || q.Turn() == rules.NoPlayer && p.Turn() == 0 {
			want = want.Pass() // in finished games, the rules have no player to move
		}
		if after != want {
			t.Fatalf("%s: %v leads to %x, want %x", p, m, after, want)
		}
		if r := q.Result(); r.Over {
			score := r.Final[1-p.Turn()] - r.Final[p.Turn()]
			if after.Final() != score {
				t.Fatalf("%s: the final score is %d, want %d", q, after.Final(), score)
			}
		}
	}
}

// TestBoard checks that the board of the engine agrees with the rules in random games.
func TestBoard(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for range 100 {
		for p := standard(t).Start(); !p.Result().Over; {
			checkAgainstRules(t, p)
			legal := slices.Collect(p.Moves())
			p, _ = p.Play(legal[rng.IntN(len(legal))])
		}
	}
}

func FuzzBoard(f *testing.F) {
	f.Add(uint64(1)<<28|1<<35, uint64(1)<<27|1<<36, false)
	f.Add(uint64(0x8100000000000081), uint64(0x7e00000000007e00), true)
	r := standard(f)
	f.Fuzz(func(t *testing.T, black, white uint64, second bool) {
		s := rules.Setup{Cells: make([]rules.Content, 64)}
		for c := range s.Cells {
			switch s.Cells[c] = rules.Empty; {
			case black>>c&1 != 0:
				s.Cells[c] = rules.Piece(0)
			case white>>c&1 != 0:
				s.Cells[c] = rules.Piece(1)
			}
		}
		if second {
			s.Turn = 1
		}
		p, err := r.SetUp(s)
		if err != nil {
			return
		}
		checkAgainstRules(t, p)
	})
}

// think runs a new engine.
func think(t *testing.T, threads int, q ai.Request) ai.Info {
	t.Helper()
	e := &Engine{hash: 16, threads: threads}
	info, err := e.Think(t.Context(), q, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := q.Position()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range info.Best.Moves {
		if p, err = p.Play(m); err != nil {
			t.Fatalf("the line %v is not legal: %v", info.Best.Moves, err)
		}
	}
	return info
}

// TestLines checks that solved lines lead to their scores. It compares several lines and the values
// of all moves with an exhaustive search.
func TestLines(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	r := standard(t)
	for range 20 {
		until := 5 + rng.IntN(5)
		var p rules.Position
		for p = r.Start(); !p.Result().Over; {
			if b, _ := Of(p); bits.OnesCount64(b.Empty()) <= until {
				break
			}
			legal := slices.Collect(p.Moves())
			p, _ = p.Play(legal[rng.IntN(len(legal))])
		}
		if p.Result().Over {
			continue
		}
		e := &Engine{hash: 16, threads: 1}
		lines, err := e.Advise(t.Context(), ai.Request{Rules: r, Start: p, Limit: ai.Limit{Depth: 60}})
		if err != nil {
			t.Fatal(err)
		}
		legal := slices.Collect(p.Moves())
		if len(lines) != len(legal) {
			t.Fatalf("%s: %d lines, %d moves", p, len(lines), len(legal))
		}
		for i, l := range lines {
			q, err := p.Play(l.Moves[0])
			if err != nil {
				t.Fatal(err)
			}
			want := 0
			if res := q.Result(); res.Over {
				want = res.Final[p.Turn()] - res.Final[1-p.Turn()]
			} else {
				b, _ := Of(q)
				want = -brute(b, false)
			}
			if !l.Score.Proved || l.Score.Margin != want || l.Score.Value != float64(sign(want)) {
				t.Fatalf("%s: %v is %+v, want %d", p, l.Moves[0], l.Score, want)
			}
			if i > 0 && l.Score.Margin > lines[i-1].Score.Margin {
				t.Fatalf("%s: the lines are not sorted: %v", p, lines)
			}
		}
		info := think(t, 1, ai.Request{Rules: r, Start: p, Limit: ai.Limit{Depth: 60}, Lines: 2})
		if len(info.Lines) != min(2, len(legal)) || info.Lines[0].Score.Margin != lines[0].Score.Margin {
			t.Fatalf("%s: %v, want the first of %v", p, info.Lines, lines)
		}
	}
}

// TestPass checks that a position without legal moves yields a pass, with the value of the position
// after it.
func TestPass(t *testing.T) {
	p := parsed(t, "-OXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXX-- O")
	if b, _ := Of(p); b.Moves() != 0 {
		t.Fatal("White can move")
	}
	info := think(t, 1, ai.Request{Rules: standard(t), Start: p, Limit: ai.Limit{Depth: 60}, Lines: 3})
	if m, _ := info.Move(); m != rules.Pass || info.Best.Score.Margin != -64 || len(info.Lines) != 1 {
		t.Errorf("%+v", info)
	}
}

// TestThreads checks that two threads find the same score, and that they can be stopped.
func TestThreads(t *testing.T) {
	r := standard(t)
	x := ffo(22, 22)[0]
	info := think(t, 2, ai.Request{Rules: r, Start: parsed(t, x.text), Limit: ai.Limit{Depth: 60}})
	if info.Best.Score.Margin != x.score {
		t.Errorf("%v, want %d", info.Best.Score, x.score)
	}
	ctx := &countdownContext{Context: t.Context()}
	ctx.left.Store(20)
	e := &Engine{hash: 16, threads: 2}
	if _, err := e.Think(ctx, ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Time: time.Hour}}, nil); err != nil {
		t.Error(err)
	}
}

// countdownContext is a context that is cancelled after a given number of calls of Err.
type countdownContext struct {
	context.Context
	left atomic.Int64
}

func (c *countdownContext) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestPlays checks that the engine accepts only the standard rules, with the normal or the reversed
// start.
func TestPlays(t *testing.T) {
	for _, x := range []struct {
		over rules.Params
		ok   bool
	}{
		{nil, true},
		{rules.Params{"start": "reversed"}, true},
		{rules.Params{"start": "open"}, false},
		{rules.Params{"size": "6"}, false},
		{rules.Params{"size": "10"}, false},
		{rules.Params{"goal": "fewest"}, false},
	} {
		if err := Kind.Plays(rulestest.Build(t, &othello.Game, "othello", x.over)); (err == nil) != x.ok {
			t.Errorf("%v: %v", x.over, err)
		}
	}
}

func TestWorks(t *testing.T) {
	b, _ := Of(standard(t).Start())
	if n, err := perft(t.Context(), b, 9); n != bitboard.Start.Perft(9) || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, w := range works {
		if _, err := w.Do(ctx, standard(t)); err == nil {
			t.Errorf("%s goes on after it was cancelled", w.Name)
		}
	}
	if n := len(ffo(1, 59)); n != 59 {
		t.Errorf("%d endings", n)
	}
}

// TestDepthIsReached checks that a selective search reaches its depth, although its values may vary
// between iterations.
func TestDepthIsReached(t *testing.T) {
	const plies, most = 8, 3_000_000
	r := standard(t)
	for game := range 12 {
		rng := rand.New(rand.NewPCG(uint64(game), 9))
		e := &Engine{hash: 16, threads: 1}
		q := ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Depth: plies, Nodes: most}}
		for p := q.Start; !p.Result().Over; {
			legal := slices.Collect(p.Moves())
			m := legal[rng.IntN(len(legal))]
			if len(q.Moves) >= 8 && len(legal) > 1 {
				info, err := e.Think(t.Context(), q, nil)
				if err != nil {
					t.Fatal(err)
				}
				if info.Nodes >= most {
					t.Fatalf("game %d, move %d: %d positions for depth %d", game, len(q.Moves)+1, info.Nodes, info.Depth)
				}
				m = info.Best.Moves[0]
			}
			p, _ = p.Play(m)
			q.Moves = append(q.Moves, m)
		}
	}
}
