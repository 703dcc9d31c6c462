package search

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"testing"

	"boardstudio/ai"
	"boardstudio/rules"
)

// cycle is an artificial game whose result depends on its history. A piece moves between places,
// and each place has moves to some others. A player who repeats a position, with the same player to
// move, wins or loses.
type cycle struct {
	fake
	places int
}

type cycleAt struct {
	g    *cycle
	at   int
	past []int // earlier places, in order
}

func (g *cycle) Start() rules.Position { return cycleAt{g: g} }

func (p cycleAt) draw(salt uint64) uint64 { return mix(uint64(p.at) + salt<<20 + p.g.seed<<30) }

func (p cycleAt) Turn() rules.Player {
	if p.Result().Over {
		return rules.NoPlayer
	}
	return rules.Player(len(p.past) % 2)
}

func (p cycleAt) Moves() iter.Seq[rules.Move] {
	return func(yield func(rules.Move) bool) {
		if p.Result().Over {
			return
		}
		for i := range 2 + p.draw(1)%2 {
			if !yield(rules.Place(rules.Cell(i))) {
				return
			}
		}
	}
}

func (p cycleAt) Play(m rules.Move) (rules.Position, error) {
	if !rules.Legal(p, m) {
		return nil, rules.Illegal(m, "no")
	}
	to := int(p.draw(2+uint64(m.To)) % uint64(p.g.places))
	return cycleAt{p.g, to, append(slices.Clip(p.past), p.at)}, nil
}

func (p cycleAt) At(rules.Cell) rules.Content { return rules.Empty }

func (p cycleAt) Result() rules.Result {
	mover := rules.Player((len(p.past) + 1) % 2)
	for i := len(p.past) - 2; i >= 0; i -= 2 {
		if p.past[i] == p.at {
			if p.g.seed%2 == 0 {
				mover = 1 - mover
			}
			return rules.Result{Over: true, Reason: rules.Repetition, Winners: rules.Of(mover)}
		}
	}
	if len(p.past) > 0 && p.draw(9)%16 == 0 {
		return rules.Result{Over: true, Reason: rules.Count}
	}
	return rules.Result{}
}

func (p cycleAt) Hash() uint64   { return mix(uint64(p.at)<<1 + uint64(len(p.past)%2) + 1) }
func (p cycleAt) String() string { return fmt.Sprint(p.at, p.past) }

func (p cycleAt) History() uint64 {
	h := uint64(0)
	for i, at := range p.past {
		h += mix(uint64(at)<<8 + uint64(i%2))
	}
	return h
}

// TestPast checks that the search respects the history of a position.
func TestPast(t *testing.T) {
	won, lost := 0, 0
	for seed := range uint64(60) {
		g := &cycle{fake{players: 2, seed: seed}, 6}
		want, _ := minimax(NewPositions(g, g.Start(), nil), 2, 0, 20, 0, true)
		q := ai.Request{Rules: g, Start: g.Start(), Limit: ai.Limit{Depth: 40}, Seed: seed}
		info, err := plain().Think(context.Background(), q, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := score(want, 2)
		if want == 0 {
			s.Proved = true
		}
		if got := info.Best.Score; got.Proved != s.Proved || got.Value != s.Value || got.Plies != s.Plies {
			t.Fatalf("seed %d: %v, a plain search finds %v", seed, got, s)
		}
		if want > 0 {
			won++
		} else if want < 0 {
			lost++
		}
	}
	if won < 10 || lost < 5 {
		t.Errorf("%d won, %d lost", won, lost)
	}
}
