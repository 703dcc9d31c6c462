package line

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardstudio/rules"
)

// slow is a second implementation of the rules, written for plainness: it
// looks at the whole board each time, knows the board as an endless plane on
// which each cell has many places, and remembers what happened.
type slow struct {
	o       Options
	cells   []int // the owner, -1 for none
	pairs   []int
	side    int
	threat  bool // the opponent of side made a row that side may break
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

// fold returns the cell at a place of the endless plane, -1 for none.
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
		if mod(col, 2*cols) >= cols { // on every second turn all is upside down
			row = rows - 1 - row
		}
	case "sphere":
		if row = mod(row, 2*rows); row >= rows { // behind the pole
			row, col = 2*rows-1-row, col+cols/2
		}
	}
	return row*cols + mod(col, cols)
}

// place returns the cell i steps from cell c in one of the 8 directions.
func (s *slow) place(c, dir, i int) int {
	return s.fold(c/s.o.Cols+i*ways[dir][0], c%s.o.Cols+i*ways[dir][1])
}

// line returns the cells at places from–to of the line that leads from cell c
// in one of the 8 directions; nil when one is missing or comes twice.
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

// count returns how many of the cells p owns.
func (s *slow) count(cs []int, p int) (n int) {
	for _, c := range cs {
		if s.cells[c] == p {
			n++
		}
	}
	return n
}

// row reports whether the n places from place i on of a line through c are a
// row of p; with exact, one that no longer row holds.
func (s *slow) row(c, dir, i, n, p int, exact bool) bool {
	cs := s.line(c, dir, i, i+n-1)
	return cs != nil && s.count(cs, p) == n &&
		!(exact && (s.count(s.line(c, dir, i-1, i+n-1), p) > n || s.count(s.line(c, dir, i, i+n), p) > n))
}

// inRow reports whether c is in a row as for row.
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

// put places a stone of p and captures.
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

// figures counts the sets of n stones of p, one of them c, on n+1 places of a
// line whose last place is open: ok says what else must hold.
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

// with returns s with one more stone of p on c.
func (s *slow) with(c, p int) *slow {
	t := s.clone()
	t.cells[c] = p
	return t
}

// openEnds reports whether the places before and after four places are empty.
func (s *slow) openEnds(c, dir, i int) bool {
	six := s.line(c, dir, i-1, i+4)
	return six != nil && s.cells[six[0]] < 0 && s.cells[six[5]] < 0
}

// foul reports a renju foul of the stone that p has just put on c.
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

// play places a stone of side on c, -1 for a pass.
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
		for i := 1; i < s.o.Players && !s.over; i++ { // what a capture has cut to size
			if p := (me - i + s.o.Players) % s.o.Players; len(s.rows(p)) > 0 {
				end(p)
			}
		}
	}
	s.threat = false
}

// breaks reports whether side can answer the row of p.
func (s *slow) breaks(p int) bool {
	for _, c := range s.moves() {
		t := s.clone()
		if t.put(c, s.side) > 0 && (t.pairs[s.side] >= t.o.Captures || len(t.rows(p)) == 0) {
			return true
		}
	}
	return false
}

// blocked reports that nobody can move.
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

// TestSlow plays random games with both implementations.
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
		"rows=2 cols=2 k=2 topology=sphere",
		"rows=3 cols=1 k=3 topology=torus captures=1",
	}, odd[:len(odd)-1]...)
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

// compare plays a random game and checks every position against slow.
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
			s.play(int(r.lands(inner(p).cells, m.To)))
		}
		p = q
	}
}

// inner returns the position without its wrapping.
func inner(p rules.Position) *position {
	if h, ok := p.(holding); ok {
		return h.position
	}
	return p.(*position)
}

// agree checks that p and s are the same state, with the same moves.
func agree(t *testing.T, r *Rules, p rules.Position, s *slow) {
	t.Helper()
	for c, owner := range s.cells {
		if got := p.At(rules.Cell(c)).Owner; int(got) != owner {
			t.Fatalf("%s: cell %s holds %d, want %d", p, r.Board().Cells[c].Label, got, owner)
		}
	}
	for i, n := range s.pairs {
		if got := inner(p).pairs(rules.Player(i)); got != n {
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
