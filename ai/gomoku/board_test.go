package gomoku

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"boardstudio/internal/effort"
	"boardstudio/rules"
	"boardstudio/rules/line"
	"boardstudio/rules/rulestest"
)

// variants lists the games that boards are tested with.
var variants = []struct {
	game string
	over rules.Params
}{
	{"gomoku", nil},
	{"gomoku", rules.Params{"rows": "22", "cols": "22"}},
	{"gomoku", rules.Params{"rows": "5", "cols": "9"}},
	{"gomoku", rules.Params{"rows": "1", "cols": "7"}},
	{"gomoku", rules.Params{"rows": "9", "cols": "7", "adjacent": "on"}},
	{"gomoku-standard", nil},
	{"gomoku-standard", rules.Params{"rows": "8", "cols": "8"}},
	{"gomoku-captures", rules.Params{"rows": "9", "cols": "9"}},
	{"gomoku-captures", rules.Params{"rows": "10", "cols": "7", "overline": "ignored", "captures": "3"}},
	{"pente", nil},
	{"pente", rules.Params{"rows": "9", "cols": "8", "captures": "2"}},
	{"ninuki", nil},
	{"ninuki", rules.Params{"rows": "9", "cols": "9", "captures": "7"}},
	{"ninuki", rules.Params{"rows": "10", "cols": "10", "doubleThree": "forbidden", "adjacent": "off", "captures": "8"}},
	{"ninuki", rules.Params{"rows": "8", "cols": "8", "doubleThree": "unlessCapturing", "overline": "ignored", "captures": "10"}},
	{"ninuki", rules.Params{"rows": "9", "cols": "9", "captures": "0", "adjacent": "off"}},
	{"ninuki", rules.Params{"rows": "10", "cols": "9", "captures": "6", "adjacent": "off", "breakable": "off", "overline": "ignored"}},
	{"renju", nil},
	{"renju", rules.Params{"rows": "8", "cols": "8"}},
	{"renju", rules.Params{"rows": "9", "cols": "9", "captures": "4"}},
	{"renju", rules.Params{"rows": "9", "cols": "9", "doubleThree": "forbidden", "captures": "6", "breakable": "on"}},
	{"renju", rules.Params{"rows": "10", "cols": "10", "doubleThree": "shared", "captures": "6"}},
}

func build(t testing.TB, game string, over rules.Params) rules.Rules {
	t.Helper()
	r, err := line.Game.Build(game, over)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// equal compares a board with a position of the rules, and with a board on which this position is
// set up.
func equal(b *Board, p rules.Position, fresh *Board) error {
	r := p.Result()
	switch {
	case b.over != r.Over:
		return fmt.Errorf("over %v, the rules say %v", b.over, r.Over)
	case r.Over:
		if w := r.Winners.Only(); int8(w) != b.winner {
			return fmt.Errorf("winner %d, the rules say %d", b.winner, w)
		}
	case int(p.Turn()) != int(b.turn):
		return fmt.Errorf("turn %d, the rules say %d", b.turn, p.Turn())
	}
	if h, ok := p.(rules.Holder); ok {
		for s := range b.held {
			if int(b.held[s]) != h.Held(rules.Player(s)) {
				return fmt.Errorf("pairs %v of seat %d", b.held, s)
			}
		}
	}
	legal := map[rules.Move]bool{}
	for m := range p.Moves() {
		legal[m] = true
	}
	for c := range rules.Cell(b.cells) {
		x := b.point(c)
		if got, want := b.cell[x], p.At(c).Owner+1; got != uint8(want) {
			return fmt.Errorf("cell %d holds %d, not %d", c, got, want)
		}
		if b.over || b.passing || b.cell[x] != 0 {
			continue
		}
		if got, want := b.legal(x, int(b.turn)), legal[rules.Place(c)]; got != want {
			return fmt.Errorf("cell %d legal: %v, the rules say %v; shapes %04x", c, got, want, b.cellShapes[x].code)
		}
	}
	if !b.over && b.passing != rules.MustPass(p) {
		return fmt.Errorf("passing %v", b.passing)
	}
	fresh.setUp(p)
	switch {
	case fresh.cellShapes != b.cellShapes:
		for c := range fresh.cellShapes {
			if fresh.cellShapes[c] != b.cellShapes[c] {
				return fmt.Errorf("spot %d: %04x %v, afresh %04x %v", c, b.cellShapes[c].code, b.cellShapes[c].class, fresh.cellShapes[c].code, fresh.cellShapes[c].class)
			}
		}
	case fresh.sums != b.sums:
		return fmt.Errorf("sum %v, afresh %v", b.sums, fresh.sums)
	case fresh.pairs != b.pairs:
		return fmt.Errorf("pairs %v, afresh %v", b.pairs, fresh.pairs)
	case fresh.hash != b.hash || !b.over && fresh.key() != b.key():
		return fmt.Errorf("hash %x, afresh %x", b.hash, fresh.hash)
	case fresh.lines != b.lines:
		return fmt.Errorf("lines differ")
	}
	for p := range 2 {
		for k := makesOpen; k < classes; k++ {
			if fresh.sets[p][k] != b.sets[p][k] || fresh.count[p][k] != b.count[p][k] {
				return fmt.Errorf("set %d of seat %d", k, p)
			}
		}
	}
	return nil
}

// playGame plays the moves selected by choose on the board and with the rules until the game ends,
// compares both, and takes everything back.
func playGame(t testing.TB, b, fresh *Board, r rules.Rules, p rules.Position, choose func(n int) int) {
	t.Helper()
	b.setUp(p)
	var trail []rules.Position
	for !p.Result().Over {
		var moves []rules.Move
		for m := range p.Moves() {
			moves = append(moves, m)
		}
		i := choose(len(moves))
		if i < 0 {
			break
		}
		m := moves[i]
		// Prefer moves near existing stones, so that shapes arise.
		for range 6 {
			if m == rules.Pass || len(trail) == 0 || b.near.has(b.point(m.To)) {
				break
			}
			m = moves[max(choose(len(moves)), 0)]
		}
		trail = append(trail, p)
		q, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		c := pass
		if m != rules.Pass {
			c = b.point(m.To)
		}
		b.Play(c)
		p = q
		if err := equal(b, p, fresh); err != nil {
			t.Fatalf("%v after %d moves, the last %s:\n%s\n%v", r.Spec(), len(trail), r.FormatMove(m), p, err)
		}
	}
	for i := len(trail) - 1; i >= 0; i-- {
		b.Undo()
		if i%5 == 0 {
			if err := equal(b, trail[i], fresh); err != nil {
				t.Fatalf("%v, back to move %d:\n%s\n%v", r.Spec(), i, trail[i], err)
			}
		}
	}
}

// TestBoard checks in random games of every variant that the board agrees with the rules, including
// the legality of each move.
func TestBoard(t *testing.T) {
	games := effort.ShortAmount(testing.Short(), 12, 6, 2)
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, v := range variants {
		r := build(t, v.game, v.over)
		b, fresh := newBoard(optionsOf(r)), newBoard(optionsOf(r))
		for range games {
			playGame(t, b, fresh, r, r.Start(), rnd.IntN)
		}
	}
}

// TestDoubleThree checks the move h8, one of whose threes is free only if the stone captures the
// adjacent pair.
func TestDoubleThree(t *testing.T) {
	for _, captures := range []string{"0", "5"} {
		r := build(t, "ninuki", rules.Params{"rows": "15", "cols": "15", "adjacent": "off", "breakable": "off", "captures": captures})
		p, err := request(t, r, "f8 i8 g8 j8 k8 a1 h9 a15 h10 o1").Position()
		if err != nil {
			t.Fatal(err)
		}
		b, fresh := newBoard(optionsOf(r)), newBoard(optionsOf(r))
		b.setUp(p)
		if err := equal(b, p, fresh); err != nil {
			t.Errorf("%s captures: %v", captures, err)
		}
		if got := b.legal(b.point(rulestest.Moves(t, r, "h8")[0].To), 0); got != (captures == "0") {
			t.Errorf("%s captures: legal %v", captures, got)
		}
	}
}

// FuzzBoard is TestBoard with games chosen by the fuzzer.
func FuzzBoard(f *testing.F) {
	f.Add(uint8(0), []byte("0123456789abcdefghijklmnop"))
	f.Add(uint8(15), []byte{112, 98, 97, 113, 96, 128, 80, 64, 200, 3, 77, 110, 111, 109})
	boards := map[int][2]*Board{}
	f.Fuzz(func(t *testing.T, which uint8, moves []byte) {
		v := int(which) % len(variants)
		r := build(t, variants[v].game, variants[v].over)
		if boards[v][0] == nil {
			boards[v] = [2]*Board{newBoard(optionsOf(r)), newBoard(optionsOf(r))}
		}
		i := 0
		playGame(t, boards[v][0], boards[v][1], r, r.Start(), func(n int) int {
			if i >= len(moves) || i >= 120 {
				return -1
			}
			i++
			return int(moves[i-1]) * n / 256
		})
	})
}

// TestRenjuFouls checks the legality of each empty cell in random positions with many stones of the
// first player, in which fouls are frequent.
func TestRenjuFouls(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	n := effort.ShortAmount(testing.Short(), 400, 150, 40)
	for _, v := range variants {
		r := build(t, v.game, v.over)
		o := optionsOf(r)
		if !o.Renju && o.DoubleThree == "allowed" {
			continue
		}
		b, fresh := newBoard(o), newBoard(o)
		fouls := 0
		for range n {
			s := rules.Setup{Cells: make([]rules.Content, o.Rows*o.Cols), Turn: 0}
			if o.Captures > 0 {
				s.Held = []int{0, 0}
			}
			dense := 2 + rnd.IntN(6)
			for c := range s.Cells {
				s.Cells[c] = rules.Empty
				row, col := c/o.Cols, c%o.Cols
				if row > 8 || col > 8 {
					continue
				}
				switch x := rnd.IntN(20); {
				case x < dense:
					s.Cells[c] = rules.Piece(0)
				case x < dense+dense/3:
					s.Cells[c] = rules.Piece(1)
				}
			}
			p, err := r.SetUp(s)
			if err != nil || p.Result().Over {
				continue
			}
			b.setUp(p)
			if err := equal(b, p, fresh); err != nil {
				t.Fatalf("%v:\n%s\n%v", r.Spec(), p, err)
			}
			fouls += len(p.(rules.Forbidder).Forbidden())
		}
		if fouls < n/4 {
			t.Errorf("%v: %d fouls in %d positions, which is too few to test them", r.Spec(), fouls, n)
		}
	}
}

func BenchmarkBoard(b *testing.B) {
	r := build(b, "gomoku", nil)
	x := newBoard(optionsOf(r))
	rnd := rand.New(rand.NewPCG(5, 6))
	var moves []point
	for len(moves) < 40 {
		c := x.point(rules.Cell(rnd.IntN(225)))
		if x.cell[c] == 0 && (len(moves) == 0 || x.near.has(c)) {
			x.Play(c)
			x.over = false
			moves = append(moves, c)
		}
	}
	for range moves {
		x.Undo()
	}
	b.ResetTimer()
	for i := 0; i < b.N; {
		for _, c := range moves {
			x.Play(c)
		}
		for range moves {
			x.Undo()
			i++
		}
	}
}
