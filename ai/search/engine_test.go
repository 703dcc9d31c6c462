package search

import (
	"context"
	"math"
	"reflect"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/rules"
)

// spy is a board that records the moves played at the root.
type spy struct {
	*Positions
	wide  int
	rooms map[rules.Move]int
}

func (s *spy) Width() int { return s.wide }

func (s *spy) Play(m rules.Move) bool {
	if len(s.stack) == 1 {
		s.rooms[m]++
	}
	return s.Positions.Play(m)
}

// look searches g on a spy.
func look(t *testing.T, g *fake, wide int, q ai.Request) (ai.Info, *spy) {
	t.Helper()
	s := &spy{NewPositions(g, g.Start(), nil), wide, map[rules.Move]int{}}
	e := plain()
	e.boards = func(ai.Request) Board { return s }
	q.Rules, q.Start = g, g.Start()
	info, err := e.Think(context.Background(), q, nil)
	if err != nil {
		t.Fatal(err)
	}
	return info, s
}

// TestWidth checks the width of the search on a narrow board. The root searches twice the number of
// moves of other nodes, all of them if those lose, and more if more lines are requested.
func TestWidth(t *testing.T) {
	wider, lost, all := 0, 0, 0
	for seed := range uint64(60) {
		g := &fake{players: 2, branch: 20, length: 30, states: 1 << 20, seed: seed}
		n := 0
		for range g.Start().Moves() {
			n++
		}
		q := ai.Request{Limit: ai.Limit{Depth: 3}, Seed: seed}
		full, s := look(t, g, 0, q)
		if len(s.rooms) != n {
			t.Fatalf("seed %d: %d moves of %d are looked at", seed, len(s.rooms), n)
		}
		if n <= 6 {
			continue
		}
		all++
		narrow, s := look(t, g, 2, q)
		switch len(s.rooms) {
		case 4:
		case n:
			wider++ // at some depth all four candidates lose
		default:
			t.Errorf("seed %d: %d moves are looked at, not 4", seed, len(s.rooms))
		}
		if narrow.Nodes >= full.Nodes {
			t.Errorf("seed %d: %d nodes, %d when nothing is left out", seed, narrow.Nodes, full.Nodes)
		}
		q.Lines = 6
		i, s := look(t, g, 2, q)
		if len(i.Lines) != 6 || len(s.rooms) != 6 && len(s.rooms) != n {
			t.Errorf("seed %d: %d lines, %d moves looked at, not 6", seed, len(i.Lines), len(s.rooms))
		}
		if len(s.rooms) == n && n > 6 {
			lost++ // at some depth all of those six lose
		}
	}
	if all < 20 || wider > all/4 || lost > all/4 {
		t.Errorf("%d and %d of %d searches looked at all moves", wider, lost, all)
	}
}

// TestIllegalHistory checks the error for a request with illegal moves.
func TestIllegalHistory(t *testing.T) {
	g := long(2)
	for _, moves := range [][]rules.Move{{rules.Pass}, {rules.Place(0), rules.Place(63)}} {
		q := ai.Request{Rules: g, Start: g.Start(), Moves: moves, Limit: ai.Limit{Depth: 1}}
		if i, err := plain().Think(context.Background(), q, nil); err == nil || len(i.Best.Moves) > 0 {
			t.Errorf("%v: Think finds %v, %v", moves, i.Best.Moves, err)
		}
		if lines, err := plain().Advise(context.Background(), q); err == nil || lines != nil {
			t.Errorf("%v: Advise finds %v, %v", moves, lines, err)
		}
	}
}

// TestAdviseCutShort checks that advice contains every move once and all lines have the same depth,
// however soon it is stopped.
func TestAdviseCutShort(t *testing.T) {
	g := long(2)
	advise := func(l ai.Limit) []ai.Line {
		lines, err := plain().Advise(context.Background(), ai.Request{Rules: g, Start: g.Start(), Limit: l, Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		return lines
	}
	var depths [][]ai.Line
	for d := 1; d <= 4; d++ {
		depths = append(depths, advise(ai.Limit{Depth: d}))
	}
	n := 0
	for range g.Start().Moves() {
		n++
	}
	seen := map[int]int{}
	for nodes := uint64(1); nodes < 6_000; nodes += 1 + nodes/7 {
		lines := advise(ai.Limit{Nodes: nodes})
		named := map[rules.Move]bool{}
		for _, l := range lines {
			named[l.Moves[0]] = true
		}
		if len(lines) != n || len(named) != n {
			t.Fatalf("%d nodes: %d lines for %d of %d moves", nodes, len(lines), len(named), n)
		}
		depth := 0
		for i, d := range depths {
			if reflect.DeepEqual(d, lines) {
				depth = i + 1
			}
		}
		if seen[depth]++; depth == 0 && seen[1] > 0 {
			t.Fatalf("%d nodes: the lines are not those of any depth", nodes)
		}
	}
	if len(seen) < 4 {
		t.Errorf("depths seen: %v", seen)
	}
}

// TestForcedLines checks that the second-best line is correct if the best one is a forced win.
func TestForcedLines(t *testing.T) {
	tried := 0
	for seed := range uint64(300) {
		g := &fake{players: 2, branch: 6, length: 1, states: 60, seed: seed}
		b := &wins{bare{NewPositions(g, g.Start(), nil)}}
		if len(b.Forced(nil)) == 0 {
			continue
		}
		tried++
		e := plain()
		e.boards = func(ai.Request) Board { return b }
		q := ai.Request{Rules: g, Start: g.Start(), Limit: ai.Limit{Depth: 12}, Lines: 2, Seed: seed}
		info, err := e.Think(context.Background(), q, nil)
		if err != nil {
			t.Fatal(err)
		}
		all, err := e.Advise(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		for i, l := range info.Lines {
			if !reflect.DeepEqual(l.Score, all[i].Score) {
				t.Errorf("seed %d: line %d is %v, of all moves it is %v", seed, i, l.Score, all[i].Score)
			}
		}
	}
	if tried < 10 {
		t.Errorf("%d positions", tried)
	}
}

// wins is a board that forces the first of the immediately winning moves.
type wins struct{ bare }

func (b *wins) Forced(moves []rules.Move) []rules.Move {
	me := b.Turn()
	all, _, _ := b.Moves(nil, nil)
	for _, m := range all {
		b.Play(m)
		_, winners, _ := b.Over()
		b.Undo()
		if winners.Has(me) {
			return append(moves, m)
		}
	}
	return moves
}

// pushy is a board that always forces illegal moves.
type pushy struct{ bare }

func (pushy) Forced(moves []rules.Move) []rules.Move {
	return append(moves, rules.Place(62), rules.Place(63))
}

// TestStuck checks that another move is played, and is part of the line, if all forced moves are
// illegal.
func TestStuck(t *testing.T) {
	for seed := range uint64(40) {
		g := &fake{players: 2, branch: 3, length: 5, states: 60, seed: seed}
		want, _ := minimax(bare{NewPositions(g, g.Start(), nil)}, 2, 0, 12, 0, true)
		e := plain()
		e.boards = func(ai.Request) Board { return pushy{bare{NewPositions(g, g.Start(), nil)}} }
		q := ai.Request{Rules: g, Start: g.Start(), Limit: ai.Limit{Depth: 12}, Seed: seed}
		info, err := e.Think(context.Background(), q, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := score(want, 2)
		if want == 0 {
			s.Proved = true
		}
		if !reflect.DeepEqual(info.Best.Score, s) {
			t.Errorf("seed %d: %v, a plain search finds %v", seed, info.Best.Score, s)
		}
		if !playedOut(t, g, info.Best, want) {
			t.Errorf("seed %d: the line %v does not lead to the end", seed, info.Best.Moves)
		}
	}
}

// stumble is a board that forces an illegal move after the first. It records the largest depth
// reached.
type stumble struct {
	bare
	far int
}

func (b *stumble) Forced(moves []rules.Move) []rules.Move {
	b.far = max(b.far, len(b.stack)-1)
	if len(b.stack) == 2 {
		moves = append(moves, rules.Place(63))
	}
	return moves
}

// TestStuckDepth checks that forced moves do not reduce the depth, and moves played in their place
// do not increase it.
func TestStuckDepth(t *testing.T) {
	g := long(2)
	for depth := 1; depth <= 4; depth++ {
		b := &stumble{bare: bare{NewPositions(g, g.Start(), nil)}}
		e := plain()
		e.boards = func(ai.Request) Board { return b }
		q := ai.Request{Rules: g, Start: g.Start(), Limit: ai.Limit{Depth: depth}}
		if _, err := e.Think(context.Background(), q, nil); err != nil || b.far != depth+1 {
			t.Errorf("depth %d: looked %d plies ahead, %v", depth, b.far, err)
		}
	}
}

// TestLines checks that the number of lines is as requested, and that Lines is empty if one line
// suffices.
func TestLines(t *testing.T) {
	g := long(2)
	n := 0
	for range g.Start().Moves() {
		n++
	}
	for asked, want := range map[int]int{0: 0, 1: 0, 2: 2, 5: 5, 60: n} {
		q := ai.Request{Rules: g, Start: g.Start(), Lines: asked, Limit: ai.Limit{Depth: 2}}
		i, err := plain().Think(context.Background(), q, nil)
		if err != nil || len(i.Lines) != want || want > 0 && !reflect.DeepEqual(i.Lines[0], i.Best) {
			t.Errorf("%d asked: %d lines, %v", asked, len(i.Lines), err)
		}
	}
}

// TestSharesInOrder checks that with several players, a better move never has a smaller share for
// the mover, whatever the scale.
func TestSharesInOrder(t *testing.T) {
	differ := 0
	for seed := range uint64(50) {
		g := &fake{players: 3, branch: 5, length: 9, states: 400, seed: seed}
		info, err := plain().Think(context.Background(), ai.Request{Rules: g, Start: g.Start(), Limit: ai.Limit{Depth: 4}, Lines: 5}, nil)
		if err != nil {
			t.Fatal(err)
		}
		me := g.Start().Turn()
		for _, unit := range []float64{0.7, 1, 12} {
			last := 1.0
			for k, l := range info.Lines {
				share := ai.Scale{Players: 3, Unit: unit}.Shares(l.Score, me)[me]
				if share > last+1e-9 {
					t.Errorf("seed %d, unit %v: line %d has a share of %v after one of %v", seed, unit, k+1, share, last)
				}
				if k > 0 && share < last-1e-9 {
					differ++
				}
				last = share
			}
		}
	}
	if differ < 50 {
		t.Errorf("only %d shares differ", differ)
	}
}

// TestSharesAtTheEnd checks that the winner gets the whole share, and that a draw is divided.
func TestSharesAtTheEnd(t *testing.T) {
	won, drawn := 0, 0
	for seed := range uint64(400) {
		g := &fake{players: 3, branch: 4, length: 4, states: 60, seed: seed}
		info, err := plain().Think(context.Background(), ai.Request{Rules: g, Start: g.Start(), Limit: ai.Limit{Depth: 12}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		p := rules.Position(g.Start())
		for _, m := range info.Best.Moves {
			p, _ = p.Play(m)
		}
		res, got := p.Result(), info.Best.Score.Shares
		if !res.Over {
			continue
		}
		want := []float64{1. / 3, 1. / 3, 1. / 3}
		if w := res.Winners.Only(); w != rules.NoPlayer {
			want = make([]float64, 3)
			want[w] = 1
			won++
		} else {
			drawn++
		}
		for seat, v := range want {
			if math.Abs(got[seat]-v) > 1e-9 {
				t.Fatalf("seed %d: shares %v, want %v", seed, got, want)
			}
		}
	}
	if won < 20 || drawn < 5 {
		t.Errorf("%d won, %d drawn", won, drawn)
	}
}

// TestSharesOnTheWay checks the shares before the end. The mover's share follows from the value of
// the move. The other players divide the rest according to the estimates at the end of the line.
func TestSharesOnTheWay(t *testing.T) {
	g := long(4)
	info, err := plain().Think(context.Background(), ai.Request{Rules: g, Start: g.Start(), Limit: ai.Limit{Depth: 3}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	b := NewPositions(g, g.Start(), nil)
	for _, m := range info.Best.Moves {
		if !b.Play(m) {
			t.Fatal("the line cannot be played")
		}
	}
	me := g.Start().Turn()
	want, sum := make([]float64, 4), 0.0
	for i := range want {
		want[i] = math.Exp(float64(b.Eval(rules.Player(i))) / 400)
		if rules.Player(i) != me {
			sum += want[i]
		}
	}
	own := math.Exp(info.Best.Score.Value / 4)
	own /= own + 3
	for i := range want {
		if want[i] *= (1 - own) / sum; rules.Player(i) == me {
			want[i] = own
		}
	}
	for i, s := range info.Best.Score.Shares {
		if d := s - want[i]; d > 1e-9 || d < -1e-9 {
			t.Errorf("seat %d: %v, want %v", i, s, want[i])
		}
	}
	if len(info.Best.Score.Shares) != 4 {
		t.Errorf("shares %v", info.Best.Score.Shares)
	}
}

// TestTime checks the thinking time for various limits and numbers of moves.
func TestTime(t *testing.T) {
	for _, x := range []struct {
		limit ai.Limit
		moves int
		want  time.Duration
	}{
		{ai.Limit{}, 9, time.Second},
		{ai.Limit{}, 1, 100 * time.Millisecond},
		{ai.Limit{Time: time.Minute}, 9, time.Minute},
		{ai.Limit{Time: time.Minute}, 1, 6 * time.Second},
		{ai.Limit{Time: time.Minute, Depth: 3}, 1, time.Minute},
		{ai.Limit{Time: time.Minute, Nodes: 3}, 1, time.Minute},
		{ai.Limit{Depth: 3}, 9, 0},
		{ai.Limit{Nodes: 3}, 9, 0},
	} {
		if got := x.limit.Span(x.moves); got != x.want {
			t.Errorf("%+v, %d moves: %v, want %v", x.limit, x.moves, got, x.want)
		}
	}
	for asked, want := range map[int]int{0: maxPly, 7: 7, 1: 1, maxPly + 1: maxPly} {
		if got := depth(ai.Request{Limit: ai.Limit{Depth: asked}}); got != want {
			t.Errorf("depth %d asked: %d, want %d", asked, got, want)
		}
	}
}

// TestTableSize checks the size of the table for node limits.
func TestTableSize(t *testing.T) {
	for nodes, want := range map[uint64]int{0: usualTable, 1: leastTable, 1000: leastTable, 5000: 13, 1 << 40: usualTable} {
		if got := bitsFor(nodes); got != want {
			t.Errorf("%d nodes: %d bits, want %d", nodes, got, want)
		}
	}
	small, _ := fresh(nil, 10, nil)
	small.store(entry{key: 5, depth: 1, bound: exact})
	if again, ok := fresh(small, 10, nil); again != small || !ok {
		t.Error("a table is not used again")
	} else if _, known := again.find(5); known {
		t.Error("a table used again is not empty")
	}
	if large, _ := fresh(small, 11, nil); len(large.slots) != 1<<11 {
		t.Errorf("%d slots", len(large.slots))
	}
}

// ended is a position of a finished game.
type ended struct {
	rules.Position
	result rules.Result
}

func (p ended) Result() rules.Result { return p.result }

// TestMargins checks winning margins, also if the lowest score wins.
func TestMargins(t *testing.T) {
	g := long(3)
	for _, x := range []struct {
		winners rules.Players
		final   []int
		want    int
	}{
		{rules.Of(0), []int{9, 4, 6}, 3},
		{rules.Of(2), []int{9, 4, 2}, 7},
		{rules.Of(1), []int{0, 5, 0}, 5},
		{rules.Of(1), nil, 0},
		{rules.Of(0, 1), []int{5, 5, 1}, 0},
		{0, []int{5, 5, 5}, 0},
	} {
		b := NewPositions(g, ended{g.Start(), rules.Result{Over: true, Winners: x.winners, Final: x.final}}, nil)
		if over, winners, margin := b.Over(); !over || winners != x.winners || margin != x.want {
			t.Errorf("%v of %v: %v, %b, margin %d, want %d", x.winners, x.final, over, winners, margin, x.want)
		}
	}
}

// nearEnd is a board with a bound on the moves left.
type nearEnd struct {
	bare
	left int
}

func (b nearEnd) Left() int { return b.left }

// TestLess checks which moves are searched less deeply at first.
func TestLess(t *testing.T) {
	for _, x := range []struct {
		strict, forced            bool
		depth, played, left, want int
	}{
		{depth: 2, played: 3, left: 40, want: 1},
		{depth: 1, played: 3, left: 40},
		{depth: 2, played: 2, left: 40},
		{depth: 9, played: 8, left: 40, want: 1},
		{depth: 3, played: 9, left: 40, want: 1},
		{depth: 4, played: 9, left: 40, want: 2},
		{depth: 9, played: 30, left: 10, want: 2},
		{depth: 9, played: 30, left: 9},
		{depth: 9, played: 30, left: 40, strict: true},
		{depth: 9, played: 30, left: 40, forced: true},
	} {
		s := searcher{b: nearEnd{left: x.left}, strict: x.strict}
		if got := s.less(x.depth, x.played, x.forced); got != x.want {
			t.Errorf("%+v: %d", x, got)
		}
	}
}
