package find

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// counting counts the positions that are created from scratch.
type counting struct {
	rules.Rules
	made int
}

func (c *counting) Start() rules.Position { c.made++; return c.Rules.Start() }

func (c *counting) Parse(text string) (rules.Position, error) { c.made++; return c.Rules.Parse(text) }

// TestWalkPositions checks that a walk computes the same positions as the tree and parses each
// set-up once.
func TestWalkPositions(t *testing.T) {
	g, _, _ := all.Games.Find("othello")
	othello, err := g.Build("", nil)
	if err != nil {
		t.Fatal(err)
	}
	r := &counting{Rules: othello}
	setups := 0
	tree := model.NewTree(r)
	rnd := rand.New(rand.NewPCG(3, 4))
	nodes := []*model.Node{tree.Root()}
	for len(nodes) < 600 {
		n := nodes[len(nodes)-1-rnd.IntN(min(len(nodes), 10))] // deep, with branches at all depths
		p, err := tree.Position(n)
		switch rnd.IntN(40) {
		case 0:
			nodes = append(nodes, tree.AddRaw(n, "zz"))
			continue
		case 1:
			setups++
			nodes = append(nodes, tree.AddSetup(n, r.Start().String()))
			continue
		case 2:
			setups++
			nodes = append(nodes, tree.AddSetup(n, "nothing"))
			continue
		}
		var moves []rules.Move
		if err == nil {
			moves = slices.Collect(p.Moves())
		}
		if len(moves) == 0 {
			moves = []rules.Move{rules.Place(0)} // illegal
		}
		nodes = append(nodes, tree.Add(n, moves[rnd.IntN(len(moves))]))
	}
	for _, plays := range []bool{true, false} {
		r.made = 0
		if err := walk(context.Background(), tree, plays, nil, func(*model.Visit) bool { return true }); err != nil {
			t.Fatal(err)
		}
		if want := 1 + setups; plays && r.made != want || !plays && r.made != 0 {
			t.Errorf("%d positions are made, want %d where they are asked for", r.made, want)
		}
		seen := 0
		err := walk(context.Background(), tree, plays, nil, func(v *model.Visit) bool {
			seen++
			if v.Ply != v.Node.Ply() {
				t.Errorf("node %d: ply %d, want %d", seen, v.Ply, v.Node.Ply())
			}
			want, err := tree.Position(v.Node)
			if plays && ((err == nil) != (v.Pos != nil) || err == nil && v.Pos.String() != want.String()) {
				t.Fatalf("node %d: %v, want %v (%v)", seen, v.Pos, want, err)
			}
			return true
		})
		if err != nil || seen != len(nodes) {
			t.Errorf("%d of %d nodes, %v", seen, len(nodes), err)
		}
	}
}

// TestExchanges checks all permutations of a few players, and rotations of many.
func TestExchanges(t *testing.T) {
	for _, x := range []struct {
		players int
		swapped bool
		want    int
	}{{2, false, 1}, {2, true, 2}, {3, true, 6}, {4, true, 24}, {5, true, 5}, {26, true, 26}, {26, false, 1}} {
		seen := map[string]bool{}
		for _, names := range exchanges(x.players, x.swapped) {
			key := ""
			for _, p := range names {
				key += string(p.Letter())
			}
			sorted := slices.Sorted(slices.Values(names))
			if len(names) != x.players || int(sorted[0]) != 0 || int(sorted[x.players-1]) != x.players-1 || len(slices.Compact(sorted)) != x.players {
				t.Errorf("%d players: %v", x.players, names)
			}
			seen[key] = true
		}
		if len(seen) != x.want {
			t.Errorf("%d players, exchanged %v: %d ways, want %d", x.players, x.swapped, len(seen), x.want)
		}
	}
}
