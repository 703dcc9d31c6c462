package search

import "slices"

// An iteration proves that there is a win within some number of plies. It does not prove that fewer
// are insufficient, because some moves were omitted, searched less deeply, or searched beyond the
// depth because they were forced.

// sharpen determines the exact distances of proved results in the given lines, with a strict
// search. It uses about the same number of nodes as the search before. It skips games with margins:
// there the search deepens until nothing is estimated.
func (r *root) sharpen(lines, depth int) {
	if r.exact || !slices.ContainsFunc(r.moves[:lines], vague) {
		return
	}
	if most := 2*r.nodes + minSharpen; r.maxNodes == 0 || most < r.maxNodes {
		r.maxNodes = most
	}
	r.strict = true
	for i := range lines {
		m := &r.moves[i]
		if !vague(*m) || plies(m.value) > depth+1 {
			continue
		}
		before, find := r.estimates, r.faster
		if m.value < 0 {
			find = r.slower
		}
		if find(i) && r.estimates == before {
			m := &r.moves[i]
			m.whole = true
			r.score(m)
		}
	}
	slices.SortStableFunc(r.moves[:lines], func(a, b rootMove) int { return b.value - a.value })
	r.sendInfo(lines)
}

// vague reports whether a line may end sooner than proved.
func vague(m rootMove) bool { return m.Score.AtMost }

// minSharpen is the number of nodes that sharpen may always use.
const minSharpen = 20_000

// faster looks for a faster win than the one at index first among the moves from there on, and
// moves it there. It returns false if time ran out.
func (r *root) faster(first int) bool {
	end := len(r.moves)
	if r.forced {
		end = r.wide
	}
	for i := first; i < end; i++ {
		best := r.moves[first].value
		v, ok := r.within(i, best, best+1)
		if ok && v > best {
			if v, ok = r.within(i, best, infinite); ok {
				r.put(first, i, v)
			}
		}
		if !ok {
			return false
		}
	}
	return true
}

// slower finds the slowest loss among the moves from index first on. All of them lose within the
// plies of the move at first. It returns false if time ran out.
func (r *root) slower(first int) bool {
	for worst := r.moves[first].value; ; {
		next := -infinite
		for i := first; i < len(r.moves); i++ {
			v, ok := r.within(i, worst-1, worst)
			if !ok {
				return false
			}
			next = max(next, v)
			if v < worst {
				continue
			}
			if i == first && worst == r.moves[first].value {
				return true
			}
			// The window is open on both sides to obtain the line.
			if v, ok = r.within(i, worst-1, worst+1); ok {
				r.put(first, i, v)
			}
			return ok
		}
		worst = next
	}
}

// within searches the move at index i strictly, as deep as a value in the window requires. It
// returns false if time ran out.
func (r *root) within(i, alpha, beta int) (v int, ok bool) {
	depth := plies(alpha)
	if alpha < 0 {
		depth++
	}
	return r.value(r.moves[i].Moves[0], alpha, beta, depth)
}
