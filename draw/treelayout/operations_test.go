package treelayout

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// TestLayoutFollowsOperations checks that after random branch operations, which insert, move and
// remove many nodes in a step, the layout equals a new one.
func TestLayoutFollowsOperations(t *testing.T) {
	rounds := 20
	if testing.Short() {
		rounds = 5
	}
	done := 0
	for seed := range rounds {
		r := rand.New(rand.NewPCG(uint64(seed), 2))
		tr := gomoku(t)
		gameForBranches = tr.Rules()
		l := New(tr)
		tr.Watch(l.Apply)
		cur := tr.Root()
		for step := range 200 {
			var what string
			if tr.Len() < 60 || r.IntN(3) == 0 {
				what = randomEdit(r, tr, l, &cur)
			} else {
				var edits []model.Edit
				what, edits = randomOperation(r, tr)
				if len(edits) > 0 && tr.Do(msg.Key(what), edits...) == nil {
					done++
				}
			}
			if !tr.Contains(cur) {
				cur = tr.Root()
			}
			l.Show(cur)
			same(t, fmt.Sprintf("seed %d step %d %s", seed, step, what), l, rebuilt(l))
			if step%9 == 0 {
				checkLayout(t, l)
			}
		}
	}
	if done < 20*rounds {
		t.Errorf("only %d operations", done)
	}
}

func randomOperation(r *rand.Rand, tr *model.Tree) (what string, edits []model.Edit) {
	n := pick(r, tr)
	free := rules.Place(rules.Cell(r.IntN(361)))
	var err error
	switch r.IntN(14) {
	case 0:
		return "promote", model.Promote(n)
	case 1:
		return "demote", model.Demote(n)
	case 2:
		what = "others"
		if r.IntN(4) == 0 {
			edits, err = model.DeleteOthers(tr, n)
		}
	case 3:
		what = "before"
		if r.IntN(4) == 0 {
			edits, err = model.DeleteBefore(tr, n)
		}
	case 4:
		what = "flatten"
		if r.IntN(8) == 0 {
			edits, err = model.Flatten(tr, n)
		}
	case 5, 6:
		what = "paste"
		edits, err = model.Paste(tr, n, nil, branch(r, 1+r.IntN(60)), branch(r, 1+r.IntN(9)))
	case 7:
		what = "duplicate"
		if tr.Len() < 2000 {
			edits, err = model.Duplicate(tr, n, nil)
		}
	case 8, 9:
		what = "merge"
		edits, err = model.MergeDuplicates(tr, tr.Root(), nil)
	case 10:
		what = "replace"
		edits, err = model.ReplaceMove(tr, n, free)
	case 11:
		what = "insert"
		edits, err = model.InsertMove(tr, n, free)
	case 12:
		what = "out"
		edits, err = model.DeleteMove(tr, n)
	default:
		what = "set up"
		edits, err = model.Setup(tr, n, "")
	}
	if err != nil {
		return what, nil
	}
	return what, edits
}
