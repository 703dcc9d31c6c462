package line

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardstudio/internal/effort"
	"boardstudio/internal/race"
	"boardstudio/rules"
	"boardstudio/rules/rulestest"
)

// prover proves facts by playing moves and by enumerating all lines of cells.
type prover struct {
	r    *Rules
	long [][]rules.Cell // all lines of k+1 cells
	// at[i][c] are the lines of k+i cells that contain c.
	at [2][][][]rules.Cell
}

var provers = map[*Rules]*prover{}

func proverOf(o *rulestest.Occasion) *prover {
	r := o.Rules.(*Rules)
	if provers[r] == nil {
		x := &prover{r: r, long: r.Rows(r.opt.K + 1)}
		for i := range x.at {
			x.at[i] = make([][][]rules.Cell, len(r.board.Cells))
			for _, row := range r.Rows(r.opt.K + i) {
				for _, c := range row {
					x.at[i][c] = append(x.at[i][c], row)
				}
			}
		}
		provers[r] = x
	}
	return provers[r]
}

// allOf reports whether s has a piece on each of cells.
func allOf(p rules.Position, cells []rules.Cell, s rules.Player) bool {
	return !slices.ContainsFunc(cells, func(c rules.Cell) bool { return p.At(c).Owner != s })
}

// hasRow reports whether s has a winning row through c in p.
func (x *prover) hasRow(p rules.Position, c rules.Cell, s rules.Player) bool {
	return slices.ContainsFunc(x.at[0][c], func(row []rules.Cell) bool {
		if !allOf(p, row, s) {
			return false
		}
		return !x.r.opt.Exact.Has(s) || !slices.ContainsFunc(x.at[1][c], func(long []rules.Cell) bool {
			return allOf(p, long, s) && !slices.ContainsFunc(row, func(c rules.Cell) bool { return !slices.Contains(long, c) })
		})
	})
}

// hasAnyRow reports whether s has a winning row in p.
func (x *prover) hasAnyRow(p rules.Position, s rules.Player) bool {
	for c := range x.r.board.Cells {
		if x.hasRow(p, rules.Cell(c), s) {
			return true
		}
	}
	return false
}

// ends returns the cells where s completes a row if it is its turn. The result known is false if
// this is undefined.
func (x *prover) ends(p rules.Position, s rules.Player) (ends []rules.Cell, known bool) {
	at := rulestest.InTurn(x.r, p, s)
	if at == nil || p.Result().Over {
		return nil, false
	}
	for m := range at.Moves() {
		if q, err := at.Play(m); err == nil && m != rules.Pass {
			if c := rules.Landing(x.r.board, at, q, m); x.hasRow(q, c, s) {
				ends = append(ends, c)
			}
		}
	}
	return ends, true
}

// fresh returns the new ends that the move creates.
func (x *prover) fresh(o *rulestest.Occasion) (ends []rules.Cell, known bool) {
	old, a := x.ends(o.Position, o.Me())
	now, b := x.ends(o.After, o.Me())
	return slices.DeleteFunc(now, func(c rules.Cell) bool { return slices.Contains(old, c) }), a && b
}

// middles returns the inner cells of each line of k+1 cells whose two outer cells are in ends and
// whose inner cells all have pieces of s.
func (x *prover) middles(p rules.Position, s rules.Player, ends []rules.Cell) (found [][]rules.Cell) {
	for _, long := range x.long {
		a, b := long[0], long[len(long)-1]
		if mid := long[1 : len(long)-1]; slices.Contains(ends, a) && slices.Contains(ends, b) && allOf(p, mid, s) {
			found = append(found, mid)
		}
	}
	return found
}

// open reports whether the move makes an open four.
func (x *prover) open(o *rulestest.Occasion) bool {
	ends, _ := x.ends(o.After, o.Me())
	c := rules.Landing(x.r.board, o.Position, o.After, o.Move)
	return slices.ContainsFunc(x.middles(o.After, o.Me(), ends), func(mid []rules.Cell) bool { return slices.Contains(mid, c) })
}

// threes returns the open threes of s, indexed by the text of their cells.
func (x *prover) threes(p rules.Position, s rules.Player) (found map[string][]rules.Cell, known bool) {
	found = map[string][]rules.Cell{}
	if x.r.opt.Drop || x.r.opt.K < 4 {
		return found, true
	}
	at := rulestest.InTurn(x.r, p, s)
	now, ok := x.ends(p, s)
	if at == nil || !ok {
		return nil, false
	}
	for m := range at.Moves() {
		if m == rules.Pass || slices.Contains(now, m.To) {
			continue
		}
		q, err := at.Play(m)
		if err != nil {
			return nil, false
		}
		var ends []rules.Cell
		for _, long := range x.at[1][m.To] { // for speed, only if the line can matter
			if mid := long[1 : len(long)-1]; slices.Contains(mid, m.To) && allOf(q, mid, s) {
				if ends, ok = x.ends(q, s); !ok {
					return nil, false
				}
				break
			}
		}
		// a line with one of these ends is a four, not a three
		ends = slices.DeleteFunc(ends, func(c rules.Cell) bool { return slices.Contains(now, c) })
		for _, mid := range x.middles(q, s, ends) {
			if i := slices.Index(mid, m.To); i >= 0 {
				three := slices.Sorted(slices.Values(slices.Delete(slices.Clone(mid), i, i+1)))
				found[fmt.Sprint(three)] = three
			}
		}
	}
	return found, true
}

// with returns the number of threes that contain c.
func with(threes map[string][]rules.Cell, c rules.Cell) (n int) {
	for _, three := range threes {
		if slices.Contains(three, c) {
			n++
		}
	}
	return n
}

// forbids reports whether the opponent is not allowed to play on any cell where the mover completes
// a row.
func (x *prover) forbids(o *rulestest.Occasion) bool {
	ends, known := x.ends(o.After, o.Me())
	fresh, _ := x.fresh(o)
	return known && len(fresh) > 0 && x.r.opt.Players == 2 && !slices.ContainsFunc(ends, func(c rules.Cell) bool {
		_, err := o.After.Play(rules.Place(x.r.board.Named(c)))
		return err == nil
	})
}

// makes returns a proof of a fact about the figures that the move makes.
func makes(is func(fours int, open bool, threes int) bool) rulestest.Proof {
	return func(t *testing.T, o *rulestest.Occasion, told rules.Fact) rulestest.Says {
		x := proverOf(o)
		if o.Move == rules.Pass || o.After.Result().Over || x.r.opt.Misere {
			return rulestest.No
		}
		fresh, known := x.fresh(o)
		threes, also := x.threes(o.After, o.Me())
		if !known || !also || x.hasAnyRow(o.After, o.Me()) {
			return rulestest.Unknown
		}
		if x.forbids(o) {
			return rulestest.No
		}
		if told.Kind == makesFour || told.Kind == makesDoubleFour {
			x.shows(t, o, told, o.After, fresh, o.Me())
		}
		return rulestest.YesIf(is(len(fresh), x.open(o), with(threes, o.Move.To)))
	}
}

// shows checks that a fact has exactly the cells of the rows that s completes on ends.
func (x *prover) shows(t *testing.T, o *rulestest.Occasion, told rules.Fact, p rules.Position, ends []rules.Cell, s rules.Player) {
	t.Helper()
	want := map[rules.Cell]bool{}
	at := rulestest.InTurn(x.r, p, s)
	for _, end := range ends {
		q, err := at.Play(rules.Place(x.r.board.Named(end)))
		if err != nil {
			t.Fatalf("%s: %v", o, err)
		}
		for _, row := range x.at[0][end] {
			long := func(long []rules.Cell) bool {
				return allOf(q, long, s) && !slices.ContainsFunc(row, func(c rules.Cell) bool { return !slices.Contains(long, c) })
			}
			if allOf(q, row, s) && (!x.r.opt.Exact.Has(s) || !slices.ContainsFunc(x.at[1][end], long)) {
				for _, c := range row {
					want[c] = true
				}
			}
		}
	}
	got := map[rules.Cell]bool{}
	for _, c := range told.Cells {
		got[c] = true
	}
	if x.r.plane && !maps.Equal(got, want) {
		t.Errorf("%s: %s shows %v, want %v", o, told.Text, got, want)
	}
}

// pairsOf returns the pairs that s can capture if it is its turn.
func (x *prover) pairsOf(p rules.Position, s rules.Player) (pairs [][2]rules.Cell, known bool) {
	at := rulestest.InTurn(x.r, p, s)
	if at == nil || p.Result().Over {
		return nil, false
	}
	for m := range at.Moves() {
		for d := range x.r.board.Step {
			line := [4]rules.Cell{m.To}
			for i := 1; i < 4 && line[i-1] != rules.NoCell; i++ { // only for boards without joined edges
				line[i] = x.r.board.Step[d][line[i-1]].Cell
			}
			if line[0] == rules.NoCell || line[1] == rules.NoCell || line[2] == rules.NoCell || line[3] == rules.NoCell {
				continue
			}
			a, b, c := at.At(line[1]).Owner, at.At(line[2]).Owner, at.At(line[3]).Owner
			pair := [2]rules.Cell{min(line[1], line[2]), max(line[1], line[2])}
			if a == b && a != s && a != rules.NoPlayer && c == s && !slices.Contains(pairs, pair) {
				pairs = append(pairs, pair)
			}
		}
	}
	return pairs, true
}

// canWinByCapture reports whether s can win by a capture if it is its turn.
func (x *prover) canWinByCapture(p rules.Position, s rules.Player) (won, known bool) {
	at := rulestest.InTurn(x.r, p, s)
	if at == nil || p.Result().Over {
		return false, false
	}
	for m := range at.Moves() {
		if q, err := at.Play(m); err == nil && q.(rules.Holder).Held(s) >= x.r.opt.Captures {
			won = true
		}
	}
	return won, true
}

// checkCount checks the number in a fact.
func checkCount(t *testing.T, o *rulestest.Occasion, told rules.Fact, n int) rulestest.Says {
	t.Helper()
	if told.Kind != nil && told.Text.Args[0] != n {
		t.Errorf("%s: %v, want %d", o, told.Text, n)
	}
	return rulestest.YesIf(n > 0)
}

// rival returns the opponent in a two-player game.
func rival(o *rulestest.Occasion) rules.Player { return 1 - o.Me() }

var figureProofs = map[string]rulestest.Proof{
	"open-four":    makes(func(_ int, open bool, _ int) bool { return open }),
	"double-four":  makes(func(fours int, open bool, _ int) bool { return !open && fours > 1 }),
	"four-three":   makes(func(fours int, open bool, threes int) bool { return !open && fours == 1 && threes > 0 }),
	"four":         makes(func(fours int, open bool, threes int) bool { return !open && fours == 1 && threes == 0 }),
	"double-three": makes(func(fours int, _ bool, threes int) bool { return fours == 0 && threes > 1 }),
	"open-three":   makes(func(fours int, _ bool, threes int) bool { return fours == 0 && threes == 1 }),
	"blocks-row": func(t *testing.T, o *rulestest.Occasion, told rules.Fact) rulestest.Says {
		x := proverOf(o)
		if o.After.Result().Over || x.r.opt.Misere || o.Move == rules.Pass {
			return rulestest.No
		}
		for i := range x.r.opt.Players {
			s := rules.Player(i)
			if s == o.Me() {
				continue
			}
			ends, known := x.ends(o.Position, s)
			if !known {
				return rulestest.Unknown
			}
			if slices.Contains(ends, rules.Landing(x.r.board, o.Position, o.After, o.Move)) {
				if told.Kind == blocksRow && x.r.plane && x.r.opt.Players == 2 {
					x.length(t, o, s, told)
					x.shows(t, o, told, o.Position, []rules.Cell{rules.Landing(x.r.board, o.Position, o.After, o.Move)}, s)
				}
				return rulestest.Yes
			}
		}
		return rulestest.No
	},
	"blocks-three": func(_ *testing.T, o *rulestest.Occasion, _ rules.Fact) rulestest.Says {
		x := proverOf(o)
		if o.After.Result().Over || x.r.opt.Misere || o.Move == rules.Pass {
			return rulestest.No
		}
		for i := range x.r.opt.Players {
			s := rules.Player(i)
			if s == o.Me() {
				continue
			}
			ends, a := x.ends(o.Position, s)
			old, b := x.threes(o.Position, s)
			now, c := x.threes(o.After, s)
			if !a || !b || !c {
				return rulestest.Unknown
			}
			for id := range old {
				if now[id] == nil && len(ends) == 0 {
					return rulestest.Yes
				}
			}
		}
		return rulestest.No
	},
}

// length checks the reported length of the row that s would have made on the cell played. With a
// piece of s there, a line must contain that number of adjacent pieces, but not one more.
func (x *prover) length(t *testing.T, o *rulestest.Occasion, s rules.Player, told rules.Fact) {
	t.Helper()
	at := rulestest.InTurn(x.r, o.Position, s)
	q, err := at.Play(o.Move)
	if err != nil {
		t.Fatalf("%s: %v", o, err)
	}
	c, most := rules.Landing(x.r.board, at, q, o.Move), 0
	for n := x.r.opt.K; n <= max(x.r.opt.Rows, x.r.opt.Cols); n++ {
		if slices.ContainsFunc(x.r.Rows(n), func(row []rules.Cell) bool { return slices.Contains(row, c) && allOf(q, row, s) }) {
			most = n
		}
	}
	if x.r.opt.Exact.Has(s) {
		most = x.r.opt.K
	}
	if told.Text.Args[0] != most {
		t.Errorf("%s: %v, want %d", o, told.Text, most)
	}
}

var captureProofs = map[string]rulestest.Proof{
	"captures": func(t *testing.T, o *rulestest.Occasion, told rules.Fact) rulestest.Says {
		n := 0
		for c := range o.Rules.Board().Cells {
			if o.Position.At(rules.Cell(c)).Owner != rules.NoPlayer && o.After.At(rules.Cell(c)).Owner == rules.NoPlayer {
				n++
				if told.Kind != nil && !slices.Contains(told.Cells, rules.Cell(c)) {
					t.Errorf("%s: %s is captured, not among %s", o, o.Rules.Board().Cells[c].Label, labels(o.Rules, told.Cells))
				}
			}
		}
		return checkCount(t, o, told, n/2)
	},
	"saves-pairs": func(t *testing.T, o *rulestest.Occasion, told rules.Fact) rulestest.Says {
		x := proverOf(o)
		if o.After.Result().Over {
			return rulestest.No
		}
		old, a := x.pairsOf(o.Position, rival(o))
		now, b := x.pairsOf(o.After, rival(o))
		if !a || !b {
			return rulestest.Unknown
		}
		n := 0
		for _, pair := range old {
			if allOf(o.After, pair[:], o.Me()) && !slices.Contains(now, pair) {
				n++
			}
		}
		return checkCount(t, o, told, n)
	},
	"threatens-pairs": func(t *testing.T, o *rulestest.Occasion, told rules.Fact) rulestest.Says {
		x := proverOf(o)
		if o.After.Result().Over {
			return rulestest.No
		}
		old, a := x.pairsOf(o.Position, o.Me())
		now, b := x.pairsOf(o.After, o.Me())
		if !a || !b {
			return rulestest.Unknown
		}
		return checkCount(t, o, told, len(slices.DeleteFunc(now, func(pair [2]rules.Cell) bool { return slices.Contains(old, pair) })))
	},
	"blocks-captures": func(_ *testing.T, o *rulestest.Occasion, told rules.Fact) rulestest.Says {
		x := proverOf(o)
		if o.After.Result().Over {
			return rulestest.No
		}
		old, a := x.canWinByCapture(o.Position, rival(o))
		now, b := x.canWinByCapture(o.After, rival(o))
		if !a || !b {
			return rulestest.Unknown
		}
		return rulestest.YesIf(old && !now)
	},
	"breaks-row": func(_ *testing.T, o *rulestest.Occasion, told rules.Fact) rulestest.Says {
		x := proverOf(o)
		return rulestest.YesIf(x.hasAnyRow(o.Position, rival(o)) && !x.hasAnyRow(o.After, rival(o)))
	},
	"row": func(_ *testing.T, o *rulestest.Occasion, told rules.Fact) rulestest.Says {
		return rulestest.YesIf(!o.After.Result().Over && proverOf(o).hasAnyRow(o.After, o.Me()))
	},
}

// randomOccasion returns a move in a random position, or nil if the position is not usable.
func randomOccasion(r *Rules, rnd *rand.Rand) *rulestest.Occasion {
	n, players := len(r.board.Cells), r.opt.Players
	s := rules.Setup{Cells: make([]rules.Content, n)}
	for c := range s.Cells {
		s.Cells[c] = rules.Empty
	}
	count := rnd.IntN(n*2/3) + 2
	for _, c := range rnd.Perm(n)[:count] {
		s.Cells[r.board.Named(rules.Cell(c))], s.Turn = rules.Empty, 0
		s.Cells[c] = rules.Piece(rules.Player(rnd.IntN(players)))
	}
	if r.opt.Drop { // let the pieces fall
		cols := r.opt.Cols
		for range r.opt.Rows {
			for c := n - cols - 1; c >= 0; c-- {
				if s.Cells[c+cols] == rules.Empty {
					s.Cells[c], s.Cells[c+cols] = rules.Empty, s.Cells[c]
				}
			}
		}
	}
	if r.opt.Captures > 0 {
		for range players {
			s.Held = append(s.Held, rnd.IntN(r.opt.Captures))
		}
	}
	s.Turn = rules.Player(rnd.IntN(players))
	p, err := r.SetUp(s)
	if err != nil {
		return nil
	}
	moves := slices.Collect(p.Moves())
	if len(moves) == 0 {
		return nil
	}
	return rulestest.Meet(r, p, moves[rnd.IntN(len(moves))])
}

// unblockableFour returns a move with which White makes a four that Black can often only block with
// a double three. The blocking cell is next to two pairs of Black and three stones of White; some
// further stones are random. It returns nil if the random position is not usable.
func unblockableFour(r *Rules, rnd *rand.Rand) *rulestest.Occasion {
	s := rules.Setup{Cells: make([]rules.Content, len(r.board.Cells)), Turn: 1}
	for c := range s.Cells {
		s.Cells[c] = rules.Empty
	}
	for range rnd.IntN(6) {
		s.Cells[rnd.IntN(len(s.Cells))] = rules.Piece(rules.Player(rnd.IntN(2)))
	}
	if r.opt.Captures > 0 {
		s.Held = []int{0, 0}
	}
	end := rules.Cell(rnd.IntN(len(s.Cells)))
	s.Cells[end] = rules.Empty
	four := rules.NoCell
	for i, d := range rnd.Perm(len(ways))[:3] {
		who, n := 0, 2
		if i == 2 {
			who, n = 1, r.opt.K
		}
		at := end
		for j := range n {
			if at = r.board.Step[d][at].Cell; at == rules.NoCell {
				return nil
			}
			switch {
			case i == 2 && j == n-2:
				s.Cells[at], four = rules.Empty, at
			case i == 2 && j == n-1: // leaves only one free end
				s.Cells[at] = rules.Piece(0)
			default:
				s.Cells[at] = rules.Piece(rules.Player(who))
			}
		}
	}
	p, err := r.SetUp(s)
	if err != nil {
		return nil
	}
	return rulestest.Meet(r, p, rules.Place(four))
}

// proveFacts checks facts in random positions and in random games. If short is set, fewer occasions
// are required.
func proveFacts(t *testing.T, short bool, proofs map[string]rulestest.Proof, games ...string) {
	t.Helper()
	least := effort.ShortAmount(short, 50, 20, 5)
	var list []*Rules
	for _, words := range games {
		list = append(list, mustBuild(t, words))
	}
	i := 0
	rulestest.Facts(t, least, proofs, func(rnd *rand.Rand) (found []*rulestest.Occasion) {
		i++
		r := list[i%len(list)]
		if i%50 < len(list) {
			found = rulestest.Playout(r, rnd, 60)
		}
		for range 10 {
			if o := randomOccasion(r, rnd); o != nil {
				found = append(found, o)
			}
		}
		for _, o := range found {
			rulestest.Known(t, o)
		}
		return found
	})
}

func TestFigures(t *testing.T) {
	race.Skip(t)
	proveFacts(t, testing.Short(), figureProofs, "rows=7 cols=7 k=5", "rows=8 cols=8 k=4", "renju rows=9 cols=9", "gomoku-standard rows=9 cols=9", "rows=5 cols=6 k=3",
		"rows=6 cols=8 k=4 topology=torus", "rows=6 cols=8 k=4 topology=mobius", "rows=6 cols=6 k=4 topology=sphere", "rows=7 cols=7 k=4 players=3")
}

func TestPairFacts(t *testing.T) {
	race.Skip(t)
	proveFacts(t, testing.Short(), captureProofs, "pente rows=8 cols=8 centreFirst=off captures=2", "ninuki rows=8 cols=8 captures=3 adjacent=off k=4")
}

// TestUnblockable checks rows that the opponent is not allowed to block: because of fouls in renju,
// and because of double threes in other games.
func TestUnblockable(t *testing.T) {
	race.Skip(t)
	games := []*Rules{mustBuild(t, "renju rows=11 cols=11"), mustBuild(t, "rows=9 cols=9 k=5 doubleThree=forbidden")}
	proofs := map[string]rulestest.Proof{"unblockable": func(_ *testing.T, o *rulestest.Occasion, _ rules.Fact) rulestest.Says {
		x := proverOf(o)
		if x.hasAnyRow(o.After, o.Me()) {
			return rulestest.Unknown
		}
		return rulestest.YesIf(!o.After.Result().Over && x.forbids(o))
	}}
	i := 0
	rulestest.Facts(t, 50, proofs, func(rnd *rand.Rand) []*rulestest.Occasion {
		i++
		if o := unblockableFour(games[i%len(games)], rnd); o != nil {
			return []*rulestest.Occasion{o}
		}
		return nil
	})
}

// TestLaterThreats checks rows that can only be completed after the cells below are filled.
func TestLaterThreats(t *testing.T) {
	proveFacts(t, testing.Short(), map[string]rulestest.Proof{"later-threat": func(_ *testing.T, o *rulestest.Occasion, told rules.Fact) rulestest.Says {
		x := proverOf(o)
		if o.After.Result().Over {
			return rulestest.No
		}
		// lacks returns the empty cells on which an unsupported piece would complete a row.
		lacks := func(p rules.Position) (cells []rules.Cell) {
			for _, rows := range x.at[0] {
				for _, row := range rows {
					var gap []rules.Cell
					mine := 0
					for _, c := range row {
						switch p.At(c).Owner {
						case rules.NoPlayer:
							gap = append(gap, c)
						case o.Me():
							mine++
						}
					}
					if len(gap) == 1 && mine == len(row)-1 {
						cells = append(cells, gap[0])
					}
				}
			}
			return cells
		}
		old, found := lacks(o.Position), false
		for _, c := range lacks(o.After) {
			below := c + rules.Cell(x.r.opt.Cols)
			hangs := x.r.board.Has(below) && o.After.At(below).Owner == rules.NoPlayer
			if hangs && !slices.Contains(old, c) {
				found = true
				if told.Kind != nil && !slices.Contains(told.Cells, c) {
					t.Errorf("%s: %s is not among the cells", o, x.r.board.Cells[c].Label)
				}
			}
		}
		return rulestest.YesIf(found)
	}}, "connect4", "connect4 rows=5 cols=6 topology=cylinder", "connect4 players=3")
}

// TestReasonTexts checks the texts of the facts and their order.
func TestReasonTexts(t *testing.T) {
	for _, x := range []struct{ name, game, moves, move, want string }{
		{"open four", "gomoku", "h8 a1 i8 a2 j8 a3", "k8", "makes an open four"},
		{"four", "gomoku", "h8 g8 i8 a2 j8 a3", "k8", "makes a four"},
		{"open three", "gomoku", "h8 a1 i8 a15", "j8", "makes an open three"},
		{"open three beside other pieces", "gomoku", "h8 a1 i8 a15 h7 o15 i6 o1", "j8", "makes an open three"},
		{"double three", "gomoku", "h8 a1 i8 a15 j7 o15 j6 o1", "j8", "makes a double three"},
		{"four and open three", "gomoku", "h8 g8 i8 a15 j8 o15 k7 o1 k6 n1", "k8", "makes a four and an open three"},
		{"block of an open four", "gomoku", "h8 a1 i8 a2 j8 a3 k8", "g8", "lets the opponent win at once; blocks a row of 5"},
		{"block of a four", "gomoku", "h8 g8 i8 a2 j8 a3 k8", "l8", "is the only move that does not lose at once; blocks a row of 5"},
		{"win", "gomoku", "h8 g8 i8 a2 j8 a3 k8 a4", "l8", "wins: a row is complete"},
		{"misere: open four", "gomoku misere=on", "h8 a1 i8 a2 j8 a3", "k8", ""},
		{"misere: row", "gomoku misere=on", "h8 a1 i8 a2 j8 a3 k8 a4", "l8", "loses the game"},
		{"block of an open three", "gomoku", "h8 a1 i8 a2 j8", "g8", "blocks an open three"},
		{"capture", "pente", "j10 k10 a1 l10", "m10", "captures 1 pair"},
		{"two of a row of three", "tictactoe", "a1 b1", "a3", "makes 2 of a row of 3"},
		{"only move", "tictactoe", "b2 a1 a3", "c1", "is the only move that does not lose at once; blocks a row of 3; makes 2 of a row of 3"},
		{"only move on the edge", "tictactoe", "a1 b2 c3 b3", "b1", "is the only move that does not lose at once; blocks a row of 3; makes 2 of a row of 3"},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := mustBuild(t, x.game)
			p := play(t, r, r.Start(), x.moves)
			m, err := r.ParseMove(x.move)
			if err != nil {
				t.Fatal(err)
			}
			texts := rulestest.ReasonTexts(r, p, m)
			if got := strings.Join(texts, "; "); got != x.want {
				t.Errorf("%s after %s, %s: %q, want %q", x.game, x.moves, x.move, got, x.want)
			}
		})
	}
}

func BenchmarkReasons(b *testing.B) {
	for _, game := range []string{"gomoku rows=19 cols=19", "renju rows=19 cols=19", "pente", "ninuki"} {
		b.Run(game, func(b *testing.B) {
			r := mustBuild(b, game)
			p := scattered(b, r)
			moves := slices.Collect(p.Moves())
			for i := 0; b.Loop(); i++ {
				rules.Reasons(r, p, moves[i%len(moves)])
			}
		})
	}
}

// scattered returns a position with many stones near the middle of a 19×19 board.
func scattered(b *testing.B, r *Rules) rules.Position {
	b.Helper()
	rnd := rand.New(rand.NewPCG(1, 2))
	p := r.Start()
	for i := range 60 {
		var near []rules.Move
		for m := range p.Moves() {
			if x := r.board.Cells[m.To]; i == 0 || x.Row > 4 && x.Row < 14 && x.Col > 4 && x.Col < 14 {
				near = append(near, m)
			}
		}
		q, err := p.Play(near[rnd.IntN(len(near))])
		if err != nil {
			b.Fatal(err)
		}
		if q.Result().Over {
			break
		}
		p = q
	}
	return p
}

// TestExactCells checks that an overlong line is not among the cells of a four. The stone on e5
// would make five in the row, but six in the column.
func TestExactCells(t *testing.T) {
	r := mustBuild(t, "gomoku-standard rows=9 cols=9")
	p := mustParse(t, r, "....A..../....A..../....A..../....A..../AAA....../....A..../........./BBBB.B.B./B.B.B.... A")
	o := rulestest.Meet(r, p, rules.Place(r.board.Find("d5")))
	f, told := o.Fact("four")
	if slices.Sort(f.Cells); !told || labels(r, f.Cells) != "a5 b5 c5 d5 e5" {
		t.Errorf("%v: %v shows %s", o.Facts, told, labels(r, f.Cells))
	}
}
