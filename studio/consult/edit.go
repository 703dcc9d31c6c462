package consult

import (
	"iter"

	"boardstudio/analysis"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// The labels of steps of undo.
const (
	labelLine  msg.Key = "Insert Line"
	labelClear msg.Key = "Clear Evaluations"
)

// Insert puts a line of moves into the tree as a variation of the place that it is about, and then calls then with its first node.
func (d *Desk) Insert(line []rules.Move, then func(*model.Node)) {
	p, ok := d.At()
	if !ok || len(line) == 0 || !p.Tree.Contains(p.Node) {
		return
	}
	done := func() { then(p.Tree.Find(p.Node, line[0])) }
	if edits, _ := analysis.Variation(p.Tree, p.Node, line); len(edits) > 0 {
		d.host.Change(labelLine, edits, done)
		return
	}
	done()
}

// Engines returns the engines whose evaluations are kept in a part of the tree, and how many there are of each: in a branch, or in all of
// it for nil.
func Engines(t *model.Tree, branch *model.Node) (names []string, counts map[string]int) {
	counts = map[string]int{}
	for n := range part(t, branch) {
		for _, v := range n.Evals() {
			if counts[v.Engine]++; counts[v.Engine] == 1 {
				names = append(names, v.Engine)
			}
		}
	}
	return names, counts
}

// Clear deletes the evaluations of an engine, "" for all, in a branch, or in the whole tree for nil, as one step of undo. It returns how
// many nodes have some.
func (d *Desk) Clear(t *model.Tree, branch *model.Node, engine string) int {
	d.leave()
	for _, j := range d.judges {
		if engine == "" || j.Engine == engine {
			j.memory = memory{}
		}
	}
	var edits []model.Edit
	for n := range part(t, branch) {
		var kept []model.Eval
		for _, v := range n.Evals() {
			if engine != "" && v.Engine != engine {
				kept = append(kept, v)
			}
		}
		if len(kept) < len(n.Evals()) {
			edits = append(edits, model.SetEvals{Node: n, Evals: kept})
		}
	}
	if len(edits) > 0 {
		d.host.Change(labelClear, edits, func() {})
	}
	return len(edits)
}

// part returns the nodes of a branch, or all for nil.
func part(t *model.Tree, branch *model.Node) iter.Seq[*model.Node] {
	if branch == nil {
		return t.All()
	}
	return t.Subtree(branch)
}
