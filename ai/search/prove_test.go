package search

import (
	"context"
	"math/bits"
	"slices"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/rules"
)

// winning returns the plies of the fastest win of me against the longest defence. It returns never
// if the defence succeeds.
func winning(p rules.Position, me rules.Player, known map[string]int) int {
	if r := p.Result(); r.Over {
		if r.Winners == rules.Of(me) {
			return 0
		}
		return never
	}
	key := p.String()
	if n, ok := known[key]; ok {
		return n
	}
	mine := p.Turn() == me
	best := 0
	if mine {
		best = never
	}
	for m := range p.Moves() {
		next, _ := p.Play(m)
		n := min(winning(next, me, known)+1, never)
		if mine {
			best = min(best, n)
		} else {
			best = max(best, n)
		}
	}
	known[key] = best
	return best
}

// ending is a board of a fake game that knows the largest number of moves left.
type ending struct{ bare }

func (b ending) Left() int { p := b.Top().(fakeAt); return p.g.length - p.ply }

// endingCounted is like ending, in a game with scores.
type endingCounted struct{ *Positions }

func (b endingCounted) Left() int { return ending{bare(b)}.Left() }

// withThreats is a board that knows the winning moves of a player.
type withThreats struct {
	withDistances
	me   rules.Player
	wins map[string]int
}

func (withThreats) Soonest() (win, loss int) { return 1, 1 }

func (b withThreats) Quickest() (win, loss int) { return b.withDistances.Soonest() }

func (b withThreats) Tries(moves []rules.Move, plies int) ([]rules.Move, bool) {
	p := b.Top()
	for m := range p.Moves() {
		next, _ := p.Play(m)
		if winning(next, b.me, b.wins) < plies {
			moves = append(moves, m)
		}
	}
	return moves, true
}

func (b withThreats) Idle() (rules.Move, bool) {
	for m := range b.Top().Moves() {
		return m, true
	}
	return rules.Move{}, false
}

// proofBoards are the kinds of boards on which proofs are tested.
var proofBoards = map[string]func(p *Positions) Board{
	"counted":               func(p *Positions) Board { return p },
	"bare":                  func(p *Positions) Board { return bare{p} },
	"ending":                func(p *Positions) Board { return ending{bare{p}} },
	"ending and counted":    func(p *Positions) Board { return endingCounted{p} },
	"forcing":               func(p *Positions) Board { return &wins{bare{p}} },
	"forcing illegal moves": func(p *Positions) Board { return pushy{bare{p}} },
	"distances":             func(p *Positions) Board { return withDistances{bare{p}, map[fakeAt][2]int{}, true, true} },
	"narrow":                func(p *Positions) Board { return narrow{p} },
	"threats": func(p *Positions) Board {
		return withThreats{withDistances{bare{p}, map[fakeAt][2]int{}, true, true}, p.Turn(), map[string]int{}}
	},
}

// proofGame returns a small game whose wins can also be found by playing all moves.
func proofGame(seed uint64) *fake {
	return &fake{players: 2, branch: 4, length: 8, states: 40, skips: seed%3 == 0, seed: seed}
}

// proverOn returns an engine for one kind of board.
func proverOn(g rules.Rules, board func(*Positions) Board) *Engine {
	e := plain()
	e.boards = func(q ai.Request) Board { return board(NewPositions(g, q.Start, nil)) }
	return e
}

// checkLine checks that a line wins as fast as possible against the longest defence, and not before
// its end.
func checkLine(t *testing.T, p rules.Position, l ai.Line, known map[string]int) {
	t.Helper()
	me := p.Turn()
	if len(l.Moves) != l.Score.Plies || !l.Score.Proved || l.Score.Value != 1 {
		t.Fatalf("a line of %d moves has the score %+v", len(l.Moves), l.Score)
	}
	for i, m := range l.Moves {
		next, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		if n := winning(next, me, known); n != l.Score.Plies-i-1 {
			t.Fatalf("after move %d of %d the win takes %d more", i+1, len(l.Moves), n)
		}
		p = next
	}
}

// TestWins compares Wins with a plain search on every kind of board, with and without a limit of
// plies.
func TestWins(t *testing.T) {
	seeds := 120
	if testing.Short() {
		seeds = 30
	}
	for name, board := range proofBoards {
		t.Run(name, func(t *testing.T) {
			won, even, none, slow := 0, 0, 0, 0
			for seed := range uint64(seeds) {
				g := proofGame(seed)
				known := map[string]int{}
				want := map[rules.Move]int{}
				for m := range g.Start().Moves() {
					next, _ := g.Start().Play(m)
					want[m] = winning(next, g.Start().Turn(), known) + 1
				}
				e := proverOn(g, board)
				for plies := range 10 {
					lines, sure, err := e.Wins(t.Context(), ai.Request{Rules: g, Start: g.Start()}, plies)
					if err != nil || !sure {
						t.Fatalf("seed %d, %d plies: sure is %v, %v", seed, plies, sure, err)
					}
					got := map[rules.Move]bool{}
					for i, l := range lines {
						if got[l.Moves[0]] = true; l.Score.AtMost || l.Score.Plies != want[l.Moves[0]] || plies > 0 && l.Score.Plies > plies || i > 0 && l.Score.Plies < lines[i-1].Score.Plies {
							t.Fatalf("seed %d, %d plies, line %d: %+v, want %d", seed, plies, i, l, want[l.Moves[0]])
						}
						checkLine(t, g.Start(), l, known)
					}
					for m, n := range want {
						if wins := n < never && (plies == 0 || n <= plies); wins != got[m] {
							t.Fatalf("seed %d, %d plies: that move %d wins in %d is found: %v", seed, plies, m.To, n, got[m])
						}
					}
					switch {
					case plies > 0:
					case len(lines) == 0:
						none++
					case lines[len(lines)-1].Score.Plies > 3:
						slow++
					default:
						won++
					}
					if plies == 0 && slices.ContainsFunc(lines, func(l ai.Line) bool { return l.Score.Plies%2 == 0 }) {
						even++
					}
				}
			}
			if won < 2 || none < 4 || slow < 4 || even < 2 {
				t.Errorf("%d games are won soon, %d later, %d in an even number of plies, %d not at all", won, slow, even, none)
			}
		})
	}
}

// TestWinsOfPast checks Wins in a game whose result depends on its history.
func TestWinsOfPast(t *testing.T) {
	won := 0
	for seed := range uint64(40) {
		g := &cycle{fake{players: 2, seed: seed}, 5}
		known := map[string]int{}
		for _, board := range []func(*Positions) Board{proofBoards["counted"], proofBoards["bare"]} {
			lines, sure, err := proverOn(g, board).Wins(t.Context(), ai.Request{Rules: g, Start: g.Start()}, 0)
			if err != nil || !sure {
				t.Fatalf("seed %d: sure is %v, %v", seed, sure, err)
			}
			for _, l := range lines {
				checkLine(t, g.Start(), l, known)
			}
			n := 0
			for m := range g.Start().Moves() {
				if next, _ := g.Start().Play(m); winning(next, 0, known) < never {
					n++
				}
			}
			if won += n; n != len(lines) {
				t.Fatalf("seed %d: %d moves win, %d are found", seed, n, len(lines))
			}
		}
	}
	if won < 20 {
		t.Errorf("only %d moves win", won)
	}
}

// TestWinsInBounds checks that with any node limit each win is true, and the list is complete if it
// is sure.
func TestWinsInBounds(t *testing.T) {
	for name, board := range proofBoards {
		t.Run(name, func(t *testing.T) {
			unsure, partly := 0, 0
			for seed := range uint64(12) {
				g := proofGame(seed)
				known := map[string]int{}
				e := proverOn(g, board)
				for nodes := uint64(1); nodes < 3000; nodes += 1 + nodes/3 {
					for plies := 0; plies < 8; plies += 7 {
						lines, sure, err := e.Wins(t.Context(), ai.Request{Rules: g, Start: g.Start(), Limit: ai.Limit{Nodes: nodes}}, plies)
						if err != nil {
							t.Fatal(err)
						}
						n := 0
						for m := range g.Start().Moves() {
							next, _ := g.Start().Play(m)
							if d := winning(next, g.Start().Turn(), known) + 1; d < never && (plies == 0 || d <= plies) {
								n++
							}
						}
						for _, l := range lines {
							next, _ := g.Start().Play(l.Moves[0])
							if d := winning(next, g.Start().Turn(), known) + 1; d > l.Score.Plies || d < l.Score.Plies && !l.Score.AtMost {
								t.Fatalf("seed %d, %d nodes, %d plies: %+v, but it takes %d", seed, nodes, plies, l, d)
							}
							if l.Score.AtMost {
								partly++
							} else {
								checkLine(t, g.Start(), l, known)
							}
						}
						if sure && n != len(lines) || n < len(lines) {
							t.Fatalf("seed %d, %d nodes, %d plies: %d of %d wins are found, sure is %v", seed, nodes, plies, len(lines), n, sure)
						}
						if !sure {
							unsure++
						}
					}
				}
			}
			if unsure == 0 || partly == 0 && name != "threats" && name != "distances" {
				t.Errorf("unsure %d times, %d lines unfinished", unsure, partly)
			}
		})
	}
}

// TestWinsEffort checks the number of nodes for some games, so the savings by tables, move orders
// and bounds are not lost.
func TestWinsEffort(t *testing.T) {
	for name, want := range map[string][2]uint64{
		"counted": {5910, 1911}, "ending": {2339, 1911}, "ending and counted": {2339, 1911}, "forcing": {5763, 1847}, "distances": {5077, 1151},
		"threats": {3830, 545},
	} {
		t.Run(name, func(t *testing.T) {
			var got [2]uint64
			for seed := range uint64(40) {
				g := proofGame(seed)
				for k := range got {
					a, err := proverOn(g, proofBoards[name]).assault(t.Context(), ai.Request{Rules: g, Start: g.Start()})
					if err != nil {
						t.Fatal(err)
					}
					if k == 0 {
						a.forGood()
					} else {
						a.within(7)
					}
					a.lines()
					got[k] += a.nodes
				}
			}
			if got[0] > want[0] || got[1] > want[1] {
				t.Errorf("%v nodes for good and within 7 plies, not %v", got, want)
			}
		})
	}
}

// TestWinsOfNothing checks Wins for a finished game, for three players, and after the time has run
// out.
func TestWinsOfNothing(t *testing.T) {
	three := &fake{players: 3, branch: 3, length: 4, states: 40}
	if _, _, err := plain().Wins(t.Context(), ai.Request{Rules: three, Start: three.Start()}, 0); err == nil {
		t.Error("wins of a game of three")
	}
	g := proofGame(1)
	q := ai.Request{Rules: g, Start: g.Start()}
	over := g.Start()
	for !over.Result().Over {
		for m := range over.Moves() {
			over, _ = over.Play(m)
			break
		}
	}
	if _, _, err := plain().Wins(t.Context(), ai.Request{Rules: g, Start: over}, 0); err == nil {
		t.Error("wins of a game that is over")
	}
	q.Moves = []rules.Move{rules.Place(63)}
	if _, _, err := plain().Wins(t.Context(), q, 0); err == nil {
		t.Error("wins after an illegal move")
	}
	q.Moves = nil
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, plies := range []int{0, 5} {
		if lines, sure, err := plain().Wins(ctx, q, plies); len(lines) > 0 || sure || err != nil {
			t.Errorf("%d plies: %v, %v, %v after the search was cancelled", plies, lines, sure, err)
		}
		q.Limit.Time = time.Nanosecond
		if lines, sure, err := plain().Wins(t.Context(), q, plies); len(lines) > 0 || sure || err != nil {
			t.Errorf("%d plies: %v, %v, %v in no time", plies, lines, sure, err)
		}
		q.Limit.Time = 0
	}
}

// TestWinsFarAway checks that the result is unknown if lines are too long for the search.
func TestWinsFarAway(t *testing.T) {
	ask := func(root *made, plies int) ([]ai.Line, bool) {
		g := &madeGame{fake{players: 2}, root}
		e := plain()
		e.boards = func(ai.Request) Board { return &madeBoard{bare{NewPositions(g, g.Start(), nil)}, 0, map[*made][]int{}} }
		lines, sure, err := e.Wins(t.Context(), ai.Request{Rules: g, Start: g.Start()}, plies)
		if err != nil {
			t.Fatal(err)
		}
		return lines, sure
	}
	for _, x := range []struct {
		name  string
		root  *made
		plies int
		wins  []int
		sure  bool
	}{
		{"a win and an endless line", to(winIn(2), quiet), 0, []int{3}, false},
		{"an endless line in bounds", to(quiet, winIn(2)), 9, []int{3}, true},
		{"a slower win than asked for", to(winIn(6), winIn(2)), 6, []int{3}, true},
		{"a win just in time", to(winIn(6), winIn(2)), 7, []int{3, 7}, true},
		{"wins and losses", to(lossIn(3), winIn(2), winsA, winsB), 0, []int{1, 3}, true},
		{"as many plies as can be looked at", to(winIn(2), quiet), maxPly - 2, []int{3}, true},
		{"more plies than can be looked at", to(winIn(2), quiet), maxPly - 1, []int{3}, false},
		{"a long win", to(winIn(maxPly-4), quiet), maxPly - 2, []int{maxPly - 3}, true},
	} {
		lines, sure := ask(x.root, x.plies)
		var got []int
		for _, l := range lines {
			got = append(got, l.Score.Plies)
		}
		if !slices.Equal(got, x.wins) || sure != x.sure {
			t.Errorf("%s: wins in %v, sure is %v", x.name, got, sure)
		}
	}
}

// sized is a board that knows the length of its game.
type sized struct {
	bare
	left, most int
}

func (b sized) Left() int { return b.left }
func (b sized) Most() int { return b.most }

// TestSolvable checks that a game is searched to its end if few moves are left for the available
// nodes.
func TestSolvable(t *testing.T) {
	g := long(2)
	for _, x := range []struct {
		left, most, longest int
		nodes               uint64
		want                bool
	}{
		{45, 0, 91, 0, true},
		{46, 0, 93, 0, false},
		{46, 1, 93, 0, true},
		{70, 1, maxPly - 3, 0, true},
		{70, 1, maxPly - 2, 0, false},
		{15, 0, 31, 1 << 9, true}, // 3/2 of 10 bits
		{16, 0, 33, 1 << 9, false},
		{16, 0, 33, 1 << 10, true},
		{17, 0, 35, 1 << 10, false},
		{46, 0, 93, 1 << 40, false},
	} {
		a := &assault{prover: &prover{b: sized{bare{NewPositions(g, g.Start(), nil)}, x.left, x.most}, maxNodes: x.nodes}}
		if got := a.solvable(x.longest); got != x.want {
			t.Errorf("%+v: %v", x, got)
		}
	}
	for left, want := range map[int]int{0: 1, 7: 15, far/4 - 1: far/2 - 1, far / 4: far, 1 << 20: far} {
		if got := (&prover{b: sized{left: left}}).longest(); got != want {
			t.Errorf("%d moves left: %d plies at most, want %d", left, got, want)
		}
	}
}

// TestHope checks that the search of a long game gives up if it finds nothing with part of the
// nodes.
func TestHope(t *testing.T) {
	root := bush(40)
	game := &madeGame{fake{players: 2}, to(root, root)}
	board := &madeBoard{bare{NewPositions(game, game.Start(), nil)}, 0, map[*made][]int{}}
	e := plain()
	e.boards = func(ai.Request) Board { return board }
	const nodes = 40_000
	a, err := e.assault(t.Context(), ai.Request{Rules: game, Start: game.Start(), Limit: ai.Limit{Nodes: nodes}})
	if err != nil {
		t.Fatal(err)
	}
	a.forGood()
	if a.stopped || a.nodes <= nodes/hope || a.nodes >= nodes || slices.ContainsFunc(a.state, func(n int) bool { return n != open }) {
		t.Errorf("stopped is %v after %d nodes, the moves are %v", a.stopped, a.nodes, a.state)
	}
	// If there is a win, it does not give up.
	game = &madeGame{fake{players: 2}, to(root, winsA)}
	board = &madeBoard{bare{NewPositions(game, game.Start(), nil)}, 0, map[*made][]int{}}
	if a, err = e.assault(t.Context(), ai.Request{Rules: game, Start: game.Start(), Limit: ai.Limit{Nodes: nodes}}); err != nil {
		t.Fatal(err)
	}
	if a.forGood(); !a.stopped || a.nodes != nodes {
		t.Errorf("stopped is %v after %d nodes, although a move wins", a.stopped, a.nodes)
	}
	// Without scores and a decider, the search does not start.
	a.decider, a.nodes, a.stopped = nil, 0, false
	a.state = make([]int, len(a.legal))
	if a.forGood(); a.nodes != 0 {
		t.Errorf("%d nodes although only the end of the game decides", a.nodes)
	}
}

// TestHopeless checks that known bounds on wins and losses end a search. The more precise bounds
// are only used near the end.
func TestHopeless(t *testing.T) {
	for _, x := range []struct {
		name              string
		distances         bool
		win, loss, d      int
		mineGone, hisGone bool
	}{
		{"distance bounds in time", true, 5, 5, 5, false, false},
		{"distance bounds with a late win", true, 6, 5, 5, true, false},
		{"distance bounds with a late loss", true, 5, 6, 5, false, true},
		{"threat bounds in time", false, 5, 5, 5, false, false},
		{"threat bounds with a late win", false, 6, 5, 5, true, false},
		{"threat bounds with a late loss", false, 5, 6, 5, false, true},
		{"threat bounds far from the end", false, 9, 9, 8, false, false},
		{"threat bounds near the end", false, 9, 9, 7, true, true},
		{"distance bounds far from the end", true, 9, 9, 8, true, true},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := &prover{}
			if r := (fixedBounds{x.win, x.loss}); x.distances {
				s.distances = r
			} else {
				s.threats = r
			}
			if mine, his := s.hopeless(x.d, true), s.hopeless(x.d, false); mine != x.mineGone || his != x.hisGone {
				t.Errorf("hopeless is %v and %v", mine, his)
			}
		})
	}
	if (&prover{}).hopeless(1, true) || (&prover{}).hopeless(1, false) || !(&prover{}).hopeless(0, true) {
		t.Error("without such knowledge a win takes a ply")
	}
}

// fixedBounds is a DistanceBounder and ThreatGenerator with fixed answers.
type fixedBounds struct{ win, loss int }

func (r fixedBounds) Soonest() (win, loss int)                           { return r.win, r.loss }
func (r fixedBounds) Quickest() (win, loss int)                          { return r.win, r.loss }
func (fixedBounds) Tries(moves []rules.Move, _ int) ([]rules.Move, bool) { return moves, false }
func (fixedBounds) Idle() (m rules.Move, ok bool)                        { return m, false }

// TestProofSlots checks that the table of proofs grows up to its limit without losing proofs. The
// newer of two proofs comes first.
func TestProofSlots(t *testing.T) {
	s := &prover{proofs: make([][2]proof, 1<<leastProofs)}
	at := func(i int) uint64 { return mix(uint64(i)+1) | 1 }
	kept := map[uint64]int16{}
	for i := range 1 << leastProofs {
		x := proof{key: at(i), yes: int16(i + 1)}
		s.keep(x)
	}
	for _, slot := range s.proofs {
		for _, x := range slot {
			if x.key != 0 {
				kept[x.key] = x.yes
			}
		}
	}
	check := func(when string) {
		t.Helper()
		found := 0
		for key, yes := range kept {
			for _, x := range s.proofs[key>>1&uint64(len(s.proofs)-1)] {
				if x.key == key && x.yes == yes {
					found++
				}
			}
		}
		if found != len(kept) {
			t.Errorf("%s: %d of %d proofs are found", when, found, len(kept))
		}
	}
	s.nodes = 1 << leastProofs
	if s.slot(at(0)); len(s.proofs) != 1<<leastProofs {
		t.Errorf("after %d nodes there are %d slots", s.nodes, len(s.proofs))
	}
	s.nodes++
	if s.slot(at(0)); len(s.proofs) != 4<<leastProofs {
		t.Errorf("after %d nodes there are %d slots", s.nodes, len(s.proofs))
	}
	check("grown")
	s.nodes = 1 << 40
	for range 20 {
		s.slot(at(0))
	}
	if n := len(s.proofs); bits.Len(uint(n))-1 < mostProofs || n > 4<<mostProofs {
		t.Errorf("the table has grown to %d slots", n)
	}
	check("grown to its bound")

	// The newer of two proofs in a slot comes first, also after the table has grown. A third one
	// replaces the older.
	s = &prover{proofs: make([][2]proof, 1<<leastProofs)}
	same := func(i uint64) uint64 { return i<<40 | 6 }
	s.keep(proof{key: same(1)})
	s.keep(proof{key: same(2)})
	order := func() (list []uint64) {
		for _, x := range s.slot(same(1)) {
			list = append(list, x.key>>40)
		}
		return list
	}
	if got := order(); !slices.Equal(got, []uint64{2, 1}) {
		t.Errorf("the proofs are %v", got)
	}
	s.nodes = 1<<leastProofs + 1
	if got := order(); !slices.Equal(got, []uint64{2, 1}) || len(s.proofs) != 4<<leastProofs {
		t.Errorf("grown, the proofs are %v", got)
	}
	s.keep(proof{key: same(2), yes: 7})
	if got := order(); !slices.Equal(got, []uint64{2, 1}) || s.slot(same(2))[0].yes != 7 {
		t.Errorf("one proof again: %v", got)
	}
	s.keep(proof{key: same(3)})
	if got := order(); !slices.Equal(got, []uint64{3, 2}) {
		t.Errorf("one more: %v", got)
	}
}

// TestAssaultOrder checks that moves with the highest estimates come first, and unlisted moves
// last.
func TestAssaultOrder(t *testing.T) {
	root := to(quiet, quiet, quiet, quiet, quiet).likes(-5, 7, 0, 9).lists(4)
	g := &madeGame{fake{players: 2}, root}
	a := &assault{
		prover: &prover{b: &madeBoard{bare{NewPositions(g, g.Start(), nil)}, 0, map[*made][]int{}}},
		legal:  []rules.Move{rules.Place(4), rules.Place(0), rules.Place(1), rules.Place(2), rules.Place(3)},
	}
	a.order()
	var got []rules.Cell
	for _, m := range a.legal {
		got = append(got, m.To)
	}
	if want := []rules.Cell{3, 1, 2, 0, 4}; !slices.Equal(got, want) {
		t.Errorf("the order is %v, want %v", got, want)
	}
}

// TestProverTick checks that the node limit is exact, and that the time is checked every 64 nodes.
func TestProverTick(t *testing.T) {
	asked, late := 0, false
	s := &prover{maxNodes: 5, out: func() bool { asked++; return late }}
	for n := 1; n <= 6; n++ {
		if stop := s.tick(); stop != (n >= 5) {
			t.Errorf("node %d of 5: stops %v", n, stop)
		}
	}
	s = &prover{out: s.out}
	for range 640 {
		if s.tick() {
			t.Fatal("stops although nothing bounds it")
		}
	}
	if asked != 10 {
		t.Errorf("asked %d times at 640 nodes", asked)
	}
	for late = true; !s.tick(); {
		if s.nodes > 1000 {
			t.Fatal("does not stop when the time is over")
		}
	}
}

// stubborn is a board that always forces illegal moves, and lists illegal moves among the legal
// ones.
type stubborn struct{ pushy }

func (b stubborn) Moves(moves []rules.Move, worth []int32) ([]rules.Move, []int32, bool) {
	moves, worth = append(moves, rules.Place(61)), append(worth, 0)
	return b.pushy.Moves(moves, worth)
}

// TestStubborn checks that illegal moves from a board do not change results.
func TestStubborn(t *testing.T) {
	for seed := range uint64(30) {
		g := &fake{players: 2, branch: 5, length: 5, states: 60, seed: seed}
		want, _ := minimax(bare{NewPositions(g, g.Start(), nil)}, 2, 0, 12, 0, true)
		e := plain()
		e.boards = func(q ai.Request) Board { return stubborn{pushy{bare{NewPositions(g, q.Start, nil)}}} }
		info, err := e.Think(t.Context(), ai.Request{Rules: g, Start: g.Start(), Limit: ai.Limit{Depth: 12}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if s := info.Best.Score; !holds(s, want, 2) || want != 0 && !s.Proved {
			t.Errorf("seed %d: %+v, a plain search finds %+v", seed, s, score(want, 2))
		}
	}
}

// TestWrapBoards checks that an engine on wrapped boards searches these in the same way.
func TestWrapBoards(t *testing.T) {
	g := long(2)
	wrapped := 0
	wrap := func(m Maker) Maker {
		return func(q ai.Request) Board {
			wrapped++
			return m(q)
		}
	}
	q := ai.Request{Rules: g, Start: g.Start(), Limit: ai.Limit{Depth: 3}}
	for name, e := range map[string]*Engine{"with boards": New(g), "without": plain()} {
		t.Run(name, func(t *testing.T) {
			want, err := e.Think(t.Context(), q, nil)
			if err != nil {
				t.Fatal(err)
			}
			wrapped = 0
			got, err := e.WrapBoards(wrap).Think(t.Context(), q, nil)
			if err != nil || wrapped != 1 || got.Nodes != want.Nodes || got.Best.Score.Value != want.Best.Score.Value {
				t.Errorf("%d boards are wrapped, %+v, want %+v, %v", wrapped, got, want, err)
			}
		})
	}
	if e := (&Engine{exact: true}).WrapBoards(wrap).(*Engine); !e.exact {
		t.Error("an exact engine is not exact any more")
	}
}
