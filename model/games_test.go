package model_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"boardstudio/internal/race"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/awale"
	"boardstudio/rules/line"
	"boardstudio/rules/othello"
)

// TestRealGames compares the positions of trees with replayed positions, for games with passes,
// captures and rules that depend on earlier moves.
func TestRealGames(t *testing.T) {
	race.Skip(t)
	for _, tt := range []struct {
		game   *rules.Game
		preset string
		over   rules.Params
	}{
		{&othello.Game, "othello", nil},
		{&othello.Game, "othello6", nil},
		{&line.Game, "gomoku-captures", rules.Params{"rows": "9", "cols": "9"}},
		{&line.Game, "connect4", nil},
		{&line.Game, "renju", nil},
		{&awale.Game, "awale", nil},
		{&awale.Game, "awale-abapa", rules.Params{"pits": "3"}}, // positions repeat soon
	} {
		t.Run(tt.preset, func(t *testing.T) {
			r, err := tt.game.Build(tt.preset, tt.over)
			if err != nil {
				t.Fatal(err)
			}
			playAround(t, r, rand.New(rand.NewPCG(1, 2)))
		})
	}
}

func playAround(t *testing.T, r rules.Rules, chance *rand.Rand) {
	doc := model.NewDocument(r)
	tree := doc.Tree
	nodes := []*model.Node{tree.Root()}
	overs := 0
	for range 12 { // lines that branch off earlier lines
		n := nodes[chance.IntN(len(nodes))]
		for range 150 {
			p, err := tree.Position(n)
			if err != nil {
				t.Fatal(err)
			}
			moves := slices.Collect(p.Moves())
			if len(moves) == 0 {
				overs++
				if err := tree.Do("over", model.Insert{Parent: n, Index: -1, Node: model.NewNode(rules.Resign)}); err == nil {
					t.Fatal("a move after the end was taken")
				}
				break
			}
			m := moves[chance.IntN(len(moves))]
			next := tree.Find(n, m)
			if next == nil {
				next = model.NewNode(m)
				if err := tree.Do("move", model.Insert{Parent: n, Index: chance.IntN(2) - 1, Node: next}); err != nil {
					t.Fatal(err)
				}
				nodes = append(nodes, next)
			}
			n = next
		}
	}
	if tree.Len() < 40 || overs == 0 {
		t.Fatalf("%d nodes, %d games over", tree.Len(), overs)
	}
	compare(t, tree, nodes)
	// Start from a position of the middle game: part of the tree stays legal.
	p, err := tree.Position(nodes[len(nodes)/2])
	if err != nil {
		t.Fatal(err)
	}
	setup := model.NewSetup(p.String())
	if err := errors.Join(
		tree.Do("start", model.SetSetup{Node: tree.Root(), Text: p.String()}),
		tree.Do("inside", model.Insert{Parent: nodes[1], Index: 0, Node: setup}),
	); err != nil {
		t.Fatal(err)
	}
	if q, err := tree.Position(setup); err != nil || q.Hash() != p.Hash() {
		t.Errorf("set-up: %v %v", q, err)
	}
	compare(t, tree, nodes)
	for tree.Undo() {
	}
	if err := model.Equal(doc, model.NewDocument(r)); err != nil {
		t.Error(err)
	}
	for tree.Redo() {
	}
	compare(t, tree, nodes)
}

// compare requests all positions in random order and replays each of them.
func compare(t *testing.T, tree *model.Tree, nodes []*model.Node) {
	t.Helper()
	if err := tree.Check(); err != nil {
		t.Fatal(err)
	}
	bad := map[*model.Node]bool{}
	for _, err := range tree.Validate(-1) {
		var n *model.NodeError
		if !errors.As(err, &n) {
			t.Fatal(err)
		}
		bad[n.Node] = true
	}
	for i := range nodes {
		n := nodes[(i*7919)%len(nodes)]
		p, err := tree.Position(n)
		var want rules.Position
		var fault *model.Node
		for _, m := range tree.Line(n) {
			move, ok := m.Move()
			switch {
			case !ok && m.Setup() == "":
				want = tree.Rules().Start()
			case !ok:
				want, _ = tree.Rules().Parse(m.Setup())
			default:
				q, err := want.Play(move)
				if err != nil {
					fault = m
				} else {
					want = q
				}
			}
			if fault != nil {
				break
			}
		}
		if fault != nil {
			var e *model.NodeError
			if !errors.As(err, &e) || e.Node != fault || !bad[fault] {
				t.Fatalf("got %v %v, want an error at ply %d", p, err, fault.Ply())
			}
			continue
		}
		if err != nil || p.String() != want.String() || p.Hash() != want.Hash() || p.Turn() != want.Turn() {
			t.Fatalf("got %v %v, want %v", p, err, want)
		}
		if h, ok := want.(rules.Historian); ok && h.History() != p.(rules.Historian).History() {
			t.Fatalf("the history of %v is lost", p)
		}
		start, moves, err := tree.Start(n)
		for _, m := range moves {
			if err == nil {
				start, err = start.Play(m)
			}
		}
		if err != nil || start.String() != want.String() {
			t.Fatalf("Start leads to %v %v, want %v", start, err, want)
		}
	}
}
