package othello

import (
	"math/rand/v2"
	"slices"
	"testing"

	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/rules/othello"
)

func build(t testing.TB, over rules.Params) rules.Rules {
	t.Helper()
	r, err := othello.Game.Build("", over)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var variants = []rules.Params{
	{},
	{"size": "4"},
	{"size": "6", "start": "reversed"},
	{"size": "6", "goal": "fewest"},
	{"goal": "fewest"},
	{"start": "open"},
}

// TestEqualsRules checks that the board and the rules agree at every step of random games. It
// compares moves, ends of games and results, and also tests undoing every move.
func TestEqualsRules(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	passes, wiped := 0, 0
	for _, v := range variants {
		r := build(t, v)
		estimate := Estimate(r)
		for range 60 {
			q := ai.Request{Rules: r, Start: r.Start()}
			b := NewBoard(q)
			for p := r.Start(); ; {
				if b == nil { // until the centre is filled
					b = NewBoard(q)
				}
				want := slices.Collect(p.Moves())
				if b != nil {
					checkState(t, b, p, want)
					for _, s := range []rules.Player{0, 1} {
						if got, want := b.Eval(s), estimate(p, s); !p.Result().Over && got != want {
							t.Fatalf("%s: Eval(%d) = %d, Estimate %d", p, s, got, want)
						}
					}
				}
				if len(want) == 0 {
					if n := p.Result().Final; n[0] == 0 || n[1] == 0 {
						wiped++
					}
					break
				}
				m := want[rnd.IntN(len(want))]
				if m == rules.Pass {
					passes++
				}
				if b != nil {
					checkPlays(t, b, want)
					if !b.Play(m) {
						t.Fatalf("%s: the board refuses %v", p, m)
					}
				}
				p, _ = p.Play(m)
				q.Moves = append(q.Moves, m)
			}
		}
	}
	if passes == 0 || wiped == 0 {
		t.Errorf("%d passes and %d games without discs of one colour: too few", passes, wiped)
	}
}

// checkState checks that b and p agree.
func checkState(t *testing.T, b *Board, p rules.Position, want []rules.Move) {
	t.Helper()
	over, winners, margin := b.Over()
	res := p.Result()
	if over != res.Over || winners != res.Winners {
		t.Fatalf("%s: over %v, winners %b; the rules say %+v", p, over, winners, res)
	}
	if over {
		if n := res.Final[0] - res.Final[1]; margin != max(n, -n) {
			t.Fatalf("%s: margin %d of %v", p, margin, res.Final)
		}
		return
	}
	got, worth, all := b.Moves(nil, nil)
	if b.Turn() != p.Turn() || !all || len(worth) != len(got) || !slices.Equal(got, want) {
		t.Fatalf("%s: moves %v of %d, the rules say %v of %d", p, got, b.Turn(), want, p.Turn())
	}
	if forced := b.Forced(nil); len(forced) > 0 && !slices.Equal(forced, want) {
		t.Fatalf("%s: forced %v of %v", p, forced, want)
	}
}

// checkPlays plays every cell and undoes the move. It checks that exactly the legal moves are
// accepted.
func checkPlays(t *testing.T, b *Board, legal []rules.Move) {
	t.Helper()
	before, hash := b.now, b.Hash()
	for c := rules.Cell(-1); int(c) <= b.size*b.size; c++ {
		m := rules.Place(c)
		if c < 0 {
			m = rules.Pass
		}
		ok := b.Play(m)
		if ok != slices.Contains(legal, m) {
			t.Fatalf("Play(%v) = %v", m, ok)
		}
		if ok {
			if b.Hash() == hash {
				t.Fatalf("the hash stays the same after %v", m)
			}
			b.Undo()
		}
	}
	if b.now != before || b.Hash() != hash {
		t.Fatal("Undo does not come back")
	}
}

func TestNoBoard(t *testing.T) {
	for _, v := range []rules.Params{{"size": "10"}, {"start": "open"}} {
		r := build(t, v)
		if b := NewBoard(ai.Request{Rules: r, Start: r.Start()}); b != nil {
			t.Errorf("%v: a board for what it cannot show", v)
		}
	}
}

// TestPerft compares the number of move sequences on the fast board with published numbers.
func TestPerft(t *testing.T) {
	r := build(t, nil)
	b := NewBoard(ai.Request{Rules: r, Start: r.Start()})
	var count func(depth int) int
	count = func(depth int) int {
		if depth == 0 {
			return 1
		}
		if b.now.over {
			return 0
		}
		n := 0
		moves, _, _ := b.Moves(nil, nil)
		for _, m := range moves {
			b.Play(m)
			n += count(depth - 1)
			b.Undo()
		}
		return n
	}
	for depth, want := range []int{1, 4, 12, 56, 244, 1396, 8200, 55092, 390216} {
		if got := count(depth); got != want {
			t.Errorf("depth %d: %d, want %d", depth, got, want)
		}
	}
}
