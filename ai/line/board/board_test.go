package board

import (
	"math/rand/v2"
	"slices"
	"testing"

	"boardstudio/ai"
	"boardstudio/ai/line/linetest"
	"boardstudio/rules"
)

// searcher is the part of a search board that the tests use.
type searcher interface {
	Turn() rules.Player
	Over() (bool, rules.Players, int)
	Forced([]rules.Move) []rules.Move
	Moves([]rules.Move, []int32) ([]rules.Move, []int32, bool)
	Rest([]rules.Move) []rules.Move
	Play(rules.Move) bool
	Undo()
	Eval(rules.Player) int
	Hash() uint64
	Left() int
}

// boards returns the boards made for a request.
func boards(r rules.Rules, q ai.Request) []searcher {
	bs := []searcher{Maker(r)(q)}
	if m := DropMaker(r); m != nil {
		bs = append(bs, m(q))
	}
	return bs
}

// TestEqualsRules checks that the boards agree with the rules at every step of random games.
func TestEqualsRules(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	ends := map[rules.Reason]int{}
	passes, drops := 0, 0
	for _, v := range linetest.Variants {
		r := linetest.Build(t, v.Preset, v.Over)
		games := 12
		if len(r.Board().Cells) > 200 {
			games = 2
		}
		for range games {
			bs := boards(r, ai.Request{Rules: r, Start: r.Start()})
			drops += len(bs) - 1
			for p := r.Start(); ; {
				want := slices.Collect(p.Moves())
				// Checking the claims of a board is expensive, especially on large boards.
				check := len(want) <= 64 && rnd.IntN(4) == 0
				for _, b := range bs {
					checkState(t, b, p, want, check)
				}
				if len(want) == 0 {
					ends[p.Result().Reason]++
					break
				}
				m := want[rnd.IntN(len(want))]
				if m == rules.Pass {
					passes++
				}
				for _, b := range bs {
					checkPlays(t, b, r, want)
					if !b.Play(m) {
						t.Fatalf("%v %s: the board refuses %v", v, p, m)
					}
				}
				p, _ = p.Play(m)
			}
			checkCounts(t, bs[0].(*Board))
		}
	}
	t.Log(ends, passes, "passes", drops, "games on the board for falling symbols")
	for _, why := range []rules.Reason{rules.Row, rules.Misere, rules.Captures, rules.Full} {
		if ends[why] == 0 {
			t.Errorf("no game ended by %s", why)
		}
	}
	t.Log(claims)
	for _, c := range []string{"wins", "saves from a row", "saves from a double threat"} {
		if claims[c] == 0 {
			t.Errorf("no board claimed that something %s", c)
		}
	}
	if drops == 0 {
		t.Error("the board for falling symbols was not tried")
	}
}

// checkState checks that b agrees with position p, and that its forced moves are correct.
func checkState(t *testing.T, b searcher, p rules.Position, want []rules.Move, check bool) {
	t.Helper()
	over, winners, _ := b.Over()
	res := p.Result()
	if over != res.Over || winners != res.Winners {
		t.Fatalf("%T %s: over %v, winners %b; the rules say %+v", b, p, over, winners, res)
	}
	if over {
		return
	}
	if b.Turn() != p.Turn() {
		t.Fatalf("%T %s: turn %d", b, p, b.Turn())
	}
	got, worth, _ := b.Moves(nil, nil)
	if len(worth) != len(got) {
		t.Fatalf("%T %s: %d moves and %d worths", b, p, len(got), len(worth))
	}
	got = b.Rest(got)
	played := got[:0:0]
	for _, m := range got {
		if b.Play(m) {
			played = append(played, m)
			b.Undo()
		}
	}
	sortMoves(played)
	sorted := slices.Clone(want)
	sortMoves(sorted)
	if !slices.Equal(played, sorted) {
		t.Fatalf("%T %s: moves %v, the rules say %v", b, p, played, sorted)
	}
	if check {
		checkForced(t, b, p, want)
	}
}

func sortMoves(ms []rules.Move) {
	slices.SortFunc(ms, func(a, b rules.Move) int { return int(a.To) - int(b.To) })
}

// checkForced checks the forced moves of a board. A single forced move must win, or else every
// other move must lose.
func checkForced(t *testing.T, b searcher, p rules.Position, legal []rules.Move) {
	t.Helper()
	named := b.Forced(nil)
	if len(named) == 1 && slices.Contains(legal, named[0]) {
		if q, _ := p.Play(named[0]); q.Result().Winners.Has(p.Turn()) || !q.Result().Over && losesSoon(q) {
			claims["wins"]++
			return
		}
	}
	if len(named) == 0 {
		var all bool
		if named, _, all = b.Moves(nil, nil); !all || len(named) >= len(legal) {
			return
		}
		claims["saves from a double threat"]++
	} else {
		claims["saves from a row"]++
	}
	tried := 0
	for _, m := range legal {
		if slices.Contains(named, m) {
			continue
		}
		q, _ := p.Play(m)
		lost := q.Result().Over && !q.Result().Winners.Has(p.Turn()) || !q.Result().Over && winsSoon(q)
		if !lost {
			t.Fatalf("%T %s: nothing but %v helps, it says, but after %v nothing is lost", b, p, named, m)
		}
		if tried++; tried == 2 {
			break
		}
	}
}

// claims counts the confirmed claims of boards.
var claims = map[string]int{}

// losesSoon reports whether every move allows the opponent to win with its next move.
func losesSoon(p rules.Position) bool {
	for m := range p.Moves() {
		q, _ := p.Play(m)
		if r := q.Result(); r.Over && (r.Draw() || r.Winners.Has(p.Turn())) || !r.Over && !linetest.Wins(q) {
			return false
		}
	}
	return true
}

// winsSoon reports whether the player to move wins now or with its next move.
func winsSoon(p rules.Position) bool {
	for m := range p.Moves() {
		q, _ := p.Play(m)
		if r := q.Result(); r.Winners.Has(p.Turn()) || !r.Over && losesSoon(q) {
			return true
		}
	}
	return false
}

// checkPlays plays and takes back every conceivable move. It checks that exactly the legal moves
// are accepted and that Undo restores the board.
func checkPlays(t *testing.T, b searcher, r rules.Rules, legal []rules.Move) {
	t.Helper()
	hash, value := b.Hash(), b.Eval(0)
	n := rules.Cell(len(r.Board().Cells))
	for c := rules.Cell(-1); c <= n; c++ {
		m := rules.Place(c)
		if c < 0 {
			m = rules.Pass
		}
		ok := b.Play(m)
		if ok != slices.Contains(legal, m) {
			t.Fatalf("%T: Play(%v) = %v", b, m, ok)
		}
		if ok {
			b.Undo()
		}
		if b.Hash() != hash || b.Eval(0) != value {
			t.Fatalf("%T: after %v and back hash or value differ", b, m)
		}
	}
}

// checkCounts compares the incrementally updated counts with newly computed ones.
func checkCounts(t *testing.T, b *Board) {
	t.Helper()
	for {
		fresh := newEmpty(b.Tables, b.knowledge)
		for c, o := range b.owner {
			if o != rules.NoPlayer {
				fresh.put(rules.Cell(c), o)
			}
		}
		for _, pair := range [][2]any{
			{b.count, fresh.count},
			{b.total, fresh.total},
			{b.who, fresh.who},
			{b.gaps, fresh.gaps},
			{b.common, fresh.common},
			{b.value, fresh.value},
			{b.around, fresh.around},
		} {
			if !equal(pair[0], pair[1]) {
				t.Fatalf("kept %v, counted anew %v", pair[0], pair[1])
			}
		}
		for i := range b.worth {
			if !slices.Equal(b.worth[i], fresh.worth[i]) {
				t.Fatalf("worth for player %d: kept %v, counted anew %v", i, b.worth[i], fresh.worth[i])
			}
		}
		for i := range b.lists {
			x, y := slices.Clone(b.lists[i].tuples), slices.Clone(fresh.lists[i].tuples)
			slices.Sort(x)
			slices.Sort(y)
			if !slices.Equal(x, y) {
				t.Fatalf("list %d: kept %v, counted anew %v", i, x, y)
			}
		}
		x, y := slices.Clone(b.close), slices.Clone(fresh.close)
		slices.Sort(x)
		slices.Sort(y)
		if !slices.Equal(x, y) {
			t.Fatalf("near cells: kept %v, counted anew %v", x, y)
		}
		if len(b.past) == 0 {
			return
		}
		b.Undo()
	}
}

func equal(a, b any) bool {
	switch a := a.(type) {
	case []uint8:
		return slices.Equal(a, b.([]uint8))
	case []int8:
		return slices.Equal(a, b.([]int8))
	case []int16:
		return slices.Equal(a, b.([]int16))
	case []int32:
		return slices.Equal(a, b.([]int32))
	}
	return false
}

// TestLongerRows checks that a cell that would make one row of five and one of six is a double
// threat only if six counts.
func TestLongerRows(t *testing.T) {
	for preset, want := range map[string]string{"gomoku": "g8", "gomoku-standard": ""} {
		r := linetest.Build(t, preset, nil)
		p := linetest.SetUp(t, r, 0, nil, "d8 e8 f8 i8 g5 g6 g7", "c8 j8 g4 l12")
		got := ""
		for _, m := range Maker(r)(ai.Request{Rules: r, Start: p}).Forced(nil) {
			got += r.FormatMove(m)
		}
		if got != want {
			t.Errorf("%s: forced is %q, want %q", preset, got, want)
		}
	}
}
