package search

import "testing"

// TestDecides checks which searches an entry decides, at the edges of window and depth.
func TestDecides(t *testing.T) {
	win, loss := wonIn(0, 9), -wonIn(0, 9)
	for _, x := range []struct {
		bound                    bound
		depth                    int8
		v, alpha, beta, asked    int
		wantSettles, wantCertain bool
	}{
		{atLeast, 5, 10, 0, 10, 5, true, false},
		{atLeast, 5, 10, 0, 10, 6, false, false},
		{atLeast, 5, 9, 0, 10, 5, false, false},
		{atMost, 5, 10, 0, 10, 5, false, false},
		{atMost, 5, 0, 0, 10, 5, true, false},
		{atMost, 5, 1, 0, 10, 5, false, false},
		{atLeast, 5, 0, 0, 10, 5, false, false},
		{exact, 5, 10, 0, 10, 5, true, false},
		{exact, 5, 5, 0, 10, 5, true, false},
		{exact, 4, 5, 0, 10, 5, false, false},
		{exact, 5, 0, 0, 10, 5, true, false},
		// Proved values need no depth, but only decide what they prove.
		{atLeast, 1, win, 0, win, 5, true, true},
		{atLeast, 1, win, 0, win + 1, 5, false, false},
		{exact, 1, win, 0, win + 1, 5, false, false},
		{atMost, 1, win, win, win + 1, 5, false, false},
		{atMost, 1, loss, loss, 0, 5, true, true},
		{atMost, 1, loss, loss - 1, 0, 5, false, false},
		{atLeast, 1, loss, loss - 1, loss, 5, false, false},
		{exact, allDepth, 5, 0, 10, 60, true, true},
		{atLeast, allDepth, 10, 0, 10, 60, true, true},
		{atMost, allDepth, 0, 0, 10, 60, true, true},
		{atMost, allDepth, 5, 0, 10, 60, false, false},
	} {
		e := entry{bound: x.bound, depth: x.depth}
		if s, c := e.decides(x.v, x.alpha, x.beta, x.asked); s != x.wantSettles || s && c != x.wantCertain {
			t.Errorf("%+v: settles %v, certain %v", x, s, c)
		}
	}
}

// TestTable checks that the deepest and the latest of the positions that share a slot are kept, and
// that each is found by its key only.
func TestTable(t *testing.T) {
	tab := newTable(1)
	same := func(i uint64) uint64 { return i << 8 } // all in one slot
	knows := func(i uint64, depth int8) {
		t.Helper()
		if e, ok := tab.find(same(i)); ok != (depth >= 0) || ok && (e.depth != depth || e.key != same(i)) {
			t.Errorf("entry %d: %+v, %v", i, e, ok)
		}
	}
	store := func(i uint64, depth int8) { tab.store(entry{key: same(i), depth: depth, bound: exact}) }
	knows(0, -1)
	store(1, 5)
	store(2, 3)
	knows(1, 5)
	knows(2, 3)
	store(3, 4)
	knows(1, 5)
	knows(2, -1)
	knows(3, 4)
	store(4, 5) // equal depth: the new entry replaces the deepest one, which moves to the other slot
	knows(4, 5)
	knows(1, 5)
	knows(3, -1)
	store(4, 2) // a position is never stored twice
	knows(4, 2)
	knows(1, 5)
	tab.store(entry{key: 2, depth: 1, bound: exact}) // in the other slot
	knows(4, 2)
	tab.clear(nil)
	knows(4, -1)
}

// TestSlots checks that positions are spread over the whole table.
func TestSlots(t *testing.T) {
	tab := newTable(6)
	used := map[*[2]entry]int{}
	for i := range uint64(6400) {
		used[tab.slot(mix(i+1))]++
	}
	for _, n := range used {
		if n > 200 || len(used) != 64 {
			t.Fatalf("%d positions of 6400 in one slot, %d slots of 64 used", n, len(used))
		}
	}
}
