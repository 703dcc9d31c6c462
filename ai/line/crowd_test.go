package line

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"boardstudio/ai"
	"boardstudio/rules"
)

// crowds are games for several that crowd plays, small enough for brute force.
var crowds = []rules.Params{
	{"players": "3", "rows": "4", "cols": "4", "k": "3"},
	{"players": "3", "rows": "3", "cols": "5", "k": "2"},
	{"players": "3", "rows": "4", "cols": "4", "k": "3", "topology": "torus"},
	{"players": "3", "rows": "3", "cols": "5", "k": "3", "topology": "mobius"},
	{"players": "3", "rows": "3", "cols": "6", "k": "3", "topology": "sphere"},
	{"players": "3", "rows": "4", "cols": "4", "k": "3", "overline": "ignored"},
	{"players": "4", "rows": "4", "cols": "4", "k": "3"},
	{"players": "4", "rows": "3", "cols": "5", "k": "2"},
	{"players": "3", "rows": "4", "cols": "5", "k": "3", "drop": "on"},
	{"players": "3", "rows": "4", "cols": "4", "k": "3", "adjacent": "on"},
}

// scattered calls f for positions after random moves, which are not over.
func scattered(t *testing.T, games int, f func(r rules.Rules, q ai.Request, p rules.Position)) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(7, 9))
	for _, params := range crowds {
		r := build(t, "morpion", params)
		for range games {
			q := ai.Request{Rules: r, Start: r.Start()}
			p := q.Start
			for p.Turn() != rules.NoPlayer {
				if len(q.Moves) > 3 {
					f(r, q, p)
				}
				moves := slices.Collect(p.Moves())
				m := moves[rnd.IntN(len(moves))]
				q.Moves = append(slices.Clone(q.Moves), m)
				p, _ = p.Play(m)
			}
		}
	}
}

// forced returns within how many plies, at most so many, player me wins whatever the others do together; 0 if it does not.
func forced(p rules.Position, me rules.Player, plies int) int {
	if res := p.Result(); res.Over || plies == 0 {
		return 0
	}
	mine := p.Turn() == me
	best := 0
	for m := range p.Moves() {
		next, _ := p.Play(m)
		n := 0
		if next.Result().Winners == rules.Of(me) {
			n = 1
		} else if n = forced(next, me, plies-1); n > 0 {
			n++
		}
		switch {
		case mine && n > 0 && (best == 0 || n < best):
			best = n
			if n == 1 {
				return 1
			}
		case !mine && n == 0:
			return 0
		case !mine:
			best = max(best, n)
		}
	}
	return best
}

// TestCertain: a win is called certain when brute force finds it, at the same distance and with a move that brings it about; and the line to it can be played.
func TestCertain(t *testing.T) {
	seen := map[int]int{}
	scattered(t, 30, func(r rules.Rules, q ai.Request, p rules.Position) {
		if len(slices.Collect(p.Moves())) > 9 && r.Players() > 3 {
			return // it takes long
		}
		e := newCrowd(r, 1)
		e.begin(q, func() bool { return false })
		l, ok := e.certain()
		me, most := p.Turn(), r.Players()+1
		if r.Board().Drops() {
			most = 1
		}
		want := forced(p, me, most)
		if ok != (want > 0) || ok && (l.Score.Plies != want || len(l.Moves) != want) {
			t.Fatalf("%v: %s: %v %v, by brute force in %d", r.Spec(), p, ok, l, want)
		}
		seen[want]++
		if ok {
			next, _ := p.Play(l.Moves[0])
			if want > 1 && forced(next, me, want-1) == 0 {
				t.Fatalf("%v: %s: %v does not win", r.Spec(), p, l.Moves[0])
			}
			for _, m := range l.Moves {
				var err error
				if p, err = p.Play(m); err != nil {
					t.Fatal(err)
				}
			}
			if p.Result().Winners != rules.Of(me) {
				t.Fatalf("%v: the line %v ends in %s", r.Spec(), l.Moves, p)
			}
		}
	})
	if seen[0] < 100 || seen[1] < 100 || seen[4] < 20 {
		t.Errorf("wins by distance: %v", seen)
	}
}

// held reports whether the players up to the one before who can move so that none of them completes a row.
func held(p rules.Position, who rules.Player) bool {
	if p.Turn() == who || p.Result().Over {
		return true
	}
	for m := range p.Moves() { // nobody is to be able to
		if next, _ := p.Play(m); next.Result().Winners != 0 {
			return false
		}
	}
	for m := range p.Moves() {
		if next, _ := p.Play(m); held(next, who) {
			return true
		}
	}
	return false
}

// TestDue: who has to block, and where, and when it is too late, are as brute force finds them.
func TestDue(t *testing.T) {
	free, due, late := 0, 0, 0
	scattered(t, 8, func(r rules.Rules, q ai.Request, p rules.Position) {
		b := Maker(r)(q)
		if b.opt.Drop || b.opt.Players > 3 || len(b.completes(nil, b.turn)) > 0 {
			return // what falls can open cells; who can win need not block
		}
		must, lost := b.due(nil)
		for m := range p.Moves() {
			next, _ := p.Play(m)
			want := !lost && (len(must) == 0 || slices.Contains(must, m.To))
			if got := held(next, p.Turn()); got != want && !next.Result().Over {
				t.Fatalf("%v: %s: after %s held is %v, but due says %v, %v", r.Spec(), p, r.FormatMove(m), got, must, lost)
			}
		}
		switch {
		case lost:
			late++
		case len(must) > 0:
			due++
		default:
			free++
		}
	})
	if free < 50 || due < 50 || late < 50 {
		t.Errorf("%d positions without anything due, %d with, %d too late", free, due, late)
	}
}

// TestCrowdAllocates: the search allocates nothing.
func TestCrowdAllocates(t *testing.T) {
	for _, params := range append(crowds, rules.Params{"players": "26", "rows": "20", "cols": "20", "k": "3"}) {
		r := build(t, "morpion", params)
		e := newCrowd(r, 1)
		q := ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Nodes: 20_000}}
		if _, err := e.Think(context.Background(), q, nil); err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(100, e.visit); n > 0 {
			t.Errorf("%v: %v allocations a visit", params, n)
		}
	}
}

// TestLearn: who blocks what the player after the next would complete is taken for eager, who does not for near-sighted.
func TestLearn(t *testing.T) {
	r := build(t, "morpion", rules.Params{"players": "3", "rows": "9", "cols": "9", "k": "4"})
	for _, x := range []struct {
		b     string // how the second player answers the three in a row of the first
		eager bool
	}{{"g5", true}, {"d1", false}} {
		b := Maker(r)(ai.Request{Rules: r, Start: r.Start()})
		var moves []rules.Move
		for _, text := range []string{"d5", "b1", "h8", "e5", "c1", "i7", "f5", x.b} {
			m, err := r.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			moves = append(moves, m)
		}
		var o others
		o.learn(b, moves, func() bool { return false })
		if got := o.eager[1] > doubt; got != x.eager {
			t.Errorf("%s: eager with %v", x.b, o.eager[1])
		}
	}
}
