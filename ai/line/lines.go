package line

import (
	"math/rand/v2"
	"slices"

	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/rules/line"
)

// optionsOf returns the options of an alignment game, nil for another.
func optionsOf(r rules.Rules) *line.Options {
	lr, ok := r.(*line.Rules)
	if !ok {
		return nil
	}
	o := lr.Options()
	return &o
}

// owners returns whose symbol stands on each of the first n cells.
func owners(p rules.Position, n int) []rules.Player {
	owner := make([]rules.Player, n)
	for c := range owner {
		owner[c] = p.At(rules.Cell(c)).Owner
	}
	return owner
}

// sortLines puts the best line first, and equals in an order that the seed decides. A win that is certain is better than any value.
func sortLines(lines []ai.Line, seed uint64) {
	shuffle(lines, seed)
	rank := func(s ai.Score) float64 {
		if s.Proved {
			return s.Value * 1e300
		}
		return s.Value
	}
	slices.SortStableFunc(lines, func(a, b ai.Line) int {
		switch x, y := rank(a.Score), rank(b.Score); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
}

// shuffle brings a list into an order that the seed decides.
func shuffle[E any](list []E, seed uint64) {
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
}

// firstOf returns what an engine says that plays the first of its lines; nothing when it has none.
func firstOf(lines []ai.Line, q ai.Request) ai.Info {
	if len(lines) == 0 {
		return ai.Info{}
	}
	i := ai.Info{Best: lines[0], Depth: 1, Nodes: uint64(len(lines))}
	if q.Lines > 1 {
		i.Lines = lines[:min(q.Lines, len(lines))]
	}
	return i
}
