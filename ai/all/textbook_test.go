package all

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// rowsOf returns the sets of k cells in a row on a board of rows×cols with the given topology.
func rowsOf(rows, cols, k int, topology string) [][]rules.Cell {
	var sets [][]rules.Cell
	seen := map[string]bool{}
	for r := range rows {
		for c := range cols {
			for _, d := range [][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
				var set []rules.Cell
				for i := range k {
					y, x := r+i*d[0], c+i*d[1]
					if topology == "torus" {
						y %= rows
					}
					if topology != "plane" {
						x = (x%cols + cols) % cols
					}
					if y >= rows || x < 0 || x >= cols || slices.Contains(set, rules.Cell(y*cols+x)) {
						break
					}
					set = append(set, rules.Cell(y*cols+x))
				}
				if len(set) < k {
					continue
				}
				var id strings.Builder
				for _, cell := range slices.Sorted(slices.Values(set)) {
					id.WriteString(strconv.Itoa(int(cell)) + " ")
				}
				if !seen[id.String()] {
					seen[id.String()] = true
					sets = append(sets, set)
				}
			}
		}
	}
	return sets
}

// bruteForce is a direct implementation of minimax with the evaluation of textbooks.
type bruteForce struct {
	rows   [][]rules.Cell
	cells  int
	misere bool
}

func (b *bruteForce) value(p rules.Position, me rules.Player, depth int) int {
	if r := p.Result(); r.Over {
		pieces := 0
		for c := range b.cells {
			if p.At(rules.Cell(c)).Owner != rules.NoPlayer {
				pieces++
			}
		}
		switch {
		case r.Winners == 0:
			return 0
		case r.Winners.Has(me):
			return 1000 - pieces
		}
		return -1000 + pieces
	}
	if depth == 0 {
		sum := 0
		for _, row := range b.rows {
			var mine, theirs int
			for _, c := range row {
				switch p.At(c).Owner {
				case rules.NoPlayer:
				case me:
					mine++
				default:
					theirs++
				}
			}
			v := 0
			switch {
			case mine > 0 && theirs > 0:
			case mine >= 2:
				v = 30
			case mine == 1:
				v = 10
			case theirs >= 2:
				v = -30
			case theirs == 1:
				v = -10
			}
			if b.misere {
				v = -v
			}
			sum += v
		}
		return sum
	}
	best, mine := 0, p.Turn() == me
	first := true
	for m := range p.Moves() {
		next, err := p.Play(m)
		if err != nil {
			panic(err)
		}
		if v := b.value(next, me, depth-1); first || mine == (v > best) && v != best {
			best, first = v, false
		}
	}
	return best
}

// decided returns 1 if me wins within the given number of moves against any play, -1 if the
// opponent does, else 0.
func decided(p rules.Position, me rules.Player, depth int) int {
	r := p.Result()
	switch {
	case r.Winners.Has(me):
		return 1
	case r.Winners != 0:
		return -1
	case r.Over || depth == 0:
		return 0
	}
	sign := 1
	if p.Turn() != me {
		sign = -1
	}
	best := -1
	for m := range p.Moves() {
		next, _ := p.Play(m)
		best = max(best, sign*decided(next, me, depth-1))
	}
	return sign * best
}

// textbookCases are the cases of TestTextbook.
var textbookCases = []struct {
	rows, cols, k, depth, positions int
	over                            rules.Params
}{
	{3, 3, 3, 1, 60, nil},
	{3, 3, 3, 2, 100, nil},
	{3, 3, 3, 3, 60, nil},
	{3, 4, 3, 2, 60, rules.Params{"misere": "on"}},
	{4, 4, 4, 2, 60, nil},
	{4, 4, 3, 2, 40, rules.Params{"topology": "torus"}},
	{3, 3, 3, 2, 40, rules.Params{"topology": "torus"}},
	{4, 5, 4, 2, 40, rules.Params{"topology": "cylinder"}},
	{5, 5, 4, 2, 30, rules.Params{"overline": "ignored"}},
	{5, 5, 4, 1, 60, rules.Params{"captures": "2"}},
	{5, 5, 4, 2, 20, rules.Params{"captures": "1", "breakable": "on"}},
	{6, 7, 4, 2, 60, rules.Params{"drop": "on"}},
	{6, 5, 4, 2, 30, rules.Params{"drop": "on", "topology": "cylinder"}},
	{7, 7, 5, 2, 6, rules.Params{"doubleThree": "forbidden"}},
	{11, 11, 5, 1, 20, nil},
}

// randomRequest returns a request after random moves, and its position. The game is not over.
func randomRequest(r rules.Rules, rng *rand.Rand) (ai.Request, rules.Position) {
	q := ai.Request{Rules: r, Start: r.Start(), Seed: rng.Uint64()}
	p := q.Start
	for range rng.IntN(len(r.Board().Cells) - 1) {
		moves := slices.Collect(p.Moves())
		m := moves[rng.IntN(len(moves))]
		next, err := p.Play(m)
		if err != nil || next.Result().Over {
			break
		}
		q.Moves, p = append(q.Moves, m), next
	}
	return q, p
}

// TestTextbook checks that minimax, negamax and plain-alphabeta follow the evaluation of textbooks
// in alignment games.
func TestTextbook(t *testing.T) {
	rng := rand.New(rand.NewPCG(24, 1))
	differs, proofs := 0, 0
	for _, x := range textbookCases {
		over := rules.Params{"rows": strconv.Itoa(x.rows), "cols": strconv.Itoa(x.cols), "k": strconv.Itoa(x.k)}
		for k, v := range x.over {
			over[k] = v
		}
		r, err := all.Games.Build("morpion", over)
		if err != nil {
			t.Fatal(err)
		}
		topology := over["topology"]
		if topology == "" {
			topology = "plane"
		}
		brute := &bruteForce{rowsOf(x.rows, x.cols, x.k, topology), len(r.Board().Cells), over["misere"] == "on"}
		for range x.positions {
			q, p := randomRequest(r, rng)
			pieces, values, best := 0, map[rules.Move]int{}, -10_000
			for c := range brute.cells {
				if p.At(rules.Cell(c)).Owner != rules.NoPlayer {
					pieces++
				}
			}
			for m := range p.Moves() {
				next, _ := p.Play(m)
				values[m] = brute.value(next, p.Turn(), x.depth-1)
				best = max(best, values[m])
			}
			for _, name := range []string{"minimax", "negamax", "plain-alphabeta"} {
				e, err := Engines.New(name+":depth="+strconv.Itoa(x.depth), r)
				if err != nil {
					t.Fatal(err)
				}
				info, err := e.Think(context.Background(), q, nil)
				m, ok := info.Move()
				if err != nil || !ok || values[m] != best {
					t.Fatalf("%v, %s: %s plays %s, worth %d instead of %d, %v", over, p, name, r.FormatMove(m), values[m], best, err)
				}
				lines, err := e.(ai.Adviser).Advise(context.Background(), q)
				if err != nil || len(lines) != len(values) {
					t.Fatalf("%v, %s: %s has %d lines, %v", over, p, name, len(lines), err)
				}
				for _, l := range append(lines, info.Best) {
					got, want := l.Score.Value, float64(values[l.Moves[0]])
					if l.Score.Proved {
						next, _ := p.Play(l.Moves[0])
						if sure := decided(next, p.Turn(), x.depth-1); float64(sure) != got {
							t.Fatalf("%v, %s: %s calls %s a %v, but it is %d", over, p, name, r.FormatMove(l.Moves[0]), l.Score, sure)
						}
						proofs++
						if over["captures"] != "" { // a capture removes pieces
							want = float64(min(max(values[l.Moves[0]], -1), 1))
						} else {
							got *= float64(1000 - pieces - l.Score.Plies)
						}
					}
					if got != want {
						t.Fatalf("%v, %s: %s values %s as %v instead of %v", over, p, name, r.FormatMove(l.Moves[0]), l.Score, want)
					}
				}
			}
			e, err := Engines.New("minimax:depth="+strconv.Itoa(x.depth)+",evaluation=engine", r)
			if err != nil {
				t.Fatal(err)
			}
			info, err := e.Think(context.Background(), q, nil)
			if err != nil {
				t.Fatal(err)
			}
			if m, _ := info.Move(); values[m] != best {
				differs++
			}
		}
	}
	if differs < 10 || proofs < 100 {
		t.Errorf("the evaluation of the engine plays otherwise in %d positions, %d moves are proved", differs, proofs)
	}
}
