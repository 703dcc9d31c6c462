package othello

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"boardstudio/ai"
	"boardstudio/rules"
)

// randomPosition returns the position after random moves that leave the given number of cells
// empty. If the game ends earlier, it returns the final position.
func randomPosition(r rules.Rules, rnd *rand.Rand, empty int) rules.Position {
	p := r.Start()
	s := &scorer{r: r, size: r.Spec().Params.Int("size")}
	for {
		moves := slices.Collect(p.Moves())
		if _, n := s.count(p, 0); n <= empty || len(moves) == 0 {
			return p
		}
		p, _ = p.Play(moves[rnd.IntN(len(moves))])
	}
}

// TestStable checks that stable discs keep their colour in every continuation to the end of the
// game.
func TestStable(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	claimed, all := 0, 0
	for _, x := range []struct{ size, empty, games int }{{4, 7, 40}, {6, 6, 40}, {8, 5, 20}} {
		r := build(t, rules.Params{"size": string(rune('0' + x.size))})
		s := &scorer{r: r, size: x.size}
		for range x.games {
			p := randomPosition(r, rnd, x.empty)
			if p.Result().Over {
				continue
			}
			fixed := s.grid(p).stable()
			var check func(q rules.Position)
			check = func(q rules.Position) {
				for c, f := range fixed {
					if f && q.At(rules.Cell(c)) != p.At(rules.Cell(c)) {
						t.Fatalf("%s: %s is turned in %s", p, r.Board().Cells[c].Label, q)
					}
				}
				for m := range q.Moves() {
					next, _ := q.Play(m)
					check(next)
				}
			}
			check(p)
			for c, f := range fixed {
				if f {
					claimed++
				}
				if p.At(rules.Cell(c)) != rules.Empty {
					all++
				}
			}
		}
	}
	t.Logf("%d of %d discs are called stable", claimed, all)
	if claimed*3 < all {
		t.Errorf("only %d of %d discs are called stable", claimed, all)
	}
}

// count returns the number of discs or moves of a player that a weight multiplies. It tries all cells.
func count(t *testing.T, r rules.Rules, p rules.Position, name string, me rules.Player) (k int) {
	t.Helper()
	n := r.Spec().Params.Int("size")
	at := func(row, col int) rules.Player { return p.At(rules.Cell(row*n + col)).Owner }
	if name == "mobility" {
		s := rules.SetupOf(r, p)
		s.Turn = me
		q, err := r.SetUp(s)
		if err != nil {
			t.Fatal(err)
		}
		if q.Turn() == me {
			for m := range q.Moves() {
				if m != rules.Pass {
					k++
				}
			}
		}
		return k
	}
	for _, row := range []int{0, n - 1} {
		for _, col := range []int{0, n - 1} {
			down, right := 1, 1
			if row > 0 {
				down = -1
			}
			if col > 0 {
				right = -1
			}
			var cells []rules.Player
			switch empty := at(row, col) == rules.NoPlayer; {
			case name == "corners":
				cells = append(cells, at(row, col))
			case name == "diagonal" && empty:
				cells = append(cells, at(row+down, col+right))
			case name == "adjacent" && empty:
				cells = append(cells, at(row+down, col), at(row, col+right))
			}
			for _, o := range cells {
				if o == me {
					k++
				}
			}
		}
	}
	return k
}

// TestPositionalWeighs checks that the score of a move equals the weighted sum of the resulting
// position's features. The features are counted independently, directly on the corners and with the
// rules.
func TestPositionalWeighs(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, v := range []rules.Params{{}, {"size": "6"}, {"size": "10"}, {"goal": "fewest"}, {"size": "16", "goal": "fewest"}, {"start": "open"}} {
		r := build(t, v)
		n := r.Spec().Params.Int("size")
		sign := 1
		if v["goal"] == "fewest" {
			sign = -1
		}
		for _, name := range []string{"corners", "diagonal", "adjacent", "mobility"} {
			full, err := rules.Resolve(Positional.Params, rules.Params{"corners": "0", "diagonal": "0", "adjacent": "0", "mobility": "0", "stable": "0"})
			if err != nil {
				t.Fatal(err)
			}
			full[name] = "7"
			e, err := Positional.New(r, full)
			if err != nil {
				t.Fatal(err)
			}
			if v["start"] == "open" && name == "mobility" {
				continue // placements in the centre are moves too
			}
			for range 15 {
				p := randomPosition(r, rnd, 4+rnd.IntN(n*n-8))
				if p.Result().Over {
					continue
				}
				lines, err := e.(ai.Adviser).Advise(context.Background(), ai.Request{Rules: r, Start: p})
				if err != nil {
					t.Fatal(err)
				}
				for _, l := range lines {
					after, _ := p.Play(l.Moves[0])
					if l.Score.Proved {
						continue
					}
					want := 7 * (count(t, r, after, name, p.Turn()) - count(t, r, after, name, 1-p.Turn()))
					if name != "mobility" {
						want *= sign
					}
					if int(l.Score.Value) != want {
						t.Fatalf("%v %s, %s: %s is worth %v, want %d", v, p, name, r.FormatMove(l.Moves[0]), l.Score, want)
					}
				}
			}
		}
	}
}

// TestEvaporate checks that the engine avoids giving corners away if possible. Among such moves it
// flips as few discs as possible, and many near the end.
func TestEvaporate(t *testing.T) {
	r := build(t, nil)
	s := &scorer{r: r, size: 8}
	e, err := Evaporate.New(r, rules.Params{"empty": "12"})
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(5, 6))
	few, many := 0, 0
	for range 200 {
		p := randomPosition(r, rnd, rnd.IntN(56))
		if p.Result().Over {
			continue
		}
		me := p.Turn()
		lines, err := e.(ai.Adviser).Advise(context.Background(), ai.Request{Rules: r, Start: p})
		if err != nil {
			t.Fatal(err)
		}
		best := lines[0]
		after, _ := p.Play(best.Moves[0])
		own, _ := s.count(after, me)
		_, empty := s.count(p, me)
		giveaways, lost := s.giveaways(after, me)
		for _, l := range lines[1:] {
			next, _ := p.Play(l.Moves[0])
			n, _ := s.count(next, me)
			giveaways2, lost2 := s.giveaways(next, me)
			if l.Score.Proved || best.Score.Proved {
				continue
			}
			switch {
			case empty <= 12:
				if many++; n > own {
					t.Fatalf("%s: takes %d, %d were possible", p, own, n)
				}
			case lost2 == lost && giveaways2 < giveaways && s.cornersOf(next, me) >= s.cornersOf(after, me):
				t.Fatalf("%s: %v gives a corner away, %v does not", p, best.Moves, l.Moves)
			case lost2 == lost && giveaways2 == giveaways && s.cornersOf(next, me) == s.cornersOf(after, me):
				if few++; n < own {
					t.Fatalf("%s: takes %d, %d were possible", p, own, n)
				}
			}
		}
	}
	if few < 100 || many < 20 {
		t.Errorf("%d and %d moves compared", few, many)
	}
}

// TestPositionalDraws checks that the four initial moves have equal scores, and that the seed
// selects one of them.
func TestPositionalDraws(t *testing.T) {
	for _, v := range []rules.Params{{}, {"size": "10"}, {"goal": "fewest"}} {
		r := build(t, v)
		for _, k := range []*ai.Kind{&Positional, &Evaporate} {
			full, err := rules.Resolve(k.Params, nil)
			if err != nil {
				t.Fatal(err)
			}
			e, err := k.New(r, full)
			if err != nil {
				t.Fatal(err)
			}
			seen := map[rules.Move]bool{}
			for seed := range uint64(60) {
				i, err := e.Think(context.Background(), ai.Request{Rules: r, Start: r.Start(), Seed: seed}, nil)
				m, ok := i.Move()
				if err != nil || !ok {
					t.Fatal(err)
				}
				seen[m] = true
			}
			if len(seen) != 4 {
				t.Errorf("%s, %v: of four equal moves it plays %d", k.Name, v, len(seen))
			}
		}
	}
}
