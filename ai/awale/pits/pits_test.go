package pits_test

import (
	"fmt"
	"maps"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"boardstudio/ai/awale/pits"
	"boardstudio/rules"
	"boardstudio/rules/awale"
	"boardstudio/rules/rulestest"
)

// variants are the rules used in the tests.
var variants = []struct {
	preset string
	over   rules.Params
}{
	{"awale", nil},
	{"awale-abapa", nil},
	{"awale", rules.Params{"pits": "2", "seeds": "1"}},
	{"awale", rules.Params{"pits": "3", "seeds": "2", "quietLimit": "25"}},
	{"awale", rules.Params{"seeds": "10", "quietLimit": "30"}},
	{"awale", rules.Params{"repetition": "split", "pits": "3", "quietLimit": "0"}},
	{"awale-abapa", rules.Params{"pits": "3", "seeds": "1"}},
	{"awale-abapa", rules.Params{"pits": "5", "seeds": "12"}},
	{"awale-abapa", rules.Params{"grandSlam": "allowed", "pits": "3"}},
	{"awale-abapa", rules.Params{"grandSlam": "leaveLast", "pits": "4"}},
	{"awale-abapa", rules.Params{"grandSlam": "opponentKeeps", "pits": "3", "mustFeed": "off"}},
	{"awale-abapa", rules.Params{"grandSlam": "forbidden", "pits": "2", "seeds": "3"}},
}

func tables(t testing.TB, r rules.Rules) *pits.Rules {
	t.Helper()
	g, err := pits.New(r)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// game is a game on the board that is compared with a game by the rules.
type game struct {
	g      *pits.Rules
	p      pits.Position
	past   []pits.Position
	passed bool
	lead   int // lead in the stores, for the player to move
}

// moves returns the legal moves. If the game is over, it returns the value of the remaining seeds
// instead.
func (b *game) moves(s rules.Player) (ms []rules.Move, over bool, rest int) {
	for w := b.g.Pits(b.p); w != 0; w &= w - 1 {
		i := bits.TrailingZeros64(w) >> 3
		if _, _, _, illegal := b.g.Sow(b.p, i); !illegal {
			ms = append(ms, rules.Take(rules.Cell(i+int(s)*b.g.Half)))
		}
	}
	if len(ms) == 0 {
		why := b.g.Stuck(b.p)
		if why != pits.Passing {
			return nil, true, b.p.Rest(why)
		}
		ms = append(ms, rules.Pass)
	}
	if over, rest = b.g.Over(b.past, b.passed, b.p); over {
		return nil, true, rest
	}
	return ms, false, 0
}

func (b *game) play(m rules.Move) {
	if m == rules.Pass {
		b.past, b.passed = append(b.past, b.p), true
		b.p, b.lead = b.p.Pass(), -b.lead
		return
	}
	q, gain, captured, _ := b.g.Sow(b.p, int(m.From)%b.g.Half)
	b.past = append(b.past, b.p)
	if captured {
		b.past, b.passed = nil, false
	}
	b.p, b.lead = q, -(b.lead + gain)
}

// playBoth plays a game both on the board and by the rules, and compares them at every step. It
// returns the reason for the end of the game and the number of passes.
func playBoth(t *testing.T, r rules.Rules, g *pits.Rules, p rules.Position, choose func(n int) int) (why rules.Reason, passes int) {
	t.Helper()
	b := &game{g: g, p: g.Of(p)}
	b.lead = p.(rules.Holder).Held(p.Turn()) - p.(rules.Holder).Held(1-p.Turn())
	for side := p.Turn(); ; side = 1 - side {
		want := slices.Collect(p.Moves())
		got, over, rest := b.moves(side)
		if !slices.Equal(got, want) {
			t.Fatalf("%v, %s: moves %v, the rules say %v", r.Spec(), p, got, want)
		}
		for c := range 2 * g.Half {
			n := b.p.Own
			if (c < g.Half) != (side == 0) {
				n = b.p.Opp
			}
			if n>>(8*(c%g.Half))&0xff != uint64(p.At(rules.Cell(c)).Count) {
				t.Fatalf("%v, %s: the board has %x", r.Spec(), p, b.p)
			}
		}
		h := p.(rules.Holder)
		if res := p.Result(); res.Over != over {
			t.Fatalf("%v, %s: over %v, the rules say %v", r.Spec(), p, over, res.Over)
		} else if over {
			if n := res.Final[side] - res.Final[1-side]; n != b.lead+rest {
				t.Fatalf("%v, %s: %d and %d, the rules say %v", r.Spec(), p, b.lead, rest, res.Final)
			}
			return res.Reason, passes
		}
		if n := h.Held(side) - h.Held(1-side); n != b.lead {
			t.Fatalf("%v, %s: a lead of %d, the rules say %d", r.Spec(), p, b.lead, n)
		}
		m := want[choose(len(want))]
		if m == rules.Pass {
			passes++
		}
		b.play(m)
		p, _ = p.Play(m)
	}
}

// TestEqualsRules checks that the board and the rules agree at every step of random games.
func TestEqualsRules(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	ends := map[rules.Reason]int{}
	passes := 0
	for _, v := range variants {
		r := rulestest.Build(t, &awale.Game, v.preset, v.over)
		g := tables(t, r)
		for range 200 {
			why, n := playBoth(t, r, g, r.Start(), rnd.IntN)
			ends[why]++
			passes += n
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

// FuzzEqualsRules checks that the fast board agrees with the rules in games from arbitrary
// positions.
func FuzzEqualsRules(f *testing.F) {
	f.Add(byte(0), "4-4-4-4-4-4-4-4-4-4-4-4 0-0 S", []byte{1, 2, 3})
	f.Add(byte(1), "1-0-14-3-1-2-0-0-1-0-0-21 5-2 N", []byte{5, 2, 3, 9})
	f.Add(byte(11), "1-0-14-3 5-2 N", []byte{5, 2, 3, 9})
	var all []rules.Rules
	var boards []*pits.Rules
	for _, v := range variants {
		r := rulestest.Build(f, &awale.Game, v.preset, v.over)
		all, boards = append(all, r), append(boards, tables(f, r))
	}
	f.Fuzz(func(t *testing.T, which byte, text string, moves []byte) {
		i := int(which) % len(all)
		p, err := all[i].Parse(text)
		if err != nil || p.Turn() == rules.NoPlayer || seeds(all[i], p) > pits.MaxSeeds {
			return
		}
		playBoth(t, all[i], boards[i], p, func(n int) int {
			if len(moves) == 0 {
				return 0
			}
			m := int(moves[0]) % n
			moves = moves[1:]
			return m
		})
	})
}

func seeds(r rules.Rules, p rules.Position) (n int) {
	for c := range r.Board().Cells {
		n += int(p.At(rules.Cell(c)).Count)
	}
	return n
}

// TestPerft compares the counts with those from independent programs (for abapa) and from the
// rules.
func TestPerft(t *testing.T) {
	for _, x := range []struct {
		preset, slam, position string
		want                   []uint64
	}{
		{"awale-abapa", "", "", []uint64{6, 36, 190, 1014, 5219, 27332, 139157, 711414, 3592872, 18137964}},
		{"awale-abapa", "", "4-6-2-3-2-1-1-0-0-0-0-0 22-7 S", []uint64{6, 7, 35, 64, 285, 540, 2221, 5396}},
		{"awale-abapa", "", "3-2-8-4-4-10-1-1-2-2-2-0 6-3 S", []uint64{6, 26, 130, 619, 2924, 14624, 68617, 339738}},
		{"awale-abapa", "", "3-1-14-19-1-2-0-0-0-0-0-1 5-2 S", []uint64{6, 18, 83, 372, 1758, 8249, 38309, 183780}},
		{"awale-abapa", "allowed", "4-6-2-3-2-1-1-0-0-0-0-0 22-7 S", []uint64{6, 4, 20, 31, 130, 243, 927, 2240}},
		{"awale-abapa", "forbidden", "4-6-2-3-2-1-1-0-0-0-0-0 22-7 S", []uint64{3, 4, 20, 31, 130, 243, 927, 2240}},
		{"awale-abapa", "forbidden", "3-2-8-4-4-10-1-1-2-2-2-0 6-3 S", []uint64{5, 21, 106, 495, 2358, 11725, 55239, 273512}},
	} {
		over := rules.Params{}
		if x.slam != "" {
			over["grandSlam"] = x.slam
		}
		r := rulestest.Build(t, &awale.Game, x.preset, over)
		p := r.Start()
		if x.position != "" {
			p = rulestest.Parse(t, r, x.position)
		}
		g := tables(t, r)
		for i, want := range x.want {
			h := p.(rules.Holder)
			if got := g.Perft(g.Of(p), h.Held(p.Turn())-h.Held(1-p.Turn()), i+1); got != want {
				t.Errorf("%s %s %s: %d sequences of %d plies, want %d", x.preset, x.slam, x.position, got, i+1, want)
			}
		}
	}
}

// TestRank checks that the positions with each number of seeds are numbered without gaps, in the
// order of Next, and that At is the inverse of Rank.
func TestRank(t *testing.T) {
	for _, half := range []string{"2", "3", "5", "6"} {
		t.Run(half+" pits", func(t *testing.T) {
			g := tables(t, rulestest.Build(t, &awale.Game, "awale", rules.Params{"pits": half}))
			for seeds := 0; seeds <= 7; seeds++ {
				p := g.At(seeds, 0)
				first := p
				for n := range g.Count(seeds) {
					if p.Seeds() != seeds || g.Rank(p) != n || g.At(seeds, n) != p {
						t.Fatalf("position %d with %d seeds: %x has the number %d; that is %x", n, seeds, p, g.Rank(p), g.At(seeds, n))
					}
					p = g.Next(p)
				}
				if p != first {
					t.Fatalf("%d positions with %d seeds end at %x", g.Count(seeds), seeds, p)
				}
			}
			for _, seeds := range []int{48, pits.MaxSeeds} {
				last := g.At(seeds, g.Count(seeds)-1)
				if last.Own != uint64(seeds) || g.Rank(last) != g.Count(seeds)-1 || g.Next(last) != g.At(seeds, 0) {
					t.Errorf("the last position of %d seeds is %x", seeds, last)
				}
			}
		})
	}
}

func BenchmarkPerft(b *testing.B) {
	g := tables(b, rulestest.Build(b, &awale.Game, "awale-abapa", nil))
	p := g.Of(rulestest.Build(b, &awale.Game, "awale-abapa", nil).Start())
	n := uint64(0)
	for range b.N {
		for d := 1; d <= 10; d++ {
			n += g.Perft(p, 0, d)
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
}

// TestBefore checks that Before returns exactly the positions with a move to the given position.
func TestBefore(t *testing.T) {
	for _, v := range variants {
		t.Run(fmt.Sprint(v.preset, " ", v.over), func(t *testing.T) {
			g := tables(t, rulestest.Build(t, &awale.Game, v.preset, v.over))
			for seeds := range 6 {
				want, got := map[[2]pits.Position]int{}, map[[2]pits.Position]int{}
				p := g.At(seeds, 0)
				for range g.Count(seeds) {
					g.Before(p, func(q pits.Position) { got[[2]pits.Position{q, p}]++ })
					legal := false
					for w := g.Pits(p); w != 0; w &= w - 1 {
						q, _, captured, illegal := g.Sow(p, bits.TrailingZeros64(w)>>3)
						if legal = legal || !illegal; !captured && !illegal {
							want[[2]pits.Position{p, q}]++
						}
					}
					if !legal && g.Stuck(p) == pits.Passing {
						want[[2]pits.Position{p, p.Pass()}]++
					}
					p = g.Next(p)
				}
				if !maps.Equal(got, want) {
					t.Fatalf("%d seeds: %d moves backwards, %d forwards", seeds, len(got), len(want))
				}
			}
		})
	}
}
