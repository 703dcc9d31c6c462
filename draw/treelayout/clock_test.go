package treelayout

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"boardstudio/clock"
	"boardstudio/model"
	"boardstudio/rules"
)

// TestUsedFollowsEdits compares cached times with sums over the nodes, after edits that insert,
// remove, restore and move branches. After another number of moves, a move belongs to another
// player.
func TestUsedFollowsEdits(t *testing.T) {
	mover := func(n *model.Node) rules.Player { return rules.Player(n.Ply() % 2) }
	for seed := range 8 {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		tr := gomoku(t)
		gameForBranches = tr.Rules()
		n := tr.Root()
		for i := range 5 * segNodes {
			n = tr.Add(n, rules.Place(rules.Cell(i%361)))
			tr.Annotate(n, model.Annotation{Used: time.Duration(1+i%2) * time.Second})
		}
		l, cur, end := New(tr), n, n
		tr.Watch(l.Apply)
		for step := range 60 {
			n, what := pick(r, tr), "time"
			switch r.IntN(6) {
			default:
				what = randomEdit(r, tr, l, &cur)
			case 0:
				_ = tr.Do("time", model.SetUsed{Node: n, Used: time.Duration(1+r.IntN(99)) * time.Second})
			case 1:
				what = "insert"
				if edits, err := model.InsertMove(tr, n, rules.Place(360)); err == nil {
					_ = tr.Do("insert", edits...)
				}
			case 2: // remove a branch and insert it elsewhere before the layout is used
				if what = "elsewhere"; tr.Do("out", model.Remove{Node: n}) == nil {
					_ = tr.Do("in", model.Insert{Parent: pick(r, tr), Index: r.IntN(2) - 1, Node: n})
				}
			}
			if !tr.Contains(cur) {
				cur = tr.Root()
			}
			l.Show(cur)
			for i := range 4 {
				n := pick(r, tr)
				if i == 0 && tr.Contains(end) {
					n = end
				}
				got, want := make([]time.Duration, 2), make([]time.Duration, 2)
				l.Used(n, clock.TimeControl{}, got, mover)
				for m := n; m != nil; m = m.Parent() {
					want[mover(m)] += m.Used()
				}
				if !slices.Equal(got, want) {
					t.Fatalf("seed %d step %d %s: %v at ply %d, want %v", seed, step, what, got, n.Ply(), want)
				}
			}
		}
	}
}
