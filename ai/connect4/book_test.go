package connect4

import (
	"context"
	"testing"

	"boardstudio/ai"
)

// TestBook checks that the values in the book are consistent: the value of a position is the
// maximum of its moves. It also checks that the value of the empty board is known at once.
func TestBook(t *testing.T) {
	if len(book)%8 != 0 || len(book) > 2<<20 || len(book) == 0 {
		t.Fatal(len(book))
	}
	s := &solver[[7]struct{}]{shape: newShape(newGrid(bookRows, bookCols, bookK, false))}
	b := &Builder{solver: s}
	found := map[uint64]bool{}
	for layer, plies := []narrowPos{{}}, 0; len(layer) > 0 && plies < 8; plies++ {
		var next []narrowPos
		seen := map[uint64]bool{}
		for _, p := range layer {
			v, known := s.bookValue(p)
			best := -1 << boundBits
			for _, after := range b.after(p) {
				if w, ok := s.bookValue(after); ok {
					best = max(best, -w)
				}
				if key := s.key(after); !seen[key] && plies < 6 {
					seen[key] = true
					next = append(next, after)
				}
			}
			if known {
				found[s.key(p)] = true
				if best > v {
					t.Errorf("after %d moves a position is worth %d, and a move from it %d", plies, v, best)
				}
			}
		}
		layer = next
	}
	if n := len(book) / 8; len(found) < n && n < 100 || len(found) == 0 {
		t.Errorf("%d positions of %d can be reached", len(found), n)
	}
	r := build(t, nil)
	info, err := engine(t, r).Think(context.Background(), ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Nodes: 300_000}}, nil)
	if m, _ := info.Move(); err != nil || !info.Best.Score.Proved || info.Best.Score.AtMost || info.Best.Score.Plies != 41 || m.To != 3 {
		t.Errorf("%v, %v", info.Best, err)
	}
}
