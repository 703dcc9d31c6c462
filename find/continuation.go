package find

import (
	"context"
	"slices"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Continuation returns the edits that copy everything below from to the node to. Cells are mapped
// by perm, as in Transposition. Existing nodes stay, and equal moves are merged. First moves that
// the rules forbid at pos, the position at to, are skipped. It returns an error if no branch is
// left to copy, or context.Canceled if more stopped it. The cost is one step for each node below
// from, and one Play for each ancestor of to and each child of from. It only reads the tree, so it
// may run in any goroutine while the tree is not edited.
func Continuation(t *model.Tree, from, to *model.Node, pos rules.Position, perm rules.Perm, more model.More) ([]model.Edit, error) {
	var branches []*model.Node
	copied := mapped(t, from, perm, more)
	if copied == nil {
		return nil, context.Canceled
	}
	for n := range copied.Root().Children() {
		m, moves := n.Move()
		if moves {
			if _, err := pos.Play(m); err != nil {
				continue
			}
		}
		branches = append(branches, n)
	}
	if len(branches) == 0 {
		return nil, msg.Errorf("there is no continuation to copy")
	}
	return model.Paste(t, to, more, branches...)
}

// mapped returns a new tree with a copy of everything below from, or nil if more stopped it.
func mapped(t *model.Tree, from *model.Node, perm rules.Perm, more model.More) *model.Tree {
	r := t.Rules()
	out := model.NewTree(r)
	to := out.Root() // the copy of last
	last := from
	done := 0
	for n := range t.Subtree(from) {
		if done++; more != nil && done%checkInterval == 0 && !more(done) {
			return nil
		}
		if n == from {
			continue
		}
		for ; last != n.Parent(); last = last.Parent() {
			to = to.Parent()
		}
		last = n
		if m, ok := n.Move(); ok {
			to = out.Add(to, perm.Move(m))
		} else if n.Raw() != "" {
			to = out.AddRaw(to, n.Raw())
		} else {
			to = out.AddSetup(to, mappedSetup(r, n.Setup(), perm))
		}
		if !n.Plain() {
			out.Annotate(to, mappedNotes(n, perm))
		}
	}
	return out
}

// mappedSetup returns the text of a position with its cells mapped by perm. It returns text
// unchanged if it cannot be parsed.
func mappedSetup(r rules.Rules, text string, perm rules.Perm) string {
	p, err := r.Parse(text)
	if err != nil {
		return text
	}
	q, err := r.SetUp(perm.Setup(rules.SetupOf(r, p)))
	if err != nil {
		return text
	}
	return q.String()
}

// mappedNotes returns the annotation of n with its cells mapped by perm. Bookmarks and unknown
// properties of files are not copied.
func mappedNotes(n *model.Node, perm rules.Perm) model.Annotation {
	a := model.Annotation{
		Comment: n.Comment(), Name: n.Name(), Color: n.Color(), Used: n.Used(), Number: int32(n.Number()),
		Marks: slices.Clone(n.Marks()), Lines: slices.Clone(n.Lines()), Glyphs: n.Glyphs(), Evals: slices.Clone(n.Evals()),
	}
	for i := range a.Marks {
		a.Marks[i].Cell = perm.Cell(a.Marks[i].Cell)
	}
	for i := range a.Lines {
		a.Lines[i].From, a.Lines[i].To = perm.Cell(a.Lines[i].From), perm.Cell(a.Lines[i].To)
	}
	for i := range a.Evals {
		pv := slices.Clone(a.Evals[i].PV)
		for j := range pv {
			pv[j] = perm.Move(pv[j])
		}
		a.Evals[i].PV = pv
	}
	if v := n.Advice(); v != (model.Advice{}) {
		a.Advice = model.Advice{By: v.By, Move: perm.Move(v.Move)}
	}
	return a
}

// Missing returns the number of moves at from that have no equal at to, mapped by perm as in
// Continuation.
func Missing(t *model.Tree, from, to *model.Node, perm rules.Perm) (n int) {
	for c := range from.Children() {
		if m, ok := c.Move(); ok && t.Find(to, perm.Move(m)) == nil {
			n++
		}
	}
	return n
}
