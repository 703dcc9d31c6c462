package ai

import (
	"math/rand/v2"
	"slices"
)

// Shuffle brings a list into an order that the seed decides.
func Shuffle[E any](list []E, seed uint64) {
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
}

// SortLines puts the best line first, and equals in an order that the seed decides. A certain win is better, and a
// certain loss worse, than any estimate; among certain ones the margin decides.
func SortLines(lines []Line, seed uint64) {
	Shuffle(lines, seed)
	rank := func(s Score) float64 {
		if s.Proved {
			return s.Value*1e300 + float64(s.Margin)*1e290
		}
		return s.Value
	}
	slices.SortStableFunc(lines, func(a, b Line) int {
		switch x, y := rank(a.Score), rank(b.Score); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
}

// FirstOf returns what an engine says that plays the first of its lines; nothing when it has none.
func FirstOf(lines []Line, q Request) Info {
	if len(lines) == 0 {
		return Info{}
	}
	i := Info{Best: lines[0], Depth: 1, Nodes: uint64(len(lines))}
	if q.Lines > 1 {
		i.Lines = lines[:min(q.Lines, len(lines))]
	}
	return i
}
