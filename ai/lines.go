package ai

import (
	"math/rand/v2"
	"slices"
)

// Shuffle shuffles a list. The order depends only on the seed.
func Shuffle[E any](list []E, seed uint64) {
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
}

// SortLines sorts lines by score, best first. Lines with equal scores are in random order, which
// depends only on the seed. A proved win ranks above all estimates, a proved loss below them;
// proved results are sorted by their margin.
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

// FirstOf returns the Info of an engine that plays the first of the lines. It returns the zero
// value if lines is empty.
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
