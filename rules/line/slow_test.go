package line

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardstudio/rules"
)

// slow is a second, simple implementation of the rules. It scans the whole board each time, treats
// the board as an infinite plane on which each cell occurs many times, and records what happened.
type slow struct {
	o       Options
	cells   []int // owner, or -1 if empty
	pairs   []int
	side    int
	threat  bool // the opponent of side has a row that side may break
	winners rules.Players
	over    bool
}

func newSlow(o Options) *slow {
	return &slow{o: o, cells: slices.Repeat([]int{-1}, o.Rows*o.Cols), pairs: make([]int, o.Players)}
}

func (s *slow) clone() *slow {
	c := *s
	c.cells, c.pairs = slices.Clone(s.cells), slices.Clone(s.pairs)
	return &c
}

// fold returns the cell at a point of the infinite plane, or -1 if it is off the board.
func (s *slow) fold(row, col int) int {
	rows, cols := s.o.Rows, s.o.Cols
	mod := func(a, n int) int { return (a%n + n) % n }
	inRows, inCols := row == mod(row, rows), col == mod(col, cols)
	switch s.o.Topology {
	case "plane":
		if !inRows || !inCols {
			return -1
		}
	case "cylinder":
		if !inRows {
			return -1
		}
	case "torus":
		row = mod(row, rows)
	case "mobius":
		if !inRows {
			return -1
		}
		if mod(col, 2*cols) >= cols { // every second copy is upside down
			row = rows - 1 - row
		}
	case "sphere":
		if row = mod(row, 2*rows); row >= rows { // across the pole
			row, col = 2*rows-1-row, col+cols/2
		}
	}
	return row*cols + mod(col, cols)
}

// place returns the cell i steps from cell c in one of the 8 directions.
func (s *slow) place(c, dir, i int) int {
	return s.fold(c/s.o.Cols+i*ways[dir][0], c%s.o.Cols+i*ways[dir][1])
}

// line returns the cells at distances from to to, inclusive, from cell c in direction dir. It
// returns nil if a cell is off the board or occurs twice.
func (s *slow) line(c, dir, from, to int) []int {
	var cs []int
	for i := from; i <= to; i++ {
		x := s.place(c, dir, i)
		if x < 0 || slices.Contains(cs, x) {
			return nil
		}
		cs = append(cs, x)
	}
	return cs
}

// count returns the number of cells owned by p.
func (s *slow) count(cs []int, p int) (n int) {
	for _, c := range cs {
		if s.cells[c] == p {
			n++
		}
	}
	return n
}

// row reports whether the n cells from distance i on the line through c form a row of p. If exact
// is set, the row must not be part of a longer one.
func (s *slow) row(c, dir, i, n, p int, exact bool) bool {
	cs := s.line(c, dir, i, i+n-1)
	return cs != nil && s.count(cs, p) == n &&
		!(exact && (s.count(s.line(c, dir, i-1, i+n-1), p) > n || s.count(s.line(c, dir, i, i+n), p) > n))
}

// inRow reports whether c is in a row, as defined by row.
func (s *slow) inRow(c, n, p int, exact bool) bool {
	for d := range ways {
		for i := -n + 1; i <= 0; i++ {
			if s.row(c, d, i, n, p, exact) {
				return true
			}
		}
	}
	return false
}

// rows returns the cells of the winning rows of p.
func (s *slow) rows(p int) map[int]bool {
	in := map[int]bool{}
	for c, owner := range s.cells {
		if owner == p && s.inRow(c, s.o.K, p, s.o.Exact.Has(rules.Player(p))) {
			in[c] = true
		}
	}
	return in
}

// put places a stone of p, makes its captures, and returns the number of pairs.
func (s *slow) put(c, p int) (captured int) {
	s.cells[c] = p
	found := map[[2]int]bool{}
	for d := range ways {
		cs := s.line(c, d, 0, 3)
		if cs == nil {
			continue
		}
		a, b := s.cells[cs[1]], s.cells[cs[2]]
		if a >= 0 && a != p && a == b && s.cells[cs[3]] == p {
			found[[2]int{min(cs[1], cs[2]), max(cs[1], cs[2])}] = true
		}
	}
	if s.o.Captures == 0 {
		return 0
	}
	for pair := range found {
		s.cells[pair[0]], s.cells[pair[1]] = -1, -1
	}
	s.pairs[p] += len(found)
	return len(found)
}

// figures counts the sets of n stones of p, including c, on n+1 cells of a line with the remaining
// cell empty. Each must also satisfy ok.
func (s *slow) figures(c, p, n int, ok func(dir, i, hole int) bool) int {
	sets := map[string]bool{}
	for d := range ways {
		for i := -n; i <= 0; i++ {
			cs := s.line(c, d, i, i+n)
			if cs == nil || s.count(cs, p) != n || s.count(cs, -1) != 1 {
				continue
			}
			hole := cs[slices.IndexFunc(cs, func(x int) bool { return s.cells[x] < 0 })]
			if ok(d, i, hole) {
				slices.Sort(cs)
				sets[fmt.Sprint(slices.DeleteFunc(cs, func(x int) bool { return x == hole }))] = true
			}
		}
	}
	return len(sets)
}

// with returns a copy of s with a stone of p on c.
func (s *slow) with(c, p int) *slow {
	t := s.clone()
	t.cells[c] = p
	return t
}

// openEnds reports whether the cells before and after four cells are empty.
func (s *slow) openEnds(c, dir, i int) bool {
	six := s.line(c, dir, i-1, i+4)
	return six != nil && s.cells[six[0]] < 0 && s.cells[six[5]] < 0
}

// foul reports whether the stone that p has just placed on c makes a renju foul.
func (s *slow) foul(c, p int) bool {
	switch {
	case s.inRow(c, 5, p, true):
		return false
	case s.inRow(c, 6, p, false):
		return true
	case s.figures(c, p, 4, func(d, i, hole int) bool { return s.with(hole, p).row(c, d, i, 5, p, true) }) >= 2:
		return true
	}
	return s.figures(c, p, 3, func(d, i, hole int) bool {
		if !s.openEnds(c, d, i) || s.with(hole, p).inRow(hole, 5, p, true) {
			return false
		}
		t := s.clone()
		t.put(hole, p)
		left, right := s.place(c, d, i-1), s.place(c, d, i+4)
		return t.with(left, p).row(c, d, i-1, 5, p, true) && t.with(right, p).row(c, d, i, 5, p, true) && !t.foul(hole, p)
	}) >= 2
}

// freeThrees returns all free threes of p, each as its sorted cells.
func (s *slow) freeThrees(p int) (sets [][]int) {
	for c := range s.cells {
		for d := range ways {
			six := s.line(c, d, -1, 4)
			if six == nil || s.cells[six[0]] >= 0 || s.cells[six[5]] >= 0 {
				continue
			}
			four := slices.Clone(six[1:5])
			if s.count(four, p) != 3 || s.count(four, -1) != 1 {
				continue
			}
			four = slices.DeleteFunc(four, func(x int) bool { return s.cells[x] < 0 })
			slices.Sort(four)
			if !slices.ContainsFunc(sets, func(x []int) bool { return slices.Equal(x, four) }) {
				sets = append(sets, four)
			}
		}
	}
	return sets
}

// sharesThree reports whether two free threes of p share a stone and at least one of them contains
// c.
func (s *slow) sharesThree(c, p int) bool {
	all := s.freeThrees(p)
	for i, a := range all {
		for j, b := range all {
			if i != j && slices.Contains(a, c) && slices.ContainsFunc(a, func(x int) bool { return slices.Contains(b, x) }) {
				return true
			}
		}
	}
	return false
}

// legal reports whether side may place a stone on c.
func (s *slow) legal(c int) bool {
	if s.cells[c] >= 0 {
		return false
	}
	if below := c + s.o.Cols; s.o.Drop && below < len(s.cells) && s.cells[below] < 0 {
		return false
	}
	if s.count(s.all(), -1) == len(s.cells) {
		return !s.o.CentreFirst || c == s.o.Rows/2*s.o.Cols+s.o.Cols/2
	}
	if s.o.Adjacent {
		beside := false
		for d := range ways {
			x := s.place(c, d, 1)
			beside = beside || x >= 0 && s.cells[x] >= 0
		}
		if !beside {
			return false
		}
	}
	t := s.clone()
	taken := t.put(c, s.side)
	if s.o.DoubleThree == shared && t.sharesThree(c, s.side) {
		return false
	}
	if s.o.DoubleThree == forbidden || s.o.DoubleThree == unlessCapturing && taken == 0 {
		if t.figures(c, s.side, 3, func(d, i, _ int) bool { return t.openEnds(c, d, i) }) >= 2 {
			return false
		}
	}
	return !s.o.Renju || s.side != 0 || !t.foul(c, 0)
}

func (s *slow) all() []int {
	cs := make([]int, len(s.cells))
	for i := range cs {
		cs[i] = i
	}
	return cs
}

// moves returns the cells where side may place a stone.
func (s *slow) moves() (cs []int) {
	for c := range s.cells {
		if s.legal(c) {
			cs = append(cs, c)
		}
	}
	return cs
}

// play places a stone of side on c, or passes if c is -1.
func (s *slow) play(c int) {
	me, next := s.side, (s.side+1)%s.o.Players
	s.side = next
	if c < 0 {
		return
	}
	s.put(c, me)
	end := func(p int) {
		s.over, s.winners = true, rules.Of(rules.Player(p))
		if s.o.Misere {
			s.winners = (1<<s.o.Players - 1) &^ s.winners
		}
	}
	switch mine := len(s.rows(me)) > 0; {
	case s.o.Captures > 0 && s.pairs[me] >= s.o.Captures:
		s.over, s.winners = true, rules.Of(rules.Player(me))
	case s.threat && len(s.rows(next)) > 0, s.o.Breakable && len(s.rows(next)) > 0:
		end(next)
	case mine && s.o.Breakable && s.breaks(me):
		s.threat = true
		return
	case mine:
		end(me)
	default:
		for i := 1; i < s.o.Players && !s.over; i++ { // a capture can shorten an overlong row
			if p := (me - i + s.o.Players) % s.o.Players; len(s.rows(p)) > 0 {
				end(p)
			}
		}
	}
	s.threat = false
}

// breaks reports whether side has a reply to the row of p.
func (s *slow) breaks(p int) bool {
	for _, c := range s.moves() {
		t := s.clone()
		if t.put(c, s.side) > 0 && (t.pairs[s.side] >= t.o.Captures || len(t.rows(p)) == 0) {
			return true
		}
	}
	return false
}

// blocked reports whether no player can move.
func (s *slow) blocked() bool {
	for p := range s.o.Players {
		t := s.clone()
		t.side = p
		if len(t.moves()) > 0 {
			return false
		}
	}
	return true
}

// TestSlow compares both implementations in random games.
func TestSlow(t *testing.T) {
	sets := append([]string{
		"rows=6 cols=6 k=4 captures=3",
		"rows=7 cols=7 k=5 foul=renju",
		"rows=6 cols=7 k=5 foul=renju captures=4 doubleThree=unlessCapturing",
		"rows=8 cols=8 k=5 foul=renju topology=torus",
		"rows=5 cols=6 k=5 foul=renju topology=mobius",
		"rows=4 cols=6 k=5 foul=renju topology=torus",
		"rows=6 cols=6 k=4 overline=ignored captures=9",
		"rows=6 cols=6 k=4 overline=ignored captures=9 topology=sphere breakable=on",
		"rows=7 cols=3 k=5 topology=mobius overline=ignored",
		"rows=6 cols=2 k=5 topology=sphere players=3",
		"rows=4 cols=4 k=5 topology=mobius",
		"rows=6 cols=6 k=4 captures=5 breakable=on doubleThree=forbidden",
		"rows=6 cols=6 k=4 captures=5 breakable=on doubleThree=unlessCapturing misere=on topology=cylinder",
		"rows=5 cols=5 k=5 doubleThree=forbidden topology=torus adjacent=on",
		"rows=7 cols=7 k=7 doubleThree=forbidden",
		"rows=7 cols=7 k=6 doubleThree=shared",
		"rows=7 cols=8 k=5 captures=9 breakable=on doubleThree=shared",
		"rows=6 cols=7 k=5 foul=renju doubleThree=shared adjacent=on",
		"rows=7 cols=6 k=6 doubleThree=shared topology=torus captures=4",
		"rows=5 cols=7 k=5 doubleThree=shared topology=mobius",
		"rows=2 cols=2 k=2 topology=sphere",
		"rows=3 cols=1 k=3 topology=torus captures=1",
	}, unusual[:len(unusual)-1]...)
	plays := 12
	if testing.Short() {
		plays = 2
	}
	for _, words := range sets {
		t.Run(strings.ReplaceAll(words, " ", ","), func(t *testing.T) {
			t.Parallel()
			r := mustBuild(t, words)
			rnd := rand.New(rand.NewPCG(7, 7))
			for range plays {
				compare(t, r, rnd)
			}
		})
	}
}

// compare plays a random game and compares every position with slow.
func compare(t *testing.T, r *Rules, rnd *rand.Rand) {
	t.Helper()
	var p rules.Position = r.Start()
	s := newSlow(r.Options())
	for range 200 {
		agree(t, r, p, s)
		moves := slices.Collect(p.Moves())
		if len(moves) == 0 {
			return
		}
		m := moves[rnd.IntN(len(moves))]
		q, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		if m == rules.Pass {
			s.play(-1)
		} else {
			s.play(int(r.lands(positionOf(p).cells, m.To)))
		}
		p = q
	}
}

// positionOf returns the *position in p.
func positionOf(p rules.Position) *position {
	if h, ok := p.(holding); ok {
		return h.position
	}
	return p.(*position)
}

// agree checks that p and s are the same position with the same moves.
func agree(t *testing.T, r *Rules, p rules.Position, s *slow) {
	t.Helper()
	for c, owner := range s.cells {
		if got := p.At(rules.Cell(c)).Owner; int(got) != owner {
			t.Fatalf("%s: cell %s holds %d, want %d", p, r.Board().Cells[c].Label, got, owner)
		}
	}
	for i, n := range s.pairs {
		if got := positionOf(p).pairs(rules.Player(i)); got != n {
			t.Fatalf("%s: player %d has %d pairs, want %d", p, i, got, n)
		}
	}
	var want []rules.Move
	res := p.Result()
	switch cells := s.moves(); {
	case s.over:
	case len(cells) > 0:
		for _, c := range cells {
			want = append(want, rules.Place(r.Board().Named(rules.Cell(c))))
		}
		slices.SortFunc(want, func(a, b rules.Move) int { return int(a.To - b.To) })
	case s.count(s.all(), -1) == 0:
		if !res.Draw() || res.Reason != rules.Full {
			t.Fatalf("%s: %s, want a draw on a full board", p, outcome(p))
		}
		return
	case s.blocked():
		if !res.Draw() || res.Reason != rules.Blocked {
			t.Fatalf("%s: %s, want a draw because nobody can move", p, outcome(p))
		}
		return
	default:
		want = []rules.Move{rules.Pass}
	}
	if got := slices.Collect(p.Moves()); !slices.Equal(got, want) {
		t.Fatalf("%s: moves %v, want %v", p, got, want)
	}
	if res.Over != s.over || res.Winners != s.winners {
		t.Fatalf("%s: %s, want over %v and winners %b", p, outcome(p), s.over, s.winners)
	}
	if res.Reason != rules.Row && res.Reason != rules.Misere {
		return
	}
	owner := res.Winners
	if s.o.Misere {
		owner = (1<<s.o.Players - 1) &^ owner
	}
	in := s.rows(int(owner.Only()))
	if len(in) != len(res.Cells) {
		t.Fatalf("%s: winning cells %s, want %d", p, labels(r, res.Cells), len(in))
	}
	for _, c := range res.Cells {
		if !in[int(c)] {
			t.Fatalf("%s: %s is in no row", p, r.Board().Cells[c].Label)
		}
	}
}

// perft counts the sequences of n moves.
func (s *slow) perft(n int) (sum uint64) {
	switch {
	case n == 0:
		return 1
	case s.over:
		return 0
	case n == 1:
		return uint64(len(s.moves()))
	}
	for _, c := range s.moves() {
		t := s.clone()
		t.play(c)
		sum += t.perft(n - 1)
	}
	return sum
}

// TestPerftShared compares the number of move sequences from positions with adjacent threes between
// the rules and slow.
func TestPerftShared(t *testing.T) {
	const board = "......B../.AAA...../...A.B.../..A....../......B../.....AA../....A..B./....A..../..B......"
	for _, x := range []struct{ rules, start string }{
		{"ninuki rows=9 cols=9 captures=3", board + " A 1-0"},
		{"ninuki rows=9 cols=9 captures=9 adjacent=off breakable=off", board + " A 0-0"},
	} {
		var got [3]uint64
		for i, double := range []string{shared, forbidden, allowed} {
			r := mustBuild(t, x.rules+" doubleThree="+double)
			p := mustParse(t, r, x.start)
			s := newSlow(r.Options())
			for c := range s.cells {
				if o := p.At(rules.Cell(c)).Owner; o != rules.NoPlayer {
					s.cells[c] = int(o)
				}
			}
			for side := range s.pairs {
				s.pairs[side] = positionOf(p).pairs(rules.Player(side))
			}
			got[i] = rules.Perft(p, 2)
			if want := s.perft(2); got[i] != want {
				t.Errorf("%s doubleThree=%s: %d sequences, want %d", x.rules, double, got[i], want)
			}
		}
		if got[0] >= got[1] || got[1] >= got[2] {
			t.Errorf("%s: %v sequences with shared, forbidden and allowed: the rules make no difference", x.rules, got)
		}
	}
}
