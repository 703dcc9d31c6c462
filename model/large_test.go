package model

import (
	"math/rand/v2"
	"slices"
	"testing"

	"boardstudio/internal/race"
	"boardstudio/rules"
	"boardstudio/rules/othello"
)

// variations returns a tree of n nodes of a real game. Each line branches off the previous one at a
// random node, and is played at random to the end.
func variations(tb testing.TB, r rules.Rules, n int) *Tree {
	tb.Helper()
	tree := NewTree(r)
	chance := rand.New(rand.NewPCG(1, 2))
	var path []*Node // path of the last line
	var at []rules.Position
	var moves []rules.Move
	for tree.Len() < n {
		if len(path) > 0 {
			cut := chance.IntN(len(path))
			path, at = path[:cut], at[:cut]
		}
		if len(path) == 0 {
			path, at = append(path, tree.Root()), append(at, r.Start())
		}
		for tree.Len() < n {
			p, parent := at[len(at)-1], path[len(path)-1]
			moves = moves[:0]
			for m := range p.Moves() { // twelve moves are enough
				if moves = append(moves, m); len(moves) == 12 {
					break
				}
			}
			if len(moves) == 0 {
				break
			}
			m := moves[chance.IntN(len(moves))]
			next := tree.Find(parent, m)
			if next == nil {
				next = tree.Add(parent, m)
				if chance.IntN(10) == 0 {
					tree.Annotate(next, Annotation{Comment: "a comment"})
				}
			}
			q, err := p.Play(m)
			if err != nil {
				tb.Fatal(err)
			}
			path, at = append(path, next), append(at, q)
		}
	}
	return tree
}

// largeTrees returns functions that construct large trees of different shapes.
func largeTrees(tb testing.TB, nodes int) map[string]func() *Tree {
	return map[string]func() *Tree{
		"gomoku":  func() *Tree { return variations(tb, gomoku(tb), nodes) },
		"othello": func() *Tree { return variations(tb, game(tb, &othello.Game, "othello", nil), nodes) },
		"games":   func() *Tree { t, _ := games(tb, nodes); return t },
		"line": func() *Tree {
			t := NewTree(newFake())
			quickLine(t, nodes)
			return t
		},
		// A single line of gomoku, with a set-up whenever the board is full.
		"restarts": func() *Tree {
			t := NewTree(gomoku(tb))
			for n := t.Root(); t.Len() < nodes; {
				p := t.rules.Start()
				for p.Turn() != rules.NoPlayer && t.Len() < nodes {
					for m := range p.Moves() {
						p, _ = p.Play(m)
						n = t.Add(n, m)
						break
					}
				}
				n = t.AddSetup(n, "")
			}
			return t
		},
		"comb": func() *Tree {
			t := NewTree(newFake())
			for _, n := range t.Line(quickLine(t, nodes/2).Parent()) {
				t.Add(n, play(7))
			}
			return t
		},
		"wide": func() *Tree { // all leaves on one level that would have checkpoints
			t := NewTree(newFake())
			n := quickLine(t, 31)
			for i := range nodes / 2 {
				t.Add(n, rules.Move{From: rules.NoCell, To: 4, Aux: int32(i)})
			}
			quickLine(t, nodes/2)
			return t
		},
	}
}

// quickLine is like line, but starts at the root and does not request positions.
func quickLine(t *Tree, length int) *Node {
	n, p := t.Root(), uint64(0)
	for range length {
		c := 0
		if p%3 == 2 {
			c = 1
		}
		n = t.Add(n, play(c))
		p += uint64(c) + 1
	}
	return n
}

// TestJumpsAreShort checks that jumps play few moves after Prefetch or Validate, also when an edit has
// changed all positions.
func TestJumpsAreShort(t *testing.T) {
	race.Skip(t)
	builds := largeTrees(t, 60_000)
	for _, name := range []string{"games", "line", "comb", "wide"} {
		t.Run(name, func(t *testing.T) {
			tree := builds[name]()
			tree.limits.checkpoints = 1000
			tree.limits.forgetMax = 500
			r := tree.Rules().(*fake)
			nodes := slices.Collect(tree.All())
			chance := rand.New(rand.NewPCG(5, 6))
			jumps := func(when string) {
				t.Helper()
				if most := tree.Len()/32 + 1; len(tree.checkpoints) > most {
					t.Errorf("%s: %d checkpoints in %d nodes", when, len(tree.checkpoints), tree.Len())
				}
				for i := range 5000 {
					n := nodes[chance.IntN(len(nodes))]
					before := r.plays.Load()
					_, err := tree.Position(n)
					if c := r.plays.Load() - before; c > 32 {
						t.Fatalf("%s: a jump costs %d plays, %v", when, c, err)
					}
					if i%50 == 0 && tree.Ply(n) != n.Ply() {
						t.Fatalf("%s: ply %d, want %d", when, tree.Ply(n), n.Ply())
					}
				}
			}
			tree.Validate(0)
			jumps("validated")
			if !tree.Prefetch(0) {
				t.Error("what was validated is not warm")
			}
			m := tree.Root().First()
			if err := tree.Do("correct", setMove{m, play(3), isMove, ""}); err != nil {
				t.Fatal(err)
			}
			before, turns := r.plays.Load(), 0
			for ; !tree.Prefetch(1000); turns++ {
				if played := r.plays.Load() - before; played > 1000/playCost+33 {
					t.Fatalf("one turn plays %d moves", played)
				}
				before = r.plays.Load()
				if turns == 3 { // an edit in between does no harm
					if err := tree.Do("edit", Remove{nodes[len(nodes)-1]}); err != nil {
						t.Fatal(err)
					}
					nodes = nodes[:len(nodes)-1]
				}
			}
			if turns < 20 {
				t.Errorf("warm after %d turns", turns)
			}
			jumps("warmed")
			checkSound(t, tree)
		})
	}
}

func TestValidateStops(t *testing.T) {
	tree := NewTree(newFake())
	for range 4 {
		line(t, tree, tree.Root(), 5000)
	}
	for most := range 30 {
		asked := 0
		last := -1
		errs := tree.ValidateWhile(-1, func(done int) bool {
			if done < last {
				t.Errorf("%d nodes are done after %d", done, last)
			}
			last = done
			asked++
			return asked < most
		})
		if errs != nil || asked > max(most, 1) || tree.Prefetch(0) {
			t.Errorf("stopped at question %d: %v after %d", most, errs, asked)
		}
	}
	if tree.ValidateWhile(-1, func(int) bool { return true }); !tree.Prefetch(0) {
		t.Error("not stopped, but not warm")
	}
	checkSound(t, tree)
}
