package awale

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/rules/awale"
)

func advise(t testing.TB, k *ai.Kind, over rules.Params, q ai.Request) []ai.Line {
	t.Helper()
	p, err := rules.Resolve(k.Params, over)
	if err != nil {
		t.Fatal(err)
	}
	e, err := k.New(q.Rules, p)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := e.(ai.Adviser).Advise(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	info, err := e.Think(context.Background(), q, nil)
	if m, _ := info.Move(); err != nil || m != lines[0].Moves[0] {
		t.Fatalf("Think plays %v, %v; the advice is %v", m, err, lines[0].Moves[0])
	}
	return lines
}

func TestStrategies(t *testing.T) {
	for _, x := range []struct{ why, position, offensive, defensive string }{
		{"F takes five seeds, C two", "0-0-4-0-0-2-1-2-0-0-9-9 0-0 S", "FC", "FC"},
		{"nothing to take: E uncovers a pit of North; after B North can take two", "0-3-0-0-2-0-0-3-3-3-3-3 0-0 S", "EB", "EB"},
		{"after A North takes eight seeds", "4-0-0-0-0-1-4-4-4-4-4-5 9-9 S", "FA", "FA"},
		{"all the same: from the left", "4-4-4-4-4-4-4-4-4-4-4-4 0-0 S", "ABCDEF", "ABCDEF"},
	} {
		t.Run(x.why, func(t *testing.T) {
			r := build(t, "awale", nil)
			p, err := r.Parse(x.position)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range []struct {
				kind *ai.Kind
				want string
			}{{&Offensive, x.offensive}, {&Defensive, x.defensive}} {
				got := ""
				for _, l := range advise(t, e.kind, nil, ai.Request{Rules: r, Start: p}) {
					got += r.FormatMove(l.Moves[0])
				}
				if got != e.want {
					t.Errorf("%s orders %s, want %s", e.kind.Name, got, e.want)
				}
			}
		})
	}
}

// directCriteria computes the criteria of a move from positions alone.
func directCriteria(p rules.Position, m rules.Move) criteria {
	gain := func(p rules.Position, m rules.Move) (int, rules.Position) {
		q, err := p.Play(m)
		if err != nil {
			panic(err)
		}
		s := p.Turn()
		return q.(rules.Holder).Held(s) - p.(rules.Holder).Held(s), q
	}
	uncovered := func(q rules.Position, lo int) int {
		n := 0
		for c := lo; c < lo+6; c++ {
			if k := q.At(rules.Cell(c)).Count; k == 1 || k == 2 {
				n++
			}
		}
		return n
	}
	takes, q := gain(p, m)
	own := 6 * int(p.Turn())
	c := criteria{takes: takes, theirs: uncovered(q, 6-own), ours: uncovered(q, own)}
	for reply := range q.Moves() {
		n, _ := gain(q, reply)
		c.reply = max(c.reply, n)
	}
	return c
}

// TestOrder checks, for positions from random games, that the moves are sorted by the criteria. It
// also checks that each criterion decides at least once.
func TestOrder(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for _, s := range []struct {
		kind *ai.Kind
		keys func(criteria) [3]int
	}{
		{&Offensive, func(c criteria) [3]int { return [3]int{c.takes, c.theirs, -c.ours} }},
		{&Defensive, func(c criteria) [3]int { return [3]int{-c.reply, -c.ours, c.takes} }},
	} {
		var decided [4]int
		for range 40 {
			r := build(t, "awale-abapa", nil)
			q := ai.Request{Rules: r, Start: r.Start()}
			for p := r.Start(); ; {
				moves := slices.Collect(p.Moves())
				if len(moves) == 0 {
					break
				}
				lines := advise(t, s.kind, nil, q)
				if len(lines) != len(moves) {
					t.Fatalf("%s: %d lines for %d moves", p, len(lines), len(moves))
				}
				for i := 1; i < len(lines); i++ {
					a, b := lines[i-1].Moves[0], lines[i].Moves[0]
					ka, kb := s.keys(directCriteria(p, a)), s.keys(directCriteria(p, b))
					at := 0
					for at < 3 && ka[at] == kb[at] {
						at++
					}
					decided[at]++
					if at < 3 && ka[at] < kb[at] || at == 3 && a.From > b.From || lines[i-1].Score.Value < lines[i].Score.Value {
						t.Fatalf("%s, %s: %v (%v) stands before %v (%v)", p, s.kind.Name, a, ka, b, kb)
					}
				}
				m := moves[rnd.IntN(len(moves))]
				p, _ = p.Play(m)
				q.Moves = append(q.Moves, m)
			}
		}
		if slices.Contains(decided[:], 0) {
			t.Errorf("%s: the criteria decided %v times", s.kind.Name, decided)
		}
	}
}

// expectedScore returns the expected score of a move by the personal engine. It uses neither the
// fast board nor cutoffs.
func expectedScore(e personal, p rules.Position, m rules.Move, depth int) int {
	c := directCriteria(p, m)
	q, _ := p.Play(m)
	s := p.Turn()
	diff := func(n func(rules.Player) int) int { return n(s) - n(1-s) }
	before := diff(p.(rules.Holder).Held)
	if r := q.Result(); r.Over {
		return e.takes * (diff(func(s rules.Player) int { return r.Final[s] }) - before)
	}
	v := e.takes * (diff(q.(rules.Holder).Held) - before)
	if depth == 1 {
		return v + e.reply*c.reply + e.theirs*c.theirs + e.ours*c.ours
	}
	best := -infinite
	for reply := range q.Moves() {
		best = max(best, expectedScore(e, q, reply, depth-1))
	}
	return v - best
}

func TestPersonal(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	for _, x := range []struct {
		e    personal
		over rules.Params
	}{
		{personal{1, 20, -10, 2, -2}, rules.Params{"depth": "1"}},
		{personal{2, 20, -10, 2, -2}, rules.Params{"depth": "2"}},
		{personal{3, 5, 0, 7, -3}, rules.Params{"depth": "3", "takes": "5", "reply": "0", "theirs": "7", "ours": "-3"}},
	} {
		for range 8 {
			r := build(t, "awale", nil)
			q := ai.Request{Rules: r, Start: r.Start()}
			for p := r.Start(); ; {
				moves := slices.Collect(p.Moves())
				if len(moves) == 0 {
					break
				}
				for i, l := range advise(t, &Personal, x.over, q) {
					want := expectedScore(x.e, p, l.Moves[0], x.e.depth)
					if int(l.Score.Value) != want {
						t.Fatalf("%s, %+v: line %d, %v is worth %v, want %d", p, x.e, i, l.Moves, l.Score.Value, want)
					}
				}
				m := moves[rnd.IntN(len(moves))]
				p, _ = p.Play(m)
				q.Moves = append(q.Moves, m)
			}
		}
	}
}

// TestPersonalStops checks that a cancelled search returns a move, also for a start with an unknown
// history.
func TestPersonalStops(t *testing.T) {
	r := build(t, "awale", nil)
	p, _ := r.Start().Play(rules.Take(3))
	params, _ := rules.Resolve(Personal.Params, rules.Params{"depth": "12"})
	e, _ := Personal.New(r, params)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	start := time.Now()
	info, err := e.Think(ctx, ai.Request{Rules: r, Start: p}, nil)
	if m, ok := info.Move(); err != nil || !ok || !rules.Legal(p, m) {
		t.Errorf("cancelled: %v, %v", info, err)
	}
	if d := time.Since(start); d > 20*time.Second {
		t.Errorf("took %v to stop", d)
	}
}

func TestRefusesOtherGames(t *testing.T) {
	over, err := build(t, "awale", nil).Start().Play(rules.Resign)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []*ai.Kind{&Offensive, &Defensive, &Personal} {
		t.Run(k.Name, func(t *testing.T) {
			p, _ := rules.Resolve(k.Params, nil)
			e, err := k.New(nil, p)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := e.Think(context.Background(), ai.Request{Start: over.(awale.Position)}, nil); err == nil {
				t.Errorf("%s moves when the game is over", k.Name)
			}
		})
	}
}
