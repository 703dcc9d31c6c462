package rules_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/rules/line"
)

func build(t testing.TB, name string, params rules.Params) rules.Rules {
	t.Helper()
	for _, g := range all.Games {
		if r, err := g.Build(name, params); err == nil {
			return r
		}
	}
	t.Fatalf("no game %s %v", name, params)
	return nil
}

func lineRules(t testing.TB, rows, cols, k int, topology string, drop bool) rules.Rules {
	t.Helper()
	p := rules.Params{"rows": fmt.Sprint(rows), "cols": fmt.Sprint(cols), "k": fmt.Sprint(k), "topology": topology}
	if drop {
		p["drop"] = "on"
	}
	r, err := line.Game.Build("", p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestSymmetryCounts(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		topology   string
		drop       bool
		want       int
	}{
		{15, 15, "plane", false, 8},
		{3, 3, "plane", false, 8},
		{6, 9, "plane", false, 4},
		{1, 9, "plane", false, 2},
		{6, 7, "plane", true, 2},
		{7, 7, "plane", true, 2},
		{5, 6, "cylinder", false, 6 * 4},
		{5, 6, "cylinder", true, 6 * 2},
		{7, 7, "torus", false, 49 * 8},
		{4, 7, "torus", false, 28 * 4},
		{5, 6, "mobius", false, 2 * 6 * 2},
		{5, 6, "sphere", false, 6 * 4},
		{8, 8, "sphere", false, 8 * 4},
		{61, 61, "torus", false, 61 * 61 * 8},
	} {
		b := lineRules(t, c.rows, c.cols, min(3, max(c.rows, c.cols)), c.topology, c.drop).Board()
		start := time.Now()
		if got := rules.SymmetriesOf(b).Len(); got != c.want {
			t.Errorf("%d×%d %s, drop %v: %d symmetries, want %d", c.rows, c.cols, c.topology, c.drop, got, c.want)
		}
		t.Log(c, time.Since(start))
	}
	for name, want := range map[string]int{"othello": 8, "awale": 1, "connect4": 2, "pente": 8, "renju": 8} {
		t.Run(name, func(t *testing.T) {
			if got := rules.SymmetriesOf(build(t, name, nil).Board()).Len(); got != want {
				t.Errorf("%d symmetries, want %d", got, want)
			}
		})
	}
}

// rows returns the set of winning rows.
func rows(r rules.Rules) map[string]bool {
	tuples, _ := line.Tuples(r)
	set := map[string]bool{}
	for _, t := range tuples {
		set[key(t)] = true
	}
	return set
}

func key(cells []rules.Cell) string { return fmt.Sprint(slices.Sorted(slices.Values(cells))) }

// TestSymmetriesKeepRows checks that the symmetries are distinct permutations that map rows to
// rows, and that they are closed under composition. Some boards are so narrow that steps in several
// directions lead to the same cell.
func TestSymmetriesKeepRows(t *testing.T) {
	for _, topology := range []string{"plane", "cylinder", "torus", "mobius", "sphere"} {
		for _, size := range [][2]int{{1, 4}, {4, 1}, {2, 2}, {2, 4}, {4, 2}, {3, 4}, {4, 4}, {5, 4}, {3, 6}, {2, 6}} {
			for _, drop := range []bool{false, true} {
				if drop && (topology == "torus" || topology == "sphere") {
					continue
				}
				p := rules.Params{"rows": fmt.Sprint(size[0]), "cols": fmt.Sprint(size[1]), "k": "3", "topology": topology}
				if drop {
					p["drop"] = "on"
				}
				r, err := line.Game.Build("", p)
				if err != nil {
					continue // no row of k cells fits
				}
				name := fmt.Sprint(topology, size, drop)
				t.Run(name, func(t *testing.T) {
					b, all := r.Board(), rows(r)
					s := rules.SymmetriesOf(b)
					perms := map[string]bool{}
					for p := range s.All() {
						if perms[fmt.Sprint(p)] {
							t.Errorf("%v comes twice", p)
						}
						perms[fmt.Sprint(p)] = true
						tuples, _ := line.Tuples(r)
						for _, cells := range tuples {
							var image []rules.Cell
							for _, c := range cells {
								image = append(image, p[c])
							}
							if !all[key(image)] {
								t.Fatalf("%v takes the row %v to %v", p, cells, image)
							}
						}
						for c := range b.Cells {
							if b.Named(p[c]) != p[b.Named(rules.Cell(c))] {
								t.Fatalf("%v takes a piece of column %d to another", p, c)
							}
						}
					}
					if !slices.Equal(s.At(0), rules.Identity(len(b.Cells))) {
						t.Error("the identity is not the first")
					}
					for i := range min(s.Len(), 40) {
						for j := range min(s.Len(), 40) {
							if p := s.At(i).Then(s.At(j)); !perms[fmt.Sprint(p)] {
								t.Fatalf("%v is missing", p)
							}
							if p := s.At(i).Inverse(); !perms[fmt.Sprint(p)] {
								t.Fatalf("%v is missing", p)
							}
						}
					}
				})
			}
		}
	}
}

// TestSymmetryOfPlay checks that a game played on the permuted board is the permuted game.
func TestSymmetryOfPlay(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	games := []rules.Rules{
		build(t, "othello", nil), build(t, "gomoku-captures", nil), build(t, "connect4", nil), build(t, "gomoku", nil),
		lineRules(t, 7, 7, 4, "torus", false), lineRules(t, 5, 6, 4, "mobius", false), lineRules(t, 6, 8, 4, "sphere", false),
		lineRules(t, 5, 6, 4, "cylinder", true), lineRules(t, 6, 6, 4, "mobius", true),
	}
	for _, r := range games {
		s := rules.SymmetriesOf(r.Board())
		for range 20 {
			i := rnd.IntN(s.Len())
			perm := s.At(i)
			p, err := r.SetUp(rules.SetupOf(r, r.Start()))
			if err != nil {
				t.Fatal(err)
			}
			q, err := r.SetUp(perm.Setup(rules.SetupOf(r, p)))
			if err != nil {
				t.Fatal(err)
			}
			for p.Turn() != rules.NoPlayer {
				moves := slices.Collect(p.Moves())
				m := moves[rnd.IntN(len(moves))]
				if p, err = p.Play(m); err != nil {
					t.Fatal(err)
				}
				if q, err = q.Play(perm.Move(m)); err != nil {
					t.Fatalf("%v, symmetry %d: %v", r.Spec(), i, err)
				}
				a, b := perm.Setup(rules.SetupOf(r, p)), rules.SetupOf(r, q)
				if !slices.Equal(a.Cells, b.Cells) || a.Turn != b.Turn || !slices.Equal(a.Held, b.Held) {
					t.Fatalf("%v, symmetry %d: the games differ after %s", r.Spec(), i, r.FormatMove(m))
				}
			}
		}
	}
}

func TestTaking(t *testing.T) {
	for name, r := range map[string]rules.Rules{
		"tictactoe": build(t, "tictactoe", nil), "torus": lineRules(t, 5, 5, 4, "torus", false), "sphere": lineRules(t, 4, 6, 4, "sphere", false), "awale": build(t, "awale", nil),
	} {
		t.Run(name, func(t *testing.T) {
			s := rules.SymmetriesOf(r.Board())
			n := 0
			for a := range r.Board().Cells {
				for b := range r.Board().Cells {
					for p := range s.Taking(rules.Cell(a), rules.Cell(b)) {
						n++
						if p[a] != rules.Cell(b) {
							t.Fatalf("%v does not take %d to %d", p, a, b)
						}
					}
				}
			}
			if want := s.Len() * len(r.Board().Cells); n != want {
				t.Errorf("%d ways to take a cell to another, want %d", n, want)
			}
		})
	}
}

func TestStepInFrame(t *testing.T) {
	r := lineRules(t, 9, 9, 5, "plane", false)
	b := r.Board()
	s := rules.SymmetriesOf(b)
	for f, want := range []string{"f5", "e6", "d5", "e4", "f5", "e6", "d5", "e4"} {
		c, g := s.Step(b.Find("e5"), rules.Frame(f), 0)
		if b.Cells[c].Label != want || g != rules.Frame(f) {
			t.Errorf("frame %d: east of e5 is %s in frame %d, want %s", f, b.Cells[c].Label, g, want)
		}
	}
	m := lineRules(t, 5, 6, 4, "mobius", false)
	b = m.Board()
	s = rules.SymmetriesOf(b)
	c, f := s.Step(b.Find("f2"), 0, 0) // across the seam
	if b.Cells[c].Label != "a4" {
		t.Fatalf("east of f2 is %s", b.Cells[c].Label)
	}
	if c, _ = s.Step(c, f, 2); b.Cells[c].Label != "a3" {
		t.Errorf("south of a4, come over the seam, is %s, want a3", b.Cells[c].Label)
	}
}
