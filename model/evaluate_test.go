package model

import (
	"testing"

	"boardstudio/rules"
)

// TestEvaluate checks that evaluations add no undo step. Undo and Redo must keep them, and
// revisions with and without them must differ.
func TestEvaluate(t *testing.T) {
	x := newSample()
	tree, n := x.doc.Tree, x.a
	var records []Step
	other := newSample()
	defer record(x.doc, func(b Step) { records = append(records, b) })()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	seen := map[uint64]string{}
	here := func() {
		t.Helper()
		now := dump(x.doc)
		if was, ok := seen[tree.Revision()]; ok && was != now {
			t.Errorf("revision %d was\n%sand is\n%s", tree.Revision(), was, now)
		}
		seen[tree.Revision()] = now
	}
	here()
	must(tree.Do("Comment", SetComment{n, "before"}))
	here()
	must(tree.Amend("Comment", SetComment{n, "before and after"}, SetName{n, "name"}))
	here()
	must(tree.Do("Annotation symbol", SetGlyphs{n, []Glyph{GlyphBad}}))
	here()
	tree.Undo()
	here()
	steps, at := tree.Steps(), tree.At()
	evals := []Eval{{Engine: "e", Score: 1, PV: []rules.Move{rules.Place(3)}}}
	edited, revision := tree.EditRevision(), tree.Revision()
	must(tree.Evaluate(n, evals))
	if tree.EditRevision() != edited || tree.Revision() == revision {
		t.Errorf("evaluated: edit revision %d, was %d; revision %d, was %d", tree.EditRevision(), edited, tree.Revision(), revision)
	}
	here()
	if tree.Steps() != steps || tree.At() != at || tree.RedoLabel() != "Annotation symbol" {
		t.Errorf("%d of %d steps, redo %q", tree.At(), tree.Steps(), tree.RedoLabel())
	}
	kept := func() {
		t.Helper()
		here()
		if len(n.Evals()) != 1 {
			t.Errorf("%d evaluations", len(n.Evals()))
		}
	}
	for tree.Undo() {
		kept()
	}
	if n.Comment() != newSample().a.Comment() || n.Name() != newSample().a.Name() {
		t.Errorf("undone: comment %q, name %q", n.Comment(), n.Name())
	}
	for tree.Redo() {
		kept()
	}
	if n.Comment() != "before and after" || n.Name() != "name" || len(n.Glyphs()) != 1 {
		t.Errorf("done again: comment %q, name %q, glyphs %v", n.Comment(), n.Name(), n.Glyphs())
	}
	must(tree.Do("Clear", SetEvals{n, nil}))
	here()
	must(tree.Evaluate(n, []Eval{{Engine: "f"}}))
	here()
	tree.Undo()
	kept()
	if n.Evals()[0].Engine != "e" {
		t.Errorf("what was cleared came back as %v", n.Evals())
	}
	for _, r := range records {
		must(other.doc.Replay(r))
	}
	if err := Equal(x.doc, other.doc); err != nil || other.doc.Tree.Revision() != tree.Revision() {
		t.Errorf("replayed: %v, revision %d, want %d", err, other.doc.Tree.Revision(), tree.Revision())
	}
	if err := tree.Evaluate(NewNode(rules.Place(1)), evals); err == nil {
		t.Error("a node that is not in the tree was evaluated")
	}
}

// TestOperationsAfterEvaluate checks that an evaluation made before an operation was computed does
// not make its edits outdated, and that one made after it does.
func TestOperationsAfterEvaluate(t *testing.T) {
	x := newSample()
	evaluate := func(engine string) {
		t.Helper()
		if err := x.tree.Evaluate(x.a, []Eval{{Engine: engine}}); err != nil {
			t.Fatal(err)
		}
	}
	evaluate("before")
	edits, err := DeleteOthers(x.tree, x.b)
	if err != nil {
		t.Fatal(err)
	}
	if err := x.tree.Do("others", edits...); err != nil {
		t.Errorf("after an evaluation: %v", err)
	}
	x.tree.Undo()
	if edits, err = DeleteOthers(x.tree, x.b); err != nil {
		t.Fatal(err)
	}
	evaluate("between")
	if x.tree.Do("others", edits...) == nil {
		t.Error("the edits are accepted after a change")
	}
}
