package awale

import (
	"math/rand/v2"
	"slices"
	"testing"

	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/rules/awale"
)

func build(t testing.TB, preset string, over rules.Params) rules.Rules {
	t.Helper()
	r, err := awale.Game.Build(preset, over)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var variants = []struct {
	preset string
	over   rules.Params
}{
	{"awale", nil},
	{"awale-abapa", nil},
	{"awale", rules.Params{"pits": "2", "seeds": "1"}},
	{"awale", rules.Params{"pits": "3", "seeds": "2", "quietLimit": "25"}},
	{"awale", rules.Params{"pits": "12", "seeds": "12"}},
	{"awale", rules.Params{"repetition": "split", "pits": "3", "quietLimit": "0"}},
	{"awale-abapa", rules.Params{"pits": "3", "seeds": "1"}},
	{"awale-abapa", rules.Params{"grandSlam": "allowed", "pits": "3"}},
	{"awale-abapa", rules.Params{"grandSlam": "leaveLast", "pits": "3"}},
	{"awale-abapa", rules.Params{"grandSlam": "opponentKeeps", "pits": "3", "mustFeed": "off"}},
	{"awale-abapa", rules.Params{"grandSlam": "forbidden", "pits": "2", "seeds": "3"}},
}

// TestEqualsRules checks that the board and the rules agree at every step of random games.
func TestEqualsRules(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	ends := map[rules.Reason]int{}
	passes := 0
	for _, v := range variants {
		r := build(t, v.preset, v.over)
		for range 60 {
			q := ai.Request{Rules: r, Start: r.Start()}
			b := NewBoard(q)
			if b == nil {
				t.Fatal("no board for a start")
			}
			for p := r.Start(); ; {
				want := slices.Collect(p.Moves())
				checkState(t, b, p, want)
				if len(want) == 0 {
					ends[p.Result().Reason]++
					break
				}
				m := want[rnd.IntN(len(want))]
				if m == rules.Pass {
					passes++
				}
				checkPlays(t, b, want)
				if !b.Play(m) {
					t.Fatalf("%s: the board refuses %v", p, m)
				}
				p, _ = p.Play(m)
				if q.Moves = append(q.Moves, m); rnd.IntN(20) == 0 {
					again := NewBoard(q)
					if again == nil || again.now != b.now {
						t.Fatalf("%s: a board made anew differs: %+v, %+v", p, again, b.now)
					}
				}
			}
		}
	}
	t.Log(ends, passes, "passes")
	for _, why := range []rules.Reason{rules.Starved, rules.Repetition, rules.Quiet} {
		if ends[why] == 0 {
			t.Errorf("no game ended by %s", why)
		}
	}
	if passes == 0 {
		t.Error("nobody passed")
	}
}

func checkState(t *testing.T, b *Board, p rules.Position, want []rules.Move) {
	t.Helper()
	over, winners, margin := b.Over()
	res := p.Result()
	if over != res.Over || over && winners != res.Winners {
		t.Fatalf("%s: over %v, winners %b; the rules say %+v", p, over, winners, res)
	}
	for s := range rules.Player(2) {
		if int(b.now.stores[s]) != p.(rules.Holder).Held(s) {
			t.Fatalf("%s: stores %v", p, b.now.stores)
		}
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
	if b.Eval(0) != -b.Eval(1) {
		t.Fatalf("%s: estimates %d and %d", p, b.Eval(0), b.Eval(1))
	}
	for i, m := range got {
		if m == rules.Pass {
			continue
		}
		n := b.now.pits[m.From]
		if takes := p.(awale.Position).Takes(m); int(worth[i]) != takes && int(n) < 2*b.half && !b.sow(int(m.From)).slam {
			t.Fatalf("%s: %v is said to take %d, the rules say %d", p, m, worth[i], takes)
		}
	}
}

// checkPlays plays every pit and undoes the move. It checks that exactly the legal moves are
// accepted.
func checkPlays(t *testing.T, b *Board, legal []rules.Move) {
	t.Helper()
	before := b.now
	for c := rules.Cell(-1); c <= maxPits; c++ {
		m := rules.Take(c)
		if c < 0 {
			m = rules.Pass
		}
		ok := b.Play(m)
		if ok != slices.Contains(legal, m) {
			t.Fatalf("Play(%v) = %v", m, ok)
		}
		if ok {
			b.Undo()
		}
	}
	if b.now != before {
		t.Fatal("Undo does not come back")
	}
}

// TestRoundTrip checks that positions never occur again earlier than History assumes.
func TestRoundTrip(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	n := 0
	for _, over := range []rules.Params{
		{"pits": "2", "seeds": "2"}, {"pits": "3", "seeds": "1"}, {"pits": "2", "seeds": "12"}, {"pits": "4", "seeds": "2"},
	} {
		r := build(t, "awale-abapa", over)
		for range 300 {
			b := NewBoard(ai.Request{Rules: r, Start: r.Start()})
			for over := false; !over; over, _, _ = b.Over() {
				moves, _, _ := b.Moves(nil, nil)
				b.Play(moves[rnd.IntN(len(moves))])
			}
			if b.now.status != repeated {
				continue
			}
			n++
			for i := 2; i <= int(b.now.plies); i += 2 {
				if b.past[len(b.past)-i].hash == b.now.hash && i < 2*b.half {
					t.Fatalf("%v came back after %d plies", b.now.pits, i)
				}
			}
		}
	}
	if n < 20 {
		t.Errorf("only %d games ended by repetition", n)
	}
}

// TestHiddenPast checks that a start with its own history has no board, because the request does
// not contain that history.
func TestHiddenPast(t *testing.T) {
	r := build(t, "awale", nil)
	p, err := r.Start().Play(rules.Take(0))
	if err != nil {
		t.Fatal(err)
	}
	if NewBoard(ai.Request{Rules: r, Start: p}) != nil {
		t.Error("a board for a start with a past")
	}
	if NewBoard(ai.Request{Rules: r, Start: r.Start(), Moves: []rules.Move{rules.Take(0)}}) == nil {
		t.Error("no board for a past that can be seen")
	}
}
