package multiplayer

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardstudio/ai"
	"boardstudio/ai/line/board"
	"boardstudio/ai/line/linetest"
	"boardstudio/ai/line/tuple"
	"boardstudio/ai/search"
	"boardstudio/ai/textbook"
	"boardstudio/rules"
	"boardstudio/rules/rulestest"
)

// uctGames are games for several players that are small enough for brute force.
var uctGames = []rules.Params{
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

// scattered calls f for positions after random moves that are not over.
func scattered(t *testing.T, games int, f func(r rules.Rules, q ai.Request, p rules.Position)) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(7, 9))
	for _, params := range uctGames {
		r := linetest.Build(t, "morpion", params)
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

// forced returns the number of plies, up to plies, in which player me can force a win against all
// others together, or 0 if it cannot.
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

// TestCertain checks by brute force that exactly the forced wins are reported, with the right
// distance, a winning move and a playable line.
func TestCertain(t *testing.T) {
	seen := map[int]int{}
	scattered(t, 30, func(r rules.Rules, q ai.Request, p rules.Position) {
		if len(slices.Collect(p.Moves())) > 9 && r.Players() > 3 {
			return // takes too long
		}
		e := newUCT(r, 1)
		e.begin(q, func() bool { return false })
		l, ok := e.certainWin()
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

// canPrevent reports whether the players before who can play so that none of them completes a row.
func canPrevent(p rules.Position, who rules.Player) bool {
	if p.Turn() == who || p.Result().Over {
		return true
	}
	for m := range p.Moves() { // none of the moves may complete a row
		if next, _ := p.Play(m); next.Result().Winners != 0 {
			return false
		}
	}
	for m := range p.Moves() {
		if next, _ := p.Play(m); canPrevent(next, who) {
			return true
		}
	}
	return false
}

// TestDue checks by brute force who has to block, on which cells, and when it is too late.
func TestDue(t *testing.T) {
	free, required, late := 0, 0, 0
	scattered(t, 8, func(r rules.Rules, q ai.Request, p rules.Position) {
		b := board.Maker(r)(q)
		if b.Options.Drop || b.Options.Players > 3 || len(b.Completing(nil, b.Turn())) > 0 {
			return // falling pieces can open cells, and a player who can win need not block
		}
		must, lost := requiredBlocks(b, nil, allPlayers, false)
		for m := range p.Moves() {
			next, _ := p.Play(m)
			want := !lost && (len(must) == 0 || slices.Contains(must, m.To))
			if got := canPrevent(next, p.Turn()); got != want && !next.Result().Over {
				t.Fatalf("%v: %s: after %s held is %v, but due says %v, %v", r.Spec(), p, r.FormatMove(m), got, must, lost)
			}
		}
		switch {
		case lost:
			late++
		case len(must) > 0:
			required++
		default:
			free++
		}
	})
	if free < 50 || required < 50 || late < 50 {
		t.Errorf("%d positions without anything due, %d with, %d too late", free, required, late)
	}
}

// TestDuty checks that only the last players who can block have to, and that players who only watch
// the next player are not relied on. A lost player blocks the threats of players that no guard will
// stop, as far as possible.
func TestDuty(t *testing.T) {
	r := linetest.Build(t, "morpion", rules.Params{"players": "6", "rows": "12", "cols": "12", "k": "3"})
	// A has an open two on b2 c2, where d2 and a2 complete a row. D has one on b6 c6. The other
	// stones are far apart.
	two := []string{"b2", "l1", "l4", "b6", "l7", "l10", "c2", "h1", "h4", "c6"}
	after := func(more ...string) *board.Board {
		return board.Maker(r)(ai.Request{Rules: r, Start: r.Start(), Moves: rulestest.Moves(t, r, append(slices.Clone(two), more...)...)})
	}
	cells := func(texts ...string) (list []rules.Cell) {
		for _, m := range rulestest.Moves(t, r, texts...) {
			list = append(list, m.To)
		}
		slices.Sort(list)
		return list
	}
	const a, b, c, d, e, f = 0, 1, 2, 3, 4, 5
	for _, x := range []struct {
		name   string
		b      *board.Board
		guards rules.Players
		want   []rules.Cell
		lost   bool
	}{
		{"E, before F and A", after(), allPlayers, cells("a2", "d2"), false},
		{"F, where E blocked one", after("a2"), allPlayers, cells("d2"), false},
		{"F, where E did not", after("h7"), allPlayers, nil, true},
		{"A, before B, C and D", after("a2", "d2"), allPlayers, nil, false},
		{"A, where B is no guard", after("a2", "d2"), rules.Of(a, c, d, e, f), cells("a6", "d6"), false},
		{"B, before C and D", after("a2", "d2", "h10"), allPlayers, cells("a6", "d6"), false},
		{"B, where only B is a guard", after("a2", "d2", "h10"), rules.Of(b), cells("a6", "d6"), false},
		{"E, where only E is a guard and cannot keep D from a row", after(), rules.Of(e), cells("a2", "d2"), true},
	} {
		t.Run(x.name, func(t *testing.T) {
			must := slices.Clone(policyFor(6).mustBlock(x.b, nil, x.guards))
			slices.Sort(must)
			if _, lost := requiredBlocks(x.b, nil, x.guards, false); lost != x.lost || !slices.Equal(must, x.want) {
				t.Errorf("has to play %v and is lost %v, want %v and %v", must, lost, x.want, x.lost)
			}
		})
	}
}

// TestCrowdAllocates checks that the search does not allocate memory.
func TestCrowdAllocates(t *testing.T) {
	for _, params := range append(uctGames, rules.Params{"players": "26", "rows": "20", "cols": "20", "k": "3"}) {
		r := linetest.Build(t, "morpion", params)
		e := newUCT(r, 1)
		q := ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Nodes: 20_000}}
		if _, err := e.Think(context.Background(), q, nil); err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(100, e.simulate); n > 0 {
			t.Errorf("%v: %v allocations a visit", params, n)
		}
	}
}

// styledEngines returns an engine for each style except careful.
func styledEngines(t *testing.T, r rules.Rules) map[int]ai.Engine {
	t.Helper()
	kind := textbook.Paranoid(search.Family{Boards: func(r rules.Rules) search.Maker {
		boards := board.Maker(r)
		return func(q ai.Request) search.Board { return boards(q) }
	}})
	paranoid, err := kind.New(r, rules.Params{"depth": "2"})
	if err != nil {
		t.Fatal(err)
	}
	k := board.OptionsOf(r).K
	tuples, err := tuple.KTuple.New(r, rules.Params{})
	if err != nil {
		t.Fatal(err)
	}
	first, err := tuple.KTuple.New(r, rules.Params{"own": tuple.Format(tuple.Rising(8, 16, 1e12, k)), "block": tuple.Format(tuple.Rising(1, 8, 1e9, k))})
	if err != nil {
		t.Fatal(err)
	}
	return map[int]ai.Engine{searching: paranoid, counting: tuples, eager: first}
}

// TestForesee checks that the moves of engines are among the moves predicted for their style.
func TestForesee(t *testing.T) {
	seen, right := [numStyles]int{}, [numStyles]int{}
	for i, params := range append(slices.Clone(uctGames), rules.Params{"players": "6", "rows": "7", "cols": "8", "k": "4"}) {
		r := linetest.Build(t, "morpion", params)
		engines := styledEngines(t, r)
		rnd := rand.New(rand.NewPCG(3, uint64(i)))
		for range 20 {
			q := ai.Request{Rules: r, Start: r.Start(), Seed: rnd.Uint64()}
			p := q.Start
			var o opponentModel
			o.reset(board.Maker(r)(q))
			o.maxEqual = 1000
			for p.Turn() != rules.NoPlayer {
				b := board.Maker(r)(q)
				o.list(b)
				for style, e := range engines {
					info, err := e.Think(context.Background(), q, nil)
					if err != nil {
						t.Fatal(err)
					}
					if list := o.lists[style]; len(list) > 0 {
						seen[style]++
						if c := b.Landing(info.Best.Moves[0]); slices.ContainsFunc(list, func(x candidate) bool { return x.cell == c }) {
							right[style]++
						}
					}
				}
				moves := slices.Collect(p.Moves())
				m := moves[rnd.IntN(len(moves))]
				q.Moves = append(slices.Clone(q.Moves), m)
				p, _ = p.Play(m)
			}
		}
	}
	for style := range styledEngines(t, linetest.Build(t, "morpion", uctGames[0])) {
		// The search of two plies also notices a full board and then draws lots; this is not
		// predicted.
		if least := seen[style] * 98 / 100; seen[style] < 1000 || right[style] < least || style != searching && right[style] < seen[style] {
			t.Errorf("manner %d: %d of %d foreseen", style, right[style], seen[style])
		}
	}
}

// TestLearn checks that each opponent's style is recognised, and that a player without moves is
// assumed to play like the other players.
func TestLearn(t *testing.T) {
	r := linetest.Build(t, "morpion", rules.Params{"players": "5", "rows": "12", "cols": "12", "k": "5"})
	engines := styledEngines(t, r)
	seats := []int{searching, counting, eager, searching, searching} // the last player is the searching one
	q := ai.Request{Rules: r, Start: r.Start()}
	p := q.Start
	for _, text := range []string{"b2", "h9", "i3", "c8", "f1"} {
		m, err := r.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		q.Moves = append(q.Moves, m)
		p, _ = p.Play(m)
	}
	for range 7 {
		for seat := range seats {
			q.Seed++
			info, err := engines[seats[seat]].Think(context.Background(), q, nil)
			if err != nil || p.Result().Over {
				t.Fatal(err, p)
			}
			q.Moves = append(q.Moves, info.Best.Moves[0])
			p, _ = p.Play(info.Best.Moves[0])
		}
	}
	e := newUCT(r, 1)
	e.begin(q, func() bool { return false })
	for seat, want := range seats[:4] {
		if got := e.opponents.probs[seat]; slices.Max(got[:]) != got[want] {
			t.Errorf("player %d, of manner %d, is taken for %.3f", seat, want, got)
		}
	}
	var o opponentModel
	o.reset(e.b)
	for seat := 1; seat < 4; seat++ {
		o.probs[seat] = [numStyles]float64{counting: 1}
	}
	o.combine(4)
	if got := o.probs[0]; got[counting] < 0.6 || got[careful] < 0.02 {
		t.Errorf("one among those who count is taken for %.3f", got)
	}
}

// TestMissed checks that a player who failed to block a row is expected to fail again, and a player
// who blocked one is not.
func TestMissed(t *testing.T) {
	r := linetest.Build(t, "morpion", rules.Params{"players": "3", "rows": "9", "cols": "9", "k": "4"})
	at := func(moves string) *uct {
		q := ai.Request{Rules: r, Start: r.Start(), Moves: rulestest.Moves(t, r, strings.Fields(moves)...)}
		e := newUCT(r, 1)
		e.begin(q, func() bool { return false })
		return e
	}
	// the third player's row, with one open end; the second player is the last who can block it
	const three = "c5 a9 d5 a1 c9 e5 e1 g9 f5 h1 "
	missed, heeded := at(three+"i9 i1"), at(three+"g5 i1")
	if x, y := missed.opponents.dutyRate[1], heeded.opponents.dutyRate[1]; x > 0.8 || y < x+0.1 {
		t.Errorf("who has missed a row sees the next one by %.2f, who has not by %.2f", x, y)
	}
	named := rulestest.Moves(t, r, "a3", "g5")
	missed.play(missed.b.Landing(named[0])) // the second player is to move again
	list, block := missed.opponents.predict(missed.b), named[1]
	prevents := float32(0)
	for _, x := range list {
		if x.cell == missed.b.Landing(block) {
			prevents = x.prior
		}
	}
	if prevents == 0 || prevents > 0.8 {
		t.Errorf("a row is prevented with %.2f: %v", prevents, list)
	}
}

// TestAmongCounting checks that the engine wins from every seat against five players who block
// every threat. It has to foresee when they are busy with the rows opened by their own blocks.
func TestAmongCounting(t *testing.T) {
	r := linetest.Build(t, "morpion", rules.Params{"players": "6", "rows": "12", "cols": "12", "k": "3"})
	for seat := range rules.Player(6) {
		p, others, e := r.Start(), styledEngines(t, r)[counting], newUCT(r, 1)
		q := ai.Request{Rules: r, Start: p, Moves: rulestest.Moves(t, r, "f7", "d4", "i9")}
		for _, m := range q.Moves {
			p, _ = p.Play(m)
		}
		for p.Turn() != rules.NoPlayer {
			q.Seed++
			q.Limit.Nodes = 300
			engine := others
			if p.Turn() == seat {
				engine = e
			}
			info, err := engine.Think(context.Background(), q, nil)
			if err != nil {
				t.Fatal(err)
			}
			q.Moves = append(q.Moves, info.Best.Moves[0])
			p, _ = p.Play(info.Best.Moves[0])
		}
		if w := p.Result().Winners; w != rules.Of(seat) {
			t.Errorf("on seat %d: the players %b win after %d moves", seat, w, len(q.Moves))
		}
	}
}
