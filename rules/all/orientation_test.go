package all_test

import (
	"math"
	"testing"

	"boardstudio/internal/race"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// TestSeen checks the board of every preset in every allowed orientation: distances are preserved,
// neighbours are in the right direction, and all cells fit into the board.
func TestSeen(t *testing.T) {
	for _, g := range all.Games {
		for _, p := range g.Presets {
			r, err := g.Build(p.Name, nil)
			if err != nil {
				t.Fatal(err)
			}
			b := r.Board()
			if len(b.Cells) > 1000 {
				continue
			}
			for turn := range 6 {
				for _, mirror := range []bool{false, true} {
					o := rules.Orientation{Turn: turn, Mirror: mirror}
					seen := b.Oriented(o)
					if !b.Allows(o) {
						if seen != b {
							t.Errorf("%s: %v is not allowed, and yet shown", p.Name, o)
						}
						continue
					}
					check(t, p.Name, o, b, seen)
				}
			}
			back := rules.Orientation{Turn: 1, Mirror: true}
			if got := b.Mirrored(b.Mirrored(back)); got != b.Fit(back) {
				t.Errorf("%s: mirrored twice %v is %v", p.Name, back, got)
			}
		}
	}
}

func check(t *testing.T, name string, o rules.Orientation, b, seen *rules.Board) {
	t.Helper()
	far := func(p, q rules.Point) float64 { return math.Hypot(p.X-q.X, p.Y-q.Y) }
	for c := range seen.Cells {
		at := seen.Cells[c].Centre
		if at.X < 0 || at.Y < 0 || at.X > seen.Size.X || at.Y > seen.Size.Y {
			t.Fatalf("%s %v: cell %d is at %v of %v", name, o, c, at, seen.Size)
		}
		if was := far(b.Cells[0].Centre, b.Cells[c].Centre); math.Abs(was-far(seen.Cells[0].Centre, at)) > 1e-9 {
			t.Fatalf("%s %v: cell %d is no longer %v from the first", name, o, c, was)
		}
		for d := range seen.Step {
			to := seen.Step[d][c].Cell
			if to == rules.NoCell || b.Wraps != "" {
				continue
			}
			way, next := seen.Way(uint8(d)), seen.Cells[to].Centre
			if far(next, rules.Point{X: at.X + way.X, Y: at.Y + way.Y}) > 1e-9 {
				t.Fatalf("%s %v: direction %d of cell %d leads to %v, not along %v", name, o, d, c, next, way)
			}
		}
	}
	area := func(ps []rules.Point) (sum float64) {
		for i, p := range ps {
			q := ps[(i+1)%len(ps)]
			sum += p.X*q.Y - p.Y*q.X
		}
		return sum
	}
	if b.Outline != nil && math.Abs(area(b.Outline)-area(seen.Outline)) > 1e-9 {
		t.Errorf("%s %v: the outline runs the other way", name, o)
	}
}

func TestTurnedCorners(t *testing.T) {
	r, err := all.Games.Build("gomoku", nil)
	if err != nil {
		t.Fatal(err)
	}
	b := r.Board()
	at := func(o rules.Orientation) rules.Point { return b.Oriented(o).Cells[0].Centre }
	n := b.Size.X - 0.5
	for _, x := range []struct {
		o    rules.Orientation
		want rules.Point
	}{
		{rules.Orientation{}, rules.Point{X: 0.5, Y: 0.5}},
		{b.Rotated(rules.Orientation{}), rules.Point{X: n, Y: 0.5}},
		{b.Mirrored(rules.Orientation{}), rules.Point{X: n, Y: 0.5}},
		{rules.Orientation{Mirror: true}, rules.Point{X: 0.5, Y: n}},
		{b.Mirrored(b.Rotated(rules.Orientation{})), rules.Point{X: 0.5, Y: 0.5}},
	} {
		if got := at(x.o); got != x.want {
			t.Errorf("a1 is at %v with %v, want %v", got, x.o, x.want)
		}
	}
}

// TestToward checks that the cursor can reach every cell from the first and from the last cell.
func TestToward(t *testing.T) {
	race.Skip(t)
	for _, g := range all.Games {
		for _, p := range g.Presets {
			r, err := g.Build(p.Name, nil)
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Board().Cells) > 400 {
				continue
			}
			for turn := range 6 {
				for _, mirror := range []bool{false, true} {
					b := r.Board().Oriented(rules.Orientation{Turn: turn, Mirror: mirror})
					for _, start := range []int{0, len(b.Cells) - 1} {
						seen := map[rules.Cell]bool{}
						todo := []rules.Cell{rules.Cell(start)}
						for len(todo) > 0 {
							c := todo[0]
							todo = todo[1:]
							if seen[c] {
								continue
							}
							seen[c] = true
							todo = append(todo, b.Toward(c, 1, 0), b.Toward(c, -1, 0), b.Toward(c, 0, 1), b.Toward(c, 0, -1))
						}
						if len(seen) != len(b.Cells) {
							t.Errorf("%s, turned %d, mirrored %v: %d cells of %d can be reached from %d", p.Name, turn, mirror, len(seen), len(b.Cells), start)
						}
					}
				}
			}
		}
	}
}
