package search

import (
	"context"
	"iter"
	"reflect"
	"testing"

	"boardstudio/ai"
	"boardstudio/rules"
)

// made is a position of a handmade game. A position without moves and without a winner is quiet:
// its only move leads back to it.
type made struct {
	next   []*made
	worth  []int32 // the board's estimates of the moves, 0 for the remaining ones
	listed int     // number of candidates, 0 for all
	forced []int   // moves that the board forces
	wins   byte    // seat that has won, 'A' or 'B'
	eval   int     // evaluation for seat 0
}

var (
	winsA = &made{wins: 'A'}
	winsB = &made{wins: 'B'}
	quiet = &made{}
)

// to returns a position with one move to each of the given positions.
func to(next ...*made) *made { return &made{next: next} }

// only returns a position whose moves are all forced.
func only(next ...*made) *made {
	n := to(next...)
	for i := range next {
		n.forced = append(n.forced, i)
	}
	return n
}

// likes sets the estimates of the moves.
func (n *made) likes(worth ...int32) *made {
	n.worth = worth
	return n
}

// lists sets the number of candidates.
func (n *made) lists(count int) *made {
	n.listed = count
	return n
}

// madeGame is a game whose start is a made position.
type madeGame struct {
	fake
	root *made
}

func (g *madeGame) Start() rules.Position { return madeAt{n: g.root} }

// madeAt is a made position together with the moves that led to it.
type madeAt struct {
	fakeAt // provides the methods that are never called
	n      *made
	ply    int
	way    uint64
}

func (p madeAt) Turn() rules.Player {
	if p.n.wins != 0 {
		return rules.NoPlayer
	}
	return rules.Player(p.ply % 2)
}

func (p madeAt) Moves() iter.Seq[rules.Move] {
	return func(yield func(rules.Move) bool) {
		for i := range max(len(p.n.next), 1) {
			if p.n.wins != 0 || !yield(rules.Place(rules.Cell(i))) {
				return
			}
		}
	}
}

func (p madeAt) Play(m rules.Move) (rules.Position, error) {
	if !rules.Legal(p, m) {
		return nil, rules.Illegal(m, "no")
	}
	n := p.n
	if len(n.next) > 0 {
		n = n.next[m.To]
	}
	return madeAt{n: n, ply: p.ply + 1, way: mix(p.way + uint64(m.To) + 1)}, nil
}

func (p madeAt) Result() rules.Result {
	if p.n.wins == 0 {
		return rules.Result{}
	}
	return rules.Result{Over: true, Winners: rules.Of(rules.Player(p.n.wins - 'A'))}
}

func (p madeAt) Hash() uint64 { return p.way }

// madeBoard is the board of a made game, without scores. It records the positions reached and their
// plies from the root.
type madeBoard struct {
	bare
	wide  int
	plies map[*made][]int
}

func (b *madeBoard) at() *made { return b.Top().(madeAt).n }

func (b *madeBoard) Width() int { return b.wide }

func (b *madeBoard) Play(m rules.Move) bool {
	if !b.bare.Play(m) {
		return false
	}
	b.plies[b.at()] = append(b.plies[b.at()], len(b.stack)-1)
	return true
}

func (b *madeBoard) Forced(moves []rules.Move) []rules.Move {
	for _, i := range b.at().forced {
		moves = append(moves, rules.Place(rules.Cell(i)))
	}
	return moves
}

func (b *madeBoard) Moves(moves []rules.Move, worth []int32) ([]rules.Move, []int32, bool) {
	n := b.at()
	moves, worth, _ = b.bare.Moves(moves, worth)
	copy(worth[len(worth)-max(len(n.next), 1):], n.worth)
	if n.listed > 0 {
		cut := len(n.next) - n.listed
		return moves[:len(moves)-cut], worth[:len(worth)-cut], false
	}
	return moves, worth, true
}

func (b *madeBoard) Rest(moves []rules.Move) []rules.Move {
	if n := b.at(); n.listed > 0 {
		for i := n.listed; i < len(n.next); i++ {
			moves = append(moves, rules.Place(rules.Cell(i)))
		}
	}
	return moves
}

// ponder searches a made game with the given width. It also returns the reports.
func ponder(t *testing.T, root *made, wide int, q ai.Request) (ai.Info, []ai.Info, *madeBoard) {
	t.Helper()
	g := &madeGame{fake{players: 2}, root}
	estimate := func(p rules.Position, seat rules.Player) int {
		if seat != 0 {
			return -p.(madeAt).n.eval
		}
		return p.(madeAt).n.eval
	}
	b := &madeBoard{bare{NewPositions(g, g.Start(), estimate)}, wide, map[*made][]int{}}
	e := plain()
	e.boards = func(ai.Request) Board { return b }
	q.Rules, q.Start = g, g.Start()
	var reports []ai.Info
	info, err := e.Think(context.Background(), q, func(i ai.Info) { reports = append(reports, i) })
	if err != nil {
		t.Fatal(err)
	}
	return info, reports, b
}

// winIn returns a position in which A, to move, wins in the given number of plies without any
// choice.
func winIn(plies int) *made {
	n := winsA
	for range plies {
		n = to(n)
	}
	return n
}

// lossIn is like winIn, but A loses.
func lossIn(plies int) *made {
	n := winsB
	for range plies {
		n = to(n)
	}
	return n
}

// TestSharpened checks the distance of results that omitted moves hid at first.
func TestSharpened(t *testing.T) {
	win := func(plies int) ai.Score { return ai.Score{Proved: true, Value: 1, Plies: plies} }
	loss := func(plies int) ai.Score { return ai.Score{Proved: true, Value: -1, Plies: plies} }
	// A position of B, who prefers a slow win to a fast one.
	slow := func(slow, fast int) *made { return to(lossIn(slow-1), lossIn(fast-1)).likes(9) }
	for _, x := range []struct {
		name  string
		root  *made
		lines int
		want  []ai.Score
	}{
		{"a faster win among the moves left out", to(winIn(4), quiet, quiet, winIn(2), winsA).likes(9, 8, 7), 1, []ai.Score{win(1)}},
		{"a faster win behind the first", to(winIn(4), quiet, winIn(2)).likes(9, 8), 1, []ai.Score{win(3)}},
		{"no faster win", to(winIn(2), quiet, winIn(2), winIn(4)).likes(9, 8), 1, []ai.Score{win(3)}},
		{"a faster win for the next line", to(winIn(2), winIn(6), quiet, quiet, winIn(4)).likes(9, 8, 7), 2, []ai.Score{win(3), win(5)}},
		{"a faster loss", to(slow(5, 1)), 1, []ai.Score{loss(2)}},
		{"a loss as slow as that", to(slow(3, 5)), 1, []ai.Score{loss(4)}},
		{"the slowest loss", to(slow(5, 1), slow(5, 3), slow(5, 1)), 1, []ai.Score{loss(4)}},
		{"all losses", to(slow(5, 1), slow(5, 3), slow(5, 5)), 3, []ai.Score{loss(6), loss(4), loss(2)}},
		{"a win and losses", to(slow(5, 1), winIn(4), slow(5, 3)), 3, []ai.Score{win(5), loss(4), loss(2)}},
	} {
		t.Run(x.name, func(t *testing.T) {
			for seed := range uint64(4) {
				info, reports, _ := ponder(t, x.root, 1, ai.Request{Limit: ai.Limit{Depth: 12}, Lines: x.lines, Seed: seed})
				lines := info.Lines
				if x.lines == 1 {
					lines = []ai.Line{info.Best}
				}
				var got []ai.Score
				for _, l := range lines {
					got = append(got, l.Score)
					if n := len(l.Moves); n > l.Score.Plies {
						t.Errorf("a line of %d moves to the end in %d", n, l.Score.Plies)
					}
				}
				if !reflect.DeepEqual(got, x.want) {
					t.Fatalf("%v, want %v", got, x.want)
				}
				if last := reports[len(reports)-1]; !reflect.DeepEqual(last.Best, info.Best) || !reflect.DeepEqual(last.Lines, info.Lines) {
					t.Errorf("the last report is %+v, the answer %+v", last, info)
				}
			}
		})
	}
}

// TestSharpenedAsDeep checks that sharpen does not search forced moves beyond the requested depth.
func TestSharpenedAsDeep(t *testing.T) {
	far := winsA
	for range 8 {
		far = only(far)
	}
	wait := to() // like quiet, but a different position
	root := to(far, wait)
	for depth := 1; depth <= 10; depth++ {
		info, _, b := ponder(t, root, 0, ai.Request{Limit: ai.Limit{Depth: depth}})
		// From depth 8 on, the result cannot improve.
		if s := info.Best.Score; !s.Proved || s.Value != 1 || s.Plies != 9 || s.AtMost != (depth < 8) {
			t.Errorf("depth %d: %+v", depth, s)
		}
		deepest := 0
		for _, ply := range b.plies[wait] {
			deepest = max(deepest, ply)
		}
		if deepest > depth+1 {
			t.Errorf("depth %d: looked %d plies ahead", depth, deepest)
		}
	}
}

// bush returns a position of B with many continuations, at least for A.
func bush(plies int) *made {
	n := to()
	for range plies / 2 {
		a := to()
		for range 12 {
			a.next = append(a.next, n)
		}
		n = to(a, a)
	}
	return n
}

// TestSharpenedInBounds checks that sharpen respects the node limit, and uses few more nodes than
// the search before.
func TestSharpenedInBounds(t *testing.T) {
	root := to(winIn(10), bush(10))
	free, reports, _ := ponder(t, root, 1, ai.Request{Limit: ai.Limit{Depth: 20}})
	before := reports[len(reports)-2].Nodes
	if s := free.Best.Score; !s.Proved || s.Plies != 11 || !s.AtMost || free.Nodes <= before || free.Nodes > 2*before+minSharpen {
		t.Errorf("%+v after %d nodes, %d before", s, free.Nodes, before)
	}
	for _, most := range []uint64{before + 1, before + 100, before + 1000} {
		if info, _, _ := ponder(t, root, 1, ai.Request{Limit: ai.Limit{Depth: 20, Nodes: most}}); info.Nodes > most || !reflect.DeepEqual(info.Best.Score, free.Best.Score) {
			t.Errorf("%d nodes asked for: %+v after %d", most, info.Best.Score, info.Nodes)
		}
	}
}

// TestSettled checks that proved results are not searched more deeply.
func TestSettled(t *testing.T) {
	for _, x := range []struct {
		name  string
		root  *made
		depth int
	}{
		{"a win at once", to(quiet, winsA, quiet), 1},
		{"a win in three", to(quiet, winIn(2), quiet), 3},
		{"a loss in two", to(lossIn(1), to(winsB, quiet)), 2},
		{"nothing", to(quiet, to(quiet, quiet)), 20},
	} {
		t.Run(x.name, func(t *testing.T) {
			if info, _, _ := ponder(t, x.root, 0, ai.Request{Limit: ai.Limit{Depth: 20}}); info.Depth != x.depth {
				t.Errorf("searched to depth %d, want %d", info.Depth, x.depth)
			}
		})
	}
}

// TestWorthy checks that on a narrow board the moves with the highest estimates are searched, and
// twice that number at the root. Moves that are not candidates are searched only if all others
// lose.
func TestWorthy(t *testing.T) {
	leaves := func(n int) (all []*made) {
		for range n {
			all = append(all, to(quiet))
		}
		return all
	}
	reply := func() *made { return to(leaves(6)...).likes(1, 5, 2, 6, 3, 4) }
	for wide := 1; wide <= 3; wide++ {
		root := to(reply(), reply(), reply(), reply(), reply(), reply(), reply()).likes(3, 9, -4, 7, 8, -9, 5)
		order := []int{1, 4, 3, 6, 0, 2, 5} // by estimate
		_, reports, b := ponder(t, root, wide, ai.Request{Limit: ai.Limit{Depth: 2}})
		for rank, i := range order {
			if seen := len(b.plies[root.next[i]]) > 0; seen != (rank < 2*wide) {
				t.Errorf("wide %d: move %d of the root, number %d by worth, is looked at %v", wide, i, rank, seen)
			}
		}
		if first := reports[0].Best.Moves[0].To; first != 1 {
			t.Errorf("wide %d: the root begins with move %d", wide, first)
		}
		best := root.next[1]
		for rank, i := range []int{3, 1, 5, 4, 2, 0} {
			if seen := len(b.plies[best.next[i]]) > 0; seen != (rank < wide) {
				t.Errorf("wide %d: move %d of an answer, number %d by worth, is looked at %v", wide, i, rank, seen)
			}
		}
	}
	for _, x := range []struct {
		name string
		n    *made // B is to move
		wide int
		all  bool
	}{
		{"candidates that do", to(lossIn(3), quiet, to(), to()).lists(2), 0, false},
		{"candidates that lose", to(winsA, winsA, to(), to()).lists(2), 0, true},
		{"candidates beyond the width that do", to(winsA, winsA, quiet, to()).likes(9, 8, 7).lists(3), 2, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			info, _, b := ponder(t, to(x.n), x.wide, ai.Request{Limit: ai.Limit{Depth: 2}})
			if info.Best.Score.Proved {
				t.Errorf("%+v", info.Best.Score)
			}
			if all := len(b.plies[x.n.next[len(x.n.next)-1]]) > 0; all != x.all {
				t.Errorf("the others are looked at %v", all)
			}
		})
	}
}

// TestEndless checks that an infinite line of forced moves is evaluated by the estimate.
func TestEndless(t *testing.T) {
	for _, eval := range []int{-300, 0, 300} {
		loop := &made{eval: eval, forced: []int{0}}
		info, _, b := ponder(t, to(loop), 0, ai.Request{Limit: ai.Limit{Depth: 3}})
		if s := info.Best.Score; s.Proved || s.Value != float64(eval)/100 {
			t.Errorf("an estimate of %d: %+v", eval, s)
		}
		deepest := 0
		for _, ply := range b.plies[loop] {
			deepest = max(deepest, ply)
		}
		if deepest > maxPly || deepest < maxPly-3 || len(info.Best.Moves) > maxPly {
			t.Errorf("looked %d plies ahead, and told %d", deepest, len(info.Best.Moves))
		}
	}
}

// TestForcedAlone checks that the root searches only forced moves, if there are any.
func TestForcedAlone(t *testing.T) {
	root := to(quiet, to(), to(quiet))
	root.forced = []int{0, 2}
	_, _, b := ponder(t, root, 0, ai.Request{Limit: ai.Limit{Depth: 3}})
	for i, n := range root.next {
		if seen := len(b.plies[n]) > 0; seen != (i != 1) {
			t.Errorf("move %d is looked at %v", i, seen)
		}
	}
}
