package awale_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardstudio/rules"
	"boardstudio/rules/awale"
	"boardstudio/rules/rulestest"
)

// cycle is a sequence of moves that repeats the position "1-0-0-0-0-0-1-0-0-0-0-0": each player
// moves a seed along its side and over to the other.
var cycle = strings.Fields("A a B b C c D d E e F f")

// TestEnds checks how games end, who gets the remaining seeds, and who wins.
func TestEnds(t *testing.T) {
	for _, x := range []struct {
		name, preset string
		over         rules.Params
		before       string
		moves        []string
		reason       rules.Reason // "" if the game continues
		final        []int
		winner       rules.Player
	}{
		{"no seed to move with: the opponent takes the rest", "awale", nil, "0-0-0-0-0-0-2-0-0-0-0-5 24-17 S", nil, rules.Starved, []int{24, 24}, rules.NoPlayer},
		{"also after a move that does not feed", "awale", nil, "1-0-0-0-0-2-0-0-0-0-0-0 22-23 S", []string{"A"}, rules.Starved, []int{25, 23}, 0},
		{"also for North", "awale", nil, "3-0-0-0-0-0-0-0-0-0-0-0 20-25 N", nil, rules.Starved, []int{23, 25}, 1},
		{"also under abapa", "awale-abapa", nil, "0-0-0-0-0-0-2-0-0-0-0-5 24-17 S", nil, rules.Starved, []int{24, 24}, rules.NoPlayer},
		{"abapa: who cannot feed takes the rest", "awale-abapa", nil, "1-0-0-0-1-0-0-0-0-0-0-0 22-24 S", nil, rules.Starved, []int{24, 24}, rules.NoPlayer},
		{"abapa: who can must, and goes on", "awale-abapa", nil, "1-0-0-0-0-1-0-0-0-0-0-0 22-24 S", nil, "", nil, rules.NoPlayer},
		{"abapa: North takes the rest too", "awale-abapa", nil, "0-0-0-0-0-0-3-0-0-0-1-0 20-24 N", nil, rules.Starved, []int{20, 28}, 1},
		{"no seeds at all", "awale", nil, "0-0-0-0-0-0-0-0-0-0-0-0 24-24 N", nil, rules.Starved, []int{24, 24}, rules.NoPlayer},
		{"allowed: a grand slam leaves the opponent nothing, the mover takes the rest", "awale", rules.Params{"grandSlam": "allowed"}, "3-0-0-0-0-2-1-1-0-0-0-0 20-21 S", []string{"F"}, rules.Starved, []int{27, 21}, 0},
		{"opponentKeeps: the opponent takes the rest", "awale", rules.Params{"grandSlam": "opponentKeeps"}, "3-0-0-0-0-2-1-1-0-0-0-0 20-21 S", []string{"F"}, rules.Starved, []int{24, 24}, rules.NoPlayer},

		{"one ply before the repetition", "awale", nil, "1-0-0-0-0-0-1-0-0-0-0-0 24-22 S", cycle[:11], "", nil, rules.NoPlayer},
		{"classroom repetition: nobody takes the rest", "awale", nil, "1-0-0-0-0-0-1-0-0-0-0-0 24-22 S", cycle, rules.Repetition, []int{24, 22}, 0},
		{"abapa repetition: each takes its own side", "awale-abapa", nil, "1-0-0-0-0-0-1-0-0-0-0-0 23-23 S", cycle, rules.Repetition, []int{24, 24}, rules.NoPlayer},
		{"split: each takes half", "awale", rules.Params{"repetition": "split"}, "1-0-0-0-0-0-1-0-0-0-0-0 24-22 S", cycle, rules.Repetition, []int{25, 23}, 0},

		{"resignation: the opponent takes the rest", "awale", nil, "4-4-4-4-4-4-4-4-4-4-0-0 8-0 S", []string{"resign"}, rules.Resigned, []int{8, 40}, 1},
		{"resignation of North, abapa", "awale-abapa", nil, "1-0-0-0-0-0-0-0-0-0-0-1 20-26 N", []string{"resign"}, rules.Resigned, []int{22, 26}, 0},

		{"a resignation with more than half: seeds decide", "awale", nil, "1-1-0-0-0-0-1-1-0-0-0-0 30-14 S", []string{"resign"}, rules.Resigned, []int{30, 18}, 0},
		{"a resignation that shares the seeds is a draw", "awale", nil, "1-1-0-0-0-0-1-1-0-0-0-0 24-20 S", []string{"resign"}, rules.Resigned, []int{24, 24}, rules.NoPlayer},
		{"abapa: who resigns has lost", "awale-abapa", nil, "1-1-0-0-0-0-1-1-0-0-0-0 30-14 S", []string{"resign"}, rules.Resigned, []int{30, 18}, 1},
		{"the time decides whatever the seeds", "awale", nil, "1-1-0-0-0-0-1-1-0-0-0-0 30-14 S", []string{"timeout"}, rules.OutOfTime, []int{30, 18}, 1},

		{"half of all seeds is not won", "awale", nil, "4-4-0-0-0-0-4-4-0-0-0-0 24-8 S", nil, "", nil, rules.NoPlayer},
		{"more than half is won, and may be played on", "awale", nil, "4-4-0-0-0-0-4-3-0-0-0-0 25-8 S", nil, "", nil, 0},
		{"more than half of what there is", "awale", nil, "1-0-0-0-0-0-1-0-0-0-0-0 0-3 S", nil, "", nil, 1},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := rulestest.Build(t, &awale.Game, x.preset, x.over)
			p := rulestest.Play(t, r, rulestest.Parse(t, r, x.before), x.moves...)
			res := p.Result()
			if res.Over != (x.reason != "") || res.Reason != x.reason || !slices.Equal(res.Final, x.final) || res.Winners != rules.Of(x.winner) {
				t.Errorf("%s: %+v; want %q, %v, seat %d", p, res, x.reason, x.final, x.winner)
			}
			if over := p.Turn() == rules.NoPlayer; over != res.Over || over != (len(rulestest.Legal(r, p)) == 0) {
				t.Errorf("turn %d, moves %v", p.Turn(), rulestest.Legal(r, p))
			}
		})
	}
}

// TestSeedsStay checks that the seeds awarded at the end appear in the result, but remain in their
// pits in the position.
func TestSeedsStay(t *testing.T) {
	r := rulestest.Build(t, &awale.Game, "awale", nil)
	p := rulestest.Parse(t, r, "0-0-0-0-0-0-2-0-0-0-0-5 24-17 S")
	if got := p.At(r.Board().Find("f")); got != (rules.Content{Owner: 1, Count: 5}) {
		t.Errorf("pit f holds %+v", got)
	}
	if h := p.(rules.Holder).Held(1); h != 17 {
		t.Errorf("North's store holds %d, want 17", h)
	}
}

// TestRepetitionShares checks how the remaining seeds are shared after a repetition, in random
// games and for each value of the parameter.
func TestRepetitionShares(t *testing.T) {
	for mode, share := range map[string]func(own, rest int) int{
		"nobody":  func(int, int) int { return 0 },
		"ownSide": func(own, _ int) int { return own },
		"split":   func(_, rest int) int { return rest / 2 },
	} {
		t.Run(mode, func(t *testing.T) {
			r := rulestest.Build(t, &awale.Game, "awale-abapa", rules.Params{"repetition": mode, "pits": "3", "seeds": "3"})
			rnd := rand.New(rand.NewPCG(5, 6))
			unequal := 0
			for range 3000 {
				p := r.Start()
				for p.Turn() != rules.NoPlayer {
					moves := slices.Collect(p.Moves())
					p, _ = p.Play(moves[rnd.IntN(len(moves))])
				}
				res := p.Result()
				if res.Reason != rules.Repetition {
					continue
				}
				var own [2]int
				for c := range rules.Cell(6) {
					own[r.Board().Home[c]] += int(p.At(c).Count)
				}
				for s, n := range own {
					want := p.(rules.Holder).Held(rules.Player(s)) + share(n, own[0]+own[1])
					if res.Final[s] != want {
						t.Fatalf("%s: seat %d counts %d, want %d", p, s, res.Final[s], want)
					}
				}
				if own[0] != own[1] && (own[0]+own[1])%2 == 1 {
					unequal++
				}
			}
			if unequal < 10 {
				t.Errorf("only %d games ended so with an odd rest", unequal)
			}
		})
	}
}

// TestQuiet checks that a game ends after the given number of plies without a capture, and that a
// capture restarts the count.
func TestQuiet(t *testing.T) {
	for _, x := range []struct {
		name, preset string
		over         rules.Params
		limit        int
	}{
		{"classroom", "awale", nil, 50},
		{"classroom, 25 plies", "awale", rules.Params{"quietLimit": "25"}, 25},
		{"abapa, 30 plies", "awale-abapa", rules.Params{"quietLimit": "30"}, 30},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := rulestest.Build(t, &awale.Game, x.preset, x.over)
			rnd := rand.New(rand.NewPCG(1, 2))
			ends := 0
			for game := 0; game < 2000 && ends < 5; game++ {
				plies, total := 0, 0
				p := r.Start()
				for p.Turn() != rules.NoPlayer {
					var quietMoves, all []rules.Move
					for m := range p.Moves() {
						if all = append(all, m); p.(awale.Position).Takes(m) == 0 {
							quietMoves = append(quietMoves, m)
						}
					}
					if len(quietMoves) > 0 && total > 20 { // after some captures, avoid further ones
						all = quietMoves
					}
					m := all[rnd.IntN(len(all))]
					plies++
					total++
					if p.(awale.Position).Takes(m) > 0 {
						plies = 0
					}
					if plies > x.limit {
						t.Fatalf("%s: goes on after %d quiet plies", p, plies)
					}
					p, _ = p.Play(m)
				}
				res := p.Result()
				if (res.Reason == rules.Quiet) != (plies == x.limit && res.Reason != rules.Starved && res.Reason != rules.Repetition) {
					t.Fatalf("%s: ends by %s after %d quiet plies", p, res.Reason, plies)
				}
				if res.Reason != rules.Quiet {
					continue
				}
				ends++
				h := p.(rules.Holder)
				if !slices.Equal(res.Final, []int{h.Held(0), h.Held(1)}) || h.Held(0)+h.Held(1) == 48 || total == plies {
					t.Errorf("%s: %+v: somebody took the rest, or nothing was taken before", p, res)
				}
			}
			if ends < 5 {
				t.Errorf("only %d games ended so", ends)
			}
		})
	}
}

// TestHistory checks that History, but not Hash, distinguishes positions with different pasts, and
// that a capture clears the past.
func TestHistory(t *testing.T) {
	r := rulestest.Build(t, &awale.Game, "awale-abapa", nil)
	at := func(text string, moves ...string) awale.Position {
		return rulestest.Play(t, r, rulestest.Parse(t, r, text), moves...).(awale.Position)
	}
	const start = "4-4-4-4-4-4-4-4-4-4-4-4 0-0 S"
	const sparse = "1-0-1-0-0-0-1-0-0-0-0-0 0-0 S"
	played := at(start, "A", "f")
	fresh := at(played.String())
	if played.Hash() != fresh.Hash() || played.History() == fresh.History() {
		t.Error("History does not cover the past, or Hash does")
	}
	if a, b := at(sparse, "A", "a", "C"), at(sparse, "C", "a", "A"); a.Hash() != b.Hash() || a.History() == b.History() {
		t.Errorf("%s and %s came about differently: hashes %x, %x, histories %x, %x", a, b, a.Hash(), b.Hash(), a.History(), b.History())
	}
	const catch = "4-4-4-4-4-1-1-4-4-4-4-4 0-0 S"
	if a := at(catch, "F"); a.History() != at(a.String()).History() {
		t.Error("the past matters after a capture")
	}
}
