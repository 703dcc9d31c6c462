package search

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"boardstudio/ai"
	"boardstudio/rules"
)

// TestPlace checks that each move of a usual board has a unique index in the history, and the moves
// of the largest boards a valid one.
func TestPlace(t *testing.T) {
	own := map[int]rules.Move{}
	for c := range rules.Cell(61 * 61) {
		p := place(rules.Place(c))
		if m, taken := own[p]; taken {
			t.Errorf("%v and %v have the same place", m, rules.Place(c))
		}
		own[p] = rules.Place(c)
	}
	for _, from := range []rules.Cell{rules.NoCell, 0, 1, 63, 4095} {
		for _, to := range []rules.Cell{rules.NoCell, 0, 1, 63, 4095} {
			if p := place(rules.Move{From: from, To: to}); p < 0 || p >= 1<<12 {
				t.Errorf("the move from %d to %d has place %d", from, to, p)
			}
		}
	}
}

// ordered returns the cells of moves in the order of the search.
func ordered(s *searcher, moves []rules.Cell, worth map[rules.Cell]int32, first rules.Cell, ply int, mine bool) []rules.Cell {
	var c choices
	for _, m := range moves {
		c.moves, c.worth = append(c.moves, rules.Place(m)), append(c.worth, worth[m])
	}
	s.rank(&c, rules.Place(first), ply, mine)
	var order []rules.Cell
	for i := range c.moves {
		order = append(order, c.pick(i).To)
	}
	return order
}

// TestOrder checks the order of moves: the move from the table, then by estimate, by refutations at
// the same ply, by history, and finally by the order of the list.
func TestOrder(t *testing.T) {
	s := new(searcher)
	all := []rules.Cell{1, 2, 3, 4, 5, 6, 7, 8, 9}
	check := func(name string, got, want []rules.Cell) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	check("nothing is known", ordered(s, all, nil, 0, 3, true), all)
	check("the table", ordered(s, all, nil, 6, 3, true), []rules.Cell{6, 1, 2, 3, 4, 5, 7, 8, 9})
	worth := map[rules.Cell]int32{5: 1, 2: -1, 8: 1 << 30, 1: -1 << 31}
	check("worth", ordered(s, all, worth, 0, 3, true), []rules.Cell{8, 5, 3, 4, 6, 7, 9, 2, 1})
	check("the table before worth", ordered(s, all, worth, 1, 3, true), []rules.Cell{1, 8, 5, 3, 4, 6, 7, 9, 2})
	s.credit(rules.Place(4), 9, 5, true)
	s.credit(rules.Place(6), 2, 5, true)
	s.credit(rules.Place(9), 2, 3, true)
	s.credit(rules.Place(7), 1, 3, true)
	s.credit(rules.Place(7), 1, 3, true)
	check("the side that moved", ordered(s, all, nil, 0, 3, true), []rules.Cell{7, 9, 4, 6, 1, 2, 3, 5, 8})
	check("as far from the root", ordered(s, all, nil, 0, 5, true), []rules.Cell{6, 4, 9, 7, 1, 2, 3, 5, 8})
	check("the other side", ordered(s, all, nil, 0, 4, false), all)
	check("worth before what refuted", ordered(s, all, map[rules.Cell]int32{5: 1}, 8, 3, true), []rules.Cell{8, 5, 7, 9, 4, 6, 1, 2, 3})
	s.credit(rules.Place(3), 1, 3, true)
	s.credit(rules.Place(2), 1, 3, true)
	check("the last two", ordered(s, all, nil, 0, 3, true)[:2], []rules.Cell{2, 3})
	// However large its history, a move is searched after moves with higher estimates and after the
	// two killers.
	for range 100 {
		s.credit(rules.Place(1), 100, 0, true)
		s.credit(rules.Place(8), 9, 0, true)
	}
	check("often", ordered(s, all, map[rules.Cell]int32{5: 1}, 0, 3, true)[:4], []rules.Cell{5, 2, 3, 1})
	for m, h := range s.history[side(true)] {
		if h > 2*100*100 {
			t.Errorf("the move at %d counts %d: what is long ago does not fade", m, h)
		}
	}
}

// TestPick checks that equal choices keep their order.
func TestPick(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 2))
	for range 100 {
		var c choices
		for i := range 1 + rnd.IntN(12) {
			c.moves, c.worth = append(c.moves, rules.Place(rules.Cell(i))), append(c.worth, int32(rnd.IntN(4)))
		}
		worth := slices.Clone(c.worth)
		want := slices.Clone(c.moves)
		slices.SortStableFunc(want, func(a, b rules.Move) int { return int(worth[b.To] - worth[a.To]) })
		var got []rules.Move
		for i := range c.moves {
			got = append(got, c.pick(i))
		}
		if !slices.Equal(got, want) || !slices.Equal(c.moves, want) {
			t.Fatalf("%v, want %v of the worths %v", got, want, worth)
		}
	}
}

// TestTick checks that the node limit is exact, and that the time is checked periodically.
func TestTick(t *testing.T) {
	asked, late := 0, false
	s := searcher{table: newTable(1), maxNodes: 5, out: func() bool { asked++; return late }}
	for n := 1; n <= 6; n++ {
		if stop := s.tick(); stop != (n >= 5) || s.stopped != stop || s.nodes != uint64(n) {
			t.Errorf("node %d of 5: stops %v", n, stop)
		}
	}
	s = searcher{table: s.table, out: s.out}
	for range 10_000 {
		if s.tick() {
			t.Fatal("stops although nothing bounds it")
		}
	}
	if asked < 10 || asked > 1000 {
		t.Errorf("asked %d times at 10,000 nodes", asked)
	}
	late = true
	for n := 0; !s.tick(); n++ {
		if n > 1000 {
			t.Fatal("does not stop when time is out")
		}
	}
	if late = false; !s.tick() {
		t.Error("goes on although it was stopped")
	}
}

// TestEnd checks the values of finished games for the side to move.
func TestEnd(t *testing.T) {
	for _, x := range []struct {
		players int
		me      rules.Player
		winners rules.Players
		mine    bool
		want    int // 1 for a win of the side to move
	}{
		{2, 0, 0, true, 0},
		{2, 0, rules.Of(0, 1), true, 0},
		{2, 0, rules.Of(0), true, 1},
		{2, 0, rules.Of(0), false, -1},
		{2, 1, rules.Of(0), true, -1},
		{2, 1, rules.Of(0), false, 1},
		{3, 2, rules.Of(0, 1, 2), false, 0},
		{3, 2, rules.Of(0, 1), true, -1},
		{3, 2, rules.Of(0, 1), false, 1},
		{3, 2, rules.Of(1, 2), true, 1},
	} {
		s := searcher{me: x.me, players: x.players}
		if got := s.end(x.winners, 3, 7, x.mine); got != x.want*wonIn(3, 7) {
			t.Errorf("%+v: %d", x, got)
		}
	}
}

// TestEstimate checks that an estimate, however high, does not count as a proof, and is counted.
func TestEstimate(t *testing.T) {
	g := long(2)
	for _, eval := range []int{0, 7, -7, 1 << 40, -1 << 40} {
		s := searcher{b: NewPositions(g, g.Start(), func(_ rules.Position, p rules.Player) int { return eval * (1 - 2*int(p)) }), me: 1}
		mine, others := s.estimate(true), s.estimate(false)
		if mine != -others || (mine > 0) != (eval < 0) || (mine < 0) != (eval > 0) || proved(mine) || proved(others) || s.estimates != 2 {
			t.Errorf("%d for the other seat: %d and %d, %d estimates", eval, mine, others, s.estimates)
		}
		if eval < 100 && eval > -100 && mine != -eval {
			t.Errorf("%d for the other seat is %d for this one", eval, mine)
		}
	}
}

// counts is a position with scores. holding is a position with captured pieces.
type (
	counts struct {
		rules.Position
		of []int
	}
	holding struct {
		rules.Position
		of []int
	}
)

func (p counts) Score(s rules.Player) int { return p.of[s] }
func (p holding) Held(s rules.Player) int { return p.of[s] }

// TestLead checks that without another estimate, a player's lead is the estimate.
func TestLead(t *testing.T) {
	g := long(3)
	of := []int{4, 9, 6}
	for _, x := range []struct {
		name string
		p    rules.Position
		want [3]int
	}{
		{"counted", counts{g.Start(), of}, [3]int{-500, 300, -300}},
		{"held", holding{struct{ rules.Position }{}, of}, [3]int{-500, 300, -300}},
		{"neither", struct{ rules.Position }{}, [3]int{}},
	} {
		t.Run(x.name, func(t *testing.T) {
			b := NewPositions(g, x.p, nil)
			for seat, want := range x.want {
				if got := b.Eval(rules.Player(seat)); got != want {
					t.Errorf("seat %d: %d, want %d", seat, got, want)
				}
			}
		})
	}
}

// withDistances is a board that knows the exact distances of wins, from a search of all lines.
type withDistances struct {
	bare
	known     map[fakeAt][2]int
	win, loss bool // which results the prover reports
}

// never is larger than the length of these games.
const never = 100

// soonest returns the least number of plies in which each seat can win.
func (b withDistances) soonest(p fakeAt) [2]int {
	if at, ok := b.known[p]; ok {
		return at
	}
	at := [2]int{never, never}
	if r := p.Result(); r.Over {
		for seat := range r.Winners.All() {
			at[seat] = 0
		}
	}
	for m := range p.Moves() {
		next, _ := p.Play(m)
		for seat, n := range b.soonest(next.(fakeAt)) {
			at[seat] = min(at[seat], n+1)
		}
	}
	b.known[p] = at
	return at
}

func (b withDistances) Soonest() (win, loss int) {
	at := b.soonest(b.Top().(fakeAt))
	win, loss = at[b.Turn()], at[1-b.Turn()]
	if !b.win {
		win = 1
	}
	if !b.loss {
		loss = 1
	}
	return win, loss
}

// TestRacer checks that known distances save nodes and do not change results.
func TestRacer(t *testing.T) {
	nodes := [4]uint64{}
	for seed := range uint64(60) {
		g := &fake{players: 2, branch: 6, length: 6, states: 60, seed: seed}
		board := bare{NewPositions(g, g.Start(), nil)}
		want, _ := minimax(board, 2, 0, 12, 0, true)
		known := map[fakeAt][2]int{}
		for i, b := range []Board{board, withDistances{board, known, true, false}, withDistances{board, known, false, true}, withDistances{board, known, true, true}} {
			e := plain()
			e.boards = func(ai.Request) Board { return b }
			info, err := e.Think(context.Background(), ai.Request{Rules: g, Start: g.Start(), Limit: ai.Limit{Depth: 12}, Seed: seed}, nil)
			if err != nil {
				t.Fatal(err)
			}
			nodes[i] += info.Nodes
			if s := info.Best.Score; !holds(s, want, 2) || !s.Proved || s.AtMost {
				t.Fatalf("seed %d, distances %v: %+v, a plain search finds %+v", seed, i > 0, s, score(want, 2))
			}
		}
	}
	if t.Log(nodes); max(nodes[1], nodes[2]) >= nodes[0] || nodes[3] >= min(nodes[1], nodes[2]) {
		t.Errorf("%d nodes without that, %d and %d with wins or losses, %d with both", nodes[0], nodes[1], nodes[2], nodes[3])
	}
}

// TestFamilies checks that an engine uses the knowledge of the matching family only.
func TestFamilies(t *testing.T) {
	g := long(2)
	made, estimated, refuse := 0, 0, false
	family := Family{
		Boards: func(r rules.Rules) Maker {
			if r != rules.Rules(g) {
				t.Error("other rules")
			}
			return func(q ai.Request) Board {
				if made++; refuse {
					return nil
				}
				return bare{NewPositions(g, q.Start, nil)}
			}
		},
		Estimate: func(rules.Rules) func(rules.Position, rules.Player) int {
			return func(rules.Position, rules.Player) int { estimated++; return 0 }
		},
	}
	other := Family{
		Boards:   func(rules.Rules) Maker { return nil },
		Estimate: func(rules.Rules) func(rules.Position, rules.Player) int { return nil },
	}
	for _, x := range []struct {
		name            string
		families        []Family
		refuse          bool
		made, estimated bool
	}{
		{"a board", []Family{{}, family}, false, true, false},
		{"no board for this position", []Family{{}, family}, true, true, true},
		{"estimates alone", []Family{{Estimate: family.Estimate}}, false, false, true},
		{"a board alone", []Family{{Boards: family.Boards}}, false, true, false},
		{"another family", []Family{other}, false, false, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			made, estimated, refuse = 0, 0, x.refuse
			e, err := Kind(nil, x.families...).New(g, nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := e.Think(context.Background(), ai.Request{Rules: g, Start: g.Start(), Limit: ai.Limit{Depth: 2}}, nil); err != nil {
				t.Fatal(err)
			}
			if made > 1 || (made > 0) != x.made || (estimated > 0) != x.estimated {
				t.Errorf("%d boards, %d estimates", made, estimated)
			}
		})
	}
}

// TestDeepest checks that a search without a depth limit ends.
func TestDeepest(t *testing.T) {
	info, _, _ := ponder(t, to(quiet, to()), 0, ai.Request{Limit: ai.Limit{Nodes: 1 << 20}})
	if info.Depth < 100 || info.Depth >= maxPly || info.Nodes >= 1<<20 {
		t.Errorf("depth %d, %d nodes", info.Depth, info.Nodes)
	}
}
