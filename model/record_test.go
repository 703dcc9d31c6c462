package model

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// steps is a Recorder that passes steps to f, in a form that can be replayed.
type steps struct {
	f    func(Step)
	ops  []Op
	node *Node // the next node of the branch being inserted
}

func (s *steps) Op(op Op) {
	if s.node = op.Branch; op.Branch != nil {
		op.Branch = op.Branch.Copy() // a later edit may change the branch
	}
	s.ops = append(s.ops, op)
}

func (s *steps) Node(n *Node) {
	if n != s.node {
		panic("the nodes of a branch are out of order")
	}
	s.node = n.after(nil)
}

func (s *steps) End(kind StepKind, label msg.Key) {
	if kind != StepRefused {
		s.f(Step{kind, label, s.ops})
	}
	s.ops, s.node = nil, nil
}

// record calls f with each step of d.
func record(d *Document, f func(Step)) (stop func()) { return d.Record(&steps{f: f}) }

// journalled is a document with a twin that replays its journal.
type journalled struct {
	*sample
	t       *testing.T
	twin    *Document
	records []Step
	changes []Change // changes that a watcher of the twin received
}

func newJournalled(t *testing.T) *journalled {
	j := &journalled{sample: newSample(), t: t, twin: newSample().doc}
	record(j.doc, func(step Step) { j.records = append(j.records, step) })
	j.twin.Tree.Watch(func(c Change) { j.changes = append(j.changes, c) })
	return j
}

// do makes a step and replays it on the twin.
func (j *journalled) do(edits ...Edit) {
	j.t.Helper()
	was, label := j.tree.At(), fmt.Sprintf("step %d", len(edits)+j.tree.Steps())
	if err := j.tree.Do(msg.Key(label), edits...); err != nil {
		j.t.Fatal(err)
	}
	j.follow()
	if at := j.twin.Tree.At(); at > was && j.twin.Tree.StepLabel(at-1) != msg.Key(label) {
		j.t.Fatalf("the step is called %q, want %q", j.twin.Tree.StepLabel(at-1), label)
	}
}

// follow replays the pending records on the twin, and compares the documents after each.
func (j *journalled) follow() {
	j.t.Helper()
	for _, r := range j.records {
		if err := j.twin.Replay(r); err != nil {
			j.t.Fatalf("%+v: %v", r, err)
		}
	}
	j.records = nil
	a, b := j.tree, j.twin.Tree
	if err := b.Check(); err != nil {
		j.t.Fatal(err)
	}
	if want, got := dump(j.doc), dump(j.twin); got != want || Equal(j.doc, j.twin) != nil {
		j.t.Fatalf("replayed\n%s\nwant\n%s\n%v", got, want, Equal(j.doc, j.twin))
	}
	if a.Revision() != b.Revision() || a.Steps() != b.Steps() || a.At() != b.At() {
		j.t.Fatalf("replayed to revision %d, step %d of %d, want %d, %d of %d",
			b.Revision(), b.At(), b.Steps(), a.Revision(), a.At(), a.Steps())
	}
	for i := range a.Steps() {
		if a.StepLabel(i) != b.StepLabel(i) {
			j.t.Fatalf("step %d is %q, want %q", i, b.StepLabel(i), a.StepLabel(i))
		}
	}
}

// oddTexts are texts that a codec may damage.
var oddTexts = []string{"", "\x00", "\xff\xfe", "a\r\n\t\u2028\ufffe\U0010ffff\xed\xa0\x80", strings.Repeat("é", 300)}

func TestJournalHasEveryEdit(t *testing.T) {
	j := newJournalled(t)
	full := func(s string) Annotation {
		return Annotation{
			Comment: s, Name: s, Color: s, Used: -1, Number: math.MinInt32, Bookmark: true, Advice: Advice{s, rules.Move{From: -1, To: 7}},
			Marks:   []Mark{{-1, MarkKind(s), s}, {math.MaxInt16, MarkCross, ""}},
			Lines:   []Line{{math.MinInt16, 3, true}, {1, 2, false}},
			Glyphs:  []Glyph{Glyph(s), "!"},
			Foreign: []Foreign{{s}, {"<x/>"}},
			Evals: []Eval{
				{s, math.NaN(), true, math.MinInt64, math.MaxInt64, math.MaxUint64, []rules.Move{{From: -1, To: 7, Aux: math.MinInt32}, rules.Resign}, true, math.MinInt64, []float64{math.NaN(), 0.5}, s},
				{Score: math.Inf(-1)},
			},
		}
	}
	for _, s := range oddTexts {
		j.do(setAnnotation{j.a, full(s), AllParts}, setAnnotation{j.e, full(s), AllParts})
		j.do(SetInfo{j.doc, "key" + s, "value" + s}, SetPlayer{j.doc, 1, Player{Name: s, Kind: "k" + s, Level: 5, Symbol: "x", Color: "#123456", Score: math.MinInt64}})
		j.do(setText{j.s, s + "!"}, setText{j.root, s})
		j.do(SetComment{j.a, s + "1" + s}, SetName{j.a, "n" + s}, SetComment{j.b, s})
	}
	branch := j.a.Copy() // with set-ups and annotations
	j.do(detach{j.s}, restore{branch, j.root, j.g}, SetComment{branch, "came in"}, Remove{branch.Last()}, restore{j.s, branch, branch.First()})
	j.do(restore{j.r.Copy(), j.root, nil})
	j.do(Reorder{j.g, 0}, Relink{j.b, j.d, 0}, Relink{j.c, j.g, -1})
	j.do(setMove{j.r, play(2), isMove, ""}, setMove{j.c, play(1), isRaw, "\x00"})
	j.do(SetEvals{j.a, nil}, SetMarks{j.a, nil}, SetLines{j.a, nil}, SetUsed{j.a, time.Hour}, SetBookmark{j.a, false}, SetNumber{j.a, 9})
	j.do(SetGlyphs{j.a, []Glyph{"?"}}, SetColor{j.a, ""}, SetComment{j.a, ""}, SetName{j.a, ""})
	j.do(SetInfo{j.doc, "key", ""})
	for _, s := range []string{"t", "ty", "typ", "type"} {
		for range 2 { // edits without effect write no record
			if err := j.tree.Amend("type", SetComment{j.g, s}); err != nil {
				t.Fatal(err)
			}
			j.follow()
		}
	}
	if j.tree.Do("refused", Insert{j.g, -1, NewNode(play(5))}, Remove{j.root}) == nil || len(j.records) > 0 {
		t.Errorf("a step that was refused is recorded: %+v", j.records)
	}
	j.do(Insert{j.g, -1, NewSetup("8")})
	end := dump(j.doc)
	for j.tree.Undo() {
		j.follow()
	}
	for j.tree.Redo() {
		j.follow()
	}
	j.tree.Jump(3)
	j.follow()
	j.tree.Jump(j.tree.Steps())
	j.follow()
	if dump(j.twin) != end {
		t.Error("the twin ends elsewhere")
	}
	j.tree.Undo()
	j.do(SetComment{j.g, "another way"}) // clears the redo lists of both documents
	if len(j.changes) < 100 {
		t.Errorf("a watcher of the twin received %d changes", len(j.changes))
	}
	// The journal of the twin continues with the same numbers.
	var log []Step
	stop := record(j.twin, func(r Step) { log = append(log, r) })
	if err := j.twin.Tree.Do("on", Insert{j.twin.Tree.Root(), -1, NewSetup("11")}); err != nil {
		t.Fatal(err)
	}
	if err := j.doc.Replay(log[0]); err != nil || dump(j.doc) != dump(j.twin) {
		t.Errorf("the twin's record %+v: %v", log, err)
	}
	stop()
	j.twin.Tree.Undo()
	if len(log) != 1 {
		t.Errorf("a stopped journal has %+v", log)
	}
}

// TestJournalKnowsTheHistory checks that a journal started later numbers the nodes in the undo
// history.
func TestJournalKnowsTheHistory(t *testing.T) {
	begin := func() *sample {
		x := newSample()
		n := NewNode(play(7))
		for _, edits := range [][]Edit{{Remove{x.b}}, {Insert{x.g, -1, n}}, {Remove{x.a}}, {SetComment{x.g, "g"}}} {
			if err := x.tree.Do("before", edits...); err != nil {
				t.Fatal(err)
			}
		}
		x.tree.Jump(3)
		return x
	}
	j := newJournalled(t)
	x := begin()
	y := begin()
	j.sample, j.twin = x, y.doc
	record(x.doc, func(step Step) { j.records = append(j.records, step) })
	x.tree.Jump(1)
	j.follow()
	x.tree.Jump(4)
	j.follow()
	x.tree.Jump(0)
	j.follow()
	j.do(Relink{x.c, x.d, 0}, SetComment{x.e, "e"})
	for x.tree.Undo() {
	}
	j.follow()
}

func TestBuildersPanicWhileJournalled(t *testing.T) {
	j := newJournalled(t)
	for name, f := range map[string]func(){
		"Add":      func() { j.tree.Add(j.g, play(1)) },
		"Annotate": func() { j.tree.Annotate(j.g, Annotation{Comment: "x"}) },
		"SetStart": func() { _ = j.tree.SetStart("5") },
	} {
		before := dump(j.doc)
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s does not panic", name)
				}
			}()
			f()
		}()
		if dump(j.doc) != before || j.tree.Check() != nil {
			t.Errorf("%s changes the document", name)
		}
	}
}

// TestReplayRefusesSteps checks steps that no record contains.
func TestReplayRefusesSteps(t *testing.T) {
	j := newJournalled(t)
	before := dump(j.twin)
	for name, op := range map[string]Op{
		"unknown kind":         {Kind: OpSeat + 1},
		"no branch":            {Kind: OpGraft, Parent: 1},
		"branch of the tree":   {Kind: OpGraft, Parent: 1, Branch: j.a},
		"branch with the root": {Kind: OpGraft, Parent: 1, Branch: j.twin.Tree.Root()},
		"no annotation":        {Kind: OpAnnotate, Node: 2, Patch: Patch{Parts: PartName}},
		"negative seat":        {Kind: OpSeat, Seat: -1},
	} {
		if j.twin.Replay(Step{Ops: []Op{op}}) == nil || dump(j.twin) != before || j.twin.Tree.Check() != nil {
			t.Errorf("%s: accepted, or changes the document", name)
		}
	}
	if j.twin.Replay(Step{Kind: StepRefused}) == nil {
		t.Error("a refused step is replayed")
	}
}
