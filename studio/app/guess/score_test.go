package guess

import (
	"slices"
	"strings"
	"testing"

	"boardstudio/rules"
	"boardstudio/rules/all"
)

// legal returns the rules of a preset, and the cells of the first moves.
func legal(t *testing.T, preset string) (rules.Rules, []rules.Cell) {
	t.Helper()
	r, err := all.Games.Build(preset, nil)
	if err != nil {
		t.Fatal(err)
	}
	var cells []rules.Cell
	for m := range r.Start().Moves() {
		cells = append(cells, m.To)
	}
	slices.Sort(cells)
	return r, cells
}

// TestHintIsThirdOfBoard checks the size of a hint for all moves and different random
// choices.
func TestHintIsThirdOfBoard(t *testing.T) {
	r, legal := legal(t, "gomoku")
	cells := r.Board().Cells
	draws := map[string]func(int) int{
		"first": func(int) int { return 0 }, "last": func(n int) int { return n - 1 }, "middle": func(n int) int { return n / 2 },
	}
	for name, rand := range draws {
		for c := range cells {
			area := Area(r.Board(), legal, rules.Cell(c), rand)
			rows, cols := map[int]bool{}, map[int]bool{}
			for _, x := range area {
				rows[cells[x].Row], cols[cells[x].Col] = true, true
			}
			if len(area) != 25 || len(rows) != 5 || len(cols) != 5 || !slices.Contains(area, rules.Cell(c)) {
				t.Fatalf("%s of %s: %v", name, cells[c].Label, area)
			}
		}
	}
	for _, c := range []rules.Cell{rules.NoCell, rules.Cell(len(cells))} {
		if area := Area(r.Board(), legal, c, draws["first"]); area == nil || len(area) != 0 {
			t.Errorf("around %d, which is no cell: %v", c, area)
		}
	}
}

// TestHintAddsNearestMoves checks that the nearest legal moves are added to a hint with few
// moves.
func TestHintAddsNearestMoves(t *testing.T) {
	r, legal := legal(t, "othello")
	b := r.Board()
	for _, x := range []struct {
		at, want string
		last     int
	}{{"f5", "f5 e6 d3", 0}, {"d3", "d3 f5 c4", 0}, {"d3", "d3 c4 f5", 1}} { // e6 or c4 is farther away
		var labels []string
		for _, c := range Area(b, legal, b.Find(x.at), func(n int) int { return x.last * (n - 1) }) {
			labels = append(labels, b.Cells[c].Label)
		}
		if got := strings.Join(labels, " "); got != x.want {
			t.Errorf("the hint for %s is %s, want %s", x.at, got, x.want)
		}
	}
}
