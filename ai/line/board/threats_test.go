package board

import (
	"math/rand/v2"
	"slices"
	"testing"

	"boardstudio/ai"
	"boardstudio/ai/line/linetest"
	"boardstudio/rules"
)

// TestRoomFor checks that roomFor holds for every capture, and that it excludes many cells.
func TestRoomFor(t *testing.T) {
	captured, spared := 0, 0
	for _, topology := range []string{"plane", "cylinder", "torus"} {
		t.Run(topology, func(t *testing.T) {
			r := linetest.Build(t, "pente", rules.Params{"rows": "7", "cols": "7", "centreFirst": "off", "topology": topology})
			rnd := rand.New(rand.NewPCG(1, 2))
			for range 100 {
				b := Maker(r)(ai.Request{Rules: r, Start: r.Start()})
				for n := 0; n < 36 && !b.over; n++ {
					b.Play(rules.Place(b.anyEmpty(rnd)))
					for _, c := range b.close {
						var buf [8][2]rules.Cell
						pairs := len(b.pairs(buf[:0], c, b.turn))
						for k := range pairs + 1 {
							if !b.roomFor(c, k) {
								t.Fatalf("%d pairs at %d, and no room for %d", pairs, c, k)
							}
						}
						captured += pairs
						if !b.roomFor(c, 1) {
							spared++
						}
					}
				}
			}
		})
	}
	if captured < 1000 || spared < 1000 {
		t.Errorf("%d pairs, %d cells without room", captured, spared)
	}
}

// anyEmpty returns a random empty cell.
func (b *Board) anyEmpty(rnd *rand.Rand) rules.Cell {
	for {
		if c := rules.Cell(rnd.IntN(b.Cells)); b.owner[c] == rules.NoPlayer {
			return c
		}
	}
}

// TestTries checks that Tries includes every move that wins at once or that threatens to win at
// once against a distant reply.
func TestTries(t *testing.T) {
	ones, threes := 0, 0
	for _, x := range linetest.Variants {
		r := linetest.Build(t, x.Preset, x.Over)
		rnd := rand.New(rand.NewPCG(3, 5))
		for range 40 {
			p := r.Start()
			for n := 0; n < 30 && !p.Result().Over; n++ {
				moves := slices.Collect(p.Moves())
				p, _ = p.Play(moves[rnd.IntN(len(moves))])
			}
			if p.Result().Over || r.Players() != 2 {
				continue
			}
			b := Maker(r)(ai.Request{Rules: r, Start: p})
			if idle, ok := b.Idle(); ok && b.owner[idle.To] != rules.NoPlayer {
				t.Fatalf("%v: a symbol stands on the idle cell", r.Spec())
			}
			if len(b.Forced(nil)) > 0 && !linetest.Wins(p) {
				continue
			}
			one, know1 := b.Tries(nil, 1)
			three, know3 := b.Tries(nil, 3)
			win, _ := b.Quickest()
			for m := range p.Moves() {
				next, _ := p.Play(m)
				won := next.Result().Over && next.Result().Winners == rules.Of(p.Turn())
				if won {
					ones++
				}
				if won && (win > 1 || know1 && !slices.Contains(one, m)) {
					t.Fatalf("%v, %s: %v wins at once, which is not among %v", r.Spec(), p, m, one)
				}
				if next.Result().Over || linetest.Wins(p) || !losesSoon(next) {
					continue
				}
				threes++
				if win > 3 || know3 && !slices.Contains(three, m) {
					t.Fatalf("%v, %s: %v wins in 3, which is not among %v", r.Spec(), p, m, three)
				}
			}
		}
	}
	if ones < 10 || threes < 10 {
		t.Errorf("%d wins in one, %d in three", ones, threes)
	}
}
