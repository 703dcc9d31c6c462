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

// counting counts the positions that are made from nothing.
type counting struct {
	rules.Rules
	made int
}

func (c *counting) Start() rules.Position { c.made++; return c.Rules.Start() }

func (c *counting) Parse(text string) (rules.Position, error) { c.made++; return c.Rules.Parse(text) }

// peak returns how many branches are open at most while the nodes from n downwards are
// visited, and adds to lost the replays that it takes where maxOpen positions are kept.
func peak(n *model.Node, lost *int) (most int) {
	for c := n.First(); c != nil; c = c.Next() {
		p := peak(c, lost)
		if c.Next() == nil {
			return max(most, p)
		}
		if p++; p > maxOpen {
			up := n
			for _, moves := up.Move(); moves; _, moves = up.Move() {
				up = up.Parent()
			}
			if up.Raw() == "" { // else it is known that there is no position
				*lost++
			}
		}
		most = max(most, p)
	}
	return most
}

// A walk knows the same positions as the tree, also where more branches are open than
// it keeps positions of: those are played again, and no others.
func TestWalkBeyondMaxOpen(t *testing.T) {
	defer func(n int) { maxOpen = n }(maxOpen)
	g, _, _ := all.Find("othello")
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
		n := nodes[len(nodes)-1-rnd.IntN(min(len(nodes), 10))] // deep, with branches all the way
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
			moves = []rules.Move{rules.Place(0)} // does not play
		}
		nodes = append(nodes, tree.Add(n, moves[rnd.IntN(len(moves))]))
	}
	for _, maxOpen = range []int{1, 2, 5, 1 << 20} {
		replays := 0
		if most := peak(tree.Root(), &replays); most < 10 || replays == 0 && maxOpen < most {
			t.Fatalf("only %d branches are open at a time, and %d are played again", most, replays)
		}
		r.made = 0
		if err := walk(context.Background(), tree, true, nil, func(*visit) bool { return true }); err != nil {
			t.Fatal(err)
		}
		if want := 1 + setups + replays; r.made != want {
			t.Errorf("maxOpen %d: %d positions are made, want %d", maxOpen, r.made, want)
		}
		seen := 0
		err := walk(context.Background(), tree, true, nil, func(v *visit) bool {
			seen++
			want, err := tree.Position(v.node)
			if (err == nil) != (v.pos != nil) || err == nil && v.pos.String() != want.String() {
				t.Fatalf("maxOpen %d, node %d: %v, want %v (%v)", maxOpen, seen, v.pos, want, err)
			}
			return true
		})
		if err != nil || seen != len(nodes) {
			t.Errorf("maxOpen %d: %d of %d nodes, %v", maxOpen, seen, len(nodes), err)
		}
	}
}

// A few players are exchanged in every way, and of many the turn order goes on.
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
