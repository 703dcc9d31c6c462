package gomoku

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"boardstudio/ai"
	"boardstudio/internal/effort"
	"boardstudio/rules"
	"boardstudio/rules/rulestest"
)

func engine(t testing.TB, r rules.Rules) *Engine {
	t.Helper()
	e, err := Kind.New(r, rules.Params{"hash": "16", "learnt": "on"})
	if err != nil {
		t.Fatal(err)
	}
	return e.(*Engine)
}

// request returns a request for the position after the given moves.
func request(t testing.TB, r rules.Rules, moves string) ai.Request {
	t.Helper()
	q := ai.Request{Rules: r, Start: r.Start(), Moves: rulestest.Moves(t, r, strings.Fields(moves)...)}
	if _, err := q.Position(); err != nil {
		t.Fatal(err)
	}
	return q
}

// randomRequest returns a request for a position, which is not over, after the given number of
// random moves near each other.
func randomRequest(t testing.TB, r rules.Rules, rnd *rand.Rand, plies int) ai.Request {
	t.Helper()
	for {
		q := ai.Request{Rules: r, Start: r.Start()}
		p := q.Start
		b := newBoard(optionsOf(r))
		for n := 0; n < plies && !p.Result().Over; n++ {
			b.setUp(p)
			var moves []rules.Move
			for m := range p.Moves() {
				if n == 0 || m == rules.Pass || b.near.has(b.point(m.To)) {
					moves = append(moves, m)
				}
			}
			if len(moves) == 0 {
				break
			}
			m := moves[rnd.IntN(len(moves))]
			q.Moves = append(q.Moves, m)
			p, _ = p.Play(m)
		}
		if !p.Result().Over {
			return q
		}
	}
}

// TestLegalMoves checks that the engine never plays an illegal move in games against itself.
func TestLegalMoves(t *testing.T) {
	games := effort.ShortAmount(testing.Short(), 30, 10, 3)
	for _, game := range []string{"renju", "ninuki"} {
		r := build(t, game, nil)
		e := engine(t, r)
		rnd := rand.New(rand.NewPCG(11, 12))
		for g := range games {
			q := randomRequest(t, r, rnd, 5)
			q.Limit.Nodes = 1_000
			for range 80 {
				q.Seed = uint64(g)
				i, err := e.Think(context.Background(), q, nil)
				if err != nil {
					t.Fatal(err)
				}
				m, _ := i.Move()
				q.Moves = append(q.Moves, m)
				p, err := q.Position()
				if err != nil {
					t.Fatalf("%s, game %d: %v", game, g, err)
				}
				if p.Result().Over {
					break
				}
			}
		}
	}
}

// TestBeginning checks that the first stone is placed in the centre and the next ones near existing
// stones, even if the rules do not require it. If several lines are requested on an empty board,
// each starts near the centre.
func TestBeginning(t *testing.T) {
	for _, game := range []string{"gomoku", "gomoku-standard", "renju", "pente", "ninuki", "gomoku-captures"} {
		t.Run(game, func(t *testing.T) {
			r := build(t, game, nil)
			o := optionsOf(r)
			row, col := o.Rows/2, o.Cols/2
			at := func(down, right int) rules.Move { return rules.Place(rules.Cell((row+down)*o.Cols + col + right)) }
			centre := at(0, 0)
			for _, readValues := range []string{"on", "off"} {
				k, err := Kind.New(r, rules.Params{"hash": "16", "learnt": readValues})
				if err != nil {
					t.Fatal(err)
				}
				e := k.(*Engine)
				think := func(lines int, moves ...rules.Move) ai.Info {
					q := ai.Request{Rules: r, Start: r.Start(), Moves: moves, Lines: lines, Limit: ai.Limit{Nodes: 2000}}
					i, err := e.Think(t.Context(), q, nil)
					if err != nil {
						t.Fatalf("learnt %s, after %v: %v", readValues, moves, err)
					}
					return i
				}
				away := func(m, from rules.Move) int { return distance(e.board.point(m.To), e.board.point(from.To)) }
				i := think(1)
				if m, _ := i.Move(); m != centre {
					t.Errorf("learnt %s: the first move is %s", readValues, r.FormatMove(m))
				}
				for _, l := range think(5).Lines {
					if m := l.Moves[0]; away(m, centre) > 1 {
						t.Errorf("learnt %s: a line on an empty board begins with %s", readValues, r.FormatMove(m))
					}
				}
				for _, moves := range [][]rules.Move{{centre}, {centre, at(1, 1)}, {centre, at(0, 1)}, {at(3, -3)}, {at(-row+2, -col+2)}, {centre, at(-row+2, -col+2)}} {
					if _, err := (ai.Request{Rules: r, Start: r.Start(), Moves: moves}).Position(); err != nil {
						continue // the centre must come first, or stones must touch
					}
					i := think(1, moves...)
					m, _ := i.Move()
					near := o.Rows
					for _, x := range moves {
						near = min(near, away(m, x))
					}
					if near > 2 {
						t.Errorf("learnt %s: after %v it plays %s", readValues, moves, r.FormatMove(m))
					}
				}
			}
		})
	}
}

// brute determines by playing all moves with the rules whether me wins within a given number of
// plies.
type brute struct {
	me    rules.Player
	known map[[2]uint64]bool
	left  int
}

func (f *brute) wins(p rules.Position, plies int) bool {
	switch r := p.Result(); {
	case r.Known():
		return r.Winners == rules.Of(f.me)
	case plies == 0:
		return false
	}
	key := [2]uint64{p.Hash(), uint64(plies)}
	if v, ok := f.known[key]; ok {
		return v
	}
	if f.left--; f.left < 0 {
		return false
	}
	mine := p.Turn() == f.me
	v := !mine
	for m := range p.Moves() {
		if next, err := p.Play(m); err == nil && f.wins(next, plies-1) == mine {
			v = mine
			break
		}
	}
	f.known[key] = v
	return v
}

// TestProofs checks proved results by playing all moves with the rules. A win must be possible
// within its plies, and not faster if the number is exact.
func TestProofs(t *testing.T) {
	rnd := rand.New(rand.NewPCG(21, 22))
	wins, losses := 0, 0
	n := effort.ShortAmount(testing.Short(), 60, 30, 12)
	for _, v := range []struct {
		game  string
		over  rules.Params
		plies int
	}{
		{"gomoku", rules.Params{"rows": "6", "cols": "6"}, 16},
		{"gomoku-standard", rules.Params{"rows": "6", "cols": "7"}, 20},
		{"renju", rules.Params{"rows": "7", "cols": "6"}, 21},
		{"pente", rules.Params{"rows": "6", "cols": "6", "captures": "2", "centreFirst": "off"}, 12},
		{"ninuki", rules.Params{"rows": "6", "cols": "6", "captures": "3"}, 14},
	} {
		r := build(t, v.game, v.over)
		e := engine(t, r)
		for range n {
			q := randomRequest(t, r, rnd, v.plies+rnd.IntN(4))
			q.Limit.Nodes = 3_000
			i, err := e.Think(context.Background(), q, nil)
			if err != nil {
				t.Fatal(err)
			}
			s := i.Best.Score
			if !s.Proved || s.Value == 0 || s.Plies > 6 {
				continue
			}
			p, _ := q.Position()
			f := &brute{p.Turn(), map[[2]uint64]bool{}, 150_000}
			if s.Value < 0 {
				f.me = 1 - f.me
			}
			within, sooner := f.wins(p, s.Plies), !s.AtMost && f.wins(p, s.Plies-1)
			if f.left < 0 {
				continue
			}
			if s.Value > 0 {
				wins++
			} else {
				losses++
			}
			if !within || sooner {
				t.Errorf("%v:\n%s\n%v by %s; within that many plies: %v, sooner: %v", r.Spec(), p, s, r.FormatMove(i.Best.Moves[0]), within, sooner)
			}
		}
	}
	if wins < n/2 || losses < n/8 {
		t.Errorf("%d wins and %d losses are too few to test", wins, losses)
	}
	t.Log(wins, "wins,", losses, "losses")
}

// TestNoTime checks that the engine returns a move even if the nodes or the time run out while it
// computes the line of a win.
func TestNoTime(t *testing.T) {
	r := build(t, "gomoku", nil)
	e := engine(t, r)
	q := request(t, r, "h8 a1 i9 a3 h10 a5 g7 a8")
	for n := uint64(1); n < 3_000; n += 7 {
		q.Limit.Nodes = n
		i, err := e.Think(context.Background(), q, nil)
		if m, ok := i.Move(); err != nil || !ok || m.To == rules.NoCell {
			t.Fatalf("%d nodes: %v, %v", n, i, err)
		}
	}
}

// TestAdvise checks that Advise returns every legal move with a value, the best first, and that an
// immediate win is proved and comes first.
func TestAdvise(t *testing.T) {
	r := build(t, "gomoku", nil)
	e := engine(t, r)
	q := request(t, r, "h8 a1 i8 a3 j8 a5 k8 a7")
	q.Limit.Nodes = 20_000
	lines, err := e.Advise(context.Background(), q)
	if err != nil || len(lines) != 225-8 {
		t.Fatalf("%d lines, %v", len(lines), err)
	}
	seen := map[rules.Move]bool{}
	for i, l := range lines {
		if m := l.Moves[0]; seen[m] {
			t.Errorf("%s stands twice", r.FormatMove(m))
		}
		seen[l.Moves[0]] = true
		if i < 2 && (!l.Score.Proved || l.Score.Plies != 1) || i > 1 && l.Score.Value > lines[i-1].Score.Value && !lines[i-1].Score.Proved {
			t.Errorf("line %d: %s, %v", i, r.FormatMove(l.Moves[0]), l.Score)
		}
	}
}

// TestVariants checks that the moves in complete games of every variant are legal.
func TestVariants(t *testing.T) {
	for _, v := range variants {
		r := build(t, v.game, v.over)
		e := engine(t, r)
		q := ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Nodes: 150}}
		for p := q.Start; !p.Result().Over; {
			q.Seed++
			i, err := e.Think(context.Background(), q, nil)
			if err != nil {
				t.Fatalf("%v:\n%s\n%v", r.Spec(), p, err)
			}
			m, _ := i.Move()
			if p, err = p.Play(m); err != nil {
				t.Fatalf("%v: %v", r.Spec(), err)
			}
			q.Moves = append(q.Moves, m)
		}
	}
}

// TestWinAmongLines checks that a long win by threats is also reported as the best move if several
// or all lines are requested.
func TestWinAmongLines(t *testing.T) {
	r := build(t, "gomoku", nil)
	e := engine(t, r)
	q := request(t, r, "o5 m7 n8 m8 m6 k10 n7 k11 k9 l11 k4 l5 n5 n6 j9")
	q.Limit.Nodes = 600_000
	for _, lines := range []int{1, 3, 300} {
		q.Lines = lines
		i, err := e.Think(context.Background(), q, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := i.Best.Score
		if !s.Proved || s.Value != 1 || lines > 1 && (len(i.Lines) != min(lines, 225-15) || i.Lines[0].Score.String() != s.String()) {
			t.Errorf("%d lines: %v of %d lines", lines, s, len(i.Lines))
		}
	}
}

// TestOpenFours checks that the search considers defences against a threatened open four in games
// with captures. In each position, taken from a lost game, the listed move loses by force. It was
// played while the search treated the position as quiet and the evaluation had not learned about
// open fours.
func TestOpenFours(t *testing.T) {
	r := build(t, "pente", nil)
	e := engine(t, r)
	for _, x := range []struct{ moves, lost string }{
		{"j10 g12 h13 l9 f13 i13 h10 g10 g13 i11 g11 e13 i9 j8 h8 k11 h9 h7 i7", "i12"},
		{"j10 j13 h11 h13 h8 i13 k13 i14 j15 g12 i9 k11", "h15"},
		{"j10 l12 j13 m11 n10 k13 i15 k10 i12 k14 k12 h11 k15 k13 i13 i12 g10 j11 l9 l11 n11 j13", "n12"},
	} {
		t.Run(x.lost, func(t *testing.T) {
			q := request(t, r, x.moves)
			q.Limit = ai.Limit{Nodes: 10_000}
			i, err := e.Think(t.Context(), q, nil)
			if err != nil {
				t.Fatal(err)
			}
			if m, _ := i.Move(); r.FormatMove(m) == x.lost {
				t.Errorf("after %s it plays %s, which loses: %v at depth %d", x.moves, x.lost, i.Best.Score, i.Depth)
			}
		})
	}
}
