package engines

import (
	"iter"

	"boardstudio/analysis"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Labels of undo steps.
const (
	labelLine  msg.Key = "Insert Line"
	labelClear msg.Key = "Clear Evaluations"
)

// Insert inserts a line as a variation at the place of the rows, and then calls then with its first
// node. It calls then for an existing line as well.
func (r *Runner) Insert(line []rules.Move, then func(*model.Node)) {
	p, ok := r.At()
	if !ok || len(line) == 0 || !p.Tree.Contains(p.Node) {
		return
	}
	done := func() { then(p.Tree.Find(p.Node, line[0])) }
	if edits, _ := analysis.Variation(p.Tree, p.Node, line); len(edits) > 0 {
		r.host.Change(labelLine, edits, done)
		return
	}
	done()
}

// Engines returns the engines with evaluations in a branch, and the number of evaluations of each.
// If branch is nil, it searches the whole tree.
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

// Clear deletes the evaluations of an engine in a branch as one undo step, or of all engines if
// engine is "". If branch is nil, it clears the whole tree. It returns the number of changed nodes.
func (r *Runner) Clear(t *model.Tree, branch *model.Node, engine string) int {
	r.leave()
	for _, j := range r.analysers {
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
		r.host.Change(labelClear, edits, func() {})
	}
	return len(edits)
}

// part returns the nodes of a branch, or of the whole tree if branch is nil.
func part(t *model.Tree, branch *model.Node) iter.Seq[*model.Node] {
	if branch == nil {
		return t.All()
	}
	return t.Subtree(branch)
}
